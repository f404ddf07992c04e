// Changes that users make between steps: settings, poses, locks, masks, materials, and whether a node is active.

import { categoryField, locksField } from '../bodies/descriptors.js';
import type { AxisLock } from '../bodies/locks.js';
import { bitsOfLocks } from '../bodies/locks.js';
import { isPhysical, MULTIBODY, NODE_KINDS, SCRIPTED, TRIGGER } from '../bodies/node-kinds.js';
import { findIgnored, scriptedPose } from '../bodies/scripts.js';
import { MATERIAL, SETTING } from '../bodies/sleep-reasons.js';
import { disturb, disturbAll } from '../detection/disturb.js';
import { wakeAll } from '../detection/islands/wake.js';
import type { Body, Handle } from '../handles.js';
import { boolean, InputError, quaternion, vec3 } from '../input/fields.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { normalizeQuat, quatAt, vectorAt } from '../math/vector.js';
import { METHODS } from '../methods.js';
import type { SettingName, Settings } from '../settings.js';
import { copySetting } from '../settings.js';
import { checkSpeedups } from './check-speedups.js';
import { checkTolerance } from './check-tolerance.js';
import { checkHooks } from './contact-hooks.js';
import { refuseUnknownLocks } from './known-blocks.js';
import type { WorldParts } from './parts.js';
import { forgetPlacements, noteObstacle, ownRow } from './parts.js';

const activeField = boolean('');
const positionField = vec3('');
const orientationField = quaternion('');

/**
 * Changes a setting from the next step on. The caller has checked the value; it must also agree with other settings.
 */
export function changeSetting<K extends SettingName>(parts: WorldParts, name: K, value: Settings[K]): void {
  const { state, detection } = parts;
  const changed = { ...state.settings, [name]: value };
  checkSpeedups(changed, parts.stepper, parts.scheduler);
  checkTolerance(changed, parts.scheduler);
  checkHooks(parts, { ...state.settings, [name]: value });
  state.settings[name] = copySetting(value);
  disturbAll(detection);
  if (concernsSleepers(parts, name)) wakeAll(state, SETTING);
  // Contacts found with the old detection settings are stale, and so are reports made while events were on.
  const { reportedProximity, reportedTouching } = state.graph.edges.columns;
  if (name.startsWith('detection.') || name.startsWith('mesh.') || name === 'speedups.reduction') forgetPlacements(parts);
  if (value === 'off' && name === 'events') {
    reportedProximity.fill(0);
    reportedTouching.fill(0);
  }
  state.limitMemory();
}

/** Whether a setting can move sleeping bodies: settings of other methods, of events and of limits cannot. */
function concernsSleepers({ stepper }: WorldParts, name: SettingName): boolean {
  const [owner] = name.split('.');
  if (Object.hasOwn(METHODS, owner)) return owner === stepper.name;
  return !['events', 'limits'].includes(owner);
}

/**
 * Switches a node between active and passive. A composite takes its members with it, a multibody its links and joints.
 */
export function setActive(parts: WorldParts, handle: Handle, active: boolean): void {
  activeField.check(active, 'active');
  const { bodies, time } = parts.state;
  const row = ownRow(parts, handle);
  const { columns } = bodies.nodes;
  if (columns.mover[row] !== row)
    throw new Error(`active of body ${handle.name ?? handle.id} cannot be set while it is part of a composite.`);
  // A scripted body does not move while it is passive: it continues at the present pose of its script.
  const about = columns.initialPose;
  const pose = active ? scriptedPose(bodies, row, time, vectorAt(about, 7 * row), quatAt(about, 7 * row + 3)) : undefined;
  bodies.beginChange(row);
  disturb(parts.state, row);
  for (let other = 0; other < bodies.nodes.size; other++) {
    if (bodies.nodes.isLive(other) && columns.mover[other] === row) columns.active[other] = active ? 1 : 0;
  }
  if (columns.kind[row] === MULTIBODY) setPartsActive(parts, row, active);
  if (pose !== undefined && bodies.motions[row] !== undefined) bodies.setPose(row, pose.position, pose.orientation);
  if (active) noteObstacle(parts, row);
}

/** Switches the links and joints of a multibody. */
function setPartsActive({ state }: WorldParts, multibody: number, active: boolean): void {
  const { bodies, graph, joints } = state;
  for (const link of graph.structuralNeighbours(multibody)) {
    disturb(state, link);
    bodies.nodes.columns.active[link] = active ? 1 : 0;
  }
  const { multibody: owner, active: acts } = joints.table.columns;
  for (let joint = 0; joint < joints.table.size; joint++) {
    if (joints.table.isLive(joint) && owner[joint] === multibody + 1) acts[joint] = active ? 1 : 0;
  }
}

