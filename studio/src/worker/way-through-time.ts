// Seeking to a distant step in short stretches of work, so that a later request can replace an earlier one.

import type { Answer } from '../protocol.js';

export interface Traveller {
  /** Works for one stretch; returns whether the step is reached. */
  approach(step: number): boolean;
  /** Returns the answer to the request when the step is reached. */
  arrive(): Answer;
  post(id: number, answer: Answer): void;
  describe(error: unknown): string;
}

export class WayThroughTime {
  readonly #traveller: Traveller;
  /** The target step and the id of its request. */
  #target: { readonly step: number; readonly id: number } | null = null;

  constructor(traveller: Traveller) {
    this.#traveller = traveller;
  }

  get isUnderWay(): boolean {
    return this.#target !== null;
  }

  goTo(step: number, id: number): void {
    const { isUnderWay } = this;
    this.end();
    this.#target = { step, id };
    if (!isUnderWay) this.#approach();
  }

  /** Ends the seek; its request gets the answer `idle`. */
  end(): void {
    if (this.#target !== null) this.#traveller.post(this.#target.id, { kind: 'idle' });
    this.#target = null;
  }

  #approach(): void {
    if (this.#target === null) return;
    const { step, id } = this.#target;
    try {
      if (this.#traveller.approach(step)) {
        this.#target = null;
        this.#traveller.post(id, this.#traveller.arrive());
      } else setTimeout(() => this.#approach());
    } catch (error) {
      this.#target = null;
      this.#traveller.post(id, { kind: 'refused', sentence: this.#traveller.describe(error) });
    }
  }
}
