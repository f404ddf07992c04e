// Worlds with joints of Drystone and of Rapier, behind one interface.

import RAPIER from '@dimforge/rapier3d-simd-compat';
import { World } from '../../dist/src/index.js';
import { conjugate, rotate } from '../../dist/src/math/vector.js';
import { GROUND } from './ground.mjs';

/**
 * `poses` writes position [m] and orientation [x, y, z, w] [1] of each body.
 * @typedef {{ step: () => void, poses: (out: Float64Array) => void }} JointedWorld
 */

const FRICTION = 0.5;
const GRAVITY = 9.81;

/**
 * By name of what moves the scene.
 * @type {Record<string, (scene: import('../jointed-scenes.mjs').JointedScene) => Promise<JointedWorld>>}
 */
export const JOINTED = {
  Drystone: makeDrystone,
  'Rapier, multibody joints': (scene) => makeRapier(scene, 'multibody'),
  'Rapier, impulse joints': (scene) => makeRapier(scene, 'impulse'),
};

async function makeDrystone({ bodies, joints, hasGround, dt }) {
  const world = new World({ settings: { gravity: [0, -GRAVITY, 0] } });
  world.createMaterial('default', { friction: FRICTION, restitution: 0 });
  if (hasGround) world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const made = bodies.map(({ shape, ...body }) => world.createBody({ ...body, shapes: [shape] }));
  for (const { kind, a, b, anchor, axis, limits } of joints) {
    world.createJoint({
      kind,
      ...(a >= 0 && { bodyA: made[a] }),
      bodyB: made[b],
      anchor,
      ...(axis && { axis }),
      ...(limits && { coordinates: { angle: { limits } } }),
    });
  }
  return {
    step: () => world.step(dt),
    poses(out) {
      made.forEach((body, i) => {
        out.set(body.position, 7 * i);
        out.set(body.orientation, 7 * i + 3);
      });
    },
  };
}

async function makeRapier({ bodies, joints, hasGround, dt }, joining) {
  await RAPIER.init();
  const world = new RAPIER.World(vector([0, -GRAVITY, 0]));
  world.timestep = dt;
  const fixed = world.createRigidBody(RAPIER.RigidBodyDesc.fixed());
  if (hasGround) {
    const ground = RAPIER.ColliderDesc.cuboid(...GROUND.halfExtents).setTranslation(0, -GROUND.halfExtents[1], 0);
    world.createCollider(ground.setFriction(FRICTION), fixed);
  }
  const made = bodies.map(({ shape, position: [x, y, z], orientation, mass }) => {
    const body = RAPIER.RigidBodyDesc.dynamic().setTranslation(x, y, z).setRotation(rotation(orientation)).setCanSleep(false);
    const handle = world.createRigidBody(body);
    const collider =
      shape.kind === 'sphere'
        ? RAPIER.ColliderDesc.ball(shape.radius)
        : RAPIER.ColliderDesc.cuboid(shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2);
    world.createCollider(collider.setMass(mass).setFriction(FRICTION), handle);
    return handle;
  });
  for (const { kind, a, b, anchor, axis, limits } of joints) {
    const anchors = [a, b].map((body) => vector(body < 0 ? anchor : inBody(bodies[body], anchor)));
    const data =
      kind === 'ball'
        ? RAPIER.JointData.spherical(anchors[0], anchors[1])
        : RAPIER.JointData.revolute(anchors[0], anchors[1], vector(rotate(conjugate(bodies[b].orientation), axis)));
    if (limits) Object.assign(data, { limitsEnabled: true, limits });
    const joint = joining === 'multibody' ? 'createMultibodyJoint' : 'createImpulseJoint';
    world[joint](data, a < 0 ? fixed : made[a], made[b], true).setContactsEnabled(false);
  }
  return {
    step: () => world.step(),
    poses(out) {
      made.forEach((body, i) => {
        const { x, y, z } = body.translation();
        const q = body.rotation();
        out.set([x, y, z, q.x, q.y, q.z, q.w], 7 * i);
      });
    },
  };
}

/** A point of the world in a body's frame. */
export function inBody({ position, orientation }, point) {
  return rotate(
    conjugate(orientation),
    point.map((value, i) => value - position[i]),
  );
}

const vector = ([x, y, z]) => ({ x, y, z });
const rotation = ([x, y, z, w]) => ({ x, y, z, w });
