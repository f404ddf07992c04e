// How bodies look where nobody says otherwise.

import type { Body } from '../handles.js';

const STONE = 0xb9ad98;
const GROUND = 0x8a8f94;

/** Half-spaces have no end: they are drawn as squares of this width [m]. */
export const GROUND_WIDTH = 200;

/** Stone for what moves by impulses, grey for the rest, as 0xrrggbb. */
export function defaultColour({ kind }: Pick<Body, 'kind'>): number {
  return kind === 'fixed' || kind === 'scripted' ? GROUND : STONE;
}
