// How deep bodies are in each other at the states that are committed: those at the ends of steps. Of every pair, by plain
// geometry that shares nothing with the engine (test/physics/gaps.ts).

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { Body } from '../../src/index.js';
import { Random, SCHEDULERS, World } from '../../src/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import { visitGaps } from '../physics/gaps.js';
import { deepestShare, makeCrowd } from './crowds.js';

/** A convex shape is deeper in another by no more than this share of the half thickness of the thinner one [1]. */
const DEEPEST = 0.91;
const TIMED = ['retroactive', 'conservative', 'timewarp'] as const;

describe('the gaps that all is measured by', () => {
  const gapOf = (...bodies: Parameters<World['createBody']>[0][]) => {
    const world = new World();
    for (const body of bodies) world.createBody(body);
    const gaps: number[] = [];
    visitGaps(world, 10, ({ gap }) => gaps.push(gap));
    return gaps[0];
  };
  const cube = { kind: 'box', size: [2, 2, 2] } as const;
  const ball = { kind: 'sphere', radius: 0.5 } as const;
  /** A turn by 45 degrees about x. */
  const turn = [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)] as const;

  it('are those of closed forms: faces, edges, corners, and how deep', () => {
    expect(gapOf({ shapes: [cube] }, { position: [2.5, 0.3, 0.2], shapes: [cube] })).toBeCloseTo(0.5, 12);
    expect(gapOf({ shapes: [cube] }, { position: [1.9, 0.3, 0.2], shapes: [cube] })).toBeCloseTo(-0.1, 12);
    expect(gapOf({ shapes: [cube] }, { position: [2, 2, 2], shapes: [ball] })).toBeCloseTo(Math.sqrt(3) - 0.5, 12);
    expect(gapOf({ shapes: [cube] }, { position: [2, 2, 0], shapes: [ball] })).toBeCloseTo(Math.SQRT2 - 0.5, 12);
    expect(gapOf({ shapes: [cube] }, { position: [0.2, 0, 0], shapes: [ball] })).toBeCloseTo(-1.3, 12);
    expect(gapOf({ shapes: [cube] }, { position: [0, 3, 0], orientation: turn, shapes: [cube] })).toBeCloseTo(2 - Math.SQRT2, 12);
    const rod = { kind: 'capsule', radius: 0.1, length: 2 } as const;
    const across = [Math.SQRT1_2, 0, 0, Math.SQRT1_2] as const;
    expect(gapOf({ shapes: [rod] }, { position: [0.7, 0, 0], orientation: across, shapes: [rod] })).toBeCloseTo(0.5, 12);
    expect(gapOf({ kind: 'fixed', shapes: [{ kind: 'half-space' }] }, { position: [0, 1.5, 0], shapes: [cube] })).toBeCloseTo(
      0.5,
      12,
    );
  });
});

