// Reads geoms: shapes, their masses, and their collision bits.

import type { MassProperties } from '../../bodies/mass-properties.js';
import { shapeMassProperties } from '../../bodies/mass-properties.js';
import { show } from '../../input/fields.js';
import type { Sym3 } from '../../math/symmetric.js';
import { scaleSym } from '../../math/symmetric.js';
import type { Pose, Vec3 } from '../../math/vector.js';
import { add, composePoses, length, scale, subtract } from '../../math/vector.js';
import type { ShapeDescriptor } from '../../shapes/shape-kinds.js';
import { moveMass, moveShape, Y_TO_Z } from '../link.js';
import type { XmlElement } from '../xml.js';
import { numberOf, numbersOf, refuseElement, wordOf } from '../xml.js';
import { ballPoints } from './ball-points.js';
import { readPose, turnFromZ } from './compiler.js';
import type { MjcfContext } from './context.js';

export interface Geom {
  /** The shape; undefined if the geom does not collide. */
  readonly shape?: ShapeDescriptor;
  /** The mass in the body's frame; undefined if the geom has none. */
  readonly mass?: MassProperties;
  /** Bits that are compared with those of other geoms (collision-masks.ts). */
  readonly contype: number;
  readonly conaffinity: number;
}

const KINDS = ['plane', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'hfield', 'sdf'] as const;
type Kind = (typeof KINDS)[number];
const DEFAULT_DENSITY = 1000;
/** Divisions of an icosahedron for the hull of an ellipsoid: 162 points. */
const ELLIPSOID_PARTINGS = 2;

/** A shape about the geom's origin, with its mass at a density of 1 kg/m^3. */
interface Solid {
  readonly shape: ShapeDescriptor;
  readonly unitMass?: () => MassProperties;
}

/**
 * Reads a geom, with defaults applied, in a frame of its body. Undefined if it neither collides nor has mass. `weighs`:
 * whether the body gets its mass from its geoms.
 */
export async function readGeom(geom: XmlElement, frame: Pose, weighs: boolean, context: MjcfContext): Promise<Geom | undefined> {
  const kind: Kind = wordOf(geom, 'type', KINDS) ?? (geom.attributes.mesh === undefined ? 'sphere' : 'mesh');
  const contype = numberOf(geom, 'contype', { min: 0 }) ?? 1;
  const conaffinity = numberOf(geom, 'conaffinity', { min: 0 }) ?? 1;
  const touches = contype !== 0 || conaffinity !== 0;
  const counts = weighs && isCounted(geom, context);
  if (!touches && !counts) return undefined;
  const { pose, size } = placeGeom(geom, kind, context);
  const solid = kind === 'mesh' ? await meshSolid(geom, context) : solidOf(geom, kind, size);
  const within = composePoses(frame, pose);
  const mass = counts ? massOf(geom, solid.unitMass?.()) : undefined;
  return {
    ...(touches && {
      shape: { ...moveShape(within, solid.shape), material: context.frictions.nameOf(geom) },
    }),
    ...(mass !== undefined && { mass: moveMass(within, mass) }),
    contype,
    conaffinity,
  };
}

/**
 * Pose and size. The z axis of a geom with `fromto` points from the second point to the first; half their distance is
 * its last size.
 */
function placeGeom(geom: XmlElement, kind: Kind, { compiler }: MjcfContext): { pose: Pose; size: number[] } {
  const size = numbersOf(geom, 'size', 1, 3) ?? [];
  const fromTo = numbersOf(geom, 'fromto', 6);
  if (fromTo === undefined) return { pose: readPose(geom, compiler), size };
  if (!['capsule', 'cylinder', 'box', 'ellipsoid'].includes(kind))
    refuseElement(geom, `has a fromto, which a ${kind} cannot have.`);
  const from = fromTo.slice(0, 3) as Vec3;
  const to = fromTo.slice(3) as Vec3;
  const along = subtract(from, to);
  const half = length(along) / 2;
  if (!(half > 0)) refuseElement(geom, 'has a fromto of no length.');
  if (size.length === 0) refuseElement(geom, 'has no size, but needs one.');
  const isRound = kind === 'capsule' || kind === 'cylinder';
  const sizes = isRound ? [size[0], half] : [size[0], size[0], half];
  return { pose: { position: scale(add(from, to), 0.5), orientation: turnFromZ(along) }, size: sizes };
}

