// Loads from one step to the next. An impulse is a force times the step: what carried a load for the step before carries it in the step
// at hand in proportion to its length. Bodies may have been stepped at lengths of their own.

import { isInsulator } from '../bodies/node-kinds.js';
import type { Detection } from '../detection/detection.js';
import { moverOfJoint } from '../detection/islands/acting-joints.js';
import { MOST_ROWS } from '../joints/joint-table.js';

/** Makes the loads of all contacts, and the impulses of all joints, those of a step of dt [s]. */
export function carryLoads(detection: Detection, dt: number): void {
  if (isSteppedAlike(detection, dt)) return;
  scaleLoads(detection, dt);
  scaleJointImpulses(detection, dt);
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
  const { kind, lastStep } = bodies.nodes.columns;
  const { nodes: ends, movers, firstContact, contactCount } = graph.edges.columns;
  const { load } = graph.contacts.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const side = isInsulator(kind[ends[2 * edge]]) ? 1 : 0;
    const before = lastStep[movers[2 * edge + side]];
    // Whoever has not been stepped yet carries nothing.
    if (before === 0 || before === dt) continue;
    const share = dt / before;
    for (let k = 4 * firstContact[edge]; k < 4 * (firstContact[edge] + contactCount[edge]); k++) load[k] *= share;
  }
}

function scaleJointImpulses({ state, bodies, groups }: Detection, dt: number): void {
  const { impulse } = state.joints.table.columns;
  const { lastStep } = bodies.nodes.columns;
  const { firstJoint, jointCount } = groups.free;
  for (let i = 0; i < firstJoint + jointCount; i++) {
    const joint = groups.joints.columns.member[i];
    const before = lastStep[moverOfJoint(state, joint)];
    if (before === 0 || before === dt) continue;
    for (let k = MOST_ROWS * joint; k < MOST_ROWS * (joint + 1); k++) impulse[k] *= dt / before;
  }
}
