// Contacts of one support that the others of it hold already: those between two of them, or within three.

import type { Manifold } from '../contact-determination/manifold.js';
import type { PairAtHand } from '../narrow-phase/pair-at-hand.js';

/** Depths are told apart in steps of this share of the envelope [1]; what touches to rounding is in the middle of one. */
export const DEPTH_STEP = 0.05;
/** A contact no further beside two others than this share of the spacing is between them [1]. */
const BESIDE = 0.1;

/** The contacts of one support, and which of them stay. */
interface ContactsOfSupport {
  readonly manifold: Manifold;
  /** By row, which is the contact's name in the manifold. */
  readonly isKept: Uint8Array;
  /** Two directions across the normal [1], and room for the places of three contacts along them [m]. */
  readonly axes: Float64Array;
  readonly flat: Float64Array;
}

/**
 * Whether the others of the manifold that stay already hold what contact i does: it lies between two of them, or within three, and is no deeper than
 * they are there.
 */
export function isBetweenOthers(choice: ContactsOfSupport, i: number, pair: PairAtHand): boolean {
  const { manifold } = choice;
  for (let j = 0; j < manifold.count; j++) {
    if (!isOther(choice, i, j)) continue;
    for (let k = 0; k < j; k++) {
      if (!isOther(choice, i, k)) continue;
      if (isOnSegment(choice, i, j, k, pair)) return true;
      for (let l = 0; l < k; l++) if (isOther(choice, i, l) && isInTriangle(choice, i, j, k, l, pair)) return true;
    }
  }
  return false;
}

function isOther(choice: ContactsOfSupport, i: number, j: number): boolean {
  const { isKept, manifold } = choice;
  return j !== i && isKept[manifold.feature[j]] === 1;
}

/** Coordinates of contact j from contact i in the plane across the support's normal, to flat[at ..] [m]. */
function flatten(choice: ContactsOfSupport, i: number, j: number, at: number): void {
  const { manifold, flat, axes } = choice;
  const p = manifold.pointA;
  const x = p[3 * j] - p[3 * i];
  const y = p[3 * j + 1] - p[3 * i + 1];
  const z = p[3 * j + 2] - p[3 * i + 2];
  flat[at] = axes[0] * x + axes[1] * y + axes[2] * z;
  flat[at + 1] = axes[3] * x + axes[4] * y + axes[5] * z;
}

function isOnSegment(choice: ContactsOfSupport, i: number, j: number, k: number, { spacing, envelope }: PairAtHand): boolean {
  const { flat, manifold } = choice;
  flatten(choice, i, j, 0);
  flatten(choice, i, k, 2);
  const u = flat[2] - flat[0];
  const v = flat[3] - flat[1];
  const square = u * u + v * v;
  if (!(square > 0)) return false;
  const share = -(flat[0] * u + flat[1] * v) / square;
  if (!(share > 0 && share < 1)) return false;
  const off = (flat[0] * v - flat[1] * u) / Math.sqrt(square);
  const { gap } = manifold;
  return Math.abs(off) < BESIDE * spacing && gap[i] > gap[j] + share * (gap[k] - gap[j]) - DEPTH_STEP * envelope;
}

function isInTriangle(choice: ContactsOfSupport, i: number, j: number, k: number, l: number, { envelope }: PairAtHand): boolean {
  const { flat, manifold } = choice;
  flatten(choice, i, j, 0);
  flatten(choice, i, k, 2);
  flatten(choice, i, l, 4);
  const ofL = flat[0] * flat[3] - flat[1] * flat[2];
  const ofJ = flat[2] * flat[5] - flat[3] * flat[4];
  const ofK = flat[4] * flat[1] - flat[5] * flat[0];
  const isWithin = (ofJ > 0 && ofK > 0 && ofL > 0) || (ofJ < 0 && ofK < 0 && ofL < 0);
  const { gap } = manifold;
  return isWithin && gap[i] > (ofJ * gap[j] + ofK * gap[k] + ofL * gap[l]) / (ofJ + ofK + ofL) - DEPTH_STEP * envelope;
}
