// Impulses that bring mechanisms in contact to rest: they are found where there are any, and within all laws; where
// there are none, none are found.

import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vector.js';
import * as contact from '../../src/solvers/contact-record.js';
import { FOUND, HOLDS, IslandHold, REFUSES } from '../../src/solvers/hold-island.js';
import { PartProblem } from '../../src/solvers/part-problem.js';
import type { TreeProblem } from '../../src/solvers/tree/joint-block.js';
import * as layout from '../../src/solvers/tree/joint-block.js';
import { denseRows, lawError, momentumError, ProblemMaker } from './tree/random-trees.js';

const FRICTION = 0.5;
const STILL = 1e-6;
const ROUNDING = 1e-9;

/**
 * Chains of bodies with hinges of dry friction, some with a stop that they are at, and contacts with the ground and
 * each other.
 */
function makeMechanisms(seed: number): { maker: ProblemMaker; problem: TreeProblem } {
  const maker = new ProblemMaker(seed);
  const bodies = 2 + maker.whole(8);
  for (let i = 0; i < bodies; i++) maker.addBody(maker.draw(0.5, 5), [0.6 * i, maker.draw(0, 0.2), maker.draw(0, 0.2)]);
  for (let i = 1; i < bodies; i++) {
    if (maker.draw() > 0.5) continue;
    const point: Vec3 = [0.6 * i - 0.3, 0.1, 0.1];
    const axes = maker.axes();
    const { rows } = maker.addJoint([i - 1, i], point, 3, 2, axes);
    rows.push({ j: maker.about(axes[0]), friction: maker.draw(0.5, 2), lowest: maker.draw() < 0 ? 0 : Number.NEGATIVE_INFINITY });
  }
  for (let body = 0; body < bodies; body++) {
    for (let i = 0; i < 3; i++) {
      const [x, , z] = maker.positionOf(body);
      const point: Vec3 = [x + 0.2 * maker.draw(), -0.2, z + 0.2 * maker.draw()];
      maker.touches.push({ bodies: [bodies, body], point, normal: [0, 1, 0], friction: FRICTION });
    }
    if (body > 0)
      maker.touches.push({ bodies: [body - 1, body], point: [0.6 * body - 0.3, 0, 0], normal: [1, 0, 0], friction: FRICTION });
  }
  return { maker, problem: maker.make() };
}

/** Velocities that impulses drawn within all laws, up to `share` of what they allow, bring to rest. */
function giveVelocities({ problem, maker }: ReturnType<typeof makeMechanisms>, share: number): void {
  const { movers, inertia, blocks, contactCount } = problem;
  const impulses: number[] = [];
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
    const limit = blocks.row[r * layout.ROW_LENGTH + layout.FRICTION_LIMIT];
    impulses.push(limit > 0 ? share * limit * maker.draw() : maker.draw());
  }
  for (let i = 0; i < contactCount; i++) {
    const load = maker.draw(0.1, 2);
    const angle = Math.PI * maker.draw();
    const friction = share * FRICTION * load * maker.draw(0, 1);
    impulses.push(load, friction * Math.cos(angle), friction * Math.sin(angle));
  }
  const rows = denseRows(problem);
  for (let body = 0; body < movers; body++) {
    const push = [0, 1, 2, 3, 4, 5].map((j) => rows.reduce((sum, row, r) => sum - row[6 * body + j] * impulses[r], 0));
    const [m, xx, yy, zz, xy, xz, yz] = inertia.subarray(7 * body, 7 * body + 7);
    for (let j = 0; j < 3; j++) problem.u[6 * body + j] = push[j] / m;
    problem.u.set(solve3([xx, xy, xz, xy, yy, yz, xz, yz, zz], push.slice(3)), 6 * body + 3);
  }
}

/** By Cramer's rule. */
function solve3(a: number[], b: number[]): number[] {
  const det = (m: number[]): number =>
    m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return [0, 1, 2].map((c) => det(a.map((x, i) => (i % 3 === c ? b[Math.floor(i / 3)] : x))) / det(a));
}

