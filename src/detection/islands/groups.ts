// Contact groups (contact graph paper, section 3.5): the connected components over contacts, joints and structural edges, with
// fixed and scripted bodies as insulators. Each group is a problem of its own.
//
// Where we differ: the paper colours edges and descends from each (figures 7 and 8); we join sets of nodes instead, which finds
// the same components without recursion. The paper restricts the search to the set N, from which figure 4 has removed the pairs
// at rest; they hold a group together as much as any other, so all edges with contacts count.

import { isInsulator } from '../../bodies/node-kinds.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import { WORLD_END } from '../../joints/joint-table.js';
import type { State } from '../../state/state.js';
import type { Columns } from '../../table/table.js';
import { isAtHand, isMover } from '../at-hand.js';
import { isStructural } from '../contact-graph/edge-kinds.js';
import type { Detection } from '../detection.js';
import { acts, couples, movingEndOfJoint } from './acting-joints.js';
import { Island } from './island.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

export function findGroups(detection: Detection, allInOne: boolean): void {
  const { groups, atHand } = detection;
  if (!areKnown(detection, allInOne)) {
    groups.version++;
    joinNodes(detection);
    numberGroups(detection, allInOne);
    reserve(detection);
    listEdges(detection);
    listJoints(detection);
    listMovers(detection);
    noteSources(detection, allInOne);
  }
  for (let i = 0; i <= groups.count; i++) groups.list[i].time = atHand.time;
}

/** Whether the groups of the last detection are those of this one: both are of all bodies, joints and contacts, and these are the same. */
function areKnown({ groups, atHand, contactEdges, graph, state }: Detection, allInOne: boolean): boolean {
  const { sources } = groups;
  if (!sources.areKnown || !atHand.areAll || sources.areAllInOne !== allInOne) return false;
  if (sources.changes !== state.changesButTargets || sources.edgeChanges !== graph.changes) return false;
  if (sources.edgeCount !== contactEdges.size) return false;
  const { edge } = contactEdges.columns;
  for (let i = 0; i < sources.edgeCount; i++) if (sources.edges[i] !== edge[i]) return false;
  return true;
}

function noteSources({ groups, atHand, contactEdges, graph, state }: Detection, allInOne: boolean): void {
  const { sources } = groups;
  sources.areKnown = atHand.areAll;
  sources.areAllInOne = allInOne;
  sources.changes = state.changesButTargets;
  sources.edgeChanges = graph.changes;
  sources.edgeCount = contactEdges.size;
  if (sources.edges.length < contactEdges.size) sources.edges = new Int32Array(2 * contactEdges.size);
  const { edge } = contactEdges.columns;
  for (let i = 0; i < contactEdges.size; i++) sources.edges[i] = edge[i];
}

function joinNodes(detection: Detection): void {
  const { state, bodies, graph, contactEdges, atHand } = detection;
  const { leavesSleepers } = atHand;
  const nodes = bodies.nodes.columns;
  const { edges } = graph;
  if (atHand.areAll) for (let row = 0; row < bodies.nodes.size; row++) nodes.groupParent[row] = row;
  else for (let i = 0; i < atHand.count; i++) separate(detection, atHand.rows[i]);
  for (let i = 0; i < contactEdges.size; i++) join(nodes, edges.columns.nodes, contactEdges.columns.edge[i], leavesSleepers);
  if (!atHand.areAll) for (let i = 0; i < atHand.count; i++) joinContainer(detection, atHand.rows[i]);
  else {
    const { kind } = edges.columns;
    for (let edge = 0; edge < edges.size; edge++) {
      if (isStructural(kind[edge]) && edges.isLive(edge)) join(nodes, edges.columns.nodes, edge, false);
    }
  }
  const { table, couplings } = state.joints;
  for (let i = 0; i < jointCount(detection); i++) {
    const joint = jointAt(detection, i);
    if (acts(state, joint) && table.columns.nodes[2 * joint] !== WORLD_END) join(nodes, table.columns.nodes, joint, false);
  }
  for (let coupling = 0; coupling < couplings.size; coupling++) {
    if (!couples(state, coupling)) continue;
    const end = movingEndOf(state, coupling, 0);
    if (atHand.areAll || isAtHand(nodes.atHand, end)) joinRoots(nodes, end, movingEndOf(state, coupling, 1));
  }
}

/** A node at hand, and the containers that it is in, are sets of their own. */
function separate({ bodies, graph }: Detection, row: number): void {
  const { groupParent, firstStaticEdge } = bodies.nodes.columns;
  const { kind, nodes: ends, next } = graph.edges.columns;
  groupParent[row] = row;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    if (isStructural(kind[entry >> 1])) groupParent[ends[entry ^ 1]] = ends[entry ^ 1];
  }
}

