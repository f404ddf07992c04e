// What the tests of closed forms of jointed bodies share.

import { kineticEnergy, potentialEnergy } from '../../../src/bodies/energy.js';
import type { Body, Joint, JointKind, World } from '../../../src/index.js';
import { type JointFrame, JointFrames, placeFrames } from '../../../src/joints/joint-frames.js';
import type { Quat, Vec3 } from '../../../src/math/vector.js';
import { cross, dot, length, normalizeQuat, scale, subtract } from '../../../src/math/vector.js';
import { makeWorld } from '../laboratory.js';

/** Width of rods [m]. */
export const WIDTH = 0.05;

/** A world for jointed bodies, by the default method. */
export function makeJointWorld(gravity: Vec3 = [0, -9.81, 0], method = 'gsp'): World {
  return makeWorld({ gravity }, {}, method);
}

/** The rotation that turns the y axis to a direction by the shortest way. */
function turnFromY(direction: Vec3): Quat {
  const d = scale(direction, 1 / length(direction));
  if (d[1] < -1 + 1e-12) return [1, 0, 0, 0];
  return normalizeQuat([...cross([0, 1, 0], d), 1 + d[1]] as Quat);
}

/** A thin box from one point to another, its y axis along it. */
export function makeRod(world: World, from: Vec3, to: Vec3, mass = 1): Body {
  const along = subtract(to, from);
  return world.createBody({
    position: [0, 1, 2].map((i) => (from[i] + to[i]) / 2) as Vec3,
    orientation: turnFromY(along),
    mass,
    shapes: [{ kind: 'box', size: [WIDTH, length(along), WIDTH] }],
  });
}

/** Moment of inertia of such a rod about an axis across it through its end [kg m^2]. */
export function momentAboutEnd(mass: number, rodLength: number): number {
  return (mass * (rodLength * rodLength + WIDTH * WIDTH)) / 12 + (mass * rodLength * rodLength) / 4;
}

export function makeBall(world: World, position: Vec3, mass = 1, radius = 0.1): Body {
  return world.createBody({ position, mass, shapes: [{ kind: 'sphere', radius }] });
}

/** The value of a coordinate [m or rad], and its velocity [m/s or rad/s]. */
export function coordinateOf(joint: Joint, coordinate = 0): number {
  return joint.coordinates[coordinate].value;
}
export function velocityOf(joint: Joint, coordinate = 0): number {
  return joint.coordinates[coordinate].velocity;
}

/**
 * How far the motions that a joint locks are open, from its frames alone: the most of lengths [m] and of angles or
 * their sines [1].
 */
export function gapOf(joint: Joint): number {
  const frames = new JointFrames();
  const { jointStore, store } = joint.world as World;
  placeFrames(frames, jointStore.table.columns, store.nodes.columns, joint.row);
  const axes = ({ axes: a }: JointFrame) => [0, 3, 6].map((k) => [a[k], a[k + 1], a[k + 2]] as Vec3);
  const [a, b] = [axes(frames.a), axes(frames.b)];
  const apart = [...frames.apart] as Vec3;
  const [x, y, z] = a.map((axis) => dot(axis, apart));
  const [aslant, turned] = [length(cross(a[0], b[0])), Math.max(...[0, 1, 2].map((k) => length(cross(a[k], b[k]))))];
  const gaps: Record<JointKind, readonly number[]> = {
    fixed: [length(apart), turned],
    revolute: [length(apart), aslant],
    prismatic: [y, z, turned],
    cylindrical: [y, z, aslant],
    ball: [length(apart)],
    universal: [length(apart), dot(a[0], b[1])],
    planar: [x, aslant],
    // Limits that leave no room lock the length; those of a rope do not.
    distance: isRod(joint) ? [overrunOf(joint)] : [],
    wheel: [x, z, dot(a[1], b[0])],
    free: [],
    generic: gapsOfGeneric(joint, [x, y, z], a, b),
  };
  return Math.max(0, ...gaps[joint.kind].map(Math.abs));
}

/** Along axes of A that no slide goes by; and between those that turns leave along, or across, each other. */
function gapsOfGeneric({ coordinates }: Joint, apart: Vec3, a: readonly Vec3[], b: readonly Vec3[]): number[] {
  const names = coordinates.map(({ name }) => name);
  const free = (kind: string) =>
    ['X', 'Y', 'Z'].map((axis, k) => (names.includes(`${kind}${axis}`) ? k : -1)).filter((k) => k >= 0);
  const slides = free('slide');
  const [first, second] = free('turn');
  const gaps = apart.filter((_, k) => !slides.includes(k));
  if (names.includes('twist')) return gaps;
  if (second !== undefined) return [...gaps, dot(a[first], b[second])];
  const along = first === undefined ? [0, 1, 2] : [first];
  return [...gaps, ...along.map((k) => length(cross(a[k], b[k])))];
}

function isRod({ coordinates }: Joint): boolean {
  const [lowest, highest] = coordinates[0]?.limits ?? [0, 1];
  return lowest === highest;
}

/** How far the coordinates of a joint are beyond their limits: the most of lengths [m] and angles [rad]. */
export function overrunOf({ coordinates }: Joint): number {
  return Math.max(
    0,
    ...coordinates.map(({ limits, value }) => (limits === undefined ? 0 : Math.max(limits[0] - value, value - limits[1]))),
  );
}

/** The mean time between passages of zero upwards [s] of what `value` gives after each step. */
export function periodOf(world: World, seconds: number, dt: number, value: () => number): number {
  const passed: number[] = [];
  let before = value();
  for (let i = 0; i < Math.round(seconds / dt); i++) {
    world.step(dt);
    const after = value();
    if (before < 0 && after >= 0) passed.push(i * dt + (dt * before) / (before - after));
    before = after;
  }
  return (passed[passed.length - 1] - passed[0]) / (passed.length - 1);
}

/** Kinetic and potential energy of all bodies [J]. */
export function energyOf(world: World, gravity: Vec3 = [0, -9.81, 0]): number {
  return kineticEnergy(world.store) + potentialEnergy(world.store, gravity);
}
