// What a user says to create something: plain objects with documented defaults, and the fields that check them. Fields that a bundle may do
// without are marked as pure, so that a scene with a vehicle brings those of bodies alone.

import { MOST_LEVELS } from '../distance-field/tree-layout.js';
import type { Field } from '../input/fields.js';
import {
  boolean,
  list,
  literal,
  number,
  numbers,
  object,
  oneOf,
  quaternion,
  tagged,
  text,
  tuple,
  vec3,
} from '../input/fields.js';
import type { Sym3 } from '../math/symmetric.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { shapeField } from '../shapes/shape-fields.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import { AXIS_LOCKS, type AxisLock } from './locks.js';

/** What a body or trigger is, and what it meets. */
export interface MaskDescriptor {
  /** The categories that it is in, as bits of a whole number from 0 to 2^32 - 1; default 1. */
  category?: number;
  /** The categories that it meets; default all. Two meet where each is in a category that the other's mask has. */
  mask?: number;
}

/** Poses at given times; between them the position is linear and the orientation turns at constant rate. */
export interface KeyframeMotion {
  kind: 'keyframes';
  /** At least one, times rising [s]; before the first and after the last the motion rests there unless it repeats. */
  keyframes: readonly { time: number; position?: Readonly<Vec3>; orientation?: Readonly<Quat> }[];
  /** Start again from the first when the last is reached; default false. */
  repeat?: boolean;
}
/** A sine about the body's initial pose. */
export interface OscillationMotion {
  kind: 'oscillation';
  /** Amplitude of the position [m]; default none. */
  translation?: Readonly<Vec3>;
  /** Axis times amplitude of the angle [rad]; default none. */
  rotation?: Readonly<Vec3>;
  /** [Hz] */
  frequency: number;
  /** [rad]; default 0. */
  phase?: number;
}
/** Any motion: writes the pose at a time. It must depend on the time alone, or rewinding will not repeat it. */
export interface FunctionMotion {
  kind: 'function';
  /** Writes the pose at time t [s]; both arrays hold the initial pose when it is called. */
  pose(t: number, position: Vec3, orientation: Quat): void;
}
export type Motion = KeyframeMotion | OscillationMotion | FunctionMotion;

export interface BodyDescriptor extends MaskDescriptor {
  /** rigid: moved by forces. fixed: never moves. scripted: moves as told and carries what rides on it. Default rigid. */
  kind?: 'rigid' | 'fixed' | 'scripted';
  /** Unique in the world; default none. */
  name?: string;
  /** Position of the body's origin [m]; default [0, 0, 0]. */
  position?: Readonly<Vec3>;
  /** [x, y, z, w], normalised when read [1]; default none. */
  orientation?: Readonly<Quat>;
  /** Velocity of the centre of mass [m/s]; default zero. */
  velocity?: Readonly<Vec3>;
  /** In the world's frame [rad/s]; default zero. */
  angularVelocity?: Readonly<Vec3>;
  /** One or more; several move as one rigid body. */
  shapes: readonly ShapeDescriptor[];
  /** [kg/m^3]; default 1000. Mass, centre and inertia follow from it exactly. */
  density?: number;
  /** Instead of the density [kg]; the inertia of the shapes is scaled to it. */
  mass?: number;
  /** In the body's frame [m]; default from the shapes. */
  centerOfMass?: Readonly<Vec3>;
  /** About the centre of mass, axes of the body's frame: [xx, yy, zz, xy, xz, yz] [kg m^2]; default from the shapes. */
  inertia?: Readonly<Sym3>;
  /** Name of a material; default "default". */
  material?: string;
  /** [1/s]; default 0. */
  linearDamping?: number;
  /** [1/s]; default 0. */
  angularDamping?: number;
  /** [1]; default 1. */
  gravityScale?: number;
  /**
   * Along which axes of the world its centre of mass does not move ("x", "y", "z"), and about which it does not turn ("rx", "ry",
   * "rz"); default none. A fixed or scripted body keeps them for when it becomes rigid.
   */
  locks?: readonly AxisLock[];
  /** A passive body waits in memory without taking part; default true. */
  active?: boolean;
  /**
   * Of a fixed body alone: how fast its surface moves, as that of a conveyor belt does, while the body stays where it is [m/s];
   * default zero.
   */
  surfaceVelocity?: Readonly<Vec3>;
  /** How a scripted body moves; needed for it and for no other. */
  motion?: Motion;
  /** Numbers of its own, saved and restored with the state, for whoever moves it. */
  slots?: ArrayLike<number>;
}

