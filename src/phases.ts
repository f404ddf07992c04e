// The phases of a step by name, and the profiler that measures them. Code, benchmarks and docs all use this list.

import { refuse } from './input/fields.js';

export const PHASES = [
  'scripts',
  'broad-phase',
  'edge-update',
  'coherence',
  'narrow-phase',
  'contact-determination',
  'groups',
  'contact-problem',
  'sequential-collisions',
  'collision-qp',
  'static-qp',
  'freezing',
  'position-qp',
  'solve',
  'shock-propagation',
  'correction',
  'integrate',
  'events',
] as const;
export type Phase = (typeof PHASES)[number];

/** Adds up the time spent in each phase. The library has no clock of its own: without `clock` nothing is measured. */
export class Profiler {
  /** Returns milliseconds since some fixed time, as `performance.now()` does; null measures nothing. */
  clock: (() => number) | null = null;
  /** Time spent in each phase since the last reset, in the order of PHASES [ms]. */
  readonly milliseconds = new Float64Array(PHASES.length);
  /** Called with the name of each phase as it begins. */
  probe: ((phase: Phase) => void) | null = null;
  #phase = -1;
  #since = 0;

  /** Begins a phase and ends the one before it. */
  enter(phase: Phase): void {
    if (this.probe !== null) this.probe(phase);
    if (this.clock !== null) this.#switch(PHASES.indexOf(phase));
  }

  /** Ends the phase. Its work is done by then, so an error of the clock only removes the clock. */
  leave(): void {
    if (this.clock === null) return;
    try {
      this.#switch(-1);
    } catch {
      this.stop();
    }
  }

  /** Removes the clock in the middle of a phase. The time of that phase is lost. */
  stop(): void {
    this.clock = null;
    this.#phase = -1;
  }

  /**
   * Calls `deed` without the user's clock and probe. They may be what failed, and undoing a step must not fail again.
   */
  withoutHooks<T>(deed: () => T): T {
    const { clock, probe } = this;
    this.stop();
    this.probe = null;
    try {
      return deed();
    } finally {
      this.clock = clock;
      this.probe = probe;
    }
  }

  reset(): void {
    this.milliseconds.fill(0);
  }

  #switch(next: number): void {
    const now = this.clock === null ? 0 : this.clock();
    if (typeof now !== 'number') refuse('clock()', now, 'a number of milliseconds');
    if (this.#phase >= 0) this.milliseconds[this.#phase] += now - this.#since;
    this.#phase = next;
    this.#since = now;
  }
}
