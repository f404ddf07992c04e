// cannon-es (JavaScript). Every pair has the friction of the world's default contact material. Its friction is no Coulomb friction:
// the limit follows from the masses of the two, not from the load, and is a force where the solver wants an impulse, so that a
// single box slides as if the coefficient were far larger. Stacks gain by that, so it is left as it is.

import * as CANNON from 'cannon-es';
import { polytopeOf } from '../ruler/polytope.mjs';

/** @type {import('./index.mjs').Rival} */
export const cannon = {
  settings: {
    default: {},
    '50 iterations': { iterations: 50 },
  },
  async create({ dt, gravity, friction, restitution, settings: { iterations } }) {
    const world = new CANNON.World({ gravity: new CANNON.Vec3(...gravity) });
    world.defaultContactMaterial.friction = friction;
    world.defaultContactMaterial.restitution = restitution;
    if (iterations !== undefined) Object.assign(world.solver, { iterations });
    const moving = [];

    return {
      addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass, inertia }) {
        const body = new CANNON.Body({
          mass,
          position: new CANNON.Vec3(...position),
          velocity: new CANNON.Vec3(...velocity),
          angularVelocity: new CANNON.Vec3(...angularVelocity),
          quaternion: new CANNON.Quaternion(...orientation),
          linearDamping: 0,
          angularDamping: 0,
          allowSleep: false,
        });
        body.addShape(createShape(shape), undefined, shape.kind === 'half-space' ? FACING_UP : undefined);
        if (!isFixed) {
          // Its own is that of the bounding box.
          body.inertia.set(...inertia);
          body.invInertia.set(1 / inertia[0], 1 / inertia[1], 1 / inertia[2]);
          body.updateInertiaWorld(true);
          moving.push(body);
        }
        world.addBody(body);
      },
      step() {
        world.step(dt);
      },
      poses(out) {
        moving.forEach(({ position: p, quaternion: q }, i) => {
          out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], 7 * i);
        });
      },
      dispose() {},
    };
  },
};

/** Its planes face along z. */
const FACING_UP = new CANNON.Quaternion(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);

/** @param {import('../plain-scene.mjs').PlainShape} shape */
function createShape(shape) {
  switch (shape.kind) {
    case 'box':
      return new CANNON.Box(new CANNON.Vec3(...shape.size).scale(0.5));
    case 'sphere':
      return new CANNON.Sphere(shape.radius);
    case 'half-space':
      return new CANNON.Plane();
    case 'hull': {
      const { vertices, faces } = polytopeOf(shape.points);
      return new CANNON.ConvexPolyhedron({ vertices: vertices.map((point) => new CANNON.Vec3(...point)), faces });
    }
  }
}
