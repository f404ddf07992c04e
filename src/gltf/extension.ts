// The data of KHR_physics_rigid_bodies and KHR_implicit_shapes, by the draft that Blender, Babylon.js and Godot read
// and write. The node of triangles that earlier drafts had in place of a mesh is still read. Known fields are checked
// one by one; unknown fields are ignored, as glTF demands.

import type { Field } from '../input/fields.js';
import { boolean, InputError, list, number, oneOf, quaternion, refuse, text, tuple, vec3 } from '../input/fields.js';
import type { Quat, Vec3 } from '../math/vector.js';

export const PHYSICS = 'KHR_physics_rigid_bodies';
export const SHAPES = 'KHR_implicit_shapes';

export interface Motion {
  isKinematic?: boolean;
  mass?: number;
  centerOfMass?: Vec3;
  inertiaDiagonal?: Vec3;
  inertiaOrientation?: Quat;
  /** Velocities in the frame of the node [m/s], [rad/s]. */
  linearVelocity?: Vec3;
  angularVelocity?: Vec3;
  gravityFactor?: number;
}

export interface Geometry {
  shape?: number;
  mesh?: number;
  /** In earlier drafts: the triangles of a node and its descendants. */
  node?: number;
  convexHull?: boolean;
}

export interface Collider {
  geometry?: Geometry;
  physicsMaterial?: number;
  collisionFilter?: number;
}

export interface Trigger {
  geometry?: Geometry;
  nodes?: number[];
  collisionFilter?: number;
}

export interface JointOfNode {
  connectedNode: number;
  joint: number;
  enableCollision?: boolean;
}

export interface NodePhysics {
  motion?: Motion;
  collider?: Collider;
  trigger?: Trigger;
  joint?: JointOfNode;
}

export interface PhysicsMaterial {
  name?: string;
  staticFriction?: number;
  dynamicFriction?: number;
  restitution?: number;
  frictionCombine?: Combine;
  restitutionCombine?: Combine;
}
export const COMBINES = ['average', 'minimum', 'maximum', 'multiply'] as const;
export type Combine = (typeof COMBINES)[number];

export interface CollisionFilter {
  collisionSystems?: string[];
  collideWithSystems?: string[];
  notCollideWithSystems?: string[];
}

export interface Limit {
  linearAxes?: number[];
  angularAxes?: number[];
  min?: number;
  max?: number;
  stiffness?: number;
  damping?: number;
}

export interface Drive {
  type: 'linear' | 'angular';
  mode?: 'force' | 'acceleration';
  axis: number;
  maxForce?: number;
  positionTarget?: number;
  velocityTarget?: number;
  stiffness?: number;
  damping?: number;
}

export interface PhysicsJoint {
  limits?: Limit[];
  drives?: Drive[];
}

/** A sphere, box, capsule or cylinder. The height of a capsule is the distance between the centres of its two balls. */
export interface ImplicitShape {
  type: string;
  sphere?: { radius?: number };
  box?: { size?: Vec3 };
  capsule?: { height?: number; radiusTop?: number; radiusBottom?: number };
  cylinder?: { height?: number; radiusTop?: number; radiusBottom?: number };
}

/** A field for an object whose known fields are checked. It may have others. */
function some<T>(required: { [K in keyof T]?: Field }, optional: { [K in keyof T]?: Field } = {}): Field {
  return {
    check(value, path) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, value, 'an object');
      const given = value as Record<string, unknown>;
      for (const [key, field] of Object.entries(required) as [string, Field][]) field.check(given[key], `${path}.${key}`);
      for (const [key, field] of Object.entries(optional) as [string, Field][])
        if (given[key] !== undefined) field.check(given[key], `${path}.${key}`);
    },
    schema: () => ({}),
  };
}

const index = number('', { min: 0, integer: true });
const real = number('');
const positive = number('', { above: 0 });
const atLeastZero = number('', { min: 0 });
const flag = boolean('');
const names = list('', text(''), 1);
const axes = list('', number('', { min: 0, max: 2, integer: true }), 1);
const round = some<NonNullable<ImplicitShape['capsule']>>(
  {},
  { height: positive, radiusTop: atLeastZero, radiusBottom: atLeastZero },
);
const geometry = some<Geometry>({}, { shape: index, mesh: index, node: index, convexHull: flag });

