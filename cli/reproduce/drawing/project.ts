// Orthographic projection of the world: a camera that looks at a box, and the projection of points.

import type { Vec3 } from '../../../src/math/vector.js';
import { cross, dot, normalize, subtract } from '../../../src/math/vector.js';

export interface Camera {
  /** Direction from the box to the camera. */
  readonly from: Readonly<Vec3>;
  /** Box that must be in the picture: min x, y, z, max x, y, z [m]. */
  readonly bounds: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** A point of the picture, with its nearness to the camera. */
export interface Projected {
  readonly x: number;
  readonly y: number;
  readonly nearness: number;
}

const MARGIN = 8;

export class Projection {
  readonly #right: Vec3;
  readonly #up: Vec3;
  /** Direction to the camera. */
  readonly towards: Vec3;
  readonly #centre: readonly [number, number];
  readonly #middle: readonly [number, number];
  /** Pixels per metre. */
  readonly scale: number;

  constructor({ from, bounds, width, height }: Camera) {
    this.towards = normalize(from);
    this.#right = normalize(cross([0, 1, 0], this.towards));
    this.#up = cross(this.towards, this.#right);
    const seen = cornersOf(bounds).map((corner) => [dot(this.#right, corner), dot(this.#up, corner)]);
    const low = [0, 1].map((k) => Math.min(...seen.map((corner) => corner[k])));
    const high = [0, 1].map((k) => Math.max(...seen.map((corner) => corner[k])));
    const [w, h] = [width - 2 * MARGIN, height - 2 * MARGIN];
    this.scale = Math.min(w / Math.max(1e-9, high[0] - low[0]), h / Math.max(1e-9, high[1] - low[1]));
    this.#centre = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    this.#middle = [width / 2, height / 2];
  }

  project(point: Readonly<Vec3>): Projected {
    const right = dot(this.#right, point) - this.#centre[0];
    const up = dot(this.#up, point) - this.#centre[1];
    return {
      x: this.#middle[0] + this.scale * right,
      y: this.#middle[1] - this.scale * up,
      nearness: dot(this.towards, point),
    };
  }
}

function cornersOf(bounds: readonly number[]): Vec3[] {
  return Array.from({ length: 8 }, (_, i) => [bounds[i & 1 ? 3 : 0], bounds[i & 2 ? 4 : 1], bounds[i & 4 ? 5 : 2]]);
}

/** Outward normal of a polygon with corners counter-clockwise seen from outside. */
export function normalOf(corners: readonly Readonly<Vec3>[]): Vec3 {
  const [a, b, c] = corners;
  return normalize(cross(subtract(b, a), subtract(c, a)));
}