/** Joins a node with what it is a part of, or what is a part of it. */
function joinContainer({ bodies, graph }: Detection, row: number): void {
  const nodes = bodies.nodes.columns;
  const { kind, nodes: ends, next } = graph.edges.columns;
  for (let entry = nodes.firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    if (isStructural(kind[entry >> 1])) join(nodes, ends, entry >> 1, false);
  }
}

/** How many joints the bodies at hand may have, and which they are. */
function jointCount({ atHand, state }: Detection): number {
  return atHand.areAll ? state.joints.table.size : atHand.jointCount;
}

function jointAt({ atHand }: Detection, i: number): number {
  return atHand.areAll ? i : atHand.joints[i];
}

function movingEndOf(state: State, coupling: number, side: number): number {
  return movingEndOfJoint(state, state.joints.couplings.columns.joints[2 * coupling + side]);
}

/** Joins the two nodes at `pair` of a list of pairs. */
function join(nodes: Nodes, ends: Int32Array, pair: number, leavesSleepers: boolean): void {
  const a = ends[2 * pair];
  const b = ends[2 * pair + 1];
  if (!separates(nodes, a, leavesSleepers) && !separates(nodes, b, leavesSleepers)) joinRoots(nodes, a, b);
}

/** Fixed and scripted bodies do not pass on what is done to them, and sleepers that are left alone do not either. */
function separates({ kind, asleep }: Nodes, row: number, leavesSleepers: boolean): boolean {
  return isInsulator(kind[row]) || (leavesSleepers && asleep[row] !== 0);
}

function joinRoots(nodes: Nodes, a: number, b: number): void {
  const rootA = rootOf(nodes.groupParent, a);
  const rootB = rootOf(nodes.groupParent, b);
  if (rootA < rootB) nodes.groupParent[rootB] = rootA;
  else nodes.groupParent[rootA] = rootB;
}

function rootOf(parent: Int32Array, row: number): number {
  let node = row;
  while (parent[node] !== node) {
    parent[node] = parent[parent[node]];
    node = parent[node];
  }
  return node;
}

/** Numbers the groups in the order of their first edges, then of their first joints, then of bodies with locked axes; a group's number is kept at its root until every node has it. */
function numberGroups(detection: Detection, allInOne: boolean): void {
  const { state, bodies, graph, groups, contactEdges } = detection;
  const { leavesSleepers } = detection.atHand;
  const nodes = bodies.nodes.columns;
  const { nodes: ends } = graph.edges.columns;
  nodes.group.fill(-1, 0, bodies.nodes.size);
  groups.count = 0;
  for (let i = 0; i < contactEdges.size; i++) {
    const root = rootOf(nodes.groupParent, movingEnd(nodes, ends, contactEdges.columns.edge[i], leavesSleepers));
    if (nodes.group[root] < 0) nodes.group[root] = allInOne ? 0 : groups.count;
    groups.count = Math.max(groups.count, nodes.group[root] + 1);
  }
  for (let i = 0; i < jointCount(detection); i++) {
    const joint = jointAt(detection, i);
    if (!acts(state, joint)) continue;
    const root = rootOf(nodes.groupParent, movingEndOfJoint(state, joint));
    if (nodes.group[root] < 0) nodes.group[root] = allInOne ? 0 : groups.count;
    groups.count = Math.max(groups.count, nodes.group[root] + 1);
  }
  numberLocked(detection, allInOne);
  if (detection.atHand.areAll) for (let row = 0; row < bodies.nodes.size; row++) takeNumber(nodes, row);
  else for (let i = 0; i < detection.atHand.count; i++) takeNumbers(detection, detection.atHand.rows[i]);
}

/** A node has the number of its root. */
function takeNumber({ group, groupParent }: Nodes, row: number): void {
  group[row] = group[rootOf(groupParent, row)];
}

/** The same of a node at hand and of the containers that it is in. */
function takeNumbers({ bodies, graph }: Detection, row: number): void {
  const nodes = bodies.nodes.columns;
  const { kind, nodes: ends, next } = graph.edges.columns;
  takeNumber(nodes, row);
  for (let entry = nodes.firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    if (isStructural(kind[entry >> 1])) takeNumber(nodes, ends[entry ^ 1]);
  }
}

