// Scenes of boxes for the tests of the broad phase, and its twin: all pairs, exhaustively.

import { MOVING, STATIC } from '../../../src/detection/broad-phase/broad-phase.js';
import { Random } from '../../../src/math/random.js';

export class BoxScene {
  readonly bounds: Float64Array;
  readonly mobility: Int32Array;

  constructor(readonly count: number) {
    this.bounds = new Float64Array(6 * count);
    this.mobility = new Int32Array(count).fill(MOVING);
  }

  place(box: number, centre: readonly number[], edges: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      this.bounds[6 * box + k] = centre[k] - 0.5 * edges[k];
      this.bounds[6 * box + 3 + k] = centre[k] + 0.5 * edges[k];
    }
  }

  move(box: number, by: readonly number[]): void {
    for (let k = 0; k < 6; k++) this.bounds[6 * box + k] += by[k % 3];
  }

  /** All pairs, as "a b", by definition. */
  pairs(): string[] {
    const found: string[] = [];
    for (let a = 0; a < this.count; a++) {
      for (let b = a + 1; b < this.count; b++) {
        if (this.mobility[a] * this.mobility[b] < 2 || !this.overlap(a, b)) continue;
        found.push(`${a} ${b}`);
      }
    }
    return found;
  }

  private overlap(a: number, b: number): boolean {
    const { bounds } = this;
    for (let k = 0; k < 3; k++) {
      if (bounds[6 * a + k] > bounds[6 * b + 3 + k] || bounds[6 * b + k] > bounds[6 * a + 3 + k]) return false;
    }
    return true;
  }
}

/** A power of ten with an exponent drawn from [low, high). */
function decade(random: Random, low: number, high: number): number {
  return 10 ** random.uniform(low, high);
}

function point(random: Random, edge: number): number[] {
  return [random.uniform(0, edge), random.uniform(0, edge), random.uniform(0, edge)];
}

/** Cubes of about 1 m, a quarter of the space filled, one part in ten static. */
export function uniform(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  const space = Math.cbrt(4 * count);
  for (let box = 0; box < count; box++) {
    const edge = random.uniform(0.5, 1.5);
    scene.place(box, point(random, space), [edge, edge, edge]);
    if (box % 10 === 9) scene.mobility[box] = STATIC;
  }
  return scene;
}

/** The uniform scene with all but every twentieth box static. */
export function mostlyStatic(count: number, seed: number): BoxScene {
  const scene = uniform(count, seed);
  for (let box = 0; box < count; box++) scene.mobility[box] = box % 20 === 0 ? MOVING : STATIC;
  return scene;
}

/**
 * The same boxes in a street of 16 m by 16 m that gets longer with their number. Unlike in a cube, the part of the boxes near the
 * surface, which meet fewer others, stays the same; with one moving box in 4 m it is large in any scene that can be tested.
 */
export function mostlyStaticStreet(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = mostlyStatic(count, seed);
  const length = (4 * count) / (16 * 16);
  for (let box = 0; box < count; box++) {
    const edge = random.uniform(0.5, 1.5);
    scene.place(box, [random.uniform(0, length), random.uniform(0, 16), random.uniform(0, 16)], [edge, edge, edge]);
  }
  return scene;
}

/** Heaps of 50 boxes of 5 cm, far apart, and one box lost at the horizon. */
export function clustered(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  let heap: number[] = [];
  for (let box = 0; box < count; box++) {
    if (box % 50 === 0) heap = point(random, 1000);
    const within = point(random, 0.3);
    scene.place(
      box,
      heap.map((x, k) => x + within[k]),
      [0.05, 0.05, 0.05],
    );
  }
  scene.place(0, [-1e7, 3, 5], [0.05, 0.05, 0.05]);
  return scene;
}

/** One tower of plates of 1 m by 1 m by 1 mm, touching, numbered without order. */
export function plates(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  const floors = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random.uniform(0, i + 1));
    [floors[i], floors[j]] = [floors[j], floors[i]];
  }
  for (let box = 0; box < count; box++) {
    scene.place(box, [random.uniform(0, 0.01), random.uniform(0, 0.01), 0.001 * floors[box]], [1, 1, 0.001]);
  }
  return scene;
}

/** Needles along the three axes in turn, many times as long as their distance. */
export function needles(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  const space = 0.5 * Math.cbrt(count);
  for (let box = 0; box < count; box++) {
    const edges = [0.01, 0.01, 0.01];
    edges[box % 3] = 5;
    scene.place(box, point(random, space), edges);
  }
  return scene;
}

/** Cubes from 1 mm to 1 km, as many in each decade; a quarter of the space filled. */
export function manySizes(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  const space = 464 * Math.cbrt(count);
  for (let box = 0; box < count; box++) {
    const edge = decade(random, -3, 3);
    scene.place(box, point(random, space), [edge, edge, edge]);
    if (box % 7 === 3) scene.mobility[box] = STATIC;
  }
  return scene;
}

/** Half of the boxes ten times as large as the others; a tenth of the space filled by the large ones. */
export function largeAmidSmall(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  const space = Math.cbrt((10 * 1000 * count) / 2);
  for (let box = 0; box < count; box++) {
    const edge = box % 2 === 0 ? 10 : 1;
    scene.place(box, point(random, space), [edge, edge, edge]);
  }
  return scene;
}

/** One large box for a thousand small ones, whose space is filled to a twentieth. */
export function fewLargeAmidSmall(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  const space = Math.cbrt(20 * count);
  for (let box = 0; box < count; box++) {
    const edge = box % 1000 === 0 ? 10 : 1;
    scene.place(box, point(random, space), [edge, edge, edge]);
  }
  return scene;
}

/** Everything overlaps everything: concentric boxes of all sizes. */
export function concentric(count: number, seed: number): BoxScene {
  const random = new Random(seed);
  const scene = new BoxScene(count);
  for (let box = 0; box < count; box++) {
    scene.place(box, [1, 2, 3], [decade(random, -3, 3), decade(random, -3, 3), decade(random, -3, 3)]);
  }
  return scene;
}

/** The uniform scene with half-spaces, slabs and all of space among the boxes, static and moving. */
export function unbounded(count: number, seed: number): BoxScene {
  const scene = uniform(count, seed);
  const random = new Random(seed);
  for (let box = 0; box < count; box += 12) {
    for (let k = 0; k < 6; k++) {
      if (random.uniform() < 0.5) scene.bounds[6 * box + k] = k < 3 ? -Infinity : Infinity;
    }
    if (random.uniform() < 0.5) scene.mobility[box] = STATIC;
  }
  return scene;
}
