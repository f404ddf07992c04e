// The bodies that a detection and the step after it are of: all that there are, or some, with a time of their own.
// Pairs of bodies that are not at hand stay as they are, and so do pairs of which only one moving body is: where bodies
// are at different times, where they are to each other says nothing. So bodies that touch are at hand together or not
// at all, and a scheduler that may bring others near each other has them detected together.

import type { Bodies } from '../bodies/bodies.js';
import { moveMember, moveMembers, updateRotations } from '../bodies/kinematics.js';
import { COMPOSITE, FIXED, LINK, RIGID } from '../bodies/node-kinds.js';
import { InputError, show } from '../input/fields.js';
import type { State } from '../state/state.js';
import { fillRange } from '../table/fill-range.js';
import { isStructural } from './contact-graph/edge-kinds.js';
import type { Detection } from './detection.js';
import { acts, movingEndOfJoint } from './islands/acting-joints.js';
import * as marks from './mark-nodes.js';

// V8 folds constants of the same module but not imported ones.
const [AWAY, MOVES, COMES, SLEEPS] = [marks.AWAY, marks.MOVES, marks.COMES, marks.SLEEPS];

/** Whether a row is moved as a whole, while it takes part. */
export function isMover(bodies: Bodies, row: number): boolean {
  return bodies.nodes.columns.active[row] !== 0 && canMove(bodies, row);
}

/** The same of a row that may be passive. */
export function canMove({ nodes }: Bodies, row: number): boolean {
  const { kind, mover } = nodes.columns;
  const moves = kind[row] === RIGID || kind[row] === LINK || kind[row] === COMPOSITE;
  return moves && nodes.isLive(row) && mover[row] === row;
}

/** Where not all bodies are at hand, whether a node moves and is not. */
function isAway(atHand: Int32Array, row: number): boolean {
  return atHand[row] === AWAY;
}

/** Where not all bodies are at hand, whether a node that moves is. */
export function isAtHand(atHand: Int32Array, row: number): boolean {
  return atHand[row] === MOVES || atHand[row] === COMES;
}

/** Where not all bodies are at hand, whether a pair of nodes is: one of them moves, and neither is away. */
export function isPairAtHand(atHand: Int32Array, a: number, b: number): boolean {
  if (atHand[a] === AWAY || atHand[b] === AWAY) return false;
  if (atHand[a] === MOVES || atHand[b] === MOVES) return true;
  return (atHand[a] === COMES && atHand[b] === SLEEPS) || (atHand[a] === SLEEPS && atHand[b] === COMES);
}

/** All bodies are at hand, at a time [s], whether they sleep or not. */
export function takeAllBodies({ atHand }: Detection, time: number): void {
  atHand.areAll = atHand.areAllAwake = true;
  atHand.leavesSleepers = false;
  atHand.asked = undefined;
  atHand.time = time;
}

/** All bodies that are awake are at hand, at a time [s]. */
export function takeAwake(detection: Detection, time: number): void {
  const { atHand } = detection;
  takeAllBodies(detection, time);
  if (detection.sleepers.find(detection.state).areAny) {
    atHand.areAll = false;
    markNodes(detection, undefined);
    return;
  }
  // Who sleeps again may have moved since.
  atHand.markedAfter = -1;
}

/** The same bodies once more, without those that have fallen asleep and with those that have woken. */
export function takeAgain(detection: Detection): void {
  const { asked, time } = detection.atHand;
  if (asked === undefined) takeAwake(detection, time);
  else takeBodies(detection, asked);
}

/** Some bodies are at hand, by the rows of their movers. Refuses what cannot be stepped by itself. */
export function takeBodies(detection: Detection, movers: ArrayLike<number>): void {
  const { atHand, bodies } = detection;
  checkMovers(bodies, movers);
  markNodes(detection, movers);
  refuseCuts(detection);
  atHand.areAll = atHand.areAllAwake = false;
  atHand.asked = movers;
  atHand.time = bodies.nodes.columns.time[movers[0]];
}

/**
 * Refuses rows that do not move by themselves, and such as are not at one time. Passive ones may be with them: their
 * pairs are looked at.
 */
function checkMovers(bodies: Bodies, movers: ArrayLike<number>): void {
  const { time } = bodies.nodes.columns;
  if (movers.length === 0) throw new InputError('There are no bodies to be stepped: the list of movers is empty.');
  for (let i = 0; i < movers.length; i++) {
    const row = movers[i];
    if (!canMove(bodies, row))
      throw new InputError(`Row ${row} cannot be stepped: it is not that of a body that moves by itself.`);
    if (time[row] !== time[movers[0]]) throw new InputError(differentTimes(bodies, movers[0], row));
  }
}

