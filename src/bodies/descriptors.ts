// Descriptors, from which users create bodies, materials and other contents: plain objects with documented defaults,
// and the fields that check them. Fields are marked as pure, so that bundlers drop those that a program does not use.

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

/** Collision filter of a body or trigger: two interact if each is in a category that the mask of the other contains. */
export interface MaskDescriptor {
  /** Categories of this body, as bits of a whole number from 0 to 2^32 - 1; default 1. */
  category?: number;
  /** Categories that this body interacts with, as bits; default all. */
  mask?: number;
}

/** Poses at given times. In between, the position is linear and the orientation rotates at a constant rate. */
export interface KeyframeMotion {
  kind: 'keyframes';
  /** At least one, with ascending times [s]. The body rests before the first and, unless it repeats, after the last. */
  keyframes: readonly { time: number; position?: Readonly<Vec3>; orientation?: Readonly<Quat> }[];
  /** Whether the motion starts again at the first keyframe when it reaches the last; default false. */
  repeat?: boolean;
}
/** A sinusoidal motion about the body's initial pose. */
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
/** Any motion, as a function of time. It must depend on the time only, or a rewound world will not repeat it. */
export interface FunctionMotion {
  kind: 'function';
  /** Writes the pose at time t [s]; both arrays hold the initial pose when it is called. */
  pose(t: number, position: Vec3, orientation: Quat): void;
}
export type Motion = KeyframeMotion | OscillationMotion | FunctionMotion;

export interface BodyDescriptor extends MaskDescriptor {
  /** rigid: moved by forces. fixed: never moves. scripted: moved by its motion, and carries bodies. Default rigid. */
  kind?: 'rigid' | 'fixed' | 'scripted';
  /** Unique in the world; default none. */
  name?: string;
  /** Position of the body's origin [m]; default [0, 0, 0]. */
  position?: Readonly<Vec3>;
  /** [x, y, z, w], normalised when read [1]; default the identity. */
  orientation?: Readonly<Quat>;
  /** Velocity of the centre of mass [m/s]; default zero. */
  velocity?: Readonly<Vec3>;
  /** Angular velocity in the world's frame [rad/s]; default zero. */
  angularVelocity?: Readonly<Vec3>;
  /** One or more; several move as one rigid body. */
  shapes: readonly ShapeDescriptor[];
  /** Density of the shapes [kg/m^3]; default 1000. Mass, centre of mass and inertia follow from it exactly. */
  density?: number;
  /** Mass, instead of a density [kg]. The inertia of the shapes is scaled to it. */
  mass?: number;
  /** Centre of mass in the body's frame [m]; default from the shapes. */
  centerOfMass?: Readonly<Vec3>;
  /**
   * Inertia about the centre of mass in the body's axes, [xx, yy, zz, xy, xz, yz] [kg m^2]; default from the shapes.
   */
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
   * Axes of the world along which the centre of mass cannot move ("x", "y", "z"), and about which the body cannot
   * rotate ("rx", "ry", "rz"); default none. For a fixed or scripted body they take effect when it becomes rigid.
   */
  locks?: readonly AxisLock[];
  /** Whether the body takes part in the simulation; default true. A passive body is only kept in memory. */
  active?: boolean;
  /**
   * Velocity of the surface of a fixed body, as of a conveyor belt, while the body itself stays [m/s]; default zero.
   * Only fixed bodies may have one.
   */
  surfaceVelocity?: Readonly<Vec3>;
  /** Motion of a scripted body: required for scripted bodies, refused for others. */
  motion?: Motion;
  /** Numbers for the user's program, such as the state of a controller; saved and restored with the state. */
  slots?: ArrayLike<number>;
}

/** Changes of a body; fields left out keep their values. */
export type BodyChange = Pick<BodyDescriptor, 'density' | 'mass' | 'centerOfMass' | 'inertia' | 'motion'> & {
  /** A body that becomes scripted without a motion stays in place until `moveTo` is called. */
  kind?: 'rigid' | 'fixed' | 'scripted';
  /** New shapes. A rigid body keeps its density if neither density nor mass is given. */
  shapes?: readonly ShapeDescriptor[];
};

export interface MaterialDescriptor {
  /** Coefficient of Coulomb friction [1]; default 0.5. A pair has the geometric mean, unless set for the pair. */
  friction?: number;
  /** Newton's coefficient of restitution, in [0, 1] [1]; default 0. A pair has the larger, unless set for the pair. */
  restitution?: number;
  /**
   * Coefficient of rolling friction [m]; default 0. The torque that resists rolling is at most this length times the
   * normal force. A pair has the larger, unless set for the pair.
   */
  rollingFriction?: number;
  /** Coefficient of spinning friction, with a torque about the normal [m]; default 0. Pairs as for rolling friction. */
  spinningFriction?: number;
}

/** Limits of contacts and work for a pair of shapes with a mesh; limits left out are those of the settings. */
export interface BudgetDescriptor {
  /** Largest number of contacts [1]. */
  contacts?: number;
  /** Largest number of contact tree nodes to visit [1]. */
  nodes?: number;
  /** A contact tree is descended until its error is below this fraction of the smaller shape's half thickness [1]. */
  error?: number;
}
/** Coefficients of a pair of materials; fields left out follow from the two materials. */
export interface MaterialPairDescriptor extends MaterialDescriptor {
  budget?: BudgetDescriptor;
}

