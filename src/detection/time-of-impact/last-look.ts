// The last look at a step: whatever moved a body, it has not passed through anything when the step is done. A method
// moves bodies by velocities that it finds, and may send one where nobody looked before.
//
// The first meeting of all on the ways of the step is found (ways.ts). One of the two leaves its way there, or both do
// (yielding.ts), and goes on by another one. On that way it may meet others, which are looked for again. Then comes the
// next meeting. Whoever yields becomes firmer, or one with others, so that the look ends.
//
// Those that met are so near to each other that the next step has their contact.

import type { Bodies } from '../../bodies/bodies.js';
import { isInsulator } from '../../bodies/node-kinds.js';
import { drawIn, erode, takeMiddle } from '../../shapes/erode.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { takeForm } from '../../shapes/placed-shape.js';
import { isTriangulated } from '../../shapes/shape-kinds.js';
import { ABSENT } from '../broad-phase/broad-phase.js';
import type { Detection } from '../detection.js';
import { mobilityOf, writeTightBounds } from '../update-bounds.js';
import type { Anchors } from './anchors.js';
import { APART, depthAtFirst, followDepth, TOO_DEEP } from './deepening.js';
import type { ImpactQuery } from './impact-query.js';
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
  setTolerance,
  timeOfTouch,
} from './impact-search.js';
import { FLOWN, TAKEN } from './marks.js';
import { Meetings, NEVER } from './meetings.js';
import type { Ties } from './ties.js';
import { findImpact, isNearNow } from './time-of-impact.js';
import { leastOwn, wayPast } from './way-through.js';
import { Ways } from './ways.js';
import { Yielding } from './yielding.js';

/**
 * Shapes are deep in each other by more than this share of the half thickness of the thinner one [1]. What is no deeper
 * than half way through is pushed back the way it came.
 */
const DEEP = 0.9;
/**
 * What overlaps a mesh at first is looked at without these shares of it, until it does not [1]. The last one finds what has
 * stopped at `DEEP`, by rounding a little deeper than that.
 */
const OVERLAPS = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 0.93] as const;
/** Surfaces that are found to cross are in each other by no more than this share of it [1]. */
const CROSSING = 0.1;
/** The middle of a shape is a ball of this share of it [1]. */
const MIDDLE = 0.02;
/** Two meshes get no deeper into each other than by this share of it: contacts still know the way back [1]. */
const HALF_DEEP = 0.4;
/** A mesh that is deeper than this share of it in another when a step begins is entangled [1]. */
const ENTANGLED = 0.55;
/** Shapes that touch close where they would be deeper by more than this share of it at the end of the step [1]. */
const CREEPING = 0.01;
/**
 * What has left its way gets no deeper into anything than by this share of it: no method has planned for that. Nor does a mesh
 * that is `HALF_DEEP` in another already: in steps of a hundredth it would soon be entangled [1].
 */
const UNPLANNED = 2e-3;
/** So often two shapes may part and overlap again on their ways [1]. */
const MOST_PARTINGS = 64;
/** Up to so many fast shapes each is compared with all others; more go through a broad phase [1]. */
const FEW = 32;

export class LastLook {
  readonly #ways: Ways;
  readonly #yielding: Yielding;
  readonly #meetings = new Meetings();
  /** By shapes: whether its pairs are looked for. */
  #isSought = new Uint8Array(0);

  constructor(anchors: Anchors) {
    this.#ways = new Ways(anchors);
    this.#yielding = new Yielding(this.#ways);
  }

  /**
   * Sends what has passed something another way from where the two met. All bodies that take part have come to the end of
   * the search; `units` are those that joints and composites tie together.
   */
  look(search: ImpactSearch, detection: Detection, units: Ties): void {
    const meetings = this.#meetings;
    this.#ways.find(search, detection);
    this.#yielding.begin(detection.bodies.nodes.size);
    this.#findPairs(search, detection);
    for (let pair = 0; pair < meetings.count; pair++) this.#findMeeting(search, detection, units, pair);
    for (let first = meetings.first(); first >= 0; first = meetings.first()) {
      this.#yielding.meet(search, detection, units, meetings, first);
      this.#lookAgain(search, detection, units);
    }
  }

