// The fields that check what users say of joints, and what fields cannot say of each other.

import type { Field } from '../input/fields.js';
import {
  boolean,
  InputError,
  list,
  literal,
  number,
  numbers,
  object,
  quaternion,
  refuse,
  show,
  tagged,
  text,
  tuple,
  vec3,
} from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import { cross, length } from '../math/vector.js';
import type {
  CoordinateDescriptor,
  CouplingDescriptor,
  FrameDescriptor,
  JointDescriptor,
  MotorDescriptor,
  MultibodyDescriptor,
  SpringDescriptor,
} from './descriptors.js';
import type { CoordinateKind, JointKind } from './joint-kinds.js';
import { coordinatesOf, faultOfTurns, KIND_NAMES, namesGiven } from './joint-kinds.js';

const atLeastZero = { min: 0 } as const;
/** Below this an axis has no direction [1]. */
const SHORTEST_AXIS = 1e-9;

type MotorOf<K extends MotorDescriptor['kind']> = Extract<MotorDescriptor, { kind: K }>;
const maxForce = number('Largest force [N] or torque [N m]', atLeastZero);
export const motorField: Field = tagged('What drives a coordinate', 'a motor', 'kind', {
  velocity: object<MotorOf<'velocity'>>('Holds a velocity', 'a velocity motor', {
    kind: literal('velocity'),
    target: number('Velocity [m/s or rad/s]'),
    maxForce,
  }),
  position: object<MotorOf<'position'>>('Pulls to a position', 'a position motor', {
    kind: literal('position'),
    target: number('Position [m or rad]'),
    stiffness: number('[N/m or N m/rad]', atLeastZero),
    damping: number('[N s/m or N m s/rad]', atLeastZero),
    maxForce,
  }),
  force: object<MotorOf<'force'>>('Gives a force', 'a force motor', {
    kind: literal('force'),
    target: number('Force [N] or torque [N m]'),
    maxForce,
  }),
});
export const limitsField: Field = tuple('Lowest and highest value [m or rad]', 2);
export const springField: Field = object<SpringDescriptor>(
  'A spring',
  'a spring',
  { stiffness: number('[N/m or N m/rad]', atLeastZero) },
  { damping: number('[N s/m or N m s/rad]', atLeastZero), rest: number('Where it rests [m or rad]') },
);
export const dampingField: Field = number('Viscous damping [N s/m or N m s/rad]', atLeastZero);
export const frictionField: Field = number('Largest force [N] or torque [N m] of dry friction', atLeastZero);
export const armatureField: Field = number('Mass [kg] or moment of inertia [kg m^2] of the rotor', atLeastZero);
export const breakForceField: Field = number('The joint breaks above this force [N]', { above: 0 });
export const breakTorqueField: Field = number('The joint breaks above this torque [N m]', { above: 0 });

function coordinateField({ name }: CoordinateKind): Field {
  // Across twist and swing there is no angle that could be limited or driven.
  const all = { limits: limitsField, spring: springField, motor: motorField, armature: armatureField };
  const fields = { damping: dampingField, friction: frictionField, ...(name !== 'roll' && all) };
  return object<CoordinateDescriptor>('What acts on a coordinate', `the coordinate ${name}`, {}, fields);
}

const frameField = object<FrameDescriptor>(
  'A frame on a body',
  'a frame',
  {},
  {
    position: vec3("Origin in the body's frame [m]"),
    orientation: quaternion("Orientation in the body's frame [x, y, z, w] [1]"),
  },
);

function fieldOfKind(kind: JointKind, reference: Field): Field {
  const coordinates = Object.fromEntries(coordinatesOf(kind).map((coordinate) => [coordinate.name, coordinateField(coordinate)]));
  return object<JointDescriptor<unknown>>(
    'A joint',
    'a joint',
    { kind: literal(kind), bodyB: reference },
    {
      name: text('Unique name'),
      bodyA: reference,
      anchor: vec3('Where it is in the world, as the bodies stand [m]'),
      axis: vec3('Its axis in the world [1]'),
      axis2: vec3('Its second axis in the world [1]'),
      frameA: frameField,
      frameB: frameField,
      coordinates: object('What acts on its coordinates', `the coordinates of a ${kind} joint`, {}, coordinates),
      collide: boolean('Whether its two bodies may touch each other'),
      breakForce: breakForceField,
      breakTorque: breakTorqueField,
    },
  );
}

/** `reference` says how bodies are named. */
export function jointFieldWith(reference: Field): Field {
  const cases = Object.fromEntries(KIND_NAMES.map((kind) => [kind, fieldOfKind(kind, reference)]));
  return tagged('What holds two bodies together', 'a joint', 'kind', cases);
}

