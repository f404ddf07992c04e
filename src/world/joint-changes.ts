// Changes of existing joints: by users between steps, and by the control of the joint's own multibody within a step.

import { isJoinedApart, letEdgeGo } from '../detection/contact-graph/joint-edges.js';
import { disturbEnd } from '../detection/disturb.js';
import { moverOfJoint } from '../detection/islands/acting-joints.js';
import { show } from '../input/fields.js';
import { JOINT_KINDS } from '../joints/joint-kinds.js';
import { MOST_COORDINATES, WORLD_END } from '../joints/joint-table.js';
import type { State } from '../state/state.js';
import type { WorldParts } from './parts.js';

/** The node at the other end of a joint of `node`, or WORLD_END. */
export function otherEnd({ joints }: State, joint: number, node: number): number {
  const { nodes } = joints.table.columns;
  return nodes[2 * joint] === node ? nodes[2 * joint + 1] : nodes[2 * joint];
}

/** Name of a joint in error messages. */
export function nameOfJoint({ joints }: State, joint: number): string {
  const name = joints.names[joint];
  return name === undefined ? `a ${JOINT_KINDS[joints.table.columns.kind[joint]].name} joint` : `the joint ${show(name)}`;
}

/** Whether the control of the joint's multibody is being called: the control may change the joint within a step. */
function isInControl({ joints }: State, joint: number): boolean {
  return joints.controlled !== 0 && joints.table.columns.multibody[joint] === joints.controlled;
}

/** Must be called before a change of a joint that the control of its multibody may make too. */
export function beginJointChange({ state }: WorldParts, joint: number): void {
  // The count invalidates what is cached of joints from step to step.
  if (isInControl(state, joint)) state.bodies.changes++;
  else state.bodies.beginChange(moverOfJoint(state, joint));
}

/**
 * Sets the target of a coordinate's motor. Between steps the target is logged, so that no copy of the state is needed.
 */
export function setTarget({ state }: WorldParts, joint: number, coordinate: number, target: number): void {
  const { joints, bodies } = state;
  const place = MOST_COORDINATES * joint + coordinate;
  const isNoted = !isInControl(state, joint);
  if (isNoted) bodies.beginChange(bodies.isTakingInput ? moverOfJoint(state, joint) : -1);
  joints.table.columns.target[place] = target;
  if (isNoted) joints.targets.note(place, target);
  disturbEnds(state, joint);
}

/** Disturbs the bodies of a joint that was changed, so that it acts in the next step even on resting bodies. */
export function disturbEnds(state: State, joint: number): void {
  const { nodes } = state.joints.table.columns;
  for (let i = 2 * joint; i < 2 * joint + 2; i++) if (nodes[i] !== WORLD_END) disturbEnd(state, nodes[i]);
}

export function setJointActive({ state }: WorldParts, joint: number, active: boolean): void {
  state.bodies.beginChange(moverOfJoint(state, joint));
  state.joints.table.columns.active[joint] = active ? 1 : 0;
  disturbEnds(state, joint);
}

export function removeJoint(parts: WorldParts, joint: number): void {
  parts.state.bodies.beginChange();
  takeOut(parts.state, joint);
}

/** Removes the joints of a node that is about to be removed. */
export function removeJointsOf(state: State, node: number): void {
  for (const joint of [...state.joints.of(node)]) takeOut(state, joint);
}

function takeOut(state: State, joint: number): void {
  disturbEnds(state, joint);
  letEdgeGo(state.graph, joint);
  state.joints.remove(joint);
}

/** Clears the contacts of a joined pair that must not touch; the events of the next step report that contact ended. */
export function forgetContactsOf({ graph }: State, joint: number): void {
  const edge = graph.joints.table.columns.edge[joint];
  if (edge >= 0 && isJoinedApart(graph, edge)) graph.clearContacts(edge);
}

export function removeCoupling({ state }: WorldParts, coupling: number): void {
  state.bodies.beginChange();
  const { joints } = state.joints.couplings.columns;
  for (const side of [0, 1]) disturbEnds(state, joints[2 * coupling + side]);
  state.joints.removeCoupling(coupling);
}
