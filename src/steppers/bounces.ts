// Bounces, so that contacts are passive: what they do in a step never adds energy.
//
// Moreau's law keeps this where all contacts bounce alike and nothing rubs. Contacts of different restitution, friction at a contact
// that bounces, and sweeps that have not converged can break it. Then the contacts are solved once more as if nothing bounced,
// which only takes energy away, and of the way from there to the first solution as much is gone as the energy allows. All
// impulses on the way lie in their cones, since both ends do, and all contacts part as fast as the slower of the two ends.
//
// Contacts that wait to bounce stop their bodies at the surface: the motion of the two against each other is taken back by the time
// that is left of the step when they touch, as seen from their common centre of mass. So neither their momentum, nor their angular
// momentum, nor the way of their centre of mass changes by it, which a push along the normal would not keep.

import { applyWrench, writeMoment } from '../bodies/apply-wrench.js';
import { BOUNCES, RESTS } from '../contact-problem/place-contacts.js';
import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import * as loops from '../kernels/shared/accelerate-bodies.js';

/** An island, or a layer of one. */
type Part = Pick<Island, 'firstEdge' | 'edgeCount' | 'firstBody' | 'bodyCount'>;

/** A gain of less than this share is rounding, that of the compiled sweeps among it [1]. */
const ROUNDING = 1e-9;
/** An overlap of less than this share of the gap there was is rounding [1]. */
const NEGLIGIBLE = 1e-9;

/**
 * Kinetic energy of the bodies of a group, less what scripted bodies have put into it by the impulses of their contacts [J]: what
 * passive contacts cannot raise.
 */
export function freeEnergy(detection: Detection, island: Part, withImpulses: boolean): number {
  const kinetic = kineticEnergyOf(detection, island);
  return withImpulses ? kinetic - scriptedWork(detection, island) : kinetic;
}

/** Kinetic energy of the bodies of a group [J]. */
export function kineticEnergyOf({ bodies, groups }: Detection, { firstBody, bodyCount }: Part): number {
  const { velocity, mass, inverseInertia } = bodies.nodes.columns;
  return loops.kineticEnergyOf(groups.movers.columns.member, firstBody, bodyCount, velocity, mass, inverseInertia);
}

/** What moving bodies that no impulse moves do by the impulses of their contacts with the group [J]. */
function scriptedWork({ bodies, graph, groups }: Detection, island: Part): number {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { impulse, torque, worldPoint, worldNormal } = graph.contacts.columns;
  const { materials } = bodies;
  const { inverseMass, velocity: u, position: x } = bodies.nodes.columns;
  let work = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    const o = inverseMass[a] === 0 ? a : b;
    const k = 6 * o;
    if (
      inverseMass[o] > 0 ||
      (u[k] === 0 && u[k + 1] === 0 && u[k + 2] === 0 && u[k + 3] === 0 && u[k + 4] === 0 && u[k + 5] === 0)
    )
      continue;
    const side = o === a ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const n = impulse[4 * c];
      const px = n * worldNormal[3 * c] + impulse[4 * c + 1];
      const py = n * worldNormal[3 * c + 1] + impulse[4 * c + 2];
      const pz = n * worldNormal[3 * c + 2] + impulse[4 * c + 3];
      const rx = worldPoint[3 * c] - x[3 * o];
      const ry = worldPoint[3 * c + 1] - x[3 * o + 1];
      const rz = worldPoint[3 * c + 2] - x[3 * o + 2];
      work +=
        side *
        (px * (u[k] + u[k + 4] * rz - u[k + 5] * ry) +
          py * (u[k + 1] + u[k + 5] * rx - u[k + 3] * rz) +
          pz * (u[k + 2] + u[k + 3] * ry - u[k + 4] * rx));
      if (materials.areResisting) {
        work += side * (torque[3 * c] * u[k + 3] + torque[3 * c + 1] * u[k + 4] + torque[3 * c + 2] * u[k + 5]);
      }
    }
  }
  return work;
}

/** Whether the impulses of a group have raised the energy that it had under forces alone. */
export function hasGained(detection: Detection, island: Part, energy: number): boolean {
  return freeEnergy(detection, island, true) > energy * (1 + ROUNDING);
}

/**
 * Takes the impulses of a group back, remembers them, and lets nothing bounce: the contacts are to be solved once more. Here and below
 * `wrench` is room for six numbers, the impulse on the body at hand.
 */
export function dropBounces(wrench: Float64Array, detection: Detection, island: Part): void {
  const { groups, graph } = detection;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { bounce, bias, gap, impulse, torque } = graph.contacts.columns;
  rememberImpulses(detection, island);
  applyImpulsesOf(wrench, detection, island, impulse, torque, -1);
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (bounce[c] === BOUNCES && (bias[c] < 0 || gap[c] <= 0)) bias[c] = 0;
    }
  }
}

/**
 * Goes from the impulses without bounces, which a group has now, towards those with bounces that `dropBounces` remembered, as far
 * as the energy allows: it is a quadratic along the way.
 */
