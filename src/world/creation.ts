// Creation and removal of the contents of a world: materials, meshes, surfaces, bodies, triggers, rules, timers and
// composites. Descriptors are read once and checked before anything is changed.

import { attachMembers, detachMembers } from '../bodies/composite.js';
import type {
  BodyDescriptor,
  CompositeDescriptor,
  MaterialDescriptor,
  MaterialPairDescriptor,
  MeshDescriptor,
  RuleDescriptor,
  SurfaceDescriptor,
  TimerDescriptor,
  TriggerDescriptor,
} from '../bodies/descriptors.js';
import {
  bodyField,
  compositeFieldWith,
  materialField,
  materialPairFieldWith,
  meshFieldWith,
  ruleChangeFieldWith,
  ruleFieldWith,
  surfaceFieldWith,
  timerField,
  triggerField,
} from '../bodies/descriptors.js';
import type { NamedMesh } from '../bodies/meshes.js';
import { COMPOSITE, isPhysical, LINK, MULTIBODY, NODE_KINDS, RIGID, RULE, TIMER } from '../bodies/node-kinds.js';
import { evaluateChecked } from '../bodies/scripts.js';
import { CHANGED, MATERIAL, REMOVAL } from '../bodies/sleep-reasons.js';
import type { NamedSurface } from '../bodies/surfaces.js';
import { AND, BETWEEN, IGNORE, ONLY } from '../detection/contact-graph/coherence.js';
import type { ContactGraph } from '../detection/contact-graph/contact-graph.js';
import { expectPile } from '../detection/contact-graph/edge-update.js';
import { disturb, disturbAll, disturbEnd, rouse, stir } from '../detection/disturb.js';
import { wakeByMaterial } from '../detection/islands/wake.js';
import { ContactTree } from '../distance-field/contact-tree.js';
import type { TreeWays } from '../distance-field/obtain-tree.js';
import type { OtherNode } from '../handles.js';
import { Body, Handle } from '../handles.js';
import type { Field } from '../input/fields.js';
import { InputError, object, refuse, text } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import type { Vec3 } from '../math/vector.js';
import { IDENTITY, normalizeQuat } from '../math/vector.js';
import { multibodyAt } from '../multibody.js';
import { nameOfJoint, otherEnd, removeJointsOf } from './joint-changes.js';
import { refuseUnknownLocks, refuseUnknownResistance } from './known-blocks.js';
import type { WorldParts } from './parts.js';
import { bodyAt, forgetPlacements, noteObstacle, ownRow } from './parts.js';

/** Description of a body, with data of the program that creates it. */
export interface BodyOptions<UserData = unknown> extends BodyDescriptor {
  /** Kept by reference as `body.userData`, and never read by the world; default undefined. */
  userData?: UserData;
}

/** A body by handle or by name. */
export type BodyReference = string | Body;

const nameField = text('');
/** Check of a reference to a body in code. */
export const referenceField: Field = {
  check(value, path) {
    if (!(value instanceof Body) && (typeof value !== 'string' || value === ''))
      refuse(path, value, 'a body, or the name of one');
  },
  schema: nameField.schema,
};
const ruleField = ruleFieldWith(referenceField);
const ruleChangeField = ruleChangeFieldWith(referenceField);
const compositeField = compositeFieldWith(referenceField);
const materialPairField = materialPairFieldWith({});
const meshField = meshFieldWith(false);
const surfaceField = surfaceFieldWith(false);
const waysField = object<TreeWays>(
  'How a tree is obtained',
  'options',
  {},
  {
    onProgress: having('a function'),
    builder: having('a builder of trees', 'build'),
    cache: having('a cache of trees', 'read', 'write'),
  },
);

/** Check for an object with functions of these names, or for a function if no names are given. */
function having(what: string, ...names: string[]): Field {
  return {
    check(value, path) {
      const isIt =
        names.length === 0
          ? typeof value === 'function'
          : typeof value === 'object' &&
            names.every((name) => typeof (value as Record<string, unknown> | null)?.[name] === 'function');
      if (!isIt) refuse(path, value, what);
    },
    schema: () => ({}),
  };
}

export function createMaterial({ state, detection, stepper }: WorldParts, name: string, given: MaterialDescriptor): void {
  const descriptor = readOnce(given);
  nameField.check(name, 'name');
  materialField.check(descriptor, 'material');
  refuseUnknownResistance(stepper, descriptor);
  state.bodies.beginChange();
  state.bodies.materials.define(name, descriptor);
  disturbAll(detection);
  const changed = state.bodies.materials.indexOf(name, 'name');
  wakeByMaterial(state, MATERIAL, (a, b) => a === changed || b === changed);
}