/** What a body becomes; what is left out stays. */
export type BodyChange = Pick<BodyDescriptor, 'density' | 'mass' | 'centerOfMass' | 'inertia' | 'motion'> & {
  /** A scripted body without a motion stays where it is, until it is told where to go by `moveTo`. */
  kind?: 'rigid' | 'fixed' | 'scripted';
  /** A rigid body keeps its density where neither that nor its mass is given. */
  shapes?: readonly ShapeDescriptor[];
};

export interface MaterialDescriptor {
  /** Coulomb's coefficient [1]; default 0.5. Of a pair: the geometric mean, unless the pair has its own. */
  friction?: number;
  /** Newton's coefficient, in [0, 1] [1]; default 0. Of a pair: the larger, unless the pair has its own. */
  restitution?: number;
  /**
   * Coefficient of rolling friction: how far in front of a rolling body the ground pushes it, so that a torque of up to this many
   * times the normal force resists rolling [m]; default 0. Of a pair: the larger, unless the pair has its own.
   */
  rollingFriction?: number;
  /** The same of spinning friction, whose torque is about the normal [m]; default 0. Of a pair: the larger. */
  spinningFriction?: number;
}

/** How much work and how many contacts a pair of shapes with a mesh is worth; what is left out is as the settings have it. */
export interface BudgetDescriptor {
  /** Most contacts [1]. */
  contacts?: number;
  /** Most nodes of contact trees that are visited [1]. */
  nodes?: number;
  /** Where a contact tree errs by less than this share of the smaller shape's half thickness, it is not descended further [1]. */
  error?: number;
}
/** What two materials do together; what is left out follows from the two. */
export interface MaterialPairDescriptor extends MaterialDescriptor {
  budget?: BudgetDescriptor;
}

/** A closed surface of triangles, to be named by shapes. */
export interface MeshDescriptor {
  /** Three coordinates a vertex [m]. */
  vertices: ArrayLike<number>;
  /** Three vertices a triangle, counter-clockwise seen from outside. */
  triangles: ArrayLike<number>;
  /** Most that the distance field of its contact tree may be off [m]; default a share of the size. */
  error?: number;
  /** Most levels of the contact tree [1]; default deep enough for most meshes. */
  depth?: number;
  /** How far from the surface, inside and outside, the error is met [m]; default four times the error. */
  margin?: number;
  /** Whether a surface that is not closed, or not right in another way, is mended; default false: it is refused. */
  repair?: boolean;
}

/** Which sides of a surface can be touched: the fronts of its triangles alone, or both. */
export type SurfaceSides = 'front' | 'both';

/** A surface of triangles that need not be closed, to be named by shapes of fixed bodies. */
export interface OpenMeshDescriptor {
  /** Three coordinates a vertex [m]. */
  vertices: ArrayLike<number>;
  /** Three vertices a triangle, counter-clockwise seen from its front. */
  triangles: ArrayLike<number>;
  /** Default 'front'. */
  sides?: SurfaceSides;
}

/** A grid of heights, to be named by shapes of fixed bodies; it is centred on the shape's origin, and looks along its y axis. */
export interface HeightfieldDescriptor {
  /** Row after row, each along x [m]. */
  heights: ArrayLike<number>;
  /** Heights in a row, along x. */
  columns: number;
  /** Rows, along z. */
  rows: number;
  /** Between neighbours along x, and along z [m]. */
  spacing: readonly [number, number];
  /** Default 'front': what is below is ground, however deep. With 'both' it is a sheet. */
  sides?: SurfaceSides;
}

export type SurfaceDescriptor = OpenMeshDescriptor | HeightfieldDescriptor;

/** A volume that raises events when bodies move in and out. */
export interface TriggerDescriptor extends MaskDescriptor {
  name?: string;
  /** [m]; default [0, 0, 0]. */
  position?: Readonly<Vec3>;
  /** [1]; default none. */
  orientation?: Readonly<Quat>;
  shapes: readonly ShapeDescriptor[];
  active?: boolean;
}

/** Which bodies interact. `B` is how bodies are named: by name in scene files, by name or handle in code. */
export interface RuleDescriptor<B = string> {
  name?: string;
  /**
   * ignore: no interaction between the two sides. only: each body of one side interacts with the other side's and with nobody
   * else.
   */
  kind: 'ignore' | 'only';
  between: readonly B[];
  /** The other side; default the same as `between`. */
  and?: readonly B[];
}

/** Raises an event at regular times. */
export interface TimerDescriptor {
  name?: string;
  /** [s] */
  period: number;
  /** Time of the first tick [s]; default one period from now. */
  start?: number;
}

