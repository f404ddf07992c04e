// How far shapes go that pass each other: by their own half thickness, and then half way through the other.

import type { Bodies } from '../../bodies/bodies.js';
import { MESH, SURFACE } from '../../shapes/shape-kinds.js';

type Shapes = Bodies['shapes'];

/** The least ways of all shapes. */
export interface LeastWays {
  /** The way through the thinnest one [m]. */
  readonly thinnest: number;
  /** The half thickness of the thinnest one that is no surface [m]. */
  readonly leastThickness: number;
}

/**
 * How far one of two shapes goes, beyond its own half thickness, to have passed the other: by the half thickness of the
 * thinner one, half way through it. A surface has no inside: what is half way through it is as much behind it as in
 * front [m].
 */
export function wayThrough({ columns: { kind, thickness } }: Shapes, s: number, t: number): number {
  return kind[s] === SURFACE || kind[t] === SURFACE ? 0 : Math.min(thickness[s], thickness[t]);
}

/**
 * How far shape s goes at least to pass shape t [m]. The contacts of a mesh say of each of its points where it came from: a corner of it
 * must not get through what is thinner, however thick the mesh is elsewhere.
 */
export function wayPast(shapes: Shapes, s: number, t: number): number {
  const { kind, thickness } = shapes.columns;
  const own = kind[s] === MESH ? Math.min(thickness[s], thickness[t]) : thickness[s];
  return own + wayThrough(shapes, s, t);
}

/** How far a shape goes at least to pass any other [m]. */
export function wayPastAny(shapes: Shapes, shape: number, least: LeastWays): number {
  return leastOwn(shapes, shape, least) + least.thinnest;
}

/** The part of that way that is its own: what it goes before it is half way through the other [m]. */
export function leastOwn({ columns: { kind, thickness } }: Shapes, shape: number, { leastThickness }: LeastWays): number {
  return kind[shape] === MESH ? Math.min(thickness[shape], leastThickness) : thickness[shape];
}
