// A nonsmooth Newton method for small boxed problems: the reference that the iterative solvers are measured against. It solves
// H(lambda) = 0 of (37) by linearising it, with dense matrices and O(n^3) work a step, and goes on to the accuracy that is asked
// for or to the limit of rounding.
//
// Contact problems have singular matrices, limits that depend on unknowns, and right-hand sides that no lambda meets exactly. So
// - every Newton step is the shortest one that solves the linear problem as well as can be; in every other iteration rows that are
//   close to a limit count as dear, so that large contacts do not throw small ones over theirs;
// - where the linear problem has no solution, as when four corners of a box must keep four velocities that no rigid body can have,
//   lambda moves along what the matrix does not feel, where Gauss-Seidel would creep, until a row comes to a limit; rows that come
//   to one are held there until the linear problem has a solution again;
// - Newton steps start from sweeps, and more and more of them while the steps lead nowhere: sweeps find the rows that are at their
//   limits, steps find the numbers;
// - a careful step is as long as leaves the least merit, and a few sweeps follow it: a whole one throws rows of many small groups
//   over their limits, each time others. Where careful steps lead nowhere, bold ones have their turn: whole ones, whatever becomes of
//   the merit, for that of a nonsmooth H often grows on the way to its zero.
// It works in the units of diagonal scaling, in which all rows are alike.

import type { BoxedProblem } from './boxed-problem.js';
import { clampToLimits, computeW, frictionLimit } from './boxed-problem.js';
import type { Solution, SolveOptions } from './iteration.js';
import { iterate } from './iteration.js';
import type { LeastNormStep } from './least-norm.js';
import { solveLeastNorm } from './least-norm.js';
import { computeMerit, computeResidual } from './merit.js';
import { conjugateSweeps } from './nonsmooth-conjugate-gradient.js';
import { checkObject, checkReal } from './refuse.js';
import { scaleDiagonally } from './scaling.js';

/** Multiplications in Newton steps unless told otherwise [1]. */
const MOST_WORK = 1e10;
/** Sweeps before Newton steps: at first, and at most [1]. */
const FEWEST_SWEEPS = 4;
const MOST_SWEEPS = 256;
/** Newton steps and moves before sweeps are called for again; and careful steps on end of which none is the best so far [1]. */
const MOST_STEPS = 30;
const MOST_FRUITLESS = 4;
/** A careful step is halved so often at most [1]. */
const MOST_HALVINGS = 6;
/** Sweeps after a careful step [1]. */
const SWEEPS_AFTER = 4;
/** An iteration that brings the merit below this times the best so far has led somewhere [1]. */
const PROGRESS = 0.25;
/** Of |H|^2, the share that no step can mend from which on the linear problem counts as one without solution [1]. */
const UNSOLVABLE = 0.1;
/** Moves along what the matrix does not feel may let the merit grow by this factor, for their fruit comes later [1]. */
const PATIENCE = 4;
/** Parts of a direction below this times its largest are rounding [1]. */
const NEGLIGIBLE = 1e-9;
/** A disc's pair counts as on the rim within this of its squared radius [1]. */
const RIM = 1e-10;
/** Relative error of w, a sum of some hundred products [1]. */
const ROUNDING = 1e-14;
/** How dear a row can be at most, as the inverse of its weight against that of the row with most room [1]. */
const LEAST_WEIGHT = 0.01;

export interface NewtonOptions extends SolveOptions {
  /**
   * Most multiplications in Newton steps, n^3 or so each; default 1e10, which is some ten seconds. A step that would take more than
   * is left is not begun: of more than 2100 rows there are only sweeps.
   */
  work?: number;
  /** It ends where no w is wrong by more than this, by what a sweep would change of it; default 0, to rounding [unit of b]. */
  accuracy?: number;
}

/**
 * Solves a problem of up to a few hundred rows to rounding, mostly within a few iterations; it ends as `settled` there. Where
 * there are several solutions, as singular matrices have them, it is one of them. What has not been solved once the work is done
 * gets sweeps and ends as `work`, with the best of what was met; its merit says how good that is.
 */
