// What the tests of closed forms share: worlds whose solver is run to convergence, slopes in any direction, and sums over bodies.

import { expect } from 'vitest';
import { spinOf } from '../../src/bodies/composite.js';
import type {
  Body,
  BodyDescriptor,
  ContactView,
  MaterialDescriptor,
  MethodName,
  Settings,
  ShapeDescriptor,
} from '../../src/index.js';
import { axisAngle, METHODS, World } from '../../src/index.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { add, cross, dot, length, multiply, rotate, scale, subtract } from '../../src/math/vector.js';

/** [m/s^2] */
export const G = 9.81;

/**
 * A world, of plain velocity dynamics unless told otherwise, with many sweeps, so that what is measured is the method and not the
 * solver's patience.
 */
export function makeWorld(settings: Partial<Settings> = {}, material: MaterialDescriptor = {}, method = 'ncp'): World {
  const world = new World({
    stepper: METHODS[method as MethodName],
    settings: { 'ncp.iterations': 50, 'ncp.tolerance': 0, gravity: [0, -G, 0], events: 'off', ...settings },
  });
  world.createMaterial('default', material);
  return world;
}

/** Steps as many times as fit into `seconds`, and calls back after each. */
export function run(world: World, seconds: number, dt: number, afterStep?: () => void): void {
  const steps = Math.round(seconds / dt);
  for (let i = 0; i < steps; i++) {
    world.step(dt);
    afterStep?.();
  }
}

export function addGround(world: World, material = 'default'): Body {
  return world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }], material });
}

/**
 * A plane through the origin that falls by `angle` [rad] along `heading` [rad], the angle of its downhill direction from x
 * towards z.
 */
export interface Slope {
  readonly orientation: Quat;
  readonly normal: Vec3;
  /** Unit vector of steepest descent. */
  readonly downhill: Vec3;
  /** Unit vector across, normal x downhill: what rolls downhill turns about it. */
  readonly across: Vec3;
}

export function makeSlope(angle: number, heading: number): Slope {
  const axis: Vec3 = [Math.sin(heading), 0, -Math.cos(heading)];
  const orientation = axisAngle(axis, angle);
  const normal = rotate(orientation, [0, 1, 0]);
  const downhill = rotate(orientation, [Math.cos(heading), 0, Math.sin(heading)]);
  return { orientation, normal, downhill, across: cross(normal, downhill) };
}

export type SlopeShape = 'half-space' | 'box' | 'hull';

/** The slope as a fixed body of one of three shapes. */
export function addSlope(
  world: World,
  { orientation, normal }: Slope,
  shape: SlopeShape = 'half-space',
  material = 'default',
): Body {
  const common = { kind: 'fixed', name: 'slope', orientation, material } as const;
  if (shape === 'half-space') return world.createBody({ ...common, shapes: [{ kind: 'half-space' }] });
  const size: Vec3 = [60, 2, 60];
  const solid: ShapeDescriptor = shape === 'box' ? { kind: 'box', size } : { kind: 'hull', points: corners(size) };
  return world.createBody({ ...common, position: scale(normal, -1), shapes: [solid] });
}

export function corners([x, y, z]: Readonly<Vec3>): Vec3[] {
  return Array.from({ length: 8 }, (_, i): Vec3 => [i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2]);
}

/** A body whose shape touches the slope `height` below its centre, turned by `yaw` [rad] about the normal. */
export function addOnSlope(world: World, slope: Slope, height: number, yaw: number, descriptor: BodyDescriptor): Body {
  return world.createBody({
    position: scale(slope.normal, height),
    orientation: multiply(slope.orientation, axisAngle([0, 1, 0], yaw)),
    ...descriptor,
  });
}

// --- Sums over all moving bodies ---

export function linearMomentum(world: World): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (const body of world.bodies()) sum = add(sum, scale(body.velocity, body.mass));
  return sum;
}

/** About the world's origin: sum of m x X v + I w. */
export function angularMomentum(world: World): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (const body of world.bodies()) {
    if (body.mass > 0) sum = add(sum, add(cross(body.centerOfMass, scale(body.velocity, body.mass)), spinOfBody(body)));
  }
  return sum;
}

/** I w of one body about its centre of mass. */
export function spinOfBody(body: Body): Vec3 {
  return spinOf(body.world.store.nodes.columns, body.row);
}

/** Contacts between two bodies in the last step. */
export function contactsBetween(world: World, a: Body, b: Body): readonly ContactView[] {
  return world.graph.edgeBetween(a, b)?.contacts ?? [];
}

/** The impulse that `to` got from `from` in the last step [N s]. */
export function impulseBetween(world: World, from: Body, to: Body): Vec3 {
  const edge = world.graph.edgeBetween(from, to);
  let sum: Vec3 = [0, 0, 0];
  for (const contact of edge?.contacts ?? []) sum = add(sum, edge?.b === to.id ? contact.impulseOnB : contact.impulseOnA);
  return sum;
}

// --- Comparisons ---

export function relativeError(measured: number, expected: number): number {
  return Math.abs(measured - expected) / Math.abs(expected);
}

export function expectVector(measured: Readonly<Vec3>, expected: Readonly<Vec3>, tolerance: number): void {
  expect(length(subtract(measured, expected)), `[${measured}] against [${expected}]`).toBeLessThan(tolerance);
}

export function along(v: Readonly<Vec3>, direction: Readonly<Vec3>): number {
  return dot(v, direction);
}
