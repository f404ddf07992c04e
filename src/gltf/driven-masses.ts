// The masses that drives by acceleration move: 1 / (J M^-1 J^T), with J the axis of the drive between two bodies. They follow from shapes and
// densities, so that a world has to be made to know them; where no drive is by acceleration none is.

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

  /** Of two bodies by name, or the world, along or about an axis of the world [kg or kg m^2]. */
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
    // Between two that nothing moves, nothing is driven.
    return inverse === 0 ? 0 : 1 / inverse;
  }
}
