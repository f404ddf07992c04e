// Bodies that stand when they are first seen. One after the other they would fall on what they stand on, be taken back
// and become one group with it: a tower would be built anew for each of its bricks. So what stands is a group at once.
//
// A body stands where gravity presses it against something that stands, at a contact that neither closes nor opens faster
// than what counts as soft; what does not move by itself stands, and so do the groups that there are. What only falls beside
// something else does not stand on it.

import { isInsulator, TRIGGER } from '../../bodies/node-kinds.js';
import { BroadPhase } from '../../detection/broad-phase/broad-phase.js';
import { findContactsOfShapes } from '../../detection/contacts-now.js';
import type { Detection } from '../../detection/detection.js';
import { ContactList } from '../../detection/narrow-phase/contact-list.js';
import { mayHit } from '../../detection/time-of-impact/impact-search.js';
import { mobilityOf, writeTightBounds } from '../../detection/update-bounds.js';

/** What a body stands on: the upper one, and the lower one, which may not move by itself. */
export interface Support {
  readonly upper: number;
  readonly lower: number;
}

/**
 * The supports of bodies that stand, of which one at least is new, in the order in which they are reached from what stands
 * already: rows for which `stands` holds, and insulators. Soft is no faster than so much [m/s].
 */
export function findSupports(
  detection: Detection,
  isNew: (row: number) => boolean,
  stands: (row: number) => boolean,
  soft: number,
): Support[] {
  const uppersOf = new Map<number, number[]>();
  for (const { upper, lower } of listPresses(detection, isNew, soft)) {
    const uppers = uppersOf.get(lower);
    if (uppers === undefined) uppersOf.set(lower, [upper]);
    else uppers.push(upper);
  }
  const { kind } = detection.bodies.nodes.columns;
  const reached = [...uppersOf.keys()].filter((row) => isInsulator(kind[row]) || stands(row)).sort((a, b) => a - b);
  const isReached = new Set(reached);
  const supports: Support[] = [];
  for (const lower of reached) {
    for (const upper of uppersOf.get(lower) ?? []) {
      supports.push({ upper, lower });
      if (isReached.has(upper)) continue;
      isReached.add(upper);
      reached.push(upper);
    }
  }
  return supports;
}

/** Pairs of movers that touch, one of them new, and gravity presses the upper one on the lower one. */
function* listPresses(detection: Detection, isNew: (row: number) => boolean, soft: number): Generator<Support> {
  const { bodies, state } = detection;
  const { owner, thickness } = bodies.shapes.columns;
  const { kind, mover } = bodies.nodes.columns;
  const { settings } = state;
  const closed = settings['contact.touching'] * settings['detection.envelope'];
  const contacts = new ContactList();
  const pairs = findPairs(detection, closed);
  for (let i = 0; i < pairs.pairCount; i++) {
    const [s, t] = [pairs.pairA[i], pairs.pairB[i]];
    const [a, b] = [mover[owner[s]], mover[owner[t]]];
    if (!(isNew(a) || isNew(b)) || kind[owner[s]] === TRIGGER || kind[owner[t]] === TRIGGER) continue;
    if (!mayHit(detection, s, t)) continue;
    contacts.count = 0;
    findContactsOfShapes(detection, s, t, closed * Math.min(thickness[s], thickness[t]), settings, contacts);
    for (const [upper, lower, sign] of [
      [a, b, 1],
      [b, a, -1],
    ]) {
      if (!isInsulator(kind[upper]) && isPressed(detection, contacts, a, b, sign, soft)) yield { upper, lower };
    }
  }
}

/** Pairs of boxes of shapes that are no further apart than this share of their half thicknesses [1]. */
function findPairs(detection: Detection, closed: number): BroadPhase {
  const { bodies } = detection;
  const { size } = bodies.shapes;
  const { thickness } = bodies.shapes.columns;
  const bounds = new Float64Array(6 * size);
  const mobility = new Int32Array(size);
  for (let shape = 0; shape < size; shape++) {
    mobility[shape] = mobilityOf(bodies, shape);
    if (!bodies.shapes.isLive(shape)) continue;
    writeTightBounds(detection, shape, bounds, 6 * shape);
    // The boxes of half-spaces have no end where they could grow.
    const margin = Number.isFinite(thickness[shape]) ? closed * thickness[shape] : 0;
    for (let k = 6 * shape; k < 6 * shape + 3; k++) {
      bounds[k] -= margin;
      bounds[k + 3] += margin;
    }
  }
  const pairs = new BroadPhase();
  pairs.update(bounds, size, mobility);
  return pairs;
}

/** Whether gravity presses A on B at a contact, or B on A where the sign is -1, and no contact closes or opens fast. */
function isPressed(detection: Detection, contacts: ContactList, a: number, b: number, sign: number, soft: number): boolean {
  const { gravity } = detection.state.settings;
  const { gravityScale } = detection.bodies.nodes.columns;
  const { normal, count } = contacts;
  const scale = sign * gravityScale[sign > 0 ? a : b];
  let isOn = false;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]];
    if (scale * (gravity[0] * x + gravity[1] * y + gravity[2] * z) > 0) isOn = true;
    if (!(Math.abs(speedAlongNormal(detection, contacts, i, a, b)) <= soft)) return false;
  }
  return isOn;
}

/** How fast B leaves A at a contact, along its normal [m/s]. */
function speedAlongNormal(
  { bodies }: Detection,
  { normal, pointA, pointB }: ContactList,
  i: number,
  a: number,
  b: number,
): number {
  const { position, velocity } = bodies.nodes.columns;
  let speed = 0;
  for (const [row, sign] of [
    [a, -1],
    [b, 1],
  ]) {
    const [x, y, z] = [0, 1, 2].map((k) => 0.5 * (pointA[3 * i + k] + pointB[3 * i + k]) - position[3 * row + k]);
    const [u, v, w, p, q, r] = velocity.subarray(6 * row, 6 * row + 6);
    const at = [u + q * z - r * y, v + r * x - p * z, w + p * y - q * x];
    for (let k = 0; k < 3; k++) speed += sign * at[k] * normal[3 * i + k];
  }
  return speed;
}
