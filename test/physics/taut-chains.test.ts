// Chains that are pulled taut, by the default method: light links between a hook and many times their weight, which swing faster than a
// step can follow. Nothing but contact holds them.

import { describe, expect, it, vi } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { ringMesh } from '../../scenes/meshes/tubes.js';
import type { Body } from '../../src/index.js';
import { World } from '../../src/index.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { add, dot, length, multiply, rotate, scale, subtract } from '../../src/math/vector.js';
import { Simulation } from '../../src/scene/simulation.js';

vi.setConfig({ testTimeout: 120_000 });

interface Chain {
  /** Links that move. */
  count: number;
  /** Mass of the last, in links. */
  weight?: number;
  /** From straight down [rad]. */
  angle?: number;
  radius?: number;
  thickness?: number;
  friction?: number;
  isHeldAtBothEnds?: boolean;
  /** Mass of link i, in links. */
  massOf?: (i: number) => number;
  /** Half the width and height of the middle line of links that are square frames, instead of rings [m]. */
  frame?: [number, number];
}

const about = (axis: Readonly<Vec3>, angle: number): Quat => {
  const s = Math.sin(angle / 2);
  return [s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2)];
};

/** A frame of four bars with square sections about the y axis, by half the width and height of its middle line [m]. */
function frameMesh(wide: number, high: number, thickness: number) {
  const half = thickness / 2;
  const vertices = [-1, 1].flatMap((y) =>
    [1, -1].flatMap((out) =>
      [
        [1, 1],
        [-1, 1],
        [-1, -1],
        [1, -1],
      ].flatMap(([x, z]) => [x * (wide + out * half), y * half, z * (high + out * half)]),
    ),
  );
  const triangles = [0, 1, 2, 3].flatMap((i) => {
    const next = (i + 1) % 4;
    // Rings of four corners: outer and inner below, outer and inner above.
    const side = (a: number, b: number) => [4 * a + i, 4 * a + next, 4 * b + next, 4 * a + i, 4 * b + next, 4 * b + i];
    return [...side(0, 1), ...side(1, 3), ...side(3, 2), ...side(2, 0)];
  });
  return { vertices, triangles };
}

/** A chain that has a tenth of its length to fall before it is taut. */
function hang(chain: Chain) {
  const { count, weight = 1, angle = 0, radius = 0.5, thickness = 0.2, friction = 0.5, isHeldAtBothEnds = false } = chain;
  const { massOf = (i) => (i === count ? weight : 1), frame } = chain;
  const world = new World();
  world.createMaterial('default', { friction });
  const mesh = frame === undefined ? ringMesh(radius, thickness, 24, 8) : frameMesh(...frame, thickness);
  world.createMesh('ring', { ...mesh, error: 0.02 });
  const taut = (frame === undefined ? 2 * radius : 2 * frame[1]) - thickness;
  const last = isHeldAtBothEnds ? count + 1 : count;
  const turned = about([0, 0, 1], isHeldAtBothEnds ? Math.PI / 2 : angle);
  const rings = Array.from({ length: last + 1 }, (_, i) =>
    world.createBody({
      kind: i === 0 || (isHeldAtBothEnds && i === last) ? 'fixed' : 'rigid',
      position: rotate(turned, [0, -0.9 * taut * i, 0]),
      orientation: multiply(
        turned,
        multiply(about([0, 1, 0], ((i % 2 === 0 ? 1 : -1) * Math.PI) / 4), about([1, 0, 0], Math.PI / 2)),
      ),
      shapes: [{ kind: 'mesh', mesh: 'ring' }],
      density: 2000 * massOf(i),
    }),
  );
  /** By how much the middles of two neighbours are farther apart than they can be, at the most [m]. */
  const stretch = () => Math.max(...rings.slice(1).map((ring, i) => length(subtract(ring.position, rings[i].position)) - taut));
  const isLinked = () => frame !== undefined || rings.slice(1).every((ring, i) => linkingNumber(ring, rings[i], radius) === 1);
  return { world, rings, stretch, isLinked };
}

/** How often the middle of a ring's tube passes through the disc of another ring, each way counted against the other. */
function linkingNumber(ring: Body, other: Body, radius: number): number {
  const line = Array.from({ length: 48 }, (_, i): Vec3 => {
    const angle = (2 * Math.PI * i) / 48;
    return add(ring.position, rotate(ring.orientation, [radius * Math.cos(angle), 0, radius * Math.sin(angle)]));
  });
  const axis = rotate(other.orientation, [0, 1, 0]);
  const heights = line.map((point) => dot(subtract(point, other.position), axis));
  let passes = 0;
  line.forEach((point, i) => {
    const next = (i + 1) % line.length;
    if (heights[i] < 0 === heights[next] < 0) return;
    const through = add(point, scale(subtract(line[next], point), heights[i] / (heights[i] - heights[next])));
    if (length(subtract(through, other.position)) < radius) passes += heights[i] < 0 ? 1 : -1;
  });
  return Math.abs(passes);
}

/** Steps, and returns the farthest stretch. */
function follow({ world, stretch, isLinked }: ReturnType<typeof hang>, seconds: number, dt: number): number {
  let worst = 0;
  for (let step = 1; step <= Math.round(seconds / dt); step++) {
    world.step(dt);
    worst = Math.max(worst, stretch());
    if (step % 10 === 0) expect(isLinked(), `linked at ${(step * dt).toFixed(2)} s`).toBe(true);
  }
  return worst;
}

