// The contact of an event of touching: point, normal, impulse and closing speed of a pair of bodies. It represents all
// contacts of the pair, weighted by their impulses.

import { DETECTED_SIZE } from '../bodies/node-table.js';
import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import { CONTACT_IMPULSE, CONTACT_NORMAL, CONTACT_SPEED, EVENT_CONTACT_SIZE } from '../detection/held-events.js';
import type { Vec3 } from '../math/vector.js';

/** The contact of two bodies in an event. */
export interface EventContact {
  /** Mean of the contact points, weighted by impulses [m]. */
  readonly point: Vec3;
  /** Unit normal from A to B [1]. */
  readonly normal: Vec3;
  /** Sum of the normal impulses of the step [N s]. */
  readonly impulse: number;
  /** Closing speed at the point along the normal when the step began [m/s]; below 0 if the bodies separated. */
  readonly speed: number;
}

/** The contact in numbers[k ..]; undefined if there is none. */
export function readContact(numbers: Float64Array, k: number): EventContact | undefined {
  const normal: Vec3 = [numbers[k + CONTACT_NORMAL], numbers[k + CONTACT_NORMAL + 1], numbers[k + CONTACT_NORMAL + 2]];
  if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) return undefined;
  return {
    point: [numbers[k], numbers[k + 1], numbers[k + 2]],
    normal,
    impulse: numbers[k + CONTACT_IMPULSE],
    speed: numbers[k + CONTACT_SPEED],
  };
}

/** Writes the contact of an edge after the last step to out[k ..]; zeros if the edge has no contacts. */
export function writeContact(graph: ContactGraph, edge: number, out: Float64Array, k: number): void {
  const { firstContact, contactCount } = graph.edges.columns;
  out.fill(0, k, k + EVENT_CONTACT_SIZE);
  if (contactCount[edge] === 0) return;
  const strongest = sumImpulses(graph, firstContact[edge], firstContact[edge] + contactCount[edge], out, k);
  if (strongest < 0) writeNearest(graph, edge, out, k);
  else scaleMeans(graph, strongest, out, k);
  addSpeed(graph, graph.edges.columns.nodes[2 * edge], 1, out, k);
  addSpeed(graph, graph.edges.columns.nodes[2 * edge + 1], -1, out, k);
}

/**
 * Sums points and normals weighted by the contacts' impulses. Returns the contact of the largest impulse; -1 for none.
 */
function sumImpulses({ contacts }: ContactGraph, first: number, end: number, out: Float64Array, k: number): number {
  const { impulse, worldPoint, worldNormal } = contacts.columns;
  let strongest = -1;
  for (let contact = first; contact < end; contact++) {
    const pressed = impulse[4 * contact];
    if (!(pressed > 0)) continue;
    if (strongest < 0 || pressed > impulse[4 * strongest]) strongest = contact;
    out[k + CONTACT_IMPULSE] += pressed;
    for (let i = 0; i < 3; i++) {
      out[k + i] += pressed * worldPoint[3 * contact + i];
      out[k + CONTACT_NORMAL + i] += pressed * worldNormal[3 * contact + i];
    }
  }
  return strongest;
}

/** Turns the sums into means. If the normals cancel, that of the contact with the largest impulse is taken. */
function scaleMeans({ contacts }: ContactGraph, strongest: number, out: Float64Array, k: number): void {
  const { worldNormal } = contacts.columns;
  const total = out[k + CONTACT_IMPULSE];
  const n = k + CONTACT_NORMAL;
  const length = Math.sqrt(out[n] * out[n] + out[n + 1] * out[n + 1] + out[n + 2] * out[n + 2]);
  const isClear = length > 1e-6 * total;
  for (let i = 0; i < 3; i++) {
    out[k + i] /= total;
    out[n + i] = isClear ? out[n + i] / length : worldNormal[3 * strongest + i];
  }
}

/**
 * For contacts without impulses: writes the contact of the smallest gap, midway between its anchors on the two bodies.
 */
function writeNearest({ edges, contacts, bodies }: ContactGraph, edge: number, out: Float64Array, k: number): void {
  const { nodes, firstContact, contactCount } = edges.columns;
  const { gap, anchorA, anchorB, normal } = contacts.columns;
  const { rotation, position } = bodies.nodes.columns;
  let nearest = firstContact[edge];
  for (let contact = nearest; contact < firstContact[edge] + contactCount[edge]; contact++)
    if (gap[contact] < gap[nearest]) nearest = contact;
  const a = nodes[2 * edge];
  const b = nodes[2 * edge + 1];
  const c = 3 * nearest;
  for (let i = 0; i < 3; i++) {
    const ra = 9 * a + 3 * i;
    const rb = 9 * b + 3 * i;
    const onA = rotation[ra] * anchorA[c] + rotation[ra + 1] * anchorA[c + 1] + rotation[ra + 2] * anchorA[c + 2];
    const onB = rotation[rb] * anchorB[c] + rotation[rb + 1] * anchorB[c + 1] + rotation[rb + 2] * anchorB[c + 2];
    out[k + i] = 0.5 * (position[3 * a + i] + onA + position[3 * b + i] + onB);
    out[k + CONTACT_NORMAL + i] = rotation[ra] * normal[c] + rotation[ra + 1] * normal[c + 1] + rotation[ra + 2] * normal[c + 2];
  }
}

/**
 * Adds to the closing speed the speed of the point on one body along the normal [m/s], times `sign`: 1 for A, -1 for B.
 * The body's velocity is that of the last detection.
 */
function addSpeed({ bodies }: ContactGraph, node: number, sign: number, out: Float64Array, k: number): void {
  const { detected, velocity, asleep, mover } = bodies.nodes.columns;
  const row = mover[node];
  const d = DETECTED_SIZE * row;
  // A body that falls asleep is not detected again, so its velocity is read from its row.
  const u = asleep[row] !== 0 ? velocity : detected;
  const v = asleep[row] !== 0 ? 6 * row : d + 7;
  const rx = out[k] - detected[d];
  const ry = out[k + 1] - detected[d + 1];
  const rz = out[k + 2] - detected[d + 2];
  const n = k + CONTACT_NORMAL;
  out[k + CONTACT_SPEED] +=
    sign *
    (out[n] * (u[v] + u[v + 4] * rz - u[v + 5] * ry) +
      out[n + 1] * (u[v + 1] + u[v + 5] * rx - u[v + 3] * rz) +
      out[n + 2] * (u[v + 2] + u[v + 3] * ry - u[v + 4] * rx));
}
