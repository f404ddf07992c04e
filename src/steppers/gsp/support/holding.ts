// What the holding of bodies works on (hold-bodies.ts), and the words that its parts share.

import { BodyHold, CONTACT_LENGTH } from '../../../solvers/hold-body.js';
import { doubled } from '../../../table/doubled.js';
import type { SupportGraph } from './support-graph.js';

/** In place of a holder: no body holds this one. */
export const NONE = -1;
/**
 * In place of a holder: something could hold this body, but the contacts that it relies on cannot give what is needed.
 */
export const REFUSED = -2;
/**
 * What `asked` is for a body that was not to be held when a round of asking began, that was at rest already, that asked
 * all its contacts, and that was held by its supports alone.
 */
export const NOT_ASKED = -1;
export const AT_REST = 0;
export const ASKED_ALL = 1;
export const ASKED_SUPPORTS = 2;
/** Gaps that differ by this share are the same [1]. */
const ROUNDING = 1e-9;

/** What a hold goes by. */
export class HoldLimits {
  /** What gravity adds to a velocity in the step [m/s]. */
  fall = Number.NaN;
  /** What is slower than this against its support is at rest there already [m/s]. */
  still = Number.NaN;
  /** What is faster than this is held only by what was at rest before: it lands [m/s]. */
  fast = Number.NaN;
  /** What is faster than this although it was not held for some steps slides or rolls on: friction does not stop it [m/s]. */
  slow = Number.NaN;
  /** Of their loads, the contacts carry this share to begin with [1]. */
  share = Number.NaN;
  /** Length of the step [s]. */
  dt = Number.NaN;
}

export class Holding {
  readonly support: SupportGraph;
  /** Velocity at which the body at hand is at rest on its holder [m/s], [rad/s]. */
  readonly rest = new Float64Array(6);
  /** Impulse [N s] and angular impulse [N m s] that this takes. */
  readonly wanted = new Float64Array(6);
  /** How fast the body at hand moves against its rest [m/s]: one number, in an array so that no call allocates it. */
  readonly offRest = new Float64Array(1);
  /** Impulse [N s] and angular impulse [N m s] of the contact at hand, and of all contacts of a body. */
  readonly wrench = new Float64Array(6);
  readonly total = new Float64Array(6);
  /** Finds what the contacts of one body give. */
  readonly bodyHold = new BodyHold();
  /** The contacts that are asked to hold the body at hand, as hold-body.ts wants them. */
  contacts = new Float64Array(16 * CONTACT_LENGTH);
  /** Their rows, with the side of the body. */
  rows = new Int32Array(16);
  sides = new Int32Array(16);

  constructor(support: SupportGraph) {
    this.support = support;
  }

  /** Room for twice as many contacts. */
  makeRoom(): void {
    this.contacts = doubled(this.contacts);
    this.rows = doubled(this.rows);
    this.sides = doubled(this.sides);
  }
}

/** Whether a contact of that bias is closed when its body, which arrives at that speed, is at rest [m/s]. */
export function closes(bias: number, arrival: number): boolean {
  return bias >= 0 && bias <= arrival * (1 + ROUNDING);
}