/** Throws unless a node is a body or a trigger. */
function checkPlaced({ bodies }: WorldParts['state'], row: number, field: string): void {
  const kind = bodies.nodes.columns.kind[row];
  if (!isPhysical(kind) && kind !== TRIGGER)
    throw new InputError(`${field} is given to a ${NODE_KINDS[kind]}, but only bodies and triggers have one.`);
}

/** Sets the categories a body or trigger is in, and the categories it interacts with, from the next step on. */
export function setMasks(parts: WorldParts, handle: Handle, category: number, mask: number): void {
  categoryField.check(category, 'category');
  categoryField.check(mask, 'mask');
  const { bodies } = parts.state;
  const row = ownRow(parts, handle);
  checkPlaced(parts.state, row, 'category or mask');
  bodies.beginChange(row);
  disturb(parts.state, row);
  bodies.nodes.columns.category[row] = category;
  bodies.nodes.columns.mask[row] = mask;
  noteObstacle(parts, row);
}

/** Gives a body another material. Those of its shapes that had the body's former material get the new one too. */
export function setMaterial(parts: WorldParts, body: Body, name: string): void {
  const { bodies, graph } = parts.state;
  const row = ownRow(parts, body);
  const index = bodies.materials.indexOf(name, 'material');
  const { material, firstShape, firstDynamicEdge } = bodies.nodes.columns;
  const { material: ofShape, next } = bodies.shapes.columns;
  bodies.beginChange(row);
  for (let shape = firstShape[row]; shape >= 0; shape = next[shape]) if (ofShape[shape] === material[row]) ofShape[shape] = index;
  material[row] = index;
  disturb(parts.state, row, MATERIAL);
  // The contacts were found with the contact budget of the former material.
  const { placementKnown, next: nextEdge } = graph.edges.columns;
  for (let entry = firstDynamicEdge[row]; entry >= 0; entry = nextEdge[entry]) placementKnown[entry >> 1] = 0;
}

/**
 * Locks these axes of a body, and unlocks all others, from the next step on. Velocity along and about locked axes
 * becomes zero at once.
 */
export function setLocks(parts: WorldParts, body: Body, given: readonly AxisLock[]): void {
  locksField.check(given, 'locks');
  const locks = bitsOfLocks(given);
  refuseUnknownLocks(parts.stepper, { locks: given });
  const { bodies } = parts.state;
  const row = ownRow(parts, body);
  if (bodies.nodes.columns.mover[row] !== row)
    throw new Error(`locks of body ${body.name ?? body.id} cannot be set while it is part of a composite.`);
  bodies.beginChange(row);
  bodies.setLocks(row, locks);
  disturb(parts.state, row);
}

/** Moves the origin of a body or trigger to a pose at once. For a scripted body it is the pose its motion refers to. */
export function setPose(parts: WorldParts, body: Handle, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
  const { bodies, time } = parts.state;
  const unit = checkPose(parts, body, position, orientation);
  const { row } = body;
  const { initialPose } = bodies.nodes.columns;
  const pose = scriptedPose(bodies, row, time, [...position], [...unit]);
  bodies.beginChange(row);
  disturb(parts.state, row);
  initialPose.set(position, 7 * row);
  initialPose.set(unit, 7 * row + 3);
  bodies.setPose(row, pose.position, pose.orientation);
  noteObstacle(parts, row);
}

/** Sets the pose that the motion of a scripted body refers to. The body stays, and moves there during the next step. */
export function moveTo(parts: WorldParts, body: Body, position: Readonly<Vec3>, orientation: Readonly<Quat>): void {
  const unit = checkPose(parts, body, position, orientation);
  const { bodies } = parts.state;
  const { row } = body;
  const { kind, initialPose } = bodies.nodes.columns;
  if (kind[row] !== SCRIPTED)
    throw new InputError(`moveTo() is asked of a ${body.kind} body, but only scripted bodies go where they are told.`);
  bodies.beginChange(row);
  disturb(parts.state, row);
  initialPose.set(position, 7 * row);
  initialPose.set(unit, 7 * row + 3);
}

/** Throws unless the pose can be given to this body or trigger; returns the orientation as a unit quaternion. */
function checkPose(parts: WorldParts, body: Handle, position: Readonly<Vec3>, orientation: Readonly<Quat>): Quat {
  positionField.check(position, 'position');
  orientationField.check(orientation, 'orientation');
  const { bodies, time } = parts.state;
  const row = ownRow(parts, body);
  checkPlaced(parts.state, row, 'A pose');
  const unit = normalizeQuat(orientation);
  if (bodies.nodes.columns.mover[row] !== row)
    throw new Error(`The pose of body ${body.name ?? body.id} cannot be set while it is part of a composite.`);
  // The given pose is the one that the motion of a scripted body refers to, and some motions ignore part of it.
  const ignored = findIgnored(bodies, row, time, position, unit);
  if (ignored !== undefined)
    throw new Error(
      `The ${ignored} of body ${body.name ?? body.id} cannot be set: its motion, of kind ${bodies.motions[row]?.kind}, says it.`,
    );
  return unit;
}
