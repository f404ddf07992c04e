// The names of the pipeline's phases, once: the code, the profiler, benchmarks and docs all use this list.

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

/** Adds up the time spent in each phase. The library has no clock of its own; without one, nothing is measured. */
export class Profiler {
  /** Milliseconds since some start, as the `performance` object of pages and Node gives them; null measures nothing. */
  clock: (() => number) | null = null;
  /** Time spent in each phase since the last reset, in the order of PHASES [ms]. */
  readonly milliseconds = new Float64Array(PHASES.length);
  /** Called as a phase begins, with its name. */
  probe: ((phase: Phase) => void) | null = null;
  #phase = -1;
  #since = 0;

  /** The phase that begins now; the one before it ends. */
  enter(phase: Phase): void {
    if (this.probe !== null) this.probe(phase);
    if (this.clock !== null) this.#switch(PHASES.indexOf(phase));
  }

  /** No phase from now on. What it ends is done: a clock that fails here is put aside, and nothing else. */
  leave(): void {
    if (this.clock === null) return;
    try {
      this.#switch(-1);
    } catch {
      this.stop();
    }
  }

  /** Takes the clock away in the middle of a phase, whose time is lost. */
  stop(): void {
    this.clock = null;
    this.#phase = -1;
  }

  /** Without the user's clock and probe, which may be what failed: nothing that is taken back may fail again. */
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
