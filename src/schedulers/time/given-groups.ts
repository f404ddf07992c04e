// The groups that are there before anything has collided: those that the state has from the step before, islands that
// joints make, bodies with locked axes, and bodies that stand when they are first seen.

import { isInsulator } from '../../bodies/node-kinds.js';
import { canMove, isMover } from '../../detection/at-hand.js';
import type { Detection } from '../../detection/detection.js';
import { acts, couples } from '../../detection/islands/acting-joints.js';
import { WORLD_END } from '../../joints/joint-table.js';
import type { State } from '../../state/state.js';
import { findSupports } from './standing-bodies.js';

export interface GivenGroup {
  /** Its movers. */
  readonly rows: number[];
  /** When it was born; undefined for one that is new [s]. */
  readonly birth: number | undefined;
}

/**
 * Lists them, each once, in the order of their lowest rows, of the movers that take part. Contacts that close or open no
 * faster are soft [m/s].
 */
export function listGivenGroups(detection: Detection, soft: number, takesPart: (row: number) => boolean): GivenGroup[] {
  const { state } = detection;
  const { nodes } = state.bodies;
  const parent = Int32Array.from({ length: nodes.size }, (_, row) => row);
  const isGrouped = new Uint8Array(nodes.size);
  joinLabels(state, parent, isGrouped, takesPart);
  joinJoints(state, parent, isGrouped);
  for (let row = 0; row < nodes.size; row++) if (nodes.columns.locks[row] !== 0 && canMove(state.bodies, row)) isGrouped[row] = 1;
  joinStanding(detection, parent, isGrouped, soft, takesPart);
  for (let row = 0; row < nodes.size; row++) if (isGrouped[row] !== 0) isGrouped[rootOf(parent, row)] = 1;
  const groups = new Map<number, number[]>();
  for (let row = 0; row < nodes.size; row++) {
    const root = rootOf(parent, row);
    if (isGrouped[root] === 0 || nodes.columns.active[row] === 0 || !canMove(state.bodies, row) || !takesPart(row)) continue;
    const rows = groups.get(root);
    if (rows === undefined) groups.set(root, [row]);
    else rows.push(row);
  }
  return [...groups.values()].map((rows) => ({ rows, birth: birthOf(state, rows) }));
}

/** The birth that the state knows of a group, if it knows it as it is. */
function birthOf(state: State, rows: readonly number[]): number | undefined {
  const labels = new Set(rows.map((row) => labelOf(state, row)));
  return labels.size === 1 && !labels.has(0) ? state.flights.columns.birth[rows[0]] : undefined;
}

/** The lowest row of the group that the state has a body in, plus one; 0 for none. */
function labelOf(state: State, row: number): number {
  return isSaved(state, row) ? state.flights.columns.group[row] : 0;
}

/** Whether the state has a row as it was at the end of the step before. */
export function isSaved({ bodies, flights }: State, row: number): boolean {
  return row < flights.size && flights.columns.node[row] === bodies.nodes.columns.generation[row];
}

function joinLabels(state: State, parent: Int32Array, isGrouped: Uint8Array, takesPart: (row: number) => boolean): void {
  const first = new Map<number, number>();
  for (let row = 0; row < state.bodies.nodes.size; row++) {
    const label = takesPart(row) ? labelOf(state, row) : 0;
    if (label === 0) continue;
    isGrouped[row] = 1;
    join(parent, row, first.get(label) ?? row);
    first.set(label, row);
  }
}

function joinJoints(state: State, parent: Int32Array, isGrouped: Uint8Array): void {
  const { joints, bodies } = state;
  const { kind, mover } = bodies.nodes.columns;
  const { nodes: ends } = joints.table.columns;
  const movingEnds = (joint: number) =>
    [ends[2 * joint], ends[2 * joint + 1]].filter((row) => row !== WORLD_END && !isInsulator(kind[row])).map((row) => mover[row]);
  for (let joint = 0; joint < joints.table.size; joint++) {
    if (!acts(state, joint)) continue;
    const rows = movingEnds(joint);
    for (const row of rows) {
      isGrouped[row] = 1;
      join(parent, row, rows[0]);
    }
  }
  const { joints: coupled } = joints.couplings.columns;
  for (let coupling = 0; coupling < joints.couplings.size; coupling++) {
    if (couples(state, coupling)) join(parent, movingEnds(coupled[2 * coupling])[0], movingEnds(coupled[2 * coupling + 1])[0]);
  }
}

function joinStanding(
  detection: Detection,
  parent: Int32Array,
  isGrouped: Uint8Array,
  soft: number,
  takesPart: (row: number) => boolean,
): void {
  const { state, bodies } = detection;
  const isNew = (row: number) => takesPart(row) && isMover(bodies, row) && !isSaved(state, row);
  let isAnyNew = false;
  for (let row = 0; row < bodies.nodes.size && !isAnyNew; row++) isAnyNew = isNew(row);
  // Without gravity nothing is pressed on anything.
  if (!isAnyNew || soft === 0) return;
  for (const { upper, lower } of findSupports(detection, isNew, (row) => isGrouped[row] !== 0, soft)) {
    isGrouped[upper] = 1;
    if (canMove(bodies, lower)) join(parent, upper, lower);
  }
}

function join(parent: Int32Array, a: number, b: number): void {
  const p = rootOf(parent, a);
  const q = rootOf(parent, b);
  parent[Math.max(p, q)] = Math.min(p, q);
}

function rootOf(parent: Int32Array, row: number): number {
  let node = row;
  while (parent[node] !== node) node = parent[node];
  return node;
}
