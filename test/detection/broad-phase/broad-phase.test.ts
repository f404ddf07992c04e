import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ABSENT, BroadPhase, MOVING, STATIC } from '../../../src/detection/broad-phase/broad-phase.js';
import { Random } from '../../../src/math/random.js';
import {
  BoxScene,
  clustered,
  concentric,
  fewLargeAmidSmall,
  largeAmidSmall,
  manySizes,
  mostlyStatic,
  mostlyStaticStreet,
  needles,
  plates,
  unbounded,
  uniform,
} from './box-scenes.js';

const scenes = {
  uniform,
  mostlyStatic,
  mostlyStaticStreet,
  clustered,
  plates,
  needles,
  manySizes,
  largeAmidSmall,
  fewLargeAmidSmall,
  concentric,
  unbounded,
};

function found(broadPhase: BroadPhase): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < broadPhase.pairCount; i++) pairs.push(`${broadPhase.pairA[i]} ${broadPhase.pairB[i]}`);
  return pairs;
}

function expectTwin(broadPhase: BroadPhase, scene: BoxScene): void {
  broadPhase.update(scene.bounds, scene.count, scene.mobility);
  expect(found(broadPhase)).toEqual(scene.pairs());
}

/** The same by a call of the boxes that move. */
function expectTwinOfSome(broadPhase: BroadPhase, scene: BoxScene, count: number, isStaticKept: boolean): void {
  const some = Int32Array.from({ length: count }, (_, box) => box).filter((box) => scene.mobility[box] === MOVING);
  broadPhase.updateSome(scene.bounds, count, scene.mobility, some, some.length, isStaticKept);
  expect(found(broadPhase)).toEqual(scene.pairs().filter((pair) => pair.split(' ').every((box) => Number(box) < count)));
}

function shift(random: Random, by: number): number[] {
  return [random.uniform(-by, by), random.uniform(-by, by), random.uniform(-by, by)];
}

describe.each(Object.entries(scenes))('pairs of the scene %s', (_, build) => {
  it.each([0, 1, 2, 3, 70, 400])('equal the exhaustive ones, in order, for %i boxes', (count) => {
    for (let seed = 1; seed <= 3; seed++) expectTwin(new BroadPhase(), build(count, seed));
  });

  it('stay equal while boxes move, little or far, appear, disappear and change mobility', () => {
    const broadPhase = new BroadPhase();
    const random = new Random(5);
    const scene = build(120, 4);
    for (let call = 0; call < 60; call++) {
      // Steps small against even the thinnest box keep the fat boxes for several calls, others break them.
      const step = call % 20 < 12 ? 1e-5 : 0.1;
      for (let box = 0; box < scene.count; box++) if (scene.mobility[box] === MOVING) scene.move(box, shift(random, step));
      if (call % 15 === 14) scene.mobility[Math.floor(random.uniform(0, scene.count))] = Math.floor(random.uniform(0, 3));
      if (call % 25 === 24) scene.move(Math.floor(random.uniform(0, scene.count)), shift(random, 1));
      if (call === 40) broadPhase.invalidate();
      expectTwin(broadPhase, scene);
    }
  });
});

describe.each(Object.entries(scenes))('pairs of those that are awake in the scene %s', (_, build) => {
  it('equal the exhaustive ones while boxes move, fall asleep, wake, come and go', () => {
    const broadPhase = new BroadPhase();
    const random = new Random(6);
    const scene = build(150, 5);
    let count = 120;
    for (let call = 0; call < 90; call++) {
      const step = call % 20 < 12 ? 1e-5 : 0.1;
      for (let box = 0; box < count; box++) if (scene.mobility[box] === MOVING) scene.move(box, shift(random, step));
      const isStaticKept = call % 3 !== 0;
      if (!isStaticKept) {
        // Many at once now and then, so that all static boxes go into one tree again.
        for (let i = 0; i < (call % 30 === 0 ? 60 : 3); i++) {
          const box = Math.floor(random.uniform(0, count));
          scene.mobility[box] = scene.mobility[box] === STATIC ? MOVING : STATIC;
        }
        scene.mobility[Math.floor(random.uniform(0, count))] = Math.floor(random.uniform(0, 3));
        if (call % 9 === 0) scene.move(Math.floor(random.uniform(0, count)), shift(random, 1));
      }
      if (call % 5 === 4) count++;
      if (call === 50) expectTwin(broadPhase, scene);
      expectTwinOfSome(broadPhase, scene, count, isStaticKept && call % 5 !== 4 && call !== 50);
    }
  });
});

