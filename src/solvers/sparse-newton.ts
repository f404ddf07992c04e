// Newton's method for the contact problem of a group, on contact records: exact where sweeps are not.
//
// A sweep passes an impulse on by one body. In a taut chain, or wherever light bodies are between heavy ones, sweeps would be needed
// by the thousand. Here the velocities are found at once, as the least of
//   phi(u) = 1/2 (u - u*)^T M (u - u*) + sum over contacts of 1 / (2 rho) |P(lambda - rho w)|^2,  w = J u + b,
// the augmented Lagrangian of the problem: P projects onto Coulomb's cone, and lambda is taken from P(lambda - rho w) after each
// minimum (Rockafellar, "Monotone operators and the proximal point algorithm", 1976). phi is convex and has a continuous gradient, so Newton's
// step M + J^T D J, with D the derivative of P, is taken with a search along its line (Castro et al., "An unconstrained convex formulation of
// compliant contact", 2022). The matrix has a block of six for each body and one for each pair that touches, and is
// factorized sparsely (quadratic/block-factorization.ts).
//
// Friction of such a minimum would lift what slides off its support by mu |w_t|. So that of the minimum before is added to w_n (de Saxce's
// correction; Acary et al., "A formulation of the linear discrete Coulomb friction problem via convex optimization", 2011).

import { ContactHessian } from './contact-hessian.js';
import { FRICTION, INVERSE_DIAGONAL, INVERSE_MASS_A, INVERSE_MASS_B, RECORD_LENGTH, TANGENT_STEP } from './contact-record.js';
import { MassBlocks } from './mass-blocks.js';
import { applyRow, rowVelocity } from './projected-gauss-seidel.js';
import { BlockFactorization } from './quadratic/block-factorization.js';
import { grown } from './quadratic/grown.js';
import type { RowSet } from './row-set.js';
import { VELOCITY_ROWS } from './row-set.js';
import type { VelocityProblem } from './solver.js';

/**
 * rho of a contact, as a multiple of the mass that its two bodies alone oppose to it: of the first minimum, how it grows from one to the
 * next, and of the last [1]. What is soft shows which contacts slide, what is stiff what they carry.
 */
const SOFTEST = 1e2;
const STIFFER = 1e1;
const STIFFEST = 1e5;
/** A problem whose error is no more than this many times the tolerance is left as it is [1]. */
const WORTHWHILE = 10;
/** Most factorizations. */
const MOST_STEPS = 60;

/** Most trials of the search along a line. */
const MOST_TRIALS = 30;
/** A step is far enough when the slope along it has fallen to this share of what it was [1]. */
const FLAT = 0.1;
/** Where the slope at the end of a step is less than this share of what it was, that is a minimum [1]. */
const FLATTEST = 1e-4;
/** So is where the slope has become this share of the steepest on the way there [1]. */
const LEVEL = 1e-4;

export class SparseNewton {
  readonly #factors = new BlockFactorization();
  readonly #hessian = new ContactHessian();
  readonly #masses = new MassBlocks();
  /** Which rows of the records the problem is of. */
  #rows: RowSet = VELOCITY_ROWS;
  /** Bodies, and the offset of each in the velocities; the body of an offset over six, where `#met` has the present stamp. */
  #bodies = 0;
  #offsets = new Int32Array(0);
  #numbers = new Int32Array(0);
  #met = new Int32Array(0);
  #stamp = 0;
  /** rho by the mass that a contact's bodies oppose to it. */
  #stiffness = 1;
  /** By body: u less what it was in the beginning, the step, and M times that. */
  #moved = new Float64Array(0);
  #step = new Float64Array(0);
  #pull = new Float64Array(0);
  /** By contact: its two bodies, or -1; where their block is. */
  #ends = new Int32Array(0);
  #blocks = new Int32Array(0);
  /** By contact: mu times the speed at which it slides, at the last minimum [m/s]. */
  #slide = new Float64Array(0);
  /** By contact, three rows each: w, how it changes along the step, lambda in the beginning and at the last minimum, P(lambda - rho w). */
  #w = new Float64Array(0);
  #change = new Float64Array(0);
  #start = new Float64Array(0);
  #lambda = new Float64Array(0);
  #pushed = new Float64Array(0);
  /** The best impulses so far. */
  #best = new Float64Array(0);

