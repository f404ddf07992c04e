// A world's contact problems: they are those of its next step, and asking for them leaves no trace.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { METHODS, SOLVERS, World } from '../../src/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import { rowsOfSparse, solveByNewton } from '../../src/solvers/index.js';
import { addGround, G, makeWorld } from '../physics/laboratory.js';

const rising = (one: number, other: number) => one - other;

describe('asking for the contact problems', () => {
  it.each([
    ['wall', { courses: 4, length: 5 }],
    ['arch', {}],
    ['ball-grid', { side: 3 }],
    ['office-toy', {}],
  ])('changes nothing of %s %o, now or later', (name, options) => {
    const [asked, left] = [0, 1].map(() => new Simulation(SCENES[name].make({ seed: 2, ...options })));
    for (let step = 0; step < 12; step++) {
      const hash = asked.world.hash();
      const report = { ...asked.world.report };
      const problems = asked.world.contactProblems(step % 2 === 0 ? asked.dt : 0.003);
      expect(problems.length).toBeGreaterThan(0);
      expect(asked.world.hash()).toBe(hash);
      expect(asked.world.report).toEqual(report);
      asked.step();
      left.step();
      expect(asked.world.hash()).toBe(left.world.hash());
    }
  });

  it('raises no events, and takes none away', () => {
    const { world } = new Simulation(SCENES.stack.make({ seed: 1 }), { settings: { events: 'queue' } });
    for (let step = 0; step < 30; step++) world.step(0.01);
    world.contactProblems(0.01);
    const events = [...world.events.take()];
    expect(events.length).toBeGreaterThan(0);
    for (const { time } of events) expect(time).toBeLessThan(0.3 + 1e-9);
  });

  it('is refused for a step that makes no sense, and in the middle of one', () => {
    const world = makeWorld();
    expect(() => world.contactProblems(0)).toThrow(/^dt is 0, but must be/);
    expect(() => world.contactProblems(Number.NaN)).toThrow(/^dt is NaN/);
    let inside: unknown;
    world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'sphere', radius: 1 }],
      motion: {
        kind: 'function',
        pose: () => {
          if (world.time === 0) return;
          try {
            world.contactProblems(0.01);
          } catch (error) {
            inside = error;
          }
        },
      },
    });
    world.step(0.01);
    world.step(0.01);
    expect(String(inside)).toMatch(/in the middle of a step/);
  });

  it('gives none where nothing touches', () => {
    const world = makeWorld();
    world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }], mass: 1 });
    expect(world.contactProblems(0.01)).toEqual([]);
  });
});

describe('the problems of a world', () => {
  /** Two balls on the ground, apart from each other, one of them under a third. */
  function makeBalls(): World {
    const world = new World({ stepper: METHODS.ncp, solver: SOLVERS.direct, settings: { gravity: [0, -G, 0] } });
    addGround(world);
    for (const [x, y, mass] of [
      [0, 0.5, 2],
      [5, 0.5, 3],
      [5, 1.5, 4],
    ]) {
      world.createBody({ position: [x, y, 0], shapes: [{ kind: 'sphere', radius: 0.5 }], mass });
    }
    return world;
  }

  it('are one a group, three rows a contact', () => {
    expect(
      makeBalls()
        .contactProblems(0.01)
        .map((problem) => problem.b.length),
    ).toEqual([3, 6]);
  });

  it('have A = J M^-1 J^T: of balls in a column, 1/m on the normals and the couplings of neighbours', () => {
    const [single, column] = makeBalls().contactProblems(0.01);
    expect(rowsOfSparse(single.A)[0][0]).toBeCloseTo(1 / 2, 14);
    // Tangent rows of a ball: 1/m + r^2 / (2/5 m r^2) = 7 / (2 m).
    expect(rowsOfSparse(single.A)[1][1]).toBeCloseTo(7 / 4, 14);
    const A = rowsOfSparse(column.A);
    expect(A[0][0]).toBeCloseTo(1 / 3, 14);
    expect(A[3][3]).toBeCloseTo(1 / 3 + 1 / 4, 14);
    expect(Math.abs(A[0][3])).toBeCloseTo(1 / 3, 14);
    expect(A[3][0]).toBe(A[0][3]);
    expect(column.mu).toEqual(Float64Array.of(0, 0.5, 0.5, 0, 0.5, 0.5));
    expect(column.normal).toEqual(Int32Array.of(-1, 0, 0, -1, 3, 3));
    expect(column.partner).toEqual(Int32Array.of(-1, 2, 1, -1, 5, 4));
  });

  it('have lambdas that are the impulses of the step that follows', () => {
    const world = makeBalls();
    const found = world.contactProblems(0.01).map((problem) => [...solveByNewton(problem).lambda].filter((_, i) => i % 3 === 0));
    expect(found[0][0]).toBeCloseTo(2 * G * 0.01, 12);
    expect(found[1].sort(rising)).toEqual([expect.closeTo(4 * G * 0.01, 12), expect.closeTo(7 * G * 0.01, 12)]);
    world.step(0.01);
    const impulses = [...world.graph.edges()].flatMap((edge) => edge.contacts.map((contact) => contact.normalImpulse));
    expect(impulses.sort(rising)).toEqual(
      found
        .flat()
        .sort(rising)
        .map((value) => expect.closeTo(value, 12)),
    );
  });

  it('are of squares or of discs, as the setting of friction says', () => {
    const world = makeBalls();
    world.set('contact.friction', 'pyramid');
    for (const { partner } of world.contactProblems(0.01)) expect(new Set(partner)).toEqual(new Set([-1]));
  });

  it('have all contacts in them, bouncy ones that are still apart too: as gaps that may close', () => {
    const dt = 0.01;
    const world = new World({ stepper: METHODS.ncp, settings: { gravity: [0, 0, 0] } });
    world.createMaterial('default', { friction: 0.5, restitution: 0.8 });
    addGround(world);
    // One ball hits the ground; the one above it is a gap away that it does not close.
    const gap = 0.004;
    const radius = 0.5;
    world.createBody({ position: [0, radius, 0], shapes: [{ kind: 'sphere', radius }], mass: 1, velocity: [0, -2, 0] });
    world.createBody({ position: [0, 3 * radius + gap, 0], shapes: [{ kind: 'sphere', radius }], mass: 1, velocity: [0, -2, 0] });
    const [problem] = world.contactProblems(dt);
    expect(problem.b.length).toBe(6);
    const normals = [0, 3].map((row) => problem.b[row]).sort(rising);
    // Of the one, minus the closing speed and the bounce; of the other, the gap over the step, give or take the width of touching.
    expect(normals[0]).toBeCloseTo(-2 - 0.8 * 2, 12);
    expect(Math.abs(normals[1] - gap / dt)).toBeLessThan(0.1 * (gap / dt));
    // Newton's ball leaves the ground and meets the other: both conditions hold.
    const { lambda, w } = solveByNewton(problem);
    for (const row of [0, 3]) {
      expect(lambda[row]).toBeGreaterThan(0);
      expect(w[row]).toBeCloseTo(0, 12);
    }
  });
});