describe('arbitrary boxes', () => {
  // Few different coordinates, so that boxes touch, coincide and have no thickness; some have no end.
  const coordinate = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -4, max: 4 }) },
    { weight: 2, arbitrary: fc.double({ min: -1e3, max: 1e3, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom(-Infinity, Infinity, -1e-300, 1e-300, -1e300, 1e300) },
  );
  const box = fc.tuple(fc.array(coordinate, { minLength: 6, maxLength: 6 }), fc.constantFrom(ABSENT, STATIC, MOVING, MOVING));

  function sceneOf(boxes: [number[], number][]): BoxScene {
    const scene = new BoxScene(boxes.length);
    boxes.forEach(([corners, mobility], i) => {
      for (let k = 0; k < 3; k++) {
        // An interval from an infinity to itself is no interval.
        const low = Math.min(corners[k], corners[k + 3]);
        const high = Math.max(corners[k], corners[k + 3]);
        scene.bounds[6 * i + k] = low === Infinity ? 0 : low;
        scene.bounds[6 * i + 3 + k] = high === -Infinity ? 0 : high;
      }
      scene.mobility[i] = mobility;
    });
    return scene;
  }

  it('give the exhaustive pairs, whatever was asked before', () => {
    const one = fc.array(box, { maxLength: 40 });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 4 }), (sequence) => {
        const broadPhase = new BroadPhase();
        for (const boxes of sequence) expectTwin(broadPhase, sceneOf(boxes));
      }),
      { seed: 11, numRuns: 400 },
    );
  });
});

describe('what is remembered', () => {
  it('serves boxes at rest and small moves without a rebuild', () => {
    const scene = uniform(500, 1);
    const broadPhase = new BroadPhase();
    const random = new Random(2);
    broadPhase.update(scene.bounds, scene.count, scene.mobility);
    const { pairA } = broadPhase;
    for (let call = 0; call < 20; call++) {
      for (let box = 0; box < scene.count; box++) if (scene.mobility[box] === MOVING) scene.move(box, shift(random, 1e-3));
      expectTwin(broadPhase, scene);
    }
    expect(broadPhase.statistics.rebuilds).toBe(1);
    expect(broadPhase.statistics.staticRebuilds).toBe(1);
    expect(broadPhase.pairA).toBe(pairA);
  });

  it('leaves room along a steady motion, so that not every call rebuilds', () => {
    const scene = uniform(300, 1);
    const broadPhase = new BroadPhase();
    for (let call = 0; call < 40; call++) {
      for (let box = 0; box < scene.count; box++) if (scene.mobility[box] === MOVING) scene.move(box, [0, 0, -0.06]);
      expectTwin(broadPhase, scene);
    }
    expect(broadPhase.statistics.rebuilds).toBeLessThan(20);
  });

  it('is repaired where few boxes leave, and made anew before long', () => {
    const scene = uniform(400, 1);
    // One without an end, static, that all boxes which pass below it meet.
    scene.bounds.set([-Infinity, -Infinity, -Infinity, Infinity, 0, Infinity], 6 * 9);
    scene.mobility[9] = STATIC;
    const broadPhase = new BroadPhase();
    const random = new Random(4);
    for (let call = 0; call < 200; call++) {
      for (let i = 0; i < 12; i++) {
        const box = Math.floor(random.uniform(0, scene.count));
        if (scene.mobility[box] === MOVING) scene.move(box, shift(random, 0.5));
      }
      expectTwin(broadPhase, scene);
    }
    const { rebuilds, repairs } = broadPhase.statistics;
    expect(repairs).toBeGreaterThan(150);
    expect(rebuilds).toBeGreaterThan(2);
  });

  it('rebuilds the static tree only for a static box, and no tree for a single moving one', () => {
    const scene = uniform(100, 1);
    const broadPhase = new BroadPhase();
    expectTwin(broadPhase, scene);
    scene.move(0, [3, 0, 0]);
    expectTwin(broadPhase, scene);
    expect(broadPhase.statistics).toMatchObject({ rebuilds: 1, repairs: 1, staticRebuilds: 1 });
    scene.move(9, [1e-9, 0, 0]);
    expectTwin(broadPhase, scene);
    expect(broadPhase.statistics).toMatchObject({ rebuilds: 2, repairs: 1, staticRebuilds: 2 });
  });

  it('costs no tree of all that sleep when one wakes and falls asleep again, and a new one after many', () => {
    const scene = uniform(400, 1);
    scene.mobility.fill(STATIC);
    const broadPhase = new BroadPhase();
    scene.mobility[7] = MOVING;
    for (let call = 0; call < 20; call++) {
      scene.mobility[8] = call % 2 === 0 ? MOVING : STATIC;
      expectTwinOfSome(broadPhase, scene, 400, false);
    }
    expect(broadPhase.statistics.staticRebuilds).toBe(1);
    for (let box = 100; box < 300; box++) scene.mobility[box] = MOVING;
    expectTwinOfSome(broadPhase, scene, 400, false);
    expect(broadPhase.statistics.staticRebuilds).toBe(2);
  });

  it('serves those that are awake and move little without a rebuild', () => {
    const scene = uniform(300, 1);
    for (let box = 0; box < 300; box++) scene.mobility[box] = box % 3 === 0 ? MOVING : STATIC;
    const broadPhase = new BroadPhase();
    const random = new Random(2);
    for (let call = 0; call < 20; call++) {
      for (let box = 0; box < 300; box += 3) scene.move(box, shift(random, 1e-3));
      expectTwinOfSome(broadPhase, scene, 300, call > 0);
    }
    expect(broadPhase.statistics.rebuilds).toBe(1);
  });

  it('is gone after invalidate', () => {
    const scene = uniform(100, 1);
    const broadPhase = new BroadPhase();
    expectTwin(broadPhase, scene);
    broadPhase.invalidate();
    expectTwin(broadPhase, scene);
    expect(broadPhase.statistics).toMatchObject({ rebuilds: 2, staticRebuilds: 2 });
    broadPhase.invalidate();
    broadPhase.update(scene.bounds, 0, scene.mobility);
    expect(broadPhase.pairCount).toBe(0);
  });
});

