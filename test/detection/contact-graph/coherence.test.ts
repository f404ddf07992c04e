// What coherence saves, and that the exact kind changes nothing.

import { describe, expect, it, vi } from 'vitest';
import { wall } from '../../../scenes/wall.js';
import type { BodyDescriptor } from '../../../src/bodies/descriptors.js';
import { Random } from '../../../src/math/random.js';
import { axisAngle } from '../../../src/math/vector.js';
import { Simulation } from '../../../src/scene/simulation.js';
import type { Settings } from '../../../src/settings.js';
import type { ShapeDescriptor } from '../../../src/shapes/shape-kinds.js';
import type { Body } from '../../../src/world.js';
import { World } from '../../../src/world.js';
import { ball, cube, difference, GROUND, motion } from './parts.js';

vi.setConfig({ testTimeout: 60_000 });
const STEP = 1 / 60;

interface SceneAtWork {
  world: World;
  /** What happens before a step. */
  before?(step: number): void;
}
type Scene = (settings: Partial<Settings>) => SceneAtWork;

function stack(settings: Partial<Settings>): SceneAtWork {
  const world = new World({ settings });
  world.createBody(GROUND);
  for (let i = 0; i < 6; i++) world.createBody(cube([0.02 * i, 0.5 + i, 0]));
  return { world };
}

function bricks(settings: Partial<Settings>): SceneAtWork {
  const world = new World({ settings });
  for (const body of wall({ seed: 1, courses: 5, length: 5 }).bodies ?? []) world.createBody(body as BodyDescriptor);
  return { world };
}

const SHAPES: readonly ShapeDescriptor[] = [
  { kind: 'sphere', radius: 0.4 },
  { kind: 'box', size: [0.8, 0.5, 0.6] },
  { kind: 'capsule', radius: 0.25, length: 0.5 },
  { kind: 'cylinder', radius: 0.35, height: 0.6 },
  {
    kind: 'hull',
    points: [
      [0.5, 0, 0],
      [-0.4, 0.1, 0],
      [0, 0.5, 0.1],
      [0, -0.4, 0],
      [0.1, 0, 0.5],
      [0, 0, -0.5],
    ],
  },
];

/** Shapes of all kinds fall onto a slope and roll down it. */
function mixed(settings: Partial<Settings>): SceneAtWork {
  const world = new World({ settings });
  const random = new Random(4);
  world.createBody({ ...GROUND, orientation: axisAngle([0, 0, 1], -0.2) });
  for (let i = 0; i < 25; i++) {
    const position = [random.uniform(-2, 2), 1.5 + 0.5 * i, random.uniform(-1, 1)] as const;
    world.createBody({ shapes: [SHAPES[i % SHAPES.length]], position, orientation: axisAngle([1, i, 2], i) });
  }
  return { world };
}

function composites(settings: Partial<Settings>): SceneAtWork {
  const world = new World({ settings });
  world.createBody(GROUND);
  for (let i = 0; i < 5; i++) {
    const y = 1 + 1.5 * i;
    const members = [
      world.createBody(cube([0.1 * i, y, 0])),
      world.createBody(cube([0.1 * i + 1, y, 0])),
      world.createBody(ball([0.1 * i, y, 1])),
    ];
    world.createComposite({ members });
  }
  return { world };
}

/** A pile from which bodies are taken, to which others are added, and of which some are switched off for a while. */
function changing(settings: Partial<Settings>): SceneAtWork {
  const { world } = stack(settings);
  const bodies: Body[] = [...world.bodies()].slice(1);
  for (let i = 0; i < 4; i++) bodies.push(world.createBody(ball([2, 0.5 + i, 0])));
  return {
    world,
    before(step) {
      if (step === 40) bodies[1].remove();
      if (step === 80) bodies.push(world.createBody(cube([0.3, 8, 0.2])));
      if (step === 100) bodies[3].active = false;
      if (step === 130) bodies[3].active = true;
      if (step === 150) bodies[6].remove();
      if (step === 160) bodies.push(world.createBody(ball([0, 6, 0])));
    },
  };
}

