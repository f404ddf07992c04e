// Can the contacts of one body give it a wanted impulse? They can if each keeps within its limits: it pushes, and its friction
// stays inside Coulomb's cone.
//
// Of all ways to share the impulse out, the one nearest to what the contacts carry already is taken, each change measured
// against what the contact can bear, so that a contact that carries little changes little: with D the squares of those measures
// and P the map from contact impulses to the body's wrench, q <- q + D P^T (P D P^T)^-1 W. A contact that would have to pull is
// opened, one that would slip keeps the friction it has, and the rest is shared out again. This is the six-degree-of-freedom
// block solve of a body against what holds it; unlike sweeps over its contacts, it is exact at once.
//
// Where a contact resists rolling or spinning, it may give torques as well, of up to so many times its normal impulse. They start
// from nothing; a torque beyond its limit is not asked for, so that a body that needs all of it is left to the sweeps.

/** One contact: arm from the body's centre of mass [m]. */
const ARM = 0;
/** Normal, into the body [1]. */
const PUSH = 3;
/** Impulse on the body [N s]. */
const IMPULSE = 6;
/** Friction coefficient [1]. */
const FRICTION = 9;
/** Impulse found so far [N s]. */
const FOUND = 10;
/** Weights of changes along the normal and across it [N s]; their unit does not matter, only their ratios. */
const NORMAL_WEIGHT = 13;
const TANGENT_WEIGHT = 14;
/** Coefficients of rolling and of spinning friction [m]. */
const ROLLING = 15;
const SPINNING = 16;
/** Torque on the body beyond that of the impulse: what was found [N m s]. */
const TORQUE = 17;
/** Weights of the torques across the normal and along it [N s]. */
const ROLLING_WEIGHT = 20;
const SPINNING_WEIGHT = 21;
const CONTACT_LENGTH = 22;

export { ARM, CONTACT_LENGTH, FRICTION, IMPULSE, PUSH, ROLLING, SPINNING, TORQUE };

/** How often limits are met and the rest shared out again. */
const MOST_ATTEMPTS = 6;
/** How often loads are found anew with the last ones as weights, and the least weight then, as a share of the mean [1]. */
const LOAD_ROUNDS = 3;
const LEAST_SHARE = 1e-3;
/** Least weight of a contact as a share of the mean: what a contact without load may take on at once [1]. */
const LEAST_WEIGHT = 0.25;
/** Pivots below this share of the largest are zero: there is nothing in that direction [1]. */
const LEAST_PIVOT = 1e-10;
/** An impulse that is beside a cone by this share of its size is taken for outside: far more than rounding [1]. */
const BESIDE_CONE = 1e-3;
/** Of what is wanted and what is carried, the share that may be missing: rounding [1]. */
const ROUNDING = 1e-9;

export class BodyHold {
  /** P D P^T and its factors, row by row. */
  readonly #K = new Float64Array(36);
  /** What is still wanted of the free contacts, and the solution. */
  readonly #missing = new Float64Array(6);
  readonly #y = new Float64Array(6);

