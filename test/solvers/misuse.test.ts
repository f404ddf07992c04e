// Whatever is handed to the solvers, they answer by a sentence of their own.

import { describe, expect, it } from 'vitest';
import {
  analyseMatrix,
  computeMerit,
  eigenvaluesOf,
  iterationMatrix,
  makeBoxedProblem,
  makeSparseMatrix,
  plotConvergence,
  plotMatrices,
  relaxProblem,
  rowsOfSparse,
  StructuredQP,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByJacobi,
  solveByNewton,
  solveByOverRelaxation,
  sparseOfRows,
  spectralRadius,
} from '../../src/solvers/index.js';

const WRONG = [undefined, null, 5, 'x', true, Symbol('x'), 10n, {}, [], [null], Object.create(null), () => 1];
const ROWS = [[2, 1], [1, 2]]; // biome-ignore format: a matrix
const problem = makeBoxedProblem({ A: sparseOfRows(ROWS), b: [-1, 1] });

/** A body of 1 kg that a contact stops. */
function stopOne() {
  return {
    bodies: 1,
    inverseMass: Float64Array.of(1),
    inverseInertia: Float64Array.of(1, 1, 1, 0, 0, 0),
    velocity: Float64Array.of(0, -1, 0, 0, 0, 0),
    contacts: 1,
    movers: Int32Array.of(-1, 0),
    rows: Float64Array.from({ length: 36 }, (_, i) => (i === 7 || i === 12 + 6 || i === 24 + 8 ? 1 : 0)),
    drift: new Float64Array(3),
    friction: Float64Array.of(0.5),
    bound: new Float64Array(1),
    impulse: new Float64Array(3),
  };
}

describe('solvers refuse what makes no problem', () => {
  const calls: Record<string, (value: never) => unknown> = {
    makeBoxedProblem,
    'makeBoxedProblem with such a b': (b) => makeBoxedProblem({ A: sparseOfRows(ROWS), b }),
    'makeSparseMatrix of such entries': (entries) => makeSparseMatrix(2, 2, [entries]),
    analyseMatrix,
    iterationMatrix,
    rowsOfSparse,
    plotMatrices,
    solveByJacobi,
    solveByGaussSeidel,
    solveByNewton,
    solveByConjugateGradient,
    'solveByOverRelaxation with such an omega': (omega) => solveByOverRelaxation(problem, { omega }),
    'solveByGaussSeidel with such iterations': (iterations) => solveByGaussSeidel(problem, { iterations: iterations ?? 0 }),
    'relaxProblem by such a gamma': (gamma) => relaxProblem(problem, gamma),
    'computeMerit of such a lambda': (lambda) => computeMerit(problem, lambda),
    StructuredQP: (value) => new StructuredQP().solve(value),
  };

  it.each(Object.keys(calls))('%s', (name) => {
    for (const value of WRONG) {
      if (name.endsWith('iterations') && value === 5) continue;
      if (name.endsWith('gamma') && value === 5) continue;
      expect(() => calls[name](value as never), String(typeof value)).toThrow(/^.+ is .*, but must be .+\.$/s);
    }
  });

  it('eigenvalues, spectral radii and plots of what has none', () => {
    expect(() => eigenvaluesOf([[1, 2]])).toThrow('length of a row is 2, but must be 1, as there are rows.');
    expect(() => eigenvaluesOf([[Number.NaN]])).toThrow('A[0][0] is NaN, but must be a finite number.');
    expect(() => spectralRadius(5 as never)).toThrow('eigenvalues is 5, but must be a list.');
    expect(() => plotConvergence({ pgs: 5 as never })).toThrow('merits of pgs is 5, but must be a list.');
    expect(() => plotConvergence({ pgs: [1] }, Symbol('x') as never)).toThrow('title is Symbol(x), but must be a text.');
    expect(() => makeSparseMatrix(1e9, 1, [])).toThrow('rows is 1000000000, but must be at most 1000000.');
    expect(() => rowsOfSparse(makeSparseMatrix(1e6, 1e6, []))).toThrow(
      /^A.rows \* A.columns is (1e12|1000000000000), but must be/,
    );
  });
});

describe('the QP', () => {
  it('refuses options by which it would never end', () => {
    for (const iterations of [0.5, Number.NaN, -1, Number.POSITIVE_INFINITY])
      expect(() => new StructuredQP().solve(stopOne(), { iterations, tolerance: 0 })).toThrow(/^iterations is /);
    expect(() => new StructuredQP().solve(stopOne(), { tolerance: -1 })).toThrow(/^tolerance is -1/);
    expect(() => new StructuredQP().solve(stopOne(), { softness: Number.NaN })).toThrow(/^softness is NaN/);
    const stopped = stopOne();
    expect(new StructuredQP().solve(stopped).status).toBe('solved');
    expect(stopped.velocity[1]).toBeCloseTo(0, 6);
  });

  it('does not call solved what has no number for an answer', () => {
    const problem = stopOne();
    problem.inverseMass.fill(2 ** 32);
    problem.rows[6] = Number.MAX_VALUE;
    const { status } = new StructuredQP().solve(problem, { warmStart: true, softness: 1e-9, iterations: 10 });
    expect(status === 'solved' && !problem.velocity.every(Number.isFinite)).toBe(false);
    expect(status).not.toBe('solved');
  });

  it('refuses plain lists where it works on typed arrays', () => {
    expect(() => new StructuredQP().solve({ ...stopOne(), velocity: [0, 0, 0, 0, 0, 0] as never })).toThrow(
      'velocity is a list of 6, but must be a Float64Array.',
    );
  });
});
