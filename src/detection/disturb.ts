// What a user changes between two steps acts in the next one. What is remembered to save work, and what is left alone
// because it lies still, was found with the world as it was: every change from outside goes through here, whatever it
// is a change of, so that no method has to know what users may do.

import { countAsMoved } from '../bodies/count-as-moved.js';
import { thaw } from '../bodies/frozen.js';
import { isInsulator } from '../bodies/node-kinds.js';
import { CHANGED, JOINT, PUSHED } from '../bodies/sleep-reasons.js';
import type { State } from '../state/state.js';
import type { Detection } from './detection.js';
import { countAnew, wake } from './islands/wake.js';

/** Something is changed that all bodies may depend on: nothing that was found holds any more, and nothing is left alone. */
export function disturbAll({ stillness, bodies }: Detection): void {
  stillness.isKnown = false;
  for (let row = 0; row < bodies.nodes.size; row++) thaw(bodies.nodes.columns, row);
}

/** Something about a node is changed, or it is about to go: it counts as moved, and what is at rest by it takes part again. */
export function disturb(state: State, row: number, reason = CHANGED): void {
  countAsMoved(state.bodies.nodes.columns, row);
  rouse(state, row, reason);
  stir(state, row);
}

/** What does not move by itself was changed, or put there: the next step looks at its pairs with what sleeps. */
export function stir({ bodies, settings }: State, row: number): void {
  if (settings['sleeping.enabled'] === 'on' && bodies.nodes.columns.inverseMass[row] === 0) bodies.nodes.columns.stirred[row] = 1;
}

/**
 * A node is pushed: it takes part again, and so does all that lies still in touch with it, through others that do. Forces and
 * velocities are read in every step, so that there is nothing to forget.
 */
export function rouse(state: State, row: number, reason = PUSHED): void {
  wake(state, row, reason);
  thawTouching(state, row);
}

/**
 * A joint or a rule between a node and others is made, changed or removed. If the node does not move by itself, what rests on
 * it is not concerned: the others are.
 */
export function disturbEnd(state: State, row: number, reason = JOINT): void {
  const { columns } = state.bodies.nodes;
  countAsMoved(columns, row);
  if (state.awakeAt === state.changesButTargets) {
    if (!isInsulator(columns.kind[row])) countAnew(state, row, reason);
    thaw(columns, columns.mover[row]);
  } else if (isInsulator(columns.kind[row])) thawTouching(state, row);
  else rouse(state, row, reason);
}

function thawTouching(state: State, row: number): void {
  const { nodes } = state.bodies;
  const { mover, firstStaticEdge, firstDynamicEdge } = nodes.columns;
  thaw(nodes.columns, mover[row]);
  if (mover[row] === row && !mayRouse(state, row, firstStaticEdge[row]) && !mayRouse(state, row, firstDynamicEdge[row])) return;
  const reached = [row];
  if (mover[row] !== row) reached.push(mover[row]);
  while (reached.length > 0) {
    const node = reached.pop() as number;
    rouseAlong(state, node, firstStaticEdge[node], reached);
    rouseAlong(state, node, firstDynamicEdge[node], reached);
  }
}

/** Whether any node at the other ends of a list of a node's edges is frozen, or a member. */
function mayRouse({ graph, bodies }: State, node: number, first: number): boolean {
  const { nodes: ends, next } = graph.edges.columns;
  const { frozen, mover } = bodies.nodes.columns;
  for (let entry = first; entry >= 0; entry = next[entry]) {
    const carrier = mover[ends[entry ^ 1]];
    if (frozen[carrier] !== 0 || carrier === node) return true;
  }
  return false;
}

/**
 * The nodes at the other ends of a list of a node's edges, from its first entry on: what touches it, its members, what
 * a rule is about.
 */
function rouseAlong({ graph, bodies }: State, node: number, first: number, reached: number[]): void {
  const { nodes: ends, next } = graph.edges.columns;
  const { columns } = bodies.nodes;
  const { frozen, mover } = columns;
  for (let entry = first; entry >= 0; entry = next[entry]) {
    const other = ends[entry ^ 1];
    const isMember = mover[other] === node;
    if (frozen[mover[other]] === 0 && !isMember) continue;
    reached.push(other);
    if (frozen[mover[other]] !== 0 && mover[other] !== other) reached.push(mover[other]);
    thaw(columns, mover[other]);
  }
}
