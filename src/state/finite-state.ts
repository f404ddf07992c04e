// Checks after each step that the numbers of the state are finite, and finds the first one that is not.

import type { Detection } from '../detection/detection.js';
import { MOST_ROWS } from '../joints/joint-table.js';
import type { State } from './state.js';

/**
 * Whether all velocities are finite. If anything had moved before the step, also whether all poses, contact impulses,
 * loads, gaps, and impulses of joints and couplings are.
 */
export function isStateFinite(detection: Detection): boolean {
  const { nodes } = detection.bodies;
  const { position, orientation, velocity } = nodes.columns;
  const { size } = nodes;
  if (detection.stillness.isWorldStill) return isFiniteSum(velocity, 6 * size);
  const isSound = isFiniteSum(velocity, 6 * size) && isFiniteSum(position, 3 * size) && isFiniteSum(orientation, 4 * size);
  const { contacts } = detection.graph;
  const { impulse, load, gap } = contacts.columns;
  const rows = contacts.size;
  const { table, couplings } = detection.state.joints;
  const isJoined =
    isFiniteSum(table.columns.impulse, MOST_ROWS * table.size) && isFiniteSum(couplings.columns.impulse, couplings.size);
  return isSound && isJoined && isFiniteSum(impulse, 4 * rows) && isFiniteSum(load, 4 * rows) && isFiniteSum(gap, rows);
}

/** Whether poses and velocities of the bodies at hand are finite, for steps of some bodies only. */
export function areSomeFinite(detection: Detection): boolean {
  return areRowsFinite(detection, detection.atHand.rows, detection.atHand.count);
}

/** Whether poses and velocities of the given movers are finite. */
export function areMoversFinite(detection: Detection, movers: Int32Array): boolean {
  return areRowsFinite(detection, movers, movers.length);
}

function areRowsFinite({ bodies }: Detection, rows: Int32Array, count: number): boolean {
  const { position, orientation, velocity } = bodies.nodes.columns;
  for (let i = 0; i < count; i++) {
    const row = rows[i];
    const isSound = isFiniteRange(position, 3 * row, 3) && isFiniteRange(orientation, 4 * row, 4);
    if (!isSound || !isFiniteRange(velocity, 6 * row, 6)) return false;
  }
  return true;
}

/** Whether the sum of the first `count` numbers is finite; then all of them are. Six partial sums, for speed. */
function isFiniteSum(column: Float64Array, count: number): boolean {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let k = 0;
  for (; k + 5 < count; k += 6) {
    a += column[k];
    b += column[k + 1];
    c += column[k + 2];
    d += column[k + 3];
    e += column[k + 4];
    f += column[k + 5];
  }
  for (; k < count; k++) a += column[k];
  return Number.isFinite(a + b + (c + d) + (e + f));
}

/** The row of the first body with a number that is not finite, movable bodies first, and the name of the quantity. */
export function findNotFinite({ bodies, graph, joints }: State): { readonly row: number; readonly quantity: string } | undefined {
  const { nodes } = bodies;
  const { position, orientation, velocity, mass } = nodes.columns;
  const quantities = { velocity, position, orientation };
  const rows = Array.from({ length: nodes.size }, (_, row) => row);
  for (const row of [...rows.filter((row) => mass[row] > 0), ...rows]) {
    for (const [quantity, column] of Object.entries(quantities)) {
      const width = column.length / nodes.capacity;
      if (!isFiniteRange(column, width * row, width)) return { row, quantity };
    }
  }
  const { edges, contacts } = graph;
  const { firstContact, contactCount, nodes: ends } = edges.columns;
  const { impulse, load, gap } = contacts.columns;
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge)) continue;
    const [first, count] = [firstContact[edge], contactCount[edge]];
    const isSound = isFiniteRange(impulse, 4 * first, 4 * count) && isFiniteRange(load, 4 * first, 4 * count);
    if (!isSound) return { row: ends[2 * edge + 1], quantity: 'contact impulse' };
    if (!isFiniteRange(gap, first, count)) return { row: ends[2 * edge + 1], quantity: 'gap' };
  }
  return findInJoints(joints);
}

function findInJoints({ table, couplings }: State['joints']): { readonly row: number; readonly quantity: string } | undefined {
  const { nodes, impulse } = table.columns;
  for (let joint = 0; joint < table.size; joint++) {
    const isSound = !table.isLive(joint) || isFiniteRange(impulse, MOST_ROWS * joint, MOST_ROWS);
    if (!isSound) return { row: nodes[2 * joint + 1], quantity: 'joint impulse' };
  }
  const { joints, impulse: coupled } = couplings.columns;
  for (let coupling = 0; coupling < couplings.size; coupling++) {
    const isSound = !couplings.isLive(coupling) || Number.isFinite(coupled[coupling]);
    if (!isSound) return { row: nodes[2 * joints[2 * coupling] + 1], quantity: 'joint impulse' };
  }
  return undefined;
}

function isFiniteRange(column: Float64Array, first: number, count: number): boolean {
  for (let k = first; k < first + count; k++) if (!Number.isFinite(column[k])) return false;
  return true;
}