describe.each(TIMED)('by %s', (name) => {
  const scheduler = SCHEDULERS[name];

  it.each(['atoms', 'billiards', 'bullet', 'cars', 'robots', 'avalanche'])(
    '%s: nothing is in anything but by what groups leave',
    (sceneName) => {
      const { options, steps, share } = SCENES_OF_TIME[sceneName];
      const scene = SCENES[sceneName].make({ seed: 1, ...options });
      const simulation = new Simulation(scene, { controls: CONTROLS, scheduler: name });
      const { world } = simulation;
      expect(deepestShare(world, () => simulation.step(), steps, { areTied: tiesOf(world) }).share).toBeLessThanOrEqual(share);
    },
  );

  it('spheres in a box: nothing is in anything', () => {
    const world = new World({ scheduler, settings: { gravity: [0, 0, 0] } });
    world.createMaterial('default', { restitution: 1, friction: 0 });
    const walls = [0, 1, 2].flatMap((axis) => [-1, 1].map((side) => ({ axis, side })));
    for (const { axis, side } of walls) {
      const at = (k: number) => (k === axis ? 0.6 * side : 0);
      const size = (k: number) => (k === axis ? 0.2 : 1.4);
      world.createBody({
        kind: 'fixed',
        position: [at(0), at(1), at(2)],
        shapes: [{ kind: 'box', size: [size(0), size(1), size(2)] }],
      });
    }
    const random = new Random(1);
    const some = () => random.uniform(-1, 1);
    for (let i = 0; i < 64; i++) {
      const [x, y, z] = [i % 4, Math.floor(i / 4) % 4, Math.floor(i / 16)].map((k) => (k + 0.5) / 4 - 0.5);
      world.createBody({ position: [x, y, z], velocity: [some(), some(), some()], shapes: [{ kind: 'sphere', radius: 0.05 }] });
    }
    expect(deepestShare(world, () => world.step(1 / 60), 30)).toEqual({ share: 0, pair: 'none' });
    expect(world.timeStatistics?.collisions).toBeGreaterThan(50);
  });

  it.each([3, 4, 5, 10, 11, 12, 13])('random crowd %i flies, bounces and rubs: nothing is in anything', (seed) => {
    const { world, dt } = makeCrowd(seed, 20, { methods: ['gsp', 'ncp', 'substeps', 'impulsive'], scheduler });
    expect(deepestShare(world, () => world.step(dt), 20)).toEqual({ share: 0, pair: 'none' });
    expect(world.timeStatistics?.groupEvents).toBe(0);
  });

  it.each([2, 8, 19, 62, 108])('random crowd %i has contact groups: no pair gets half way through', (seed) => {
    const { world, dt } = makeCrowd(seed, 20, { methods: ['gsp', 'ncp', 'substeps', 'impulsive'], scheduler });
    expect(deepestShare(world, () => world.step(dt), 25).share).toBeLessThan(DEEPEST);
  });
});

/** Scenes small enough, and how deep groups may be: what their method leaves [1]. */
const SCENES_OF_TIME: Record<string, { options: Record<string, unknown>; steps: number; share: number }> = {
  atoms: { options: { balls: 40, molecules: 20 }, steps: 60, share: 0 },
  billiards: { options: {}, steps: 40, share: 0 },
  bullet: { options: { plates: 10 }, steps: 15, share: 0.001 },
  cars: { options: { count: 1, pendulums: 4 }, steps: 60, share: 0.001 },
  robots: { options: { count: 1 }, steps: 60, share: 0.001 },
  avalanche: { options: { count: 20 }, steps: 120, share: 0.02 },
};

/** Which bodies a joint holds together, so that they do not touch. */
function tiesOf(world: World): (a: Body, b: Body) => boolean {
  const tied = new Set([...world.joints()].map(({ bodyA, bodyB }) => keyOf(bodyA, bodyB)));
  return (a, b) => tied.has(keyOf(a, b));
}

function keyOf(a: Body | null | undefined, b: Body | null | undefined): string {
  return [a?.id ?? -1, b?.id ?? -1].sort((p, q) => p - q).join();
}

describe('by fixed steps, with the last look', () => {
  it.each([20, 28, 29, 33, 53, 93, 124, 131, 133, 142])('random crowd %i: no pair gets half way through', (seed) => {
    const { world, dt, method } = makeCrowd(seed, 50);
    const { share, pair } = deepestShare(world, () => world.step(dt), 40);
    expect(share, `${method}: ${pair}`).toBeLessThan(DEEPEST);
  });

  it.each(Object.keys(SCENES_OF_TIME))('%s: no deeper than what the method leaves', (name) => {
    const { options, steps } = SCENES_OF_TIME[name];
    const scene = SCENES[name].make({ seed: 1, ...options });
    const simulation = new Simulation({ ...scene, scheduler: 'fixed' }, { controls: CONTROLS });
    const { world } = simulation;
    expect(deepestShare(world, () => simulation.step(), steps, { areTied: tiesOf(world) }).share).toBeLessThan(0.1);
  });
});
