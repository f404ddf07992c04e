// Rolling and spinning friction: torques between two bodies at a contact, against how they roll over each other, of up to c_r times
// the normal impulse, and against how they spin about the normal, of up to c_s times it. c_r is how far in front of a rolling body
// the ground pushes it [m].
//
// Both are Coulomb's law for angular velocities. So each is a contact record without linear parts (solvers/contact-record.ts), which
// every sweep knows how to solve: the rows of its tangents are the two axes of rolling, or the normal for spinning; its normal row
// acts on nothing, and its normal impulse is that of the contact, which is handed over before each sweep. These records lie behind
// those of the contacts. A problem whose materials resist nothing has none, and costs nothing.

import { OWN_ROLLING, OWN_SPINNING } from '../detection/ask-hooks.js';
import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import * as layout from '../solvers/contact-record.js';
import { sweepVelocities } from '../solvers/kernels/sweep-velocities.js';
import type { SolverWorkspace, VelocityProblem } from '../solvers/solver.js';
import type { ContactProblem } from './problem-table.js';

const {
  NORMAL,
  TANGENT_1,
  TANGENT_2,
  ANGULAR,
  TURN,
  INVERSE_DIAGONAL,
  INVERSE_TANGENT_BLOCK,
  TANGENT_STEP,
  FRICTION,
  LAMBDA,
  RECORD_LENGTH,
} = layout;

/** Records of resistance that a contact may have. */
export const MOST_RESISTANCES = 2;

/** Coefficient of rolling friction of a contact [m]. */
export function rollingOf({ graph, bodies }: Detection, contact: number): number {
  const { shapes, ownSurface, ownRolling } = graph.contacts.columns;
  if ((ownSurface[contact] & OWN_ROLLING) !== 0) return ownRolling[contact];
  const { material } = bodies.shapes.columns;
  return bodies.materials.rolling[material[shapes[2 * contact]] * bodies.materials.stride + material[shapes[2 * contact + 1]]];
}

/** Coefficient of spinning friction of a contact [m]. */
export function spinningOf({ graph, bodies }: Detection, contact: number): number {
  const { shapes, ownSurface, ownSpinning } = graph.contacts.columns;
  if ((ownSurface[contact] & OWN_SPINNING) !== 0) return ownSpinning[contact];
  const { material } = bodies.shapes.columns;
  return bodies.materials.spinning[material[shapes[2 * contact]] * bodies.materials.stride + material[shapes[2 * contact + 1]]];
}

/** Whether some contact of an island resists rolling or spinning. */
export function resists(detection: Detection, { firstEdge, edgeCount }: Island): boolean {
  const { bodies, graph, groups } = detection;
  if (!bodies.materials.areResisting) return false;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (rollingOf(detection, c) > 0 || spinningOf(detection, c) > 0) return true;
    }
  }
  return false;
}

/** Writes the records of resistance of a problem's contacts behind theirs. They start from no torque. */
export function writeResistances(problem: ContactProblem, detection: Detection): void {
  const { table } = problem;
  problem.resistances = 0;
  if (!detection.bodies.materials.areResisting) return;
  const { contact, record } = table.columns;
  for (let i = 0; i < table.size; i++) {
    const rolling = rollingOf(detection, contact[i]);
    const spinning = spinningOf(detection, contact[i]);
    if (rolling > 0) {
      const k = beginResistance(problem, i, rolling);
      writeAxis(record, k, 1, i * RECORD_LENGTH + TANGENT_1);
      writeAxis(record, k, 2, i * RECORD_LENGTH + TANGENT_2);
    }
    if (spinning > 0) {
      const k = beginResistance(problem, i, spinning);
      writeAxis(record, k, 1, i * RECORD_LENGTH + NORMAL);
    }
  }
  turnResistances(problem, detection);
}

/** Appends a record without any direction, limited by the normal impulse of the contact's. Returns where it begins. */
function beginResistance(problem: ContactProblem, source: number, coefficient: number): number {
  const { record, movers, contact, source: sources } = problem.table.columns;
  const index = problem.table.size + problem.resistances++;
  const k = index * RECORD_LENGTH;
  record.fill(0, k, k + RECORD_LENGTH);
  record[k + FRICTION] = coefficient;
  record[k + LAMBDA] = record[source * RECORD_LENGTH + LAMBDA];
  for (let side = 0; side < 2; side++) movers[2 * index + side] = movers[2 * source + side];
  contact[index] = contact[source];
  sources[index] = source;
  return k;
}

/** A row of the record at k turns the two bodies against each other about the direction at d. */
function writeAxis(record: Float64Array, k: number, row: number, d: number): void {
  for (let j = 0; j < 3; j++) {
    record[k + ANGULAR + 6 * row + j] = -record[d + j];
    record[k + ANGULAR + 6 * row + 3 + j] = record[d + j];
  }
}

