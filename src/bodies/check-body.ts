// Checks of a body's descriptor that involve several fields, and the mass that follows from them.

import { InputError, show } from '../input/fields.js';
import { principalAxes } from '../math/symmetric.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { IDENTITY } from '../math/vector.js';
import type { ShapeGeometry } from '../shapes/descriptor.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { BodyDescriptor, KeyframeMotion } from './descriptors.js';
import type { MassProperties } from './mass-properties.js';
import { combineMassProperties, shapeMassProperties } from './mass-properties.js';

const DEFAULT_DENSITY = 1000;

/** Throws if a shape is a surface: it has neither mass nor interior, so only fixed bodies may have one. */
export function refuseSurfaces(owner: string, shapes: readonly ShapeDescriptor[]): void {
  const i = shapes.findIndex((shape) => shape.kind === 'surface');
  if (i < 0) return;
  throw new InputError(`shapes[${i}].kind is "surface", but a ${owner} cannot have a surface; only a fixed body can.`);
}

/** Throws if fields of a descriptor contradict each other. */
export function checkBody({
  kind = 'rigid',
  shapes,
  mass,
  density,
  inertia,
  motion,
  velocity,
  angularVelocity,
  surfaceVelocity,
  position,
  orientation,
}: BodyDescriptor): void {
  if (kind !== 'fixed' && surfaceVelocity !== undefined) {
    throw new InputError(`surfaceVelocity is ${show(surfaceVelocity)}, but only a fixed body has one, and this one is ${kind}.`);
  }
  if (kind !== 'rigid' && (velocity !== undefined || angularVelocity !== undefined)) {
    const field = velocity === undefined ? 'angularVelocity' : 'velocity';
    throw new InputError(
      `${field} is ${show(velocity ?? angularVelocity)}, but only a rigid body has one of its own, and this one is ${kind}.`,
    );
  }
  const massless = shapes.findIndex((shape) => shape.kind === 'half-space');
  if (kind === 'rigid' && massless >= 0) {
    throw new InputError(
      `shapes[${massless}].kind is "half-space", but a rigid body has finite shapes only; make the body fixed.`,
    );
  }
  if (kind !== 'fixed') refuseSurfaces(`${kind} body`, shapes);
  if (kind === 'rigid' && shapes.length === 0 && (mass === undefined || inertia === undefined)) {
    throw new InputError('shapes is an empty list, but a rigid body without shapes needs both mass and inertia.');
  }
  if (mass !== undefined && density !== undefined) {
    throw new InputError(`density is ${show(density)}, but must be left out where mass (${show(mass)}) is given.`);
  }
  if (kind === 'scripted' && motion === undefined) throw new InputError('motion is missing; a scripted body needs it.');
  if (kind !== 'scripted' && motion !== undefined) {
    throw new InputError(`motion is an object, but only a scripted body has one, and this one is ${kind}.`);
  }
  if (motion?.kind === 'keyframes') checkKeyframes(motion, position, orientation);
  if (inertia !== undefined) checkInertia(inertia);
}

function checkKeyframes(
  { keyframes, repeat = false }: KeyframeMotion,
  position: Readonly<Vec3> = [0, 0, 0],
  orientation: Readonly<Quat> = IDENTITY,
): void {
  for (let i = 1; i < keyframes.length; i++) {
    const { time } = keyframes[i];
    const before = keyframes[i - 1].time;
    if (time <= before)
      throw new InputError(`motion.keyframes[${i}].time is ${show(time)}, but must be above the time before it, ${before}.`);
  }
  const poseOf = (keyframe: KeyframeMotion['keyframes'][number]): string =>
    JSON.stringify([keyframe.position ?? position, keyframe.orientation ?? orientation]);
  if (repeat && poseOf(keyframes[0]) !== poseOf(keyframes[keyframes.length - 1])) {
    throw new InputError(
      'motion.repeat is true, but the last keyframe must then have the pose of the first, or the body would jump.',
    );
  }
}

function checkInertia(inertia: NonNullable<BodyDescriptor['inertia']>): void {
  const { moments } = principalAxes(inertia);
  const [i, j, k] = [...moments].sort((p, q) => p - q);
  if (!(i > 0 && i + j >= k * (1 - 1e-9))) {
    throw new InputError(
      `inertia is ${show([...inertia])} with principal moments ${show(moments)}, but these must be above 0 and no one larger than the sum of the others.`,
    );
  }
}

export function massOf(descriptor: BodyDescriptor, geometries: readonly ShapeGeometry[]): MassProperties {
  const density = descriptor.density ?? DEFAULT_DENSITY;
  const parts = descriptor.shapes.map((shape, i) => shapeMassProperties(shape, density, geometries[i]));
  const whole: MassProperties =
    parts.length > 0 ? combineMassProperties(parts) : { mass: 1, center: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0] };
  const mass = descriptor.mass ?? whole.mass;
  const s = mass / whole.mass;
  const scaled = whole.inertia.map((value) => value * s) as MassProperties['inertia'];
  const inertia: MassProperties['inertia'] = descriptor.inertia === undefined ? scaled : [...descriptor.inertia];
  const smallest = Math.min(mass, ...principalAxes(inertia).moments);
  if (!(smallest > 0 && Number.isFinite(1 / smallest) && Number.isFinite(mass))) {
    throw new InputError(
      `shapes give a mass of ${show(mass)} kg with inertia ${show([...inertia].slice(0, 3))}, but both must be above 0 and finite.`,
    );
  }
  return {
    mass,
    center: descriptor.centerOfMass === undefined ? whole.center : [...descriptor.centerOfMass],
    inertia,
  };
}
