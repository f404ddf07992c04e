// Creation of multibodies (contact graph paper, section 2): a multibody is a node with structural edges to its links.
// All input is checked before anything is changed.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import { bodyField } from '../bodies/descriptors.js';
import { isInsulator, LINK, MULTIBODY, NODE_KINDS, RIGID } from '../bodies/node-kinds.js';
import { disturb } from '../detection/disturb.js';
import { Body } from '../handles.js';
import type { Field } from '../input/fields.js';
import { InputError, refuse, show } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import type { JointDescriptor, MultibodyDescriptor } from '../joints/descriptors.js';
import { findTreeFault, GROUND } from '../joints/find-loop.js';
import { checkJoint, linkFieldWith, multibodyFieldWith } from '../joints/joint-fields.js';
import { WORLD_END } from '../joints/joint-table.js';
import type { Multibody, MultibodyControl } from '../multibody.js';
import { multibodyAt } from '../multibody.js';
import type { BodyReference } from './creation.js';
import { referenceField, rowOfBody } from './creation.js';
import { addJoint, refuseTakenName } from './joint-creation.js';
import { refuseUnknowing, refuseUnknownLocks } from './known-blocks.js';
import { noteObstacle, type WorldParts } from './parts.js';

/** Description of a multibody in code, with its control function. */
export interface MultibodyOptions extends MultibodyDescriptor<BodyReference> {
  /** Called before each step. It may read all joints, and set targets and friction of those of this multibody. */
  readonly control?: MultibodyControl;
}

const linkField: Field = {
  check(value, path) {
    if (typeof value === 'string' || value instanceof Body) referenceField.check(value, path);
    else bodyField.check(value, path);
  },
  schema: bodyField.schema,
};
const multibodyField = multibodyFieldWith(linkField, linkFieldWith(referenceField), false);

/** A link: an existing body by its row, or the descriptor of a body to create. */
type Link = number | BodyDescriptor;
/**
 * An end of a joint: the number of a link; or `link` is GROUND, and `row` that of a fixed or scripted body or
 * WORLD_END.
 */
interface End {
  readonly link: number;
  readonly row: number;
}
interface PlannedJoint {
  readonly descriptor: JointDescriptor<unknown>;
  readonly ends: readonly [End, End];
  readonly closesLoop: boolean;
}

export function createMultibody(parts: WorldParts, given: MultibodyOptions): Multibody {
  const { state } = parts;
  state.bodies.beginChange();
  refuseUnknowing(parts.stepper, 'joint');
  const { descriptor, control } = readOptions(given);
  multibodyField.check(descriptor, 'multibody');
  const links = descriptor.links.map((link, i) => planLink(parts, link, `multibody.links[${i}]`));
  checkNames(parts, descriptor.name, links);
  const joints = planJoints(parts, descriptor, links);
  reserve(parts, links, joints.length);
  const rows = links.map((link) => (typeof link === 'number' ? link : makeBody(parts, link)));
  const node = makeNode(parts, descriptor, rows, control);
  for (const { descriptor: joint, ends, closesLoop } of joints) {
    const [a, b] = ends.map(({ link, row }) => (link === GROUND ? row : rows[link]));
    const added = addJoint(parts, a, b, joint);
    state.joints.table.columns.multibody[added] = node + 1;
    state.joints.table.columns.closesLoop[added] = closesLoop ? 1 : 0;
  }
  return multibodyAt(parts, node);
}

/** Splits off the control function, and copies the rest of the descriptor. */
function readOptions(given: MultibodyOptions): { descriptor: MultibodyDescriptor<BodyReference>; control?: MultibodyControl } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) refuse('multibody', given, 'an object: a multibody');
  const { control, ...rest } = given;
  if (control !== undefined && typeof control !== 'function') refuse('multibody.control', control, 'a function');
  return { descriptor: readOnce(rest), ...(control !== undefined && { control }) };
}