  /** Numbers the bodies of a problem and finds the order of elimination. Returns how many updates of blocks a factorization takes. */
  analyse({ count, record, movers }: VelocityProblem): number {
    this.#reserve(count);
    this.#stamp++;
    this.#bodies = 0;
    const ends = this.#ends;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      ends[2 * i] = record[k + INVERSE_MASS_A] > 0 ? this.#numberOf(movers[2 * i]) : -1;
      ends[2 * i + 1] = record[k + INVERSE_MASS_B] > 0 ? this.#numberOf(movers[2 * i + 1]) : -1;
    }
    this.#factors.analyse(this.#bodies, count, ends, 6);
    for (let i = 0; i < count; i++) {
      const isPair = ends[2 * i] >= 0 && ends[2 * i + 1] >= 0;
      this.#blocks[i] = isPair ? this.#factors.offsetOf(ends[2 * i], ends[2 * i + 1]) : -1;
    }
    const { start } = this.#factors.elimination;
    let updates = 0;
    for (let p = 0; p < this.#bodies; p++) {
      const below = start[p + 1] - start[p];
      updates += ((below + 1) * (below + 2)) / 2;
    }
    return updates;
  }

  /** Bodies of the problem that was analysed. */
  get bodies(): number {
    return this.#bodies;
  }

  #numberOf(offset: number): number {
    const row = offset / 6;
    if (this.#met.length <= row) {
      this.#met = grown(this.#met, row + 1, this.#met.length);
      this.#numbers = grown(this.#numbers, row + 1, this.#numbers.length);
    }
    if (this.#met[row] === this.#stamp) return this.#numbers[row];
    this.#met[row] = this.#stamp;
    this.#numbers[row] = this.#bodies;
    this.#offsets[this.#bodies] = offset;
    return this.#bodies++;
  }

  #reserve(count: number): void {
    // There are no more bodies than two a contact.
    this.#offsets = grown(this.#offsets, 2 * count);
    this.#masses.reserve(2 * count);
    this.#moved = grown(this.#moved, 12 * count);
    this.#step = grown(this.#step, 12 * count);
    this.#pull = grown(this.#pull, 12 * count);
    this.#ends = grown(this.#ends, 2 * count);
    this.#blocks = grown(this.#blocks, count);
    this.#slide = grown(this.#slide, count);
    this.#w = grown(this.#w, 3 * count);
    this.#change = grown(this.#change, 3 * count);
    this.#start = grown(this.#start, 3 * count);
    this.#lambda = grown(this.#lambda, 3 * count);
    this.#pushed = grown(this.#pushed, 3 * count);
    this.#best = grown(this.#best, 3 * count);
  }

  /**
   * Solves the problem that was analysed last from the impulses in its records, whose velocities are in `u`, until no relative
   * velocity is wrong by more than `tolerance` [m/s]. `inverseInertia` has six numbers at the offset of each mover. What does not
   * come out better than it was stays as it was. Returns how many factorizations it took.
   */
  solve(problem: VelocityProblem, rows: RowSet, inverseInertia: Float64Array, tolerance: number): number {
    this.#rows = rows;
    this.#begin(problem, inverseInertia);
    this.#stiffness = SOFTEST;
    let least = this.#error(problem);
    if (least <= WORTHWHILE * tolerance) return 0;
    this.#keepBest(problem);
    let steepest = 0;
    let done = 0;
    while (done < MOST_STEPS && least > tolerance) {
      done++;
      this.#findStep(problem);
      const slope = -this.#slopeAt(problem, 0);
      // Nothing is left but rounding.
      if (!(slope > 0)) break;
      steepest = Math.max(steepest, slope);
      if (!this.#goAlong(problem, slope) && slope > LEVEL * steepest) continue;
      this.#accept(problem, this.#pushed);
      for (let i = 0; i < problem.count; i++) this.#noteSlide(problem.record, i);
      const error = this.#error(problem);
      if (error < least) {
        least = error;
        this.#keepBest(problem);
      }
      steepest = 0;
      this.#stiffness = Math.min(STIFFER * this.#stiffness, STIFFEST);
    }
    this.#accept(problem, this.#best);
    return done;
  }

  /** Remembers the impulses of the records. */
  #keepBest({ count, record }: VelocityProblem): void {
    const { rows, lambda } = this.#rows;
    for (let i = 0; i < count; i++) {
      for (let row = 0; row < rows; row++) this.#best[3 * i + row] = record[i * RECORD_LENGTH + lambda + row];
    }
  }

  /** Inertias, w and lambda of the problem as it is given. */
  #begin({ count, record, movers, u }: VelocityProblem, inverseInertia: Float64Array): void {
    const { rows, lambda, bias } = this.#rows;
    this.#moved.fill(0, 0, 6 * this.#bodies);
    this.#change.fill(0, 0, 3 * count);
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < rows; row++) {
        const at = 3 * i + row;
        this.#w[at] = rowVelocity(record, k, row, u, movers[2 * i], movers[2 * i + 1]) + (row === 0 ? record[k + bias] : 0);
        this.#start[at] = this.#lambda[at] = record[k + lambda + row];
      }
      this.#noteSlide(record, i);
      for (let side = 0; side < 2; side++) {
        const body = this.#ends[2 * i + side];
        if (body >= 0) this.#masses.setMass(body, 1 / record[k + INVERSE_MASS_A + side]);
      }
    }
    for (let body = 0; body < this.#bodies; body++) this.#masses.setInertia(body, inverseInertia, this.#offsets[body]);
  }

  /** mu |w_t| of a contact where it is: in the cone, w_n is that much larger than it should be. */
  #noteSlide(record: Float64Array, i: number): void {
    const w1 = this.#w[3 * i + 1];
    const w2 = this.#w[3 * i + 2];
    this.#slide[i] = this.#rows.rows === 1 ? 0 : record[i * RECORD_LENGTH + FRICTION] * Math.sqrt(w1 * w1 + w2 * w2);
  }

  /** Newton's step from where it is, and how w changes along it. */
  #findStep({ count, record }: VelocityProblem): void {
    const { rows } = this.#rows;
    const factors = this.#factors;
    const { place } = factors.elimination;
    const { diagonal, below } = factors;
    const hessian = this.#hessian;
    const { jacobian } = hessian;
    const step = this.#step;
    factors.clear();
    this.#masses.multiply(this.#bodies, this.#moved, this.#pull);
    for (let body = 0; body < this.#bodies; body++) {
      this.#masses.addTo(diagonal, 36 * place[body], body);
      for (let j = 0; j < 6; j++) step[6 * place[body] + j] = -this.#pull[6 * body + j];
    }
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      this.#project(record, i, 0);
      hessian.readRows(record, k, rows);
      const a = this.#ends[2 * i];
      const b = this.#ends[2 * i + 1];
      for (let row = 0; row < rows; row++) {
        const gain = this.#pushed[3 * i + row] - this.#start[3 * i + row];
        if (a >= 0) for (let j = 0; j < 6; j++) step[6 * place[a] + j] += gain * jacobian[12 * row + j];
        if (b >= 0) for (let j = 0; j < 6; j++) step[6 * place[b] + j] += gain * jacobian[12 * row + 6 + j];
      }
      if (!this.#writeSlopes(record, i)) continue;
      hessian.weighRows(rows);
      if (a >= 0) hessian.addTo(diagonal, 36 * place[a], rows, 0, 0);
      if (b >= 0) hessian.addTo(diagonal, 36 * place[b], rows, 6, 6);
      if (this.#blocks[i] < 0) continue;
      if (place[a] > place[b]) hessian.addTo(below, this.#blocks[i], rows, 0, 6);
      else hessian.addTo(below, this.#blocks[i], rows, 6, 0);
    }
    factors.factorize();
    factors.solve(step);
    // From the order of elimination to that of bodies.
    for (let body = 0; body < this.#bodies; body++)
      for (let j = 0; j < 6; j++) this.#pull[6 * body + j] = step[6 * place[body] + j];
    for (let j = 0; j < 6 * this.#bodies; j++) step[j] = this.#pull[j];
    this.#masses.multiply(this.#bodies, step, this.#pull);
    for (let i = 0; i < count; i++) {
      hessian.readRows(record, i * RECORD_LENGTH, rows);
      const a = this.#ends[2 * i];
      const b = this.#ends[2 * i + 1];
      for (let row = 0; row < rows; row++) {
        let sum = 0;
        if (a >= 0) for (let j = 0; j < 6; j++) sum += jacobian[12 * row + j] * step[6 * a + j];
        if (b >= 0) for (let j = 0; j < 6; j++) sum += jacobian[12 * row + 6 + j] * step[6 * b + j];
        this.#change[3 * i + row] = sum;
      }
    }
  }

  /** Goes along the step to where phi is least. Returns whether that is a minimum: the end of the step, with no slope left. */
  #goAlong(problem: VelocityProblem, steepest: number): boolean {
    const { rows } = this.#rows;
    const slope = this.#slopeAt(problem, 1);
    const way = slope <= FLAT * steepest ? 1 : this.#flattest(problem, steepest);
    for (let j = 0; j < 6 * this.#bodies; j++) this.#moved[j] += way * this.#step[j];
    for (let i = 0; i < problem.count; i++) {
      for (let row = 0; row < rows; row++) this.#w[3 * i + row] += way * this.#change[3 * i + row];
      this.#project(problem.record, i, 0);
    }
    return Math.abs(slope) <= FLATTEST * steepest;
  }

  /** Where along the step phi is least: its slope grows, so by regula falsi, in the form of Illinois. */
  #flattest(problem: VelocityProblem, steepest: number): number {
    let low = 0;
    let high = 1;
    let below = -steepest;
    let above = this.#slopeAt(problem, 1);
    let way = 1;
    for (let trial = 0; trial < MOST_TRIALS; trial++) {
      if (!(above > below)) break;
      way = (low * above - high * below) / (above - below);
      const slope = this.#slopeAt(problem, way);
      if (Math.abs(slope) <= FLAT * steepest) break;
      if (slope > 0) {
        high = way;
        above = slope;
        below *= 0.5;
      } else {
        low = way;
        below = slope;
        above *= 0.5;
      }
    }
    return way;
  }

  /** Derivative of phi along the step, at a share of it. */
  #slopeAt({ count, record }: VelocityProblem, way: number): number {
    const { rows } = this.#rows;
    let slope = 0;
    for (let j = 0; j < 6 * this.#bodies; j++) slope += this.#pull[j] * (this.#moved[j] + way * this.#step[j]);
    for (let i = 0; i < count; i++) {
      this.#project(record, i, way);
      for (let row = 0; row < rows; row++) {
        const at = 3 * i + row;
        slope -= (this.#pushed[at] - this.#start[at]) * this.#change[at];
      }
    }
    return slope;
  }

  /** P(lambda - rho w) of a contact, at a share of the step. */
  #project(record: Float64Array, i: number, way: number): void {
    const k = i * RECORD_LENGTH;
    const at = 3 * i;
    const rho = this.#stiffness * record[k + INVERSE_DIAGONAL];
    const y = this.#lambda[at] - rho * (this.#w[at] + this.#slide[i] + way * this.#change[at]);
    if (this.#rows.rows === 1) {
      this.#pushed[at] = Math.max(0, y);
      return;
    }
    const mu = record[k + FRICTION];
    const t1 = this.#lambda[at + 1] - rho * (this.#w[at + 1] + way * this.#change[at + 1]);
    const t2 = this.#lambda[at + 2] - rho * (this.#w[at + 2] + way * this.#change[at + 2]);
    const t = Math.sqrt(t1 * t1 + t2 * t2);
    const isInside = t <= mu * y;
    const normal = isInside ? y : Math.max(0, y + mu * t) / (1 + mu * mu);
    const shrink = isInside ? 1 : t > 0 ? (mu * normal) / t : 0;
    this.#pushed[at] = normal;
    this.#pushed[at + 1] = shrink * t1;
    this.#pushed[at + 2] = shrink * t2;
  }

  /** D = -dP/dw of a contact where it is, as [nn, n1, n2, 11, 12, 22]. Returns whether it is anything. */
  #writeSlopes(record: Float64Array, i: number): boolean {
    const k = i * RECORD_LENGTH;
    const at = 3 * i;
    const rho = this.#stiffness * record[k + INVERSE_DIAGONAL];
    if (!(this.#pushed[at] > 0)) return false;
    const { slopes } = this.#hessian;
    slopes.fill(0);
    slopes[0] = rho;
    if (this.#rows.rows === 1) return true;
    const mu = record[k + FRICTION];
    const y = this.#lambda[at] - rho * (this.#w[at] + this.#slide[i]);
    const t1 = this.#lambda[at + 1] - rho * this.#w[at + 1];
    const t2 = this.#lambda[at + 2] - rho * this.#w[at + 2];
    const t = Math.sqrt(t1 * t1 + t2 * t2);
    if (t <= mu * y) {
      slopes[3] = slopes[5] = rho;
      return true;
    }
    // Along the side of the cone, and around it.
    const along = rho / (1 + mu * mu);
    const around = (rho * mu * this.#pushed[at]) / t;
    const c1 = t1 / t;
    const c2 = t2 / t;
    slopes[0] = along;
    slopes[1] = along * mu * c1;
    slopes[2] = along * mu * c2;
    slopes[3] = along * mu * mu * c1 * c1 + around * c2 * c2;
    slopes[4] = (along * mu * mu - around) * c1 * c2;
    slopes[5] = along * mu * mu * c2 * c2 + around * c1 * c1;
    return true;
  }

  /** Makes other impulses those of the records, and the velocities what they make of them. */
  #accept({ count, record, movers, u }: VelocityProblem, impulses: Float64Array): void {
    const { rows, lambda } = this.#rows;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      for (let row = 0; row < rows; row++) {
        const gain = impulses[3 * i + row] - record[k + lambda + row];
        if (gain === 0) continue;
        applyRow(record, k, row, gain, u, movers[2 * i], movers[2 * i + 1]);
        record[k + lambda + row] = this.#lambda[3 * i + row] = impulses[3 * i + row];
      }
    }
  }

  /** By how much a relative velocity is wrong, at the most: what one sweep would change [m/s]. */
  #error({ count, record, movers, u }: VelocityProblem): number {
    const { rows, lambda, bias } = this.#rows;
    let most = 0;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      const pushed = record[k + lambda];
      const w = rowVelocity(record, k, 0, u, a, b) + record[k + bias];
      const inverse = record[k + INVERSE_DIAGONAL];
      most = Math.max(most, Math.abs(pushed - Math.max(0, pushed - w * inverse)) / inverse);
      if (rows === 1) continue;
      const step = record[k + TANGENT_STEP];
      const t1 = record[k + lambda + 1] - step * rowVelocity(record, k, 1, u, a, b);
      const t2 = record[k + lambda + 2] - step * rowVelocity(record, k, 2, u, a, b);
      const radius = record[k + FRICTION] * pushed;
      const length = Math.sqrt(t1 * t1 + t2 * t2);
      const shrink = length > radius ? radius / length : 1;
      const d1 = record[k + lambda + 1] - shrink * t1;
      const d2 = record[k + lambda + 2] - shrink * t2;
      most = Math.max(most, Math.sqrt(d1 * d1 + d2 * d2) / step);
    }
    return most;
  }
}
