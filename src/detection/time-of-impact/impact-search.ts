// Which bodies hit something within a stretch of time although detection, which looks ahead by the thickness of shapes,
// would not see it: the search that continuous detection is made of. Between impacts every body is on a flight from
// where it is, at its own time. A body that touches something is carried as a rule, and does not fall on its flight.
//
// A pair matters where it could pass: a body is pushed back the way it came as long as it is no deeper than half way
// through. Its own half thickness, and that of the other or its own again, whichever is less, is what a body may move
// in a stretch; two bodies share it. Of what is followed already all pairs matter that no method looks at.

import type { Bodies } from '../../bodies/bodies.js';
import { isInsulator, TRIGGER } from '../../bodies/node-kinds.js';
import type { Settings } from '../../settings.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { HALF_SPACE, isTriangulated, SPHERE } from '../../shapes/shape-kinds.js';
import { ABSENT, BroadPhase } from '../broad-phase/broad-phase.js';
import { isAllowed, mayTouch } from '../contact-graph/coherence.js';
import { edgeKindOf, isGeometric, isPhysicalEdge } from '../contact-graph/edge-kinds.js';
import type { Detection } from '../detection.js';
import { closest } from '../narrow-phase/closest.js';
import { SEPARATED } from '../narrow-phase/principal-contact.js';
import { placeInWorld } from '../place-shape.js';
import { mobilityOf, writeTightBounds } from '../update-bounds.js';
import { setFlyingShape } from './flying-body.js';
import type { ImpactList } from './impact-list.js';
import { HALTS_A, HALTS_B } from './impact-list.js';
import type { FlyingShape } from './impact-query.js';
import { ImpactQuery } from './impact-query.js';
import { CARRIED, CHANGED, FAST, FOLLOWED, HALTED, LARGE, LEFT, TAKEN } from './marks.js';
import { reachFrom } from './reach-from.js';
import { largestSwing } from './slab.js';
import { findImpact, isNearNow } from './time-of-impact.js';
import { wayPast, wayThrough } from './way-through.js';

/** At an impact the gap is at most this share of what counts as closed [1]. */
const NEAR = 0.5;
/** Shapes that touch already may go as deep as this share of the half thickness of the thinner one [1]. */
const DEEPER = 0.25;
/** Of what is not followed a method sees in time what closes by less than this share of it in the step [1]. */
const SEEN = 0.9;

/**
 * Shapes that fly and touch may come nearer by this share of the half thickness of the thinner one, unless they are so
 * many tolerances deep [1].
 */
const CREEPING = 2e-3;
const DEEP = 8;
/** At an impact shapes are this share of the tolerance beyond touching [1]. */
const BEYOND = 0.01;
/**
 * Shares of what lets bodies pass each other that add up to this are looked at: what is less than 1 by rounding is as
 * good as 1 [1].
 */
const ENOUGH = 1 - 1e-9;
/** Spins count as this much faster: what is computed may turn faster than the body by its error [1]. */
const SPIN_CAUTION = 1 + 1e-5;
/** A solve of contacts that touch leaves at most this share of the speed at which they close [1]. */
const RESIDUE = 0.5;

/** Numbers of a search. */
const END = 0;
const WAY_A = 1;
const WAY_B = 2;
const SHARE_A = 3;
const SHARE_B = 4;
const BEGIN = 5;

export class ImpactSearch {
  /** Boxes about all that shapes pass through up to the end [m], and which of them overlap. */
  bounds = new Float64Array(0);
  mobility = new Int32Array(0);
  /** How far each shape may go up to the end at the most, and how far without turning [m]. */
  far = new Float64Array(0);
  straight = new Float64Array(0);
  readonly numbers = new Float64Array(6);
  /** The shapes at hand where they are. */
  readonly placed = new PlacedShape();
  readonly other = new PlacedShape();
  /** By rows: marks, what joints and composites tie it to, and the box about all ways of its shapes in the step at hand [m]. */
  marks = new Int32Array(0);
  units = new Int32Array(0);
  ways = new Float64Array(0);
  #query: ImpactQuery | undefined;
  #broadPhase: BroadPhase | undefined;

  /** Of the pair at hand. Both are made for the first fast body. */
  get query(): ImpactQuery {
    this.#query ??= new ImpactQuery();
    return this.#query;
  }

  get broadPhase(): BroadPhase {
    this.#broadPhase ??= new BroadPhase();
    return this.#broadPhase;
  }

  /** When the step begins, where all is that does not move by itself, and until when impacts are looked for [s]. */
  setSpan(begin: number, end: number): void {
    this.numbers[BEGIN] = begin;
    this.numbers[END] = end;
  }

