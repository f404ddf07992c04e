// Calls of the users' functions that control multibodies, at the beginning of each stretch (part) of a step.

import { hasMemberAtHand } from '../detection/at-hand.js';
import type { MultibodyControl } from '../multibody.js';
import { multibodyAt } from '../multibody.js';
import type { WorldParts } from './parts.js';

export class ControlCalls {
  /** Whether a control function is being called. */
  areUnderWay = false;
  readonly #parts: WorldParts;

  constructor(parts: WorldParts) {
    this.#parts = parts;
  }

  /**
   * Calls the controls of active multibodies at hand, in the order of rows, at the begin [s] of a stretch of dt [s].
   */
  call(time: number, dt: number): void {
    const { state, detection } = this.#parts;
    const { bodies, joints } = state;
    this.areUnderWay = true;
    for (let row = 0; row < joints.controls.length; row++) {
      const control = joints.controls[row] as MultibodyControl | undefined;
      if (control === undefined || bodies.nodes.columns.active[row] === 0 || !hasMemberAtHand(detection, row)) continue;
      joints.controlled = row + 1;
      try {
        control(multibodyAt(this.#parts, row), time, dt);
      } finally {
        joints.controlled = 0;
      }
    }
    this.areUnderWay = false;
  }
}