function solidOf(geom: XmlElement, kind: Exclude<Kind, 'mesh'>, size: readonly number[]): Solid {
  if (kind === 'plane') return { shape: { kind: 'half-space', orientation: Y_TO_Z } };
  if (kind === 'hfield' || kind === 'sdf') refuseElement(geom, `is a ${kind}, which is not read; use a mesh.`);
  if (geom.attributes.mesh !== undefined)
    refuseElement(geom, `is a ${kind} fitted to a mesh, which is not read; use the mesh, or give the ${kind} its size.`);
  const needed = { sphere: 1, capsule: 2, cylinder: 2, ellipsoid: 3, box: 3 }[kind];
  const lengths = size.slice(0, needed);
  if (lengths.length < needed || lengths.some((one) => one <= 0))
    refuseElement(geom, `has the size ${show(size)}, but a ${kind} needs ${needed} numbers above 0.`);
  const [a, b, c] = lengths;
  if (kind === 'ellipsoid') return ellipsoidOf([a, b, c]);
  const shape = primitiveOf(kind, a, b, c);
  return { shape, unitMass: () => shapeMassProperties(shape, 1) };
}

function primitiveOf(kind: 'sphere' | 'capsule' | 'cylinder' | 'box', a: number, b: number, c: number): ShapeDescriptor {
  switch (kind) {
    case 'sphere':
      return { kind, radius: a };
    case 'capsule':
      return { kind, radius: a, length: 2 * b, orientation: Y_TO_Z };
    case 'cylinder':
      return { kind, radius: a, height: 2 * b, orientation: Y_TO_Z };
    case 'box':
      return { kind, size: [2 * a, 2 * b, 2 * c] };
  }
}

function ellipsoidOf([a, b, c]: Readonly<Vec3>): Solid {
  const points = ballPoints(ELLIPSOID_PARTINGS).map(([x, y, z]): Vec3 => [a * x, b * y, c * z]);
  const mass = (4 / 3) * Math.PI * a * b * c;
  const fifth = mass / 5;
  const inertia: Sym3 = [fifth * (b * b + c * c), fifth * (a * a + c * c), fifth * (a * a + b * b), 0, 0, 0];
  const shape: ShapeDescriptor = a === b && b === c ? { kind: 'sphere', radius: a } : { kind: 'hull', points };
  return { shape, unitMass: () => ({ mass, center: [0, 0, 0], inertia }) };
}

async function meshSolid(geom: XmlElement, { assets, meshes }: MjcfContext): Promise<Solid> {
  const mesh = await assets.meshOf(geom);
  return { shape: meshes.shapeOf(mesh, geom), unitMass: () => meshes.massOf(mesh, 1, geom) };
}

/** Whether a geom has mass: its group must be in range, and its mass or density above 0. */
function isCounted(geom: XmlElement, { compiler }: MjcfContext): boolean {
  const group = numberOf(geom, 'group') ?? 0;
  const [first, last] = compiler.inertiaGroups;
  const weight = numberOf(geom, 'mass', { min: 0 }) ?? numberOf(geom, 'density', { min: 0 }) ?? DEFAULT_DENSITY;
  return group >= first && group <= last && weight > 0;
}

/** The mass of a geom, by its own mass or its density. */
function massOf(geom: XmlElement, unitMass: MassProperties | undefined): MassProperties | undefined {
  if (unitMass === undefined) return undefined;
  if (geom.attributes.shellinertia === 'true') refuseElement(geom, 'has its mass in its shell, which is not read.');
  const mass = numberOf(geom, 'mass') ?? (numberOf(geom, 'density') ?? DEFAULT_DENSITY) * unitMass.mass;
  return { mass, center: unitMass.center, inertia: scaleSym(unitMass.inertia, mass / unitMass.mass) };
}
