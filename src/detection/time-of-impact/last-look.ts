// The last look at a step: whatever moved a body, it has not passed through anything when the step is done. A method
// moves bodies by velocities that it finds, and may send one where nobody looked before.
//
// The way of a body is a straight line from its anchor to where it is now. It turns freely on it where that takes it to
// its orientation, else about one axis. The anchor is where it was when the step began, or where it last flew to. The first impact of all on these ways is found. The
// bodies that go through the other by their own speed stop there, each with all that joints tie to it, and stand in the
// way of the others from then on. Then comes the next impact. A body stops once at the most, so the look ends: it costs
// one search for each pair whose ways come near each other, and one more for each of the two that stops.
//
// A body that stops keeps its velocity. It is so near to what it hit that the next step has their contact.

import type { Bodies } from '../../bodies/bodies.js';
import { COMPOSITE, isInsulator } from '../../bodies/node-kinds.js';
import { isTriangulated } from '../../shapes/shape-kinds.js';
import { doubled } from '../../table/doubled.js';
import { isMover } from '../at-hand.js';
import { ABSENT } from '../broad-phase/broad-phase.js';
import type { Detection } from '../detection.js';
import { mobilityOf, writeTightBounds } from '../update-bounds.js';
import type { Anchors } from './anchors.js';
import { CarriedSpin } from './carried-spin.js';
import type { Flight, Pose } from './flight.js';
import { settlePose } from './fly.js';
import { setShapeOfMover } from './flying-body.js';
import { HALTS_A, HALTS_B } from './impact-list.js';
import type { FlyingShape, ImpactQuery } from './impact-query.js';
import type { ImpactSearch } from './impact-search.js';
import {
  areApart,
  areWaysLong,
  goFarEnough,
  halting,
  isMesh,
  isTrigger,
  mayHit,
  noteWay,
  reachFrom,
  setTolerance,
  timeOfTouch,
} from './impact-search.js';
import { FLOWN, TAKEN } from './marks.js';
import { findImpact, isNearNow } from './time-of-impact.js';

/**
 * Shapes are deep in each other by more than this share of the half thickness of the thinner one [1]. What is no deeper
 * than half way through is pushed back the way it came.
 */
const DEEP = 0.9;
/** Two meshes that are deeper in each other than this share of it are entangled [1]. */
const ENTANGLED = 0.25;
/** Shapes that touch close where they would be deeper by more than this share of it at the end of the step [1]. */
const CREEPING = 0.01;
/** Orientations whose quaternions have a product above this are alike: they differ by less than 0.02 rad [1]. */
const ALIKE = 1 - 5e-5;
/** A time that never comes [s]. */
const NEVER = Number.POSITIVE_INFINITY;

