// The error that a step throws instead of writing a number that is not finite to the state.

import type { Phase } from '../phases.js';

export class StepError extends Error {
  override name = 'StepError';
  /** Number of the step, from 0: the count of steps taken before it. */
  readonly step: number;
  /** Id of the first body with such a number, and its name if it has one. */
  readonly body: number;
  readonly bodyName: string | undefined;
  /** The phase that computed the number. */
  readonly phase: Phase;

  constructor(step: number, body: number, bodyName: string | undefined, quantity: string, phase: Phase) {
    const named = bodyName === undefined ? String(body) : `${JSON.stringify(bodyName)} (${body})`;
    super(
      `Step ${step} would give body ${named} a ${quantity} that is not finite, in phase ${phase}; the world stays as it was before it.`,
    );
    this.step = step;
    this.body = body;
    this.bodyName = bodyName;
    this.phase = phase;
  }
}
