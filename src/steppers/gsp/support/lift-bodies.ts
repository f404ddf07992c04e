// The projection of penetration by shock propagation, shock-propagation(correction()) of the paper (figures 12 and 13):
// from the ground up, each body is moved out of its supports, if these are held at rest and so stay where they are. One
// pass frees a whole stack, where sweeps that move both sides push lower bodies further down first. Bodies on supports
// that move are left to those sweeps: to lift them by the whole depth would give them energy. Where there is no room, a
// body that is lifted out of one support goes into another: then the caller takes the lifts back.

import type { Detection } from '../../../detection/detection.js';
import type { Island } from '../../../detection/islands/island.js';
import { doubled } from '../../../table/doubled.js';
import type { SupportGraph } from './support-graph.js';

/** Sweeps over the contacts of one body with its supports. */
const LOCAL_SWEEPS = 8;

/** A contact of the body at hand with a support: normal into the body [1]. */
const NORMAL = 0;
/** From the body's centre of mass to the contact [m]. */
const ARM = 3;
/** Displacement of the support's point within the step [m]. */
const SUPPORT_WAY = 6;
/** Gap when the step begins [m]. */
const GAP = 9;
/** How hard the contact pushes [kg m]. */
const LAMBDA = 10;
const LIFT_LENGTH = 11;

/** The contacts of the body at hand. */
export class Lifting {
  count = 0;
  contacts = new Float64Array(16 * LIFT_LENGTH);
}

/**
 * Adds to `correction` what frees every body of the island, level by level from the ground up. Gaps are those at the end of the step, to first order.
 * Returns whether any body is moved.
 */
export function liftBodies(lifting: Lifting, support: SupportGraph, detection: Detection, island: Island, dt: number): boolean {
  const { order, levels, islands } = support;
  const { firstBody, bodyCount } = levels.columns;
  const lowest = islands.columns.firstLevel[island.number];
  let isAnyMoved = false;
  for (let level = lowest; level < lowest + islands.columns.levelCount[island.number]; level++) {
    for (let i = firstBody[level]; i < firstBody[level] + bodyCount[level]; i++) {
      if (isLifted(lifting, support, detection, order.columns.body[i], dt)) isAnyMoved = true;
    }
  }
  return isAnyMoved;
}

/** Moves a body out of what is held below it, and changes nothing else. Returns whether it is moved. */
function isLifted(lifting: Lifting, support: SupportGraph, detection: Detection, body: number, dt: number): boolean {
  listSupportContacts(lifting, support, detection, body, dt);
  let sweeps = 0;
  while (sweeps < LOCAL_SWEEPS && sweepBody(lifting, detection, body, dt)) sweeps++;
  return sweeps > 0;
}

/** Lists the contacts of a body with what is held below it; none of them pushes yet. */
function listSupportContacts(
  lifting: Lifting,
  { standing, entries }: SupportGraph,
  { bodies, graph }: Detection,
  body: number,
  dt: number,
): void {
  const { firstEntry, entryCount, holder } = standing.columns;
  const { edge: entryEdge, other, role } = entries.columns;
  const { firstContact, contactCount, movers } = graph.edges.columns;
  const { bias, gap, worldPoint, worldNormal } = graph.contacts.columns;
  const { position: x, velocity: u, correction: s, inverseMass } = bodies.nodes.columns;
  lifting.count = 0;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = other[entry];
    if (inverseMass[o] > 0 && (role[entry] !== 1 || holder[o] < 0)) continue;
    const edge = entryEdge[entry];
    const sign = movers[2 * edge + 1] === body ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (bias[c] === Number.POSITIVE_INFINITY) continue;
      const k = lifting.count++ * LIFT_LENGTH;
      if (k === lifting.contacts.length) lifting.contacts = doubled(lifting.contacts);
      const to = lifting.contacts;
      for (let j = 0; j < 3; j++) {
        to[k + NORMAL + j] = sign * worldNormal[3 * c + j];
        to[k + ARM + j] = worldPoint[3 * c + j] - x[3 * body + j];
      }
      const rx = worldPoint[3 * c] - x[3 * o];
      const ry = worldPoint[3 * c + 1] - x[3 * o + 1];
      const rz = worldPoint[3 * c + 2] - x[3 * o + 2];
      const m = 6 * o;
      to[k + SUPPORT_WAY] = dt * u[m] + s[m] + (dt * u[m + 4] + s[m + 4]) * rz - (dt * u[m + 5] + s[m + 5]) * ry;
      to[k + SUPPORT_WAY + 1] = dt * u[m + 1] + s[m + 1] + (dt * u[m + 5] + s[m + 5]) * rx - (dt * u[m + 3] + s[m + 3]) * rz;
      to[k + SUPPORT_WAY + 2] = dt * u[m + 2] + s[m + 2] + (dt * u[m + 3] + s[m + 3]) * ry - (dt * u[m + 4] + s[m + 4]) * rx;
      to[k + GAP] = gap[c];
      to[k + LAMBDA] = 0;
    }
  }
}