  /** Lists the pairs of shapes that may have passed each other. */
  #findPairs(search: ImpactSearch, detection: Detection): void {
    const { bodies } = detection;
    const { size } = bodies.shapes;
    const { owner } = bodies.shapes.columns;
    const { mover } = bodies.nodes.columns;
    const { broadPhase, mobility, bounds, marks, far } = search;
    if (this.#isSought.length < size) this.#isSought = new Uint8Array(2 * size);
    let fast = 0;
    for (let shape = 0; shape < size; shape++) {
      mobility[shape] = (marks[mover[owner[shape]]] & TAKEN) === 0 ? ABSENT : mobilityOf(bodies, shape);
      this.#isSought[shape] = 0;
      if (mobility[shape] === ABSENT) continue;
      this.#setBounds(search, detection, shape);
      // Of two that pass each other, one goes further than half of its own half thickness.
      if (far[shape] > 0.5 * leastOwn(bodies.shapes, shape, detection.extents)) fast += this.#isSought[shape] = 1;
    }
    this.#meetings.count = 0;
    if (fast <= FEW) {
      this.#addPairs(search, detection);
      return;
    }
    broadPhase.update(bounds, size, mobility);
    for (let i = 0; i < broadPhase.pairCount; i++) this.#offer(search, detection, broadPhase.pairA[i], broadPhase.pairB[i]);
  }

  #setBounds(search: ImpactSearch, detection: Detection, shape: number): void {
    const { owner } = detection.bodies.shapes.columns;
    writeTightBounds(detection, shape, search.bounds, 6 * shape);
    this.#ways.widen(search, detection.bodies, shape, detection.bodies.nodes.columns.mover[owner[shape]]);
    noteWay(search, shape, owner[shape]);
  }

  /** Offers all pairs of which one is sought and whose boxes meet. */
  #addPairs(search: ImpactSearch, detection: Detection): void {
    const { bounds, mobility } = search;
    const { size } = detection.bodies.shapes;
    for (let s = 0; s < size; s++) {
      if (this.#isSought[s] === 0) continue;
      for (let t = 0; t < size; t++) {
        if (mobility[t] === ABSENT || (this.#isSought[t] !== 0 && t <= s)) continue;
        if (doBoxesMeet(bounds, 6 * s, 6 * t)) this.#offer(search, detection, s, t);
      }
    }
  }

  /** Lists a pair of shapes whose boxes meet, if they may pass each other. */
  #offer(search: ImpactSearch, detection: Detection, one: number, other: number): void {
    const { bodies } = detection;
    const { owner } = bodies.shapes.columns;
    // Called for thousands of pairs a step: pairs of numbers in brackets would be allocated.
    const isInOrder = owner[one] < owner[other];
    const s = isInOrder ? one : other;
    const t = isInOrder ? other : one;
    if (!areApart(search, detection, s, t)) return;
    if (!this.#isUnplanned(bodies, s, t) && (!areWaysLong(search, bodies, s, t) || this.#haveFlown(search, bodies, s, t))) return;
    if (mayHit(detection, s, t) && !isTrigger(bodies, s, t)) this.#meetings.add(s, t);
  }

  /** Whether one of two shapes has left its way. */
  #isUnplanned({ nodes, shapes }: Bodies, s: number, t: number): boolean {
    const { hasLeft } = this.#ways;
    const { owner } = shapes.columns;
    return hasLeft[nodes.columns.mover[owner[s]]] !== 0 || hasLeft[nodes.columns.mover[owner[t]]] !== 0;
  }

  /** Whether two shapes went along flights that were looked at: those of movers that flew to the end, and of what does not move. */
  #haveFlown({ marks }: ImpactSearch, { nodes, shapes }: Bodies, s: number, t: number): boolean {
    const { mover, kind } = nodes.columns;
    const a = mover[shapes.columns.owner[s]];
    const b = mover[shapes.columns.owner[t]];
    if (((marks[a] | marks[b]) & FLOWN) === 0) return false;
    return ((marks[a] & FLOWN) !== 0 || isInsulator(kind[a])) && ((marks[b] & FLOWN) !== 0 || isInsulator(kind[b]));
  }

  /** Finds when two shapes of a pair meet, from where both of their movers have an anchor on. */
  #findMeeting(search: ImpactSearch, detection: Detection, units: Ties, pair: number): void {
    const { query } = search;
    const { bodies } = detection;
    const { shapes, times, fast } = this.#meetings;
    const { owner } = bodies.shapes.columns;
    const [s, t] = [shapes[2 * pair], shapes[2 * pair + 1]];
    times[pair] = NEVER;
    if (!this.#yielding.canYield(detection, units, search.units[owner[s]], search.units[owner[t]])) return;
    this.#ways.setFlying(query.a, bodies, s);
    this.#ways.setFlying(query.b, bodies, t);
    const isUnplanned = this.#isUnplanned(bodies, s, t);
    const isFar = goFarEnough(search, bodies, s, t);
    fast[pair] = halting(search);
    if (!(isUnplanned || isFar) || !doMeet(search, detection, s, t, isUnplanned)) return;
    times[pair] = timeOfTouch(search, detection, s, t);
    this.#meetings.setPlace(pair, query.principal);
  }

  /** Looks for all pairs of the shapes that have yielded. */
  #lookAgain(search: ImpactSearch, detection: Detection, units: Ties): void {
    const { bodies } = detection;
    const { owner } = bodies.shapes.columns;
    const { mover } = bodies.nodes.columns;
    const { hasYielded } = this.#yielding;
    for (let shape = 0; shape < bodies.shapes.size; shape++) {
      this.#isSought[shape] = search.mobility[shape] === ABSENT ? 0 : hasYielded[mover[owner[shape]]];
      if (this.#isSought[shape] !== 0) this.#setBounds(search, detection, shape);
    }
    this.#meetings.dropMarked(this.#isSought);
    const { count } = this.#meetings;
    this.#addPairs(search, detection);
    for (let pair = count; pair < this.#meetings.count; pair++) this.#findMeeting(search, detection, units, pair);
  }
}

