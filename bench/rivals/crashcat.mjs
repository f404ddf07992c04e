// crashcat (TypeScript, after Jolt). Its friction of a pair is the geometric mean of the two.

import * as crash from 'crashcat';

crash.registerAll();

/** @type {import('./index.mjs').Rival} */
export const crashcat = {
  settings: {
    default: {},
    'slop 1 mm, 30 + 10 iterations': { penetrationSlop: 0.001, velocityIterations: 30, positionIterations: 10 },
  },
  async create({ dt, gravity, friction, restitution, settings }) {
    const description = crash.createWorldSettings();
    const fixedLayer = crash.addObjectLayer(description, crash.addBroadphaseLayer(description));
    const movingLayer = crash.addObjectLayer(description, crash.addBroadphaseLayer(description));
    crash.enableCollision(description, movingLayer, fixedLayer);
    crash.enableCollision(description, movingLayer, movingLayer);
    description.gravity = [...gravity];
    description.sleeping.allowSleeping = false;
    Object.assign(description.solver, settings);
    const world = crash.createWorld(description);
    const moving = [];

    return {
      addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass }) {
        const body = crash.rigidBody.create(world, {
          shape: createShape(shape),
          motionType: isFixed ? crash.MotionType.STATIC : crash.MotionType.DYNAMIC,
          objectLayer: isFixed ? fixedLayer : movingLayer,
          position: [...position],
          quaternion: [...orientation],
          friction,
          restitution,
          linearDamping: 0,
          angularDamping: 0,
          allowSleeping: false,
          ...(!isFixed && { mass }),
        });
        if (isFixed) return;
        crash.rigidBody.setLinearVelocity(world, body, velocity);
        crash.rigidBody.setAngularVelocity(world, body, angularVelocity);
        moving.push(body);
      },
      step() {
        crash.updateWorld(world, undefined, dt);
      },
      poses(out) {
        moving.forEach((body, i) => {
          out.set([...body.position, ...body.quaternion], 7 * i);
        });
      },
      dispose() {},
    };
  },
};

/** @param {import('../plain-scene.mjs').PlainShape} shape */
function createShape(shape) {
  switch (shape.kind) {
    case 'box':
      return crash.box.create({ halfExtents: [shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2] });
    case 'sphere':
      return crash.sphere.create({ radius: shape.radius });
    case 'hull':
      return crash.convexHull.create({ positions: shape.points.flat() });
    case 'half-space':
      return crash.plane.create({ plane: { normal: [0, 1, 0], constant: 0 } });
  }
}
