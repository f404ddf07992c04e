// Steps that would change nothing but the time are passed over: a world that has come to rest stays as it is until somebody changes it.

import { TIMER } from '../bodies/node-kinds.js';
import type { Detection } from '../detection/detection.js';
import type { Events } from '../events/events.js';
import { hasFunctions } from '../recording/backup.js';
import { STEPS_TO_SETTLE } from '../rollback/rollback.js';
import type { Scheduler, TimeScheduler } from '../schedulers/scheduler.js';
import type { State } from '../state/state.js';

interface Parts {
  readonly state: State;
  readonly detection: Detection;
  readonly events: Events;
  readonly scheduler: Scheduler | TimeScheduler;
}

export class IdleSteps {
  readonly #parts: Parts;
  /** Whether the last step left all as it was, but for the time. */
  readonly #steps: { readonly isIdle: boolean };
  /** How many steps in a row were idle, their length [s], and how often something had been changed from outside. */
  #count = 0;
  #dt = 0;
  #changes = -1;

  constructor(parts: Parts, steps: { readonly isIdle: boolean }) {
    this.#parts = parts;
    this.#steps = steps;
  }

  /** A step of dt [s] was taken. */
  note(dt: number): void {
    const { changes } = this.#parts.state.bodies;
    if (!this.#steps.isIdle) this.#count = 0;
    else this.#count = dt === this.#dt && changes === this.#changes ? this.#count + 1 : 1;
    this.#dt = dt;
    this.#changes = changes;
  }

  /** Takes this many steps of dt [s], or none where the next one may change something; returns how many. */
  pass(dt: number, most: number): number {
    const { state, detection } = this.#parts;
    const { bodies } = state;
    const isSettled = this.#count >= STEPS_TO_SETTLE && dt === this.#dt && bodies.changes === this.#changes;
    // After a step that failed, or when another state was put in place, nothing is known.
    if (!isSettled || !this.#steps.isIdle || !detection.stillness.isKnown || this.#hasOwnTime()) return 0;
    // One after the other, as steps add them up.
    for (let i = 0; i < most; i++) state.time += dt;
    state.stepCount += most;
    bodies.nodes.columns.time.fill(state.time, 0, bodies.nodes.size);
    return most;
  }

  /** Whether anything happens by the time alone, or is told of in every step. */
  #hasOwnTime(): boolean {
    const { state, events, scheduler } = this.#parts;
    const { nodes, scripted } = state.bodies;
    if (!scheduler.offers.includes('one-stretch') || events.tellsPersistent) return true;
    if (scripted.length > 0 || hasFunctions(state) || state.settings['sleeping.enabled'] === 'on') return true;
    const { kind } = nodes.columns;
    for (let row = 0; row < nodes.size; row++) if (kind[row] === TIMER && nodes.isLive(row)) return true;
    return false;
  }
}
