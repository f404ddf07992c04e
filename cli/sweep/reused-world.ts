// One world for run after run: emptied, and filled with the next scene. To make a world takes as long as hundreds of steps of a stack that
// stands. The bits are those of a world that is new.

import { fillWorld, makeWorld, type WorldChoices } from '../../src/scene/build-world.js';
import type { Scene } from '../../src/scene/scene.js';
import type { World } from '../../src/world.js';

export class ReusedWorld {
  #world: World | undefined;
  /** What stays in a world: how it was made, and what its scene has beside nodes. */
  #key = '';

  /** The world of a scene; that of the scene before is over. */
  readonly build = (scene: Scene, { controls, ...choices }: WorldChoices): World => {
    const { materials, materialPairs, meshes, surfaces } = scene;
    // Those of meshes are for one scene: names of meshes stay in a world, and to compare them would take long.
    const key = meshes === undefined && surfaces === undefined ? JSON.stringify([choices, materials, materialPairs]) : '';
    if (this.#world === undefined || key !== this.#key || key === '') {
      this.drop();
      this.#world = makeWorld(choices);
      this.#key = key;
    } else this.#world.clear();
    fillWorld(this.#world, scene, controls);
    return this.#world;
  };

  /** The next scene has a world of its own. */
  drop(): void {
    this.#world?.dispose();
    this.#world = undefined;
  }
}
