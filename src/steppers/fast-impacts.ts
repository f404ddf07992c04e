// Impacts that are fast, solved before the method of the world sees them: of contacts at which bodies close so fast that they would
// be deep in each other at the end of the step. A method that sweeps a row of bodies a few times leaves differences of speed in it
// which are as fast as what hit it, and one that solves it layer by layer does not keep its momentum. So all contacts of such an
// island are solved at once, as one impact without forces, by Newton's method (solvers/sparse-newton.ts) or by sweeps until they
// change nothing more. What is left for the method is slow.
//
// Impacts never gain energy (bounces.ts). Of more than two bodies the method has what bounces: how a row of elastic bodies passes an
// impact on is what methods differ in. Islands with joints or locks are solved whole by the methods that know these.

import {
  buildProblem,
  dropWarmStart,
  handOver,
  reserveProblem,
  storeImpulses,
  writeNormalVelocities,
} from '../contact-problem/contact-problem.js';
import { BOUNCES, ContactPlacing, placeContactsAgain, placePoints } from '../contact-problem/place-contacts.js';
import { ContactProblem } from '../contact-problem/problem-table.js';
import { solveResisting } from '../contact-problem/resistances.js';
import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import type { Profiler } from '../phases.js';
import { BIAS, GAP, RECORD_LENGTH } from '../solvers/contact-record.js';
import { applyImpulses } from '../solvers/projected-gauss-seidel.js';
import { VELOCITY_ROWS } from '../solvers/row-set.js';
import type { VelocityProblem } from '../solvers/solver.js';
import { gaussSeidelSweeps } from '../solvers/solver.js';
import { SparseNewton } from '../solvers/sparse-newton.js';
import { doubled } from '../table/doubled.js';
import { bounceWithin, dropBounces, freeEnergy, hasGained } from './bounces.js';

/**
 * Velocities after an impact are exact to this share of how fast it closes: by Newton's method, and by sweeps, which leave what is
 * slow to the method [1].
 */
const TOLERANCE = 1e-10;
const TOLERANCE_OF_SWEEPS = 1e-4;
/** Sweeps of an impact at the most, and after Newton's method, for what is left of it [1]. */
const MOST_SWEEPS = 200;
const LAST_SWEEPS = 20;
/** Most updates of blocks that a factorization may take for each body: rows take three, a crowd is swept [1]. */
const MOST_UPDATES = 4;
/** What would be deeper than this share of the half thickness of the thinner shape may be deep, however it is rounded [1]. */
const NEARLY = 0.999;

/** Where in the numbers: length of the stretch, and of the step [s]; how fast a contact of the island closes at the most [m/s]. */
const DT = 0;
const WHOLE = 1;
const FASTEST = 2;

export class FastImpacts {
  readonly #detection: Detection;
  readonly #profiler: Profiler;
  readonly #problem: ContactProblem;
  readonly #placing = new ContactPlacing();
  readonly #newton = new SparseNewton();
  readonly #arrays: VelocityProblem = { count: 0, record: new Float64Array(), movers: new Int32Array(), u: new Float64Array() };
  readonly #wrench = new Float64Array(6);
  /** Velocities before an impact, of both movers of each contact. */
  #before = new Float64Array(96);
  /** Contacts of the impacts of the stretch at hand, with what they did: it is told with what the method does. */
  #contacts = new Int32Array(16);
  #impulses = new Float64Array(64);
  #count = 0;
  /** Numbers of the stretch at hand, which V8 would allocate as arguments of each call. */
  readonly #numbers = new Float64Array(3);

  constructor(detection: Detection, profiler: Profiler) {
    this.#detection = detection;
    this.#profiler = profiler;
    this.#problem = new ContactProblem(detection.state.memory);
  }

