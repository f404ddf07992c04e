// Whether a result solves the QP of section 4.1 (Schmidl and Milenkovic 2004): the Karush-Kuhn-Tucker conditions, written from the
// definitions and sharing no code with the solver. The QP is convex, so what meets them is the optimum.
//
// With y = u - M^-1 N^T nu, N being the normal rows of J and nu the multipliers of (13), and z those of (9):
//   stationarity      J y + drift = sum_h z_h u_h for each contact
//   momentum          u = u before + M^-1 J^T j                               (11), (12)
//   primal            u_h . j >= 0, n . j >= 0, v+ >= bound                    (9), (13)
//   dual              z_h >= 0, nu >= 0
//   complementarity   of z_h and u_h . j, and of nu and v+ - bound: the smaller of the two is zero, each in its own unit. (Their
//                     product would be a thousand times more lenient: it is the square of what velocities are off by.)
// Without friction (9) leaves no tangential impulse, and the normal one has a multiplier of its own, n . (J y + drift).
//
// Velocities are in units of the largest contact velocity before or after, or bound, or of a millionth of the largest velocity of a
// body; impulses in units of the largest impulse or multiplier of a bound, or a millionth of what would stop the heaviest body. What is
// left of the momentum of a body counts as the velocity it gives to the farthest of its contacts.

import type { ImpulseProblem } from '../../../src/solvers/index.js';

/** Each of them relative [1]. */
export interface Residuals {
  stationarity: number;
  momentum: number;
  primal: number;
  dual: number;
  complementarity: number;
}

export interface Result {
  /** 6n, after the impulses [m/s], [rad/s]. */
  velocity: Float64Array;
  /** 3k [N s] */
  impulse: Float64Array;
}

export interface Multipliers {
  /** k [N s] */
  boundMultiplier: Float64Array;
  /** 8k [m/s] */
  coneMultiplier: Float64Array;
}

const SIDES = [...Array(8).keys()];

/** The largest of all residuals [1]. */
export function worstResidual(problem: ImpulseProblem, result: Result, multipliers: Multipliers): number {
  return Math.max(...Object.values(computeResiduals(problem, result, multipliers)));
}

/** `problem` has the velocities before the impulses. */
export function computeResiduals(problem: ImpulseProblem, { velocity, impulse }: Result, multipliers: Multipliers): Residuals {
  const { boundMultiplier, coneMultiplier } = multipliers;
  const { speed, push } = findUnits(problem, { velocity, impulse }, boundMultiplier);
  const y = shiftByBounds(problem, velocity, boundMultiplier);
  const worst: Residuals = { stationarity: 0, momentum: 0, primal: 0, dual: 0, complementarity: 0 };
  const raise = (name: keyof Residuals, value: number) => {
    // A residual that is not a number must not pass.
    if (!(value <= worst[name])) worst[name] = value;
  };
  raise('momentum', momentumResidual(problem, { velocity, impulse }) / speed);

  for (let i = 0; i < problem.contacts; i++) {
    const j = [...impulse.subarray(3 * i, 3 * i + 3)];
    const w = contactVelocity(problem, i, y);
    const slack = contactVelocity(problem, i, velocity)[0] - problem.bound[i];
    raise('primal', -slack / speed);
    raise('primal', -j[0] / push);
    raise('dual', -boundMultiplier[i] / push);
    raise('complementarity', Math.min(boundMultiplier[i] / push, slack / speed));

    if (problem.friction[i] === 0) {
      raise('primal', Math.hypot(j[1], j[2]) / push);
      raise('dual', -w[0] / speed);
      raise('complementarity', Math.min(w[0] / speed, j[0] / push));
      continue;
    }
    const rest = w;
    for (const h of SIDES) {
      const side = sideOf(problem.friction[i], h);
      const z = coneMultiplier[8 * i + h];
      const inside = side[0] * j[0] + side[1] * j[1] + side[2] * j[2];
      raise('primal', -inside / push);
      raise('dual', -z / speed);
      raise('complementarity', Math.min(z / speed, inside / push));
      for (let row = 0; row < 3; row++) rest[row] -= z * side[row];
    }
    raise('stationarity', Math.hypot(...rest) / speed);
  }
  return worst;
}

/** Of primal conditions and momentum alone: for results without multipliers [1]. */
export function infeasibility(problem: ImpulseProblem, result: Result): number {
  const none = { boundMultiplier: new Float64Array(problem.contacts), coneMultiplier: new Float64Array(8 * problem.contacts) };
  const { momentum, primal } = computeResiduals(problem, result, none);
  return Math.max(momentum, primal);
}

/** (14) plus drift . j [J]. */
export function objectiveOf(problem: ImpulseProblem, { velocity, impulse }: Result): number {
  const pushed = impulse.subarray(0, 3 * problem.contacts);
  return kineticEnergy(problem, velocity) + pushed.reduce((sum, j, i) => sum + problem.drift[i] * j, 0);
}

/** (14): half of u . p, where M^-1 p = u [J]. */
export function kineticEnergy({ bodies, inverseMass, inverseInertia }: ImpulseProblem, velocity: Float64Array): number {
  let twice = 0;
  for (let body = 0; body < bodies; body++) {
    const [vx, vy, vz, ...spin] = velocity.subarray(6 * body, 6 * body + 6);
    const momentum = solveSymmetric(inverseInertia.subarray(6 * body, 6 * body + 6), spin);
    twice += (vx * vx + vy * vy + vz * vz) / inverseMass[body] + spin.reduce((sum, w, i) => sum + w * momentum[i], 0);
  }
  return twice / 2;
}