/** All of the resistances that depends on how the bodies stand, and on their inertia. */
export function turnResistances({ table, resistances }: ContactProblem, { bodies }: Detection): void {
  const { record, movers } = table.columns;
  const { inverseInertia: s } = bodies.nodes.columns;
  for (let index = table.size; index < table.size + resistances; index++) {
    const k = index * RECORD_LENGTH;
    for (let end = 0; end < 4; end++) {
      const i = movers[2 * index + (end & 1)];
      const angular = k + ANGULAR + 6 + 3 * end;
      const turn = k + TURN + 6 + 3 * end;
      const x = record[angular];
      const y = record[angular + 1];
      const z = record[angular + 2];
      record[turn] = s[i] * x + s[i + 3] * y + s[i + 4] * z;
      record[turn + 1] = s[i + 3] * x + s[i + 1] * y + s[i + 5] * z;
      record[turn + 2] = s[i + 4] * x + s[i + 5] * y + s[i + 2] * z;
    }
    writeBlock(record, k);
  }
}

/** The inverse block of the two rows; a row that turns nothing gets 1, which does nothing to it. */
function writeBlock(record: Float64Array, k: number): void {
  let a11 = 0;
  let a12 = 0;
  let a22 = 0;
  for (let j = 0; j < 6; j++) {
    a11 += record[k + ANGULAR + 6 + j] * record[k + TURN + 6 + j];
    a12 += record[k + ANGULAR + 6 + j] * record[k + TURN + 12 + j];
    a22 += record[k + ANGULAR + 12 + j] * record[k + TURN + 12 + j];
  }
  const half = 0.5 * (a11 - a22);
  const largest = 0.5 * (a11 + a22) + Math.sqrt(half * half + a12 * a12);
  if (a11 === 0) a11 = 1;
  if (a22 === 0) a22 = 1;
  record[k + INVERSE_DIAGONAL + 1] = 1 / a11;
  record[k + INVERSE_DIAGONAL + 2] = 1 / a22;
  const determinant = 1 / (a11 * a22 - a12 * a12);
  record[k + INVERSE_TANGENT_BLOCK] = a22 * determinant;
  record[k + INVERSE_TANGENT_BLOCK + 1] = -a12 * determinant;
  record[k + INVERSE_TANGENT_BLOCK + 2] = a11 * determinant;
  record[k + TANGENT_STEP] = largest > 0 ? 1 / largest : 0;
}

/** Hands the normal impulses that the contacts have by now over to their resistances. */
export function limitResistances({ table, resistances }: ContactProblem): void {
  const { record, source } = table.columns;
  for (let i = table.size; i < table.size + resistances; i++) {
    record[i * RECORD_LENGTH + LAMBDA] = record[source[i] * RECORD_LENGTH + LAMBDA];
  }
}

/** One sweep over the resistances of a problem. Returns whether it changed an angular velocity by more than the tolerance [rad/s]. */
export function sweepResistances(problem: ContactProblem, u: Float64Array, pyramid: boolean, tolerance: number): boolean {
  const { table, resistances } = problem;
  if (resistances === 0) return false;
  limitResistances(problem);
  const { record, movers } = table.columns;
  return sweepVelocities(table.size + resistances, record, movers, u, pyramid, tolerance, table.size);
}

/**
 * Solves for the velocities of a problem that was handed over: its contacts by the solver, and what resists rolling in turn with
 * them. Returns how many iterations were done.
 */
export function solveResisting(
  problem: ContactProblem,
  arrays: VelocityProblem,
  solver: SolverWorkspace,
  iterations: number,
  tolerance: number,
  pyramid: boolean,
): number {
  if (problem.resistances === 0) return solver.solveVelocities(arrays, iterations, tolerance, pyramid);
  let done = 0;
  while (done < iterations) {
    // The second of two iterations is left out where the first changed nothing.
    const swept = solver.solveVelocities(arrays, Math.min(2, iterations - done), tolerance, pyramid);
    done += swept;
    const turned = sweepResistances(problem, arrays.u, pyramid, tolerance);
    if (swept === 1 && !turned) break;
  }
  return done;
}

/** No contact has a torque. */
export function clearTorques({ bodies, graph }: Detection): void {
  if (bodies.materials.areResisting) graph.contacts.columns.torque.fill(0);
}

/** Adds what the resistances of a problem did to the torques on its contacts, so many times. */
export function addTorques({ table, resistances }: ContactProblem, { graph }: Detection, times = 1): void {
  const { record, contact } = table.columns;
  const { torque } = graph.contacts.columns;
  for (let i = table.size; i < table.size + resistances; i++) {
    const k = i * RECORD_LENGTH;
    for (let j = 0; j < 3; j++) {
      // What turns B; A feels the opposite.
      const along = record[k + LAMBDA + 1] * record[k + ANGULAR + 9 + j] + record[k + LAMBDA + 2] * record[k + ANGULAR + 15 + j];
      torque[3 * contact[i] + j] += times * along;
    }
  }
}

/** Makes what the resistances of a problem did the torques on its contacts. */
export function storeTorques(problem: ContactProblem, detection: Detection): void {
  if (!detection.bodies.materials.areResisting) return;
  const { table } = problem;
  const { torque } = detection.graph.contacts.columns;
  for (let i = 0; i < table.size; i++) torque.fill(0, 3 * table.columns.contact[i], 3 * table.columns.contact[i] + 3);
  addTorques(problem, detection);
}