/** A closed triangle mesh, to which shapes refer by name. */
export interface MeshDescriptor {
  /** Three coordinates per vertex [m]. */
  vertices: ArrayLike<number>;
  /** Three vertex indices per triangle, counter-clockwise seen from outside. */
  triangles: ArrayLike<number>;
  /** Largest error of the distance field in the contact tree [m]; default a fraction of the mesh's size. */
  error?: number;
  /** Largest number of levels of the contact tree [1]; default deep enough for most meshes. */
  depth?: number;
  /** Distance from the surface, inside and outside, up to which `error` holds [m]; default four times the error. */
  margin?: number;
  /** Whether a mesh that is not closed, or invalid in another way, is repaired; default false: it is refused. */
  repair?: boolean;
}

/** Sides of a surface that bodies collide with: only the front of its triangles, or both. */
export type SurfaceSides = 'front' | 'both';

/** A triangle mesh that need not be closed, to which shapes of fixed bodies refer by name. */
export interface OpenMeshDescriptor {
  /** Three coordinates per vertex [m]. */
  vertices: ArrayLike<number>;
  /** Three vertex indices per triangle, counter-clockwise seen from its front. */
  triangles: ArrayLike<number>;
  /** Default 'front'. */
  sides?: SurfaceSides;
}

/** A grid of heights, to which shapes of fixed bodies refer by name. Centred at the shape's origin; y points up. */
export interface HeightfieldDescriptor {
  /** Heights, row by row, each row along x [m]. */
  heights: ArrayLike<number>;
  /** Number of heights per row, along x. */
  columns: number;
  /** Number of rows, along z. */
  rows: number;
  /** Distance of neighbours along x and along z [m]. */
  spacing: readonly [number, number];
  /** Default 'front': everything below the heights is solid ground. With 'both' the heightfield is a thin sheet. */
  sides?: SurfaceSides;
}

export type SurfaceDescriptor = OpenMeshDescriptor | HeightfieldDescriptor;

/** A volume that raises events when bodies enter and leave it. */
export interface TriggerDescriptor extends MaskDescriptor {
  name?: string;
  /** [m]; default [0, 0, 0]. */
  position?: Readonly<Vec3>;
  /** [x, y, z, w] [1]; default the identity. */
  orientation?: Readonly<Quat>;
  shapes: readonly ShapeDescriptor[];
  active?: boolean;
}

/** A rule about which bodies interact. `B` refers to a body: by name in scene files, by name or handle in code. */
export interface RuleDescriptor<B = string> {
  name?: string;
  /**
   * ignore: bodies of one side do not interact with bodies of the other. only: bodies of one side interact only with
   * bodies of the other.
   */
  kind: 'ignore' | 'only';
  between: readonly B[];
  /** Bodies of the other side; default the same as `between`. */
  and?: readonly B[];
}

/** A timer, which raises an event at regular times. */
export interface TimerDescriptor {
  name?: string;
  /** [s] */
  period: number;
  /** Time of the first tick [s]; default one period from now. */
  start?: number;
}

/** Rigid bodies attached to each other: they move as one body until the composite is removed. */
export interface CompositeDescriptor<B = string> {
  name?: string;
  /** At least two rigid bodies. */
  members: readonly B[];
}

const name = text('Unique name');
const position = vec3('Position [m]');
const orientation = quaternion('Orientation [x, y, z, w] [1]');

/** A bit mask of 32 bits. */
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
/** Motions that a scene file can contain. */
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

/** Any of the six axis locks, in any order. */
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

/** In code a motion may be a function, and `slots` a typed array; a file has neither, but plain lists (`isPlain`). */
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
/** Allowed values of a contact budget, for pairs of materials and for the world's settings. */
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
/** `named` has the field of the two names, if the descriptor contains them. */
export function materialPairFieldWith(named: Partial<Record<'between', Field>>): Field {
  return object<MaterialPairDescriptor & { between: unknown }>('What two materials do together', 'a material pair', named, {
    ...materialFields,
    budget: budgetField,
  });
}

/** Optional fields of every mesh, about its contact tree. */
export const treeFields = {
  error: number('Most that the distance field may be off [m]', { above: 0 }),
  depth: number('Most levels of the contact tree [1]', { min: 1, max: MOST_LEVELS, integer: true }),
  margin: number('How far from the surface the error is met [m]', { min: 0 }),
  repair: boolean('Mend what is wrong with the surface'),
};
/** `isPlain`: a file has plain lists only, while code may give typed arrays. */
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

/** A descriptor with `heights` is a heightfield, another one an open mesh. */
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

/** `reference` is the field of a reference to a body. */
export function ruleFieldWith(reference: Field): Field {
  const { kind, between, and } = ruleFields(reference);
  return object<RuleDescriptor>('Which bodies interact', 'a rule', { kind, between }, { name, and });
}
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