function planLink(parts: WorldParts, link: BodyDescriptor | BodyReference, path: string): Link {
  const { bodies } = parts.state;
  if (typeof link === 'string' || link instanceof Body) {
    const row = rowOfBody(parts, link, path);
    const { kind, mover } = bodies.nodes.columns;
    if (kind[row] === LINK) throw new InputError(`${path} is a link of a multibody already.`);
    if (kind[row] !== RIGID)
      throw new InputError(`${path} is a ${NODE_KINDS[kind[row]]} body, but only rigid bodies can be links.`);
    if (mover[row] !== row) throw new InputError(`${path} is part of a composite, but must be a body of its own.`);
    return row;
  }
  if ((link.kind ?? 'rigid') !== 'rigid') refuse(`${path}.kind`, link.kind, 'rigid, or left out');
  refuseUnknownLocks(parts.stepper, link);
  try {
    bodies.checkBody(link);
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${path}.${error.message}`) : error;
  }
  return link;
}

function checkNames({ state }: WorldParts, name: string | undefined, links: readonly Link[]): void {
  const { rowsByName } = state.bodies;
  const seen = new Set<string | number>(name === undefined ? [] : [name]);
  const refuseTwice = (path: string, given: string): never => {
    throw new InputError(`${path} is ${show(given)}, but must be unique, and there is one of that name already.`);
  };
  if (name !== undefined && rowsByName.has(name)) refuseTwice('multibody.name', name);
  links.forEach((link, i) => {
    const own = typeof link === 'number' ? link : link.name;
    if (own === undefined) return;
    if (typeof own === 'number' && seen.has(own)) throw new InputError(`multibody.links[${i}] is named twice.`);
    if (typeof own === 'string' && (seen.has(own) || rowsByName.has(own))) refuseTwice(`multibody.links[${i}].name`, own);
    seen.add(own);
  });
}

function planJoints(
  parts: WorldParts,
  { joints, loops = [] }: MultibodyDescriptor<BodyReference>,
  links: readonly Link[],
): PlannedJoint[] {
  const plan = (list: string, closesLoop: boolean) => (descriptor: JointDescriptor<BodyReference | number>, i: number) => {
    const path = `multibody.${list}[${i}]`;
    checkJoint(descriptor, path);
    refuseTakenName(parts, descriptor.name, path);
    return { descriptor, closesLoop, ends: endsOf(parts, descriptor, links, path) };
  };
  const tree = joints.map(plan('joints', false));
  const all = [...tree, ...loops.map(plan('loops', true))];
  const names = all.map(({ descriptor }) => descriptor.name).filter((name) => name !== undefined);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new InputError(`multibody.joints has the name ${show(twice)} twice, but names must be unique.`);
  const { loop, apart } = findTreeFault(
    links.length,
    tree.map(({ ends: [a, b] }) => [a.link, b.link] as const),
  );
  if (loop >= 0) {
    const { name, kind } = joints[loop];
    const called = name === undefined ? `a ${kind} joint` : show(name);
    throw new InputError(
      `multibody.joints[${loop}] is ${called}, which closes a ring with those before it, but joints must form a tree; put it among loops.`,
    );
  }
  if (apart >= 0)
    throw new InputError(`multibody.links[${apart}] is joined neither to the first link nor to what that is joined to.`);
  return all;
}

/** The ends of a joint: two links, or a link and the world or a body that impulses do not move. */
function endsOf(
  parts: WorldParts,
  { bodyA, bodyB }: JointDescriptor<BodyReference | number>,
  links: readonly Link[],
  path: string,
): readonly [End, End] {
  const a = bodyA === undefined ? { link: GROUND, row: WORLD_END } : endOf(parts, bodyA, links, `${path}.bodyA`);
  const b = endOf(parts, bodyB, links, `${path}.bodyB`);
  if (a.link === GROUND && b.link === GROUND)
    throw new InputError(`${path}.bodyB is no link, and neither is bodyA, but one must be.`);
  if (a.link === b.link) throw new InputError(`${path}.bodyB is the same link as bodyA, but a joint is between two bodies.`);
  return [a, b];
}

function endOf(parts: WorldParts, reference: BodyReference | number, links: readonly Link[], path: string): End {
  if (typeof reference === 'number') {
    if (!(reference < links.length)) refuse(path, reference, `the number of a link, below ${links.length}`);
    return { link: reference, row: -1 };
  }
  const named = links.findIndex((link) => typeof link !== 'number' && link.name !== undefined && link.name === reference);
  if (named >= 0) return { link: named, row: -1 };
  const row = rowOfBody(parts, reference, path);
  const link = links.indexOf(row);
  const { kind } = parts.state.bodies.nodes.columns;
  if (link < 0 && !isInsulator(kind[row]))
    throw new InputError(`${path} is a body that moves and is no link, but must be a link, or fixed or scripted.`);
  return link >= 0 ? { link, row: -1 } : { link: GROUND, row };
}

function reserve({ state }: WorldParts, links: readonly Link[], joints: number): void {
  const { bodies, graph, joints: all } = state;
  const shapes = links.reduce<number>((sum, link) => sum + (typeof link === 'number' ? 0 : link.shapes.length), 0);
  bodies.nodes.reserve(links.length + 1);
  bodies.shapes.reserve(shapes);
  graph.edges.reserve(links.length + joints);
  all.table.reserve(joints);
}

function makeBody(parts: WorldParts, link: BodyDescriptor): number {
  const row = parts.state.bodies.addBody(link);
  noteObstacle(parts, row);
  return row;
}

function makeNode(
  { state, detection }: WorldParts,
  { name, slots }: MultibodyDescriptor<BodyReference>,
  rows: readonly number[],
  control: MultibodyControl | undefined,
): number {
  const { bodies, graph, joints } = state;
  const node = bodies.addNode(MULTIBODY, name);
  for (const row of rows) {
    graph.changeKind(row, LINK);
    graph.insert(node, row);
    disturb(state, row);
  }
  joints.controls[node] = control;
  if (slots !== undefined) bodies.slots[node] = Float64Array.from(slots);
  detection.forgetGroups();
  return node;
}

export function* listMultibodies(parts: WorldParts): Generator<Multibody> {
  const { nodes } = parts.state.bodies;
  for (let row = 0; row < nodes.size; row++) {
    if (nodes.isLive(row) && nodes.columns.kind[row] === MULTIBODY) yield multibodyAt(parts, row);
  }
}
