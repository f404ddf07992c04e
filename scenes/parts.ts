// What built-in scenes are made of: what they say of themselves, ground and stones, and names.
//
// Sizes are those of the papers' pictures: boxes and cubes of 1 m, bricks 1 m long, 0.5 m high and 0.5 m deep, balls 1 m across.
// Stones touch exactly at the start wherever their coordinates are exact.

import type { Field } from '../src/input/fields.js';
import type { Quat, Vec3 } from '../src/math/vector.js';
import { axisAngle } from '../src/math/vector.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import { SCENE_VERSION } from '../src/scene/scene.js';
import type { ShapeDescriptor } from '../src/shapes/shape-kinds.js';

export interface SceneOptions {
  /** Where the random numbers of the scene start; scenes without chance ignore it [1]. */
  seed: number;
}

/** What a scene says of itself. */
export interface About<Options extends SceneOptions = SceneOptions> {
  name: string;
  /** One sentence. */
  description: string;
  /** Paper and figure or section that the scene is from. */
  source: string;
  /** What can be chosen besides the seed. */
  options: { readonly [K in Exclude<keyof Options, 'seed'>]-?: Field };
}

/** Density of stone [kg/m^3]. */
export const STONE = 2000;
/** Edge of boxes and cubes, and width of balls [m]. */
export const EDGE = 1;
/** Length, height and depth of a brick [m]. */
export const BRICK: Readonly<Vec3> = [1, 0.5, 0.5];

export const BOX: ShapeDescriptor = { kind: 'box', size: [EDGE, EDGE, EDGE] };
export const BALL: ShapeDescriptor = { kind: 'sphere', radius: EDGE / 2 };

/** A scene of stones with friction 0.5 that do not bounce, standing on the ground. */
export function stoneScene<O extends SceneOptions>(
  about: About<O>,
  stones: readonly SceneBody[],
  own: Partial<Scene> = {},
): Scene {
  return {
    drystone: SCENE_VERSION,
    name: about.name,
    description: about.description,
    materials: { default: { friction: 0.5, restitution: 0 } },
    bodies: [{ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] }, ...stones],
    ...own,
  };
}

/** A rigid body of stone. */
export function stone(name: string, shape: ShapeDescriptor, position: Readonly<Vec3>, own: Partial<SceneBody> = {}): SceneBody {
  return { name, position, shapes: [shape], density: STONE, ...own };
}

export function brick(index: number, position: Readonly<Vec3>, own: Partial<SceneBody> = {}): SceneBody {
  return stone(`brick-${index}`, { kind: 'box', size: BRICK }, position, own);
}

/** The rotation by `angle` [rad] about `axis`, without the negative zeros that a file cannot hold. */
export function rotation(axis: Readonly<Vec3>, angle: number): Quat {
  const [x, y, z, w] = axisAngle(axis, angle);
  return [x + 0, y + 0, z + 0, w + 0];
}

/** A body that never moves. */
export function fixture(name: string, shapes: readonly ShapeDescriptor[], position: Readonly<Vec3>): SceneBody {
  return { kind: 'fixed', name, position, shapes };
}
