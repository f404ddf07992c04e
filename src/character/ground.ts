// What a character stands on. Its capsule meets edges aslant, by its round end: there the face behind the edge says whether it can stand.

import type { Body } from '../handles.js';
import { cos } from '../math/portable.js';
import type { Vec3 } from '../math/vector.js';
import { length, scale } from '../math/vector.js';
import type { CharacterMeasures } from './options.js';
import type { Obstacle, Probe } from './probe.js';
import { level } from './probe.js';

/** What carries a character. */
export interface Ground {
  readonly body: Body;
  /** Of the face [1]. */
  readonly normal: Vec3;
  /** Where its weight acts [m]. */
  readonly point: Vec3;
  /** How far the character is above the height at which it keeps its gap; below 0 where it is too low [m]. */
  readonly drop: number;
}

/** How far behind an edge its face is looked for, in radii of the capsule [1]. */
const BEHIND = 0.02;
/** A step counts as no higher than allowed within this [m]. */
const ROUNDING = 1e-6;
/** Heights within this are the same: who stands does not move by rounding [m]. */
const SAME_HEIGHT = 1e-9;
/** Above contacts that are steeper than this cosine the gap is less than elsewhere [1]. */
const STEEPEST_GAP = 0.2;

export class GroundFinder {
  readonly #probe: Probe;
  readonly #measures: CharacterMeasures;
  /** Of the steepest ground it stands on [1]. */
  readonly #leastCosine: number;

  constructor(probe: Probe, measures: CharacterMeasures) {
    this.#probe = probe;
    this.#measures = measures;
    this.#leastCosine = cos(measures.maxSlope);
  }

  /** Where the feet are when the middle of the capsule is at a position [m]. */
  feetAt(position: Readonly<Vec3>): number {
    return position[1] - 0.5 * this.#measures.height - this.#measures.skin;
  }

  isLevelEnough(normal: Readonly<Vec3>): boolean {
    return normal[1] >= this.#leastCosine;
  }

  /** What carries it at a position, at most `reach` [m] below; `feet` is the height [m] that steps are measured from. */
  find(position: Readonly<Vec3>, reach: number, feet: number): Ground | undefined {
    const { skin } = this.#measures;
    const met = this.#probe.cast(position, [0, -(reach + skin), 0]);
    if (met === undefined) return undefined;
    const face = this.faceOf(met, feet);
    const drop = met.distance - skin / Math.max(met.normal[1], STEEPEST_GAP);
    if (face === undefined || drop > reach) return undefined;
    return { body: met.body, normal: face, point: met.point, drop: Math.abs(drop) < SAME_HEIGHT ? 0 : drop };
  }

  /** The normal of what is close below a position and too steep to stand on; undefined where there is nothing such. */
  findSteep(position: Readonly<Vec3>): Vec3 | undefined {
    const met = this.#probe.cast(position, [0, -this.#measures.skin, 0]);
    return met === undefined || this.isLevelEnough(met.normal) ? undefined : met.normal;
  }

  /** The normal of the face that would carry the capsule where it meets something; undefined where it would slide off. */
  faceOf({ point, normal }: Obstacle, feet: number): Vec3 | undefined {
    const { maxStep, radius } = this.#measures;
    if (this.isLevelEnough(normal)) return normal;
    const outward = level(normal);
    const from = feet + maxStep + ROUNDING;
    const depth = from - point[1] + 2 * BEHIND * radius;
    if (normal[1] < 0 || length(outward) === 0 || depth <= 2 * BEHIND * radius) return undefined;
    const behind = scale(outward, -(BEHIND * radius) / length(outward));
    const face = this.#probe.faceBelow([point[0] + behind[0], from, point[2] + behind[2]], depth);
    return face !== undefined && this.isLevelEnough(face.normal) ? face.normal : undefined;
  }
}