/** Rigid bodies attached to each other: they move as one until the composite is dissolved. */
export interface CompositeDescriptor<B = string> {
  name?: string;
  /** At least two rigid bodies. */
  members: readonly B[];
}

const name = text('Unique name');
const position = vec3('Position [m]');
const orientation = quaternion('Orientation [x, y, z, w] [1]');

/** 32 bits. */
export const categoryField: Field = number('Categories, as bits', { min: 0, max: 0xffffffff, integer: true });
const maskFields = { category: categoryField, mask: categoryField };

const keyframe = object<KeyframeMotion['keyframes'][number]>(
  'A pose at a time',
  'a keyframe',
  { time: number('[s]', { min: 0 }) },
  { position, orientation },
);
const keyframesField = object<KeyframeMotion>(
  'Poses at given times',
  'a keyframe motion',
  { kind: literal('keyframes'), keyframes: list('Times rising', keyframe, 1) },
  { repeat: boolean('Start again after the last') },
);
const oscillationField = object<OscillationMotion>(
  'A sine about the initial pose',
  'an oscillation',
  { kind: literal('oscillation'), frequency: number('[Hz]', { above: 0 }) },
  {
    translation: vec3('Amplitude of the position [m]'),
    rotation: vec3('Axis times amplitude of the angle [rad]'),
    phase: number('[rad]'),
  },
);
/** The motions that a file can hold. */
export const fileMotionField: Field = /* @__PURE__ */ tagged('How a scripted body moves', 'a motion', 'kind', {
  keyframes: keyframesField,
  oscillation: oscillationField,
});
const motionField: Field = {
  check(value, path) {
    const motion = value as FunctionMotion | null;
    if (typeof motion === 'object' && motion?.kind === 'function' && typeof motion.pose === 'function') return;
    fileMotionField.check(value, path);
  },
  schema: fileMotionField.schema,
};

/** Any of the six, in any order. */
export const locksField: Field = list('Locked axes', oneOf('', AXIS_LOCKS));
const bodyKind = oneOf('rigid, fixed or scripted', ['rigid', 'fixed', 'scripted']);
const shapeList = list('Its shapes', shapeField);
const massFields = {
  density: number('Density [kg/m^3]', { above: 0 }),
  mass: number('Mass [kg]', { above: 0 }),
  centerOfMass: vec3('Centre of mass [m]'),
  inertia: tuple('Inertia about the centre of mass, [xx, yy, zz, xy, xz, yz] [kg m^2]', 6),
};
export const bodyChangeField: Field = /* @__PURE__ */ object<BodyChange>(
  'What a body becomes',
  'a change of a body',
  {},
  { kind: bodyKind, shapes: shapeList, ...massFields, motion: motionField },
);

/** With `motion` left open: a function is a motion in code, but cannot be in a file. A file holds plain lists only. */
function bodyFieldWith(motion: Field, isPlain: boolean): Field {
  return object<BodyDescriptor>(
    'A body',
    'a body',
    { shapes: shapeList },
    {
      kind: bodyKind,
      name,
      position,
      orientation,
      velocity: vec3('Velocity of the centre of mass [m/s]'),
      angularVelocity: vec3("Angular velocity in the world's frame [rad/s]"),
      ...massFields,
      material: text('Name of a material'),
      linearDamping: number('[1/s]', { min: 0 }),
      angularDamping: number('[1/s]', { min: 0 }),
      gravityScale: number('[1]'),
      locks: locksField,
      active: boolean('Takes part'),
      ...maskFields,
      surfaceVelocity: vec3('How fast the surface of a fixed body moves [m/s]'),
      motion,
      slots: numbers('Numbers of its own, for whoever moves it', isPlain),
    },
  );
}
export const bodyField: Field = bodyFieldWith(motionField, false);
export const fileBodyField: Field = /* @__PURE__ */ bodyFieldWith(fileMotionField, true);

