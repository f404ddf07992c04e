// Misuse of drystone/solvers: problems of a world and small ones by hand, with entries, limits, lengths and options changed.

import {
  analyseMatrix,
  checkProblem,
  computeMerit,
  computeResidual,
  computeW,
  eigenvaluesOf,
  iterationMatrix,
  makeBoxedProblem,
  makeSparseMatrix,
  plotConvergence,
  plotMatrices,
  relaxProblem,
  rowsOfSparse,
  StructuredQP,
  scaleDiagonally,
  solveByConjugateGradient,
  solveByGaussSeidel,
  solveByJacobi,
  solveByNewton,
  solveByOverRelaxation,
  sparseOfRows,
  spectralRadius,
} from '../../dist/src/solvers/index.js';
import { mutate } from '../mutate.mjs';
import { attempt, Finding, Thrown } from '../oracle.mjs';
import { makeWorld } from '../sample-world.mjs';

const BOXED = problemsOf('gsp', 'contactProblems').slice(0, 3);
const IMPULSES = problemsOf('impulsive', 'impulseProblems').slice(0, 3);
const ANALYSIS = analyseMatrix(BOXED[0]);
const ROWS = [[2, 1, 0], [1, 2, 0], [0, 0, 1]]; // biome-ignore format: a matrix

function problemsOf(method, call) {
  const world = makeWorld(method);
  for (let i = 0; i < 10; i++) world.step(0.01);
  return world[call](0.01);
}

const SOLVERS = { solveByJacobi, solveByGaussSeidel, solveByOverRelaxation, solveByConjugateGradient, solveByNewton };

/** Each makes a call of arguments as they should be. */
const CALLS = {
  makeSparseMatrix: [makeSparseMatrix, () => [2, 2, [[0, 0, 1], [1, 1, 2]]]], // biome-ignore format: entries
  sparseOfRows: [sparseOfRows, () => [ROWS]],
  rowsOfSparse: [rowsOfSparse, () => [sparseOfRows(ROWS)]],
  makeBoxedProblem: [
    makeBoxedProblem,
    () => [{ A: sparseOfRows(ROWS), b: [1, -1, 0], lo: [0, 0, 0], hi: [1, 1, 1], mu: [0, 0, 0.5], normal: [-1, -1, 0] }],
  ],
  eigenvaluesOf: [eigenvaluesOf, () => [ROWS]],
  spectralRadius: [spectralRadius, () => [[{ re: 1, im: 0 }]]],
  plotConvergence: [plotConvergence, () => [{ pgs: [1, 0.1, 0.01] }, 'title']],
  plotMatrices: [plotMatrices, () => [ANALYSIS, 'title']],
  analyseMatrix: [analyseMatrix, (dice) => [changeBoxed(dice)]],
  checkProblem: [checkProblem, (dice) => [changeBoxed(dice)]],
  iterationMatrix: [iterationMatrix, () => [sparseOfRows(ROWS)]],
  scaleDiagonally: [scaleDiagonally, (dice) => [changeBoxed(dice)]],
  relaxProblem: [relaxProblem, (dice) => [changeBoxed(dice), dice.edgeNumber()]],
  computeW: [computeW, () => [BOXED[0], new Float64Array(BOXED[0].A.rows)]],
  computeResidual: [computeResidual, () => [BOXED[0], new Float64Array(BOXED[0].A.rows)]],
  computeMerit: [computeMerit, () => [BOXED[0], new Float64Array(BOXED[0].A.rows)]],
};

/** Of these nothing is changed within an argument: they take what others of these calls give. */
const WHOLE = ['plotMatrices', 'computeW', 'computeResidual', 'computeMerit', 'spectralRadius'];

export function run(dice) {
  for (let i = 0; i < 3; i++) dice.pick([callAny, solveBoxed, solveImpulses])(dice);
}

function callAny(dice) {
  const name = dice.pick(Object.keys(CALLS));
  const [deed, makeArguments] = CALLS[name];
  const args = makeArguments(dice).map((value) => {
    if (dice.chance(0.4)) return value;
    // What the library itself has made is given back whole, or something else is.
    const isWhole = typeof value !== 'object' || WHOLE.includes(name);
    return isWhole || dice.chance(0.3) ? dice.anyValue() : mutate(value, dice, 1 + dice.below(2), () => dice.anyValue());
  });
  attempt(name, undefined, () => deed(...args));
}

