// Which bodies hit something within a stretch of time although detection, which looks ahead by the thickness of shapes, would not see it: the
// search that continuous detection is made of. Between impacts every body is on a flight from where it is, at its own time. A body that
// touches something is carried as a rule, and does not fall on its flight.
//
// A pair matters where it could pass: a body is pushed back the way it came as long as it is no deeper than half way through. Its own half
// thickness, and that of the other or its own again, whichever is less, is what a body may move in a stretch; two bodies share it. What
// hangs on joints does not fly, and counts as slow.

import type { Bodies } from '../../bodies/bodies.js';
import { isInsulator } from '../../bodies/node-kinds.js';
import { placedBounds } from '../../shapes/bounds.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { MESH, SPHERE } from '../../shapes/shape-kinds.js';
import { BroadPhase } from '../broad-phase/broad-phase.js';
import { isAllowed } from '../contact-graph/coherence.js';
import { edgeKindOf, isPhysicalEdge } from '../contact-graph/edge-kinds.js';
import type { Detection } from '../detection.js';
import { closest } from '../narrow-phase/closest.js';
import { placeInWorld } from '../place-shape.js';
import { mobilityOf } from '../update-bounds.js';
import { setFlyingShape } from './flying-body.js';
import type { FlyingShape } from './impact-query.js';
import { ImpactQuery } from './impact-query.js';
import { largestSwing } from './slab.js';
import { findImpact, isNearNow } from './time-of-impact.js';

/** At an impact the gap is at most this share of what counts as closed [1]. */
const NEAR = 0.5;
/** Shapes that touch already may go as deep as this share of the half thickness of the thinner one [1]. */
const DEEPER = 0.25;

/** Numbers of a search. */
const FIRST = 0;
const END = 1;
const WAY_A = 2;
const WAY_B = 3;

export class ImpactSearch {
  readonly query = new ImpactQuery();
  /** Boxes about all that shapes pass through up to the end [m], and which of them overlap. */
  bounds = new Float64Array(0);
  mobility = new Int32Array(0);
  readonly broadPhase = new BroadPhase();
  readonly numbers = new Float64Array(4);
  /** The shapes of the first impact. */
  readonly shapes = new Int32Array(2);
  /** The shapes at hand where they are. */
  readonly placed = new PlacedShape();
  readonly other = new PlacedShape();

  /** Time of the first impact that was found, and until when impacts are looked for [s]. */
  get first(): number {
    return this.numbers[FIRST];
  }

  get end(): number {
    return this.numbers[END];
  }

  set end(end: number) {
    this.numbers[END] = end;
  }
}

/** Whether two bodies, or one, may go so far within dt [s] that they pass what they should hit. */
export function areAnyFast({ bodies, state }: Detection, dt: number): boolean {
  const { nodes, shapes } = bodies;
  const { owner, thickness } = shapes.columns;
  const { gravity } = state.settings;
  const fall = 0.5 * dt * dt * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  let most = 0;
  let next = 0;
  for (let shape = 0; shape < shapes.size; shape++) {
    const share = (wayOf(bodies, shape, dt) + (nodes.columns.inverseMass[owner[shape]] > 0 ? fall : 0)) / thickness[shape];
    if (share > most) {
      next = most;
      most = share;
    } else if (share > next) next = share;
  }
  return most + next > 1;
}

/** How far the points of a shape go within dt [s] at the most, by the velocity of its body [m]. */
function wayOf({ nodes, shapes }: Bodies, shape: number, dt: number): number {
  const { owner, reach, kind, position: p } = shapes.columns;
  const { velocity: u, active, firstJoint } = nodes.columns;
  const k = 6 * owner[shape];
  if (!shapes.isLive(shape) || active[owner[shape]] === 0 || firstJoint[owner[shape]] >= 0) return 0;
  const speed = Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
  const turn = Math.sqrt(u[k + 3] * u[k + 3] + u[k + 4] * u[k + 4] + u[k + 5] * u[k + 5]);
  const isBall = kind[shape] === SPHERE && p[3 * shape] === 0 && p[3 * shape + 1] === 0 && p[3 * shape + 2] === 0;
  return dt * (speed + (turn === 0 || isBall ? 0 : turn * reach[shape]));
}

/** Finds which shapes may meet up to the end of the search, each from where and when it is: `broadPhase` has the pairs. */
export function findSweptPairs(search: ImpactSearch, { bodies, state }: Detection): void {
  const { size } = bodies.shapes;
  if (search.mobility.length < size) {
    search.bounds = new Float64Array(12 * size);
    search.mobility = new Int32Array(2 * size);
  }
  const { bounds, mobility, placed, query } = search;
  for (let shape = 0; shape < size; shape++) {
    mobility[shape] = mobilityOf(bodies, shape);
    if (mobility[shape] === 0) continue;
    placeInWorld(bodies, shape, placed);
    placedBounds(placed, bounds, 6 * shape);
    setFlyingShape(query.a, state, shape);
    widen(search, shape);
  }
  search.broadPhase.update(bounds, size, mobility);
}

