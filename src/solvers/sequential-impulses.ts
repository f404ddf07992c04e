// Impulses one contact at a time (Guendelman, Bridson and Fedkiw, "Nonconvex rigid bodies with stacking", 2003, section 6): each
// contact that closes is resolved at once, by the impulse that stops all sliding if friction can bear it, else by the one that
// lies on the rim of the friction cone against the sliding. Unlike in the solvers, impulses are final: none is taken back.
//
// Where we differ: Newton's restitution along the normal, with friction across it, can make energy (Kane's paradox). A contact
// leaves so slowly that its impulse makes none.

import * as layout from './contact-record.js';

// V8 folds constants of the same module but not imported ones.
const {
  NORMAL,
  TANGENT_1,
  TANGENT_2,
  ANGULAR,
  TURN,
  INVERSE_MASS_A,
  INVERSE_MASS_B,
  INVERSE_DIAGONAL,
  BIAS,
  FRICTION,
  LAMBDA,
  RECORD_LENGTH,
} = layout;

/** Where in `at` there are relative velocity and impulse, along the three rows, and the change of normal velocity that is wanted. */
const VELOCITY = 0;
const IMPULSE = 3;
const CHANGE = 6;

export class SequentialImpulses {
  /** Of the contact at hand. */
  readonly #at = new Float64Array(7);

  /**
   * Every contact in turn that closes, and that will have closed its gap by the end of the step, bounces. BIAS holds what has to be
   * added to the normal velocity for that: the gap over dt, and what forces will add [m/s]. Returns whether any did.
   */
  sweepCollisions(count: number, record: Float64Array, movers: Int32Array, u: Float64Array, restitution: Float64Array): boolean {
    const at = this.#at;
    let any = false;
    for (let i = 0; i < count; i++) {
      const k = i * RECORD_LENGTH;
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      writeVelocity(at, record, k, u, a, b);
      if (at[VELOCITY] >= 0 || at[VELOCITY] + record[k + BIAS] >= 0) continue;
      at[CHANGE] = -(1 + restitution[i]) * at[VELOCITY];
      findImpulse(at, record, k);
      applyImpulse(at, record, k, u, a, b);
      any = true;
    }
    return any;
  }

  /**
   * Every contact in turn that closes faster than BIAS allows keeps a share of the excess: none of it where restitution is 0, all at
   * -1 [1]. Returns whether any did.
   */
  sweepContacts(
    count: number,
    record: Float64Array,
    movers: Int32Array,
    u: Float64Array,
    restitution: number,
    backwards: boolean,
  ): boolean {
    const at = this.#at;
    let any = false;
    for (let turn = 0; turn < count; turn++) {
      const i = backwards ? count - 1 - turn : turn;
      const k = i * RECORD_LENGTH;
      const a = movers[2 * i];
      const b = movers[2 * i + 1];
      writeVelocity(at, record, k, u, a, b);
      const excess = at[VELOCITY] + record[k + BIAS];
      if (excess >= 0) continue;
      at[CHANGE] = -(1 + restitution) * excess;
      findImpulse(at, record, k);
      applyImpulse(at, record, k, u, a, b);
      any = true;
    }
    return any;
  }
}

/** J u of the three rows. */
function writeVelocity(at: Float64Array, record: Float64Array, k: number, u: Float64Array, a: number, b: number): void {
  for (let row = 0; row < 3; row++) {
    const d = k + NORMAL + 3 * row;
    const r = k + ANGULAR + 6 * row;
    let velocity = 0;
    for (let j = 0; j < 3; j++) {
      velocity += record[d + j] * (u[b + j] - u[a + j]) + record[r + j] * u[a + 3 + j] + record[r + 3 + j] * u[b + 3 + j];
    }
    at[VELOCITY + row] = velocity;
  }
}

