// Can contacts and joints together bring all bodies of an island to rest? They can if there are impulses within their
// laws that leave no velocity: contacts push within Coulomb's cone, joints carry anything along what they lock, and
// along a coordinate what its law allows at rest. A mechanism is held as a whole, since a link may rest by what others
// far away carry.
//
// With P the map from impulses to momentum and W the momentum that is left, the change of impulses is D P^T y with P D
// P^T y = -W: of all changes the smallest, measured by D, what each contact and row has room for (affine scaling;
// Dikin, "Iterative solution of problems of linear and quadratic programming", 1967). A contact's D is the inverse
// Hessian of the barrier of its cone. A step that would leave a cone ends before it, and the next one has another D. P
// D P^T has a block of six for each body and one for each pair that touches or is joined, and is factorized sparsely.
// Where nothing acts, as along the swing of a pendulum, eps M stands in; what is left there is the velocity that the
// mechanism would gain.

import { clearLocked } from '../math/locked-axes.js';
import { invertSymmetric } from '../math/symmetric.js';
import { ContactHessian } from './contact-hessian.js';
import { LAMBDA as CONTACT_LAMBDA, RECORD_LENGTH } from './contact-record.js';
import { isAllowed, isClosed, shareWithinCone, startInside, writeRoom } from './contact-room.js';
import { BlockFactorization } from './quadratic/block-factorization.js';
import { grown } from './quadratic/grown.js';
import { RestLaws } from './rest-laws.js';
import { addInertia, multiplyInertia } from './tree/inertia.js';
import type { TreeProblem } from './tree/joint-block.js';
import { blockOfRow, INERTIA_LENGTH, J_A, LAMBDA, ROW_LENGTH } from './tree/joint-block.js';

/** Most factorizations. */
const MOST_STEPS = 16;
/** Of the way to the limit of a contact or a row, a step goes this share [1]. */
const TOWARDS_LIMIT = 0.9;
/** Steps that end sooner than this lead nowhere: there are no such impulses [1]. */
const SHORTEST = 0.02;
/** A whole step that leaves more than this share of the velocities cannot take them away [1]. */
const LEFT = 0.5;
/** Velocities below this share of what is rounding are not worth another step [1]. */
const CLEAN = 0.1;
/** Of a mean load, what contacts and rows have room for at least to begin with [1]. */
const LEAST_LOAD = 1e-6;
/** eps, as a share of what P D P^T is for a body by its locked rows [1]. */
const SOFTNESS = 1e-13;
/** Ends of a coupling: two joints of two bodies each. */
const COUPLED = 4;

/** What came of asking: nothing had to change, impulses were found, or there are none. */
export const HOLDS = 2;
export const FOUND = 1;
export const REFUSES = 0;

export class IslandHold {
  readonly #factors = new BlockFactorization();
  readonly #hessian = new ContactHessian();
  readonly #laws = new RestLaws();
  /** Pairs of bodies that have a block, those below 0 being none. */
  #pairs = 0;
  #ends = new Int32Array(0);
  /** By body: inverse inertia, momentum that is left, velocity that is left and y. */
  #inverse = new Float64Array(0);
  #left = new Float64Array(0);
  #velocity = new Float64Array(0);
  #y = new Float64Array(0);
  /** By body: its mass times the speed that is left [N s]. */
  #undone = new Float64Array(0);
  /** By contact, by row of joints, by coupling: the change of impulses. */
  #ofContacts = new Float64Array(0);
  #ofRows = new Float64Array(0);
  #ofCouplings = new Float64Array(0);
  /**
   * All momentum that forces and velocities have given to the bodies, and its share of a closed contact [N s]; the mean
   * mass [kg].
   */
  #momentum = 0;
  #meanLoad = 0;
  #meanMass = 0;
  /** Bodies and places in their Jacobians of the row at hand. */
  readonly #body = new Int32Array(COUPLED);
  readonly #at = new Int32Array(COUPLED);
  readonly #factor = new Float64Array(COUPLED);
  #count = 0;