export function solveByNewton(problem: BoxedProblem, options: NewtonOptions = {}): Solution {
  checkObject('options', options);
  const { work = MOST_WORK, accuracy = 0 } = options;
  checkReal('work', work, 'a number above 0', (value) => value > 0);
  checkReal('accuracy', accuracy, 'a number of at least 0', (value) => value >= 0);
  const { problem: scaled, scale } = scaleDiagonally(problem);
  const allowed = scale.map((factor) => accuracy * factor);
  const budget = { left: work };
  let sweeps = FEWEST_SWEEPS;
  let isBold = false;
  let best = Number.POSITIVE_INFINITY;
  /** The best of all iterates, and its merit. */
  const closest = new Float64Array(problem.b.length);
  let least = Number.POSITIVE_INFINITY;
  return iterate(problem, options, () => (lambda, iteration) => {
    const y = lambda.map((value, i) => value / scale[i]);
    if (isSettled(scaled, y)) return false;
    if (isWithin(scaled, y, allowed)) return 'converged';
    const keep = (merit: number) => {
      if (!(merit < least)) return;
      least = merit;
      closest.set(y);
    };
    keep(computeMerit(scaled, y));
    const isAffordable = budget.left >= workOfStep(scaled);
    if (!isAffordable) sweeps = MOST_SWEEPS;
    const sweep = conjugateSweeps(scaled, {});
    for (let i = 0; i < sweeps; i++) sweep(y, i);
    const leastWeight = iteration % 2 === 0 ? LEAST_WEIGHT : 1;
    const merit = takeNewtonSteps(scaled, y, { allowed, leastWeight, isBold, budget });
    keep(merit);
    const isProgress = merit < PROGRESS * best;
    sweeps = isProgress ? Math.max(FEWEST_SWEEPS, sweeps / 2) : Math.min(MOST_SWEEPS, 2 * sweeps);
    if (isProgress) best = merit;
    else isBold = !isBold;
    if (!isAffordable) y.set(closest);
    for (let i = 0; i < y.length; i++) lambda[i] = y[i] * scale[i];
    return isAffordable ? true : 'work';
  });
}

/** Multiplications of a Newton step, about. */
function workOfStep({ b }: BoxedProblem): number {
  return b.length * b.length * b.length;
}

/** Whether H of no row is larger than what is allowed of it. */
function isWithin(problem: BoxedProblem, lambda: Float64Array, allowed: Float64Array): boolean {
  return computeResidual(problem, lambda).every((h, i) => Math.abs(h) <= allowed[i]);
}

/** Whether the merit is down to the rounding errors of w. */
function isSettled(problem: BoxedProblem, lambda: Float64Array): boolean {
  const { A, b } = problem;
  let errors = 0;
  for (let i = 0; i < A.rows; i++) {
    let size = Math.abs(b[i]);
    for (let k = A.start[i]; k < A.start[i + 1]; k++) size += Math.abs(A.value[k] * lambda[A.column[k]]);
    errors += 0.5 * (ROUNDING * size) * (ROUNDING * size);
  }
  return computeMerit(problem, lambda) <= errors;
}

/** What a row of steps may take. */
interface Attempt {
  /** Of H, by row: less need not be mended. */
  readonly allowed: Float64Array;
  readonly leastWeight: number;
  /** Takes whole steps, and as many as there may be, whether or not they lead somewhere. */
  readonly isBold: boolean;
  /** Multiplications. */
  readonly budget: { left: number };
}

/**
 * Takes steps while they may lead somewhere. Leaves in lambda the best of what it met; where that is no progress, what it came to,
 * if it moved; where not, what was there. Returns the merit of that.
 */
function takeNewtonSteps(problem: BoxedProblem, lambda: Float64Array, attempt: Attempt): number {
  const { allowed, leastWeight, isBold, budget } = attempt;
  const start = computeMerit(problem, lambda);
  const current = lambda.slice();
  const best = lambda.slice();
  /** Rows held at a limit: -1 at the lower, 1 at the upper or on the rim of the disc, 0 where w decides. */
  const held = new Int8Array(lambda.length);
  let bestMerit = start;
  let hasMoved = false;
  let fruitless = 0;
  const isSolved = () => isSettled(problem, best) || isWithin(problem, best, allowed);
  const mayGoOn = () => (isBold || fruitless < MOST_FRUITLESS) && budget.left >= workOfStep(problem) && !isSolved();
  for (let i = 0; i < MOST_STEPS && mayGoOn(); i++) {
    budget.left -= workOfStep(problem);
    const { H, J } = linearise(problem, current, held);
    const solution = solveLeastNorm(J, H, weighRows(problem, current, leastWeight));
    const way = isUnsolvable(solution, H) ? findLimit(problem, current, solution.drift) : NOWHERE;
    if (Number.isFinite(way.reach)) {
      move(problem, current, solution.drift, way.reach);
      for (const [row, side] of way.rows) held[row] = side;
      hasMoved ||= way.reach > 0;
    } else {
      if (isBold) move(problem, current, solution.step, 1);
      else takeCarefulStep(problem, current, solution.step);
      held.fill(0);
      fruitless++;
    }
    const merit = computeMerit(problem, current);
    if (merit < bestMerit) {
      bestMerit = merit;
      best.set(current);
      fruitless = 0;
    }
  }
  if (bestMerit < PROGRESS * start) {
    lambda.set(best);
    return bestMerit;
  }
  const merit = computeMerit(problem, current);
  if (!hasMoved || merit > PATIENCE * start) return start;
  lambda.set(current);
  return merit;
}

