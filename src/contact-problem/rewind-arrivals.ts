// Contacts that wait to bounce stop their bodies at the surface: the motion of the two against each other is taken back by the time
// that is left of the step when they touch, as seen from their common centre of mass. So neither their momentum, nor their angular
// momentum, nor the way of their centre of mass changes by it, which a push along the normal would not keep.

import type { Island } from '../detection/contact-graph/island.js';
import type { Detection } from '../detection/detection.js';
import { RESTS } from './place-contacts.js';

/** An overlap of less than this share of the gap there was is rounding [1]. */
const NEGLIGIBLE = 1e-9;

/** What two bodies do to a gap: the velocity with which they close it [m/s], and what is left of it at the end of the step [m]. */
export class Approach {
  readonly numbers = new Float64Array(2);
}
const CLOSING = 0;
const AHEAD = 1;

/** Adds to the corrections of a group's bodies what takes back the part of the step dt [s] after they touch. */
export function rewindArrivals(approach: Approach, detection: Detection, island: Island, dt: number): void {
  const { numbers } = approach;
  const { bodies, graph, groups } = detection;
  if (!bodies.materials.areBouncy) return;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { bounce, gap } = graph.contacts.columns;
  const { mover } = bodies.nodes.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const a = mover[ends[2 * edge]];
    const b = mover[ends[2 * edge + 1]];
    // Two bodies with several contacts are taken back by no more than their step.
    let left = dt;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (bounce[c] === RESTS || gap[c] <= 0) continue;
      findApproach(approach, detection, c, a, b, dt);
      const overlap = -numbers[AHEAD];
      if (overlap <= NEGLIGIBLE * gap[c] || numbers[CLOSING] <= 0) continue;
      const time = Math.min(left, overlap / numbers[CLOSING]);
      rewindPair(detection, a, b, time);
      left -= time;
    }
  }
}

function findApproach({ numbers }: Approach, { bodies, graph }: Detection, c: number, a: number, b: number, dt: number): void {
  const { gap, worldPoint: p, worldNormal: n } = graph.contacts.columns;
  const { velocity: u, correction: s, position: x } = bodies.nodes.columns;
  numbers[AHEAD] = gap[c];
  numbers[CLOSING] = 0;
  for (let side = 0; side < 2; side++) {
    const row = side === 0 ? a : b;
    const sign = side === 0 ? 1 : -1;
    const k = 6 * row;
    const rx = p[3 * c] - x[3 * row];
    const ry = p[3 * c + 1] - x[3 * row + 1];
    const rz = p[3 * c + 2] - x[3 * row + 2];
    const nx = sign * n[3 * c];
    const ny = sign * n[3 * c + 1];
    const nz = sign * n[3 * c + 2];
    const mx = ry * nz - rz * ny;
    const my = rz * nx - rx * nz;
    const mz = rx * ny - ry * nx;
    const speed = nx * u[k] + ny * u[k + 1] + nz * u[k + 2] + mx * u[k + 3] + my * u[k + 4] + mz * u[k + 5];
    const moved = nx * s[k] + ny * s[k + 1] + nz * s[k + 2] + mx * s[k + 3] + my * s[k + 4] + mz * s[k + 5];
    numbers[CLOSING] += speed;
    numbers[AHEAD] -= dt * speed + moved;
  }
}

/** Takes two bodies back by a time [s], as seen from their common centre of mass, or from the one that no impulse moves. */
function rewindPair({ bodies }: Detection, a: number, b: number, time: number): void {
  const { mass, inverseMass, velocity: u, correction: s } = bodies.nodes.columns;
  const movesA = inverseMass[a] > 0;
  const movesB = inverseMass[b] > 0;
  const shareA = movesA ? (movesB ? mass[b] / (mass[a] + mass[b]) : 1) : 0;
  for (let j = 0; j < 3; j++) {
    const relative = time * (u[6 * b + j] - u[6 * a + j]);
    if (movesA) {
      s[6 * a + j] += shareA * relative;
      s[6 * a + 3 + j] -= time * u[6 * a + 3 + j];
    }
    if (movesB) {
      s[6 * b + j] -= (1 - shareA) * relative;
      s[6 * b + 3 + j] -= time * u[6 * b + 3 + j];
    }
  }
}