  /**
   * Shares the impulse wanted[0 .. 3) [N s] and angular impulse wanted[3 .. 6) [N m s] about the centre of mass out among `count`
   * contacts (layout above). Returns whether that is possible; if so, IMPULSE of every contact holds what it then carries.
   *
   * Sweeps leave stresses between contacts that cancel each other and use up friction. Where these are in the way, everything that
   * the contacts carry is shared out afresh.
   */
  holdBody(count: number, contacts: Float64Array, wanted: Float64Array): boolean {
    if (isOutsideCone(count, contacts, wanted)) return false;
    if (this.#findImpulses(count, contacts, wanted)) return true;
    for (let i = 0; i < count; i++) dropImpulse(contacts, i * CONTACT_LENGTH, wanted);
    if (this.#findImpulses(count, contacts, wanted)) return true;
    return this.#shareByLoad(count, contacts, wanted);
  }

  /**
   * Friction shared out in proportion to the loads, each contact using the same part of its cone: first the loads alone, then all of
   * it with these as weights.
   */
  #shareByLoad(count: number, contacts: Float64Array, wanted: Float64Array): boolean {
    startWeights(count, contacts, wanted);
    let loads = 0;
    for (let round = 0; round < LOAD_ROUNDS; round++) {
      if (!this.#shareOut(count, contacts, wanted)) return false;
      loads = 0;
      for (let i = 0; i < count; i++) loads += Math.max(0, loadOf(contacts, i * CONTACT_LENGTH, FOUND));
      if (loads === 0) return false;
      for (let i = 0; i < count; i++) {
        const k = i * CONTACT_LENGTH;
        const load = Math.max(loadOf(contacts, k, FOUND), (LEAST_SHARE * loads) / count);
        contacts[k + NORMAL_WEIGHT] = load;
        contacts[k + TANGENT_WEIGHT] = load * Math.min(1, contacts[k + FRICTION]);
        contacts[k + ROLLING_WEIGHT] = contacts[k + SPINNING_WEIGHT] = load;
      }
    }
    return this.#meetAllLimits(count, contacts, wanted);
  }

  #findImpulses(count: number, contacts: Float64Array, wanted: Float64Array): boolean {
    startWeights(count, contacts, wanted);
    return this.#meetAllLimits(count, contacts, wanted);
  }

  /** Shares out, and again without what meets a limit, until nothing does. */
  #meetAllLimits(count: number, contacts: Float64Array, wanted: Float64Array): boolean {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (!this.#shareOut(count, contacts, wanted)) return false;
      if (meetLimits(count, contacts)) continue;
      for (let i = 0; i < count; i++) {
        const k = i * CONTACT_LENGTH;
        for (let j = 0; j < 3; j++) contacts[k + IMPULSE + j] = contacts[k + FOUND + j];
      }
      return true;
    }
    return false;
  }

  /** FOUND of every contact that is not open, so that all together give what is wanted; false when they cannot. */
  #shareOut(count: number, contacts: Float64Array, wanted: Float64Array): boolean {
    const K = this.#K;
    const missing = this.#missing;
    K.fill(0);
    // What is wanted beyond IMPULSE, less what opened contacts took away by being opened.
    for (let j = 0; j < 6; j++) missing[j] = wanted[j];
    let arm = 0;
    let carried = 0;
    for (let i = 0; i < count; i++) {
      const k = i * CONTACT_LENGTH;
      const rx = contacts[k + ARM];
      const ry = contacts[k + ARM + 1];
      const rz = contacts[k + ARM + 2];
      const qx = contacts[k + IMPULSE];
      const qy = contacts[k + IMPULSE + 1];
      const qz = contacts[k + IMPULSE + 2];
      arm = Math.max(arm, Math.abs(rx), Math.abs(ry), Math.abs(rz));
      carried += Math.abs(qx) + Math.abs(qy) + Math.abs(qz);
      if (contacts[k + NORMAL_WEIGHT] === 0) {
        missing[0] += qx;
        missing[1] += qy;
        missing[2] += qz;
        missing[3] += ry * qz - rz * qy;
        missing[4] += rz * qx - rx * qz;
        missing[5] += rx * qy - ry * qx;
        continue;
      }
      const t = contacts[k + TANGENT_WEIGHT];
      const d = contacts[k + NORMAL_WEIGHT] - t;
      const nx = contacts[k + PUSH];
      const ny = contacts[k + PUSH + 1];
      const nz = contacts[k + PUSH + 2];
      // The column of P for the normal, and t (1 + [r]x ...) for the isotropic part.
      const mx = ry * nz - rz * ny;
      const my = rz * nx - rx * nz;
      const mz = rx * ny - ry * nx;
      addOuter(K, d, nx, ny, nz, mx, my, mz);
      addOuter(K, t, 1, 0, 0, 0, rz, -ry);
      addOuter(K, t, 0, 1, 0, -rz, 0, rx);
      addOuter(K, t, 0, 0, 1, ry, -rx, 0);
      addTorques(K, contacts, k);
    }
    const lin = Math.abs(missing[0]) + Math.abs(missing[1]) + Math.abs(missing[2]);
    const ang = Math.abs(missing[3]) + Math.abs(missing[4]) + Math.abs(missing[5]);
    const allowed = ROUNDING * (lin + (arm > 0 ? ang / arm : 0) + carried);
    if (!this.#solve(arm, allowed)) return false;
    this.#writeShares(count, contacts);
    return this.#addsUp(count, contacts, wanted, arm, allowed);
  }

  /** FOUND and TORQUE of each contact: IMPULSE and the contact's share D P^T y of what is missing. */
  #writeShares(count: number, contacts: Float64Array): void {
    const y = this.#y;
    for (let i = 0; i < count; i++) {
      const k = i * CONTACT_LENGTH;
      if (contacts[k + NORMAL_WEIGHT] === 0) {
        for (let j = 0; j < 3; j++) contacts[k + FOUND + j] = contacts[k + TORQUE + j] = 0;
        continue;
      }
      findTorque(contacts, k, y);
      const rx = contacts[k + ARM];
      const ry = contacts[k + ARM + 1];
      const rz = contacts[k + ARM + 2];
      const vx = y[0] + y[4] * rz - y[5] * ry;
      const vy = y[1] + y[5] * rx - y[3] * rz;
      const vz = y[2] + y[3] * ry - y[4] * rx;
      const t = contacts[k + TANGENT_WEIGHT];
      const along =
        (contacts[k + NORMAL_WEIGHT] - t) * (vx * contacts[k + PUSH] + vy * contacts[k + PUSH + 1] + vz * contacts[k + PUSH + 2]);
      contacts[k + FOUND] = contacts[k + IMPULSE] + t * vx + along * contacts[k + PUSH];
      contacts[k + FOUND + 1] = contacts[k + IMPULSE + 1] + t * vy + along * contacts[k + PUSH + 1];
      contacts[k + FOUND + 2] = contacts[k + IMPULSE + 2] + t * vz + along * contacts[k + PUSH + 2];
    }
  }

  /** Whether FOUND gives what is wanted: where contacts are almost at one point or in one line, rounding can be of any size. */
  #addsUp(count: number, contacts: Float64Array, wanted: Float64Array, arm: number, allowed: number): boolean {
    const missing = this.#missing;
    for (let j = 0; j < 6; j++) missing[j] = wanted[j];
    for (let i = 0; i < count; i++) {
      const k = i * CONTACT_LENGTH;
      const rx = contacts[k + ARM];
      const ry = contacts[k + ARM + 1];
      const rz = contacts[k + ARM + 2];
      const qx = contacts[k + FOUND] - contacts[k + IMPULSE];
      const qy = contacts[k + FOUND + 1] - contacts[k + IMPULSE + 1];
      const qz = contacts[k + FOUND + 2] - contacts[k + IMPULSE + 2];
      missing[0] -= qx;
      missing[1] -= qy;
      missing[2] -= qz;
      missing[3] -= ry * qz - rz * qy;
      missing[4] -= rz * qx - rx * qz;
      missing[5] -= rx * qy - ry * qx;
      for (let j = 0; j < 3; j++) missing[3 + j] -= contacts[k + TORQUE + j];
    }
    for (let j = 0; j < 6; j++) if (Math.abs(missing[j]) > (j < 3 ? allowed : allowed * arm)) return false;
    return true;
  }

  /**
   * y with K y = missing by L D L^T; where K has nothing, missing must have next to nothing either: `allowed` [N s], for angular
   * parts times the arm. Returns whether it has.
   */
  #solve(arm: number, allowed: number): boolean {
    const K = this.#K;
    const missing = this.#missing;
    const y = this.#y;
    const linear = Math.max(K[0], K[7], K[14]);
    const angular = Math.max(K[21], K[28], K[35]);
    for (let i = 0; i < 6; i++) y[i] = missing[i];
    for (let j = 0; j < 6; j++) {
      const least = LEAST_PIVOT * (j < 3 ? linear : angular);
      const pivot = K[7 * j];
      if (pivot <= least) {
        // Nothing acts in this direction: what is left to do must be nothing too.
        if (Math.abs(y[j]) > (j < 3 ? allowed : allowed * arm)) return false;
        K[7 * j] = 0;
        y[j] = 0;
        continue;
      }
      for (let i = j + 1; i < 6; i++) {
        const factor = K[6 * i + j] / pivot;
        for (let k = j + 1; k <= i; k++) K[6 * i + k] -= factor * K[6 * k + j];
        y[i] -= factor * y[j];
      }
      for (let i = j + 1; i < 6; i++) K[6 * i + j] /= pivot;
    }
    for (let j = 5; j >= 0; j--) {
      if (K[7 * j] === 0) {
        y[j] = 0;
        continue;
      }
      let sum = y[j] / K[7 * j];
      for (let i = j + 1; i < 6; i++) sum -= K[6 * i + j] * y[i];
      y[j] = sum;
    }
    return true;
  }
}

