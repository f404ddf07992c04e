// Isolated systems: bodies in touch with each other on which nothing else acts. They keep momentum and angular momentum
// in a step, and gain no energy.
//
// A projection displaces bodies and leaves their velocities alone, so that m dx x v is missing from the angular
// momentum of all. Stiffness takes spin from taut links. Soft contacts push, and sweeps that have not converged leave
// bodies with more energy than they had. When they have been moved, all of it is put right by what their contacts do
// not feel (bodies/common-motion.ts). No contact shows this as an impulse.
//
// Where something fixed, gravity, a force or damping takes part, nothing is put right: momenta are then not the bodies'
// own to keep, and every body has what its contacts show.

import { CommonMotion, restoreMotion } from '../bodies/common-motion.js';
import type { NODE_SCHEMA } from '../bodies/node-table.js';
import type { Island } from '../detection/contact-graph/island.js';
import type { Detection } from '../detection/detection.js';
import type { Settings } from '../settings.js';
import { CORRECTION_LAMBDA, RECORD_LENGTH } from '../solvers/contact-record.js';
import type { VelocityProblem } from '../solvers/solver.js';
import type { Columns } from '../table/table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/**
 * Groups that were pushed apart at the end of a step, and so are judged together: a forest over the numbers of groups
 * and, after these, over the rows of bodies that are in none.
 */
export class Balance {
  parents = new Int32Array(0);
  /** How many groups, or bodies of none, a root stands for. */
  sizes = new Int32Array(0);
  /** 1 for roots that were pushed by what no impulse moves. */
  leans = new Int32Array(0);
  areJoined = false;
  /** The bodies at hand, and their motion as a whole. */
  rows = new Int32Array(0);
  readonly motion = new CommonMotion();
}

/** Groups are judged each by itself, as long as nothing is pushed. */
export function beginBalance(balance: Balance): void {
  balance.areJoined = false;
}

/** Joins the groups that the pushes of a projection part. */
export function joinPushed(balance: Balance, detection: Detection, { count, record, movers }: VelocityProblem): void {
  const { group, inverseMass } = detection.bodies.nodes.columns;
  for (let i = 0; i < count; i++) {
    const a = movers[2 * i] / 6;
    const b = movers[2 * i + 1] / 6;
    if (record[i * RECORD_LENGTH + CORRECTION_LAMBDA] <= 0 || (group[a] >= 0 && group[a] === group[b])) continue;
    if (!balance.areJoined) plantForest(balance, detection);
    const { parents, sizes, leans } = balance;
    const rootA = rootOf(parents, numberOf(detection, a));
    const rootB = rootOf(parents, numberOf(detection, b));
    if (inverseMass[a] === 0) leans[rootB] = 1;
    else if (inverseMass[b] === 0) leans[rootA] = 1;
    else if (rootA !== rootB) {
      parents[rootB] = rootA;
      sizes[rootA] += sizes[rootB];
      leans[rootA] = Math.max(leans[rootA], leans[rootB]);
    }
  }
}

function plantForest(balance: Balance, { bodies, groups }: Detection): void {
  const count = groups.count + bodies.nodes.size;
  if (balance.parents.length < count) {
    balance.parents = new Int32Array(2 * count);
    balance.sizes = new Int32Array(2 * count);
    balance.leans = new Int32Array(2 * count);
    balance.rows = new Int32Array(2 * count);
  }
  for (let i = 0; i < count; i++) balance.parents[i] = i;
  balance.sizes.fill(1, 0, count);
  balance.leans.fill(0, 0, count);
  balance.areJoined = true;
}

/** The place of a mover in the forest. */
function numberOf({ bodies, groups }: Detection, row: number): number {
  const { group } = bodies.nodes.columns;
  return group[row] >= 0 ? group[row] : groups.count + row;
}

function rootOf(parents: Int32Array, at: number): number {
  let root = at;
  while (parents[root] !== root) root = parents[root];
  return root;
}

/** All groups have been moved: restores the balance of each, and of those as one that were pushed apart. */
export function restoreAll(balance: Balance, detection: Detection, settings: Settings, dt: number): void {
  const { groups, bodies } = detection;
  const { areJoined, parents, sizes, leans } = balance;
  for (let i = 0; i < groups.count; i++) {
    if (!areJoined || (parents[i] === i && sizes[i] === 1 && leans[i] === 0))
      restoreBalance(balance, detection, groups.list[i], settings, dt);
  }
  for (let root = 0; areJoined && root < groups.count + bodies.nodes.size; root++) {
    if (parents[root] === root && sizes[root] > 1 && leans[root] === 0) restoreJoined(balance, detection, root, settings, dt);
  }
}

/** Restores the balance of a group that floats, which has been moved. */
export function restoreBalance(balance: Balance, detection: Detection, island: Island, settings: Settings, dt: number): void {
  const { firstBody: first, bodyCount: count } = island;
  const { member } = detection.groups.movers.columns;
  const nodes = detection.bodies.nodes.columns;
  if (count < 2 || !isIsolated(nodes, member, first, count, settings) || !isFloating(detection, island)) return;
  restoreMotion(balance.motion, nodes, member, first, count, dt);
}

/** The same for all bodies below a root of the forest. */
function restoreJoined(
  { parents, rows, motion }: Balance,
  detection: Detection,
  root: number,
  settings: Settings,
  dt: number,
): void {
  const { groups, bodies } = detection;
  const { firstBody, bodyCount } = groups.free;
  const { member } = groups.movers.columns;
  const nodes = bodies.nodes.columns;
  for (let i = 0; i < groups.count; i++) {
    if (rootOf(parents, i) === root && !isFloating(detection, groups.list[i])) return;
  }
  let count = 0;
  for (let i = 0; i < firstBody + bodyCount; i++) {
    if (rootOf(parents, numberOf(detection, member[i])) === root) rows[count++] = member[i];
  }
  if (isIsolated(nodes, rows, 0, count, settings)) restoreMotion(motion, nodes, rows, 0, count, dt);
}

/** Whether a group touches nothing that no impulse moves. */
function isFloating({ bodies, graph, groups }: Detection, island: Island): boolean {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { nodes: ends } = graph.edges.columns;
  const { mover, inverseMass } = bodies.nodes.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    if (inverseMass[mover[ends[2 * member[i]]]] === 0 || inverseMass[mover[ends[2 * member[i] + 1]]] === 0) return false;
  }
  return true;
}

/** Whether nothing acts on bodies but their contacts. */
function isIsolated(nodes: Nodes, rows: Int32Array, first: number, count: number, settings: Settings): boolean {
  const { force, gravityScale, linearDamping, angularDamping } = nodes;
  const { gravity } = settings;
  if (settings['damping.linear'] > 0 || settings['damping.angular'] > 0) return false;
  const isHeavy = gravity[0] !== 0 || gravity[1] !== 0 || gravity[2] !== 0;
  for (let i = first; i < first + count; i++) {
    const row = rows[i];
    if ((isHeavy && gravityScale[row] !== 0) || linearDamping[row] > 0 || angularDamping[row] > 0) return false;
    for (let k = 6 * row; k < 6 * row + 6; k++) if (force[k] !== 0) return false;
  }
  return true;
}
