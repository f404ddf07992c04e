// Havok (C++, wasm), as it comes with Babylon.js.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import HavokPhysics from '@babylonjs/havok';
import { GROUND } from './ground.mjs';

const wasmBinary = /** @type {any} */ (
  readFileSync(fileURLToPath(import.meta.resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm')))
);

/** @type {import('./index.mjs').Rival} */
export const havok = {
  settings: {
    default: {},
    'ideal step': { substeps: 1 },
    '4 substeps': { substeps: 4 },
    '16 substeps': { substeps: 16 },
  },
  async create({ dt, gravity, friction, restitution, settings: { substeps }, maySleep = false }) {
    const havok = await HavokPhysics({ wasmBinary });
    const [, world] = havok.HP_World_Create();
    havok.HP_World_SetGravity(world, gravity);
    // Otherwise it softens its contacts to be no stiffer than with steps of 1/60 s.
    if (substeps !== undefined) havok.HP_World_SetIdealStepTime(world, dt / substeps);
    /** @type {import('@babylonjs/havok').PhysicsMaterial} */
    const material = [friction, friction, restitution, havok.MaterialCombine.GEOMETRIC_MEAN, havok.MaterialCombine.MAXIMUM];
    const moving = [];
    const driven = [];
    let steps = 0;

    return {
      addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass, inertia, motion }) {
        const form = createShape(havok, shape);
        havok.HP_Shape_SetMaterial(form, material);
        const [, body] = havok.HP_Body_Create();
        havok.HP_Body_SetShape(body, form);
        const { STATIC, DYNAMIC, KINEMATIC } = havok.MotionType;
        havok.HP_Body_SetMotionType(body, motion !== undefined ? KINEMATIC : isFixed ? STATIC : DYNAMIC);
        havok.HP_Body_SetQTransform(body, [position, orientation]);
        if (!isFixed) {
          // It wants the inertia that a mass of 1 kg would have.
          const [x, y, z] = inertia;
          havok.HP_Body_SetMassProperties(body, [[0, 0, 0], mass, [x / mass, y / mass, z / mass], [0, 0, 0, 1]]);
          havok.HP_Body_SetLinearDamping(body, 0);
          havok.HP_Body_SetAngularDamping(body, 0);
          havok.HP_Body_SetLinearVelocity(body, velocity);
          havok.HP_Body_SetAngularVelocity(body, angularVelocity);
          if (!maySleep) havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE);
          moving.push(body);
        }
        if (motion !== undefined) driven.push({ body, motion });
        havok.HP_World_AddBody(world, body, false);
      },
      step() {
        const count = substeps ?? 1;
        for (let i = 0; i < count; i++) {
          steps++;
          for (const { body, motion } of driven) {
            const { position, orientation } = motion((steps * dt) / count);
            havok.HP_Body_SetTargetQTransform(body, [position, orientation]);
          }
          havok.HP_World_Step(world, dt / count);
        }
      },
      poses(out) {
        moving.forEach((body, i) => {
          const [, [position, orientation]] = havok.HP_Body_GetQTransform(body);
          out.set([...position, ...orientation], 7 * i);
        });
      },
      asleep: () => moving.filter((body) => havok.HP_Body_GetActivationState(body)[1] === havok.ActivationState.INACTIVE).length,
      dispose() {
        havok.HP_World_Release(world);
      },
    };
  },
};

/**
 * @param {import('@babylonjs/havok').HavokPhysicsWithBindings} havok
 * @param {import('../plain-scene.mjs').PlainShape} shape
 */
function createShape(havok, shape) {
  switch (shape.kind) {
    case 'box':
      return havok.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], shape.size)[1];
    case 'sphere':
      return havok.HP_Shape_CreateSphere([0, 0, 0], shape.radius)[1];
    case 'hull': {
      const address = havok._malloc(12 * shape.points.length);
      new Float32Array(havok.HEAPU8.buffer, address, 3 * shape.points.length).set(shape.points.flat());
      const [, hull] = havok.HP_Shape_CreateConvexHull(address, shape.points.length);
      havok._free(address);
      return hull;
    }
    case 'half-space': {
      const [x, y, z] = GROUND.halfExtents;
      return havok.HP_Shape_CreateBox([0, -y, 0], [0, 0, 0, 1], [2 * x, 2 * y, 2 * z])[1];
    }
  }
}
