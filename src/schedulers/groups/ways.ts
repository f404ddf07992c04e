// The way of a group's member from one saved state to the next, as a flight: what everybody else sees of it, be it for
// the time of an impact, or for a box. The centre goes straight, or along a parabola where the step has moved it by the
// mean of its velocities, as it does with what flies; the body turns evenly about one axis. A step that is cut short
// may go another way: then that one is its way.

import type { Flight } from '../../detection/time-of-impact/flight.js';
import { atan2 } from '../../math/portable.js';
import type { GroupStates } from './group-states.js';
import { ORIENTATION, VELOCITY } from './group-states.js';

/** A way that differs from the parabola by less than this share of itself is one [1]. */
const ROUNDING = 1e-9;
/** Sets a flight to the way of mover i of a group between two of its states. */
export function setWay(flight: Flight, states: GroupStates, from: number, to: number, i: number): void {
  const { numbers } = states;
  const a = states.moverAt(from, i);
  const b = states.moverAt(to, i);
  const step = states.timeOf(to) - states.timeOf(from);
  const isParabola = followsParabola(numbers, a, b, step);
  flight.time = states.timeOf(from);
  for (let k = 0; k < 3; k++) {
    const before = numbers[a + VELOCITY + k];
    flight.position[k] = numbers[a + k];
    flight.velocity[k] = isParabola ? before : (numbers[b + k] - numbers[a + k]) / step;
    flight.acceleration[k] = isParabola ? (numbers[b + VELOCITY + k] - before) / step : 0;
    // What has no moments turns evenly.
    flight.moments[k] = 0;
    flight.principal[k] = 0;
  }
  flight.principal[3] = 1;
  for (let k = 0; k < 4; k++) flight.orientation[k] = numbers[a + ORIENTATION + k];
  writeTurn(numbers, a + ORIENTATION, b + ORIENTATION, flight.velocity);
  for (let k = 3; k < 6; k++) flight.velocity[k] /= step;
  flight.begin();
}

/** Whether the centre has moved by the mean of the velocities at both ends. */
function followsParabola(numbers: Float64Array, a: number, b: number, step: number): boolean {
  for (let k = 0; k < 3; k++) {
    const way = numbers[b + k] - numbers[a + k];
    const before = numbers[a + VELOCITY + k];
    const after = numbers[b + VELOCITY + k];
    const mean = 0.5 * step * (before + after);
    const scale = Math.abs(way) + step * (Math.abs(before) + Math.abs(after)) + Math.abs(numbers[a + k]) * 1e-3;
    if (!(Math.abs(way - mean) <= ROUNDING * scale)) return false;
  }
  return true;
}

/** Writes the rotation vector that takes the orientation at p to that at q, the shorter way round, to out[3 .. 5] [rad]. */
function writeTurn(numbers: Float64Array, p: number, q: number, out: Float64Array): void {
  const ax = -numbers[p];
  const ay = -numbers[p + 1];
  const az = -numbers[p + 2];
  const aw = numbers[p + 3];
  const bx = numbers[q];
  const by = numbers[q + 1];
  const bz = numbers[q + 2];
  const bw = numbers[q + 3];
  const x = bw * ax + bx * aw + by * az - bz * ay;
  const y = bw * ay - bx * az + by * aw + bz * ax;
  const z = bw * az + bx * ay - by * ax + bz * aw;
  const w = bw * aw - bx * ax - by * ay - bz * az;
  const sign = w < 0 ? -1 : 1;
  const sine = Math.sqrt(x * x + y * y + z * z);
  const scale = sine < 1e-12 ? 2 * sign : (2 * sign * atan2(sine, sign * w)) / sine;
  out[3] = scale * x;
  out[4] = scale * y;
  out[5] = scale * z;
}
