// Mechanisms with known difficulties: rows that depend on each other, masses far apart, light legs under heavy tops, ragdolls.

import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vector.js';
import type { TreeProblem } from '../../../src/solvers/tree/joint-block.js';
import { TreeSolver } from '../../../src/solvers/tree/tree-solver.js';
import { axesAt, denseRows, dot, minus, momentumError, ProblemMaker, unit } from './random-trees.js';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

function solve(problem: TreeProblem, tolerance = 0, sweeps = 0): { solver: TreeSolver; sweeps: number } {
  const solver = new TreeSolver();
  solver.plan(problem);
  solver.factor(problem);
  return { solver, sweeps: solver.solve(problem, sweeps, tolerance, false) };
}

function largestOfJoints(problem: TreeProblem): number {
  const rows = denseRows(problem).slice(0, problem.blocks.firstRow[problem.blocks.count]);
  return Math.max(0, ...rows.map((row) => Math.abs(dot(row, problem.u))));
}

/** A bar between two points, its centre of mass in the middle. */
function addBar(maker: ProblemMaker, from: Vec3, to: Vec3, mass: number): number {
  return maker.addBody(mass, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2]);
}

function fourBar(): ProblemMaker {
  const maker = new ProblemMaker(1);
  const corners: Vec3[] = [
    [0, 0, 0],
    [0.3, 1, 0],
    [1.2, 1.1, 0],
    [1, 0, 0],
  ];
  const ground = 3;
  for (let i = 0; i < 3; i++) addBar(maker, corners[i], corners[i + 1], 1);
  const axes = [Z, X, Y];
  maker.addJoint([ground, 0], corners[0], 3, 2, axes);
  maker.addJoint([0, 1], corners[1], 3, 2, axes);
  maker.addJoint([1, 2], corners[2], 3, 2, axes);
  maker.addJoint([2, ground], corners[3], 3, 2, axes);
  return maker;
}

/** Six legs, each with a universal joint at the ground, a slide along itself and a ball joint at the platform. */
function stewartPlatform(): ProblemMaker {
  const maker = new ProblemMaker(2);
  const bodies = 13;
  const at = (i: number, radius: number, turn: number, height: number): Vec3 => {
    const angle = (Math.PI / 3) * i + turn;
    return [radius * Math.cos(angle), radius * Math.sin(angle), height];
  };
  const platform = maker.addBody(20, [0, 0, 1]);
  for (let i = 0; i < 6; i++) {
    const foot = at(i, 1, 0.1 * (i % 2), 0);
    const head = at(i, 0.6, 0.4 - 0.3 * (i % 2), 1);
    const along = unit(minus(head, foot));
    const lower = addBar(maker, foot, [0.5 * (foot[0] + head[0]), 0.5 * (foot[1] + head[1]), 0.5], 1);
    const upper = addBar(maker, [0.5 * (foot[0] + head[0]), 0.5 * (foot[1] + head[1]), 0.5], head, 1);
    maker.addJoint([bodies, lower], foot, 3, 1, axesAt(unit([along[1], -along[0], 0.1]), along));
    maker.addJoint([lower, upper], maker.positionOf(upper), 2, 3, axesAt(along, Z));
    maker.addJoint([upper, platform], head, 3, 0);
  }
  return maker;
}

describe('loops with known difficulties', () => {
  it('of a four-bar, three of whose rows depend on the others, close, and it keeps its one freedom', () => {
    const problem = fourBar().make();
    const before = problem.u.slice();
    solve(problem);
    expect(largestOfJoints(problem)).toBeLessThan(1e-12);
    expect(momentumError(problem, before)).toBeLessThan(1e-12);
    expect(Math.abs(problem.u[5])).toBeGreaterThan(1e-3);
    for (const body of [0, 1, 2]) for (const j of [2, 3, 4]) expect(Math.abs(problem.u[6 * body + j])).toBeLessThan(1e-12);
  });

  it('of a Stewart platform close, and it keeps its six freedoms', () => {
    const problem = stewartPlatform().make();
    const before = problem.u.slice();
    solve(problem);
    expect(largestOfJoints(problem)).toBeLessThan(1e-12);
    expect(momentumError(problem, before)).toBeLessThan(1e-12);
    for (let j = 0; j < 6; j++) expect(Math.abs(problem.u[j])).toBeGreaterThan(1e-3);
  });
});

describe('gears', () => {
  it('tie turning of one joint to that of another, whatever tree it is in', () => {
    const maker = new ProblemMaker(3);
    const ground = 4;
    for (let i = 0; i < 4; i++) maker.addBody(1, [i, 0, 0]);
    for (const [parent, child] of [
      [ground, 0],
      [0, 1],
      [ground, 2],
      [2, 3],
    ] as [number, number][]) {
      const block = maker.addJoint([parent, child], [child - 0.5, 0, 0], 3, 2, [Z, X, Y]);
      block.rows.push({ j: maker.about(Z) });
    }
    // Rows 5, 11, 17 and 23 turn.
    maker.couplings.push({ rows: [11, 23], ratio: -2.5, bias: 0 }, { rows: [5, 17], ratio: 3, bias: 0.1 });
    const problem = maker.make();
    const before = problem.u.slice();
    solve(problem);
    const turning = [5, 11, 17, 23].map((r) => dot(denseRows(problem)[r], problem.u));
    expect(turning[3]).toBeCloseTo(-2.5 * turning[1], 12);
    expect(turning[2]).toBeCloseTo(3 * turning[0] - 0.1, 12);
    expect(Math.abs(turning[1])).toBeGreaterThan(1e-3);
    expect(momentumError(problem, before)).toBeLessThan(1e-12);
  });
});

