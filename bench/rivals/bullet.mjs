// Bullet (C++, wasm by ammo.js). Its friction of a pair is the product of the two. A box has its true size including its margin;
// a hull grows by it, so its corners are moved inwards first.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { polytopeOf, shrinkCorners } from '../ruler/polytope.mjs';
import { GROUND } from './ground.mjs';

const require = createRequire(import.meta.url);
const createAmmo = require('ammojs-typed/wasm');
const wasmBinary = readFileSync(require.resolve('ammojs-typed/ammo.wasm.wasm'));

const DISABLE_DEACTIVATION = 4;

/** @type {import('./index.mjs').Rival} */
export const bullet = {
  settings: {
    default: {},
    '50 iterations': { iterations: 50 },
  },
  async create({ dt, gravity, friction, restitution, settings: { iterations } }) {
    const Ammo = await createAmmo({ wasmBinary });
    const vector = (/** @type {import('../plain-scene.mjs').Vec3} */ [x, y, z]) => new Ammo.btVector3(x, y, z);
    const configuration = new Ammo.btDefaultCollisionConfiguration();
    const world = new Ammo.btDiscreteDynamicsWorld(
      new Ammo.btCollisionDispatcher(configuration),
      new Ammo.btDbvtBroadphase(),
      new Ammo.btSequentialImpulseConstraintSolver(),
      configuration,
    );
    world.setGravity(vector(gravity));
    if (iterations !== undefined) world.getSolverInfo().set_m_numIterations(iterations);
    const moving = [];

    return {
      addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass, inertia }) {
        const [offset, form] = createShape(Ammo, shape);
        const pose = new Ammo.btTransform();
        pose.setIdentity();
        pose.setOrigin(vector([position[0] + offset[0], position[1] + offset[1], position[2] + offset[2]]));
        pose.setRotation(new Ammo.btQuaternion(...orientation));
        const motion = new Ammo.btDefaultMotionState(pose);
        const description = new Ammo.btRigidBodyConstructionInfo(mass, motion, form, vector(inertia));
        const body = new Ammo.btRigidBody(description);
        body.setFriction(Math.sqrt(friction));
        body.setRestitution(Math.sqrt(restitution));
        if (!isFixed) {
          body.setActivationState(DISABLE_DEACTIVATION);
          body.setLinearVelocity(vector(velocity));
          body.setAngularVelocity(vector(angularVelocity));
          moving.push(body);
        }
        world.addRigidBody(body);
      },
      step() {
        world.stepSimulation(dt, 0, dt);
      },
      poses(out) {
        moving.forEach((body, i) => {
          const pose = body.getWorldTransform();
          const p = pose.getOrigin();
          const q = pose.getRotation();
          out.set([p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()], 7 * i);
        });
      },
      dispose() {
        Ammo.destroy(world);
      },
    };
  },
};

/**
 * Where the shape's centre is from the body's position [m], and the shape.
 * @param {any} Ammo
 * @param {import('../plain-scene.mjs').PlainShape} shape
 * @returns {[import('../plain-scene.mjs').Vec3, any]}
 */
function createShape(Ammo, shape) {
  switch (shape.kind) {
    case 'box':
      return [[0, 0, 0], new Ammo.btBoxShape(new Ammo.btVector3(...shape.size.map((edge) => edge / 2)))];
    case 'sphere':
      return [[0, 0, 0], new Ammo.btSphereShape(shape.radius)];
    case 'hull': {
      const hull = new Ammo.btConvexHullShape();
      const corners = shrinkCorners(polytopeOf(shape.points), hull.getMargin());
      for (const corner of corners) hull.addPoint(new Ammo.btVector3(...corner));
      return [[0, 0, 0], hull];
    }
    case 'half-space': {
      const [x, y, z] = GROUND.halfExtents;
      return [[0, -y, 0], new Ammo.btBoxShape(new Ammo.btVector3(x, y, z))];
    }
  }
}
