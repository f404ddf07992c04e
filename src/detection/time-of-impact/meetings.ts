// Pairs of shapes whose ways come near each other, and when they meet.

import { doubled } from '../../table/doubled.js';
import type { PrincipalContact } from '../narrow-phase/principal-contact.js';

/** A time that never comes [s]. */
export const NEVER = Number.POSITIVE_INFINITY;

export class Meetings {
  count = 0;
  /** Two shapes a pair, of which the first has the owner of the lower row. */
  shapes = new Int32Array(128);
  /** When they meet [s], and which of the two go through the other by their own speed (impact-list.ts). */
  times = new Float64Array(64);
  fast = new Int32Array(64);
  /** Where they meet: the normal from the first to the second [1], zero where it is not known, and a point there [m]. */
  places = new Float64Array(384);

  add(s: number, t: number): void {
    if (this.count === this.times.length) {
      this.shapes = doubled(this.shapes);
      this.times = doubled(this.times);
      this.fast = doubled(this.fast);
      this.places = doubled(this.places);
    }
    const pair = this.count++;
    this.shapes[2 * pair] = s;
    this.shapes[2 * pair + 1] = t;
    this.times[pair] = NEVER;
  }

  /** Takes note of the place where the shapes of a pair are said to meet. */
  setPlace(pair: number, { nx, ny, nz, ax, ay, az }: PrincipalContact): void {
    const { places } = this;
    const k = 6 * pair;
    places[k] = nx;
    places[k + 1] = ny;
    places[k + 2] = nz;
    places[k + 3] = ax;
    places[k + 4] = ay;
    places[k + 5] = az;
  }

  /** Drops all pairs with a shape that has a mark. */
  dropMarked(marks: Uint8Array): void {
    let kept = 0;
    for (let pair = 0; pair < this.count; pair++) {
      const [s, t] = [this.shapes[2 * pair], this.shapes[2 * pair + 1]];
      if (marks[s] !== 0 || marks[t] !== 0) continue;
      this.shapes[2 * kept] = s;
      this.shapes[2 * kept + 1] = t;
      this.fast[kept] = this.fast[pair];
      this.places.copyWithin(6 * kept, 6 * pair, 6 * pair + 6);
      this.times[kept++] = this.times[pair];
    }
    this.count = kept;
  }

  /** The pair that meets first; of those of one time the one of the lowest shapes, in whatever order they came. -1: none. */
  first(): number {
    const { shapes, times } = this;
    let first = -1;
    for (let pair = 0; pair < this.count; pair++) {
      if (times[pair] === NEVER) continue;
      if (first < 0 || times[pair] < times[first]) first = pair;
      else if (times[pair] === times[first]) {
        const order = shapes[2 * pair] - shapes[2 * first] || shapes[2 * pair + 1] - shapes[2 * first + 1];
        if (order < 0) first = pair;
      }
    }
    return first;
  }
}
