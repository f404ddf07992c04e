// The way to a step that is far off, gone in short stretches: a later request can take the place of an earlier one.

import type { Answer } from '../protocol.js';

export interface Traveller {
  /** Works for one stretch; whether the step is reached. */
  approach(step: number): boolean;
  /** The answer to whoever wanted to be there. */
  arrive(): Answer;
  post(id: number, answer: Answer): void;
  describe(error: unknown): string;
}

export class WayThroughTime {
  readonly #traveller: Traveller;
  /** The step to go to, and the request that wants it. */
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

  /** A request that has been overtaken is answered by nothing. */
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