/** Widens the box of a shape by its flight to the end of the search. */
function widen({ bounds, query, numbers }: ImpactSearch, shape: number): void {
  const { flight, reach, isBall } = query.a;
  const t = Math.max(0, numbers[END] - flight.time);
  const swing = flight.largestSpin === 0 || isBall ? 0 : Math.min(2, t * flight.largestSpin) * reach;
  for (let axis = 0; axis < 3; axis++) {
    const way = t * flight.velocity[axis];
    const fall = 0.5 * t * t * Math.abs(flight.acceleration[axis]);
    bounds[6 * shape + axis] += Math.min(0, way) - fall - swing;
    bounds[6 * shape + 3 + axis] += Math.max(0, way) + fall + swing;
  }
}

/**
 * Finds the first impact of all pairs up to the end; false where there is none. The pairs are those of findSweptPairs(). Where `hits` is
 * given, nodes that hit something later are looked for as well, and all are marked there.
 */
export function findFirstImpact(search: ImpactSearch, detection: Detection, hits: Int32Array | undefined): boolean {
  const { broadPhase, numbers, shapes } = search;
  const { owner } = detection.bodies.shapes.columns;
  numbers[FIRST] = Number.POSITIVE_INFINITY;
  for (let i = 0; i < broadPhase.pairCount; i++) {
    const isFirst = owner[broadPhase.pairA[i]] < owner[broadPhase.pairB[i]];
    const s = isFirst ? broadPhase.pairA[i] : broadPhase.pairB[i];
    const t = isFirst ? broadPhase.pairB[i] : broadPhase.pairA[i];
    if (!mayHit(detection, s, t) || !mayPass(search, detection, s, t)) continue;
    search.query.to = hits === undefined ? Math.min(numbers[FIRST], numbers[END]) : numbers[END];
    if (!findImpactOf(search, detection, s, t)) continue;
    if (hits !== undefined) {
      hits[owner[s]] = 1;
      hits[owner[t]] = 1;
    }
    if (search.query.time >= numbers[FIRST]) continue;
    numbers[FIRST] = search.query.time;
    shapes[0] = s;
    shapes[1] = t;
  }
  return numbers[FIRST] < Number.POSITIVE_INFINITY;
}

/** Whether two shapes are of bodies that touch where they meet. */
export function mayHit({ bodies, graph }: Detection, s: number, t: number): boolean {
  const { owner } = bodies.shapes.columns;
  const { kind, mover, active } = bodies.nodes.columns;
  const a = owner[s];
  const b = owner[t];
  if (mover[a] === mover[b] || active[a] === 0 || active[b] === 0) return false;
  if (isInsulator(kind[a]) && isInsulator(kind[b])) return false;
  return isPhysicalEdge(edgeKindOf(kind[a], kind[b])) && isAllowed(graph, a, b);
}

/** Whether two shapes go so far up to the end, on their own and against each other, that one may pass the other. Sets both flights. */
function mayPass(search: ImpactSearch, { bodies, state }: Detection, s: number, t: number): boolean {
  const { query, numbers } = search;
  const { thickness, owner } = bodies.shapes.columns;
  const { firstJoint } = bodies.nodes.columns;
  setFlyingShape(query.a, state, s);
  setFlyingShape(query.b, state, t);
  const thinner = Math.min(thickness[s], thickness[t]);
  setWay(search, query.a, WAY_A);
  setWay(search, query.b, WAY_B);
  if (firstJoint[owner[s]] >= 0) numbers[WAY_A] = 0;
  if (firstJoint[owner[t]] >= 0) numbers[WAY_B] = 0;
  if (numbers[WAY_A] / (thickness[s] + thinner) + numbers[WAY_B] / (thickness[t] + thinner) <= 1) return false;
  return wayBetween(search) > thinner;
}

/** Sets how far a shape goes on its flight up to the end at the most [m]. */
function setWay({ numbers }: ImpactSearch, shape: FlyingShape, at: number): void {
  const { velocity: u, acceleration: a, time } = shape.flight;
  const t = Math.max(0, numbers[END] - time);
  const speed = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const gain = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  numbers[at] = t * (speed + 0.5 * t * gain + largestSwing(shape));
}

/** How far the two shapes of the query go against each other up to the end at the most [m]. Both are at one time, or one does not move. */
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
  const { query, placed, other } = search;
  const { settings } = state;
  const { thickness, kind } = bodies.shapes.columns;
  const thinner = Math.min(thickness[s], thickness[t]);
  query.tolerance = NEAR * settings['contact.touching'] * settings['detection.envelope'] * thinner;
  query.level = 0;
  query.from = Math.max(query.a.flight.time, query.b.flight.time);
  query.slack = DEEPER * thinner;
  if (!(query.from < query.to)) return false;
  if (kind[s] === MESH || kind[t] === MESH) return findImpact(query);
  placeInWorld(bodies, s, placed);
  placeInWorld(bodies, t, other);
  if (!closest(placed, other, 2 * query.tolerance, query.principal, narrowPhase.pairs)) return findImpact(query);
  // The stepper has their contacts. They are looked at again where it lets them go deep.
  query.level = -query.slack;
  return isNearNow(query) ? query.isMet : findImpact(query);
}
