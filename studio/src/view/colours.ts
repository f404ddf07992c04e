// The colours of bodies in each colour mode.

import { Color } from 'three';
import type { BodyPicture, Colour } from '../protocol.js';
import { ACTIVITIES, isMoved } from '../protocol.js';

/** A colour as linear red, green, blue, for shaders. */
export type Rgb = readonly [number, number, number];

const rgb = (css: string): Rgb => {
  const { r, g, b } = new Color(css);
  return [r, g, b];
};

/** Stones vary a little, so that neighbours can be told apart. */
export const STONES = ['#c9b49a', '#bfa88c', '#d2bfa6', '#b59f86', '#c4ae98', '#cbb8a4', '#b8a48f', '#d6c4ad'].map(rgb);
export const FIXED = rgb('#8d959c');
const SCRIPTED = rgb('#7f94ad');
export const SELECTED = rgb('#ffb020');
/** Flash of bodies that have just been rolled back. */
export const FLASH_COLOUR = '#e0218a';
const FLASH = rgb(FLASH_COLOUR);

export const ACTIVITY_COLOURS: Readonly<Record<(typeof ACTIVITIES)[number], string>> = {
  fixed: '#3f9a54',
  'at rest': '#3a6fd0',
  sleepy: '#8e4fc2',
  moving: '#d8402f',
};
export const ACTIVITY = ACTIVITIES.map((name) => rgb(ACTIVITY_COLOURS[name]));

/** Colour ramp from small to large values: dark blue, green, yellow, as in viridis. */
export const RAMP = ['#443a83', '#31688e', '#21918c', '#35b779', '#90d743', '#fde725'];
export const LINEAR_RAMP = RAMP.map(rgb);

/** Colour at a fraction of the ramp, from 0 to 1. */
function alongRamp(share: number): Rgb {
  const at = Math.min(Math.max(share, 0), 1) * (LINEAR_RAMP.length - 1);
  const i = Math.min(Math.floor(at), LINEAR_RAMP.length - 2);
  const t = at - i;
  return [0, 1, 2].map((k) => LINEAR_RAMP[i][k] * (1 - t) + LINEAR_RAMP[i + 1][k] * t) as unknown as Rgb;
}

/** Colours of groups; neighbouring indices get very different hues. */
const groupColours = Array.from({ length: 48 }, (_, i) => {
  const { r, g, b } = new Color().setHSL((0.08 + i * 0.618034) % 1, 0.5, 0.4 + 0.15 * ((i * 0.381966) % 1));
  return [r, g, b] as Rgb;
});

/** Values at the ends of the ramp. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * Extends a range by the values of a frame. That of masses begins at the smallest, since masses differ by powers of
 * ten.
 */
export function widen(colour: Colour, { least, most }: Range, values: Float32Array): Range {
  const isFromLeast = colour === 'mass';
  for (const value of values) {
    if (value > most) most = value;
    if (isFromLeast && value > 0 && (value < least || least === 0)) least = value;
  }
  return { least, most };
}

/** The initial range of a colour mode. */
export function firstRange(colour: Colour): Range {
  return { least: colour === 'layer' ? 1 : 0, most: 1e-6 };
}

/** The colour of a body. */
export function colourOfBody(body: BodyPicture, colour: Colour, value: number, { least, most }: Range): Rgb {
  if (colour === 'activity') return ACTIVITY[value];
  if (!isMoved(body.kind)) return body.kind === 'scripted' ? SCRIPTED : FIXED;
  switch (colour) {
    case 'stone':
      return STONES[(Math.imul(body.id, 0x9e3779b1) >>> 16) % STONES.length];
    case 'group':
      return value < 0 ? STONES[0] : groupColours[value % groupColours.length];
    case 'layer':
      return value === 0 ? STONES[0] : alongRamp((value - 1) / Math.max(most - 1, 1));
    case 'mass':
      return alongRamp(most > least ? Math.log(value / least) / Math.log(most / least) : 0.5);
    default:
      return alongRamp(value / most);
  }
}

/** Mixes a colour with a fraction of the flash of a rollback [1]. */
export function withFlash(colour: Rgb, share: number): Rgb {
  return share === 0 ? colour : (colour.map((value, k) => value + share * (FLASH[k] - value)) as unknown as Rgb);
}
