// How far ahead of time contacts are found.
//
// A free body that gets into another one within a step is moved out of it when the step is done, so it looks ahead by its
// half thickness. A link cannot be moved without its tree, nor a body along an axis that is locked: what it meets must be
// known when velocities are found. So it looks ahead by its reach.

import type { Bodies } from '../bodies/bodies.js';
import { isTied } from '../bodies/locks.js';

/** Whether joints or locks hold a node, and it can move. */
export function isLink({ nodes }: Bodies, row: number): boolean {
  const { inverseMass, mover } = nodes.columns;
  return isTied(nodes.columns, row) && inverseMass[mover[row]] > 0;
}

/** What `detection.lookAhead` is a multiple of, for one shape [m]. */
export function lookOf(bodies: Bodies, shape: number): number {
  const { thickness, reach, owner } = bodies.shapes.columns;
  return isLink(bodies, owner[shape]) ? reach[shape] : thickness[shape];
}

/** The same for a pair of shapes: the half thickness of the thinner one, or the reach of a link if that is more [m]. */
export function lookOfPair(bodies: Bodies, s: number, t: number): number {
  const { thickness, reach, owner } = bodies.shapes.columns;
  let look = Math.min(thickness[s], thickness[t]);
  if (isLink(bodies, owner[s]) && reach[s] > look) look = reach[s];
  if (isLink(bodies, owner[t]) && reach[t] > look) look = reach[t];
  return look;
}