/**
 * Whether contacts that all push the same way would have to give an impulse outside their widest friction cone: the sum of impulses
 * within cones of one axis is within the widest of them. That is so of most bodies that slide or roll.
 */
function isOutsideCone(count: number, contacts: Float64Array, wanted: Float64Array): boolean {
  const nx = contacts[PUSH];
  const ny = contacts[PUSH + 1];
  const nz = contacts[PUSH + 2];
  let x = wanted[0];
  let y = wanted[1];
  let z = wanted[2];
  let friction = 0;
  for (let k = 0; k < count * CONTACT_LENGTH; k += CONTACT_LENGTH) {
    if (contacts[k + PUSH] !== nx || contacts[k + PUSH + 1] !== ny || contacts[k + PUSH + 2] !== nz) return false;
    x += contacts[k + IMPULSE];
    y += contacts[k + IMPULSE + 1];
    z += contacts[k + IMPULSE + 2];
    if (contacts[k + FRICTION] > friction) friction = contacts[k + FRICTION];
  }
  const load = x * nx + y * ny + z * nz;
  const size = x * x + y * y + z * z;
  // What may be missing of the impulse at the end may be missing here.
  const slack = BESIDE_CONE * Math.sqrt(size);
  return Math.sqrt(Math.max(0, size - load * load)) > friction * Math.max(0, load) + slack;
}

