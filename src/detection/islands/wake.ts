// Waking. An island sleeps and wakes as a whole: whoever wakes a body wakes all that contacts, joints, couplings and
// composites tie to it, through others that sleep, and nobody else. Fixed and scripted bodies pass nothing on, but what
// is changed of them wakes whatever rests on them. With speedups.subgrouping, bodies wake with their neighbours alone, and
// others when a blow may reach them (wake-struck.ts) or these put them out of balance (steppers/subgroups.ts).
//
// Contacts and joints of what sleeps are those that it fell asleep with, so the island that wakes is the one that slept.

import { countAsMoved } from '../../bodies/count-as-moved.js';
import { isInsulator } from '../../bodies/node-kinds.js';
import { CONTACT, PUSHED, RESTLESS, SCRIPTED } from '../../bodies/sleep-reasons.js';
import { WORLD_END } from '../../joints/joint-table.js';
import type { State } from '../../state/state.js';
import { isLogical, isStructural } from '../contact-graph/edge-kinds.js';
import type { Detection } from '../detection.js';
import { closesFast } from './closing-speed.js';
import { isSlow } from './sleep-limits.js';

/** Wakes the island of a node, or of a node that does not move by itself all islands that rest on it. `by` is an id, 0 for none. */
export function wake(state: State, row: number, reason: number, by = 0): void {
  const { asleep, mover, sleepReason } = state.bodies.nodes.columns;
  const { waking } = state;
  const carrier = mover[row];
  if (reason !== CONTACT && reason !== SCRIPTED) countAnew(state, row, reason);
  if (asleep[row] !== 0) wakeNode(state, row, reason, by);
  // A restless body that is changed is one among others from then on.
  if (asleep[carrier] !== 0 || (sleepReason[carrier] === RESTLESS && reason !== CONTACT)) wakeNode(state, carrier, reason, by);
  wakeNeighbours(state, row, true, reason, by);
  if (carrier !== row) wakeNeighbours(state, carrier, true, reason, by);
  const isByIsland = state.settings['speedups.subgrouping'] !== 'on';
  while (waking.length > 0) {
    const node = waking.pop() as number;
    // Where bodies sleep by themselves, contacts pass waking on to the neighbours alone.
    wakeNeighbours(state, node, isByIsland || mover[node] === carrier, reason, by);
  }
}

/**
 * Something about a node was changed: it has to be slow for all of its steps again, and so has what touches it, unless it was only
 * pushed. One that is awake may have been slow for long, and begin to move by what was changed.
 */
export function countAnew(state: State, row: number, reason: number): void {
  if (state.settings['sleeping.enabled'] !== 'on') return;
  const { mover, slowFor, firstDynamicEdge } = state.bodies.nodes.columns;
  const { nodes: ends, next, contactCount } = state.graph.edges.columns;
  slowFor[row] = slowFor[mover[row]] = 0;
  if (reason === PUSHED) return;
  for (let entry = firstDynamicEdge[row]; entry >= 0; entry = next[entry])
    if (contactCount[entry >> 1] > 0) slowFor[mover[ends[entry ^ 1]]] = 0;
}

/** What sleeps and is tied to a node; what touches it, where `isTouching`. It is listed, to be looked at itself. */
function wakeNeighbours(state: State, node: number, isTouching: boolean, reason: number, by: number): void {
  const { firstStaticEdge, firstDynamicEdge } = state.bodies.nodes.columns;
  wakeAlong(state, firstStaticEdge[node], isTouching, reason, by);
  wakeAlong(state, firstDynamicEdge[node], isTouching, reason, by);
  wakeCoupled(state, node, reason, by);
}

export function wakeAll(state: State, reason: number): void {
  const { asleep, slowFor } = state.bodies.nodes.columns;
  for (let row = 0; row < state.bodies.nodes.size; row++) {
    slowFor[row] = 0;
    if (asleep[row] !== 0) wakeNode(state, row, reason, 0);
  }
}

/** Wakes the islands with a contact of which `concerns` is true, given the materials of its shapes. */
export function wakeByMaterial(state: State, reason: number, concerns: (a: number, b: number) => boolean): void {
  const { edges, contacts } = state.graph;
  const { nodes, firstContact, contactCount } = edges.columns;
  const { shapes } = contacts.columns;
  const { material } = state.bodies.shapes.columns;
  const { asleep, mover, slowFor } = state.bodies.nodes.columns;
  for (let edge = 0; edge < edges.size; edge++) {
    const [a, b] = [nodes[2 * edge], nodes[2 * edge + 1]];
    if (!edges.isLive(edge)) continue;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      if (!concerns(material[shapes[2 * contact]], material[shapes[2 * contact + 1]])) continue;
      slowFor[mover[a]] = slowFor[mover[b]] = 0;
      if (asleep[a] !== 0 || asleep[b] !== 0) wake(state, asleep[a] !== 0 ? a : b, reason);
    }
  }
}

/** Wakes a body without those about it, as speedups.subgrouping does. */
export function wakeMover(state: State, row: number, reason: number): void {
  const { nodes: ends, next, kind } = state.graph.edges.columns;
  wakeNode(state, row, reason, 0);
  for (let entry = state.bodies.nodes.columns.firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    if (isStructural(kind[entry >> 1])) wakeNode(state, ends[entry ^ 1], reason, 0);
  }
}

/** A node that wakes counts as moved, so that detection and broad phase take it up again. */
function wakeNode(state: State, row: number, reason: number, by: number): void {
  const { asleep, sleepSince, sleepReason, wokenBy, slowFor, gainingFor } = state.bodies.nodes.columns;
  state.sleepChanges.note(row);
  asleep[row] = 0;
  sleepSince[row] = state.time;
  sleepReason[row] = reason;
  wokenBy[row] = by;
  gainingFor[row] = 0;
  slowFor[row] = Math.min(slowFor[row], mostSlow(state, reason, by));
  countAsMoved(state.bodies.nodes.columns, row);
}

