// The report of a step: made empty, and cleared before each step.

import type { StepReport } from '../steppers/stepper.js';

export function emptyReport(): StepReport {
  const impulsive = { bounces: 0, collisionQPs: 0, collisionContacts: 0, staticQPs: 0, staticContacts: 0, positionQPs: 0 };
  return {
    contacts: 0,
    groups: 0,
    iterations: 0,
    residual: 0,
    penetration: 0,
    narrowPhaseTests: 0,
    narrowPhaseSkipped: 0,
    asleep: 0,
    impulsive,
  };
}

/** Clears the report field by field, since a warm step must not allocate. */
export function clearReport(report: StepReport): void {
  report.contacts = report.groups = report.iterations = report.residual = report.penetration = 0;
  report.narrowPhaseTests = report.narrowPhaseSkipped = report.asleep = 0;
  const suite = report.impulsive;
  suite.bounces = suite.positionQPs = 0;
  suite.collisionQPs = suite.collisionContacts = suite.staticQPs = suite.staticContacts = 0;
}
