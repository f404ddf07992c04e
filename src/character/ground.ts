// The ground of a character. The round end of the capsule has an oblique normal at edges: there the face behind the
// edge decides whether the character can stand.

import type { Body } from '../handles.js';
import { copyInto, put } from '../math/in-place.js';
import { cos } from '../math/portable.js';
import type { Vec3 } from '../math/vector.js';
import type { CharacterMeasures } from './options.js';
import type { Probe } from './probe.js';
import { levelLength, Obstacle } from './probe.js';

/** The ground that carries a character. */
export class Ground {
  /** The body of the ground; undefined if nothing carries the character. */
  body: Body | undefined = undefined;
  /** Normal of the face [1]. */
  readonly normal: Vec3 = [0, 0, 0];
  /** Point where the character's weight acts [m]. */
  readonly point: Vec3 = [0, 0, 0];
  /** Height of the character above that at which it keeps its gap; below 0 if it is too low [m]. */
  drop = 0;
}

/** Distance behind an edge at which its face is searched, as a fraction of the capsule's radius [1]. */
const BEHIND = 0.02;
/** Tolerance of the largest step height [m]. */
const ROUNDING = 1e-6;
/** Heights that differ by less count as equal, so that a standing character does not move by rounding [m]. */
const SAME_HEIGHT = 1e-9;
/**
 * Lower limit of the normal's cosine for the vertical gap skin / cosine: on steeper contacts the gap is smaller [1].
 */
const STEEPEST_GAP = 0.2;

export class GroundFinder {
  readonly #probe: Probe;
  readonly #measures: CharacterMeasures;
  /** Cosine of the steepest slope on which the character stands [1]. */
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

  /** Height of the feet if the middle of the capsule is at a position [m]. */
  feetAt(position: Readonly<Vec3>): number {
    return position[1] - 0.5 * this.#measures.height - this.#measures.skin;
  }

  isLevelEnough(normal: Readonly<Vec3>): boolean {
    return normal[1] >= this.#leastCosine;
  }

  /** Finds the ground at most `reach` [m] below a position; `feet` is the height from which steps are measured [m]. */
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

  /**
   * Normal of a slope close below a position that is too steep to stand on, valid until the next call; else undefined.
   */
  findSteep(position: Readonly<Vec3>): Readonly<Vec3> | undefined {
    put(this.#way, 0, -this.#measures.skin, 0);
    const { normal } = this.#met;
    return !this.#probe.cast(position, this.#way, this.#met) || this.isLevelEnough(normal) ? undefined : normal;
  }

  /**
   * Normal of the face that carries the capsule at an obstacle, valid until the next call; undefined if the capsule
   * would slide off. It is that of the contact, or that of the face behind an edge no higher than a step.
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
