// The data of a world's joints that the page draws and shows.

import type { Joint, JointCoordinate, World } from '../../../src/index.js';
import { placeFrames } from '../../../src/joints/joint-frames.js';
import type { CoordinateNumbers, CouplingNumbers, JointNumbers, JointPicture, Named } from '../protocol.js';
import { JOINT_PLACES, JOINT_STATES, JOINT_WIDTH, ROPE_WIDTH } from '../protocol.js';
import type { RecordedInput } from './history.js';

/** The joint with an id; null if it was removed. */
export function jointOf(world: World, id: number): Joint | null {
  for (const joint of world.joints()) if (joint.id === id) return joint;
  return null;
}

/** A text that changes when joints or couplings are added or removed. */
export function keyOfJoints(world: World): string {
  return [listJointIds(world), [...world.couplings()].map(({ id }) => id)].join(';');
}

/** Ids of joints, in the order of `drawJoints`. */
export function listJointIds(world: World): number[] {
  const { table } = world.jointStore;
  const rows = Array.from({ length: table.size }, (_, row) => row);
  return rows.filter((row) => table.isLive(row)).map((row) => table.idOf(row));
}

export function drawJoints(world: World): JointPicture[] {
  const couplings = [...world.couplings()];
  return [...world.joints()].map((joint) => ({
    id: joint.id,
    name: nameOf(joint),
    kind: joint.kind,
    coordinates: joint.coordinates.map(({ name }) => name),
    bodyA: joint.bodyA?.id ?? null,
    bodyB: joint.bodyB.id,
    followers: couplings.filter(({ first }) => first.joint.id === joint.id).map(({ second }) => second.joint.id),
  }));
}

/** Rows of all joints, or of one joint only. */
export function drawJointRows(world: World, only: number | null = null): Float32Array {
  const joints = [...world.joints()];
  const places = joints.flatMap(({ id }, place) => (only === null || id === only ? [place] : []));
  const rows = new Float32Array(JOINT_WIDTH * places.length);
  places.forEach((place, i) => {
    writeJoint(world, joints[place], rows.subarray(JOINT_WIDTH * i, JOINT_WIDTH * (i + 1)));
    rows[JOINT_WIDTH * i] = place;
  });
  return rows;
}

/** The ends of all ropes, rods and springs that act; null where there are none. */
export function drawRopes(world: World): Float32Array | null {
  const ropes = [...world.joints()].filter((joint) => joint.kind === 'distance' && stateOf(joint) === 'acting');
  if (ropes.length === 0) return null;
  const ends = new Float32Array(ROPE_WIDTH * ropes.length);
  const { table, frames } = world.jointStore;
  ropes.forEach(({ row }, i) => {
    placeFrames(frames, table.columns, world.store.nodes.columns, row);
    ends.set(frames.a.origin, ROPE_WIDTH * i);
    ends.set(frames.b.origin, ROPE_WIDTH * i + 3);
  });
  return ends;
}

function writeJoint(world: World, joint: Joint, row: Float32Array): void {
  const { table, frames } = world.jointStore;
  const { frameA, frameB, limits, values, force, torque } = JOINT_PLACES;
  row[1] = JOINT_STATES.indexOf(stateOf(joint));
  joint.coordinates.forEach((coordinate, c) => {
    row.set(coordinate.limits ?? [-Infinity, Infinity], limits + 2 * c);
    row[values + c] = coordinate.value;
  });
  const wrench = joint.wrench;
  row.set(wrench.force, force);
  row.set(wrench.torque, torque);
  placeFrames(frames, table.columns, world.store.nodes.columns, joint.row);
  row.set(frames.a.origin, frameA);
  row.set(frames.a.orientation, frameA + 3);
  row.set(frames.b.origin, frameB);
  row.set(frames.b.orientation, frameB + 3);
}

/** The numbers of a joint, with the effect of pending `inputs`; null if it was removed. */
export function describeJoint(world: World, id: number, inputs: readonly RecordedInput[] = []): JointNumbers | null {
  const joint = jointOf(world, id);
  if (joint === null) return null;
  const { kind, bodyA, bodyB, wrench } = joint;
  const named = (body: { id: number; row: number }): Named => ({
    id: body.id,
    name: world.store.names[body.row] ?? `#${body.row}`,
  });
  return {
    id,
    name: nameOf(joint),
    kind,
    state: stateOf(joint),
    bodyA: bodyA === undefined ? null : named(bodyA),
    bodyB: named(bodyB),
    force: wrench.force,
    torque: wrench.torque,
    coordinates: joint.coordinates.map(({ name, unit, value, velocity, force, limits, motor }): CoordinateNumbers => {
      const target = inputs.findLast((input) => input.kind === 'target' && input.joint === id && input.coordinate === name) as
        | { value: number }
        | undefined;
      const told = motor === undefined ? null : { ...motor, ...(target !== undefined && { target: target.value }) };
      return { name, unit, value, velocity, force, limits: limits ?? null, motor: told };
    }),
    couplings: describeCouplings(world, id),
  };
}

/** The couplings of a joint. */
function describeCouplings(world: World, id: number): CouplingNumbers[] {
  const end = ({ joint, name }: JointCoordinate) => ({ joint: { id: joint.id, name: nameOf(joint) }, coordinate: name });
  return [...world.couplings()]
    .filter(({ first, second }) => first.joint.id === id || second.joint.id === id)
    .map(({ name, row, first, second, ratio, offset }) => ({
      name: name ?? `#${row}`,
      first: end(first),
      second: end(second),
      ratio,
      offset,
    }));
}

/** The joints of a body. */
export function jointsOfBody(world: World, row: number): Named[] {
  const rows = new Set(world.jointStore.of(row));
  return [...world.joints()].filter((joint) => rows.has(joint.row)).map((joint) => ({ id: joint.id, name: nameOf(joint) }));
}

function stateOf(joint: Joint): (typeof JOINT_STATES)[number] {
  if (joint.isBroken) return 'broken';
  return joint.active ? 'acting' : 'passive';
}

/** The joint's name, or a substitute. */
function nameOf(joint: Joint): string {
  return joint.name ?? `#${joint.row}`;
}
