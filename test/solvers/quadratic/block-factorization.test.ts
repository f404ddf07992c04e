// L D L^T of blocks: the compiled kernel against its reference in TypeScript, bit by bit, and both against the matrix itself.

import { describe, expect, it } from 'vitest';
import { makeKernel, makeMemory } from '../../../src/kernels/kernel.js';
import { Random } from '../../../src/math/random.js';
import { BlockFactorization } from '../../../src/solvers/quadratic/block-factorization.js';

interface BlockMatrix {
  size: number;
  count: number;
  ends: Int32Array;
  /** Dense, row-major. */
  entries: Float64Array;
}

/** Definite, or for `quasi` with the first half of every block negative definite; its blocks join random pairs of nodes, some twice. */
function randomMatrix(seed: number, count: number, pairs: number, size: number, quasi: boolean): BlockMatrix {
  const random = new Random(seed);
  const order = count * size;
  const entries = new Float64Array(order * order);
  const ends = Int32Array.from({ length: 2 * pairs }, () => Math.floor(random.uniform(-0.5, count)));
  const signOf = (row: number): number => (quasi && row % size < size / 2 ? -1 : 1);
  for (let i = 0; i < pairs; i++) {
    // Two blocks joined by three rows P, P^T P of those unknowns of the same sign, and anything between those of different signs.
    const nodes = [ends[2 * i], ends[2 * i + 1]].filter((node, side, both) => node >= 0 && (side === 0 || node !== both[0]));
    const rows = nodes.flatMap((node) => Array.from({ length: size }, (_, r) => node * size + r));
    for (let k = 0; k < 3; k++) {
      const p = rows.map(() => random.uniform(-1, 1) * 10 ** random.uniform(-2, 2));
      rows.forEach((row, a) => {
        rows.forEach((column, b) => {
          entries[row * order + column] += (signOf(row) === signOf(column) ? signOf(row) : 1) * p[a] * p[b];
        });
      });
    }
  }
  for (let row = 0; row < order; row++) entries[row * order + row] += signOf(row);
  return { size, count, ends, entries };
}

function load(factors: BlockFactorization, { size, count, ends, entries }: BlockMatrix): void {
  factors.analyse(count, ends.length / 2, ends, size);
  const { place } = factors.elimination;
  const { diagonal, below } = factors;
  factors.clear();
  const write = (to: Float64Array, at: number, row: number, column: number): void => {
    for (let r = 0; r < size; r++) {
      for (let c = 0; c < size; c++) to[at + r * size + c] = entries[(row * size + r) * count * size + column * size + c];
    }
  };
  for (let node = 0; node < count; node++) write(diagonal, place[node] * size * size, node, node);
  for (let i = 0; i < ends.length; i += 2) {
    const [a, b] = [ends[i], ends[i + 1]];
    if (a < 0 || b < 0 || a === b) continue;
    write(below, factors.offsetOf(a, b), place[a] < place[b] ? b : a, place[a] < place[b] ? a : b);
  }
}

/** The solution for a right-hand side by node. */
function solve(factors: BlockFactorization, { size, count }: BlockMatrix, b: Float64Array): Float64Array {
  const { place } = factors.elimination;
  const x = new Float64Array(count * size);
  for (let i = 0; i < x.length; i++) x[place[Math.floor(i / size)] * size + (i % size)] = b[i];
  factors.solve(x);
  return b.map((_, i) => x[place[Math.floor(i / size)] * size + (i % size)]);
}

const bits = (numbers: Float64Array, length: number): BigUint64Array => new BigUint64Array(numbers.slice(0, length).buffer);

const CASES = [6, 12].flatMap((size) => [false, true].map((quasi) => ({ size, quasi })));

describe('L D L^T of blocks', () => {
  it('is done by the kernel here: else there is nothing to compare', () => {
    const memory = makeMemory(1);
    expect(memory === null ? null : makeKernel(memory)).not.toBeNull();
  });

  it.each(CASES)(
    'has the same bits by the kernel and by TypeScript, blocks of $size rows, quasi-definite $quasi',
    ({ size, quasi }) => {
      // The same factorization for all, so that it grows, and is then larger than what it is used for.
      const compiled = new BlockFactorization();
      const reference = new BlockFactorization(false);
      for (let seed = 1; seed <= 12; seed++) {
        const count = [1, 3, 20, 7, 12, 2][seed % 6];
        const matrix = randomMatrix(seed, count, 3 * count, size, quasi);
        const b = Float64Array.from({ length: count * size }, (_, i) => ((7 * i) % 11) - 5.3);
        for (const factors of [compiled, reference]) {
          load(factors, matrix);
          factors.factorize();
        }
        const blocks = reference.elimination.start[count];
        const area = size * size;
        expect(bits(compiled.diagonal, count * area)).toEqual(bits(reference.diagonal, count * area));
        expect(bits(compiled.below, blocks * area)).toEqual(bits(reference.below, blocks * area));
        const x = solve(compiled, matrix, b);
        expect(bits(x, x.length)).toEqual(bits(solve(reference, matrix, b), x.length));
      }
    },
  );

  it.each(CASES)('solves, blocks of $size rows, quasi-definite $quasi', ({ size, quasi }) => {
    for (const factors of [new BlockFactorization(), new BlockFactorization(false)]) {
      for (let seed = 1; seed <= 4; seed++) {
        const matrix = randomMatrix(100 + seed, 10, 25, size, quasi);
        const order = 10 * size;
        const solution = Float64Array.from({ length: order }, (_, i) => ((5 * i) % 13) - 6);
        const b = new Float64Array(order);
        let largest = 0;
        for (let row = 0; row < order; row++) {
          for (let c = 0; c < order; c++) b[row] += matrix.entries[row * order + c] * solution[c];
          for (let c = 0; c < order; c++) largest = Math.max(largest, Math.abs(matrix.entries[row * order + c]));
        }
        load(factors, matrix);
        factors.factorize();
        const x = solve(factors, matrix, b);
        // The residual, since the matrix may have any condition: against its largest entry times the largest of the solution.
        for (let row = 0; row < order; row++) {
          let rest = b[row];
          for (let c = 0; c < order; c++) rest -= matrix.entries[row * order + c] * x[c];
          expect(Math.abs(rest)).toBeLessThan(1e-10 * largest);
        }
      }
    }
  });

  it('takes other blocks and other sizes after each other', () => {
    const factors = new BlockFactorization();
    const answers = (size: number): Float64Array => {
      const matrix = randomMatrix(5, size === 6 ? 30 : 9, 40, size, true);
      load(factors, matrix);
      factors.factorize();
      return solve(factors, matrix, new Float64Array(matrix.count * size).fill(1));
    };
    const first = [answers(12), answers(6)];
    expect([answers(12), answers(6)]).toEqual(first);
    expect(first[0].every((value) => Number.isFinite(value) && value !== 0)).toBe(true);
  });
});
