// How long two convex parts of flying bodies certainly do not meet. Square to the normal at their closest points there
// is a slab between them as thick as their gap, and they meet no sooner than it is closed. Along the normal no point of
// a body goes faster than its centre and, for turning, its reach times |w x n|, or times its largest angular velocity
// where its axis does not stay. Centres go along parabolas, so that the time is a root of a quadratic: of parts that do
// not turn it is exact along their normal (Mirtich 1996).
//
// Where parts overlap the same holds of their depth: it is no more than their overlap along the normal they have now.

import type { FlyingShape, ImpactQuery } from './impact-query.js';
import * as indices from './impact-query.js';

// V8 folds constants of the same module but not imported ones.
const { TO, TOLERANCE, LEVEL, SAFE, LIMIT, SLACK, CLOSING, GAP, GRAIN } = indices;

/** Takes note of how the bodies move from the time that both poses are of. */
export function setRelativeMotion({ a, b, relative, spins, swings }: ImpactQuery): void {
  const sinceA = a.pose.time - a.flight.time;
  const sinceB = b.pose.time - b.flight.time;
  for (let k = 0; k < 3; k++) {
    const ofA = a.flight.velocity[k] + sinceA * a.flight.acceleration[k];
    const ofB = b.flight.velocity[k] + sinceB * b.flight.acceleration[k];
    relative[k] = ofB - ofA;
    relative[3 + k] = b.flight.acceleration[k] - a.flight.acceleration[k];
    spins[k] = a.flight.velocity[3 + k];
    spins[3 + k] = b.flight.velocity[3 + k];
  }
  swings[0] = largestSwing(a);
  swings[1] = largestSwing(b);
}

/** Sets `limit`: how much two parts can close within `safe`, at most, beyond what counts as met. */
export function setLimit(query: ImpactQuery): void {
  const { relative: u, swings, numbers } = query;
  const safe = numbers[SAFE];
  const speed = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const gain = Math.sqrt(u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
  numbers[LIMIT] = numbers[LEVEL] + numbers[TOLERANCE] + safe * (speed + 0.5 * safe * gain + swings[0] + swings[1]);
}

/** Speed of the fastest point of a shape for turning [m/s]. A half-space reaches infinitely far but does not turn. */
export function largestSwing(shape: FlyingShape): number {
  // V8 would allocate what a getter returns.
  const spin = shape.flight.derived[0];
  return spin === 0 || shape.isBall ? 0 : spin * shape.reach;
}

/** Sets the same along the normal at hand, of A or B: swingsAlong[i]. V8 would allocate what is returned. */
function setSwingAlong(
  { principal, spins: w, swings, swingsAlong }: ImpactQuery,
  { flight, reaches }: FlyingShape,
  i: number,
): void {
  swingsAlong[i] = swings[i];
  if (swings[i] === 0 || !flight.isSteady) return;
  const { nx, ny, nz } = principal;
  const k = 3 * i;
  const x = w[k + 1] * nz - w[k + 2] * ny;
  const y = w[k + 2] * nx - w[k] * nz;
  const z = w[k] * ny - w[k + 1] * nx;
  swingsAlong[i] = Math.min(swings[i], Math.sqrt(x * x + y * y + z * z) * reaches[0]);
}

/**
 * Takes the slab between two parts into account, whose closest points are in `principal`: shortens `safe`, or sets
 * `isMet` where they are within the tolerance and going to be deeper by more than the slack before the search ends.
 */
export function offerSlab(query: ImpactQuery): void {
  const { principal, relative: u, a, b, swingsAlong, numbers } = query;
  const level = numbers[LEVEL];
  const tolerance = numbers[TOLERANCE];
  const { nx, ny, nz, gap } = principal;
  const closing = -(u[0] * nx + u[1] * ny + u[2] * nz);
  const gain = -(u[3] * nx + u[4] * ny + u[5] * nz);
  setSwingAlong(query, a, 0);
  setSwingAlong(query, b, 1);
  const fastest = closing + swingsAlong[0] + swingsAlong[1];
  let room = gap - level - 0.5 * tolerance;
  if (gap <= level + tolerance) {
    query.isNear = true;
    const rest = numbers[TO] - a.pose.time;
    const speed = closing + turningAtPoints(query);
    if (speed >= 0 && rest * (speed + 0.5 * rest * Math.max(0, gain)) > numbers[SLACK]) {
      query.isMet = true;
      numbers[CLOSING] = speed;
      numbers[GAP] = gap;
      return;
    }
    // They part, or hardly close, as far as these points tell: so far they may come nearer before they are looked at again.
    room = fastest < 0 ? Math.max(0, room) : numbers[GRAIN];
  }
  const square = fastest * fastest + 2 * gain * room;
  if (fastest < 0) {
    if (gain > 0) numbers[SAFE] = Math.min(numbers[SAFE], (Math.sqrt(square) - fastest) / gain);
    return;
  }
  if (square < 0 || fastest + square === 0) return;
  numbers[SAFE] = Math.min(numbers[SAFE], (2 * room) / (fastest + Math.sqrt(square)));
}

/** How fast the closest points close for the turning of both bodies [m/s]. */
function turningAtPoints(query: ImpactQuery): number {
  const { principal: c, a, b, rates } = query;
  a.flight.writeVelocity(a.pose, rates);
  const ofA = alongNormal(rates, c.ax - a.pose.position[0], c.ay - a.pose.position[1], c.az - a.pose.position[2], query);
  b.flight.writeVelocity(b.pose, rates);
  const ofB = alongNormal(rates, c.bx - b.pose.position[0], c.by - b.pose.position[1], c.bz - b.pose.position[2], query);
  return ofA - ofB;
}

/** (w x r) . n [m/s], with w at rates[3 ..]. */
function alongNormal(rates: Float64Array, x: number, y: number, z: number, { principal: { nx, ny, nz } }: ImpactQuery): number {
  const wx = rates[3];
  const wy = rates[4];
  const wz = rates[5];
  return (wy * z - wz * y) * nx + (wz * x - wx * z) * ny + (wx * y - wy * x) * nz;
}