export function setMaterialPair(parts: WorldParts, a: string, b: string, given: MaterialPairDescriptor): void {
  const { bodies } = parts.state;
  const descriptor = readOnce(given);
  materialPairField.check(descriptor, 'pair');
  refuseUnknownResistance(parts.stepper, descriptor);
  bodies.beginChange();
  bodies.materials.override(a, b, descriptor);
  disturbAll(parts.detection);
  const [i, j] = [bodies.materials.indexOf(a, 'a'), bodies.materials.indexOf(b, 'b')];
  wakeByMaterial(parts.state, MATERIAL, (one, other) => (one === i && other === j) || (one === j && other === i));
  // The contacts were found with the former contact budget.
  forgetPlacements(parts);
}

export function createMesh({ state }: WorldParts, name: string, mesh: MeshDescriptor | ContactTree): NamedMesh {
  state.bodies.beginChange();
  nameField.check(name, 'name');
  if (!(mesh instanceof ContactTree)) meshField.check(mesh, 'mesh');
  return state.bodies.meshes.add(name, mesh);
}

/** Checks fields and copies arrays at once: the caller may change its arrays before the promise resolves. */
export async function createMeshAsync(
  { state }: WorldParts,
  name: string,
  mesh: MeshDescriptor,
  ways: TreeWays,
): Promise<NamedMesh> {
  nameField.check(name, 'name');
  meshField.check(mesh, 'mesh');
  waysField.check(ways, 'options');
  return state.bodies.meshes.addLater(name, mesh, ways);
}

export function createSurface({ state }: WorldParts, name: string, given: SurfaceDescriptor): NamedSurface {
  state.bodies.beginChange();
  nameField.check(name, 'name');
  const surface = readOnce(given);
  surfaceField.check(surface, 'surface');
  return state.bodies.surfaces.add(name, surface);
}

export function createBody(parts: WorldParts, given: BodyOptions): Body {
  const { state } = parts;
  const { bodies } = state;
  bodies.beginChange();
  const { userData, descriptor } = withoutUserData(given);
  bodyField.check(descriptor, 'body');
  refuseUnknownLocks(parts.stepper, descriptor);
  const { motion, name } = descriptor;
  const position: Vec3 = [...(descriptor.position ?? [0, 0, 0])];
  const orientation = normalizeQuat(descriptor.orientation ?? IDENTITY);
  if (motion !== undefined) evaluateChecked(bodies, motion, state.time, position, orientation, name);
  const row = bodies.addBody(descriptor);
  expectPile(state);
  bodies.nodes.columns.time[row] = state.time;
  if (motion !== undefined) bodies.setPose(row, position, orientation);
  bodies.userData[row] = userData;
  noteObstacle(parts, row);
  return bodyAt(parts, row);
}

/** Splits off the user's data, which is kept as it is; all other fields are read once, into a copy. */
function withoutUserData(given: BodyOptions): { userData: unknown; descriptor: BodyDescriptor } {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, 'userData'))
    return { userData: undefined, descriptor: readOnce(given) };
  const { userData, ...descriptor } = given;
  return { userData, descriptor: readOnce(descriptor) };
}

export function createTrigger(parts: WorldParts, given: TriggerDescriptor): Handle {
  const { bodies } = parts.state;
  bodies.beginChange();
  const descriptor = readOnce(given);
  triggerField.check(descriptor, 'trigger');
  const row = bodies.addTrigger(descriptor);
  stir(parts.state, row);
  return handleOf(parts, row);
}

export function createRule(parts: WorldParts, given: RuleDescriptor<BodyReference>): Handle {
  const { bodies, graph } = parts.state;
  bodies.beginChange();
  const descriptor = readOnce(given);
  ruleField.check(descriptor, 'rule');
  const sides = sidesOf(parts, descriptor);
  graph.edges.reserve(sides.between.length + sides.and.length);
  const rule = bodies.addNode(RULE, descriptor.name);
  setSides(parts, rule, descriptor.kind, sides);
  return handleOf(parts, rule);
}

/** Changes kind or bodies of a rule; fields left out keep their values. */
export function changeRule(parts: WorldParts, handle: Handle, given: Partial<RuleDescriptor<BodyReference>>): void {
  const { bodies, graph } = parts.state;
  const rule = ownRow(parts, handle);
  const { kind, ruleKind } = bodies.nodes.columns;
  if (kind[rule] !== RULE)
    throw new InputError(`The node of id ${handle.id} is a ${NODE_KINDS[kind[rule]]}, but must be a rule.`);
  const change = readOnce(given);
  ruleChangeField.check(change, 'change');
  const former = formerSides(parts, rule);
  const sides = {
    between: change.between === undefined ? former.between : rowsOf(parts, change.between, 'change.between'),
    and: change.and === undefined ? former.and : rowsOf(parts, change.and, 'change.and'),
  };
  bodies.beginChange(rule);
  graph.edges.reserve(sides.between.length + sides.and.length);
  graph.removeEdgesOf(rule);
  setSides(parts, rule, change.kind ?? (ruleKind[rule] === IGNORE ? 'ignore' : 'only'), sides);
  for (const row of [...former.between, ...former.and]) disturbEnd(parts.state, row, CHANGED);
}

