// Creation of joints and couplings. All input is checked before anything is changed.

import { isInsulator, NODE_KINDS } from '../bodies/node-kinds.js';
import { holdEdge } from '../detection/contact-graph/joint-edges.js';
import type { Field } from '../input/fields.js';
import { InputError, refuse, show, text } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import { Coupling, couplingAt, Joint, jointAt } from '../joint-handles.js';
import { defineJoint } from '../joints/define-joint.js';
import type { CouplingDescriptor, JointDescriptor } from '../joints/descriptors.js';
import { checkJoint, couplingFieldWith, jointFieldWith } from '../joints/joint-fields.js';
import { JOINT_KINDS } from '../joints/joint-kinds.js';
import { WORLD_END } from '../joints/joint-table.js';
import type { BodyReference } from './creation.js';
import { referenceField, rowOfBody } from './creation.js';
import { disturbEnds, forgetContactsOf } from './joint-changes.js';
import { refuseUnknowing } from './known-blocks.js';
import type { WorldParts } from './parts.js';

/** A joint by handle or by name. */
export type JointReference = string | Joint;

const nameField = text('');
const jointReferenceField: Field = {
  check(value, path) {
    if (!(value instanceof Joint) && (typeof value !== 'string' || value === ''))
      refuse(path, value, 'a joint, or the name of one');
  },
  schema: nameField.schema,
};
const jointField = jointFieldWith(referenceField);
const couplingField = couplingFieldWith(jointReferenceField);

export function createJoint(parts: WorldParts, given: JointDescriptor<BodyReference>): Joint {
  const { state } = parts;
  state.bodies.beginChange();
  refuseUnknowing(parts.stepper, 'joint');
  const descriptor = readOnce(given);
  jointField.check(descriptor, 'joint');
  checkJoint(descriptor, 'joint');
  const { bodyA, bodyB } = descriptor;
  const a = bodyA === undefined ? WORLD_END : rowOfBody(parts, bodyA, 'joint.bodyA');
  const b = rowOfBody(parts, bodyB, 'joint.bodyB');
  checkEnds(parts, a, b, 'joint');
  refuseTakenName(parts, descriptor.name, 'joint');
  state.joints.table.reserve(1);
  state.graph.edges.reserve(1);
  return jointAt(parts, addJoint(parts, a, b, descriptor));
}

/** Adds a joint whose descriptor and ends have been checked; returns its row. */
export function addJoint({ state, detection }: WorldParts, a: number, b: number, descriptor: JointDescriptor<unknown>): number {
  const { joints, bodies, graph } = state;
  const joint = joints.add(a, b, descriptor.name);
  defineJoint(joints.table.columns, bodies.nodes.columns, joint, descriptor);
  holdEdge(graph, joint);
  forgetContactsOf(state, joint);
  disturbEnds(state, joint);
  detection.forgetGroups();
  return joint;
}

/** Throws unless the ends are two different movers, one of which is moved by impulses. */
function checkEnds({ state }: WorldParts, a: number, b: number, path: string): void {
  const { names, nodes } = state.bodies;
  const { kind, mover } = nodes.columns;
  const called = (row: number) => (names[row] === undefined ? `a ${NODE_KINDS[kind[row]]} body` : show(names[row]));
  if (a === b) throw new InputError(`${path}.bodyB is ${called(b)}, the same as bodyA, but a joint is between two bodies.`);
  if (a !== WORLD_END && mover[a] === mover[b])
    throw new InputError(`${path}.bodyB is ${called(b)}, which is part of the same composite as bodyA: they are one body.`);
  if ((a === WORLD_END || isInsulator(kind[a])) && isInsulator(kind[b])) {
    const first = a === WORLD_END ? 'the world' : `a ${NODE_KINDS[kind[a]]} body`;
    throw new InputError(`${path}.bodyA is ${first} and bodyB a ${NODE_KINDS[kind[b]]} body, but one of the two must move.`);
  }
}

export function refuseTakenName({ state }: WorldParts, name: string | undefined, path: string): void {
  if (name !== undefined && state.joints.rowsByName.has(name))
    throw new InputError(`${path}.name is ${show(name)}, but must be unique, and there is a joint of that name already.`);
}