describe('masses far apart', () => {
  it.each([1e3, 1e6])('a chain of 20 links with %f times a link at its end stays whole', (ratio) => {
    const maker = new ProblemMaker(4);
    const ground = 21;
    for (let i = 0; i <= 20; i++) {
      maker.addBody(i === 20 ? ratio : 1, [0.1 * i, 0, -0.5 * i - 0.25]);
      maker.addJoint([i === 0 ? ground : i - 1, i], [0.1 * i - 0.05, 0, -0.5 * i], 3, 0);
    }
    const problem = maker.make();
    const before = problem.u.slice();
    solve(problem);
    expect(largestOfJoints(problem)).toBeLessThan(1e-12);
    expect(momentumError(problem, before)).toBeLessThan(1e-11);
  });
});

/** A box that falls, and touches the ground below all four corners of its lower side. */
function addFeet(maker: ProblemMaker, body: number, ground: number, half: number, height: number): void {
  const [x, y, z] = maker.positionOf(body);
  for (const sx of [-half, half]) {
    for (const sy of [-half, half]) {
      maker.touches.push({ bodies: [ground, body], point: [x + sx, y + sy, z - height], normal: Z, friction: 0.5 });
    }
  }
}

function fall(problem: TreeProblem, movers: number): void {
  problem.u.fill(0);
  for (let body = 0; body < movers; body++) problem.u[6 * body + 2] = -0.16;
}

describe('contacts with the response of trees', () => {
  it('a top 1000 times as heavy as each of its four legs comes to rest in few sweeps', () => {
    const maker = new ProblemMaker(5);
    const ground = 5;
    maker.addBody(1000, [0, 0, 1], 1);
    for (const x of [-0.8, 0.8]) {
      for (const y of [-0.8, 0.8]) {
        const leg = maker.addBody(1, [x, y, 0.45], 0.3);
        maker.addJoint([0, leg], [x, y, 0.9], 3, 3);
        addFeet(maker, leg, ground, 0.05, 0.45);
      }
    }
    const problem = maker.make();
    fall(problem, 5);
    const { solver, sweeps } = solve(problem, 1e-6, 1000);
    expect(sweeps).toBeLessThanOrEqual(20);
    expect(solver.residual(problem, false)).toBeLessThan(1e-5);
    for (let i = 0; i < 30; i++) expect(Math.abs(problem.u[i])).toBeLessThan(1e-5);
  });

  it.each([
    [1e-3, 25],
    [1e-6, 130],
  ])('a ragdoll of 15 links that lies on the ground is solved to %f m/s in at most %d sweeps', (most, sweeps) => {
    const { maker, ground } = ragdoll();
    const problem = maker.make();
    fall(problem, ground);
    const { solver } = solve(problem, 0, sweeps);
    expect(problem.contactCount).toBe(34);
    expect(solver.residual(problem, false)).toBeLessThan(most);
    expect(largestOfJoints(problem)).toBeLessThan(1e-12);
  });
});

/** It lies on its back: trunk of three, neck and head, two arms and two legs of three links each, less than half of a metre high. */
function ragdoll(): { maker: ProblemMaker; ground: number } {
  const maker = new ProblemMaker(6);
  const ground = 15;
  const add = (parent: number, mass: number, position: Vec3, joint: Vec3, feet: number): number => {
    const body = maker.addBody(mass, position, 0.12);
    if (parent >= 0) maker.addJoint([parent, body], joint, 3, body % 3 === 0 ? 2 : 0);
    const [x, y, z] = position;
    for (let i = 0; i < feet; i++) {
      const point: Vec3 = [x + (i % 2 === 0 ? 0.07 : -0.07), y + (i < 2 ? 0.06 : -0.06), z - 0.08];
      maker.touches.push({ bodies: [ground, body], point, normal: Z, friction: 0.5 });
    }
    return body;
  };
  const pelvis = add(-1, 10, [0, 0, 0.1], [0, 0, 0], 4);
  const belly = add(pelvis, 8, [0, 0.25, 0.12], [0, 0.12, 0.1], 2);
  const chest = add(belly, 14, [0, 0.5, 0.12], [0, 0.37, 0.12], 4);
  const head = add(chest, 5, [0, 0.8, 0.1], [0, 0.67, 0.12], 2);
  expect(head).toBe(3);
  for (const side of [-1, 1]) {
    const arm = add(chest, 2.5, [side * 0.35, 0.6, 0.09], [side * 0.2, 0.6, 0.1], 2);
    const forearm = add(arm, 1.5, [side * 0.6, 0.55, 0.08], [side * 0.48, 0.58, 0.08], 2);
    add(forearm, 0.5, [side * 0.78, 0.5, 0.07], [side * 0.72, 0.52, 0.07], 2);
    const thigh = add(pelvis, 8, [side * 0.12, -0.3, 0.1], [side * 0.1, -0.1, 0.1], 2);
    const shin = add(thigh, 4, [side * 0.13, -0.7, 0.08], [side * 0.12, -0.5, 0.09], 2);
    if (side < 0) add(shin, 1, [side * 0.14, -0.95, 0.08], [side * 0.13, -0.9, 0.08], 2);
  }
  while (maker.touches.length > 34) maker.touches.pop();
  return { maker, ground };
}