export function bounceWithin(wrench: Float64Array, detection: Detection, island: Part, energy: number): void {
  const { graph, groups } = detection;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { impulse, bounced, torque, bouncedTorque } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const end = firstContact[edge] + contactCount[edge];
    for (let k = 4 * firstContact[edge]; k < 4 * end; k++) bounced[k] -= impulse[k];
    for (let k = 3 * firstContact[edge]; k < 3 * end; k++) bouncedTorque[k] -= torque[k];
  }
  const start = freeEnergy(detection, island, true);
  goOn(wrench, detection, island, 0.5);
  const middle = freeEnergy(detection, island, true);
  goOn(wrench, detection, island, 0.5);
  const end = freeEnergy(detection, island, true);
  goOn(wrench, detection, island, largestShare(start, middle, end, energy) - 1);
}

/** Puts the impulses that a group had, and that were remembered, in the place of those it has, which are remembered instead. */
export function exchangeImpulses(wrench: Float64Array, detection: Detection, island: Part): void {
  const { graph, groups } = detection;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { impulse, bounced, torque, bouncedTorque } = graph.contacts.columns;
  applyImpulsesOf(wrench, detection, island, impulse, torque, -1);
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const end = firstContact[edge] + contactCount[edge];
    for (let k = 4 * firstContact[edge]; k < 4 * end; k++) exchange(impulse, bounced, k);
    for (let k = 3 * firstContact[edge]; k < 3 * end; k++) exchange(torque, bouncedTorque, k);
  }
  applyImpulsesOf(wrench, detection, island, impulse, torque, 1);
}

function exchange(one: Float64Array, other: Float64Array, k: number): void {
  const now = one[k];
  one[k] = other[k];
  other[k] = now;
}

/** Remembers the impulses that a group has. */
export function rememberImpulses({ graph, groups }: Detection, island: Part): void {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { impulse, bounced, torque, bouncedTorque } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const end = firstContact[edge] + contactCount[edge];
    for (let k = 4 * firstContact[edge]; k < 4 * end; k++) bounced[k] = impulse[k];
    for (let k = 3 * firstContact[edge]; k < 3 * end; k++) bouncedTorque[k] = torque[k];
  }
}

/** The largest share of the way in [0, 1] at which the quadratic through the three values is not above the limit. */
export function largestShare(start: number, middle: number, end: number, limit: number): number {
  if (end <= limit) return 1;
  if (start >= limit) return 0;
  const a = 2 * (start + end) - 4 * middle;
  const b = end - start - a;
  const c = start - limit;
  // c < 0: one root is positive.
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const share = b > 0 ? (-2 * c) / (b + root) : (root - b) / (2 * a);
  return Math.min(1, Math.max(0, share));
}

/** Adds a share of the way to the impulses, and what it does to the velocities. */
function goOn(wrench: Float64Array, detection: Detection, island: Part, share: number): void {
  const { graph, groups } = detection;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { impulse, bounced, torque, bouncedTorque } = graph.contacts.columns;
  applyImpulsesOf(wrench, detection, island, bounced, bouncedTorque, share);
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const end = firstContact[edge] + contactCount[edge];
    for (let k = 4 * firstContact[edge]; k < 4 * end; k++) impulse[k] += share * bounced[k];
    for (let k = 3 * firstContact[edge]; k < 3 * end; k++) torque[k] += share * bouncedTorque[k];
  }
}

/** u += share M^-1 J^T p for the contacts of a group; p is [normal, friction as a vector of the world], with torques beside it. */
function applyImpulsesOf(
  wrench: Float64Array,
  { bodies, graph, groups }: Detection,
  island: Part,
  p: Float64Array,
  torques: Float64Array,
  share: number,
): void {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { worldPoint, worldNormal } = graph.contacts.columns;
  const nodes = bodies.nodes.columns;
  const { inverseMass, position: x } = nodes;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      for (let end = 0; end < 2; end++) {
        const o = movers[2 * edge + end];
        if (inverseMass[o] === 0) continue;
        const part = end === 0 ? -share : share;
        const n = p[4 * c];
        wrench[0] = part * (n * worldNormal[3 * c] + p[4 * c + 1]);
        wrench[1] = part * (n * worldNormal[3 * c + 1] + p[4 * c + 2]);
        wrench[2] = part * (n * worldNormal[3 * c + 2] + p[4 * c + 3]);
        const rx = worldPoint[3 * c] - x[3 * o];
        const ry = worldPoint[3 * c + 1] - x[3 * o + 1];
        const rz = worldPoint[3 * c + 2] - x[3 * o + 2];
        writeMoment(wrench, rx, ry, rz);
        if (bodies.materials.areResisting) for (let j = 0; j < 3; j++) wrench[3 + j] += part * torques[3 * c + j];
        applyWrench(nodes, o, wrench);
      }
    }
  }
}

/** What two bodies do to a gap: the velocity with which they close it [m/s], and what is left of it at the end of the step [m]. */
export class Approach {
  readonly numbers = new Float64Array(2);
}
const CLOSING = 0;
const AHEAD = 1;

/** Adds to the corrections of a group's bodies what takes back the part of the step dt [s] after they touch. */
export function rewindArrivals(approach: Approach, detection: Detection, island: Part, dt: number): void {
  const { numbers } = approach;
  const { bodies, graph, groups } = detection;
  if (!bodies.materials.areBouncy) return;
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { bounce, gap } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
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
