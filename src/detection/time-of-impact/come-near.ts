// Whether two shapes may come near each other at all: balls about the centres of their movers, on parabolas. It costs
// next to nothing, and spares most pairs whose swept boxes overlap the search for a time of impact.

import type { Bodies } from '../../bodies/bodies.js';
import type { Settings } from '../../settings.js';
import { CARRIED, HALTED } from './marks.js';

/**
 * Whether balls about two movers, of these radii together [m], come within reach of each other from where they are up to
 * an end [s]. What does not move by itself is at `begin` [s].
 */
export function comeNear(
  { nodes }: Bodies,
  gravity: Settings['gravity'],
  marks: Int32Array,
  a: number,
  b: number,
  radii: number,
  begin: number,
  end: number,
): boolean {
  const { position: x, velocity: u, time, inverseMass, gravityScale, force } = nodes.columns;
  const timeA = inverseMass[a] > 0 ? time[a] : begin;
  const timeB = inverseMass[b] > 0 ? time[b] : begin;
  const from = Math.max(timeA, timeB);
  const span = end - from;
  const movesA = (marks[a] & HALTED) === 0 ? 1 : 0;
  const movesB = (marks[b] & HALTED) === 0 ? 1 : 0;
  const fallsA = movesA === 1 && inverseMass[a] > 0 && (marks[a] & CARRIED) === 0 ? 1 : 0;
  const fallsB = movesB === 1 && inverseMass[b] > 0 && (marks[b] & CARRIED) === 0 ? 1 : 0;
  const sinceA = from - timeA;
  const sinceB = from - timeB;
  let square = 0;
  let along = 0;
  let speed = 0;
  let bend = 0;
  for (let k = 0; k < 3; k++) {
    const gainA = fallsA * (gravityScale[a] * gravity[k] + inverseMass[a] * force[6 * a + k]);
    const gainB = fallsB * (gravityScale[b] * gravity[k] + inverseMass[b] * force[6 * b + k]);
    const wayA = sinceA * (movesA * u[6 * a + k] + 0.5 * sinceA * gainA);
    const wayB = sinceB * (movesB * u[6 * b + k] + 0.5 * sinceB * gainB);
    const d = x[3 * b + k] + wayB - (x[3 * a + k] + wayA);
    const v = movesB * u[6 * b + k] + sinceB * gainB - (movesA * u[6 * a + k] + sinceA * gainA);
    square += d * d;
    along += d * v;
    speed += v * v;
    bend += (gainB - gainA) * (gainB - gainA);
  }
  const near = radii + 0.5 * span * span * Math.sqrt(bend);
  // Where the straight ways are nearest to each other, within the span.
  const t = along >= 0 || speed === 0 ? 0 : Math.min(span, -along / speed);
  return square + t * (2 * along + t * speed) <= near * near;
}