const SCENES: readonly [string, Scene, number][] = [
  ['a stack', stack, 250],
  ['a wall of bricks', bricks, 200],
  ['mixed shapes that roll', mixed, 250],
  ['composites', composites, 250],
  ['bodies that come and go', changing, 250],
];

describe('exact coherence', () => {
  it.each(SCENES)('moves %s as detection without coherence does, bit for bit', (_, build, steps) => {
    const exact = build({ 'detection.coherence': 'exact' });
    const off = build({ 'detection.coherence': 'off' });
    for (let step = 0; step < steps; step++) {
      for (const { world, before } of [exact, off]) {
        before?.(step);
        world.step(STEP);
      }
      expect(motion(exact.world)).toEqual(motion(off.world));
      expect(off.world.report.narrowPhaseSkipped).toBe(0);
      expect(exact.world.report.narrowPhaseTests + exact.world.report.narrowPhaseSkipped).toBe(off.world.report.narrowPhaseTests);
    }
  });

  it('asks again when a velocity turns round, though no body has moved', () => {
    // A box level with the top of a fixed one, a hair beside it: its speed decides how far is looked, its direction whether they meet.
    const motionAfter = (coherence: Settings['detection.coherence']): number[] => {
      const world = new World({ settings: { gravity: [0, 0, 0], 'detection.coherence': coherence } });
      world.createBody({ ...cube([0, 0, 0]), kind: 'fixed' });
      const slider = world.createBody({ ...cube([1.005, 0.9999, 0]), velocity: [0, 0, 0] });
      world.step(STEP);
      slider.velocity = [0, 1e-9, 0];
      world.step(STEP);
      const { position } = slider;
      for (const velocity of [
        [3, 0, 0],
        [-3, 0, 0],
      ] as const) {
        slider.position = position;
        slider.velocity = velocity;
        world.step(STEP);
      }
      return [...slider.position, ...slider.velocity];
    };
    expect(motionAfter('exact')).toEqual(motionAfter('off'));
  });

  it('does skip something: bodies at absolute rest', () => {
    const world = new World({ settings: { gravity: [0, 0, 0], 'detection.coherence': 'exact' } });
    for (let i = 0; i < 5; i++) world.createBody(cube([i, 0, 0]));
    world.step(STEP);
    world.step(STEP);
    expect(world.report.narrowPhaseSkipped).toBe(4);
    expect(world.report.narrowPhaseTests).toBe(0);
  });
});

describe('tolerant coherence', () => {
  it('skips at least 95 % of the tests in a settled wall of 200 bricks, with all settings at their defaults', () => {
    const { world, dt } = new Simulation(wall({ seed: 1 }));
    expect([...world.bodies()]).toHaveLength(201);
    for (let step = 0; step < 100; step++) world.step(dt);
    let tests = 0;
    let skipped = 0;
    for (let step = 0; step < 200; step++) {
      world.step(dt);
      tests += world.report.narrowPhaseTests;
      skipped += world.report.narrowPhaseSkipped;
    }
    expect(skipped / (tests + skipped)).toBeGreaterThanOrEqual(0.95);
    // A wall that had fallen apart would have little to test.
    expect(world.report.contacts).toBeGreaterThan(1500);
    expect(world.measurePenetration()).toBeLessThan(0.01);
  });

  it('keeps a settled stack where it is', () => {
    const { world } = stack({});
    for (let step = 0; step < 300; step++) world.step(STEP);
    const settled = motion(world).map((row) => row.slice(0, 7));
    for (let step = 0; step < 300; step++) world.step(STEP);
    const later = motion(world).map((row) => row.slice(0, 7));
    expect(difference(settled, later)).toBeLessThan(1e-3);
  });
});
