// Storage moves when tables grow. A world that grows within a step must do what one does whose tables were large from the start.

import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { axisAngle } from '../../src/math/vector.js';
import type { Table } from '../../src/table/table.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';
import { ball, cube, GROUND, motion } from './contact-graph/parts.js';

vi.setConfig({ testTimeout: 60_000 });
const STEP = 1 / 60;
const SETTINGS = { 'ncp.iterations': 10 } as const;

/** A world whose tables have all been made to grow far beyond what follows, by a crowd that was then taken back. */
function pregrown(): World {
  const world = new World({ settings: SETTINGS });
  const empty = world.snapshot();
  for (let i = 0; i < 700; i++) world.createBody({ ...manyShapes(3, [0, 0, 0.3 * (i % 10)]), position: [4 * (i / 10), 0, 0] });
  world.step(STEP);
  world.restore(empty);
  for (const table of [world.store.nodes, world.store.shapes] as unknown as Table<never>[]) table.ensureCapacity(20_000);
  return world;
}

function manyShapes(count: number, at: Readonly<Vec3>) {
  const shapes = Array.from({ length: count }, (_, i) => {
    const position: Vec3 = [at[0] + 0.4 * (i % 8), at[1] + 0.4 * (Math.floor(i / 8) % 8), at[2] + 0.4 * Math.floor(i / 64)];
    return { kind: 'box', size: [0.39, 0.39, 0.39], position } as const;
  });
  return { shapes };
}

type Script = (world: World, step: number) => void;

/** Hundreds of bodies at once, many touching, while others are already at rest. */
const crowd: Script = (world, step) => {
  if (step === 0) {
    world.createBody(GROUND);
    world.createBody(cube([0, 0.5, 0]));
  }
  if (step === 3)
    for (let i = 0; i < 200; i++)
      world.createBody(cube([3 + 1.001 * (i % 20), 0.5 + Math.floor(i / 100), 1.001 * (Math.floor(i / 20) % 5)]));
  if (step === 5) {
    const random = new Random(2);
    for (let i = 0; i < 200; i++) world.createBody(ball([random.uniform(3, 20), random.uniform(4, 8), random.uniform(0, 5)]));
  }
};

/** Bodies of hundreds of shapes come down on each other: thousands of pairs and contacts out of nothing. */
const shapely: Script = (world, step) => {
  if (step === 0) {
    world.createBody(GROUND);
    world.createBody({ ...manyShapes(128, [0, 0, 0]), position: [0, 0.2, 0] });
  }
  if (step === 2) world.createBody({ ...manyShapes(256, [0, 0, 0]), position: [0.1, 3.41, 0.1] });
  if (step === 4)
    world.createBody({ ...manyShapes(256, [0, 0, 0]), position: [8, 0.2, 0], orientation: axisAngle([0, 1, 0], 0.3) });
};

/** Large composites made, broken and made again, with rules over hundreds of bodies. */
const attached: Script = (world, step) => {
  if (step === 0) world.createBody(GROUND);
  if (step === 1) {
    const members: Body[] = [];
    for (let i = 0; i < 200; i++) members.push(world.createBody(cube([1.001 * (i % 20), 0.5 + 1.001 * Math.floor(i / 20), 0])));
    world.createComposite({ name: 'sheet', members });
  }
  if (step === 4) {
    const others = Array.from({ length: 150 }, (_, i) =>
      world.createBody(ball([1.1 * (i % 15), 11 + 1.1 * Math.floor(i / 15), 0])),
    );
    world.createRule({ kind: 'ignore', between: others.slice(0, 70), and: others.slice(70) });
  }
  if (step === 8) world.find('sheet')?.remove();
  if (step === 9) world.createComposite({ members: [...world.bodies()].filter(({ kind }) => kind === 'rigid').slice(50, 150) });
};

describe('worlds that grow a lot in one step', () => {
  it.each([
    ['a crowd', crowd, 8],
    ['bodies of many shapes', shapely, 9],
    ['composites and rules', attached, 14],
  ] as const)('%s: move like worlds that had the room already', (_, script, steps) => {
    const growing = new World({ settings: SETTINGS });
    const roomy = pregrown();
    // The crowd that made the room has taken a step's numbers with it.
    expect([roomy.time, roomy.graph.nodeCount, roomy.graph.edgeCount]).toEqual([0, 0, 0]);
    for (let step = 0; step < steps; step++) {
      for (const world of [growing, roomy]) {
        script(world, step);
        world.step(STEP);
      }
      expect(motion(growing)).toEqual(motion(roomy));
      expect(growing.report).toEqual(roomy.report);
      expect(growing.graph.edgeCount).toBe(roomy.graph.edgeCount);
    }
    expect(growing.report.contacts).toBeGreaterThan(300);
    expect(motion(growing).flat().every(Number.isFinite)).toBe(true);
  });

  it('handles and names hold while tables grow', () => {
    const world = new World();
    const bodies = Array.from({ length: 500 }, (_, i) =>
      world.createBody(ball([2 * i, 0, 0], { name: `ball-${i}`, velocity: [i, 0, 0] })),
    );
    bodies.forEach((body, i) => {
      expect([body.name, body.position[0], body.velocity[0]]).toEqual([`ball-${i}`, 2 * i, i]);
      expect(world.find(`ball-${i}`)?.id).toBe(body.id);
    });
  });
});