/** How far rows are from their lower limits, friction rows as their normal rows, against the farthest. */
function weighRows({ lo, normal }: BoxedProblem, lambda: Float64Array, least: number): Float64Array {
  const room = lambda.map((value, i) => (normal[i] < 0 ? value - lo[i] : lambda[normal[i]] - lo[normal[i]]));
  const most = room.reduce((largest, value) => (value < Number.POSITIVE_INFINITY ? Math.max(largest, value) : largest), 0);
  return room.map((value) => (most > 0 ? Math.min(1, Math.max(value / most, least)) : 1));
}

function isUnsolvable({ misfit, drift }: LeastNormStep, H: Float64Array): boolean {
  const square = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);
  return misfit > UNSOLVABLE * square(H) && square(drift) > NEGLIGIBLE * square(H);
}

/** Goes along a Newton step as far as leaves the least merit, of its whole, its half and so on, and sweeps. */
function takeCarefulStep(problem: BoxedProblem, lambda: Float64Array, step: Float64Array): void {
  const start = lambda.slice();
  const tried = lambda.slice();
  let least = Number.POSITIVE_INFINITY;
  for (let halvings = 0, t = 1; halvings <= MOST_HALVINGS; halvings++, t /= 2) {
    tried.set(start);
    move(problem, tried, step, t);
    const merit = computeMerit(problem, tried);
    if (!(merit < least)) continue;
    least = merit;
    lambda.set(tried);
  }
  const sweep = conjugateSweeps(problem, {});
  for (let i = 0; i < SWEEPS_AFTER; i++) sweep(lambda, i);
}

/** lambda + t d, with rows that depend on no other kept within their limits. */
function move(problem: BoxedProblem, lambda: Float64Array, d: Float64Array, t: number): void {
  for (let i = 0; i < lambda.length; i++) {
    lambda[i] += t * d[i];
    if (problem.normal[i] < 0) lambda[i] = clampToLimits(problem, lambda, i, lambda[i]);
  }
}

interface Linearisation {
  readonly H: Float64Array;
  /** A generalised Jacobian of H, all its rows. */
  readonly J: Float64Array[];
}

/** H of (37) and its derivative: w where a row is free, the distance to its limit where it is at one. */
function linearise(problem: BoxedProblem, lambda: Float64Array, held: Int8Array): Linearisation {
  const { partner } = problem;
  const w = computeW(problem, lambda);
  const H = new Float64Array(w.length);
  const J = Array.from(w, () => new Float64Array(w.length));
  for (let i = 0; i < w.length; i++) {
    if (partner[i] < 0) lineariseRow(problem, lambda, w, held[i], i, H, J[i]);
    else if (held[i] === 0) lineariseDisc(problem, lambda, w, i, H, J[i]);
    else lineariseRim(problem, lambda, w, i, H, J[i]);
  }
  return { H, J };
}

function lineariseRow(
  problem: BoxedProblem,
  lambda: Float64Array,
  w: Float64Array,
  heldSide: number,
  i: number,
  H: Float64Array,
  row: Float64Array,
): void {
  const { mu, normal } = problem;
  const target = lambda[i] - w[i];
  const clamped = clampToLimits(problem, lambda, i, target);
  const side = heldSide !== 0 ? heldSide : Math.sign(target - clamped);
  if (side === 0) {
    H[i] = w[i];
    addRowOfA(problem, i, 1, row);
  } else {
    H[i] = lambda[i] - clampToLimits(problem, lambda, i, side * Number.POSITIVE_INFINITY);
    row[i] = 1;
    if (normal[i] >= 0) row[normal[i]] -= side * mu[i];
  }
}

/** One of two rows that share a disc: H = lambda - limit u, with u the direction of lambda - w, once that is outside. */
function lineariseDisc(
  problem: BoxedProblem,
  lambda: Float64Array,
  w: Float64Array,
  i: number,
  H: Float64Array,
  row: Float64Array,
): void {
  const { mu, normal, partner } = problem;
  const j = partner[i];
  const x = lambda[i] - w[i];
  const y = lambda[j] - w[j];
  const length = Math.sqrt(x * x + y * y);
  const limit = frictionLimit(problem, lambda, i);
  if (length <= limit) {
    H[i] = w[i];
    addRowOfA(problem, i, 1, row);
    return;
  }
  const u = x / length;
  const across = (limit / length) * (1 - u * u);
  const along = (-(limit / length) * u * y) / length;
  H[i] = lambda[i] - limit * u;
  row[i] += 1 - across;
  row[j] -= along;
  row[normal[i]] -= mu[i] * u;
  addRowOfA(problem, i, across, row);
  addRowOfA(problem, j, along, row);
}

