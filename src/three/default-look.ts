// Default colours of bodies in views.

import type { Body } from '../handles.js';

const STONE = 0xb9ad98;
const GROUND = 0x8a8f94;

/** Width of the square that is drawn for a half-space, which is infinite [m]. */
export const GROUND_WIDTH = 200;

/** Stone for bodies that impulses move, grey for fixed and scripted ones, as 0xrrggbb. */
export function defaultColour({ kind }: Pick<Body, 'kind'>): number {
  return kind === 'fixed' || kind === 'scripted' ? GROUND : STONE;
}