describe('a taut chain holds', () => {
  it.each<[string, Chain, number, number]>([
    ['thirty links', { count: 30 }, 4, 1 / 100],
    ['thirty links', { count: 30 }, 10, 1 / 60],
    ['a thousand times the weight of a link', { count: 8, weight: 1000 }, 10, 1 / 60],
    ['a thousand times the weight of a link', { count: 8, weight: 1000 }, 10, 1 / 100],
    ['three links and ten thousand times their weight', { count: 3, weight: 1e4 }, 4, 1 / 60],
    ['thin and wide links', { count: 5, weight: 300, radius: 0.6, thickness: 0.12 }, 4, 1 / 60],
    ['thick and small links', { count: 5, weight: 300, radius: 0.1, thickness: 0.06 }, 4, 1 / 60],
    ['slippery links', { count: 4, weight: 100, friction: 0.1 }, 4, 1 / 60],
    ['let go aslant', { count: 6, weight: 100, angle: 0.5 }, 4, 1 / 60],
    ['swung from the side', { count: 6, weight: 100, angle: 1.2 }, 4, 1 / 60],
    ['held at both ends', { count: 8, isHeldAtBothEnds: true }, 4, 1 / 60],
    ['light and heavy links by turns', { count: 10, massOf: (i) => (i % 2 === 0 ? 1 : 50) }, 4, 1 / 60],
    ['square frames', { count: 8, weight: 50, frame: [0.3, 0.45] }, 4, 1 / 60],
  ])('%s %o for %d s', (_, chain, seconds, dt) => {
    const { thickness = 0.2 } = chain;
    expect(follow(hang(chain), seconds, dt)).toBeLessThan(0.25 * thickness);
  });

  it('and its hook carries the weight', () => {
    const hanging = hang({ count: 4, weight: 1000 });
    follow(hanging, 4, 1 / 60);
    const { world, rings } = hanging;
    let pulled = 0;
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      for (const { a, contacts } of world.graph.edgesOf(rings[0]))
        for (const { impulseOnA, impulseOnB } of contacts) pulled -= (a === rings[0].id ? impulseOnA : impulseOnB)[1];
    }
    const weight = 9.81 * rings.slice(1).reduce((sum, { mass }) => sum + mass, 0);
    expect(pulled / weight).toBeGreaterThan(0.97);
    expect(pulled / weight).toBeLessThan(1.03);
  });
});

describe('a chain that swings', () => {
  it.each([1, 30, 1000])('with %d times the weight of a link gains nothing', (weight) => {
    const { world, rings } = hang({ count: 3, weight, angle: 0.4 });
    const start = world.kineticEnergy() + world.potentialEnergy();
    // Of what it falls from there to where it hangs straight down.
    const lowest = -9.81 * rings.slice(1).reduce((sum, { mass }, i) => sum + mass * 0.8 * (i + 1), 0);
    let most = start;
    for (let step = 0; step < 240; step++) {
      world.step(1 / 60);
      most = Math.max(most, world.kineticEnergy() + world.potentialEnergy());
    }
    expect(most - start).toBeLessThan(0.01 * (start - lowest));
  });
});

describe('a chain whose weight is all at its end', () => {
  it('is a pendulum', () => {
    // Its period, at 0.3 rad, is 2 pi sqrt(l / g) times 1.0057.
    const { world, rings } = hang({ count: 3, weight: 300, angle: 0.3 });
    const crossings: number[] = [];
    let before = rings[3].position[0];
    for (let step = 1; step <= 900; step++) {
      world.step(1 / 100);
      const now = rings[3].position[0];
      if (before > 0 !== now > 0) crossings.push(step / 100 - (0.01 * now) / (now - before));
      before = now;
    }
    const arm = length(subtract(rings[3].position, rings[0].position));
    expect(crossings.length).toBeGreaterThanOrEqual(4);
    const period = crossings[3] - crossings[1];
    expect(period / (2 * Math.PI * Math.sqrt(arm / 9.81))).toBeGreaterThan(0.9);
    expect(period / (2 * Math.PI * Math.sqrt(arm / 9.81))).toBeLessThan(1.1);
  });
});

describe('the scene ring-chain with 30 rings', () => {
  it.each([
    [1, 1 / 60],
    [1000, 1 / 60],
    [1000, 1 / 100],
  ])('and a weight of %i hangs still, in steps of %f s', (weight, dt) => {
    const { world } = new Simulation(SCENES['ring-chain'].make({ seed: 1, count: 30, weight }), { dt });
    const rings = [...world.bodies()].filter(({ name }) => name?.startsWith('ring') || name?.startsWith('held'));
    let farthest = 0;
    let fastest = 0;
    let deepest = 0;
    for (let step = 1; step * dt <= 2.5; step++) {
      world.step(dt);
      for (let i = 1; i < rings.length; i++)
        farthest = Math.max(farthest, length(subtract(rings[i].position, rings[i - 1].position)));
      // It is taut after 0.7 s.
      if (step * dt < 1) continue;
      fastest = Math.max(fastest, Math.abs(rings[30].velocity[1]));
      deepest = Math.max(deepest, world.report.penetration);
    }
    // Rings that pull at each other are 0.8 m apart, from middle to middle.
    expect(farthest - 0.8).toBeLessThan(0.005);
    expect(deepest).toBeLessThan(0.0005);
    // Gravity makes 0.1 to 0.16 m/s in a step.
    expect(fastest).toBeLessThan(0.02);
  });
});