interface Sides {
  readonly between: readonly number[];
  readonly and: readonly number[];
}

/** Rows of the bodies on both sides of a rule. */
function sidesOf(parts: WorldParts, { between, and }: RuleDescriptor<BodyReference>): Sides {
  const rows = rowsOf(parts, between, 'rule.between');
  return { between: rows, and: and === undefined ? rows : rowsOf(parts, and, 'rule.and') };
}

function formerSides({ state }: WorldParts, rule: number): Sides {
  const { nodes, next, sides } = state.graph.edges.columns;
  const between: number[] = [];
  const and: number[] = [];
  for (let entry = state.bodies.nodes.columns.firstStaticEdge[rule]; entry >= 0; entry = next[entry]) {
    if ((sides[entry >> 1] & BETWEEN) !== 0) between.push(nodes[entry ^ 1]);
    if ((sides[entry >> 1] & AND) !== 0) and.push(nodes[entry ^ 1]);
  }
  return { between: between.sort((a, b) => a - b), and: and.sort((a, b) => a - b) };
}

function setSides(parts: WorldParts, rule: number, kind: 'ignore' | 'only', { between, and }: Sides): void {
  const { bodies, graph } = parts.state;
  bodies.nodes.columns.ruleKind[rule] = kind === 'ignore' ? IGNORE : ONLY;
  for (const row of between) addSide(graph, rule, row, BETWEEN);
  for (const row of and) addSide(graph, rule, row, AND);
  for (const row of [...between, ...and]) disturbEnd(parts.state, row, CHANGED);
}

function addSide(graph: ContactGraph, rule: number, body: number, side: number): void {
  let edge = graph.find(rule, body);
  if (edge < 0) edge = graph.insert(rule, body);
  graph.edges.columns.sides[edge] |= side;
}

export function createTimer(parts: WorldParts, given: TimerDescriptor): Handle {
  const { bodies, time } = parts.state;
  bodies.beginChange();
  const descriptor = readOnce(given);
  timerField.check(descriptor, 'timer');
  const row = bodies.addNode(TIMER, descriptor.name);
  bodies.nodes.columns.period[row] = descriptor.period;
  bodies.nodes.columns.nextTick[row] = Math.max(descriptor.start ?? time + descriptor.period, time);
  return handleOf(parts, row);
}

export function createComposite(parts: WorldParts, given: CompositeDescriptor<BodyReference>): Handle {
  const { state, detection } = parts;
  const { bodies, graph } = state;
  bodies.beginChange();
  const descriptor = readOnce(given);
  compositeField.check(descriptor, 'composite');
  const members = rowsOf(parts, descriptor.members, 'composite.members');
  checkMembers(parts, members);
  graph.edges.reserve(members.length);
  bodies.nodes.reserve(1);
  for (const row of members) disturb(state, row);
  const composite = bodies.addNode(COMPOSITE, descriptor.name);
  for (const row of members) graph.insert(composite, row);
  forgetContactsWithin(parts, members);
  attachMembers(bodies, composite, members);
  detection.forgetGroups();
  return handleOf(parts, composite);
}

/** Throws unless all members are rigid, active, part of no composite, named once, and not joined to each other. */
function checkMembers({ state }: WorldParts, members: readonly number[]): void {
  const { kind, mover, active } = state.bodies.nodes.columns;
  members.forEach((row, i) => {
    const path = `composite.members[${i}]`;
    if (kind[row] !== RIGID)
      throw new InputError(`${path} is a ${NODE_KINDS[kind[row]]} body, but only rigid bodies can be attached.`);
    if (mover[row] !== row) throw new InputError(`${path} is part of a composite already.`);
    if (active[row] === 0) throw new InputError(`${path} is passive, but must be active.`);
    if (members.indexOf(row) !== i) throw new InputError(`${path} is named twice.`);
    const joint = [...state.joints.of(row)].find((other) => members.includes(otherEnd(state, other, row)));
    if (joint !== undefined)
      throw new InputError(`${path} is held by ${nameOfJoint(state, joint)} to another member, and could not move against it.`);
  });
}

