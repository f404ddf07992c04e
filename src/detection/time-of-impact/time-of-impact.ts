// When two flying shapes meet: conservative advancement (Mirtich 1996). From where they are, time advances by as much
// as they certainly do not meet (slab.ts), again and again, until their gap is within the tolerance. The time that is
// found is never later than the first touch, and the gap then is between half the tolerance and the whole of it.
//
// It is a pure function of the two anchors, of the shapes and of the numbers of the query. What was found for other
// times plays no part.
//
// Shapes that are within the tolerance at the beginning meet when they close: bodies that have just bounced off each
// other do not meet again until they come back. Surfaces of meshes are made of triangles, so that a shape which is
// inside a mesh at first meets it on the way out.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { takeForm } from '../../shapes/placed-shape.js';
import { isTriangulated } from '../../shapes/shape-kinds.js';
import { closest } from '../narrow-phase/closest.js';
import type { Pose } from './flight.js';
import type { FlyingShape, ImpactQuery } from './impact-query.js';
import * as indices from './impact-query.js';
import { offerMesh, offerMeshes } from './mesh-parts.js';
import { offerSlab, setLimit, setRelativeMotion } from './slab.js';

// Where numbers are read and written for each place that is looked at, it is by their indices: V8 would allocate what setters are given.
// It folds constants of the same module but not imported ones.
const [TO, TIME, SAFE] = [indices.TO, indices.TIME, indices.SAFE];

/**
 * Most places that are looked at. Where that is not enough, as for a rod that spins fast along a wall, the time is
 * before they meet [1].
 */
const MOST_LOOKS = 10_000;

/** Finds when the shapes of a query meet, and sets its `time`; false where they do not. */
export function findImpact(query: ImpactQuery): boolean {
  query.looks = 0;
  query.time = query.from;
  query.closing = 0;
  query.wasCrossing = false;
  query.wasOverlapping = false;
  query.grain = query.slack;
  if (query.a.isBall && query.b.isBall && haveSameAcceleration(query)) return meetAsBalls(query);
  for (let last = query.from; ; ) {
    lookAt(query);
    if (query.isCrossing && query.grain > query.finest && query.looks < MOST_LOOKS) {
      // Parts that hardly closed have crossed since: once more from where they did not, by smaller steps.
      query.grain = Math.max(query.finest, 0.25 * query.grain);
      query.time = last;
      continue;
    }
    if (query.isMet || query.looks >= MOST_LOOKS) return true;
    const next = query.time + query.safe;
    if (!(next < query.to)) return false;
    last = query.time;
    query.time = next;
  }
}

/**
 * Whether the shapes of a query are within the tolerance of the level, or beyond, at its beginning; `isMet` then says
 * whether they meet there.
 */
export function isNearNow(query: ImpactQuery): boolean {
  query.time = query.from;
  lookAt(query);
  return query.isNear;
}

/** Finds how long after `time` the two do not meet, at most to the end of the search. */
function lookAt(query: ImpactQuery): void {
  const { a, b } = query;
  query.looks++;
  query.isMet = false;
  query.isNear = false;
  query.isCrossing = false;
  query.numbers[SAFE] = query.numbers[TO] - query.numbers[TIME];
  bringTo(query, a);
  bringTo(query, b);
  setRelativeMotion(query);
  const isOfTrianglesA = isTriangulated(a.own.kind);
  const isOfTrianglesB = isTriangulated(b.own.kind);
  if (isOfTrianglesA && isOfTrianglesB) offerMeshes(query);
  else if (isOfTrianglesA) offerMesh(query, a, b, true);
  else if (isOfTrianglesB) offerMesh(query, b, a, false);
  else {
    setLimit(query);
    if (closest(a.placed, b.placed, query.limit, query.principal, query.pairs)) offerSlab(query);
  }
}

/** Puts a shape where it is at the time that is looked at. */
export function bringTo(query: ImpactQuery, shape: FlyingShape): void {
  const { flight, pose, own, placed } = shape;
  pose.takeTime(query.numbers, TIME);
  flight.writePose(pose);
  takeForm(placed, own);
  place(pose, own, placed);
}

/** Position and rotation of a shape of a body at a pose. */
export function place({ position, orientation: q }: Pose, own: PlacedShape, out: PlacedShape): void {
  const { r: m } = own;
  const { r } = out;
  for (let j = 0; j < 3; j++) {
    const ux = m[j];
    const uy = m[3 + j];
    const uz = m[6 + j];
    const tx = 2 * (q[1] * uz - q[2] * uy);
    const ty = 2 * (q[2] * ux - q[0] * uz);
    const tz = 2 * (q[0] * uy - q[1] * ux);
    r[j] = ux + q[3] * tx + q[1] * tz - q[2] * ty;
    r[3 + j] = uy + q[3] * ty + q[2] * tx - q[0] * tz;
    r[6 + j] = uz + q[3] * tz + q[0] * ty - q[1] * tx;
  }
  const tx = 2 * (q[1] * own.z - q[2] * own.y);
  const ty = 2 * (q[2] * own.x - q[0] * own.z);
  const tz = 2 * (q[0] * own.y - q[1] * own.x);
  out.x = position[0] + own.x + q[3] * tx + q[1] * tz - q[2] * ty;
  out.y = position[1] + own.y + q[3] * ty + q[2] * tx - q[0] * tz;
  out.z = position[2] + own.z + q[3] * tz + q[0] * ty - q[1] * tx;
}

function haveSameAcceleration({ a, b }: ImpactQuery): boolean {
  const p = a.flight.acceleration;
  const q = b.flight.acceleration;
  return p[0] === q[0] && p[1] === q[1] && p[2] === q[2];
}

/** Balls that fall alike go straight against each other: the time is the smaller root of a quadratic. */
function meetAsBalls(query: ImpactQuery): boolean {
  const { a, b, relative: u, level, tolerance, from, to } = query;
  query.looks = 1;
  bringTo(query, a);
  bringTo(query, b);
  setRelativeMotion(query);
  const x = b.placed.x - a.placed.x;
  const y = b.placed.y - a.placed.y;
  const z = b.placed.z - a.placed.z;
  const square = x * x + y * y + z * z;
  const closing = -(x * u[0] + y * u[1] + z * u[2]);
  if (!(closing > 0)) return false;
  const distance = Math.sqrt(square);
  const radii = a.own.a + b.own.a + level;
  if (distance <= radii + tolerance) {
    query.closing = closing / distance;
    query.gap = distance - radii;
    setNormal(query, x, y, z);
    return (to - from) * query.closing > query.slack;
  }
  const speed = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  const met = radii + 0.5 * tolerance;
  const room = (distance - met) * (distance + met);
  const root = closing * closing - speed * room;
  if (!(root >= 0)) return false;
  query.time = from + room / (closing + Math.sqrt(root));
  query.closing = Math.sqrt(root) / met;
  query.gap = 0.5 * tolerance;
  const t = query.time - from;
  setNormal(query, x + t * u[0], y + t * u[1], z + t * u[2]);
  return query.time < to;
}

/** The normal along a direction, at the surface of the ball A. */
function setNormal({ a, principal: out }: ImpactQuery, x: number, y: number, z: number): void {
  const distance = Math.sqrt(x * x + y * y + z * z);
  out.nx = x / distance;
  out.ny = y / distance;
  out.nz = z / distance;
  out.ax = a.placed.x + a.own.a * out.nx;
  out.ay = a.placed.y + a.own.a * out.ny;
  out.az = a.placed.z + a.own.a * out.nz;
}