/** Two rows held on the rim of their disc: the first keeps the length of lambda, the second w across it at zero. */
function lineariseRim(
  problem: BoxedProblem,
  lambda: Float64Array,
  w: Float64Array,
  i: number,
  H: Float64Array,
  row: Float64Array,
): void {
  const { mu, normal, partner } = problem;
  const first = Math.min(i, partner[i]);
  const second = Math.max(i, partner[i]);
  const length = Math.sqrt(lambda[first] * lambda[first] + lambda[second] * lambda[second]);
  const u = lambda[first] / length;
  const v = lambda[second] / length;
  if (length === 0) {
    row[i] = 1;
  } else if (i === first) {
    H[i] = length - frictionLimit(problem, lambda, i);
    row[first] = u;
    row[second] = v;
    row[normal[i]] -= mu[i];
  } else {
    H[i] = u * w[second] - v * w[first];
    addRowOfA(problem, second, u, row);
    addRowOfA(problem, first, -v, row);
  }
}

function addRowOfA({ A }: BoxedProblem, i: number, factor: number, row: Float64Array): void {
  for (let k = A.start[i]; k < A.start[i + 1]; k++) row[A.column[k]] += factor * A.value[k];
}

/** How far one may go in a direction, and the rows (with their sides) that come to a limit there. */
interface WayToLimit {
  reach: number;
  rows: (readonly [row: number, side: number])[];
}
const NOWHERE: WayToLimit = { reach: Number.POSITIVE_INFINITY, rows: [] };

function findLimit(problem: BoxedProblem, lambda: Float64Array, d: Float64Array): WayToLimit {
  const { lo, hi, mu, normal, partner } = problem;
  const negligible = NEGLIGIBLE * d.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const way: WayToLimit = { reach: Number.POSITIVE_INFINITY, rows: [] };
  const meet = (reach: number, ...rows: WayToLimit['rows']) => {
    if (!(reach <= way.reach)) return;
    way.rows = reach < way.reach ? rows : [...way.rows, ...rows];
    way.reach = reach;
  };
  for (let i = 0; i < d.length; i++) {
    if (normal[i] < 0) {
      if (d[i] < -negligible) meet(Math.max(0, (lo[i] - lambda[i]) / d[i]), [i, -1]);
      if (d[i] > negligible) meet(Math.max(0, (hi[i] - lambda[i]) / d[i]), [i, 1]);
    } else if (partner[i] < 0) {
      for (const side of [-1, 1]) {
        const approach = side * d[i] - mu[i] * d[normal[i]];
        const room = frictionLimit(problem, lambda, i) - side * lambda[i];
        if (approach > negligible) meet(Math.max(0, room / approach), [i, side]);
      }
    } else if (partner[i] > i) {
      meet(reachOfRim(problem, lambda, d, i, negligible), [i, 1], [partner[i], 1]);
    }
  }
  return way;
}

/** The smallest t >= 0 at which two rows that share a disc come to its rim: |lambda + t d| = mu (lambda_n + t d_n). */
function reachOfRim(problem: BoxedProblem, lambda: Float64Array, d: Float64Array, i: number, negligible: number): number {
  const { mu, normal, partner } = problem;
  const j = partner[i];
  const limit = frictionLimit(problem, lambda, i);
  const growth = mu[i] * d[normal[i]];
  const a = d[i] * d[i] + d[j] * d[j] - growth * growth;
  const b = lambda[i] * d[i] + lambda[j] * d[j] - limit * growth;
  const c = lambda[i] * lambda[i] + lambda[j] * lambda[j] - limit * limit;
  const size = Math.abs(lambda[i]) + Math.abs(lambda[j]) + limit;
  if (c >= -RIM * limit * limit) return b > negligible * size ? 0 : Number.POSITIVE_INFINITY;
  const discriminant = b * b - a * c;
  if (discriminant < 0) return Number.POSITIVE_INFINITY;
  const q = b >= 0 ? -b - Math.sqrt(discriminant) : -b + Math.sqrt(discriminant);
  const roots = [q / a, c / q].filter((root) => root > 0);
  return Math.min(Number.POSITIVE_INFINITY, ...roots);
}
