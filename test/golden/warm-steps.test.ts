// A warm step allocates nothing that stays, and next to nothing that does not.

import { describe, expect, it } from 'vitest';
import { MOST_ALLOCATED, MOST_KEPT, measureHeap } from './measure-heap.js';

const STEP = {
  act: 'world.step(0.01);',
  facts: '{ contacts: world.report.contacts, tests: world.report.narrowPhaseTests }',
};

describe('1000 warm steps of the wall', () => {
  const WALL = 'const { world } = new Simulation(wall({ seed: 1 }));';
  const { allocated, kept, facts } = measureHeap({ ...STEP, make: WALL, warmUp: 2500, times: 1000 });

  it('grow the heap by less than 64 KB', () => {
    expect(facts.contacts).toBeGreaterThan(1500);
    expect(kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate nothing for each body or contact', () => {
    // One number a contact and step would be more than 20 MB; what remains are a few numbers a step in code that runs too seldom
    // to be compiled.
    expect(allocated).toBeLessThan(MOST_ALLOCATED);
  });
});

describe('100 warm steps of boxes in a heap', () => {
  const HEAP = `
    const world = new World({ settings: { 'sleeping.enabled': 'off' } });
    const size = [4, 20, 4];
    for (const [x, y, z] of [[0, -10, 0], [4, 10, 0], [-4, 10, 0], [0, 10, 4], [0, 10, -4]])
      world.createBody({ kind: 'fixed', position: [x, y, z], shapes: [{ kind: 'box', size }] });
    const q = Math.SQRT1_2;
    for (let i = 0; i < 256; i++) {
      const position = [(i % 4) - 1.5, 1 + Math.floor(i / 16), (Math.floor(i / 4) % 4) - 1.5];
      const orientation = [[q, 0, 0.6 * q, 0.8 * q], [0, 0.28, 0, 0.96], [0.48, 0.36, 0, 0.8]][i % 3];
      world.createBody({ position, orientation, shapes: [{ kind: 'box', size: [0.6, 0.5, 0.5] }] });
    }
  `;
  // After 600 steps most lie, and all are asked in every step whether their contacts can hold them.
  const { allocated, kept, facts } = measureHeap({ ...STEP, make: HEAP, warmUp: 600, times: 100 });

  it('grow the heap by less than 64 KB', () => {
    expect(facts.contacts).toBeGreaterThan(800);
    expect(kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate nothing for each contact that may hold a body', () => {
    // It was 3 MB when numbers were handed from function to function while impulses are shared out.
    expect(allocated).toBeLessThan(MOST_ALLOCATED);
  });
});

describe('1000 warm steps of balls that spin on cubes that sleep', () => {
  const ROW = `
    const world = new World({ settings: { 'sleeping.enabled': 'on' } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 40; i++) world.createBody({ position: [i, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    for (let i = 0; i < 40; i += 2) {
      const shapes = [{ kind: 'sphere', radius: 0.4 }];
      world.createBody({ position: [i + 0.2, 1.4, 0], angularVelocity: [0, 7, 0], shapes });
    }
  `;
  const facts = '{ asleep: world.report.asleep, contacts: world.report.contacts }';
  const measured = measureHeap({ ...STEP, facts, make: ROW, warmUp: 2500, times: 1000 });

  it('grow the heap by less than 64 KB', () => {
    expect(measured.facts).toEqual({ asleep: 40, contacts: 20 });
    expect(measured.kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate nothing for each sleeper that is watched', () => {
    expect(measured.allocated).toBeLessThan(MOST_ALLOCATED);
  });
});

describe('500 warm steps of meshes that slide', () => {
  const CUBES = `
    const world = new World({ stepper: METHODS.ncp });
    world.createMaterial('default', { friction: 0 });
    const vertices = [];
    for (let i = 0; i < 8; i++) vertices.push(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
    world.createMesh('cube', {
      vertices,
      triangles: [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
    });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 10; i++)
      world.createBody({ position: [0, 0.5, 2 * i], velocity: [2, 0, 0], shapes: [{ kind: 'mesh', mesh: 'cube' }] });
  `;
  const { allocated, kept, facts } = measureHeap({ ...STEP, make: CUBES, warmUp: 1000, times: 500 });

  it('grow the heap by less than 64 KB', () => {
    expect(facts.tests).toBe(10);
    expect(facts.contacts).toBeGreaterThanOrEqual(30);
    expect(kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate nothing for each sample of a surface', () => {
    // One number a sample, of which a face has hundreds, would be 50 MB; what remains are about a dozen numbers a pair of shapes.
    expect(allocated).toBeLessThan(MOST_ALLOCATED);
  });
});

describe('500 warm steps of joints', () => {
  const MECHANISMS = `
    const world = new World();
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const box = (position, size) => world.createBody({ position, shapes: [{ kind: 'box', size }] });
    const hinge = (bodyA, bodyB, anchor, angle) =>
      world.createJoint({ kind: 'revolute', ...(bodyA && { bodyA }), bodyB, anchor, axis: [0, 0, 1], coordinates: { angle } });
    // An arm of seven links.
    let last;
    for (let i = 0; i < 7; i++) {
      const link = box([0.3 * i + 0.15, 4, 0], [0.3, 0.1, 0.1]);
      hinge(last, link, [0.3 * i, 4, 0], { damping: 0.5, motor: { kind: 'force', target: 3, maxForce: 50 } });
      last = link;
    }
    // A trunk with arms and legs that falls onto the ground.
    const trunk = box([10, 0.3, 0], [0.6, 0.2, 0.4]);
    for (const [x, z] of [[0.3, -0.3], [0.3, 0.3], [-0.4, -0.1], [-0.4, 0.1]]) {
      const outwards = Math.sign(x) * 0.3;
      const upper = box([10 + x + outwards / 2, 0.3, z], [0.3, 0.1, 0.1]);
      const lower = box([10 + x + 1.5 * outwards, 0.3, z], [0.3, 0.1, 0.1]);
      world.createJoint({ kind: 'ball', bodyA: trunk, bodyB: upper, anchor: [10 + x, 0.3, z], coordinates: { swing: { limits: [0, 1] } } });
      hinge(upper, lower, [10 + x + outwards, 0.3, z], { limits: [-0.5, 0.5], friction: 0.1 });
    }
    // A four-bar loop whose crank turns.
    const crank = box([20, 4.25, 0], [0.05, 0.5, 0.05]);
    const coupler = box([20.75, 4.75, 0], [1.58, 0.05, 0.05]);
    const rocker = box([21.5, 4.5, 0], [0.05, 1, 0.05]);
    hinge(undefined, crank, [20, 4, 0], { motor: { kind: 'velocity', target: 2, maxForce: 1000 } });
    hinge(crank, coupler, [20, 4.5, 0], {});
    hinge(coupler, rocker, [21.5, 5, 0], {});
    hinge(undefined, rocker, [21.5, 4, 0], {});
  `;
  const { allocated, kept, facts } = measureHeap({ ...STEP, make: MECHANISMS, warmUp: 1000, times: 500 });

  it('grow the heap by less than 64 KB', () => {
    expect(facts.contacts).toBeGreaterThanOrEqual(12);
    expect(kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate nothing for each joint', () => {
    // One number a row of a joint, wherever rows are written or looked at, would be 15 MB.
    expect(allocated).toBeLessThan(MOST_ALLOCATED);
  });
});

/** For each step of 60 balls and 60 molecules [bytes]: what scripts and collisions take, and one number for each look at a pair. */
const OF_ATOMS = 40_000;

describe('100 warm steps of atoms by time warp', () => {
  const ATOMS = `
    const { SCENES } = await import('./dist/scenes/index.js');
    const scene = SCENES.atoms.make({ seed: 1, balls: 60, molecules: 60 });
    const { world } = new Simulation({ ...scene, scheduler: 'timewarp' });
  `;
  const facts = '{ collisions: world.timeStatistics.collisions }';
  const probe = { act: 'world.step(0.01);', facts, make: ATOMS, warmUp: 300, times: 100 };
  const { allocated, kept } = measureHeap(probe, 100 * OF_ATOMS);

  it('grow the heap by less than 64 KB', () => {
    expect(kept).toBeLessThan(MOST_KEPT);
  });

  it('allocate little for each look at a pair', () => {
    expect(allocated).toBeLessThan(100 * OF_ATOMS);
  });
});