function differentTimes(bodies: Bodies, a: number, b: number): string {
  const { time } = bodies.nodes.columns;
  return `Body ${nameOf(bodies, a)} is at ${time[a]} s and body ${nameOf(bodies, b)} at ${time[b]} s: they cannot be stepped together.`;
}

function nameOf({ names, nodes }: Bodies, row: number): string {
  return names[row] === undefined ? `of id ${nodes.idOf(row)}` : show(names[row]);
}

/** Marks the nodes at hand, of the movers given or of all that do not sleep, and lists them. */
function markNodes(detection: Detection, movers: ArrayLike<number> | undefined): void {
  const { atHand: some, bodies } = detection;
  const { asleep } = bodies.nodes.columns;
  some.leavesSleepers = detection.sleepers.find(detection.state).areAny;
  marks.bringMarksUpToDate(detection);
  some.count = 0;
  if (movers === undefined) for (let i = 0; i < some.awakeCount; i++) takeMover(detection, some.awake[i]);
  else for (let i = 0; i < movers.length; i++) if (asleep[movers[i]] === 0) takeMover(detection, movers[i]);
  if (some.leavesSleepers) listComers(detection);
  sortAscending(some.rows, some.count);
  listJoints(detection);
}

/** A mover is at hand, with its members where it is a composite. */
function takeMover({ atHand: some, bodies, graph }: Detection, row: number): void {
  const { atHand, kind, mover, firstStaticEdge } = bodies.nodes.columns;
  if (atHand[row] === MOVES) return;
  atHand[row] = MOVES;
  some.rows[some.count++] = row;
  if (kind[row] !== COMPOSITE) return;
  const { nodes: ends, next } = graph.edges.columns;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    const member = ends[entry ^ 1];
    if (mover[member] !== row) continue;
    atHand[member] = MOVES;
    some.rows[some.count++] = member;
  }
}

/** Lists the joints of the nodes at hand that act. */
function listJoints({ atHand: some, bodies, state }: Detection): void {
  const { table } = state.joints;
  const { firstJoint, atHand } = bodies.nodes.columns;
  const { nodes: ends, nextOfNode } = table.columns;
  some.jointCount = 0;
  if (table.liveCount === 0) return;
  if (some.joints.length < table.size) some.joints = new Int32Array(2 * table.size);
  for (let i = 0; i < some.count; i++) {
    for (let entry = firstJoint[some.rows[i]]; entry >= 0; entry = nextOfNode[entry]) {
      // Of two bodies at hand, the first has it.
      const other = ends[entry & ~1];
      const isListed = (entry & 1) === 1 && other >= 0 && isAtHand(atHand, other);
      if (isListed || !acts(state, entry >> 1) || atHand[movingEndOfJoint(state, entry >> 1)] !== MOVES) continue;
      some.joints[some.jointCount++] = entry >> 1;
    }
  }
  sortAscending(some.joints, some.jointCount);
}

/** So many numbers are sorted by insertion at the most [1]. */
const FEW = 64;

/** Sorts the first numbers of a list; where they are few, or sorted, without allocating anything. */
export function sortAscending(list: Int32Array, count: number): void {
  let sorted = 1;
  while (sorted < count && list[sorted] >= list[sorted - 1]) sorted++;
  if (sorted >= count) return;
  if (count > FEW) {
    list.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const value = list[i];
    let at = i;
    for (; at > 0 && list[at - 1] > value; at--) list[at] = list[at - 1];
    list[at] = value;
  }
}

/** Brings the rotations of all bodies up to date, or of those at hand and of what is there for all but not known. */
export function updateRotationsAtHand({ atHand, bodies }: Detection): void {
  const { columns, size } = bodies.nodes;
  if (atHand.areAll) {
    updateRotations(columns, size);
    return;
  }
  for (let i = 0; i < atHand.count; i++) updateRotations(columns, atHand.rows[i] + 1, atHand.rows[i]);
  for (let i = atHand.areFixedKnown ? atHand.fixedCount : 0; i < atHand.standingCount; i++)
    updateRotations(columns, atHand.standing[i] + 1, atHand.standing[i]);
}

/**
 * Where some sleep: what does not move by itself, but by its script in the step before, or was changed since. A fixed body
 * is one for a single step, and all nodes are marked again after it.
 */
function listComers(detection: Detection): void {
  const { atHand: some, bodies } = detection;
  const { stirred, kind } = bodies.nodes.columns;
  takeComers(detection);
  if (some.areFixedKnown) return;
  for (let row = 0; row < bodies.nodes.size; row++) {
    if (stirred[row] === 0 || !bodies.nodes.isLive(row)) continue;
    some.areStirredMarked = true;
    takeComer(detection, row);
    if (kind[row] === FIXED) some.markedAfter = -1;
  }
}

