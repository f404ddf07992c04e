// Small experiments that tell whether a method behaves as physics does, each as one number, for any method and settings.

import type { MethodName, Settings, ShapeDescriptor } from '../../src/index.js';
import { axisAngle } from '../../src/index.js';
import { distance, subtract } from '../../src/math/vector.js';
import { addGround, addOnSlope, addSlope, along, G, impulseBetween, makeSlope, makeWorld, run } from '../physics/laboratory.js';

const DT = 1 / 100;
const CUBE: ShapeDescriptor = { kind: 'box', size: [1, 1, 1] };

/** How a world steps. */
export interface Choice {
  readonly method: MethodName;
  readonly settings?: Partial<Settings>;
}

/**
 * What the ground under a stack of `count` cubes reads as its weight, over what it is; the top one weighs `ratio` times as much as
 * each other [1].
 */
export function readScale({ method, settings = {} }: Choice, count = 25, ratio = 1): number {
  const world = makeWorld(settings, {}, method);
  const ground = addGround(world);
  const cubes = Array.from({ length: count }, (_, i) =>
    world.createBody({ shapes: [CUBE], mass: i === count - 1 ? ratio : 1, position: [0, i + 0.5, 0] }),
  );
  run(world, 2, DT);
  let sum = 0;
  run(world, 1, DT, () => {
    sum += impulseBetween(world, ground, cubes[0])[1];
  });
  return sum / ((count - 1 + ratio) * G);
}

/**
 * When a stack of ten cubes, each `offset` [m] further out than the one below, has fallen so far that its top is below 9 m, from
 * 9.5 m; infinite when it has not after 10 s [s]. It must fall from 0.1 m on, where the upper nine are no longer over the lowest.
 */
export function timeToTopple({ method, settings = {} }: Choice, offset = 0.15): number {
  const world = makeWorld(settings, {}, method);
  addGround(world);
  const cubes = Array.from({ length: 10 }, (_, i) =>
    world.createBody({ shapes: [CUBE], mass: 1, position: [i * offset, i + 0.5, 0] }),
  );
  while (world.time < 10) {
    world.step(DT);
    if (cubes[9].position[1] < 9) return world.time;
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * A cube at 2 m/s slides onto a plate of its own mass that lies on ice: the velocities of both after 3 s, which must be 1 m/s
 * [m/s].
 */
export function speedsOfSled({ method, settings = {} }: Choice): { cube: number; plate: number } {
  const world = makeWorld(settings, {}, method);
  world.createMaterial('ice', { friction: 0 });
  const mass = 1;
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }], material: 'ice' });
  const plate = world.createBody({ shapes: [{ kind: 'box', size: [3, 1, 3] }], mass, position: [0, 0.5, 0] });
  const cube = world.createBody({ shapes: [CUBE], mass, position: [-0.8, 1.5, 0], velocity: [2, 0, 0] });
  run(world, 3, DT);
  return { cube: cube.velocity[0], plate: plate.velocity[0] };
}

/** Angle of a plank on a cylinder with five cubes on one end and three on the other, after `seconds` [deg]. */
export function angleOfSeesaw({ method, settings = {} }: Choice, seconds: number): number {
  const world = makeWorld(settings, {}, method);
  addGround(world);
  world.createBody({
    kind: 'fixed',
    shapes: [{ kind: 'cylinder', radius: 0.5, height: 2 }],
    position: [0, 0.5, 0],
    orientation: axisAngle([1, 0, 0], Math.PI / 2),
  });
  const plank = world.createBody({ shapes: [{ kind: 'box', size: [5, 0.2, 1] }], mass: 1, position: [0, 1.1, 0] });
  const small: ShapeDescriptor = { kind: 'box', size: [0.5, 0.5, 0.5] };
  for (const [x, count] of [
    [-2, 5],
    [2, 3],
  ]) {
    for (let i = 0; i < count; i++) world.createBody({ shapes: [small], mass: 1, position: [x, 1.45 + 0.5 * i, 0] });
  }
  run(world, seconds, DT);
  const [, , z, w] = plank.orientation;
  return (2 * Math.atan2(z, w) * 180) / Math.PI;
}

/** Heights that a body dropped by 1 m rises to after its bounces, as long as they are above 1 cm [m]. */
export function apexes({ method, settings = {} }: Choice, restitution: number, shape: ShapeDescriptor, dt = DT): number[] {
  const world = makeWorld(settings, { restitution }, method);
  addGround(world);
  const body = world.createBody({ shapes: [shape], position: [0, 1.25, 0] });
  const found: number[] = [];
  let before = -1;
  run(world, 2, dt, () => {
    const now = body.velocity[1];
    if (before > 0 && now <= 0 && body.position[1] > 0.26) found.push(body.position[1] - 0.25);
    before = now;
  });
  return found;
}

/**
 * A slab on a slope where friction is `share` of what would just hold it: how far it has gone in 2 s [m], and its acceleration in
 * the second of them [m/s^2].
 */
export function slideOnSlope(
  { method, settings = {} }: Choice,
  degrees: number,
  share: number,
): { moved: number; acceleration: number } {
  const angle = (degrees * Math.PI) / 180;
  const world = makeWorld(settings, { friction: share * Math.tan(angle) }, method);
  const slope = makeSlope(angle, 0.7);
  addSlope(world, slope);
  const slab = addOnSlope(world, slope, 0.2, 0.3, { shapes: [{ kind: 'box', size: [1, 0.4, 0.8] }] });
  const { position } = slab;
  run(world, 1, DT);
  const { velocity } = slab;
  run(world, 1, DT);
  return { moved: distance(slab.position, position), acceleration: along(subtract(slab.velocity, velocity), slope.downhill) };
}