/** `reference` says how joints are named. */
export function couplingFieldWith(reference: Field): Field {
  const end = object('A coordinate of a joint', 'an end of a coupling', { joint: reference, coordinate: text('Its coordinate') });
  return object<CouplingDescriptor<unknown>>(
    'A gear or a mimic joint: second = ratio * first + offset',
    'a coupling',
    { first: end, second: end, ratio: number('[1, m/rad or rad/m]') },
    { name: text('Unique name'), offset: number('[m or rad]') },
  );
}

/** A link, by name or by its place among the links. */
export function linkFieldWith(reference: Field): Field {
  const place = number('Its place among the links', { min: 0, integer: true });
  return {
    check(value, path) {
      (typeof value === 'number' ? place : reference).check(value, path);
    },
    schema: () => ({ anyOf: [reference.schema(), place.schema()] }),
  };
}

/** `link` says how links are given, `reference` how joints name them; a file holds plain lists, and names of functions, only. */
export function multibodyFieldWith(link: Field, reference: Field, isPlain: boolean): Field {
  const joint = jointFieldWith(reference);
  return object<MultibodyDescriptor<unknown, unknown>>(
    'A tree of links, and loops in it',
    'a multibody',
    { links: list('Its links: rigid bodies', link, 1), joints: list('What joins them to a tree', joint) },
    {
      name: text('Unique name'),
      loops: list('Joints that close rings', joint),
      slots: numbers('Numbers of its own, for what controls it', isPlain),
      ...(isPlain && { control: text('Name of what controls it, which whoever runs the scene has') }),
    },
  );
}

/** What the fields of a joint cannot say of each other. */
export function checkJoint(descriptor: JointDescriptor<unknown>, path: string): void {
  checkPlace(descriptor, path);
  const { kind, coordinates = {} } = descriptor;
  const named = namesGiven(descriptor);
  const fault = kind === 'generic' ? faultOfTurns(named) : undefined;
  if (fault !== undefined) throw new InputError(`${path}.coordinates are ${named.join(', ')}, ${fault}.`);
  for (const name of named) checkCoordinate(coordinates[name], name, `${path}.coordinates.${name}`);
}

/** Frames are said in one of two ways. */
function checkPlace(descriptor: JointDescriptor<unknown>, path: string): void {
  const { kind, frameA, frameB, anchor, axis, axis2 } = descriptor;
  const frame = frameA !== undefined ? 'frameA' : frameB !== undefined ? 'frameB' : undefined;
  for (const [name, given] of Object.entries({ anchor, axis, axis2 })) {
    if (given !== undefined && frame !== undefined)
      throw new InputError(`${path}.${name} is ${show([...given])}, but must be left out where ${frame} is given.`);
    if (given !== undefined && kind === 'distance')
      throw new InputError(
        `${path}.${name} is ${show([...given])}, but a distance joint is between two points: they are the origins of frameA and frameB.`,
      );
  }
  if (anchor === undefined && frame === undefined && kind !== 'distance' && kind !== 'free')
    throw new InputError(`${path}.anchor is missing; a ${kind} joint needs it, or else frameA and frameB.`);
  if (axis !== undefined && !(length(axis) > SHORTEST_AXIS)) refuse(`${path}.axis`, axis, 'a direction, not zero');
  if (axis2 === undefined) return;
  if (!(length(axis2) > SHORTEST_AXIS)) refuse(`${path}.axis2`, axis2, 'a direction, not zero');
  const first: Readonly<Vec3> = axis ?? [1, 0, 0];
  if (!(length(cross(first, axis2)) > 1e-6 * length(first) * length(axis2)))
    throw new InputError(`${path}.axis2 is ${show([...axis2])}, but must not be along axis, ${show([...first])}.`);
}

export function checkCoordinate({ limits, spring, damping }: CoordinateDescriptor, name: string, path: string): void {
  if (limits !== undefined) checkLimits(limits, name, `${path}.limits`);
  if (damping !== undefined && spring?.damping !== undefined)
    throw new InputError(`${path}.damping is ${show(damping)}, but must be left out where the spring has its own.`);
}

export function checkLimits([lower, upper]: readonly [number, number], name: string, path: string): void {
  const given = show([lower, upper]);
  if (lower > upper) throw new InputError(`${path} is ${given}, but the first, the lowest, must be no more than the second.`);
  if (name === 'swing' && !(lower === 0 && upper > 0 && upper <= Math.PI))
    throw new InputError(`${path} is ${given}, but must be 0 and the half angle of a cone, above 0 and at most pi.`);
  if (name === 'length' && !(lower >= 0 && upper > 0))
    throw new InputError(`${path} is ${given}, but lengths are at least 0, and the longest is above 0.`);
}
