// How far shapes go that pass each other.

import type { Bodies } from '../../bodies/bodies.js';
import { SURFACE } from '../../shapes/shape-kinds.js';

/**
 * How far one of two shapes goes, beyond its own half thickness, to have passed the other: by the half thickness of the thinner one,
 * half way through it. A surface has no inside: what is half way through it is as much behind it as in front [m].
 */
export function wayThrough({ columns: { kind, thickness } }: Bodies['shapes'], s: number, t: number): number {
  return kind[s] === SURFACE || kind[t] === SURFACE ? 0 : Math.min(thickness[s], thickness[t]);
}
