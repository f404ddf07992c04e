// Solves of an island with joints allocate nothing once warm. Measured in a process of its own, since a test runner allocates.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ProblemMaker } from './random-trees.js';

const PROBE = `
  import { readFileSync } from 'node:fs';
  import { TreeSolver } from './dist/src/solvers/tree/tree-solver.js';
  const ARRAYS = { Float64Array, Int32Array };
  const problem = JSON.parse(readFileSync(0, 'utf8'), (key, value) => {
    if (value?.bytes === undefined) return value;
    const bytes = new Uint8Array(Buffer.from(value.bytes, 'base64'));
    return new ARRAYS[value.type](bytes.buffer);
  });
  const u = problem.u.slice();
  const record = problem.record.slice();
  const row = problem.blocks.row.slice();
  const piece = problem.blocks.piece.slice();
  const solver = new TreeSolver();
  const d = new Float64Array(u.length);
  const gap = new Float64Array(1000);
  const SOLVES = 20;
  let factorisations = 0;
  let sweeps = 0;
  const solve = () => {
    problem.u.set(u);
    problem.record.set(record);
    problem.blocks.row.set(row);
    problem.blocks.piece.set(piece);
    solver.plan(problem);
    solver.applyImpulses(problem);
    solver.factor(problem);
    sweeps = solver.solve(problem, 40, 1e-9, false);
    factorisations = solver.factorisations;
    d.fill(0);
    solver.project(problem, d, gap, 10);
    solver.solveRows(problem, problem.u, gap);
    solver.projectVelocities(problem, problem.u);
    solver.residual(problem, false);
  };
  let allocated = Infinity;
  // The least of some batches: when code is compiled is up to the machine.
  for (let batch = 0; batch < 20; batch++) {
    gc(); gc();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < SOLVES; i++) solve();
    allocated = Math.min(allocated, process.memoryUsage().heapUsed - before);
  }
  console.log(JSON.stringify({ allocated, factorisations, sweeps, solves: SOLVES }));
`;

/** A chain of 20 links with limits and motors, closed to a loop, with contacts all along. */
function makeProblem(): string {
  const maker = new ProblemMaker(7);
  const ground = 20;
  for (let i = 0; i < 20; i++) {
    maker.addBody(1, [i, 0, 0]);
    const block = maker.addJoint([i === 0 ? ground : i - 1, i], [i - 0.5, 0, 0], 3, 2, [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ]);
    block.rows.push({ j: maker.about([0, 1, 0]), lowest: -1, highest: 1, motorSpeed: 1, motorSlope: 0.1, motorLimit: 0.05 });
    maker.touches.push({ bodies: [ground, i], point: [i, 0, -0.2], normal: [0, 0, 1], friction: 0.4, gap: -0.001 });
  }
  maker.addJoint([19, ground], [19.5, 0, 0], 2, 0);
  return JSON.stringify(maker.make(), (_key, value) =>
    ArrayBuffer.isView(value)
      ? { type: value.constructor.name, bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') }
      : value,
  );
}

describe('warm solves of an island with joints', () => {
  it('allocate nothing for each link, row and contact', () => {
    // Space for new objects large enough that no collection happens on the way: the difference is all that was allocated.
    const flags = [
      '--expose-gc',
      '--max-semi-space-size=128',
      '--min-semi-space-size=128',
      '--input-type=module',
      '--eval',
      PROBE,
    ];
    const { allocated, factorisations, sweeps, solves } = JSON.parse(
      execFileSync(process.execPath, flags, { encoding: 'utf8', input: makeProblem() }),
    );
    expect(factorisations).toBeGreaterThan(1);
    expect(sweeps).toBeGreaterThan(10);
    // One number (16 bytes) a contact and sweep would be ten times as much.
    expect(allocated).toBeLessThan(16 * 20 * solves * 4);
  });
});
