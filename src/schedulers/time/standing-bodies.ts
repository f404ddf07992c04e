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
import { CollisionLaw } from './collision-law.js';

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
  const law = new CollisionLaw();
  const pairs = findPairs(detection, closed);
  for (let i = 0; i < pairs.pairCount; i++) {
    const [s, t] = [pairs.pairA[i], pairs.pairB[i]];
    const [a, b] = [mover[owner[s]], mover[owner[t]]];
    if (!(isNew(a) || isNew(b)) || kind[owner[s]] === TRIGGER || kind[owner[t]] === TRIGGER) continue;
    if (!mayHit(detection, s, t)) continue;
    contacts.count = 0;
    findContactsOfShapes(detection, s, t, closed * Math.min(thickness[s], thickness[t]), settings, contacts);
    law.begin(bodies, a, b);
    for (let k = 0; k < contacts.count; k++) law.add(bodies, a, b, contacts, k, 0, 0);
    if (law.fastest > soft) continue;
    if (!isInsulator(kind[a]) && isPressed(detection, contacts, a, 1)) yield { upper: a, lower: b };
    if (!isInsulator(kind[b]) && isPressed(detection, contacts, b, -1)) yield { upper: b, lower: a };
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

/** Whether gravity presses the mover `upper` at a contact, along normals or, where the sign is -1, against them. */
function isPressed(detection: Detection, { normal, count }: ContactList, upper: number, sign: number): boolean {
  const { gravity } = detection.state.settings;
  const scale = sign * detection.bodies.nodes.columns.gravityScale[upper];
  for (let i = 0; i < count; i++) {
    const along = gravity[0] * normal[3 * i] + gravity[1] * normal[3 * i + 1] + gravity[2] * normal[3 * i + 2];
    if (scale * along > 0) return true;
  }
  return false;
}
