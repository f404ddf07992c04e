// Measurements of a world between steps: overlaps of bodies, and the problems that a step would solve. They leave the
// world unchanged.

import { assembleBoxedProblems } from '../contact-problem/boxed-problems.js';
import { ContactProblem } from '../contact-problem/problem-table.js';
import { penetratingBodies } from '../detection/deepest-penetration.js';
import type { Body } from '../handles.js';
import { InputError, refuse, show } from '../input/fields.js';
import type { Profiler } from '../phases.js';
import type { BoxedProblem } from '../solvers/matrix/boxed-problem.js';
import type { ImpulseProblem } from '../solvers/quadratic/impulse-problem.js';
import { RecordingQP } from '../solvers/quadratic/recording-qp.js';
import type { Stepper, StepperAtWork, StepReport } from '../steppers/stepper.js';
import type { WorldParts } from './parts.js';
import { bodyAt, lock } from './parts.js';
import { putStateBack, saveState } from './saving.js';
import { emptyReport } from './step-report.js';
import type { Stepping } from './stepping.js';

/** Two bodies that penetrate each other. */
export interface Overlap {
  readonly a: Body;
  readonly b: Body;
  /** Penetration depth: the distance by which they must be moved apart [m]. */
  readonly depth: number;
}

export function listOverlaps(parts: WorldParts, share: number): Overlap[] {
  if (typeof share !== 'number' || !(share >= 0)) refuse('share', share, 'a number of at least 0');
  return penetratingBodies(parts.detection, share).map(({ a, b, depth }) => ({
    a: bodyAt(parts, a),
    b: bodyAt(parts, b),
    depth,
  }));
}

/** The problems that a step would solve, on plain arrays. It detects on the world's state and restores the state. */
export class Rehearsal {
  readonly #parts: WorldParts;
  readonly #stepping: Stepping;
  readonly #profiler: Profiler;
  readonly #report: StepReport;
  readonly #description: Stepper;
  /** Made on the first request, since most worlds are never asked. */
  #problem: ContactProblem | undefined;
  #recorder: RecordingQP | undefined;
  #stepper: StepperAtWork | undefined;

  constructor(parts: WorldParts, stepping: Stepping, description: Stepper, profiler: Profiler, report: StepReport) {
    this.#parts = parts;
    this.#stepping = stepping;
    this.#description = description;
    this.#profiler = profiler;
    this.#report = report;
  }

  /** The complementarity problems, one for each contact group, that a step of dt [s] would solve. */
  contactProblems(dt: number): BoxedProblem[] {
    const { state, detection } = this.#parts;
    this.#problem ??= new ContactProblem(state.memory);
    const problem = this.#problem;
    return this.#rehearse(dt, () => assembleBoxedProblems(detection, problem, state.settings, dt));
  }

  /** The quadratic programs that a step of dt [s] would solve, in order, unsolved. */
  impulseProblems(dt: number): ImpulseProblem[] {
    const { name, needs } = this.#description;
    if (needs.solver !== 'quadratic-programs')
      throw new InputError(`The method is ${show(name)}, which solves no quadratic programs.`);
    const { detection, state } = this.#parts;
    this.#recorder ??= new RecordingQP();
    const recorder = this.#recorder;
    this.#stepper ??= this.#description.make({
      state,
      detection,
      solver: { name: 'recording', abilities: ['quadratic-programs'], makeWorkspace: () => recorder },
      profiler: this.#profiler,
      report: emptyReport(),
    });
    const stepper = this.#stepper;
    return this.#rehearse(dt, () => {
      stepper.begin(dt);
      const { groups } = detection;
      for (let i = 0; i <= groups.count; i++) stepper.step(groups.list[i], state.time, dt);
      return recorder.problems.splice(0);
    });
  }

  /** Returns the result of `look` after the detection of a step of dt [s], and restores state, events and report. */
  #rehearse<T>(dt: number, look: () => T): T {
    const { state, events } = this.#parts;
    const now = saveState(this.#parts);
    const report = { ...this.#report, impulsive: { ...this.#report.impulsive } };
    const putEventsBack = events.hold(events.next);
    lock(state);
    try {
      this.#stepping.prepare(dt);
      this.#stepping.detect(dt);
      return look();
    } finally {
      state.bodies.isLocked = false;
      this.#profiler.leave();
      putStateBack(this.#parts, now);
      putEventsBack();
      Object.assign(this.#report, report);
    }
  }
}
