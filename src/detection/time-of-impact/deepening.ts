// Two shapes of which one is a mesh, and which overlap already: when they get deeper. Surfaces that cross at first say
// nothing of how the two move. So the shapes are followed by their depth, in strides, until they are apart or too deep.

import { closest } from '../narrow-phase/closest.js';
import type { ImpactQuery } from './impact-query.js';
import * as indices from './impact-query.js';
import { setRelativeMotion } from './slab.js';
import { bringTo } from './time-of-impact.js';

const [TO, TIME] = [indices.TO, indices.TIME];

/** In a stride no two points come nearer to each other than by this share of the half thickness of the thinner shape [1]. */
const STRIDE = 0.25;
/** Most strides: what goes further along something that it overlaps stops there [1]. */
const MOST_STRIDES = 2000;

/** What comes of shapes that are followed [1]. */
export const APART = 0;
export const OVERLAPPING = 1;
export const TOO_DEEP = 2;

/**
 * Follows the shapes of a query from its beginning to where they are apart, or would be deeper than `limit` [m] after one
 * more stride, or to its end: `time` of the query. The half thickness of the thinner one is `thinner` [m].
 */
export function followDepth(query: ImpactQuery, thinner: number, limit: number): number {
  const { numbers, relative: u, swings } = query;
  numbers[TIME] = query.from;
  query.closing = 0;
  measure(query);
  for (let strides = 0; strides < MOST_STRIDES; strides++) {
    const speed = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) + swings[0] + swings[1];
    const last = numbers[TIME];
    const next = last + (STRIDE * thinner) / speed;
    numbers[TIME] = next < numbers[TO] ? next : numbers[TO];
    measure(query);
    if (-query.gap > limit) {
      numbers[TIME] = last;
      measure(query);
      return TOO_DEEP;
    }
    if (query.gap >= 0) return APART;
    if (!(next < numbers[TO])) return OVERLAPPING;
  }
  return TOO_DEEP;
}

/** How deep the shapes of a query are in each other at its beginning [m]. */
export function depthAtFirst(query: ImpactQuery): number {
  query.numbers[TIME] = query.from;
  measure(query);
  return -query.gap;
}

/** Sets `gap` at the time that is looked at: minus the depth, or 0. */
function measure(query: ImpactQuery): void {
  bringTo(query, query.a);
  bringTo(query, query.b);
  setRelativeMotion(query);
  const doTouch = closest(query.a.placed, query.b.placed, 0, query.principal, query.pairs);
  query.gap = doTouch ? Math.min(0, query.principal.gap) : 0;
}