  get begin(): number {
    return this.numbers[BEGIN];
  }

  get end(): number {
    return this.numbers[END];
  }

  reserve(nodes: number, shapes: number): void {
    if (this.marks.length < nodes) {
      this.marks = new Int32Array(2 * nodes);
      this.units = new Int32Array(2 * nodes);
      this.ways = new Float64Array(12 * nodes);
    }
    if (this.mobility.length < shapes) {
      this.bounds = new Float64Array(12 * shapes);
      this.mobility = new Int32Array(2 * shapes);
      this.far = new Float64Array(2 * shapes);
      this.straight = new Float64Array(2 * shapes);
    }
  }
}

/**
 * Whether two bodies, or one, may go so far within dt [s] that they pass what they should hit; of those that `marks`
 * has as taken, if given.
 */
export function areAnyFast({ bodies, state }: Detection, dt: number, marks: Int32Array | undefined): boolean {
  const { nodes, shapes } = bodies;
  const { owner, thickness } = shapes.columns;
  const { mover, active } = nodes.columns;
  let most = 0;
  let next = 0;
  for (let shape = 0; shape < shapes.size; shape++) {
    const row = mover[owner[shape]];
    if (!shapes.isLive(shape) || active[owner[shape]] === 0 || (marks !== undefined && (marks[row] & TAKEN) === 0)) continue;
    const share = wayOf(bodies, state.settings.gravity, shape, row, dt) / thickness[shape];
    if (share > most) {
      next = most;
      most = share;
    } else if (share > next) next = share;
  }
  return most + next > ENOUGH;
}

/** How far the points of a shape go within t [s] at the most, by the velocity of its mover and the forces on it [m]. */
function wayOf(bodies: Bodies, gravity: Settings['gravity'], shape: number, row: number, t: number): number {
  const { velocity: u, force, inverseMass, gravityScale } = bodies.nodes.columns;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gain = inverseMass[row] > 0 ? gravityScale[row] * gravity[axis] + inverseMass[row] * force[6 * row + axis] : 0;
    const way = t * (Math.abs(u[6 * row + axis]) + 0.5 * t * Math.abs(gain));
    square += way * way;
  }
  const spin = largestSpinOf(bodies, row);
  return Math.sqrt(square) + (spin === 0 ? 0 : t * spin * reachFrom(bodies, shape, row));
}

/** Finds which shapes may meet up to the end of the search, each from where and when it is: `broadPhase` has the pairs. */
export function findSweptPairs(search: ImpactSearch, detection: Detection): void {
  const { bodies } = detection;
  const { size } = bodies.shapes;
  const { owner } = bodies.shapes.columns;
  const { mover } = bodies.nodes.columns;
  const { bounds, mobility, marks } = search;
  for (let shape = 0; shape < size; shape++) {
    const row = mover[owner[shape]];
    mobility[shape] = (marks[row] & TAKEN) === 0 ? ABSENT : mobilityOf(bodies, shape);
    if (mobility[shape] === ABSENT || (marks[row] & CHANGED) === 0) continue;
    writeTightBounds(detection, shape, bounds, 6 * shape);
    search.far[shape] = search.straight[shape] = 0;
    if ((marks[row] & HALTED) === 0) widen(search, detection, shape, row);
    noteWay(search, shape, owner[shape]);
  }
  search.broadPhase.update(bounds, size, mobility);
}

/** Widens the box of a shape by the way of its mover to the end of the search, whatever its flight is. */
function widen({ bounds, numbers, far, straight }: ImpactSearch, { bodies, state }: Detection, shape: number, row: number): void {
  const { velocity: u, time, inverseMass, force, gravityScale } = bodies.nodes.columns;
  const { gravity } = state.settings;
  const t = Math.max(0, numbers[END] - (inverseMass[row] > 0 ? time[row] : numbers[BEGIN]));
  const spin = largestSpinOf(bodies, row);
  const swing = spin === 0 ? 0 : Math.min(2, t * spin) * reachFrom(bodies, shape, row);
  for (let axis = 0; axis < 3; axis++) {
    const way = t * u[6 * row + axis];
    const gain = inverseMass[row] > 0 ? gravityScale[row] * gravity[axis] + inverseMass[row] * force[6 * row + axis] : 0;
    const fall = 0.5 * t * t * Math.abs(gain);
    bounds[6 * shape + axis] += Math.min(0, way) - fall - swing;
    bounds[6 * shape + 3 + axis] += Math.max(0, way) + fall + swing;
  }
  far[shape] = wayOf(bodies, gravity, shape, row, t);
  straight[shape] = far[shape] - (spin === 0 ? 0 : t * spin * reachFrom(bodies, shape, row));
}

