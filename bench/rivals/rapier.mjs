// Rapier (Rust, wasm with SIMD). Its friction of a pair is the mean of the two.

import RAPIER from '@dimforge/rapier3d-simd-compat';
import { GROUND } from './ground.mjs';

/** @type {import('./index.mjs').Rival} */
export const rapier = {
  settings: {
    default: {},
    // Contacts are springs: stiffer ones need more iterations.
    stiff: { contactFrequency: 120, iterations: 8 },
  },
  async create({ dt, gravity, friction, restitution, settings, maySleep = false }) {
    await RAPIER.init();
    const world = new RAPIER.World(vector(gravity));
    world.timestep = dt;
    const { contactFrequency, iterations } = settings;
    if (contactFrequency !== undefined) world.integrationParameters.contact_natural_frequency = contactFrequency;
    if (iterations !== undefined) world.integrationParameters.numSolverIterations = iterations;
    const moving = [];
    const driven = [];
    let steps = 0;

    return {
      addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass, inertia, motion }) {
        const { kinematicPositionBased, fixed, dynamic } = RAPIER.RigidBodyDesc;
        const placed = (motion !== undefined ? kinematicPositionBased() : isFixed ? fixed() : dynamic())
          .setTranslation(...position)
          .setRotation(rotation(orientation))
          .setLinvel(...velocity)
          .setAngvel(vector(angularVelocity))
          .setCanSleep(maySleep);
        const body = world.createRigidBody(placed);
        const collider = describeShape(shape).setFriction(friction).setRestitution(restitution);
        if (!isFixed) collider.setMassProperties(mass, vector([0, 0, 0]), vector(inertia), rotation([0, 0, 0, 1]));
        world.createCollider(collider, body);
        if (motion !== undefined) driven.push({ body, motion });
        if (!isFixed) moving.push(body);
      },
      step() {
        steps++;
        for (const { body, motion } of driven) {
          const { position, orientation } = motion(steps * dt);
          body.setNextKinematicTranslation(vector(position));
          body.setNextKinematicRotation(rotation(orientation));
        }
        world.step();
      },
      poses(out) {
        moving.forEach((body, i) => {
          const { x, y, z } = body.translation();
          const q = body.rotation();
          out.set([x, y, z, q.x, q.y, q.z, q.w], 7 * i);
        });
      },
      asleep: () => moving.filter((body) => body.isSleeping()).length,
      dispose() {
        world.free();
      },
    };
  },
};

export const vector = ([x, y, z]) => ({ x, y, z });
export const rotation = ([x, y, z, w]) => ({ x, y, z, w });

/** @param {import('../plain-scene.mjs').PlainShape} shape */
export function describeShape(shape) {
  const { ColliderDesc } = RAPIER;
  switch (shape.kind) {
    case 'box':
      return ColliderDesc.cuboid(shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2);
    case 'sphere':
      return ColliderDesc.ball(shape.radius);
    case 'hull': {
      const hull = ColliderDesc.convexHull(new Float32Array(shape.points.flat()));
      if (hull === null) throw new Error(`Rapier makes no hull of ${shape.points.length} points.`);
      return hull;
    }
    case 'half-space':
      return ColliderDesc.cuboid(...GROUND.halfExtents).setTranslation(0, -GROUND.halfExtents[1], 0);
  }
}
