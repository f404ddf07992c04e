// Contact problems at random, as records: nothing like a stack, and so all the better to find what a solver takes for granted.

import { Random } from '../../src/math/random.js';
import * as R from '../../src/solvers/contact-record.js';

export interface RandomProblem {
  count: number;
  record: Float64Array;
  movers: Int32Array;
  u: Float64Array;
  masses: number[];
}

/** Bodies of given masses and inertia 0.1 m (a fixed one has mass Infinity), contacts of random place and direction. */
export function randomProblem(seed: number, contacts: number, bodies: number, friction: number): RandomProblem {
  const random = new Random(seed);
  const masses = Array.from({ length: bodies }, (_, i) => (i === 0 ? Number.POSITIVE_INFINITY : random.uniform(0.5, 3)));
  const record = new Float64Array(contacts * R.RECORD_LENGTH);
  const movers = new Int32Array(2 * contacts);
  const u = new Float64Array(6 * bodies);
  for (let i = 6; i < u.length; i++) u[i] = random.uniform(-1, 1);
  for (let i = 0; i < contacts; i++) {
    const a = Math.floor(random.uniform(0, bodies));
    const b = (a + 1 + Math.floor(random.uniform(0, bodies - 1))) % bodies;
    movers.set([6 * a, 6 * b], 2 * i);
    writeContact(record, i, [masses[a], masses[b]], () => random.uniform(-1, 1), friction);
  }
  return { count: contacts, record, movers, u, masses };
}

/** A record with the structure that contact-problem.ts gives it: TURN = I^-1 ANGULAR, diagonal and block of A. */
function writeContact(record: Float64Array, i: number, masses: [number, number], draw: () => number, friction: number): void {
  const k = i * R.RECORD_LENGTH;
  const n = unit([draw(), draw(), draw()]);
  const t1 = unit(cross(n, [draw(), draw(), draw()]));
  const rows = [n, t1, cross(n, t1)];
  const arms = [
    [draw(), draw(), draw()],
    [draw(), draw(), draw()],
  ];
  const A = [0, 1, 2].map(() => [0, 0, 0]);
  rows.forEach((d, row) => {
    record.set(d, k + R.NORMAL + 3 * row);
    arms.forEach((arm, side) => {
      const angular = cross(arm, d).map((x) => (side === 0 ? -x : x));
      record.set(angular, k + R.ANGULAR + 6 * row + 3 * side);
      record.set(
        angular.map((x) => x / (0.1 * masses[side])),
        k + R.TURN + 6 * row + 3 * side,
      );
    });
  });
  for (let p = 0; p < 3; p++) {
    for (let q = 0; q < 3; q++) {
      A[p][q] = p === q ? 1 / masses[0] + 1 / masses[1] : 0;
      for (let j = 0; j < 6; j++) A[p][q] += record[k + R.ANGULAR + 6 * p + j] * record[k + R.TURN + 6 * q + j];
    }
  }
  const determinant = A[1][1] * A[2][2] - A[1][2] * A[1][2];
  record[k + R.INVERSE_MASS_A] = 1 / masses[0];
  record[k + R.INVERSE_MASS_B] = 1 / masses[1];
  record.set([1 / A[0][0], 1 / A[1][1], 1 / A[2][2]], k + R.INVERSE_DIAGONAL);
  record.set([A[2][2] / determinant, -A[1][2] / determinant, A[1][1] / determinant], k + R.INVERSE_TANGENT_BLOCK);
  const half = (A[1][1] - A[2][2]) / 2;
  record[k + R.TANGENT_STEP] = 1 / ((A[1][1] + A[2][2]) / 2 + Math.sqrt(half * half + A[1][2] * A[1][2]));
  record[k + R.FRICTION] = friction;
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
function unit(a: number[]): number[] {
  const s = 1 / Math.hypot(...a);
  return a.map((x) => x * s);
}