/** No point of a body that is 1 m from its centre is faster than this, seen from there, as long as nothing touches it [rad/s]. */
function largestSpinOf({ nodes }: Bodies, row: number): number {
  const { velocity: u, moments } = nodes.columns;
  const i = 6 * row + 3;
  const turn = Math.sqrt(u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
  if (turn === 0 || !(moments[3 * row] > 0)) return turn;
  const least = Math.min(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]);
  const most = Math.max(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]);
  // Energy lets it turn no faster than it would about the axis of the least moment.
  return SPIN_CAUTION * turn * Math.sqrt(most / least);
}

/** The box about the ways of a node grows by that of one of its shapes. */
export function noteWay({ bounds, ways }: ImpactSearch, shape: number, row: number): void {
  for (let k = 0; k < 3; k++) {
    if (bounds[6 * shape + k] < ways[6 * row + k]) ways[6 * row + k] = bounds[6 * shape + k];
    if (bounds[6 * shape + 3 + k] > ways[6 * row + 3 + k]) ways[6 * row + 3 + k] = bounds[6 * shape + 3 + k];
  }
}

/** Finds the impacts up to the end of all pairs of which one has changed; the pairs are those of findSweptPairs(). */
export function findImpacts(search: ImpactSearch, detection: Detection, list: ImpactList): void {
  const { broadPhase, marks } = search;
  const { owner } = detection.bodies.shapes.columns;
  const { mover } = detection.bodies.nodes.columns;
  for (let i = 0; i < broadPhase.pairCount; i++) {
    const isFirst = owner[broadPhase.pairA[i]] < owner[broadPhase.pairB[i]];
    const s = isFirst ? broadPhase.pairA[i] : broadPhase.pairB[i];
    const t = isFirst ? broadPhase.pairB[i] : broadPhase.pairA[i];
    const a = mover[owner[s]];
    const b = mover[owner[t]];
    if (((marks[a] | marks[b]) & CHANGED) === 0 || !areApart(search, detection, s, t)) continue;
    if (!mayHit(detection, s, t)) continue;
    if (!isWorthALook(search, detection, s, t)) continue;
    const isPassing = mayPass(search, detection, s, t);
    const isSensed = isTrigger(detection.bodies, s, t);
    if (isSensed ? !isPassing || !isTriggered(detection, s, t) : !isPassing && !isLeftAlone(search, detection, a, b)) continue;
    if (!findImpactOf(search, detection, s, t)) continue;
    list.add(timeOfTouch(search, detection, s, t), a, b, isPassing && !isSensed ? halting(search) : 0);
  }
}

/**
 * When the gap is closed that is left where two shapes meet, and a little more: some methods know no impact across a
 * gap [s]. What crosses the surface of a mesh would not be found again, so that it stops short of it.
 */
export function timeOfTouch({ query }: ImpactSearch, { bodies }: Detection, s: number, t: number): number {
  const { time, to, gap, closing, tolerance } = query;
  const rest = isMesh(bodies, s, t) ? 0 : gap + BEYOND * tolerance;
  if (!(closing > 0 && rest > 0)) return time;
  // What turns fast closes faster soon, however slowly it does now.
  const gain = turningGain(query.a) + turningGain(query.b);
  return Math.min(to, time + Math.min(rest / closing, Math.sqrt((2 * rest) / gain)));
}

/** By how much the speed at which a point of a shape turns along any direction grows at the most [m/s^2]. */
function turningGain(shape: FlyingShape): number {
  return shape.flight.largestSpin * largestSwing(shape);
}

/**
 * Whether two shapes go far enough to pass each other, by a bound that costs little, or belong to what is followed.
 * Marks those that would do so by their own speed.
 */
function isWorthALook(search: ImpactSearch, { bodies }: Detection, s: number, t: number): boolean {
  const { straight, marks } = search;
  const { owner } = bodies.shapes.columns;
  const { mover } = bodies.nodes.columns;
  if (areWaysLong(search, bodies, s, t)) {
    if (straight[s] > 0.5 * wayPast(bodies.shapes, s, t)) marks[mover[owner[s]]] |= FAST;
    if (straight[t] > 0.5 * wayPast(bodies.shapes, t, s)) marks[mover[owner[t]]] |= FAST;
    return true;
  }
  return ((marks[mover[owner[s]]] | marks[mover[owner[t]]]) & FOLLOWED) !== 0;
}