  /**
   * Asks for impulses that leave no body of the problem, whose velocities are those under forces alone, faster than
   * `rounding` [m/s]. Contacts act that are closed, those whose BIAS is 0, and limits that are met to within what is
   * `still` [m/s]. Impulses of the problem are where it starts from, and what was found.
   */
  hold(problem: TreeProblem, still: number, rounding: number): number {
    this.#begin(problem);
    if (!this.#laws.read(problem, still)) return REFUSES;
    let left = this.#findLeft(problem);
    if (left <= rounding && this.#areAllowed(problem)) return HOLDS;
    this.#startInside(problem);
    this.#analyse(problem);
    left = this.#findLeft(problem);
    for (let step = 0; step < MOST_STEPS && left > CLEAN * rounding; step++) {
      this.#findStep(problem);
      const share = Math.min(1, this.#findShare(problem));
      if (share < SHORTEST) break;
      this.#change(problem, share);
      const before = left;
      left = this.#findLeft(problem);
      if (share === 1 && left > LEFT * before) break;
    }
    return left <= rounding ? FOUND : REFUSES;
  }

  #begin({ movers, inertia, u, blocks, couplings, contactCount, record }: TreeProblem): void {
    this.#inverse = grown(this.#inverse, 6 * movers);
    this.#left = grown(this.#left, 6 * movers);
    this.#velocity = grown(this.#velocity, 6 * movers);
    this.#y = grown(this.#y, 6 * movers);
    this.#undone = grown(this.#undone, movers);
    this.#ofContacts = grown(this.#ofContacts, 3 * contactCount);
    this.#ofRows = grown(this.#ofRows, blocks.firstRow[blocks.count]);
    this.#ofCouplings = grown(this.#ofCouplings, couplings.count);
    this.#momentum = this.#meanMass = 0;
    for (let body = 0; body < movers; body++) {
      const k = 6 * body;
      const mass = inertia[INERTIA_LENGTH * body];
      invertSymmetric(inertia, INERTIA_LENGTH * body + 1, this.#inverse, k);
      this.#meanMass += mass / movers;
      this.#momentum += mass * Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
    }
    let closed = 0;
    for (let i = 0; i < contactCount; i++) if (isClosed(record, i)) closed++;
    this.#meanLoad = this.#momentum / Math.max(1, closed);
  }

  /**
   * The momentum and the velocities that the impulses leave. Returns the fastest: a turn counts by what it does at the
   * radius of gyration [m/s].
   */
  #findLeft(problem: TreeProblem): number {
    const { movers, inertia, u } = problem;
    const left = this.#left;
    for (let body = 0; body < movers; body++) multiplyInertia(inertia, INERTIA_LENGTH * body, u, left, 6 * body);
    this.#pushContacts(problem);
    for (let r = 0; r < problem.blocks.firstRow[problem.blocks.count]; r++) {
      this.#reachRow(problem, r);
      this.#push(problem, problem.blocks.row[r * ROW_LENGTH + LAMBDA]);
    }
    for (let i = 0; i < problem.couplings.count; i++) {
      this.#reachCoupling(problem, i);
      this.#push(problem, problem.couplings.lambda[i]);
    }
    let fastest = 0;
    for (let body = 0; body < movers; body++) {
      const speed = this.#speedOf(inertia, body);
      this.#undone[body] = inertia[INERTIA_LENGTH * body] * speed;
      fastest = Math.max(fastest, speed);
    }
    return fastest;
  }

  #pushContacts(problem: TreeProblem): void {
    const { movers, contactCount, record, contactMovers } = problem;
    const { jacobian } = this.#hessian;
    const left = this.#left;
    for (let i = 0; i < contactCount; i++) {
      const k = i * RECORD_LENGTH;
      if (record[k + CONTACT_LAMBDA] === 0) continue;
      this.#readContact(problem, i);
      for (let row = 0; row < 3; row++) {
        const lambda = record[k + CONTACT_LAMBDA + row];
        for (let side = 0; side < 2; side++) {
          const to = contactMovers[2 * i + side];
          if (to < 6 * movers) for (let j = 0; j < 6; j++) left[to + j] += lambda * jacobian[12 * row + 6 * side + j];
        }
      }
    }
  }

  /** J of a contact; locks take up what it does along and about their axes. */
  #readContact({ movers, record, contactMovers, locks }: TreeProblem, i: number): void {
    const { jacobian } = this.#hessian;
    this.#hessian.readRows(record, i * RECORD_LENGTH, 3);
    for (let side = 0; side < 2 && locks !== undefined; side++) {
      const body = contactMovers[2 * i + side] / 6;
      if (body >= movers || locks[body] === 0) continue;
      for (let row = 0; row < 3; row++) clearLocked(jacobian, 12 * row + 6 * side, locks[body]);
    }
  }