const nodeField = some<NodePhysics>(
  {},
  {
    motion: some<Motion>(
      {},
      {
        isKinematic: flag,
        mass: atLeastZero,
        centerOfMass: vec3(''),
        inertiaDiagonal: tuple('', 3, -Number.MIN_VALUE),
        inertiaOrientation: quaternion(''),
        linearVelocity: vec3(''),
        angularVelocity: vec3(''),
        gravityFactor: real,
      },
    ),
    collider: some<Collider>({ geometry }, { physicsMaterial: index, collisionFilter: index }),
    trigger: some<Trigger>({}, { geometry, nodes: list('', index, 1), collisionFilter: index }),
    joint: some<JointOfNode>({ connectedNode: index, joint: index }, { enableCollision: flag }),
  },
);

const physicsField = some<PhysicsOfFile>(
  {},
  {
    physicsMaterials: list(
      '',
      some<PhysicsMaterial>(
        {},
        {
          staticFriction: atLeastZero,
          dynamicFriction: atLeastZero,
          restitution: number('', { min: 0, max: 1 }),
          frictionCombine: oneOf('', COMBINES),
          restitutionCombine: oneOf('', COMBINES),
        },
      ),
    ),
    collisionFilters: list(
      '',
      some<CollisionFilter>({}, { collisionSystems: names, collideWithSystems: names, notCollideWithSystems: names }),
    ),
    physicsJoints: list(
      '',
      some<PhysicsJoint>(
        {},
        {
          limits: list(
            '',
            some<Limit>(
              {},
              { linearAxes: axes, angularAxes: axes, min: real, max: real, stiffness: atLeastZero, damping: atLeastZero },
            ),
          ),
          drives: list(
            '',
            some<Drive>(
              { type: oneOf('', ['linear', 'angular']), axis: number('', { min: 0, max: 2, integer: true }) },
              {
                mode: oneOf('', ['force', 'acceleration']),
                maxForce: atLeastZero,
                positionTarget: real,
                velocityTarget: real,
                stiffness: atLeastZero,
                damping: atLeastZero,
              },
            ),
          ),
        },
      ),
    ),
  },
);

const shapesField = some<{ shapes: ImplicitShape[] }>({
  shapes: list(
    '',
    some<ImplicitShape>(
      { type: oneOf('', ['sphere', 'box', 'capsule', 'cylinder']) },
      { sphere: some({}, { radius: positive }), box: some({}, { size: vec3('', 0) }), capsule: round, cylinder: round },
    ),
  ),
});

/** The part of the physics extension that belongs to the whole file. */
export interface PhysicsOfFile {
  physicsMaterials?: PhysicsMaterial[];
  collisionFilters?: CollisionFilter[];
  physicsJoints?: PhysicsJoint[];
}

/** Reads the parts of both extensions that belong to the whole file. */
export function readExtensions(json: Record<string, unknown>): Required<PhysicsOfFile> & { shapes: ImplicitShape[] } {
  const { extensions = {} } = json as { extensions?: Record<string, unknown> };
  const { [PHYSICS]: physics = {}, [SHAPES]: implicit = { shapes: [] } } = extensions;
  physicsField.check(physics, `extensions.${PHYSICS}`);
  shapesField.check(implicit, `extensions.${SHAPES}`);
  const { physicsMaterials = [], collisionFilters = [], physicsJoints = [] } = physics as PhysicsOfFile;
  return { physicsMaterials, collisionFilters, physicsJoints, shapes: (implicit as { shapes: ImplicitShape[] }).shapes };
}

/** Reads the physics extension of a node; undefined if it has none. */
export function readNodePhysics(extensions: Record<string, unknown> | undefined, node: number): NodePhysics | undefined {
  const given = extensions?.[PHYSICS];
  if (given !== undefined) nodeField.check(given, pathOf(node));
  return given as NodePhysics | undefined;
}

export function pathOf(node: number): string {
  return `nodes[${node}].extensions.${PHYSICS}`;
}

/** The entry of a list of the file by its index. Throws if there is none. */
export function entryOf<T>(entries: readonly T[], at: number, path: string, what: string): T {
  const entry = entries[at];
  if (entry === undefined) throw new InputError(`${path} is ${at}, but must be the number of one of ${entries.length} ${what}.`);
  return entry;
}