/** Adds to K what a contact can do by torques: each is its coefficient times an impulse that the normal one limits. */
function addTorques(K: Float64Array, contacts: Float64Array, k: number): void {
  const roll = contacts[k + ROLLING_WEIGHT] * contacts[k + ROLLING] * contacts[k + ROLLING];
  const spin = contacts[k + SPINNING_WEIGHT] * contacts[k + SPINNING] * contacts[k + SPINNING];
  if (roll === 0 && spin === 0) return;
  addOuter(K, spin - roll, 0, 0, 0, contacts[k + PUSH], contacts[k + PUSH + 1], contacts[k + PUSH + 2]);
  for (let j = 3; j < 6; j++) K[7 * j] += roll;
}

/** The torque of a contact under the multipliers y. */
function findTorque(contacts: Float64Array, k: number, y: Float64Array): void {
  const roll = contacts[k + ROLLING_WEIGHT] * contacts[k + ROLLING] * contacts[k + ROLLING];
  const spin = contacts[k + SPINNING_WEIGHT] * contacts[k + SPINNING] * contacts[k + SPINNING];
  const along = (spin - roll) * (y[3] * contacts[k + PUSH] + y[4] * contacts[k + PUSH + 1] + y[5] * contacts[k + PUSH + 2]);
  for (let j = 0; j < 3; j++) contacts[k + TORQUE + j] = roll * y[3 + j] + along * contacts[k + PUSH + j];
}

/** What the contact carries becomes part of what is wanted. */
function dropImpulse(contacts: Float64Array, k: number, wanted: Float64Array): void {
  for (let j = 0; j < 3; j++) {
    const j1 = (j + 1) % 3;
    const j2 = (j + 2) % 3;
    wanted[j] += contacts[k + IMPULSE + j];
    wanted[3 + j] += contacts[k + ARM + j1] * contacts[k + IMPULSE + j2] - contacts[k + ARM + j2] * contacts[k + IMPULSE + j1];
  }
  for (let j = 0; j < 3; j++) contacts[k + IMPULSE + j] = 0;
}

function startWeights(count: number, contacts: Float64Array, wanted: Float64Array): void {
  let mean = Math.abs(wanted[0]) + Math.abs(wanted[1]) + Math.abs(wanted[2]);
  for (let i = 0; i < count; i++) mean += loadOf(contacts, i * CONTACT_LENGTH, IMPULSE);
  mean /= count;
  // Only an angular impulse is wanted and nothing is carried: all alike.
  if (mean === 0) mean = 1;
  for (let i = 0; i < count; i++) {
    const k = i * CONTACT_LENGTH;
    const weight = Math.max(loadOf(contacts, k, IMPULSE), LEAST_WEIGHT * mean);
    contacts[k + NORMAL_WEIGHT] = weight;
    contacts[k + TANGENT_WEIGHT] = weight * Math.min(1, contacts[k + FRICTION]);
    contacts[k + ROLLING_WEIGHT] = contacts[k + SPINNING_WEIGHT] = weight;
  }
}