/** Bodies with locked axes that touch nothing are islands of their own. */
function numberLocked({ bodies, groups, atHand }: Detection, allInOne: boolean): void {
  const nodes = bodies.nodes.columns;
  const { areAll, rows } = atHand;
  const rowCount = areAll ? bodies.nodes.size : atHand.count;
  for (let k = 0; k < rowCount; k++) {
    const row = areAll ? k : rows[k];
    if (nodes.locks[row] === 0 || !isMover(bodies, row)) continue;
    const root = rootOf(nodes.groupParent, row);
    if (nodes.group[root] < 0) nodes.group[root] = allInOne ? 0 : groups.count;
    groups.count = Math.max(groups.count, nodes.group[root] + 1);
  }
}

function movingEnd(nodes: Nodes, ends: Int32Array, edge: number, leavesSleepers: boolean): number {
  return separates(nodes, ends[2 * edge], leavesSleepers) ? ends[2 * edge + 1] : ends[2 * edge];
}

function reserve({ state, bodies, groups, contactEdges }: Detection): void {
  while (groups.list.length <= groups.count) groups.list.push(new Island(groups.list.length));
  groups.edges.ensureCapacity(contactEdges.size);
  groups.edges.size = contactEdges.size;
  groups.joints.ensureCapacity(state.joints.table.size);
  groups.movers.ensureCapacity(bodies.nodes.size);
}

/** Edges group by group, in the order of the list of contact edges. */
function listEdges({ bodies, graph, groups, contactEdges, atHand }: Detection): void {
  const { leavesSleepers } = atHand;
  const nodes = bodies.nodes.columns;
  const { nodes: ends } = graph.edges.columns;
  const { list, count } = groups;
  const { member } = groups.edges.columns;
  for (let i = 0; i <= count; i++) list[i].edgeCount = 0;
  for (let i = 0; i < contactEdges.size; i++)
    list[nodes.group[movingEnd(nodes, ends, contactEdges.columns.edge[i], leavesSleepers)]].edgeCount++;
  // Counts become places, and count again while the list is filled.
  for (let i = 0, first = 0; i <= count; i++) {
    list[i].firstEdge = first;
    first += list[i].edgeCount;
    list[i].edgeCount = 0;
  }
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const island = list[nodes.group[movingEnd(nodes, ends, edge, leavesSleepers)]];
    member[island.firstEdge + island.edgeCount++] = edge;
  }
}

/** Joints group by group, in the order of their rows. */
function listJoints(detection: Detection): void {
  const { state, bodies, groups } = detection;
  const { list, count } = groups;
  const { group } = bodies.nodes.columns;
  const size = jointCount(detection);
  const { member } = groups.joints.columns;
  for (let i = 0; i <= count; i++) list[i].jointCount = 0;
  for (let i = 0; i < size; i++) {
    const joint = jointAt(detection, i);
    if (acts(state, joint)) list[group[movingEndOfJoint(state, joint)]].jointCount++;
  }
  for (let i = 0, first = 0; i <= count; i++) {
    list[i].firstJoint = first;
    first += list[i].jointCount;
    list[i].jointCount = 0;
  }
  for (let i = 0; i < size; i++) {
    const joint = jointAt(detection, i);
    if (!acts(state, joint)) continue;
    const island = list[group[movingEndOfJoint(state, joint)]];
    member[island.firstJoint + island.jointCount++] = joint;
  }
}

/** Rows that are moved as a whole, group by group; those of no group come last. */
function listMovers({ bodies, groups, atHand }: Detection): void {
  const nodes = bodies.nodes.columns;
  const { areAll, rows } = atHand;
  const rowCount = areAll ? bodies.nodes.size : atHand.count;
  const { list, count } = groups;
  const { member } = groups.movers.columns;
  for (let i = 0; i <= count; i++) list[i].bodyCount = list[i].lockedCount = 0;
  for (let k = 0; k < rowCount; k++) {
    const row = areAll ? k : rows[k];
    if (!isMover(bodies, row)) continue;
    const island = list[groupOrLast(nodes, row, count)];
    island.bodyCount++;
    if (nodes.locks[row] !== 0) island.lockedCount++;
  }
  for (let i = 0, first = 0; i <= count; i++) {
    list[i].firstBody = first;
    first += list[i].bodyCount;
    list[i].bodyCount = 0;
  }
  for (let k = 0; k < rowCount; k++) {
    const row = areAll ? k : rows[k];
    if (!isMover(bodies, row)) continue;
    const island = list[groupOrLast(nodes, row, count)];
    member[island.firstBody + island.bodyCount++] = row;
  }
}

function groupOrLast(nodes: Nodes, row: number, count: number): number {
  return nodes.group[row] >= 0 ? nodes.group[row] : count;
}
