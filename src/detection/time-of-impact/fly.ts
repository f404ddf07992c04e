// Bodies that nothing touches, each on its own way to a time.

import { followParabolas, integratePositions, integrateVelocities, moveMember, updateRotation } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
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
    integrateVelocities(nodes, movers, i, 1, dt, settings.gravity, settings['damping.linear'], settings['damping.angular']);
    followParabolas(nodes, movers, i, 1);
    integratePositions(bodies.turning, nodes, movers, i, 1, dt);
    updateRotation(nodes, row);
    if (nodes.kind[row] === COMPOSITE) {
      const { nodes: ends, next } = graph.edges.columns;
      for (let entry = nodes.firstStaticEdge[row]; entry >= 0; entry = next[entry])
        if (nodes.mover[ends[entry ^ 1]] === row) moveMember(nodes, ends[entry ^ 1], row);
    }
    nodes.force.fill(0, 6 * row, 6 * row + 6);
    nodes.time[row] = end;
  }
}
