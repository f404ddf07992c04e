// Where contacts are, and how fast they close (contact-problem/place-contacts.ts says what both are for).

import type { F64, I32, Integers, Numbers } from './numbers.js';
import { INFINITE } from './numbers.js';

/**
 * Points, normals and gaps of the contacts of `edgeCount` edges, the first of which is edges[firstEdge], from where the contacts are
 * attached to their two bodies. Returns the depth of the deepest, 0 when none penetrates [m].
 */
export function placePoints(
  edges: Integers,
  firstEdge: I32,
  edgeCount: I32,
  ends: Integers,
  firstContact: Integers,
  contactCount: Integers,
  anchorA: Numbers,
  anchorB: Numbers,
  normal: Numbers,
  gaps: Numbers,
  worldPoint: Numbers,
  worldNormal: Numbers,
  position: Numbers,
  rotation: Numbers,
): F64 {
  let deepest: F64 = 0;
  for (let i: I32 = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = ends[2 * edge];
    const b = ends[2 * edge + 1];
    const ra = 9 * a;
    const rb = 9 * b;
    const end = firstContact[edge] + contactCount[edge];
    for (let contact: I32 = firstContact[edge]; contact < end; contact++) {
      const c = 3 * contact;
      const ux = anchorA[c];
      const uy = anchorA[c + 1];
      const uz = anchorA[c + 2];
      const ax = position[3 * a] + rotation[ra] * ux + rotation[ra + 1] * uy + rotation[ra + 2] * uz;
      const ay = position[3 * a + 1] + rotation[ra + 3] * ux + rotation[ra + 4] * uy + rotation[ra + 5] * uz;
      const az = position[3 * a + 2] + rotation[ra + 6] * ux + rotation[ra + 7] * uy + rotation[ra + 8] * uz;
      const vx = anchorB[c];
      const vy = anchorB[c + 1];
      const vz = anchorB[c + 2];
      const bx = position[3 * b] + rotation[rb] * vx + rotation[rb + 1] * vy + rotation[rb + 2] * vz;
      const by = position[3 * b + 1] + rotation[rb + 3] * vx + rotation[rb + 4] * vy + rotation[rb + 5] * vz;
      const bz = position[3 * b + 2] + rotation[rb + 6] * vx + rotation[rb + 7] * vy + rotation[rb + 8] * vz;
      const mx = normal[c];
      const my = normal[c + 1];
      const mz = normal[c + 2];
      const nx = rotation[ra] * mx + rotation[ra + 1] * my + rotation[ra + 2] * mz;
      const ny = rotation[ra + 3] * mx + rotation[ra + 4] * my + rotation[ra + 5] * mz;
      const nz = rotation[ra + 6] * mx + rotation[ra + 7] * my + rotation[ra + 8] * mz;
      const gap = nx * (bx - ax) + ny * (by - ay) + nz * (bz - az);
      gaps[contact] = gap;
      if (-gap > deepest) deepest = -gap;
      // Both bodies are pushed at the same point, half way, or angular momentum would not be kept.
      worldPoint[c] = 0.5 * (ax + bx);
      worldPoint[c + 1] = 0.5 * (ay + by);
      worldPoint[c + 2] = 0.5 * (az + bz);
      worldNormal[c] = nx;
      worldNormal[c + 1] = ny;
      worldNormal[c + 2] = nz;
    }
  }
  return deepest;
}

/**
 * How fast contacts that have been placed close, and b of contacts that do not bounce: how fast each may close within a step of dt [s].
 * A gap up to the share `closed` of the half thickness counts as closed. Marks the bodies on which something closes faster
 * than `strike` [m/s].
 */
export function limitApproaches(
  edges: Integers,
  firstEdge: I32,
  edgeCount: I32,
  movers: Integers,
  firstContact: Integers,
  contactCount: Integers,
  shapes: Integers,
  passing: Integers,
  gaps: Numbers,
  worldPoint: Numbers,
  worldNormal: Numbers,
  closings: Numbers,
  bias: Numbers,
  bounces: Integers,
  position: Numbers,
  u: Numbers,
  struck: Integers,
  thickness: Numbers,
  dt: F64,
  closed: F64,
  strike: F64,
): void {
  for (let i: I32 = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    const ua = 6 * a;
    const ub = 6 * b;
    const end = firstContact[edge] + contactCount[edge];
    for (let contact: I32 = firstContact[edge]; contact < end; contact++) {
      const c = 3 * contact;
      const dAx = worldPoint[c] - position[3 * a];
      const dAy = worldPoint[c + 1] - position[3 * a + 1];
      const dAz = worldPoint[c + 2] - position[3 * a + 2];
      const dBx = worldPoint[c] - position[3 * b];
      const dBy = worldPoint[c + 1] - position[3 * b + 1];
      const dBz = worldPoint[c + 2] - position[3 * b + 2];
      const closing =
        worldNormal[c] * (u[ua] + u[ua + 4] * dAz - u[ua + 5] * dAy - u[ub] - u[ub + 4] * dBz + u[ub + 5] * dBy) +
        worldNormal[c + 1] * (u[ua + 1] + u[ua + 5] * dAx - u[ua + 3] * dAz - u[ub + 1] - u[ub + 5] * dBx + u[ub + 3] * dBz) +
        worldNormal[c + 2] * (u[ua + 2] + u[ua + 3] * dAy - u[ua + 4] * dAx - u[ub + 2] - u[ub + 3] * dBy + u[ub + 4] * dBx);
      closings[contact] = closing;
      bounces[contact] = 0;
      if (passing[contact] !== 0) {
        bias[contact] = INFINITE;
        continue;
      }
      const room = gaps[contact] - closed * Math.min(thickness[shapes[2 * contact]], thickness[shapes[2 * contact + 1]]);
      if (closing > strike && closing * dt >= room) {
        struck[a] = 1;
        struck[b] = 1;
      }
      bias[contact] = room > 0 ? room / dt : 0;
    }
  }
}
