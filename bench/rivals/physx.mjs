// PhysX (C++, wasm). The build refuses to start outside a browser, though it needs nothing of one but a window to be there.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createPhysX from 'physx-js-webidl';

const wasmBinary = readFileSync(fileURLToPath(new URL('physx-js-webidl.wasm', import.meta.resolve('physx-js-webidl'))));

/** @type {import('./index.mjs').Rival} */
export const physx = {
  settings: {
    default: {},
    'PGS, 8 iterations': { iterations: 8 },
    'TGS, 8 iterations': { solver: 'TGS', iterations: 8 },
    'TGS, 16 iterations': { solver: 'TGS', iterations: 16 },
  },
  async create({ dt, gravity, friction, restitution, settings: { solver, iterations } }) {
    const PhysX = await loadPhysX();
    const Px = functionsOf(PhysX);
    const foundation = Px.CreateFoundation(
      PhysX.PHYSICS_VERSION,
      new PhysX.PxDefaultAllocator(),
      new PhysX.PxDefaultErrorCallback(),
    );
    const scale = new PhysX.PxTolerancesScale();
    const physics = Px.CreatePhysics(PhysX.PHYSICS_VERSION, foundation, scale);
    const description = new PhysX.PxSceneDesc(scale);
    description.gravity = new PhysX.PxVec3(...gravity);
    description.cpuDispatcher = Px.DefaultCpuDispatcherCreate(0);
    description.filterShader = Px.DefaultFilterShader();
    if (solver === 'TGS') description.solverType = PhysX.PxSolverTypeEnum.eTGS;
    const scene = physics.createScene(description);
    const material = physics.createMaterial(friction, friction, restitution);
    const flags = new PhysX.PxShapeFlags(PhysX.PxShapeFlagEnum.eSIMULATION_SHAPE);
    const filter = new PhysX.PxFilterData(1, 1, 0, 0);
    const moving = [];
    const driven = [];
    let steps = 0;
    const target = new PhysX.PxTransform();

    return {
      addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass, inertia, motion }) {
        const turn = shape.kind === 'half-space' ? FACING_UP : orientation;
        const pose = new PhysX.PxTransform(new PhysX.PxVec3(...position), new PhysX.PxQuat(...turn));
        const isStatic = isFixed && motion === undefined;
        const body = isStatic ? physics.createRigidStatic(pose) : physics.createRigidDynamic(pose);
        const form = physics.createShape(createGeometry(PhysX, scale, shape), material, true, flags);
        form.setSimulationFilterData(filter);
        body.attachShape(form);
        if (motion !== undefined) {
          body.setRigidBodyFlag(PhysX.PxRigidBodyFlagEnum.eKINEMATIC, true);
          driven.push({ body, motion });
        }
        if (!isFixed) {
          body.setMass(mass);
          body.setMassSpaceInertiaTensor(new PhysX.PxVec3(...inertia));
          body.setLinearDamping(0);
          body.setAngularDamping(0);
          body.setLinearVelocity(new PhysX.PxVec3(...velocity));
          body.setAngularVelocity(new PhysX.PxVec3(...angularVelocity));
          body.setSleepThreshold(0);
          body.setStabilizationThreshold(0);
          if (iterations !== undefined) body.setSolverIterationCounts(iterations, 1);
          moving.push(body);
        }
        scene.addActor(body);
      },
      step() {
        steps++;
        for (const { body, motion } of driven) {
          const { position, orientation } = motion(steps * dt);
          [target.p.x, target.p.y, target.p.z] = position;
          [target.q.x, target.q.y, target.q.z, target.q.w] = orientation;
          body.setKinematicTarget(target);
        }
        scene.simulate(dt);
        scene.fetchResults(true);
      },
      poses(out) {
        moving.forEach((body, i) => {
          const { p, q } = body.getGlobalPose();
          out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], 7 * i);
        });
      },
      dispose() {
        scene.release();
      },
    };
  },
};

/** What it looks at to tell a browser is looked at before the first pause. */
async function loadPhysX() {
  const { process } = globalThis;
  Object.assign(globalThis, { window: globalThis, process: undefined });
  try {
    return await createPhysX({ wasmBinary });
  } finally {
    Object.assign(globalThis, { process });
    Reflect.deleteProperty(globalThis, 'window');
  }
}

/** Its types say that these are static, but they are in the prototype. */
function functionsOf(/** @type {any} */ PhysX) {
  return PhysX.PxTopLevelFunctions.prototype;
}

/**
 * Its planes face along x.
 * @type {import('../plain-scene.mjs').Quat}
 */
const FACING_UP = [0, 0, Math.SQRT1_2, Math.SQRT1_2];

/**
 * @param {any} PhysX
 * @param {any} scale
 * @param {import('../plain-scene.mjs').PlainShape} shape
 */
function createGeometry(PhysX, scale, shape) {
  switch (shape.kind) {
    case 'box':
      return new PhysX.PxBoxGeometry(...shape.size.map((edge) => edge / 2));
    case 'sphere':
      return new PhysX.PxSphereGeometry(shape.radius);
    case 'half-space':
      return new PhysX.PxPlaneGeometry();
    case 'hull': {
      const points = new PhysX.PxArray_PxVec3(shape.points.length);
      shape.points.forEach((point, i) => {
        points.set(i, new PhysX.PxVec3(...point));
      });
      const description = new PhysX.PxConvexMeshDesc();
      description.flags = new PhysX.PxConvexFlags(PhysX.PxConvexFlagEnum.eCOMPUTE_CONVEX);
      description.points.count = shape.points.length;
      description.points.stride = 12;
      description.points.data = points.begin();
      const mesh = functionsOf(PhysX).CreateConvexMesh(new PhysX.PxCookingParams(scale), description);
      return new PhysX.PxConvexMeshGeometry(mesh);
    }
  }
}
