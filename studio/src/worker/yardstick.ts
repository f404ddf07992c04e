// What the sides of a comparison are measured by. Where every engine could simulate the scene, it is the ruler of the benchmark, which
// knows poses alone and how no engine finds contacts. Other scenes are for Drystone alone: there it is what the engine says of itself, on both sides.

import type { PlainScene } from '../../../bench/plain-scene.mjs';
import { plainScene } from '../../../bench/plain-scene.mjs';
import { POSE, Ruler } from '../../../bench/ruler/ruler.mjs';
import type { Scene } from '../../../src/index.js';

export type { PlainScene };
export { plainScene };

type PlainBodies = PlainScene['bodies'];

/** Penetration [m], drift [m] and energy [J]. */
export interface Measure {
  readonly penetration: number;
  readonly drift: number;
  readonly energy: number;
}

/** The scene as every engine understands it; null where not every one does. */
export function plainSceneOrNull(scene: Scene): PlainScene | null {
  try {
    return plainScene(scene);
  } catch {
    return null;
  }
}

/** By the poses of the bodies that move, in the order they came: position [m], then orientation [1]. */
export class Yardstick {
  readonly #ruler: Ruler;
  readonly #gravity: readonly number[];
  readonly #masses: number[];
  #before: Float64Array | null = null;

  constructor({ bodies, gravity }: PlainScene) {
    this.#ruler = new Ruler(bodies);
    this.#gravity = gravity;
    this.#masses = massesOf(bodies);
  }

  /** Bodies that join later. */
  add(bodies: PlainBodies): void {
    this.#ruler.add(bodies);
    this.#masses.push(...massesOf(bodies));
    this.#before = null;
  }

  /** After a step of dt [s]. */
  measure(poses: Float64Array, dt: number): Measure {
    const { depth, drift } = this.#ruler.measure(poses);
    // Motion is what the eye sees: from the poses of the step before.
    const kinetic = this.#before === null ? 0 : this.#ruler.kineticEnergy(this.#before, poses, dt);
    this.#before = poses.slice();
    return { penetration: depth, drift, energy: kinetic + this.#potential(poses) };
  }

  /** Where bodies are before the first step. */
  begin(poses: Float64Array): void {
    this.#before = poses.slice();
  }

  #potential(poses: Float64Array): number {
    return this.#masses.reduce(
      (sum, mass, i) => sum - mass * this.#gravity.reduce((along, g, k) => along + g * poses[POSE * i + k], 0),
      0,
    );
  }
}

function massesOf(bodies: PlainBodies): number[] {
  return bodies.filter(({ isFixed }) => !isFixed).map(({ mass }) => mass);
}
