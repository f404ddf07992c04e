// Whether bodies are fast, asked in every step: what stands as it stood is as fast as it was.

import type { Detection } from '../detection.js';
import { areAnyFast } from './swept-pairs.js';

/**
 * What is known: changes from outside when it was last asked, and the time before; for which step; the answer.
 */
const ASKED = 0;
const BEFORE = 1;
const LENGTH = 2;
const ANSWER = 3;

export class KnownSpeed {
  readonly #detection: Detection;
  readonly #known = Float64Array.of(-1, -1, 0, 1);

  constructor(detection: Detection) {
    this.#detection = detection;
  }

  /** Whether some bodies may go so far within dt [s] that they pass what they should hit. */
  areAnyFast(dt: number): boolean {
    const { bodies, stillness } = this.#detection;
    const known = this.#known;
    const isUntouched = known[ASKED] === bodies.changes && known[BEFORE] === bodies.changes && known[LENGTH] === dt;
    // What stood as it was in the step before, and was not touched since the one before that, is as fast as it was.
    const isSame = isUntouched && stillness.isKnown && stillness.isWorldStill && bodies.motions.length === 0;
    known[BEFORE] = known[ASKED];
    known[ASKED] = bodies.changes;
    known[LENGTH] = dt;
    if (!isSame || known[ANSWER] !== 0) known[ANSWER] = areAnyFast(this.#detection, dt, undefined) ? 1 : 0;
    return known[ANSWER] !== 0;
  }
}