function doBoxesMeet(bounds: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++) if (bounds[i + k] > bounds[j + 3 + k] || bounds[j + k] > bounds[i + 3 + k]) return false;
  return true;
}

/**
 * Whether the two shapes of the query get deep into each other, or where they go a way that nobody planned deeper by a
 * little: `time` of it is when they begin to.
 */
function doMeet(search: ImpactSearch, detection: Detection, s: number, t: number, isUnplanned: boolean): boolean {
  const { query, end } = search;
  const { bodies } = detection;
  const { thickness } = bodies.shapes.columns;
  const thinner = Math.min(thickness[s], thickness[t]);
  query.from = Math.max(query.a.flight.time, query.b.flight.time);
  query.to = end;
  if (!(query.from < query.to)) return false;
  setTolerance(search, detection.state.settings, thinner);
  query.level = 0;
  query.finest = CROSSING * thinner;
  if (isMesh(bodies, s, t)) return doesMeetMesh(query, thinner, isUnplanned);
  const isTouching = isNearNow(query);
  const gap = isTouching ? Math.min(0, query.principal.gap) : 0;
  const isLed = isTouching && !isUnplanned && doOnlyTurn(search, bodies, s, t);
  if (isLed && !isDeepAtEnd(query, Math.min(gap, -DEEP * thinner))) return false;
  // Bodies slide, roll and tumble along each other, and their ways are not quite straight. Where they get deep all the
  // same, they stop where they first close.
  query.slack = (isUnplanned ? UNPLANNED : CREEPING) * thinner;
  query.level = isUnplanned ? gap - UNPLANNED * thinner : Math.min(gap, -DEEP * thinner);
  if (!findImpact(query)) return false;
  query.level = gap;
  return findImpact(query);
}

/** Whether the shapes of a query, which contacts have led, are deeper in each other at its end than they may be [m]. */
function isDeepAtEnd(query: ImpactQuery, level: number): boolean {
  const { from } = query;
  query.level = level;
  query.from = query.to;
  const isDeep = isNearNow(query);
  query.from = from;
  return isDeep;
}