/** The impulse that changes the normal velocity as wanted under Coulomb's law: it changes velocity by K = J M^-1 J^T times it. */
function findImpulse(at: Float64Array, record: Float64Array, k: number): void {
  const r = k + ANGULAR;
  const t = k + TURN;
  let k01 = 0;
  let k02 = 0;
  let k12 = 0;
  for (let j = 0; j < 6; j++) {
    k01 += record[r + j] * record[t + 6 + j];
    k02 += record[r + j] * record[t + 12 + j];
    k12 += record[r + 6 + j] * record[t + 12 + j];
  }
  const k00 = 1 / record[k + INVERSE_DIAGONAL];
  const k11 = 1 / record[k + INVERSE_DIAGONAL + 1];
  const k22 = 1 / record[k + INVERSE_DIAGONAL + 2];
  const closing = at[VELOCITY];
  const slide1 = at[VELOCITY + 1];
  const slide2 = at[VELOCITY + 2];
  const mu = record[k + FRICTION];

  // Sticking: K j = (change, -slide1, -slide2), by cofactors c; K is symmetric.
  const c00 = k11 * k22 - k12 * k12;
  const c01 = k02 * k12 - k01 * k22;
  const c02 = k01 * k12 - k02 * k11;
  const c11 = k00 * k22 - k02 * k02;
  const c12 = k01 * k02 - k00 * k12;
  const c22 = k00 * k11 - k01 * k01;
  const inverse = 1 / (k00 * c00 + k01 * c01 + k02 * c02);
  // The energy gained is half of leaving^2 c00 - v.c v over the determinant.
  const had = closing * (c00 * closing + 2 * (c01 * slide1 + c02 * slide2)) + slide1 * (c11 * slide1 + 2 * c12 * slide2);
  const fastest = Math.sqrt(Math.max(0, had + c22 * slide2 * slide2) / c00);
  const change = Math.max(-fastest, Math.min(fastest, closing + at[CHANGE])) - closing;
  const j0 = inverse * (c00 * change - c01 * slide1 - c02 * slide2);
  const j1 = inverse * (c01 * change - c11 * slide1 - c12 * slide2);
  const j2 = inverse * (c02 * change - c12 * slide1 - c22 * slide2);
  if (j0 >= 0 && j1 * j1 + j2 * j2 <= mu * mu * j0 * j0) {
    at[IMPULSE] = j0;
    at[IMPULSE + 1] = j1;
    at[IMPULSE + 2] = j2;
    return;
  }

  // Sliding: the impulse is j (1, -mu T), T being the direction of sliding. Where friction would jam the contact, none acts.
  const speed = Math.sqrt(slide1 * slide1 + slide2 * slide2);
  const f1 = speed > 0 ? (-mu * slide1) / speed : 0;
  const f2 = speed > 0 ? (-mu * slide2) / speed : 0;
  const yielding = k00 + k01 * f1 + k02 * f2;
  const isJammed = yielding <= 0;
  // Along d = (1, f) the energy gained by an impulse j d is j v.d + j^2 d.K d / 2.
  const stiffness = yielding + f1 * (k01 + k11 * f1 + k12 * f2) + f2 * (k02 + k12 * f1 + k22 * f2);
  const largest = (-2 * (closing + f1 * slide1 + f2 * slide2)) / stiffness;
  const normal = isJammed ? at[CHANGE] / k00 : Math.min(at[CHANGE] / yielding, Math.max(0, largest));
  at[IMPULSE] = normal;
  at[IMPULSE + 1] = isJammed ? 0 : normal * f1;
  at[IMPULSE + 2] = isJammed ? 0 : normal * f2;
}

function applyImpulse(at: Float64Array, record: Float64Array, k: number, u: Float64Array, a: number, b: number): void {
  const n = at[IMPULSE];
  const s = at[IMPULSE + 1];
  const t = at[IMPULSE + 2];
  for (let row = 0; row < 3; row++) record[k + LAMBDA + row] += at[IMPULSE + row];
  for (let j = 0; j < 3; j++) {
    const push = n * record[k + NORMAL + j] + s * record[k + TANGENT_1 + j] + t * record[k + TANGENT_2 + j];
    u[a + j] -= record[k + INVERSE_MASS_A] * push;
    u[b + j] += record[k + INVERSE_MASS_B] * push;
    u[a + 3 + j] += n * record[k + TURN + j] + s * record[k + TURN + 6 + j] + t * record[k + TURN + 12 + j];
    u[b + 3 + j] += n * record[k + TURN + 3 + j] + s * record[k + TURN + 9 + j] + t * record[k + TURN + 15 + j];
  }
}
