// How many contacts round shapes have with what is not round (contact-problem/pass-joints.ts says what for).

import type { F64, I32, Integers, Numbers } from './numbers.js';

/** Whether a kind of shape is one of the three that roll. */
function isRound(kind: I32, ball: I32, rod: I32, drum: I32): boolean {
  return kind === ball || kind === rod || kind === drum;
}

/**
 * Counts them for the shapes of the edges that have a round shape, and those of them that are closed: a gap up to the share `closed` of
 * the radius of what is round, or of the half thickness of the other, is. Returns whether any has two. Shapes of other edges are left as
 * they are: most may sleep.
 */
export function countFlatContacts(
  edges: Integers,
  edgeCount: I32,
  round: Integers,
  firstContact: Integers,
  contactCount: Integers,
  passing: Integers,
  shapes: Integers,
  gap: Numbers,
  kind: Integers,
  thickness: Numbers,
  dimensions: Numbers,
  flatContacts: Integers,
  closedContacts: Integers,
  closed: F64,
  ball: I32,
  rod: I32,
  drum: I32,
): boolean {
  for (let i: I32 = 0; i < edgeCount; i++) {
    const edge = edges[i];
    if (round[edge] === 0) continue;
    for (let k = 2 * firstContact[edge]; k < 2 * (firstContact[edge] + contactCount[edge]); k++) {
      flatContacts[shapes[k]] = 0;
      closedContacts[shapes[k]] = 0;
    }
  }
  let areAnyTwo = false;
  for (let i: I32 = 0; i < edgeCount; i++) {
    const edge = edges[i];
    if (round[edge] === 0) continue;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const a = shapes[2 * c];
      const b = shapes[2 * c + 1];
      const isRoundA = isRound(kind[a], ball, rod, drum);
      if (isRoundA === isRound(kind[b], ball, rod, drum) || passing[c] !== 0) continue;
      const roundOne = isRoundA ? a : b;
      flatContacts[roundOne] += 1;
      if (flatContacts[roundOne] > 1) areAnyTwo = true;
      // The first dimension of what is round is its radius.
      const size = Math.min(dimensions[3 * roundOne], thickness[isRoundA ? b : a]);
      if (gap[c] <= closed * size) closedContacts[roundOne] += 1;
    }
  }
  return areAnyTwo;
}
