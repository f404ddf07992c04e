// Islands with joints as groups: chains, motors, gears and multibodies with controls that remember.

import { describe, expect, it } from 'vitest';
import type { Joint, MethodName, Scheduler, TimeScheduler, Vec3 } from '../../../src/index.js';
import { METHODS, SCHEDULERS, stepBodies, World } from '../../../src/index.js';
import { Groups } from '../../../src/schedulers/groups/groups.js';
import { takeEdgesAway } from '../../../src/schedulers/groups/state-words.js';
import type { State } from '../../../src/state/state.js';
import { motion } from '../../detection/contact-graph/parts.js';
import { DT, scheduled } from './scenes.js';

const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));
const PLACES = [0, 20];

/** A chain that falls on the ground and drives a wheel by a gear, and an arm whose control counts in a slot. */
function addMachines(world: World, x: number): void {
  const links = [0, 1, 2].map((i) =>
    world.createBody({ position: [x + 0.5 * i, 0.6, 0], shapes: [{ kind: 'box', size: [0.4, 0.2, 0.2] }], mass: 1 }),
  );
  const motor = { kind: 'velocity', target: 1, maxForce: 30 } as const;
  for (let i = 0; i < 2; i++) {
    world.createJoint({
      name: `${x}-${i}`,
      kind: 'revolute',
      bodyA: links[i],
      bodyB: links[i + 1],
      anchor: [x + 0.5 * i + 0.25, 0.6, 0],
      axis: [0, 0, 1],
      coordinates: { angle: { limits: [-0.4, 0.4], motor } },
    });
  }
  const wheel = world.createBody({ position: [x, 5, 3], shapes: [{ kind: 'sphere', radius: 0.2 }] });
  const axle = world.createJoint({ kind: 'revolute', bodyB: wheel, anchor: [x, 5, 3] });
  world.createCoupling({
    first: { joint: `${x}-0`, coordinate: 'angle' },
    second: { joint: axle, coordinate: 'angle' },
    ratio: 2,
  });
  world.createMultibody({
    links: [{ position: [x + 0.5, 3, 0], shapes: [{ kind: 'box', size: [1, 0.1, 0.1] }] }],
    joints: [{ kind: 'revolute', bodyB: 0, anchor: [x, 3, 0], axis: [0, 0, 1], coordinates: { angle: { motor } } }],
    slots: [0],
    control: (own) => {
      own.slots[0]++;
      own.joints[0].coordinates[0].target = own.slots[0] % 3;
    },
  });
}

function makeWorld(method: MethodName, scheduler?: ReturnType<typeof scheduled>): World {
  const world = new World({ stepper: METHODS[method], ...(scheduler && { scheduler }) });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (const x of PLACES) addMachines(world, x);
  return world;
}

function moversAt({ bodies }: State, x: number): number[] {
  const { inverseMass, position } = bodies.nodes.columns;
  const rows = Array.from({ length: bodies.nodes.size }, (_, row) => row);
  return rows.filter((row) => inverseMass[row] > 0 && Math.abs(position[3 * row] - x) < 8);
}

describe.each(KNOWING)('%s', (method) => {
  it('machines in groups go as by `fixed`, though each step is taken three times', () => {
    let groups: Groups | undefined;
    let slots: number[] = [];
    const parts = makeWorld(
      method,
      scheduled((stages, dt) => {
        groups ??= new Groups(stages);
        const g = groups;
        if (slots.length === 0) slots = PLACES.map((x) => g.found(moversAt(stages.state, x)));
        slots = slots.map((slot) => {
          const end = g.states.timeOf(slot) + dt;
          g.release(g.step(slot, dt, end));
          g.release(g.step(slot, dt / 2, g.states.timeOf(slot) + dt / 2));
          const next = g.step(slot, dt, end);
          g.release(slot);
          return next;
        });
        for (const slot of slots) g.states.restore(slot);
      }),
    );
    const whole = makeWorld(method);
    for (let i = 0; i < 10; i++) {
      for (const world of [whole, parts]) world.step(DT);
      expect(motion(parts), `step ${i}`).toEqual(motion(whole));
    }
  });

  it('what joints or gears connect is one part, and is never a flight', () => {
    let parts: number[][] = [];
    const world = makeWorld(
      method,
      scheduled((stages, dt) => {
        const groups = new Groups(stages, dt);
        const slot = groups.found([...moversAt(stages.state, 0), ...moversAt(stages.state, 20)]);
        const next = groups.step(slot, dt, stages.time + dt);
        const { states } = groups;
        const places = Array.from({ length: states.members.moverCount(states.groupOf(next)) }, (_, i) => i);
        parts = Array.from({ length: states.partCount(next) }, (_, part) =>
          places.filter((i) => states.partOf(next, i) === part),
        );
        for (let part = 0; part < parts.length; part++) expect(states.isFlying(next, part)).toBe(false);
      }),
    );
    world.step(DT);
    expect(parts).toEqual([[0, 1, 2, 3], [4], [5, 6, 7, 8], [9]]);
  });
});

describe.each(['timewarp', 'retroactive', 'conservative'] as const)('%s', (name) => {
  /** Three links, the first of which is hinged to the world, and the joint between it and the second. */
  function hang(scheduler: Scheduler | TimeScheduler): { world: World; middle: Joint } {
    const world = new World({ scheduler });
    const size: Vec3 = [0.4, 0.1, 0.1];
    const links = [0, 1, 2].map((i) =>
      world.createBody({ name: `link-${i}`, position: [0.6 * i, 9, 0], shapes: [{ kind: 'box', size }], mass: 1 }),
    );
    world.createJoint({ kind: 'revolute', bodyB: links[0], anchor: [-0.3, 9, 0], axis: [0, 0, 1] });
    const between = { kind: 'revolute', axis: [0, 0, 1] } as const;
    const middle = world.createJoint({ ...between, bodyA: links[0], bodyB: links[1], anchor: [0.3, 9, 0] });
    world.createJoint({ kind: 'ball', bodyA: links[1], bodyB: links[2], anchor: [0.9, 9, 0] });
    return { world, middle };
  }

  it('links whose joint is passive go apart as where it is removed', () => {
    const worlds = ['turned off', 'removed'].map((how) => {
      const { world, middle } = hang(SCHEDULERS[name]);
      for (let i = 0; i < 10; i++) world.step(DT);
      if (how === 'removed') middle.remove();
      else middle.active = false;
      for (let i = 0; i < 40; i++) world.step(DT);
      return motion(world);
    });
    expect(worlds[0]).toEqual(worlds[1]);
  });
});

it('the edge of a passive joint keeps no contacts where those of its bodies are taken away', () => {
  let state: State | undefined;
  const scheduler = scheduled((stages, dt) => {
    state = stages.state;
    stepBodies(stages, dt);
  });
  const world = new World({ scheduler, settings: { gravity: [0, 0, 0] } });
  const [a, b] = [0, 0.5].map((x) => world.createBody({ position: [x, 0, 0], shapes: [{ kind: 'sphere', radius: 0.25 }] }));
  world.createJoint({ kind: 'ball', bodyA: a, bodyB: b, anchor: [0.25, 0, 0] }).active = false;
  world.step(DT);
  const { graph } = state as unknown as State;
  const edge = graph.find(a.row, b.row);
  expect(graph.edges.columns.contactCount[edge]).toBe(1);
  takeEdgesAway(state as unknown as State, a.row);
  expect(graph.find(a.row, b.row)).toBe(edge);
  expect(graph.edges.columns.contactCount[edge]).toBe(0);
});