/** Scripts have been given the velocities of the step to come: those that move come to what sleeps. */
export function takeComers(detection: Detection): void {
  if (!detection.atHand.leavesSleepers) return;
  const { scripted, nodes } = detection.bodies;
  const { velocity, active } = nodes.columns;
  for (const row of scripted) {
    if (active[row] === 0) continue;
    let isMoving = false;
    for (let k = 6 * row; k < 6 * row + 6; k++) if (velocity[k] !== 0) isMoving = true;
    if (isMoving) takeComer(detection, row);
  }
}

function takeComer({ atHand, bodies }: Detection, row: number): void {
  const { atHand: marks } = bodies.nodes.columns;
  if (isAtHand(marks, row)) return;
  marks[row] = atHand.isRedone === undefined ? MOVES : COMES;
  atHand.rows[atHand.count++] = row;
}

/** Refuses bodies at hand that touch a body, or are attached to one, that is not. */
function refuseCuts(detection: Detection): void {
  const { atHand, bodies } = detection;
  const { firstDynamicEdge, firstStaticEdge } = bodies.nodes.columns;
  for (let i = 0; i < atHand.count; i++) {
    refuseCutsAlong(detection, firstDynamicEdge[atHand.rows[i]]);
    refuseCutsAlong(detection, firstStaticEdge[atHand.rows[i]]);
  }
}

/** The same along a chain of edges of a body at hand. */
function refuseCutsAlong({ bodies, graph, state }: Detection, first: number): void {
  const { nodes: ends, next, contactCount, kind } = graph.edges.columns;
  for (let entry = first; entry >= 0; entry = next[entry]) {
    const edge = entry >> 1;
    const isJoined = contactCount[edge] > 0 || isStructural(kind[edge]) || isHeldTogether(state, edge);
    if (!isJoined || !isAway(bodies.nodes.columns.atHand, ends[entry ^ 1])) continue;
    const [one, other] = [nameOf(bodies, ends[entry]), nameOf(bodies, ends[entry ^ 1])];
    throw new InputError(`Body ${one} cannot be stepped alone: it is of one island with body ${other}.`);
  }
}

/** Whether any joint of an edge acts: what is broken or passive holds nothing together. */
function isHeldTogether(state: State, edge: number): boolean {
  const { nextOfEdge } = state.joints.table.columns;
  for (let joint = state.graph.edges.columns.firstJoint[edge]; joint >= 0; joint = nextOfEdge[joint]) {
    if (acts(state, joint)) return true;
  }
  return false;
}

/** Whether a member of a container is at hand, or all bodies are. */
export function hasMemberAtHand({ atHand, bodies, graph }: Detection, container: number): boolean {
  if (atHand.areAll) return true;
  const { firstStaticEdge, atHand: marks } = bodies.nodes.columns;
  const { nodes: ends, next } = graph.edges.columns;
  for (let entry = firstStaticEdge[container]; entry >= 0; entry = next[entry]) if (marks[ends[entry ^ 1]] === MOVES) return true;
  return false;
}

/** Puts the members of composites at hand where these have them. */
export function moveMembersAtHand({ atHand, bodies }: Detection): void {
  if (atHand.areAll) {
    moveMembers(bodies);
    return;
  }
  const { columns } = bodies.nodes;
  for (let i = 0; i < atHand.count; i++) {
    const row = atHand.rows[i];
    if (columns.mover[row] !== row) moveMember(columns, row, columns.mover[row]);
  }
}

/** The bodies at hand have come to the end of their step, and the forces on them are used up. */
export function arrive({ atHand, bodies }: Detection): void {
  const { time, force } = bodies.nodes.columns;
  const { end } = atHand;
  const { size } = bodies.nodes;
  if (atHand.areAllAwake) fillRange(time, end, 0, size);
  // Those that sleep come along.
  else if (atHand.asked !== undefined) for (let i = 0; i < atHand.asked.length; i++) time[atHand.asked[i]] = end;
  if (atHand.areAll) {
    fillRange(force, 0, 0, 6 * size);
    return;
  }
  for (let i = 0; i < atHand.count; i++) {
    const row = atHand.rows[i];
    time[row] = end;
    fillRange(force, 0, 6 * row, 6 * row + 6);
  }
}

/** The time that all movers have come to [s]; refused where they have not come to one. `start` is where there are none. */
export function commonTime({ bodies }: Detection, start: number): number {
  const { time } = bodies.nodes.columns;
  let first = -1;
  for (let row = 0; row < bodies.nodes.size; row++) {
    if (!isMover(bodies, row)) continue;
    if (first < 0) first = row;
    if (time[row] !== time[first]) throw new InputError(differentTimes(bodies, first, row));
  }
  return first < 0 ? start : time[first];
}
