// Anchors of members of contact groups: their flights are the ways of the members between two states.

import type { Flight } from '../../detection/time-of-impact/flight.js';
import type { GroupStates } from '../groups/group-states.js';
import { setWay } from '../groups/ways.js';
import type { Anchors } from './anchors.js';
import { ANCHOR_ACCELERATION, ANCHOR_NUMBERS, ANCHOR_ORIENTATION, ANCHOR_POSITION, ANCHOR_VELOCITY } from './anchors.js';

/** Writes the way of a member between two states to an anchor of it; it stands where they are the same. */
export function writeWay(
  { numbers }: Anchors,
  anchor: number,
  states: GroupStates,
  from: number,
  to: number,
  place: number,
  way: Flight,
): void {
  const k = ANCHOR_NUMBERS * anchor;
  if (from !== to) setWay(way, states, from, to, place);
  const at = states.moverAt(from, place);
  for (let i = 0; i < 3; i++) numbers[k + ANCHOR_POSITION + i] = states.numbers[at + i];
  for (let i = 0; i < 4; i++) numbers[k + ANCHOR_ORIENTATION + i] = states.numbers[at + 3 + i];
  for (let i = 0; i < 6; i++) numbers[k + ANCHOR_VELOCITY + i] = from === to ? 0 : way.velocity[i];
  for (let i = 0; i < 3; i++) numbers[k + ANCHOR_ACCELERATION + i] = from === to ? 0 : way.acceleration[i];
}