/** Removes the edges between bodies that become members of one composite. */
function forgetContactsWithin({ state, events }: WorldParts, rows: readonly number[]): void {
  const { graph, settings, time } = state;
  for (const a of rows) {
    for (const b of rows) {
      const edge = a < b ? graph.find(a, b) : -1;
      if (edge < 0) continue;
      if (settings.events !== 'off') events.reportRemoval(edge, time);
      graph.remove(edge);
    }
  }
}

/** Removes a link from its multibody, and the multibody with its last link. */
function removeLink(parts: WorldParts, row: number): void {
  const { graph } = parts.state;
  const multibodies = graph.structuralNeighbours(row);
  removeNode(parts, row);
  for (const multibody of multibodies) if (graph.structuralNeighbours(multibody).length === 0) removeNode(parts, multibody);
}

/**
 * Removes a node from the world. Of a composite only the attachment is removed: its members stay, as separate bodies.
 * A multibody is removed with its links.
 */
export function removeHandle(parts: WorldParts, handle: Handle): void {
  const { bodies } = parts.state;
  bodies.beginChange();
  const row = ownRow(parts, handle);
  const { kind, mover } = bodies.nodes.columns;
  const composite = mover[row];
  disturb(parts.state, row, REMOVAL);
  if (kind[row] === COMPOSITE) {
    detachMembers(bodies, row);
    removeNode(parts, row);
  } else if (kind[row] === MULTIBODY) {
    for (const link of parts.state.graph.structuralNeighbours(row)) removeNode(parts, link);
    removeNode(parts, row);
  } else if (kind[row] === LINK) {
    removeLink(parts, row);
  } else if (composite !== row) {
    const others = detachMembers(bodies, composite).filter((member) => member !== row);
    removeNode(parts, row);
    if (others.length > 1) attachMembers(bodies, composite, others);
    else removeNode(parts, composite);
  } else {
    removeNode(parts, row);
  }
}

function removeNode({ state, detection, events }: WorldParts, row: number): void {
  const { bodies, graph, joints, settings, time } = state;
  const { firstDynamicEdge } = bodies.nodes.columns;
  rouse(state, row, REMOVAL);
  removeJointsOf(state, row);
  if (settings.events !== 'off') {
    for (let entry = firstDynamicEdge[row]; entry >= 0; entry = graph.edges.columns.next[entry]) {
      events.reportRemoval(entry >> 1, time);
    }
  }
  graph.removeEdgesOf(row);
  bodies.removeNode(row);
  if (row < joints.controls.length) joints.controls[row] = undefined;
  detection.forgetGroups();
}

/** The handle of a row that is in use. */
function handleOf(parts: WorldParts, row: number): Handle {
  const { world, state, nodeHandles } = parts;
  const { nodes } = state.bodies;
  if (nodes.columns.kind[row] === MULTIBODY) return multibodyAt(parts, row);
  if (isPhysical(nodes.columns.kind[row])) return bodyAt(parts, row);
  const id = nodes.idOf(row);
  // Frozen, so that an assignment to a property of bodies, such as velocity, throws and is not silently kept.
  return nodeHandles.of(row, id, Handle, () => Object.freeze(new Handle(world, id)));
}

export function findNode(parts: WorldParts, name: string): Body | OtherNode | undefined {
  const row = parts.state.bodies.rowsByName.get(name);
  return row === undefined ? undefined : (handleOf(parts, row) as Body | OtherNode);
}

export function nodeOfId(parts: WorldParts, id: number): Handle | undefined {
  const row = parts.state.bodies.nodes.rowOf(id);
  return row < 0 ? undefined : handleOf(parts, row);
}

export function* listBodies(parts: WorldParts): Generator<Body> {
  const { nodes } = parts.state.bodies;
  for (let row = 0; row < nodes.size; row++) {
    if (nodes.isLive(row) && isPhysical(nodes.columns.kind[row])) yield bodyAt(parts, row);
  }
}

/** Rows of the referenced bodies; throws for a reference to no body of this world. */
function rowsOf(parts: WorldParts, references: readonly BodyReference[], path: string): number[] {
  return references.map((reference, i) => rowOfBody(parts, reference, `${path}[${i}]`));
}

export function rowOfBody(parts: WorldParts, reference: BodyReference, path: string): number {
  const { world } = parts;
  const handle = typeof reference === 'string' ? findNode(parts, reference) : reference;
  if (!(handle instanceof Body) || handle.world !== world || !handle.isAlive) {
    if (typeof reference === 'string') refuse(path, reference, 'the name of a body of this world');
    const strange = handle instanceof Body && handle.world !== world ? 'of another world' : 'gone';
    throw new InputError(`${path} is a body that is ${strange}, but must be a body of this world.`);
  }
  return (handle as Body).row;
}
