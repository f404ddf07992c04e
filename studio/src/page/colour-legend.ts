// The rows of the legend that explain the colours of bodies.

import type { Colour } from '../protocol.js';
import { ACTIVITIES, COLOURS } from '../protocol.js';
import type { Range } from '../view/colours.js';
import { ACTIVITY_COLOURS, RAMP } from '../view/colours.js';
import { format, make } from './elements.js';

const UNITS: Readonly<Record<string, string>> = { speed: ' m/s', penetration: ' m', layer: '', mass: ' kg' };

export function explainColour(colour: Colour, range: Range, activities: readonly (typeof ACTIVITIES)[number][] = ACTIVITIES) {
  const rows: HTMLElement[] = [];
  if (colour !== 'stone') rows.push(make('b', {}, COLOURS[colour]));
  if (colour === 'activity') rows.push(...activities.map((name) => entry(ACTIVITY_COLOURS[name], name)));
  else if (colour in UNITS) {
    const ramp = make('i', { class: 'ramp', style: `background: linear-gradient(90deg, ${RAMP.join()})` });
    rows.push(make('span', { class: 'scale' }, format(range.least), ramp, `${format(range.most)}${UNITS[colour]}`));
  } else if (colour === 'group') rows.push(make('span', {}, 'one colour a group'));
  return rows;
}

export function entry(colour: string, name: string): HTMLElement {
  return make('span', {}, make('i', { style: `background: ${colour}` }), name);
}