  #push({ blocks }: TreeProblem, lambda: number): void {
    for (let end = 0; end < this.#count; end++) {
      const to = 6 * this.#body[end];
      for (let j = 0; j < 6; j++) this.#left[to + j] += lambda * this.#factor[end] * blocks.row[this.#at[end] + j];
    }
  }

  #speedOf(inertia: Float64Array, body: number): number {
    const left = this.#left;
    const velocity = this.#velocity;
    const s = this.#inverse;
    const k = 6 * body;
    const mass = inertia[INERTIA_LENGTH * body];
    for (let j = 0; j < 3; j++) velocity[k + j] = left[k + j] / mass;
    velocity[k + 3] = s[k] * left[k + 3] + s[k + 3] * left[k + 4] + s[k + 4] * left[k + 5];
    velocity[k + 4] = s[k + 3] * left[k + 3] + s[k + 1] * left[k + 4] + s[k + 5] * left[k + 5];
    velocity[k + 5] = s[k + 4] * left[k + 3] + s[k + 5] * left[k + 4] + s[k + 2] * left[k + 5];
    const radius = Math.sqrt(1 / (mass * Math.min(s[k], s[k + 1], s[k + 2])));
    let fastest = 0;
    for (let j = 0; j < 3; j++) fastest = Math.max(fastest, Math.abs(velocity[k + j]), Math.abs(velocity[k + 3 + j]) * radius);
    return fastest;
  }

  /** Whether the impulses that there are, all of them, are within their laws at rest. */
  #areAllowed({ contactCount, record, blocks }: TreeProblem): boolean {
    for (let i = 0; i < contactCount; i++) if (!isAllowed(record, i)) return false;
    return this.#laws.allow(blocks);
  }

  /**
   * Every contact and every row begins where it has room: for what is left to do on the lighter of its bodies, or
   * nearly none.
   */
  #startInside(problem: TreeProblem): void {
    const { movers, blocks, contactCount, record, contactMovers } = problem;
    for (let i = 0; i < contactCount; i++) {
      startInside(record, i, this.#leastLoad(movers, contactMovers[2 * i] / 6, contactMovers[2 * i + 1] / 6));
    }
    for (let block = 0; block < blocks.count; block++) {
      const least = this.#leastLoad(movers, blocks.ends[2 * block], blocks.ends[2 * block + 1]);
      for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
        this.#reachRow(problem, r);
        const most = this.#largestRoom(this.#responseOf(problem));
        this.#laws.startInside(blocks, r, this.#momentum > 0 ? (most * least) / this.#momentum : 0, most);
      }
    }
  }

  #leastLoad(movers: number, a: number, b: number): number {
    const left = Math.min(
      a < movers ? this.#undone[a] : Number.POSITIVE_INFINITY,
      b < movers ? this.#undone[b] : Number.POSITIVE_INFINITY,
    );
    return left + LEAST_LOAD * this.#meanLoad;
  }

  /** The room of a row that carries anything: all the momentum, by a body of mean mass that answers as the row does. */
  #largestRoom(response: number): number {
    return response > 0 ? this.#momentum / Math.sqrt(this.#meanMass * response) : 0;
  }

  /** J M^-1 J^T of the row at hand, its bodies alone. */
  #responseOf({ inertia, blocks: { row } }: TreeProblem): number {
    const s = this.#inverse;
    let response = 0;
    for (let end = 0; end < this.#count; end++) {
      const k = 6 * this.#body[end];
      const j = this.#at[end];
      const x = row[j + 3];
      const y = row[j + 4];
      const z = row[j + 5];
      const along =
        (row[j] * row[j] + row[j + 1] * row[j + 1] + row[j + 2] * row[j + 2]) / inertia[INERTIA_LENGTH * this.#body[end]];
      const about =
        s[k] * x * x + s[k + 1] * y * y + s[k + 2] * z * z + 2 * (s[k + 3] * x * y + s[k + 4] * x * z + s[k + 5] * y * z);
      response += this.#factor[end] * this.#factor[end] * (along + about);
    }
    return response;
  }

  /** The bodies that a row acts on, and where their parts of its J are. */
  #reachRow({ movers, blocks }: TreeProblem, r: number): void {
    this.#count = 0;
    this.#addEnds(movers, blocks.ends, blockOfRow(blocks, r), r, 1);
  }

  #reachCoupling({ movers, blocks, couplings }: TreeProblem, i: number): void {
    this.#count = 0;
    for (let side = 0; side < 2; side++) {
      const r = couplings.rows[2 * i + side];
      this.#addEnds(movers, blocks.ends, blockOfRow(blocks, r), r, side === 0 ? -couplings.ratio[i] : 1);
    }
  }

  #addEnds(movers: number, ends: Int32Array, block: number, r: number, factor: number): void {
    for (let side = 0; side < 2; side++) {
      const body = ends[2 * block + side];
      if (body >= movers) continue;
      this.#body[this.#count] = body;
      this.#at[this.#count] = r * ROW_LENGTH + J_A + 6 * side;
      this.#factor[this.#count++] = factor;
    }
  }

  /** The pairs of bodies that contacts, joints and couplings are between, and the order of elimination. */
  #analyse(problem: TreeProblem): void {
    const { movers, blocks, couplings, contactCount, contactMovers, record } = problem;
    this.#ends = grown(this.#ends, 2 * (contactCount + blocks.count + COUPLED * COUPLED * couplings.count));
    this.#pairs = 0;
    for (let i = 0; i < contactCount; i++) {
      if (isClosed(record, i)) this.#addPair(movers, contactMovers[2 * i] / 6, contactMovers[2 * i + 1] / 6);
    }
    for (let block = 0; block < blocks.count; block++) this.#addPair(movers, blocks.ends[2 * block], blocks.ends[2 * block + 1]);
    for (let i = 0; i < couplings.count; i++) {
      this.#reachCoupling(problem, i);
      for (let a = 0; a < this.#count; a++) for (let b = 0; b < a; b++) this.#addPair(movers, this.#body[a], this.#body[b]);
    }
    this.#factors.analyse(movers, this.#pairs, this.#ends, 6);
  }

  #addPair(movers: number, a: number, b: number): void {
    if (a >= movers || b >= movers || a === b) return;
    this.#ends[2 * this.#pairs] = a;
    this.#ends[2 * this.#pairs++ + 1] = b;
  }

  /** The changes of all impulses. */
  #findStep(problem: TreeProblem): void {
    const { movers, inertia, blocks, couplings, contactCount, record } = problem;
    const factors = this.#factors;
    const { place } = factors.elimination;
    const softness = (SOFTNESS * this.#momentum * this.#momentum) / this.#meanMass;
    factors.clear();
    for (let body = 0; body < movers; body++) {
      addInertia(factors.diagonal, 36 * place[body], inertia, INERTIA_LENGTH * body, softness);
      for (let j = 0; j < 6; j++) this.#y[6 * place[body] + j] = -this.#left[6 * body + j];
    }
    for (let i = 0; i < contactCount; i++) if (isClosed(record, i)) this.#addContact(problem, i);
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
      const room = this.#laws.roomOf(blocks, r);
      if (room === 0) continue;
      this.#reachRow(problem, r);
      this.#addRow(blocks.row, room * room);
    }
    for (let i = 0; i < couplings.count; i++) {
      this.#reachCoupling(problem, i);
      const room = this.#largestRoom(this.#responseOf(problem));
      this.#addRow(blocks.row, room * room);
    }
    factors.factorize();
    factors.solve(this.#y);
    this.#findChanges(problem);
  }

  #addContact(problem: TreeProblem, i: number): void {
    const { movers, contactMovers, record } = problem;
    const hessian = this.#hessian;
    const factors = this.#factors;
    const { place } = factors.elimination;
    this.#readContact(problem, i);
    writeRoom(record, i * RECORD_LENGTH, hessian.slopes);
    hessian.weighRows(3);
    for (let a = 0; a < 2; a++) {
      const bodyA = contactMovers[2 * i + a] / 6;
      if (bodyA >= movers) continue;
      hessian.addTo(factors.diagonal, 36 * place[bodyA], 3, 6 * a, 6 * a);
      const bodyB = contactMovers[2 * i + 1 - a] / 6;
      if (bodyB >= movers || place[bodyA] <= place[bodyB]) continue;
      hessian.addTo(factors.below, factors.offsetOf(bodyA, bodyB), 3, 6 * a, 6 - 6 * a);
    }
  }

  /** Adds J^T d J of the row at hand. */
  #addRow(row: Float64Array, d: number): void {
    const factors = this.#factors;
    const { place } = factors.elimination;
    for (let a = 0; a < this.#count; a++) {
      for (let b = 0; b < this.#count; b++) {
        const bodyA = this.#body[a];
        const bodyB = this.#body[b];
        if (place[bodyA] < place[bodyB]) continue;
        const isOwn = bodyA === bodyB;
        const matrix = isOwn ? factors.diagonal : factors.below;
        const to = isOwn ? 36 * place[bodyA] : factors.offsetOf(bodyA, bodyB);
        const weight = d * this.#factor[a] * this.#factor[b];
        for (let i = 0; i < 6; i++) {
          const x = weight * row[this.#at[a] + i];
          if (x !== 0) for (let j = 0; j < 6; j++) matrix[to + 6 * i + j] += x * row[this.#at[b] + j];
        }
      }
    }
  }

  /** D P^T y. */
  #findChanges(problem: TreeProblem): void {
    const { blocks, couplings, contactCount, record } = problem;
    for (let i = 0; i < contactCount; i++) if (isClosed(record, i)) this.#findContactChange(problem, i);
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) {
      const room = this.#laws.roomOf(blocks, r);
      this.#reachRow(problem, r);
      this.#ofRows[r] = room === 0 ? 0 : room * room * this.#along(blocks.row);
    }
    for (let i = 0; i < couplings.count; i++) {
      this.#reachCoupling(problem, i);
      const room = this.#largestRoom(this.#responseOf(problem));
      this.#ofCouplings[i] = room * room * this.#along(blocks.row);
    }
  }

  #findContactChange(problem: TreeProblem, i: number): void {
    const { movers, contactMovers, record } = problem;
    const { jacobian, slopes } = this.#hessian;
    const { place } = this.#factors.elimination;
    const change = this.#ofContacts;
    this.#readContact(problem, i);
    writeRoom(record, i * RECORD_LENGTH, slopes);
    for (let row = 0; row < 3; row++) {
      let sum = 0;
      for (let side = 0; side < 2; side++) {
        const body = contactMovers[2 * i + side] / 6;
        if (body >= movers) continue;
        for (let j = 0; j < 6; j++) sum += jacobian[12 * row + 6 * side + j] * this.#y[6 * place[body] + j];
      }
      change[3 * i + row] = sum;
    }
    const n = change[3 * i];
    const t1 = change[3 * i + 1];
    const t2 = change[3 * i + 2];
    change[3 * i] = slopes[0] * n + slopes[1] * t1 + slopes[2] * t2;
    change[3 * i + 1] = slopes[1] * n + slopes[3] * t1 + slopes[4] * t2;
    change[3 * i + 2] = slopes[2] * n + slopes[4] * t1 + slopes[5] * t2;
  }

  /** J y of the row at hand. */
  #along(row: Float64Array): number {
    const { place } = this.#factors.elimination;
    let sum = 0;
    for (let end = 0; end < this.#count; end++) {
      const from = 6 * place[this.#body[end]];
      for (let j = 0; j < 6; j++) sum += this.#factor[end] * row[this.#at[end] + j] * this.#y[from + j];
    }
    return sum;
  }

  /** How far the changes may go until the first contact or row would meet its limit, and a little less [1]. */
  #findShare({ blocks, contactCount, record }: TreeProblem): number {
    let share = Number.POSITIVE_INFINITY;
    for (let i = 0; i < contactCount; i++) {
      if (isClosed(record, i)) share = Math.min(share, shareWithinCone(record, i * RECORD_LENGTH, this.#ofContacts, 3 * i));
    }
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++)
      share = Math.min(share, this.#laws.shareOf(blocks, r, this.#ofRows[r]));
    return TOWARDS_LIMIT * share;
  }

  #change({ blocks, couplings, contactCount, record }: TreeProblem, share: number): void {
    for (let i = 0; i < contactCount; i++) {
      if (!isClosed(record, i)) continue;
      for (let row = 0; row < 3; row++) record[i * RECORD_LENGTH + CONTACT_LAMBDA + row] += share * this.#ofContacts[3 * i + row];
    }
    for (let r = 0; r < blocks.firstRow[blocks.count]; r++) blocks.row[r * ROW_LENGTH + LAMBDA] += share * this.#ofRows[r];
    for (let i = 0; i < couplings.count; i++) couplings.lambda[i] += share * this.#ofCouplings[i];
  }
}
