// Properties of a world on the GPU that all its bodies share: materials, gravity, damping.

import type { BodyDescriptor } from '../bodies/descriptors.js';
import type { Materials } from '../bodies/materials.js';
import type { Vec3 } from '../math/vector.js';
import type { Scene } from '../scene/scene.js';
import { SETTINGS } from '../settings.js';
import { materialsOf } from './tables.js';

export class Surroundings {
  readonly materials: Materials;
  readonly gravity: Readonly<Vec3>;
  /** Added to the damping of every body [1/s]. */
  readonly linearDamping: number;
  readonly angularDamping: number;

  constructor(scene: Scene) {
    const { settings = {} } = scene;
    this.materials = materialsOf(scene);
    this.gravity = settings.gravity ?? SETTINGS.gravity.default;
    this.linearDamping = settings['damping.linear'] ?? 0;
    this.angularDamping = settings['damping.angular'] ?? 0;
  }

  /** Throws unless the materials that a body names exist. */
  check({ material, shapes }: BodyDescriptor, path: string): void {
    if (material !== undefined) this.materials.indexOf(material, `${path}.material`);
    shapes.forEach((shape, i) => {
      if (shape.material !== undefined) this.materials.indexOf(shape.material, `${path}.shapes[${i}].material`);
    });
  }
}
