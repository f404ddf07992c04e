// The options and the results of the readers of robot files.

import { boolean, type Field, number, object, oneOf, quaternion, refuse, text, vec3 } from '../input/fields.js';
import type { Quat, Vec3 } from '../math/vector.js';
import type { ResolveUri } from '../mesh-files/index.js';
import type { Scene } from '../scene/scene.js';

/** Options of readUrdf() and readMjcf(). */
export interface RobotOptions {
  /**
   * Returns the bytes of a file by its name in the robot's file: a path, or package://name/path. Without it a robot
   * with mesh files is refused.
   */
  resolve?: ResolveUri;
  /** Collision shape of meshes: the convex hull, or a contact tree of the surface. Default: hulls. */
  meshes?: 'hulls' | 'trees';
  /** A link fixed to another one is merged into that body, or kept as a body with a fixed joint. Default: merge. */
  fixedLinks?: 'merge' | 'keep';
  /** The axis that points up in the scene: z, as in the file, or y, for which the robot is rotated. Default: z. */
  upAxis?: 'y' | 'z';
  /** Position of the file's origin in the scene [m]; default [0, 0, 0]. */
  position?: Readonly<Vec3>;
  /** Rotation of the file's axes in the scene, applied after `upAxis` [1]; default: none. */
  orientation?: Readonly<Quat>;
  /** Initial coordinates, by the names of the file's joints [m or rad]. Joints left out start as in the file. */
  coordinates?: Readonly<Record<string, number>>;
  /** Prefix of all names, so that one world can contain several robots. Default: none. */
  prefix?: string;
  /**
   * Density of links that have shapes but no mass [kg/m^3]; default 1000. For URDF only: MJCF has its own densities.
   */
  density?: number;
  /**
   * Whether the root is fixed to the world. Default: true for a root without mass or with the name "world", otherwise
   * false. For URDF only.
   */
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

/** The coordinate of the scene that represents a joint of the file. */
export interface CoordinatePlace {
  readonly joint: string;
  readonly coordinate: string;
}

/** The place of a link of the file: a frame on a body of the scene, or on the world. */
export interface LinkPlace {
  /** Name of the body; left out for the world. */
  readonly body?: string;
  readonly position: Readonly<Vec3>;
  readonly orientation: Readonly<Quat>;
}

/** An actuator of the file. Its motor is on the coordinate. */
export interface Actuator extends CoordinatePlace {
  readonly name: string;
  readonly kind: 'velocity' | 'position' | 'force';
  /** Range of the target [the target's unit]. */
  readonly range?: readonly [number, number];
  /** Largest velocity of the file, which the engine does not enforce [m/s or rad/s]. */
  readonly maxVelocity?: number;
}

/** A robot read from a file. */
export interface Robot {
  /** The complete scene: bodies, joints, couplings, multibodies, materials, meshes, rules, gravity. */
  readonly scene: Scene;
  /** Coordinates, by the names of the file's joints without the prefix. */
  readonly coordinates: Readonly<Record<string, CoordinatePlace>>;
  /** Places of links, by the names of the file's links without the prefix. */
  readonly links: Readonly<Record<string, LinkPlace>>;
  readonly actuators: readonly Actuator[];
  /** One sentence for each part that was left out or approximated. */
  readonly notes: readonly string[];
}