/**
 * For how many steps what wakes counts as slow at the most. What is touched is as slow as it was, until it is moved. What a restless
 * body wakes stays awake long enough to be seen to gain energy, where it is about to tip.
 */
function mostSlow({ bodies, settings }: State, reason: number, by: number): number {
  const { sleepReason, mover } = bodies.nodes.columns;
  if (reason !== CONTACT) return 0;
  const row = by === 0 ? -1 : bodies.nodes.rowOf(by);
  return row >= 0 && sleepReason[mover[row]] === RESTLESS ? Math.floor(0.5 * settings['sleeping.steps']) : Infinity;
}

/** What sleeps at the other ends of a chain of edges that tie bodies together, by contacts or by more than these. */
function wakeAlong(state: State, first: number, isTouching: boolean, reason: number, by: number): void {
  const { nodes: ends, next, kind, contactCount, firstJoint } = state.graph.edges.columns;
  const { asleep } = state.bodies.nodes.columns;
  for (let entry = first; entry >= 0; entry = next[entry]) {
    const other = ends[entry ^ 1];
    if (asleep[other] === 0) continue;
    const edge = entry >> 1;
    // The edges of a rule are to the bodies that it is about.
    const isTied = firstJoint[edge] >= 0 || isStructural(kind[edge]) || isLogical(kind[edge]);
    if (!isTied && !(isTouching && contactCount[edge] > 0)) continue;
    reach(state, other, reason, by);
  }
}

/** Wakes a node, and with it the composite that it is of; what these are tied to is looked at later. */
function reach(state: State, node: number, reason: number, by: number): void {
  const { asleep, mover } = state.bodies.nodes.columns;
  if (asleep[node] === 0) return;
  wakeNode(state, node, reason, by);
  state.waking.push(node);
  if (mover[node] !== node) reach(state, mover[node], reason, by);
}

/** What couplings tie to the joints of a node. */
function wakeCoupled(state: State, node: number, reason: number, by: number): void {
  const { table, couplings } = state.joints;
  if (couplings.liveCount === 0 || isInsulator(state.bodies.nodes.columns.kind[node])) return;
  const { joints } = couplings.columns;
  for (let entry = state.bodies.nodes.columns.firstJoint[node]; entry >= 0; entry = table.columns.nextOfNode[entry]) {
    for (let coupling = 0; coupling < couplings.size; coupling++) {
      if (!couplings.isLive(coupling)) continue;
      const side = joints[2 * coupling] === entry >> 1 ? 0 : joints[2 * coupling + 1] === entry >> 1 ? 1 : -1;
      if (side < 0) continue;
      const other = joints[2 * coupling + 1 - side];
      for (let end = 2 * other; end < 2 * other + 2; end++) {
        if (table.columns.nodes[end] !== WORLD_END) reach(state, table.columns.nodes[end], reason, by);
      }
    }
  }
}

/**
 * Wakes what sleeps and has contacts with a body at hand, and tells whether anything woke. Pairs that only pass each other
 * are taken from the list instead: such contacts must not act, and so wake nobody.
 */
export function wakeTouched(detection: Detection): boolean {
  if (!detection.atHand.leavesSleepers) return false;
  const { state, graph, contactEdges } = detection;
  const { nodes } = graph.edges.columns;
  const { asleep } = detection.bodies.nodes.columns;
  const { edge: listed } = contactEdges.columns;
  let hasWoken = false;
  let kept = 0;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = listed[i];
    const a = nodes[2 * edge];
    const b = nodes[2 * edge + 1];
    if (asleep[a] !== 0 || asleep[b] !== 0) {
      if (!hasActing(detection, edge)) continue;
      if (isLeftAlone(detection, edge, asleep[a] !== 0 ? a : b, asleep[a] !== 0 ? b : a)) {
        listed[kept++] = edge;
        continue;
      }
      wakeBy(state, asleep[a] !== 0 ? a : b, asleep[a] !== 0 ? b : a);
      hasWoken = true;
    }
    listed[kept++] = edge;
  }
  contactEdges.size = kept;
  return hasWoken;
}

/**
 * A body that no joint holds is not woken by the touch of a restless one of its island, unless that strikes. With
 * speedups.subgrouping that holds for the touch of any slow body that moves by itself.
 */
function isLeftAlone(detection: Detection, edge: number, sleeper: number, other: number): boolean {
  const { bodies, watchesSleepers } = detection;
  const { settings } = detection.state;
  const nodes = bodies.nodes.columns;
  const { kind, firstJoint, mover } = nodes;
  if (isInsulator(kind[other]) || firstJoint[sleeper] >= 0 || firstJoint[mover[sleeper]] >= 0) return false;
  if (settings['speedups.subgrouping'] === 'on') return isSlow(nodes, mover[other], settings);
  return watchesSleepers && nodes.sleepReason[mover[other]] === RESTLESS && !closesFast(detection, edge, mover[sleeper]);
}

function wakeBy(state: State, sleeper: number, other: number): void {
  const { nodes } = state.bodies;
  wake(state, sleeper, isInsulator(nodes.columns.kind[other]) ? SCRIPTED : CONTACT, nodes.idOf(other));
}

function hasActing({ graph }: Detection, edge: number): boolean {
  const { firstContact, contactCount } = graph.edges.columns;
  const { passing } = graph.contacts.columns;
  for (let i = firstContact[edge]; i < firstContact[edge] + contactCount[edge]; i++) if (passing[i] === 0) return true;
  return false;
}