/** Whether two shapes, of which one is a mesh or a surface, meet and get deep into each other. */
function doesMeetMesh(query: ImpactQuery, thinner: number, isUnplanned: boolean): boolean {
  const { a, b } = query;
  if (isTriangulated(a.own.kind) && isTriangulated(b.own.kind)) return doMeshesGetDeep(query, thinner, isUnplanned);
  const { own } = isTriangulated(a.own.kind) ? b : a;
  query.slack = (isUnplanned ? UNPLANNED : DEEP) * thinner;
  const isMet = doMeshesMeet(query);
  // What is in a mesh comes out of it by ways that a straight line does not show: its inner part has not passed yet.
  if (query.wasOverlapping) return doesInnerPartMeet(query, own, thinner, isUnplanned);
  return isMet && (isUnplanned || doesInnerPartFollow(query, own, thinner));
}

/** The same of a mesh and a mesh or a surface. Two meshes are followed by their depth where they overlap. */
function doMeshesGetDeep(query: ImpactQuery, thinner: number, isUnplanned: boolean): boolean {
  query.slack = (isUnplanned ? UNPLANNED : HALF_DEEP) * thinner;
  const areSolid = query.a.own.surface === null && query.b.own.surface === null;
  const most = isUnplanned ? 0 : HALF_DEEP;
  for (let partings = 0; partings < MOST_PARTINGS && query.from < query.to; partings++) {
    const depth = areSolid ? depthAtFirst(query) : 0;
    if (depth === 0) {
      const isMet = doMeshesMeet(query);
      if (!query.wasOverlapping) return isMet;
      if (!areSolid) {
        const { own } = query.a.own.surface === null ? query.a : query.b;
        return doesInnerPartMeet(query, own, thinner, isUnplanned);
      }
    }
    // What is in a mesh comes out of it by ways that its surface does not show, and what is entangled by ways that get deeper.
    if (!isUnplanned && depth > ENTANGLED * thinner) return false;
    const outcome = followDepth(query, thinner, Math.max(most * thinner, depth + UNPLANNED * thinner));
    if (outcome !== APART) return outcome === TOO_DEEP;
    query.from = query.time;
  }
  // What grazes a mesh again and again waits there.
  query.time = query.from;
  return query.from < query.to;
}

/** Whether the inner part of a shape that meets a surface, at the time that stays, meets it as well: then it gets deep. */
function doesInnerPartFollow(query: ImpactQuery, own: PlacedShape, thinner: number): boolean {
  const { time, gap, closing } = query;
  drawIn(own, DEEP * thinner);
  query.slack = CREEPING * thinner;
  if (!findImpact(query)) return false;
  query.time = time;
  query.gap = gap;
  query.closing = closing;
  return true;
}

/** Whether the largest part of a shape that does not overlap a mesh or a surface at first meets it. */
function doesInnerPartMeet(query: ImpactQuery, own: PlacedShape, thinner: number, isUnplanned: boolean): boolean {
  const { whole } = query;
  takeForm(whole, own);
  for (let i = 0; i < OVERLAPS.length; i++) {
    erode(own, whole, OVERLAPS[i] * thinner);
    // It is as deep already, and gets no deeper than others do.
    query.slack = Math.max(0.5 * query.tolerance, (isUnplanned ? UNPLANNED : DEEP - OVERLAPS[i]) * thinner);
    const isMet = doMeshesMeet(query);
    if (!query.wasOverlapping) return isMet;
  }
  // A closed mesh may have it inside, and lets it out. Of a surface its middle is in front, however little that is.
  if (query.a.own.surface === null && query.b.own.surface === null) return false;
  takeMiddle(own, whole, MIDDLE * thinner);
  return doMeshesMeet(query) && !query.wasOverlapping;
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

/** Whether two shapes go too little to pass each other but for turning. */
function doOnlyTurn({ straight }: ImpactSearch, { shapes }: Bodies, s: number, t: number): boolean {
  return straight[s] / wayPast(shapes, s, t) + straight[t] / wayPast(shapes, t, s) <= 1;
}
