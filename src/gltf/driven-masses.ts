// Computes the effective masses of drives by acceleration: 1 / (J M^-1 J^T), where J is the axis of the drive between
// two bodies. They follow from shapes and densities, so a world must be built to find them. It is built only if there
// is such a drive.

import { multiplySym, rotateSym } from '../math/symmetric.js';
import type { Vec3 } from '../math/vector.js';
import { dot, multiply, quatAt, vectorAt } from '../math/vector.js';
import type { Scene } from '../scene/scene.js';
import { Simulation } from '../scene/simulation.js';
import type { World } from '../world.js';

export class DrivenMasses {
  readonly #scene: Scene;
  #world: World | undefined;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Effective mass between two bodies, or a body and the world, along or about an axis of the world [kg or kg m^2]. */
  between(ends: readonly { body?: string }[], type: 'linear' | 'angular', axis: Vec3): number {
    this.#world ??= new Simulation(this.#scene).world;
    const world = this.#world;
    let inverse = 0;
    for (const { body: name } of ends) {
      const body = [...world.bodies()].find((each) => each.name === name);
      if (body?.kind !== 'rigid') continue;
      const { moments, principal } = world.store.nodes.columns;
      const [x, y, z] = vectorAt(moments, 3 * body.row);
      const turn = multiply(body.orientation, quatAt(principal, 4 * body.row));
      const inverseInertia = rotateSym(turn, [1 / x, 1 / y, 1 / z, 0, 0, 0]);
      inverse += type === 'linear' ? 1 / body.mass : dot(axis, multiplySym(inverseInertia, axis));
    }
    // A drive between two bodies that cannot move has no effect.
    return inverse === 0 ? 0 : 1 / inverse;
  }
}
