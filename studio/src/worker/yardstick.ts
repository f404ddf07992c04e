// The measures of both sides of a comparison. If every engine can simulate the scene, they are found by the benchmark's
// ruler, from poses only and independent of any engine's contacts. Other scenes are for Drystone only, whose own
// measures are used on both sides.

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

/** The scene in the form that every engine can simulate, or null. */
export function plainSceneOrNull(scene: Scene): PlainScene | null {
  try {
    return plainScene(scene);
  } catch {
    return null;
  }
}

/** Measures by poses of the moving bodies, in the order in which they joined: position [m], orientation [1]. */
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

  /** Adds bodies that join later. */
  add(bodies: PlainBodies): void {
    this.#ruler.add(bodies);
    this.#masses.push(...massesOf(bodies));
    this.#before = null;
  }

  /** Measures a step of dt [s]. */
  measure(poses: Float64Array, dt: number): Measure {
    const { depth, drift } = this.#ruler.measure(poses);
    // Velocities are differences of poses of two steps.
    const kinetic = this.#before === null ? 0 : this.#ruler.kineticEnergy(this.#before, poses, dt);
    this.#before = poses.slice();
    return { penetration: depth, drift, energy: kinetic + this.#potential(poses) };
  }

  /** Sets the poses before the first step. */
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