/** Whether two shapes go far enough to pass each other, by a bound that costs little. */
export function areWaysLong({ far, straight }: ImpactSearch, { shapes }: Bodies, s: number, t: number): boolean {
  // A half-space is seen however far away it is, and what turns does not pass it.
  const way = isHalfSpace(shapes, s, t) ? straight : far;
  return way[s] / wayPast(shapes, s, t) + way[t] / wayPast(shapes, t, s) > 1;
}

export function isHalfSpace({ columns: { kind } }: Bodies['shapes'], s: number, t: number): boolean {
  return kind[s] === HALF_SPACE || kind[t] === HALF_SPACE;
}

/** Which of two bodies that may pass each other would do so by itself: 1 for A, 2 for B, or both. */
export function halting({ numbers }: ImpactSearch): number {
  return (numbers[SHARE_A] > 0.5 ? HALTS_A : 0) | (numbers[SHARE_B] > 0.5 ? HALTS_B : 0);
}

/**
 * Whether no method looks at a pair of movers in the step at hand: one of them goes ahead of the other, or flies. What
 * a method carries it keeps from what does not move by itself.
 */
function isLeftAlone({ marks }: ImpactSearch, { bodies }: Detection, a: number, b: number): boolean {
  const { kind } = bodies.nodes.columns;
  const both = marks[a] | marks[b];
  if ((both & FOLLOWED) === 0 || (both & HALTED) !== 0) return false;
  return (both & CARRIED) === 0 || !(isInsulator(kind[a]) || isInsulator(kind[b]));
}

/** Whether two shapes are of bodies that move apart from each other: what joints tie together moves as one. */
export function areApart({ units }: ImpactSearch, { bodies }: Detection, s: number, t: number): boolean {
  const { owner } = bodies.shapes.columns;
  return units[owner[s]] !== units[owner[t]];
}

/** Whether two shapes are of bodies that touch where they meet. */
export function mayHit({ bodies, graph }: Detection, s: number, t: number): boolean {
  const { owner } = bodies.shapes.columns;
  const { kind, mover, active } = bodies.nodes.columns;
  const a = owner[s];
  const b = owner[t];
  if (mover[a] === mover[b] || active[a] === 0 || active[b] === 0) return false;
  if (isInsulator(kind[a]) && isInsulator(kind[b])) return false;
  const edgeKind = edgeKindOf(kind[a], kind[b]);
  if (edgeKind < 0) return false;
  return isPhysicalEdge(edgeKind) ? isAllowed(graph, a, b) : isGeometric(edgeKind) && mayTouch(graph, edgeKind, a, b);
}

/** Whether two shapes are of a trigger and of a body that may pass it: one that it has not seen enter yet. */
function isTriggered({ bodies, graph }: Detection, s: number, t: number): boolean {
  const { owner } = bodies.shapes.columns;
  const edge = graph.find(owner[s], owner[t]);
  return edge < 0 || graph.edges.columns.contactState[edge] === SEPARATED;
}

export function isMesh({ shapes }: Bodies, s: number, t: number): boolean {
  return isTriangulated(shapes.columns.kind[s]) || isTriangulated(shapes.columns.kind[t]);
}

export function isTrigger({ nodes, shapes }: Bodies, s: number, t: number): boolean {
  const { owner } = shapes.columns;
  return nodes.columns.kind[owner[s]] === TRIGGER || nodes.columns.kind[owner[t]] === TRIGGER;
}

/**
 * Whether two shapes go so far up to the end, on their own and against each other, that one may pass the other. Sets
 * both flights.
 */
function mayPass(search: ImpactSearch, { bodies, state }: Detection, s: number, t: number): boolean {
  const { query, numbers, marks } = search;
  setFlyingShape(query.a, state, s, numbers[BEGIN], marks);
  setFlyingShape(query.b, state, t, numbers[BEGIN], marks);
  return goFarEnough(search, bodies, s, t);
}

/** The same of two shapes whose flights are set. Notes which share of it each does by itself. */
export function goFarEnough(search: ImpactSearch, { shapes }: Bodies, s: number, t: number): boolean {
  const { query, numbers } = search;
  setWay(search, query.a, WAY_A);
  setWay(search, query.b, WAY_B);
  if (isHalfSpace(shapes, s, t)) {
    numbers[WAY_A] -= turningWay(search, query.a);
    numbers[WAY_B] -= turningWay(search, query.b);
  }
  numbers[SHARE_A] = numbers[WAY_A] / wayPast(shapes, s, t);
  numbers[SHARE_B] = numbers[WAY_B] / wayPast(shapes, t, s);
  return numbers[SHARE_A] + numbers[SHARE_B] > 1 && wayBetween(search) > wayThrough(shapes, s, t);
}

