// Poses of bodies as plain numbers, for renderers. A pose is seven numbers: the position of the origin [m] and the
// orientation [x, y, z, w] [1].

import { isPhysical } from '../bodies/node-kinds.js';
import type { NODE_SCHEMA } from '../bodies/node-table.js';
import type { HandlesWorld } from '../handles.js';
import { Body } from '../handles.js';
import { InputError, refuse } from '../input/fields.js';
import type { Columns } from '../table/table.js';

/** Numbers per pose. */
export const POSE_SIZE = 7;

/** An array that poses can be written to. */
export type PoseArray = Float32Array | Float64Array;

/** Writes the poses of these bodies, or of all bodies in the order of bodies(); returns the number of poses. */
export function writePoses(world: HandlesWorld, out: PoseArray, bodies?: readonly Body[]): number {
  const { columns } = world.store.nodes;
  return eachBody(world, out, bodies, (row, at) => writePose(columns, row, out, at));
}

/**
 * Checks the size of `out`, then calls `write` with the row of each body and the index of its pose; returns their
 * number.
 */
export function eachBody(
  world: HandlesWorld,
  out: PoseArray,
  bodies: readonly Body[] | undefined,
  write: (row: number, at: number) => void,
): number {
  if (!(out instanceof Float32Array || out instanceof Float64Array)) refuse('out', out, 'a Float32Array or a Float64Array');
  const { nodes } = world.store;
  const count = bodies === undefined ? countBodies(world) : bodies.length;
  if (out.length < POSE_SIZE * count)
    throw new InputError(`out has ${out.length} numbers, but the poses of ${count} bodies take ${POSE_SIZE * count}.`);
  if (bodies !== undefined) {
    for (let i = 0; i < count; i++) write(rowOf(world, bodies[i], i), POSE_SIZE * i);
    return count;
  }
  let at = 0;
  for (let row = 0; row < nodes.size; row++) {
    if (!nodes.isLive(row) || !isPhysical(nodes.columns.kind[row])) continue;
    write(row, at);
    at += POSE_SIZE;
  }
  return count;
}

function rowOf(world: HandlesWorld, body: Body, i: number): number {
  if (!(body instanceof Body) || body.world !== world) refuse(`bodies[${i}]`, body, 'a body of this world');
  return body.row;
}

export function countBodies({ store: { nodes } }: HandlesWorld): number {
  let count = 0;
  for (let row = 0; row < nodes.size; row++) if (nodes.isLive(row) && isPhysical(nodes.columns.kind[row])) count++;
  return count;
}

/** Writes one pose. The table has the centre of mass; the origin is found by subtracting the rotated `center`. */
export function writePose(
  { position, center, orientation }: Columns<typeof NODE_SCHEMA>,
  row: number,
  out: PoseArray,
  at: number,
): void {
  const [k, q] = [3 * row, 4 * row];
  const [x, y, z, w] = [orientation[q], orientation[q + 1], orientation[q + 2], orientation[q + 3]];
  const [cx, cy, cz] = [center[k], center[k + 1], center[k + 2]];
  // v + 2 w (u x v) + 2 u x (u x v), for the quaternion (u, w).
  const tx = 2 * (y * cz - z * cy);
  const ty = 2 * (z * cx - x * cz);
  const tz = 2 * (x * cy - y * cx);
  out[at] = position[k] - (cx + w * tx + y * tz - z * ty);
  out[at + 1] = position[k + 1] - (cy + w * ty + z * tx - x * tz);
  out[at + 2] = position[k + 2] - (cz + w * tz + x * ty - y * tx);
  out[at + 3] = x;
  out[at + 4] = y;
  out[at + 5] = z;
  out[at + 6] = w;
}