function expectWithinLaws(problem: TreeProblem): void {
  for (let r = 0; r < problem.blocks.firstRow[problem.blocks.count]; r++) expect(lawError(problem, r)).toBeLessThan(1e-9);
  for (let i = 0; i < problem.contactCount; i++) {
    const k = i * contact.RECORD_LENGTH + contact.LAMBDA;
    const [load, t1, t2] = problem.record.subarray(k, k + 3);
    expect(Math.hypot(t1, t2)).toBeLessThanOrEqual(FRICTION * load * (1 + 1e-9));
  }
}

describe('impulses that bring mechanisms to rest', () => {
  it('are found within all laws, and hold from then on', () => {
    const hold = new IslandHold();
    for (let seed = 1; seed <= 100; seed++) {
      const made = makeMechanisms(seed);
      giveVelocities(made, 0.8);
      const { problem } = made;
      expect(hold.hold(problem, STILL, ROUNDING), `seed ${seed}`).toBe(FOUND);
      expect(hold.hold(problem, STILL, ROUNDING)).toBe(HOLDS);
      const before = problem.u.slice();
      problem.u.fill(0);
      expect(momentumError(problem, before)).toBeLessThan(1e-8);
      expectWithinLaws(problem);
    }
  });

  it('are not found where a hinge would have to give more than its friction', () => {
    const hold = new IslandHold();
    const maker = new ProblemMaker(1);
    const body = maker.addBody(2, [1, 0, 0]);
    const axes: Vec3[] = [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const { rows } = maker.addJoint([1, body], [0, 0, 0], 3, 2, axes);
    // 2 kg at 1 m that fall at 0.1 m/s: an angular impulse of 0.2 N m s.
    rows.push({ j: maker.about(axes[0]), friction: 0.2 * 1.001 });
    for (const [limit, outcome] of [
      [1.001, FOUND],
      [0.999, REFUSES],
    ] as const) {
      rows[5].friction = 0.2 * limit;
      const problem = maker.make();
      problem.u.fill(0);
      problem.u[1] = -0.1;
      expect(hold.hold(problem, STILL, ROUNDING)).toBe(outcome);
    }
  });

  it('are found for a part under what the rest does to it', () => {
    const hold = new IslandHold();
    const maker = new ProblemMaker(2);
    const [lower, upper] = [maker.addBody(4, [0, 0, 0]), maker.addBody(1, [0, 1, 0])];
    const corners = [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ];
    for (const [x, z] of corners) {
      maker.touches.push({ bodies: [2, lower], point: [0.3 * x, -0.5, 0.3 * z], normal: [0, 1, 0], friction: FRICTION });
    }
    maker.touches.push({ bodies: [lower, upper], point: [0.1, 0.5, 0], normal: [0, 1, 0], friction: FRICTION });
    const whole = maker.make();
    whole.u.fill(0);
    // The upper body has pushed the lower one, by 0.3 N s, which nothing bears yet.
    whole.record[4 * contact.RECORD_LENGTH + contact.LAMBDA] = 0.3;
    whole.u[6 * lower + 1] = -0.3 / 4 - 0.1;
    whole.u[6 * upper + 1] = 0.2;
    const part = new PartProblem();
    part.gather(whole, Int32Array.of(1, 0));
    expect(hold.hold(part, STILL, ROUNDING)).toBe(FOUND);
    part.giveBack(whole);
    const loads = corners.map((_, i) => whole.record[i * contact.RECORD_LENGTH + contact.LAMBDA]);
    expect(loads.reduce((sum, load) => sum + load)).toBeCloseTo(0.3 + 0.4, 8);
    expect([...whole.u.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(whole.u[6 * upper + 1]).toBe(0.2);
    expect(whole.record[4 * contact.RECORD_LENGTH + contact.LAMBDA]).toBe(0.3);
  });
});