/** How far a shape goes for turning up to the end at the most [m]. */
function turningWay({ numbers }: ImpactSearch, shape: FlyingShape): number {
  return Math.max(0, numbers[END] - shape.flight.time) * largestSwing(shape);
}

/** Sets how far a shape goes on its flight up to the end at the most [m]. */
function setWay({ numbers }: ImpactSearch, shape: FlyingShape, at: number): void {
  const { velocity: u, acceleration: a, time } = shape.flight;
  const t = Math.max(0, numbers[END] - time);
  const speed = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const gain = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  numbers[at] = t * (speed + 0.5 * t * gain + largestSwing(shape));
}

/**
 * How far the two shapes of the query go against each other up to the end at the most [m]. Both are at one time, or one
 * does not move.
 */
function wayBetween({ query, numbers }: ImpactSearch): number {
  const { a, b } = query;
  const t = Math.max(0, numbers[END] - Math.max(a.flight.time, b.flight.time));
  let speed = 0;
  let gain = 0;
  for (let k = 0; k < 3; k++) {
    const u = b.flight.velocity[k] - a.flight.velocity[k];
    const g = b.flight.acceleration[k] - a.flight.acceleration[k];
    speed += u * u;
    gain += g * g;
  }
  return t * (Math.sqrt(speed) + 0.5 * t * Math.sqrt(gain) + largestSwing(a) + largestSwing(b));
}

/** Finds when the two shapes of the query meet. */
function findImpactOf(search: ImpactSearch, { bodies, state, narrowPhase }: Detection, s: number, t: number): boolean {
  const { query, placed, other, numbers } = search;
  const { thickness } = bodies.shapes.columns;
  const thinner = Math.min(thickness[s], thickness[t]);
  setTolerance(search, state.settings, thinner);
  query.level = 0;
  query.from = Math.max(query.a.flight.time, query.b.flight.time);
  query.to = numbers[END];
  const deepest = (isAny(search, bodies, s, t, FOLLOWED) ? DEEPER : SEEN) * thinner;
  query.slack = deepest;
  if (!(query.from < query.to)) return false;
  if (isMesh(bodies, s, t)) return findImpact(query);
  placeInWorld(bodies, s, placed);
  placeInWorld(bodies, t, other);
  if (!closest(placed, other, 2 * query.tolerance, query.principal, narrowPhase.pairs)) return findImpact(query);
  if (isTrigger(bodies, s, t) || isLeft(search, bodies, s, t)) return false;
  // Nobody else stops what flies, however slow it closes: it may come nearer by a little, but not again and again.
  if (isAny(search, bodies, s, t, FOLLOWED) && !isAny(search, bodies, s, t, CARRIED))
    query.slack = query.principal.gap < -DEEP * query.tolerance ? 0.5 * query.tolerance : CREEPING * thinner;
  if (isNearNow(query) && query.isMet) return true;
  query.slack = deepest;
  // They part where they touch, as far as that tells. They are looked at again where they would go deep elsewhere.
  query.level = -DEEPER * thinner;
  return findImpact(query);
}

/** Sets how near shapes are at an impact, of which the thinner one has this half thickness [m]. */
export function setTolerance({ query }: ImpactSearch, settings: Settings, thinner: number): void {
  query.tolerance = NEAR * settings['contact.touching'] * settings['detection.envelope'] * thinner;
}

/** Whether one of two shapes is of a mover with a mark. */
function isAny({ marks }: ImpactSearch, { nodes, shapes }: Bodies, s: number, t: number, mark: number): boolean {
  const { owner } = shapes.columns;
  const { mover } = nodes.columns;
  return ((marks[mover[owner[s]]] | marks[mover[owner[t]]]) & mark) !== 0;
}

/**
 * Whether a method may stop two shapes that touch, since one belongs to what is large. It does, but for a residue,
 * which must be too little to pass. That holds of balls, which touch by one point: others may go deep elsewhere.
 */
function isLeft({ marks, numbers }: ImpactSearch, { nodes, shapes }: Bodies, s: number, t: number): boolean {
  const { kind, owner } = shapes.columns;
  const a = nodes.columns.mover[owner[s]];
  const b = nodes.columns.mover[owner[t]];
  const both = marks[a] | marks[b];
  if ((both & LARGE) === 0 || (both & FOLLOWED) !== 0 || (kind[s] !== SPHERE && kind[t] !== SPHERE)) return false;
  if (RESIDUE * (numbers[SHARE_A] + numbers[SHARE_B]) > 1) return false;
  marks[a] |= LEFT;
  marks[b] |= LEFT;
  return true;
}