/** Normal, tangent 1 and tangent 2 of contact i with these velocities of the bodies, the drift included [m/s]. */
export function contactVelocity({ movers, rows, drift }: ImpulseProblem, i: number, velocity: Float64Array): number[] {
  return [0, 1, 2].map((row) => {
    let sum = drift[3 * i + row];
    for (const side of [0, 1]) {
      const body = movers[2 * i + side];
      if (body < 0) continue;
      for (let j = 0; j < 6; j++) sum += rows[36 * i + 12 * row + 6 * side + j] * velocity[6 * body + j];
    }
    return sum;
  });
}

/** (8): normal, tangent 1, tangent 2. */
export function sideOf(friction: number, h: number): [number, number, number] {
  return [friction * Math.cos(Math.PI / 8), Math.cos((Math.PI * h) / 4), Math.sin((Math.PI * h) / 4)];
}

/** By which velocities [m/s] and impulses [N s] are divided. Where there are none any unit will do. */
function findUnits(problem: ImpulseProblem, { velocity, impulse }: Result, boundMultiplier: Float64Array) {
  const largest = (values: Iterable<number>) => {
    let most = 0;
    for (const value of values) most = Math.max(most, Math.abs(value));
    return most;
  };
  let speed = largest(problem.bound.subarray(0, problem.contacts));
  for (let i = 0; i < problem.contacts; i++) {
    speed = Math.max(
      speed,
      largest(contactVelocity(problem, i, problem.velocity)),
      largest(contactVelocity(problem, i, velocity)),
    );
  }
  // Of bodies that are a million times as fast as their contacts, velocities are known to no more than that.
  speed = Math.max(speed, 1e-6 * largest(problem.velocity));
  // An impulse of a millionth of what would stop the heaviest body is none: what is left of a larger one by rounding.
  let heaviest = 0;
  for (let body = 0; body < problem.bodies; body++) heaviest = Math.max(heaviest, 1 / problem.inverseMass[body]);
  const push = Math.max(
    1e-6 * speed * heaviest,
    largest(impulse.subarray(0, 3 * problem.contacts)),
    largest(boundMultiplier.subarray(0, problem.contacts)),
  );
  return { speed: speed || 1, push: push || 1 };
}

/** The largest of u - u before - M^-1 J^T j over the bodies; of a body without contacts any change is infinite [m/s]. */
function momentumResidual(problem: ImpulseProblem, { velocity, impulse }: Result): number {
  const { bodies, contacts, movers, rows } = problem;
  const expected = pushBodies(problem, problem.velocity, impulse);
  const reach = new Float64Array(bodies).fill(Number.NaN);
  for (let i = 0; i < contacts; i++) {
    for (const side of [0, 1]) {
      const body = movers[2 * i + side];
      if (body < 0) continue;
      const arms = [0, 1, 2].map((row) =>
        Math.hypot(...rows.subarray(36 * i + 12 * row + 6 * side + 3, 36 * i + 12 * row + 6 * side + 6)),
      );
      reach[body] = Math.max(reach[body] || 0, ...arms);
    }
  }
  let worst = 0;
  for (let body = 0; body < bodies; body++) {
    const change = [0, 1, 2, 3, 4, 5].map((k) => velocity[6 * body + k] - expected[6 * body + k]);
    const linear = Math.hypot(...change.slice(0, 3));
    const angular = Math.hypot(...change.slice(3));
    const left = Number.isNaN(reach[body])
      ? linear + angular === 0
        ? 0
        : Number.POSITIVE_INFINITY
      : linear + reach[body] * angular;
    if (!(left <= worst)) worst = left;
  }
  return worst;
}

/** y = u - M^-1 N^T nu. */
function shiftByBounds(problem: ImpulseProblem, velocity: Float64Array, boundMultiplier: Float64Array): Float64Array {
  const normalPush = new Float64Array(3 * problem.contacts);
  for (let i = 0; i < problem.contacts; i++) normalPush[3 * i] = -boundMultiplier[i];
  return pushBodies(problem, velocity, normalPush);
}

/** The velocities plus M^-1 J^T j. */
function pushBodies(problem: ImpulseProblem, velocity: Float64Array, impulse: Float64Array): Float64Array {
  const { bodies, contacts, movers, rows, inverseMass, inverseInertia } = problem;
  const momentum = new Float64Array(6 * bodies);
  for (let i = 0; i < contacts; i++) {
    for (const side of [0, 1]) {
      const body = movers[2 * i + side];
      if (body < 0) continue;
      for (let row = 0; row < 3; row++) {
        for (let k = 0; k < 6; k++) momentum[6 * body + k] += rows[36 * i + 12 * row + 6 * side + k] * impulse[3 * i + row];
      }
    }
  }
  const pushed = velocity.slice();
  for (let body = 0; body < bodies; body++) {
    const [xx, yy, zz, xy, xz, yz] = inverseInertia.subarray(6 * body, 6 * body + 6);
    const [px, py, pz, lx, ly, lz] = momentum.subarray(6 * body, 6 * body + 6);
    const change = [px, py, pz].map((p) => inverseMass[body] * p);
    change.push(xx * lx + xy * ly + xz * lz, xy * lx + yy * ly + yz * lz, xz * lx + yz * ly + zz * lz);
    for (let k = 0; k < 6; k++) pushed[6 * body + k] += change[k];
  }
  return pushed;
}

/** x of A x = b for a symmetric A = xx, yy, zz, xy, xz, yz, by Cramer's rule. */
function solveSymmetric([xx, yy, zz, xy, xz, yz]: Float64Array, b: number[]): number[] {
  const columns = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const determinant = triple(columns);
  return columns.map((_, k) => triple(columns.map((column, j) => (j === k ? b : column))) / determinant);
}
function triple([a, b, c]: number[][]): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
