// Forty bodies thrown together in free space, and how well they keep their momenta.

import type { ShapeDescriptor, World } from '../../src/index.js';
import { Random } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, length, normalizeQuat, scale, subtract } from '../../src/math/vector.js';
import { angularMomentum, linearMomentum, spinOfBody } from './laboratory.js';

const DT = 1 / 100;

/** Forty bodies of all shapes and of masses from 1 to 1000 kg, thrown at the origin from all sides, spinning. */
export function throwTogether(world: World, seed: number): void {
  const random = new Random(seed);
  const shapes: ShapeDescriptor[] = [
    { kind: 'sphere', radius: 0.5 },
    { kind: 'box', size: [1, 0.6, 0.8] },
    { kind: 'capsule', radius: 0.3, length: 0.8 },
    { kind: 'cylinder', radius: 0.4, height: 0.9 },
  ];
  const any = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
  for (let i = 0; i < 40; i++) {
    const position: Vec3 = [1.6 * (i % 4) - 2.4, 1.6 * (Math.floor(i / 4) % 4) - 2.4, 1.6 * Math.floor(i / 16) - 1.6];
    world.createBody({
      shapes: [shapes[i % 4]],
      mass: 10 ** random.uniform(0, 3),
      position: add(add(position, any(0.1)), [10, 5, -3]),
      orientation: normalizeQuat([random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1]),
      velocity: add(add(scale(position, -2), any(1)), [0.5, 0.2, 0.1]),
      angularVelocity: any(4),
    });
  }
}

/** Sums of the sizes of what is added up: the measure that errors are relative to. */
function scales(world: World): { linear: number; angular: number } {
  let linear = 0;
  let angular = 0;
  for (const body of world.bodies()) {
    const momentum = body.mass * length(body.velocity);
    linear += momentum;
    angular += length(spinOfBody(body)) + momentum * length(body.centerOfMass);
  }
  return { linear, angular };
}

/** Largest relative errors of momentum and angular momentum over 200 steps. */
export function drift(world: World): { linear: number; angular: number; contacts: number } {
  const scale = scales(world);
  const momentum = linearMomentum(world);
  const spin = angularMomentum(world);
  let linear = 0;
  let angular = 0;
  let contacts = 0;
  for (let i = 0; i < 200; i++) {
    world.step(DT);
    contacts += world.report.contacts;
    linear = Math.max(linear, length(subtract(linearMomentum(world), momentum)) / scale.linear);
    angular = Math.max(angular, length(subtract(angularMomentum(world), spin)) / scale.angular);
  }
  return { linear, angular, contacts };
}