  /**
   * After the detection of a stretch of dt [s]: solves the impacts of all islands at hand that are fast for a step of so
   * long [s], of which the stretch is a part.
   */
  solve(dt: number, whole: number): void {
    const { groups } = this.#detection;
    this.#count = 0;
    this.#numbers[DT] = dt;
    this.#numbers[WHOLE] = whole;
    let isOne = false;
    for (let i = 0; i < groups.count; i++) {
      const island = groups.list[i];
      if (island.isTied || !this.#mayBeFast(island)) continue;
      if (!isOne) {
        this.#profiler.enter('contact-problem');
        reserveProblem(this.#problem, this.#detection);
        isOne = true;
      }
      this.#build(island);
      if (this.#isFast(island)) this.#solveIsland(island);
    }
  }

  /** Adds what the impacts did to the impulses of the contacts, which the method has found by now. */
  addImpulses(): void {
    const { impulse } = this.#detection.graph.contacts.columns;
    for (let i = 0; i < this.#count; i++)
      for (let k = 0; k < 4; k++) impulse[4 * this.#contacts[i] + k] += this.#impulses[4 * i + k];
    this.#count = 0;
  }

  /** Whether contacts of an island would be deep after the step: those of bodies that go far enough for it are placed, and no others. */
  #mayBeFast({ firstEdge, edgeCount }: Island): boolean {
    const { member } = this.#detection.groups.edges.columns;
    const end = firstEdge + edgeCount;
    for (let i = this.#nextFar(firstEdge, end); i < end; i = this.#nextFar(i + 1, end)) {
      placePoints(this.#placing, this.#detection, member, i, 1);
      if (this.#closesFast(member[i])) return true;
    }
    return false;
  }

  /**
   * The first place from `first` to before `end` of an edge whose bodies go so far against each other in the step that it could be so,
   * by a bound that costs little; `end` where there is none. Columns are looked up once for all.
   */
  #nextFar(first: number, end: number): number {
    const { graph, bodies, groups } = this.#detection;
    const { member } = groups.edges.columns;
    const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
    const { shapes } = graph.contacts.columns;
    const { mover, velocity: u, position: x } = bodies.nodes.columns;
    const { thickness, reach } = bodies.shapes.columns;
    const whole = this.#numbers[WHOLE];
    for (let i = first; i < end; i++) {
      const edge = member[i];
      const a = ends[2 * edge];
      const b = ends[2 * edge + 1];
      const p = 6 * mover[a];
      const q = 6 * mover[b];
      const dx = u[p] - u[q];
      const dy = u[p + 1] - u[q + 1];
      const dz = u[p + 2] - u[q + 2];
      const way = whole * Math.sqrt(dx * dx + dy * dy + dz * dz);
      const turnA = whole * Math.sqrt(u[p + 3] * u[p + 3] + u[p + 4] * u[p + 4] + u[p + 5] * u[p + 5]);
      const turnB = whole * Math.sqrt(u[q + 3] * u[q + 3] + u[q + 4] * u[q + 4] + u[q + 5] * u[q + 5]);
      const armA = a === mover[a] ? 0 : distanceBetween(x, a, mover[a]);
      const armB = b === mover[b] ? 0 : distanceBetween(x, b, mover[b]);
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        const s = shapes[2 * c];
        const t = shapes[2 * c + 1];
        // A half-space reaches infinitely far, but does not turn.
        const swingA = turnA === 0 ? 0 : turnA * (reach[s] + armA);
        const swingB = turnB === 0 ? 0 : turnB * (reach[t] + armB);
        if (way + swingA + swingB > Math.min(thickness[s], thickness[t])) return i;
      }
    }
    return end;
  }

  /** Whether a contact of an edge, which has been placed, would be deep after the step, but for rounding. */
  #closesFast(edge: number): boolean {
    const { graph, bodies } = this.#detection;
    const { movers, firstContact, contactCount } = graph.edges.columns;
    const { shapes, gap, worldPoint: p, worldNormal: n } = graph.contacts.columns;
    const { velocity: u, position: x } = bodies.nodes.columns;
    const { thickness } = bodies.shapes.columns;
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      const c = 3 * contact;
      let closing = 0;
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        const ofA = u[6 * a + k] + u[6 * a + 3 + i] * (p[c + j] - x[3 * a + j]) - u[6 * a + 3 + j] * (p[c + i] - x[3 * a + i]);
        const ofB = u[6 * b + k] + u[6 * b + 3 + i] * (p[c + j] - x[3 * b + j]) - u[6 * b + 3 + j] * (p[c + i] - x[3 * b + i]);
        closing += n[c + k] * (ofA - ofB);
      }
      const thinner = Math.min(thickness[shapes[2 * contact]], thickness[shapes[2 * contact + 1]]);
      if (gap[contact] - this.#numbers[WHOLE] * closing < -NEARLY * thinner) return true;
    }
    return false;
  }

  /** The problem of an island with its contacts where they are, for what may happen in the stretch. */
  #build(island: Island): void {
    const detection = this.#detection;
    const { settings } = detection.state;
    placeContactsAgain(this.#placing, detection, island.firstEdge, island.edgeCount, this.#numbers[DT], settings);
    this.#buildAgain(island);
    writeNormalVelocities(this.#problem, detection.bodies.nodes.columns.velocity);
    this.#bounceWithoutForces();
  }

  /** What bounces leaves as it came: gravity, which its bounce would make up for in a step, has no part in an impact. */
  #bounceWithoutForces(): void {
    const { bounce, bias } = this.#detection.graph.contacts.columns;
    const { record, contact, normalVelocity, restitution } = this.#problem.table.columns;
    for (let i = 0; i < this.#problem.table.size; i++) {
      const isBouncing = bounce[contact[i]] === BOUNCES && bias[contact[i]] <= 0 && normalVelocity[i] < 0;
      if (isBouncing) record[i * RECORD_LENGTH + BIAS] = restitution[i] * normalVelocity[i];
    }
  }

  /** The same of contacts that have been placed. Impacts start from nothing: no load lasts through them. */
  #buildAgain({ firstEdge, edgeCount }: Island): void {
    const detection = this.#detection;
    buildProblem(this.#problem, detection, firstEdge, edgeCount, this.#numbers[DT], detection.state.settings);
    dropWarmStart(this.#problem);
    handOver(this.#problem, this.#arrays, detection.bodies.nodes.columns.velocity);
  }

  /** Whether contacts of a pair, or such as do not bounce, would be deep after the step. Notes how fast any closes. */
  #isFast({ edgeCount }: Island): boolean {
    const { graph, bodies } = this.#detection;
    const { shapes } = graph.contacts.columns;
    const { thickness } = bodies.shapes.columns;
    const { record, contact, normalVelocity, restitution } = this.#problem.table.columns;
    const whole = this.#numbers[WHOLE];
    let isOne = false;
    let fastest = 0;
    for (let i = 0; i < this.#problem.table.size; i++) {
      const c = contact[i];
      fastest = Math.max(fastest, -normalVelocity[i]);
      const thinner = Math.min(thickness[shapes[2 * c]], thickness[shapes[2 * c + 1]]);
      if ((restitution[i] === 0 || edgeCount === 1) && record[i * RECORD_LENGTH + GAP] + whole * normalVelocity[i] < -thinner)
        isOne = true;
    }
    this.#numbers[FASTEST] = fastest;
    return isOne;
  }

  #solveIsland(island: Island): void {
    const detection = this.#detection;
    this.#profiler.enter('solve');
    const energy = freeEnergy(detection, island, false);
    this.#solveProblem(true);
    if (hasGained(detection, island, energy)) {
      dropBounces(this.#wrench, detection, island);
      this.#buildAgain(island);
      this.#solveProblem(false);
      bounceWithin(this.#wrench, detection, island, energy);
    }
    this.#keepImpulses();
  }

  /** Solves the problem at hand, and puts the impulses on the contacts. Sweeps alone never gain energy where nothing bounces. */
  #solveProblem(isNewtons: boolean): void {
    const { inverseInertia } = this.#detection.bodies.nodes.columns;
    const isPyramid = this.#detection.state.settings['contact.friction'] === 'pyramid';
    const isSparse =
      isNewtons &&
      !isPyramid &&
      this.#problem.resistances === 0 &&
      this.#newton.analyse(this.#arrays) <= MOST_UPDATES * this.#newton.bodies;
    const tolerance = (isSparse ? TOLERANCE : TOLERANCE_OF_SWEEPS) * this.#numbers[FASTEST];
    if (isSparse) this.#solveSparse(inverseInertia, tolerance);
    solveResisting(this.#problem, this.#arrays, gaussSeidelSweeps, isSparse ? LAST_SWEEPS : MOST_SWEEPS, tolerance, isPyramid);
    storeImpulses(this.#problem, this.#detection);
  }

  /**
   * Newton's method. On its way impulses may be far larger than in the end, and velocities that went along with them have lost
   * digits: they are found anew from the impulses.
   */
  #solveSparse(inverseInertia: Float64Array, tolerance: number): void {
    const { count, record, movers, u } = this.#arrays;
    while (this.#before.length < 12 * count) this.#before = doubled(this.#before);
    for (let i = 0; i < 2 * count; i++) for (let k = 0; k < 6; k++) this.#before[6 * i + k] = u[movers[i] + k];
    this.#newton.solve(this.#arrays, VELOCITY_ROWS, inverseInertia, tolerance);
    for (let i = 0; i < 2 * count; i++) for (let k = 0; k < 6; k++) u[movers[i] + k] = this.#before[6 * i + k];
    applyImpulses(count, record, movers, u);
  }

  #keepImpulses(): void {
    const { impulse } = this.#detection.graph.contacts.columns;
    const { size, columns } = this.#problem.table;
    while (this.#contacts.length < this.#count + size) {
      this.#contacts = doubled(this.#contacts);
      this.#impulses = doubled(this.#impulses);
    }
    for (let i = 0; i < size; i++) {
      const c = columns.contact[i];
      this.#contacts[this.#count] = c;
      for (let k = 0; k < 4; k++) this.#impulses[4 * this.#count + k] = impulse[4 * c + k];
      this.#count++;
    }
  }
}

function distanceBetween(x: Float64Array, a: number, b: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) square += (x[3 * a + k] - x[3 * b + k]) * (x[3 * a + k] - x[3 * b + k]);
  return Math.sqrt(square);
}
