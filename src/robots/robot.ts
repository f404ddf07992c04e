// What a reader of robots' files is told and what it gives back.

import { boolean, type Field, number, object, oneOf, quaternion, refuse, text, vec3 } from '../input/fields.js';
import type { Quat, Vec3 } from '../math/vector.js';
import type { ResolveUri } from '../mesh-files/index.js';
import type { Scene } from '../scene/scene.js';

export interface RobotOptions {
  /**
   * Gives the bytes of a file that the robot names, by the name that stands there: a path, or package://name/path. Without it a
   * robot with meshes is refused.
   */
  resolve?: ResolveUri;
  /** What a mesh collides as: its convex hull, or a contact tree of its surface; default hulls. */
  meshes?: 'hulls' | 'trees';
  /** What becomes of a link that is fixed to another: a part of that body, or a body with a fixed joint; default merge. */
  fixedLinks?: 'merge' | 'keep';
  /** Which axis points up in the scene: z, as in the file, or y, for which the robot is turned; default z. */
  upAxis?: 'y' | 'z';
  /** Where the file's origin comes to stand in the scene [m]; default [0, 0, 0]. */
  position?: Readonly<Vec3>;
  /** How the file's axes are turned in the scene, after `upAxis` [1]; default not at all. */
  orientation?: Readonly<Quat>;
  /** Coordinates that joints begin with, by the names of the file's joints [m or rad]; the others begin as the file says. */
  coordinates?: Readonly<Record<string, number>>;
  /** Stands before every name, so that one world can hold several robots; default nothing. */
  prefix?: string;
  /** Of a link that has shapes but no mass [kg/m^3]; default 1000. URDF alone: MJCF says it itself. */
  density?: number;
  /** Whether the root is fixed to the world; default true for a root without mass, false for all others. URDF alone. */
  isFixed?: boolean;
}

const anyNumber = number('Coordinate [m or rad]');
const coordinates: Field = {
  check(value, path) {
    if (typeof value !== 'object' || value === null) return refuse(path, value, 'an object: coordinates by the names of joints');
    for (const [name, coordinate] of Object.entries(value)) anyNumber.check(coordinate, `${path}.${name}`);
  },
  schema: () => ({ type: 'object', additionalProperties: anyNumber.schema() }),
};
const resolver: Field = {
  check(value, path) {
    if (typeof value !== 'function') refuse(path, value, 'a function that gives the bytes of a file');
  },
  schema: () => ({}),
};
const optionsField = object<RobotOptions>(
  'How a robot is read',
  'the options',
  {},
  {
    resolve: resolver,
    meshes: oneOf('What a mesh collides as', ['hulls', 'trees']),
    fixedLinks: oneOf('What becomes of links that are fixed to others', ['merge', 'keep']),
    upAxis: oneOf('Which axis points up', ['y', 'z']),
    position: vec3('Position [m]'),
    orientation: quaternion('Orientation [1]'),
    coordinates,
    prefix: text('Before every name'),
    density: number('[kg/m^3]', { above: 0 }),
    isFixed: boolean('Whether the root is fixed to the world'),
  },
);

export function checkOptions(options: RobotOptions): void {
  optionsField.check(options, 'options');
}

/** A coordinate of a joint of the scene, for a joint of the file. */
export interface CoordinatePlace {
  readonly joint: string;
  readonly coordinate: string;
}

/** Where a link of the file is: a frame on a body of the scene, or on the world. */
export interface LinkPlace {
  /** Left out: the world. */
  readonly body?: string;
  readonly position: Readonly<Vec3>;
  readonly orientation: Readonly<Quat>;
}

/** What the file says of a motor. The motor itself is on its coordinate. */
export interface Actuator extends CoordinatePlace {
  readonly name: string;
  readonly kind: 'velocity' | 'position' | 'force';
  /** What its target may be [the target's unit]. */
  readonly range?: readonly [number, number];
  /** Largest velocity, which the engine does not watch over [m/s or rad/s]. */
  readonly maxVelocity?: number;
}

export interface Robot {
  /** A scene that is complete: bodies, joints, couplings, multibodies, materials, meshes, rules, gravity. */
  readonly scene: Scene;
  /** By the names of the file's joints, without the prefix. */
  readonly coordinates: Readonly<Record<string, CoordinatePlace>>;
  /** By the names of the file's links, without the prefix. */
  readonly links: Readonly<Record<string, LinkPlace>>;
  readonly actuators: readonly Actuator[];
  /** A sentence each for what was left out or taken for something near it. */
  readonly notes: readonly string[];
}