const materialFields = {
  friction: number("Coulomb's coefficient [1]", { min: 0 }),
  restitution: number("Newton's coefficient [1]", { min: 0, max: 1 }),
  rollingFriction: number('Torque against rolling over normal force [m]', { min: 0 }),
  spinningFriction: number('Torque against spinning about the normal over normal force [m]', { min: 0 }),
};
export const materialField: Field = /* @__PURE__ */ object<MaterialDescriptor>('A material', 'a material', {}, materialFields);
/** What a budget may be, for pairs of materials and for the world's settings. */
export const BUDGET_LIMITS = {
  contacts: { min: 1, max: 4096, integer: true },
  nodes: { min: 1, max: 1e9, integer: true },
  error: { min: 0, max: 1 },
} as const;
const budgetField: Field = /* @__PURE__ */ object<BudgetDescriptor>(
  'How much work and how many contacts one pair of shapes with a mesh is worth',
  'a contact budget',
  {},
  {
    contacts: number('Most contacts [1]', BUDGET_LIMITS.contacts),
    nodes: number('Most nodes of contact trees that are visited [1]', BUDGET_LIMITS.nodes),
    error: number("Error of a contact tree that is tolerated, of the smaller shape's half thickness [1]", BUDGET_LIMITS.error),
  },
);
/** `named` is how the two materials are named where the pair names them itself. */
export function materialPairFieldWith(named: Partial<Record<'between', Field>>): Field {
  return object<MaterialPairDescriptor & { between: unknown }>('What two materials do together', 'a material pair', named, {
    ...materialFields,
    budget: budgetField,
  });
}

/** What every mesh may have beside its surface. */
export const treeFields = {
  error: number('Most that the distance field may be off [m]', { above: 0 }),
  depth: number('Most levels of the contact tree [1]', { min: 1, max: MOST_LEVELS, integer: true }),
  margin: number('How far from the surface the error is met [m]', { min: 0 }),
  repair: boolean('Mend what is wrong with the surface'),
};
/** A file holds plain lists only; in code they may be typed arrays. */
export function meshFieldWith(isPlain: boolean): Field {
  return object<MeshDescriptor>(
    'A closed surface of triangles',
    'a mesh',
    {
      vertices: numbers('Three coordinates a vertex [m]', isPlain),
      triangles: numbers('Three vertices a triangle, counter-clockwise seen from outside', isPlain, { min: 0, integer: true }),
    },
    treeFields,
  );
}

export const surfaceSidesField: Field = /* @__PURE__ */ oneOf('Which sides of it can be touched', ['front', 'both']);
const gridSide = (doc: string) => number(doc, { min: 2, max: 1 << 15, integer: true });

/** What a surface is of shows in whether it has heights. */
export function surfaceFieldWith(isPlain: boolean): Field {
  const openMesh = object<OpenMeshDescriptor>(
    'A surface of triangles that need not be closed',
    'a surface',
    {
      vertices: numbers('Three coordinates a vertex [m]', isPlain),
      triangles: numbers('Three vertices a triangle, counter-clockwise seen from its front', isPlain, { min: 0, integer: true }),
    },
    { sides: surfaceSidesField },
  );
  const heightfield = object<HeightfieldDescriptor>(
    'A grid of heights',
    'a heightfield',
    {
      heights: numbers('Row after row, each along x [m]', isPlain),
      columns: gridSide('Heights in a row, along x'),
      rows: gridSide('Rows, along z'),
      spacing: tuple('Between neighbours along x, and along z [m]', 2, 0),
    },
    { sides: surfaceSidesField },
  );
  return {
    check(value, path) {
      const hasHeights = typeof value === 'object' && value !== null && 'heights' in value;
      (hasHeights ? heightfield : openMesh).check(value, path);
    },
    schema: () => ({ description: 'An open mesh or a heightfield', oneOf: [openMesh.schema(), heightfield.schema()] }),
  };
}

export const triggerField: Field = /* @__PURE__ */ object<TriggerDescriptor>(
  'A volume that raises events',
  'a trigger',
  { shapes: list('Its shapes', shapeField, 1) },
  { name, position, orientation, active: boolean('Takes part'), ...maskFields },
);
export const timerField: Field = /* @__PURE__ */ object<TimerDescriptor>(
  'Raises an event at regular times',
  'a timer',
  { period: number('[s]', { min: 1e-4 }) },
  { name, start: number('[s]', { min: 0 }) },
);

/** Rules and composites name bodies; `reference` says how. */
export function ruleFieldWith(reference: Field): Field {
  const { kind, between, and } = ruleFields(reference);
  return object<RuleDescriptor>('Which bodies interact', 'a rule', { kind, between }, { name, and });
}
/** What is changed of a rule. */
export function ruleChangeFieldWith(reference: Field): Field {
  return object<Partial<RuleDescriptor>>('What is changed of a rule', 'a change of a rule', {}, ruleFields(reference));
}
function ruleFields(reference: Field) {
  return {
    kind: oneOf('What the rule does', ['ignore', 'only']),
    between: list('One side', reference, 1),
    and: list('The other side', reference, 1),
  };
}
export function compositeFieldWith(reference: Field): Field {
  return object<CompositeDescriptor>(
    'Rigid bodies attached to each other',
    'a composite',
    { members: list('The bodies', reference, 2) },
    { name },
  );
}