/** One sweep of projected Gauss-Seidel over the listed contacts. Returns whether it moves the body. */
function sweepBody({ contacts, count }: Lifting, { bodies }: Detection, body: number, dt: number): boolean {
  const { velocity: u, correction: s, inverseMass, inverseInertia: inverse } = bodies.nodes.columns;
  const b = 6 * body;
  let isMoved = false;
  for (let k = 0; k < count * LIFT_LENGTH; k += LIFT_LENGTH) {
    const nx = contacts[k + NORMAL];
    const ny = contacts[k + NORMAL + 1];
    const nz = contacts[k + NORMAL + 2];
    const rx = contacts[k + ARM];
    const ry = contacts[k + ARM + 1];
    const rz = contacts[k + ARM + 2];
    // Displacement of the body's point.
    const x = dt * u[b] + s[b] + (dt * u[b + 4] + s[b + 4]) * rz - (dt * u[b + 5] + s[b + 5]) * ry;
    const y = dt * u[b + 1] + s[b + 1] + (dt * u[b + 5] + s[b + 5]) * rx - (dt * u[b + 3] + s[b + 3]) * rz;
    const z = dt * u[b + 2] + s[b + 2] + (dt * u[b + 3] + s[b + 3]) * ry - (dt * u[b + 4] + s[b + 4]) * rx;
    const wayX = x - contacts[k + SUPPORT_WAY];
    const wayY = y - contacts[k + SUPPORT_WAY + 1];
    const wayZ = z - contacts[k + SUPPORT_WAY + 2];
    const gap = contacts[k + GAP] + nx * wayX + ny * wayY + nz * wayZ;
    const before = contacts[k + LAMBDA];
    if (!(gap < 0 || before > 0)) continue;
    const tx = ry * nz - rz * ny;
    const ty = rz * nx - rx * nz;
    const tz = rx * ny - ry * nx;
    const wx = inverse[b] * tx + inverse[b + 3] * ty + inverse[b + 4] * tz;
    const wy = inverse[b + 3] * tx + inverse[b + 1] * ty + inverse[b + 5] * tz;
    const wz = inverse[b + 4] * tx + inverse[b + 5] * ty + inverse[b + 2] * tz;
    const a = inverseMass[body] + tx * wx + ty * wy + tz * wz;
    const next = Math.max(0, before - gap / a);
    const d = next - before;
    if (d === 0) continue;
    isMoved = true;
    contacts[k + LAMBDA] = next;
    s[b] += d * inverseMass[body] * nx;
    s[b + 1] += d * inverseMass[body] * ny;
    s[b + 2] += d * inverseMass[body] * nz;
    s[b + 3] += d * wx;
    s[b + 4] += d * wy;
    s[b + 5] += d * wz;
  }
  return isMoved;
}
