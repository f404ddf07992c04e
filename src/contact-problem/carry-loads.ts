// Loads from one step to the next. An impulse is a force times the step: what carried a load for the step before carries it in the step
// at hand in proportion to its length. Bodies may have been stepped at lengths of their own.

import { isInsulator } from '../bodies/node-kinds.js';
import type { Detection } from '../detection/detection.js';

/** Makes the loads of all contacts those of a step of dt [s]. */
export function carryLoads(detection: Detection, dt: number): void {
  if (isSteppedAlike(detection, dt)) return;
  scaleLoads(detection, dt);
  const { movers, moverCount } = detection.groups;
  const { member } = movers.columns;
  const { lastStep } = detection.bodies.nodes.columns;
  for (let i = 0; i < moverCount; i++) lastStep[member[i]] = dt;
}

/** Whether all bodies of the step at hand were stepped by dt [s] before. */
function isSteppedAlike({ groups, bodies }: Detection, dt: number): boolean {
  const { member } = groups.movers.columns;
  const { lastStep } = bodies.nodes.columns;
  const { moverCount } = groups;
  for (let i = 0; i < moverCount; i++) if (lastStep[member[i]] !== dt) return false;
  return true;
}

function scaleLoads({ bodies, graph, contactEdges }: Detection, dt: number): void {
  const { kind, mover, lastStep } = bodies.nodes.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { load } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const side = isInsulator(kind[ends[2 * edge]]) ? 1 : 0;
    const before = lastStep[mover[ends[2 * edge + side]]];
    // Whoever has not been stepped yet carries nothing.
    if (before === 0 || before === dt) continue;
    const share = dt / before;
    for (let k = 4 * firstContact[edge]; k < 4 * (firstContact[edge] + contactCount[edge]); k++) load[k] *= share;
  }
}
