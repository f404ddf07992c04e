// A scene as every engine understands it: each body has one shape, centred on its centre of mass with its axes along the
// principal ones, so that no engine needs to be told of offsets; a fixed body of several shapes becomes several fixed bodies.
// Masses come from here, not from the engines, so all simulate the very same bodies.

import { shapeMassProperties } from '../dist/src/bodies/mass-properties.js';
import { composePoses, IDENTITY, normalizeQuat, subtract, transformPoint } from '../dist/src/math/vector.js';

/** Off-diagonal inertia below this share of the trace is rounding [1]. */
const PRINCIPAL = 1e-9;
/** What every engine has, ... */
const SHAPES = ['box', 'sphere', 'hull', 'half-space'];
/** ... and fields of a scene and of a body that not every one knows. */
const UNKNOWN = [
  'composites',
  'multibodies',
  'characters',
  'joints',
  'couplings',
  'rules',
  'triggers',
  'timers',
  'materialPairs',
];
const UNKNOWN_OF_BODY = [
  'centerOfMass',
  'inertia',
  'linearDamping',
  'angularDamping',
  'gravityScale',
  'locks',
  'active',
  'surfaceVelocity',
  'category',
  'mask',
];

/**
 * @typedef {[number, number, number]} Vec3
 * @typedef {[number, number, number, number]} Quat
 *
 * Lengths are in metres.
 * @typedef {{ kind: 'box', size: Vec3 } | { kind: 'sphere', radius: number } | { kind: 'hull', points: Vec3[] } | { kind: 'half-space' }}
 *   PlainShape
 *
 * A fixed body with a `motion` is where that has it at a time [s]. Position [m], orientation [1], velocity [m/s], angular velocity [rad/s], mass [kg], principal moments of inertia [kg m^2].
 * @typedef {{ isFixed: boolean, shape: PlainShape, position: Vec3, orientation: Quat, velocity: Vec3, angularVelocity: Vec3,
 *   mass: number, inertia: Vec3, motion?: (time: number) => { position: Vec3, orientation: Quat } }} PlainBody
 *
 * Gravity [m/s^2], friction and restitution [1]; additions come at so many seconds.
 * @typedef {{ gravity: Vec3, friction: number, restitution: number, bodies: PlainBody[],
 *   additions: { at: number, bodies: PlainBody[] }[] }} PlainScene
 */

/** @returns {PlainScene} */
export function plainScene(scene) {
  for (const field of UNKNOWN) {
    if (scene[field]?.length > 0) throw new Error(`The scene ${scene.name} has ${field}, which not every engine knows.`);
  }
  const { friction = 0.5, restitution = 0 } = scene.materials?.default ?? {};
  return {
    gravity: scene.settings?.gravity ?? [0, -9.81, 0],
    friction,
    restitution,
    bodies: (scene.bodies ?? []).flatMap(plainBodies),
    additions: (scene.additions ?? []).map(({ at, bodies = [] }) => ({ at, bodies: bodies.flatMap(plainBodies) })),
  };
}

function plainBodies(body) {
  const { name, kind = 'rigid', shapes, material = 'default' } = body;
  if (kind === 'scripted') throw new Error(`The body ${name} is scripted, which not every engine knows.`);
  for (const field of UNKNOWN_OF_BODY) {
    if (body[field] !== undefined) throw new Error(`The body ${name} has ${field}, which not every engine knows.`);
  }
  if (kind === 'rigid' && shapes.length > 1) throw new Error(`The body ${name} has ${shapes.length} shapes, but must have 1.`);
  return shapes.map((shape) => {
    if (!SHAPES.includes(shape.kind))
      throw new Error(`The body ${name} is a ${shape.kind}, but must be one of ${SHAPES.join(', ')}.`);
    if (material !== 'default' || (shape.material ?? 'default') !== 'default') {
      throw new Error(`The body ${name} has a material of its own, but engines combine materials by different rules.`);
    }
    return plainBody(body, shape, kind === 'fixed');
  });
}

function plainBody(body, shape, isFixed) {
  const { position = [0, 0, 0], orientation = IDENTITY, velocity = [0, 0, 0], angularVelocity = [0, 0, 0] } = body;
  const local = { position: shape.position ?? [0, 0, 0], orientation: normalizeQuat(shape.orientation ?? IDENTITY) };
  const pose = composePoses({ position, orientation: normalizeQuat(orientation) }, local);
  if (shape.kind === 'half-space' && Math.abs(pose.orientation[3]) !== 1) {
    throw new Error(`The half-space ${body.name} is turned, but must be level, since for some engines it is a box.`);
  }
  const ownShape = { ...shape, position: undefined, orientation: undefined };
  const common = { isFixed, velocity, angularVelocity };
  if (isFixed) return { ...common, shape: ownShape, ...pose, mass: 0, inertia: [0, 0, 0] };

  const { mass, center, inertia } = shapeMassProperties(ownShape, body.density ?? 1000);
  const [xx, yy, zz, ...products] = inertia;
  if (products.some((product) => Math.abs(product) > PRINCIPAL * (xx + yy + zz))) {
    throw new Error(`The axes of the body ${body.name} are not its principal axes of inertia, as they must be for every engine.`);
  }
  const scale = body.mass === undefined ? 1 : body.mass / mass;
  return {
    ...common,
    shape: shape.kind === 'hull' ? { ...ownShape, points: shape.points.map((point) => subtract(point, center)) } : ownShape,
    position: transformPoint(pose, center),
    orientation: pose.orientation,
    mass: mass * scale,
    inertia: [xx * scale, yy * scale, zz * scale],
  };
}