/** Normal part of an impulse. */
function loadOf(contacts: Float64Array, k: number, impulse: number): number {
  return (
    contacts[k + PUSH] * contacts[k + impulse] +
    contacts[k + PUSH + 1] * contacts[k + impulse + 1] +
    contacts[k + PUSH + 2] * contacts[k + impulse + 2]
  );
}

/** K += weight c c^T, lower triangle. */
function addOuter(K: Float64Array, weight: number, c0: number, c1: number, c2: number, c3: number, c4: number, c5: number): void {
  K[0] += weight * c0 * c0;
  K[6] += weight * c1 * c0;
  K[7] += weight * c1 * c1;
  K[12] += weight * c2 * c0;
  K[13] += weight * c2 * c1;
  K[14] += weight * c2 * c2;
  K[18] += weight * c3 * c0;
  K[19] += weight * c3 * c1;
  K[20] += weight * c3 * c2;
  K[21] += weight * c3 * c3;
  K[24] += weight * c4 * c0;
  K[25] += weight * c4 * c1;
  K[26] += weight * c4 * c2;
  K[27] += weight * c4 * c3;
  K[28] += weight * c4 * c4;
  K[30] += weight * c5 * c0;
  K[31] += weight * c5 * c1;
  K[32] += weight * c5 * c2;
  K[33] += weight * c5 * c3;
  K[34] += weight * c5 * c4;
  K[35] += weight * c5 * c5;
}

/** Opens contacts that would pull and holds the friction of those that would slip; returns whether there were any. */
function meetLimits(count: number, contacts: Float64Array): boolean {
  let met = false;
  for (let i = 0; i < count; i++) {
    const k = i * CONTACT_LENGTH;
    if (contacts[k + NORMAL_WEIGHT] === 0) continue;
    const load = loadOf(contacts, k, FOUND);
    if (load < 0) {
      contacts[k + NORMAL_WEIGHT] = 0;
      met = true;
      continue;
    }
    const tx = contacts[k + FOUND] - load * contacts[k + PUSH];
    const ty = contacts[k + FOUND + 1] - load * contacts[k + PUSH + 1];
    const tz = contacts[k + FOUND + 2] - load * contacts[k + PUSH + 2];
    const limit = contacts[k + FRICTION] * load;
    if (tx * tx + ty * ty + tz * tz > limit * limit * (1 + 1e-9)) {
      // Held already: the load it lost is more than its friction allows.
      if (contacts[k + TANGENT_WEIGHT] === 0) contacts[k + NORMAL_WEIGHT] = 0;
      contacts[k + TANGENT_WEIGHT] = 0;
      met = true;
    }
    if (meetTorqueLimits(contacts, k, load)) met = true;
  }
  return met;
}

/** Asks a contact for no torque where it would have to give more than it can; returns whether it was so. */
function meetTorqueLimits(contacts: Float64Array, k: number, load: number): boolean {
  const spin =
    contacts[k + TORQUE] * contacts[k + PUSH] +
    contacts[k + TORQUE + 1] * contacts[k + PUSH + 1] +
    contacts[k + TORQUE + 2] * contacts[k + PUSH + 2];
  let squares = 0;
  for (let j = 0; j < 3; j++) {
    const across = contacts[k + TORQUE + j] - spin * contacts[k + PUSH + j];
    squares += across * across;
  }
  const rolling = contacts[k + ROLLING] * load;
  const isRolling = rolling > 0 && squares > rolling * rolling * (1 + 1e-9) && contacts[k + ROLLING_WEIGHT] > 0;
  const spinning = contacts[k + SPINNING] * load;
  const isSpinning = spinning > 0 && Math.abs(spin) > spinning * (1 + 1e-9) && contacts[k + SPINNING_WEIGHT] > 0;
  if (isRolling) contacts[k + ROLLING_WEIGHT] = 0;
  if (isSpinning) contacts[k + SPINNING_WEIGHT] = 0;
  return isRolling || isSpinning;
}