it('finds the pairs of thousands of boxes with one centre', () => {
  const count = 2000;
  const scene = concentric(count, 1);
  const broadPhase = new BroadPhase();
  broadPhase.update(scene.bounds, count, scene.mobility);
  expect(broadPhase.pairCount).toBe((count * (count - 1)) / 2);
  expect(broadPhase.statistics.nodeVisits).toBeLessThan(2 * count * count);
});

it('resolves heaps within heaps over many orders of magnitude', () => {
  const count = 3000;
  const scene = new BoxScene(count);
  const random = new Random(3);
  for (let box = 0; box < count; box++) {
    const scale = 0.01 ** (box % 10);
    scene.place(box, shift(random, scale), [1e-22, 1e-22, 1e-22]);
  }
  const broadPhase = new BroadPhase();
  expectTwin(broadPhase, scene);
  expect(broadPhase.statistics.nodeVisits).toBeLessThan(10 * count);
});

describe('work per box and overlap', () => {
  // Over several seeds, because a thousand boxes of many sizes have too few overlaps for a steady ratio.
  function work(build: (count: number, seed: number) => BoxScene, count: number): number {
    let done = 0;
    let asked = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const scene = build(count, seed);
      const broadPhase = new BroadPhase();
      broadPhase.update(scene.bounds, count, scene.mobility);
      done += broadPhase.statistics.nodeVisits + broadPhase.statistics.fatPairs;
      asked += count + broadPhase.pairCount;
    }
    return done / asked;
  }

  it.each(Object.entries({ uniform, plates, manySizes, largeAmidSmall, fewLargeAmidSmall, mostlyStaticStreet, clustered }))(
    'is bounded and does not grow with the scene: %s',
    (_, build) => {
      const few = work(build, 1e3);
      const many = work(build, 3e4);
      expect(many).toBeLessThan(14);
      expect(many).toBeLessThan(1.3 * few);
    },
  );

  it('is bounded for few moving boxes in a cube of static ones', () => {
    expect(work(mostlyStatic, 3e4)).toBeLessThan(4);
  });
});
