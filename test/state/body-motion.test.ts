// The motion of bodies, saved and put back one by one: what follows is what followed before, bit for bit.

import { describe, expect, it } from 'vitest';
import type { Stepper } from '../../src/index.js';
import { METHODS, Random, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';
import { BodyMotion, putMotionBack, saveMotion } from '../../src/state/body-motion.js';
import type { State } from '../../src/state/state.js';
import { motion } from '../detection/contact-graph/parts.js';

const DT = 1 / 100;
const NAMES = Object.keys(METHODS) as MethodName[];

/** A world and the state under it. */
function makeWorld(method: MethodName): { world: World; state: State } {
  const found: State[] = [];
  const stepper: Stepper = {
    ...METHODS[method],
    make(site) {
      found.push(site.state);
      return METHODS[method].make(site);
    },
  };
  const world = new World({ stepper, settings: { 'detection.coherence': 'exact' } });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return { world, state: found[0] };
}

/** Boxes, balls and a composite that fall on each other about x [m]. */
function addPile(world: World, x: number, seed: number): void {
  const random = new Random(seed);
  const at = (i: number): [number, number, number] => [x + random.uniform(-0.4, 0.4), 0.7 + 0.6 * i, random.uniform(-0.4, 0.4)];
  for (let i = 0; i < 8; i++) {
    const isBall = random.uniform(0, 1) < 0.4;
    world.createBody({
      position: at(i),
      shapes: [isBall ? { kind: 'sphere', radius: 0.3 } : { kind: 'box', size: [0.6, 0.5, 0.7] }],
    });
  }
  const members = [0, 1].map((k) =>
    world.createBody({ position: [x + 0.5 * k, 6, 0], shapes: [{ kind: 'box', size: [0.5, 0.4, 0.4] }] }),
  );
  world.createComposite({ members });
}

/** A chain of links with a motor, a limit, a spring and a gear, from the world at x [m], beside a pile. */
function addChain(world: World, x: number): void {
  const at = (i: number): [number, number, number] => [x + 0.6 * i, 4, 3];
  const joints = [0, 1, 2, 3].map((i) => {
    const body = world.createBody({ position: at(i), shapes: [{ kind: 'box', size: [0.5, 0.2, 0.2] }] });
    return { body, anchor: [x + 0.6 * i - 0.3, 4, 3] as [number, number, number] };
  });
  const made = joints.map(({ body, anchor }, i) =>
    world.createJoint({
      kind: 'revolute',
      ...(i > 0 && { bodyA: joints[i - 1].body }),
      bodyB: body,
      anchor,
      axis: [0, 0, 1],
      coordinates: {
        angle: [
          { motor: { kind: 'velocity', target: 8, maxForce: 500 } as const },
          { limits: [-0.2, 0.3] as const },
          { spring: { stiffness: 5 } },
          { friction: 0.5 },
        ][i],
      },
    }),
  );
  const end = (i: number) => ({ joint: made[i], coordinate: 'angle' });
  world.createCoupling({ first: end(2), second: end(3), ratio: -1 });
}

/** The rows of a state that step, about which the test is true. */
function moversOf({ bodies }: State, about: (x: number) => boolean): number[] {
  const { inverseMass, mover, position } = bodies.nodes.columns;
  const rows = Array.from({ length: bodies.nodes.size }, (_, row) => row);
  return rows.filter((row) => inverseMass[row] > 0 && mover[row] === row && about(position[3 * row]));
}

function save(state: State, rows: readonly number[]): BodyMotion[] {
  return rows.map((row) => {
    const saved = new BodyMotion();
    saveMotion(state, row, saved);
    return saved;
  });
}

describe.each(NAMES)('%s', (method) => {
  it('all bodies of a world put back one by one go the same way again', () => {
    const { world, state } = makeWorld(method);
    addPile(world, 0, 1);
    if ((METHODS[method] as Stepper).blocks?.includes('joint')) addChain(world, 0);
    for (let i = 0; i < 70; i++) world.step(DT);
    expect(world.report.contacts).toBeGreaterThan(4);
    const rows = moversOf(state, () => true);
    const saved = save(state, rows);
    const run = () =>
      Array.from({ length: 30 }, () => {
        world.step(DT);
        return motion(world);
      });
    const first = run();
    for (let i = rows.length - 1; i >= 0; i--) putMotionBack(state, rows[i], saved[i]);
    expect(run()).toEqual(first);
  });

  it('one island put back goes the same way again, and another goes on as it would have', () => {
    const { world, state } = makeWorld(method);
    const twin = makeWorld(method);
    for (const each of [world, twin.world]) {
      addPile(each, 0, 2);
      addPile(each, 50, 3);
      for (let i = 0; i < 70; i++) each.step(DT);
    }
    const rows = moversOf(state, (x) => x < 25);
    const saved = save(state, rows);
    const near = (bodies: number[][]) => bodies.filter(([x]) => x < 25);
    const far = (bodies: number[][]) => bodies.filter(([x]) => x > 25);
    const run = (each: World) =>
      Array.from({ length: 20 }, () => {
        each.step(DT);
        return motion(each);
      });
    const first = run(world);
    const others = [...run(twin.world), ...run(twin.world)];
    rows.forEach((row, i) => {
      putMotionBack(state, row, saved[i]);
    });
    const second = run(world);
    expect(second.map(near)).toEqual(first.map(near));
    expect([...first, ...second].map(far)).toEqual(others.map(far));
  });
});

describe('the room that a motion takes', () => {
  it('is below 1 KB with ten contacts', () => {
    const { world, state } = makeWorld('gsp');
    const box = { kind: 'box', size: [1, 1, 1] } as const;
    world.createBody({ position: [0, 0.5, 0], shapes: [box] });
    const above = [-0.5, 0.5].map((x) => world.createBody({ position: [x, 1.5, 0], shapes: [box] }));
    for (let i = 0; i < 50; i++) world.step(DT);
    const [row] = moversOf(state, (x) => Math.abs(x) < 0.1);
    const saved = new BodyMotion();
    saveMotion(state, row, saved);
    expect(above.length).toBe(2);
    expect([...world.graph.edges()].flatMap(({ contacts }) => contacts).length).toBeGreaterThanOrEqual(12);
    expect(saved.bytes).toBeLessThan(1024);
  });
});
