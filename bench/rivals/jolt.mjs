// Jolt (C++, wasm). Its friction of a pair is the geometric mean of the two. A box has its true size whatever its convex radius:
// the radius rounds its edges, inside.

import initJolt from 'jolt-physics/wasm-compat';

const FIXED_LAYER = 0;
const MOVING_LAYER = 1;
/** As many as its temporary memory of fixed size has room for [1]. */
const MAX_BODIES = 1 << 14;
const MAX_PAIRS = 1 << 16;
const MAX_CONTACTS = 20000;

/** @type {import('./index.mjs').Rival} */
export const jolt = {
  settings: {
    default: {},
    'slop 1 mm': { mPenetrationSlop: 0.001 },
    'slop 1 mm, 30 + 10 iterations': { mPenetrationSlop: 0.001, mNumVelocitySteps: 30, mNumPositionSteps: 10 },
  },
  async create({ dt, gravity, friction, restitution, settings, maySleep = false }) {
    const Jolt = await initJolt();
    const jolt = new Jolt.JoltInterface(describeWorld(Jolt));
    const system = jolt.GetPhysicsSystem();
    system.SetGravity(new Jolt.Vec3(...gravity));
    const physics = system.GetPhysicsSettings();
    Object.assign(physics, settings);
    system.SetPhysicsSettings(physics);
    const bodies = system.GetBodyInterface();
    const moving = [];
    const driven = [];
    let steps = 0;

    return {
      addBody({ isFixed, shape, position, orientation, velocity, angularVelocity, mass, motion }) {
        const description = new Jolt.BodyCreationSettings(
          createShape(Jolt, shape),
          new Jolt.RVec3(...position),
          new Jolt.Quat(...orientation),
          motion !== undefined ? Jolt.EMotionType_Kinematic : isFixed ? Jolt.EMotionType_Static : Jolt.EMotionType_Dynamic,
          isFixed && motion === undefined ? FIXED_LAYER : MOVING_LAYER,
        );
        description.mFriction = friction;
        description.mRestitution = restitution;
        description.mAllowSleeping = maySleep;
        description.mLinearDamping = 0;
        description.mAngularDamping = 0;
        description.mLinearVelocity = new Jolt.Vec3(...velocity);
        description.mAngularVelocity = new Jolt.Vec3(...angularVelocity);
        if (!isFixed) {
          description.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
          description.mMassPropertiesOverride.mMass = mass;
        }
        const body = bodies.CreateBody(description);
        bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
        if (motion !== undefined) driven.push({ id: body.GetID(), motion });
        if (!isFixed) moving.push(body);
      },
      step() {
        steps++;
        for (const { id, motion } of driven) {
          const { position, orientation } = motion(steps * dt);
          const [to, turn] = [new Jolt.RVec3(...position), new Jolt.Quat(...orientation)];
          bodies.MoveKinematic(id, to, turn, dt);
          Jolt.destroy(to);
          Jolt.destroy(turn);
        }
        jolt.Step(dt, 1);
      },
      poses(out) {
        moving.forEach((body, i) => {
          const p = body.GetPosition();
          const q = body.GetRotation();
          out.set([p.GetX(), p.GetY(), p.GetZ(), q.GetX(), q.GetY(), q.GetZ(), q.GetW()], 7 * i);
        });
      },
      asleep: () => moving.filter((body) => !body.IsActive()).length,
      dispose() {
        Jolt.destroy(jolt);
      },
    };
  },
};

function describeWorld(Jolt) {
  const settings = new Jolt.JoltSettings();
  settings.mMaxBodies = MAX_BODIES;
  settings.mMaxBodyPairs = MAX_PAIRS;
  settings.mMaxContactConstraints = MAX_CONTACTS;
  const layers = new Jolt.ObjectLayerPairFilterTable(2);
  layers.EnableCollision(FIXED_LAYER, MOVING_LAYER);
  layers.EnableCollision(MOVING_LAYER, MOVING_LAYER);
  const broadPhase = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  broadPhase.MapObjectToBroadPhaseLayer(FIXED_LAYER, new Jolt.BroadPhaseLayer(0));
  broadPhase.MapObjectToBroadPhaseLayer(MOVING_LAYER, new Jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broadPhase;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broadPhase, 2, layers, 2);
  return settings;
}

function createShape(Jolt, shape) {
  switch (shape.kind) {
    case 'box':
      return new Jolt.BoxShape(new Jolt.Vec3(...shape.size.map((edge) => edge / 2)));
    case 'sphere':
      return new Jolt.SphereShape(shape.radius);
    case 'hull': {
      const hull = new Jolt.ConvexHullShapeSettings();
      for (const point of shape.points) hull.mPoints.push_back(new Jolt.Vec3(...point));
      return hull.Create().Get();
    }
    case 'half-space':
      return new Jolt.PlaneShape(new Jolt.Plane(new Jolt.Vec3(0, 1, 0), 0));
  }
}