export class LastLook {
  readonly #anchors: Anchors;
  /** By rows: the velocities that take a mover from its anchor to where it is, and whether it has stopped on the way. */
  #motions = new Float64Array(0);
  #isStopped = new Uint8Array(0);
  /** By rows: whether the body turns freely on its way, as its moments have it. Else it turns about an axis that stays. */
  #isTumbling = new Uint8Array(0);
  readonly #spin = new CarriedSpin();
  readonly #rates = new Float64Array(6);
  /** Pairs of shapes that may pass each other, when they meet [s], and which of the two stop then. */
  #shapes = new Int32Array(128);
  #times = new Float64Array(64);
  #halts = new Int32Array(64);
  #pairCount = 0;
  readonly #turn = new Float64Array(3);

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
  }

  /** Stops what has passed something where the two met. All bodies that take part have come to the end of the search. */
  look(search: ImpactSearch, detection: Detection): void {
    this.#findMotions(search, detection);
    this.#findPairs(search, detection);
    for (let pair = 0; pair < this.#pairCount; pair++) this.#findMeeting(search, detection, pair);
    for (let first = this.#firstMeeting(); first >= 0; first = this.#firstMeeting()) this.#stop(search, detection, first);
    const { bodies, graph } = detection;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (this.#isStopped[row] === 0) continue;
      this.#putBack(bodies, row);
      settlePose(bodies, graph, row);
    }
  }

  /** Sets the velocities that take each mover from its anchor to where it is now. */
  #findMotions(search: ImpactSearch, detection: Detection): void {
    const { bodies } = detection;
    const { size } = bodies.nodes;
    const { position: x, mover } = bodies.nodes.columns;
    const { times, positions } = this.#anchors;
    if (this.#isStopped.length < size) {
      this.#motions = new Float64Array(12 * size);
      this.#isStopped = new Uint8Array(2 * size);
      this.#isTumbling = new Uint8Array(2 * size);
    }
    this.#isStopped.fill(0, 0, size);
    this.#isTumbling.fill(0, 0, size);
    this.#motions.fill(0, 0, 6 * size);
    this.#anchors.takeMissing(detection, search.begin);
    for (let row = 0; row < size; row++) {
      const length = search.end - times[row];
      if ((search.marks[row] & TAKEN) === 0 || mover[row] !== row || !(length > 0)) continue;
      this.#anchors.writeTurn(bodies, row, length, this.#turn);
      for (let k = 0; k < 3; k++) {
        this.#motions[6 * row + k] = (x[3 * row + k] - positions[3 * row + k]) / length;
        this.#motions[6 * row + 3 + k] = this.#turn[k] / length;
      }
      if (isUneven(bodies, row)) this.#findTumbling(search, bodies, row);
    }
  }

  /** A mover of uneven moments goes along its free rotation where that ends as the mover has turned. */
  #findTumbling({ query, end }: ImpactSearch, bodies: Bodies, row: number): void {
    const { flight, pose } = query.a;
    const { orientation: q } = bodies.nodes.columns;
    const steady = this.#turn;
    for (let k = 0; k < 3; k++) steady[k] = this.#motions[6 * row + 3 + k];
    this.#spin.carry(bodies, row, this.#anchors.orientations, 4 * row);
    for (let k = 0; k < 3; k++) this.#motions[6 * row + 3 + k] = this.#spin.result[k];
    this.#isTumbling[row] = 1;
    this.#setFlight(flight, bodies, row);
    pose.time = end;
    flight.writePose(pose);
    let cosine = 0;
    for (let k = 0; k < 4; k++) cosine += q[4 * row + k] * pose.orientation[k];
    if (Math.abs(cosine) > ALIKE) return;
    this.#isTumbling[row] = 0;
    for (let k = 0; k < 3; k++) this.#motions[6 * row + 3 + k] = steady[k];
  }

  /** Lists the pairs of shapes that may have passed each other, or would if one of the two had stopped. */
  #findPairs(search: ImpactSearch, detection: Detection): void {
    const { bodies } = detection;
    const { owner } = bodies.shapes.columns;
    const { broadPhase, mobility, bounds, marks } = search;
    const { mover } = bodies.nodes.columns;
    for (let shape = 0; shape < bodies.shapes.size; shape++) {
      const row = mover[owner[shape]];
      mobility[shape] = (marks[row] & TAKEN) === 0 ? ABSENT : mobilityOf(bodies, shape);
      if (mobility[shape] === ABSENT) continue;
      writeTightBounds(detection, shape, bounds, 6 * shape);
      this.#widen(search, bodies, shape, row);
      noteWay(search, shape, owner[shape]);
    }
    broadPhase.update(bounds, bodies.shapes.size, mobility);
    this.#pairCount = 0;
    for (let i = 0; i < broadPhase.pairCount; i++) {
      const isFirst = owner[broadPhase.pairA[i]] < owner[broadPhase.pairB[i]];
      const s = isFirst ? broadPhase.pairA[i] : broadPhase.pairB[i];
      const t = isFirst ? broadPhase.pairB[i] : broadPhase.pairA[i];
      if (!areWaysLong(search, bodies, s, t) || !areApart(search, detection, s, t)) continue;
      // What turns in the hollows of a mesh, or while it touches, does so against contacts.
      if (areBothMeshes(bodies, s, t) && doOnlyTurn(search, bodies, s, t)) continue;
      if (!mayHit(detection, s, t) || isTrigger(bodies, s, t) || this.#haveFlown(search, bodies, s, t)) continue;
      this.#add(s, t);
    }
  }

  /** Widens the box of a shape, where it is now, to all that it passed through; notes how far it went. */
  #widen({ bounds, far, straight, end }: ImpactSearch, bodies: Bodies, shape: number, row: number): void {
    const motions = this.#motions;
    const length = Math.max(0, end - this.#anchors.times[row]);
    const i = 6 * row;
    const way = Math.sqrt(motions[i] * motions[i] + motions[i + 1] * motions[i + 1] + motions[i + 2] * motions[i + 2]);
    const w = i + 3;
    const turn = Math.sqrt(motions[w] * motions[w] + motions[w + 1] * motions[w + 1] + motions[w + 2] * motions[w + 2]);
    const spin = this.#isTumbling[row] !== 0 ? turn * gainOfTumbling(bodies, row) : turn;
    const reach = spin === 0 ? 0 : reachFrom(bodies, shape, row);
    const swing = reach === 0 ? 0 : Math.min(2, length * spin) * reach;
    for (let axis = 0; axis < 3; axis++) {
      const back = -length * motions[i + axis];
      bounds[6 * shape + axis] += Math.min(0, back) - swing;
      bounds[6 * shape + 3 + axis] += Math.max(0, back) + swing;
    }
    straight[shape] = length * way;
    far[shape] = straight[shape] + (reach === 0 ? 0 : length * spin * reach);
  }

  /** Whether two shapes went along flights that were looked at: those of movers that flew to the end, and of what does not move. */
  #haveFlown({ marks }: ImpactSearch, { nodes, shapes }: Bodies, s: number, t: number): boolean {
    const { mover, kind } = nodes.columns;
    const [a, b] = [mover[shapes.columns.owner[s]], mover[shapes.columns.owner[t]]];
    const isOneFlown = ((marks[a] | marks[b]) & FLOWN) !== 0;
    const isEach = (row: number) => (marks[row] & FLOWN) !== 0 || isInsulator(kind[row]);
    return isOneFlown && isEach(a) && isEach(b);
  }

  #add(s: number, t: number): void {
    if (this.#pairCount === this.#times.length) {
      this.#shapes = doubled(this.#shapes);
      this.#times = doubled(this.#times);
      this.#halts = doubled(this.#halts);
    }
    const pair = this.#pairCount++;
    this.#shapes[2 * pair] = s;
    this.#shapes[2 * pair + 1] = t;
  }

  /** Finds when two shapes of a pair meet, from where both of their movers have an anchor on. */
  #findMeeting(search: ImpactSearch, detection: Detection, pair: number): void {
    const { query } = search;
    const { bodies } = detection;
    const [s, t] = [this.#shapes[2 * pair], this.#shapes[2 * pair + 1]];
    this.#times[pair] = NEVER;
    this.#setFlying(query.a, bodies, s);
    this.#setFlying(query.b, bodies, t);
    if (!goFarEnough(search, bodies, s, t)) return;
    this.#halts[pair] = this.#halting(search, bodies, s, t);
    if (this.#halts[pair] !== 0 && this.#doMeet(search, detection, s, t))
      this.#times[pair] = timeOfTouch(search, detection, s, t);
  }

  /** Which of two shapes are of movers that go through the other by their own speed: those that stopped have none. */
  #halting(search: ImpactSearch, bodies: Bodies, s: number, t: number): number {
    const { owner } = bodies.shapes.columns;
    const { mover } = bodies.nodes.columns;
    const ofA = isMover(bodies, mover[owner[s]]) ? HALTS_A : 0;
    const ofB = isMover(bodies, mover[owner[t]]) ? HALTS_B : 0;
    return halting(search) & (ofA | ofB);
  }

  #setFlying(flying: FlyingShape, bodies: Bodies, shape: number): void {
    const row = bodies.nodes.columns.mover[bodies.shapes.columns.owner[shape]];
    setShapeOfMover(flying, bodies, shape);
    this.#setFlight(flying.flight, bodies, row);
  }

  /** The way of a mover from its anchor on. */
  #setFlight(flight: Flight, { nodes }: Bodies, row: number): void {
    const { moments, principal } = nodes.columns;
    flight.time = this.#anchors.times[row];
    for (let k = 0; k < 3; k++) flight.position[k] = this.#anchors.positions[3 * row + k];
    for (let k = 0; k < 4; k++) flight.orientation[k] = this.#anchors.orientations[4 * row + k];
    for (let k = 0; k < 6; k++) flight.velocity[k] = this.#motions[6 * row + k];
    for (let k = 0; k < 4; k++) flight.principal[k] = principal[4 * row + k];
    for (let k = 0; k < 3; k++) flight.moments[k] = this.#isTumbling[row] !== 0 ? moments[3 * row + k] : 0;
    flight.acceleration.fill(0);
    flight.begin();
  }

  /** Whether the two shapes of the query get deep into each other: `time` of it is when they begin to. */
  #doMeet(search: ImpactSearch, detection: Detection, s: number, t: number): boolean {
    const { query, end } = search;
    const { bodies } = detection;
    const { thickness } = bodies.shapes.columns;
    const thinner = Math.min(thickness[s], thickness[t]);
    query.from = Math.max(query.a.flight.time, query.b.flight.time);
    query.to = end;
    if (!(query.from < query.to)) return false;
    setTolerance(search, detection.state.settings, thinner);
    query.level = 0;
    query.slack = DEEP * thinner;
    if (isMesh(bodies, s, t)) {
      // What is deep in a mesh comes out of it by ways that a straight line does not show.
      const depth = (areBothMeshes(bodies, s, t) ? ENTANGLED : DEEP) * thinner;
      return doMeshesMeet(query) && !(query.wasCrossing && areDeep(detection, s, t, depth));
    }
    const isTouching = isNearNow(query);
    if (isTouching && doOnlyTurn(search, bodies, s, t)) return false;
    const gap = isTouching ? Math.min(0, query.principal.gap) : 0;
    // Bodies slide, roll and tumble along each other, and their ways are not quite straight. Where they get deep all the
    // same, they stop where they first close.
    query.slack = CREEPING * thinner;
    query.level = Math.min(gap, -DEEP * thinner);
    if (!findImpact(query)) return false;
    query.level = gap;
    return findImpact(query);
  }

  /** The pair that meets first; of those of one time the first. -1 where none meets. */
  #firstMeeting(): number {
    let first = -1;
    for (let pair = 0; pair < this.#pairCount; pair++)
      if (this.#times[pair] < (first < 0 ? NEVER : this.#times[first])) first = pair;
    return first;
  }

  /** The movers of a pair that go through the other stop where they meet it, with all that joints tie to them. */
  #stop(search: ImpactSearch, detection: Detection, pair: number): void {
    const { units } = search;
    const { owner } = detection.bodies.shapes.columns;
    const [time, halts] = [this.#times[pair], this.#halts[pair]];
    const one = (halts & HALTS_A) !== 0 ? units[owner[this.#shapes[2 * pair]]] : -1;
    const other = (halts & HALTS_B) !== 0 ? units[owner[this.#shapes[2 * pair + 1]]] : -1;
    for (let row = 0; row < detection.bodies.nodes.size; row++)
      if (isMover(detection.bodies, row) && (units[row] === one || units[row] === other))
        this.#moveAnchor(search, detection, row, time);
    for (let each = 0; each < this.#pairCount; each++) {
      const p = units[owner[this.#shapes[2 * each]]];
      const q = units[owner[this.#shapes[2 * each + 1]]];
      if (p === one || p === other || q === one || q === other) this.#findMeeting(search, detection, each);
    }
  }

  /** A mover stands where it is on its way at a time [s]. */
  #moveAnchor({ query, end }: ImpactSearch, detection: Detection, row: number, time: number): void {
    const { pose, flight } = query.a;
    const { velocity: u } = detection.bodies.nodes.columns;
    const i = 6 * row;
    const share = Math.max(0, time - this.#anchors.times[row]) / (end - this.#anchors.times[row]);
    // On what flew freely forces have acted up to here alone.
    const isFree = isInFlight(detection, row);
    this.#setFlight(flight, detection.bodies, row);
    pose.time = Math.max(time, flight.time);
    flight.writePose(pose);
    this.#findSpin(flight, pose, detection.bodies, row);
    for (let k = 0; k < 3; k++) {
      const before = this.#anchors.velocities[i + k];
      this.#anchors.velocities[i + k] = isFree ? before + share * (u[i + k] - before) : u[i + k];
      this.#anchors.velocities[i + 3 + k] = this.#rates[3 + k];
      this.#anchors.positions[3 * row + k] = pose.position[k];
    }
    for (let k = 0; k < 4; k++) this.#anchors.orientations[4 * row + k] = pose.orientation[k];
    this.#motions.fill(0, i, i + 6);
    this.#anchors.times[row] = pose.time;
    this.#isStopped[row] = 1;
  }

  /** Sets the angular velocity in `rates` to that of a mover at a pose on its way. What joints hold keeps the one it has. */
  #findSpin(flight: Flight, pose: Pose, bodies: Bodies, row: number): void {
    const { velocity: u } = bodies.nodes.columns;
    for (let k = 3; k < 6; k++) this.#rates[k] = u[6 * row + k];
    if (!isUneven(bodies, row)) return;
    if (this.#isTumbling[row] !== 0) {
      flight.writeVelocity(pose, this.#rates);
      return;
    }
    this.#spin.carry(bodies, row, pose.orientation, 0);
    this.#spin.loseGain(bodies, row);
    for (let k = 0; k < 3; k++) this.#rates[3 + k] = this.#spin.result[k];
  }

  /** Puts a mover where its anchor is, with its velocity there. */
  #putBack({ nodes }: Bodies, row: number): void {
    const { position, orientation, velocity } = nodes.columns;
    for (let k = 3 * row; k < 3 * row + 3; k++) position[k] = this.#anchors.positions[k];
    for (let k = 4 * row; k < 4 * row + 4; k++) orientation[k] = this.#anchors.orientations[k];
    for (let k = 6 * row; k < 6 * row + 6; k++) velocity[k] = this.#anchors.velocities[k];
  }
}

/** Whether the moments of a mover differ, so that its axis moves as it turns; of one that joints hold they say nothing. */
function isUneven({ nodes }: Bodies, row: number): boolean {
  const { moments, firstJoint, inverseMass } = nodes.columns;
  const i = 3 * row;
  if (!(inverseMass[row] > 0 && moments[i] > 0) || firstJoint[row] >= 0) return false;
  return moments[i] !== moments[i + 1] || moments[i] !== moments[i + 2];
}

/** How much faster a body of uneven moments may turn than it does now, by its energy [1]. */
function gainOfTumbling({ nodes }: Bodies, row: number): number {
  const { moments } = nodes.columns;
  const i = 3 * row;
  const least = Math.min(moments[i], moments[i + 1], moments[i + 2]);
  const most = Math.max(moments[i], moments[i + 1], moments[i + 2]);
  return Math.sqrt(most / least);
}

/**
 * Whether the shapes of a query, one of which is a mesh, meet, and would get deep if they went on as they do there. How
 * fast they close is not known where surfaces cross.
 */
function doMeshesMeet(query: ImpactQuery): boolean {
  if (!findImpact(query)) return false;
  const { relative: u } = query;
  const speed = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  return (query.to - query.time) * (query.closing === 0 ? speed : query.closing) > query.slack;
}

function areBothMeshes({ shapes }: Bodies, s: number, t: number): boolean {
  return isTriangulated(shapes.columns.kind[s]) && isTriangulated(shapes.columns.kind[t]);
}

/** Whether two shapes go too little to pass each other but for turning. */
function doOnlyTurn({ straight }: ImpactSearch, { shapes }: Bodies, s: number, t: number): boolean {
  const { thickness } = shapes.columns;
  const thinner = Math.min(thickness[s], thickness[t]);
  return straight[s] / (thickness[s] + thinner) + straight[t] / (thickness[t] + thinner) <= 1;
}

/** Whether two shapes have a contact that is deeper than this [m]. */
function areDeep({ bodies, graph }: Detection, s: number, t: number, depth: number): boolean {
  const { owner } = bodies.shapes.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { gap, shapes } = graph.contacts.columns;
  const edge = graph.find(owner[s], owner[t]);
  if (edge < 0) return false;
  for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
    const [a, b] = [shapes[2 * contact], shapes[2 * contact + 1]];
    if (gap[contact] < -depth && ((a === s && b === t) || (a === t && b === s))) return true;
  }
  return false;
}

/** Whether neither contacts nor joints have acted on a mover in the step: of a composite, on none of its members. */
function isInFlight(detection: Detection, row: number): boolean {
  const { kind, mover, firstStaticEdge } = detection.bodies.nodes.columns;
  if (isHeld(detection, row)) return false;
  if (kind[row] !== COMPOSITE) return true;
  const { nodes: ends, next } = detection.graph.edges.columns;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry])
    if (mover[ends[entry ^ 1]] === row && isHeld(detection, ends[entry ^ 1])) return false;
  return true;
}

function isHeld({ bodies, graph }: Detection, row: number): boolean {
  const { firstJoint, firstStaticEdge, firstDynamicEdge } = bodies.nodes.columns;
  const { next, contactCount } = graph.edges.columns;
  if (firstJoint[row] >= 0) return true;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) if (contactCount[entry >> 1] > 0) return true;
  for (let entry = firstDynamicEdge[row]; entry >= 0; entry = next[entry]) if (contactCount[entry >> 1] > 0) return true;
  return false;
}
