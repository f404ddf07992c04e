// Bodies that nothing touches, each on its own way to a time.

import type { Bodies } from '../../bodies/bodies.js';
import { followParabolas, integrateVelocities, moveMember, updateRotation } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import type { ContactGraph } from '../contact-graph/contact-graph.js';
import type { Detection } from '../detection.js';

/** Moves some movers, each from the time that it is at, to a time [s]. The forces on them act all the way, and are used up. */
export function fly({ bodies, graph, state }: Detection, movers: Int32Array, end: number): void {
  const { columns: nodes } = bodies.nodes;
  const { settings } = state;
  for (let i = 0; i < movers.length; i++) {
    const row = movers[i];
    const dt = end - nodes.time[row];
    // What it was for the contacts of a step before it is not in flight.
    nodes.spinning[row] = 0;
    nodes.carriedBy[row] = 0;
    integrateVelocities(nodes, movers, i, 1, dt, settings.gravity, linearDampingOf(settings), angularDampingOf(settings));
    followParabolas(nodes, movers, i, 1);
    for (let k = 0; k < 3; k++) {
      nodes.position[3 * row + k] += dt * nodes.velocity[6 * row + k] + nodes.correction[6 * row + k];
      nodes.correction[6 * row + k] = 0;
    }
    // However short the flight is, it keeps the angular momentum.
    bodies.turning.followFreely(nodes, row, dt);
    settlePose(bodies, graph, row);
    nodes.force.fill(0, 6 * row, 6 * row + 6);
    nodes.time[row] = end;
  }
}

/** What follows from the pose of a mover: its rotation matrix, and where the members of a composite are. */
export function settlePose({ nodes: { columns: nodes } }: Bodies, graph: ContactGraph, row: number): void {
  updateRotation(nodes, row);
  if (nodes.kind[row] !== COMPOSITE) return;
  const { nodes: ends, next } = graph.edges.columns;
  for (let entry = nodes.firstStaticEdge[row]; entry >= 0; entry = next[entry])
    if (nodes.mover[ends[entry ^ 1]] === row) moveMember(nodes, ends[entry ^ 1], row);
}

/** Some movers wait where they are until a time [s]: the forces on them are used up. */
export function stay({ bodies }: Detection, movers: Int32Array, end: number): void {
  const { time, force } = bodies.nodes.columns;
  for (const row of movers) {
    time[row] = end;
    force.fill(0, 6 * row, 6 * row + 6);
  }
}