export function createCoupling(parts: WorldParts, given: CouplingDescriptor<JointReference>): Coupling {
  const { state } = parts;
  const { joints } = state;
  state.bodies.beginChange();
  const descriptor = readOnce(given);
  couplingField.check(descriptor, 'coupling');
  const ends = (['first', 'second'] as const).map((end) => endOf(parts, descriptor[end], `coupling.${end}`));
  const [first, second] = ends;
  if (first.joint === second.joint && first.coordinate === second.coordinate)
    throw new InputError(
      `coupling.second is the coordinate ${show(descriptor.second.coordinate)} of the same joint as first, but must be another.`,
    );
  if (descriptor.ratio === 0) refuse('coupling.ratio', 0, 'a finite number, not zero');
  if (descriptor.name !== undefined && joints.couplingsByName.has(descriptor.name))
    throw new InputError(
      `coupling.name is ${show(descriptor.name)}, but must be unique, and there is a coupling of that name already.`,
    );
  joints.couplings.reserve(1);
  const coupling = joints.addCoupling(descriptor.name);
  const { columns } = joints.couplings;
  columns.joints.set([first.joint, second.joint], 2 * coupling);
  columns.coordinates.set([first.coordinate, second.coordinate], 2 * coupling);
  columns.ratio[coupling] = descriptor.ratio;
  columns.offset[coupling] = descriptor.offset ?? 0;
  for (const { joint } of ends) disturbEnds(state, joint);
  parts.detection.forgetGroups();
  return couplingAt(parts, coupling);
}

/** Row of the joint and index of the coordinate that one end of a coupling names. */
function endOf(
  parts: WorldParts,
  { joint: reference, coordinate }: { readonly joint: JointReference; readonly coordinate: string },
  path: string,
): { joint: number; coordinate: number } {
  const joint = rowOfJoint(parts, reference, `${path}.joint`);
  const { name, coordinates } = JOINT_KINDS[parts.state.joints.table.columns.kind[joint]];
  const place = coordinates.findIndex(({ name: known }) => known === coordinate);
  if (place < 0) {
    const names = coordinates.map((known) => show(known.name)).join(', ');
    const allowed = names === '' ? 'has none' : `has ${names}`;
    throw new InputError(`${path}.coordinate is ${show(coordinate)}, but a ${name} joint ${allowed}.`);
  }
  if (coordinate === 'roll' || coordinate === 'swing')
    throw new InputError(`${path}.coordinate is ${show(coordinate)}, but must be one that a gear can turn: "twist".`);
  return { joint, coordinate: place };
}

function rowOfJoint(parts: WorldParts, reference: JointReference, path: string): number {
  const { table, rowsByName } = parts.state.joints;
  if (typeof reference === 'string') {
    const row = rowsByName.get(reference);
    return row ?? refuse(path, reference, 'the name of a joint of this world');
  }
  const row = table.rowOf(reference.id);
  if (reference.world === parts.world && row >= 0) return row;
  const strange = reference.world === parts.world ? 'gone' : 'of another world';
  throw new InputError(`${path} is a joint that is ${strange}, but must be a joint of this world.`);
}

/** Throws for a joint or coupling: they are no nodes of the graph, and are removed by their own handles. */
export function refuseJoint(handle: unknown): void {
  const noun = handle instanceof Joint ? 'joint' : handle instanceof Coupling ? 'coupling' : undefined;
  if (noun !== undefined)
    throw new InputError(`handle is a ${noun}, but must be a body or another node of this world; call ${noun}.remove() instead.`);
}

export function* listJoints(parts: WorldParts): Generator<Joint> {
  const { table } = parts.state.joints;
  for (let row = 0; row < table.size; row++) if (table.isLive(row)) yield jointAt(parts, row);
}

export function* listCouplings(parts: WorldParts): Generator<Coupling> {
  const { couplings } = parts.state.joints;
  for (let row = 0; row < couplings.size; row++) if (couplings.isLive(row)) yield couplingAt(parts, row);
}

export function findJoint(parts: WorldParts, name: string): Joint | undefined {
  const row = parts.state.joints.rowsByName.get(name);
  return row === undefined ? undefined : jointAt(parts, row);
}

export function findCoupling(parts: WorldParts, name: string): Coupling | undefined {
  const row = parts.state.joints.couplingsByName.get(name);
  return row === undefined ? undefined : couplingAt(parts, row);
}
