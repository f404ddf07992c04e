// Solids as short text, for meshes that come with the package: coordinates in steps and vertex numbers, 16 bits each, as base64.

import type { Surface } from './surface.js';

export interface PackedSolid {
  /** Three coordinates a vertex, from 0 for -0.5 m to LARGEST_STEP for 0.5 m. */
  readonly vertices: string;
  readonly triangles: string;
}

export const LARGEST_STEP = 65535;

/** The solid, `size` times as large [m]. */
export function unpackSolid({ vertices, triangles }: PackedSolid, size: number): Surface {
  return { vertices: numbersOf(vertices).map((step) => size * (step / LARGEST_STEP - 0.5)), triangles: numbersOf(triangles) };
}

/** Of browsers and of Node; spelt out so that scenes need no types of either. */
declare function atob(text: string): string;

function numbersOf(text: string): number[] {
  const bytes = atob(text);
  return Array.from({ length: bytes.length / 2 }, (_, i) => bytes.charCodeAt(2 * i) + 256 * bytes.charCodeAt(2 * i + 1));
}
