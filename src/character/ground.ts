// What a character stands on. Its capsule meets edges aslant, by its round end: there the face behind the edge says whether it can stand.

import type { Body } from '../handles.js';
import { copyInto, put } from '../math/in-place.js';
import { cos } from '../math/portable.js';
import type { Vec3 } from '../math/vector.js';
import type { CharacterMeasures } from './options.js';
import type { Probe } from './probe.js';
import { levelLength, Obstacle } from './probe.js';

/** What carries a character. */
export class Ground {
  /** Undefined where nothing does. */
  body: Body | undefined = undefined;
  /** Of the face [1]. */
  readonly normal: Vec3 = [0, 0, 0];
  /** Where its weight acts [m]. */
  readonly point: Vec3 = [0, 0, 0];
  /** How far the character is above the height at which it keeps its gap; below 0 where it is too low [m]. */
  drop = 0;
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
  readonly #way: Vec3 = [0, 0, 0];
  readonly #behind: Vec3 = [0, 0, 0];
  readonly #met = new Obstacle();
  readonly #face = new Obstacle();

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
  find(position: Readonly<Vec3>, reach: number, feet: number, ground: Ground): boolean {
    const { skin } = this.#measures;
    ground.body = undefined;
    put(this.#way, 0, -(reach + skin), 0);
    const met = this.#met;
    if (!this.#probe.cast(position, this.#way, met)) return false;
    const face = this.faceOf(met, feet);
    const drop = met.distance - skin / Math.max(met.normal[1], STEEPEST_GAP);
    if (face === undefined || drop > reach) return false;
    ground.body = met.body;
    copyInto(ground.normal, face);
    copyInto(ground.point, met.point);
    ground.drop = Math.abs(drop) < SAME_HEIGHT ? 0 : drop;
    return true;
  }

  /** The normal of what is close below a position and too steep to stand on, until the next question; undefined where there is nothing such. */
  findSteep(position: Readonly<Vec3>): Readonly<Vec3> | undefined {
    put(this.#way, 0, -this.#measures.skin, 0);
    const { normal } = this.#met;
    return !this.#probe.cast(position, this.#way, this.#met) || this.isLevelEnough(normal) ? undefined : normal;
  }

  /**
   * The normal of the face that would carry the capsule where it meets something, until the next question; undefined where it would slide
   * off.
   */
  faceOf({ point, normal }: Obstacle, feet: number): Readonly<Vec3> | undefined {
    const { maxStep, radius } = this.#measures;
    if (this.isLevelEnough(normal)) return normal;
    const outward = levelLength(normal);
    const from = feet + maxStep + ROUNDING;
    const depth = from - point[1] + 2 * BEHIND * radius;
    if (normal[1] < 0 || outward === 0 || depth <= 2 * BEHIND * radius) return undefined;
    const back = -(BEHIND * radius) / outward;
    put(this.#behind, point[0] + normal[0] * back, from, point[2] + normal[2] * back);
    const isFace = this.#probe.findBelow(this.#behind, depth, this.#face) && this.isLevelEnough(this.#face.normal);
    return isFace ? this.#face.normal : undefined;
  }
}
