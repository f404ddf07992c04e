// Islands that joints and gears make, stepped one after the other by a scheduler of one's own, go the same way as
// together. None of them is stepped in part.

import { describe, expect, it } from 'vitest';
import type { MethodName, Scheduler, Vec3 } from '../../src/index.js';
import { METHODS, stepBodies, World } from '../../src/index.js';
import type { State } from '../../src/state/state.js';

const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
/** A power of two: the sum of steps of any length is then exact. */
const DT = 1 / 32;
const STEPS = 4;
const PLACES = [0, 40];

function scheduled(advance: Scheduler['advance']): Scheduler {
  return { name: 'of a test', offers: ['second-detection'], advance };
}

/** The rows of what moves about x [m]. */
function moversAt({ bodies }: State, x: number): number[] {
  const { inverseMass, position } = bodies.nodes.columns;
  const rows = Array.from({ length: bodies.nodes.size }, (_, row) => row);
  return rows.filter((row) => inverseMass[row] > 0 && Math.abs(position[3 * row] - x) < 8);
}

/** A chain on a rope that falls on the ground, one of whose hinges drives a wheel far from it by a gear. */
function addMachine(world: World, x: number): void {
  const links = [0, 1, 2, 3].map((i) =>
    world.createBody({
      name: `${x}-${i}`,
      position: [x + 0.5 * i, 1, 0],
      shapes: [{ kind: 'box', size: [0.4, 0.2, 0.2] }],
      mass: 1,
    }),
  );
  const motor = { kind: 'velocity', target: 1, maxForce: 3 } as const;
  for (const [i, kind] of (['revolute', 'ball', 'universal'] as const).entries()) {
    const anchor: Vec3 = [x + 0.5 * i + 0.25, 1, 0];
    world.createJoint({
      name: `${x}-${kind}`,
      kind,
      bodyA: links[i],
      bodyB: links[i + 1],
      anchor,
      axis: [0, 0, 1],
      ...(kind === 'revolute' && { coordinates: { angle: { limits: [-0.3, 0.3], friction: 0.1, motor } } }),
    });
  }
  const length = { limits: [0, 2.2] } as const;
  world.createJoint({ kind: 'distance', bodyB: links[0], frameA: { position: [x, 3, 0] }, coordinates: { length } });
  const wheel = world.createBody({ position: [x, 5, 3], shapes: [{ kind: 'sphere', radius: 0.2 }] });
  const axle = world.createJoint({ kind: 'revolute', bodyB: wheel, anchor: [x, 5, 3] });
  const first = { joint: `${x}-revolute`, coordinate: 'angle' };
  world.createCoupling({ first, second: { joint: axle, coordinate: 'angle' }, ratio: 2 });
}

function makeWorld(method: MethodName, scheduler: Scheduler): World {
  const world = new World({ stepper: METHODS[method], scheduler, settings: { 'detection.coherence': 'exact' } });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (const x of PLACES) addMachine(world, x);
  return world;
}

const together = scheduled((stages, dt) => {
  for (let i = 0; i < STEPS; i++) stepBodies(stages, dt / STEPS);
});
const inTurn = scheduled((stages, dt) => {
  for (const x of [...PLACES].reverse()) {
    const movers = moversAt(stages.state, x);
    for (let i = 0; i < STEPS; i++) stepBodies(stages, dt / STEPS, movers);
  }
});

describe.each(KNOWING)('%s', (method) => {
  it('machines that are stepped one after the other go the same way as together', () => {
    const [whole, parts] = [makeWorld(method, together), makeWorld(method, inTurn)];
    for (let i = 0; i < 30; i++) {
      for (const world of [whole, parts]) world.step(DT);
      expect(parts.hash(), `step ${i}`).toBe(whole.hash());
    }
  });

  it('a part of a machine is refused, and the world is what it was', () => {
    const cut = scheduled((stages, dt) => stepBodies(stages, dt, moversAt(stages.state, PLACES[0]).slice(0, 2)));
    const world = makeWorld(method, cut);
    const before = world.hash();
    expect(() => world.step(DT)).toThrow('Body "0-1" cannot be stepped alone: it is of one island with body "0-2".');
    expect(world.hash()).toBe(before);
  });
});
