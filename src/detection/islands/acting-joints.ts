// Which joints and couplings act, and what they move.

import { isInsulator } from '../../bodies/node-kinds.js';
import { WORLD_END } from '../../joints/joint-table.js';
import type { State } from '../../state/state.js';

/** Whether a joint acts: it is whole, and its bodies take part. */
export function acts({ joints, bodies }: State, joint: number): boolean {
  const { columns } = joints.table;
  const { active } = bodies.nodes.columns;
  if (!joints.table.isLive(joint) || columns.active[joint] === 0 || columns.broken[joint] !== 0) return false;
  const a = columns.nodes[2 * joint];
  return (a === WORLD_END || active[a] !== 0) && active[columns.nodes[2 * joint + 1]] !== 0;
}

/** Whether a coupling acts: both of its joints do. */
export function couples(state: State, coupling: number): boolean {
  const { couplings } = state.joints;
  if (!couplings.isLive(coupling) || couplings.columns.active[coupling] === 0) return false;
  const { joints } = couplings.columns;
  return acts(state, joints[2 * coupling]) && acts(state, joints[2 * coupling + 1]);
}

/** The row whose motion carries a joint's moving end. */
export function moverOfJoint(state: State, joint: number): number {
  return state.bodies.nodes.columns.mover[movingEndOfJoint(state, joint)];
}

/** The end of a joint that moves by itself. */
export function movingEndOfJoint({ joints, bodies }: State, joint: number): number {
  const { nodes: ends } = joints.table.columns;
  const b = ends[2 * joint + 1];
  return isInsulator(bodies.nodes.columns.kind[b]) ? ends[2 * joint] : b;
}