/** A problem, with options that are not always right; what a solver gives back is finite, unless it says that it diverged. */
function solveBoxed(dice) {
  const name = dice.pick(Object.keys(SOLVERS));
  const problem = changeBoxed(dice);
  const options = {
    iterations: dice.pick([1, 10, 50, 0, dice.edgeNumber()]),
    tolerance: dice.pick([0, 1e-9, dice.edgeNumber()]),
    recordMerits: dice.chance(0.5),
    omega: dice.pick([1, 1.5, dice.edgeNumber()]),
    work: dice.pick([1e5, 1e6, dice.edgeNumber()]),
    ...(dice.chance(0.2) && { lambda: dice.pick([new Float64Array(3), dice.anyValue()]) }),
    ...(dice.chance(0.2) && { gamma: dice.pick([() => 0.1, () => dice.anyValue(), throwing, dice.anyValue()]) }),
  };
  // As many as it is asked for take their time.
  if (options.iterations > 1e3) options.iterations = 200;
  if (options.work > 1e7) options.work = 1e7;
  const given = dice.chance(0.95) ? options : dice.anyValue();
  const solution = attempt(name, undefined, () => SOLVERS[name](problem, given))?.value;
  if (solution !== undefined && solution.stop !== 'diverged' && !solution.lambda.every(Number.isFinite))
    throw new Finding(`${name} stops as ${solution.stop} with lambda [${solution.lambda}]`);
}

function throwing() {
  throw new Thrown('from gamma');
}

function changeBoxed(dice) {
  const { A, ...vectors } = dice.pick(BOXED);
  const problem = { A: { ...A }, ...vectors };
  for (const [
    part,
    names,
  ] of [[problem.A, ['start', 'column', 'value']], [problem, ['b', 'lo', 'hi', 'mu', 'normal', 'partner']]]) // biome-ignore format: two
    for (const name of names) part[name] = part[name].slice();
  for (let i = dice.below(3); i > 0; i--) changeArray(dice.chance(0.4) ? problem.A : problem, dice);
  return problem;
}

/**
 * Of these arrays none is a DataView.
 * @param {unknown} value
 * @returns {value is Float64Array}
 */
function isTyped(value) {
  return ArrayBuffer.isView(value);
}

/** A number of one of its arrays, its length, or the array itself. */
function changeArray(/** @type {any} */ owner, dice) {
  const name = dice.pick(Object.keys(owner).filter((key) => key !== 'A'));
  const array = owner[name];
  const how = dice.below(10);
  if (!isTyped(array) || how === 0) owner[name] = dice.anyValue();
  else if (how === 1) owner[name] = array.slice(dice.below(3));
  else if (array.length > 0) array[dice.below(array.length)] = dice.chance(0.6) ? dice.edgeNumber() : dice.magnitude(1e-9, 1e9);
}

function solveImpulses(dice) {
  const base = dice.pick(IMPULSES);
  const problem = /** @type {any} */ (
    Object.fromEntries(
      Object.entries(base).map((/** @type {any} */ [name, value]) => [name, isTyped(value) ? value.slice() : value]),
    )
  );
  for (let i = dice.below(3); i > 0; i--) changeArray(problem, dice);
  const options = {
    tolerance: dice.pick([1e-9, dice.edgeNumber()]),
    iterations: dice.pick([10, 60, dice.edgeNumber()]),
    warmStart: dice.chance(0.5),
    softness: dice.pick([0, 0, dice.edgeNumber()]),
  };
  if (options.iterations > 1e3) options.iterations = 60;
  const report = attempt('StructuredQP.solve()', undefined, () =>
    new StructuredQP().solve(problem, dice.chance(0.95) ? options : dice.anyValue()),
  )?.value;
  if (report?.status === 'solved' && !(problem.velocity.every(Number.isFinite) && problem.impulse.every(Number.isFinite)))
    throw new Finding(`the QP is solved with velocities [${problem.velocity}] and impulses [${problem.impulse}]`);
}
