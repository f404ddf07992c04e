// Dynamics of a tree of links: M(q) qdd + bias(q, qd) = tau + sum of J^T f over the forces f from outside.
//
// tau is all that acts on the coordinates from within: motors, springs, dampers and friction together. Inverse dynamics is the
// recursive Newton-Euler algorithm, O(n); the mass matrix is made of composite rigid bodies, O(n depth) (Featherstone, Rigid Body
// Dynamics Algorithms, 2008, chapters 5 and 6). They differ from the book in that everything is in the world's axes, at centres of
// mass. Armature is added to the diagonal of M.

import { InputError } from '../../input/fields.js';
import { accelerateLinks, addCross, moveLinks, placeLinks } from './kinematics.js';
import type { LinkTree } from './link-tree.js';
import { checkCount, roomFor } from './link-tree.js';

/** What acts on the links of a tree from outside. */
export interface OutsideForces {
  /** [m/s^2]; none when left out. */
  readonly gravity?: ArrayLike<number>;
  /** Six numbers a link: force [N] and torque about its centre of mass [N m], in the world's axes. */
  readonly forces?: Float64Array;
}

/** Inverse dynamics: the tau [N or N m] that gives the accelerations qdd to coordinates q that move with qd. */
export function inverseDynamics(
  tree: LinkTree,
  q: Float64Array,
  qd: Float64Array,
  qdd: Float64Array,
  outside: OutsideForces = {},
  out?: Float64Array,
): Float64Array {
  const tau = roomFor(out, tree.velocities, 'out');
  placeLinks(tree, q);
  moveLinks(tree, qd);
  accelerateLinks(tree, qd, qdd);
  gatherTorques(tree, outside, tau, qdd);
  return tau;
}

/** The tau [N or N m] at which nothing accelerates: Coriolis and centrifugal forces, gravity, and forces from outside. */
export function biasForces(
  tree: LinkTree,
  q: Float64Array,
  qd: Float64Array,
  outside: OutsideForces = {},
  out?: Float64Array,
): Float64Array {
  const tau = roomFor(out, tree.velocities, 'out');
  placeLinks(tree, q);
  moveLinks(tree, qd);
  accelerateLinks(tree, qd);
  gatherTorques(tree, outside, tau);
  return tau;
}

/** Gravity compensation: the tau [N or N m] that holds the tree still at q. */
export function gravityCompensation(tree: LinkTree, q: Float64Array, outside: OutsideForces, out?: Float64Array): Float64Array {
  const tau = roomFor(out, tree.velocities, 'out');
  placeLinks(tree, q);
  tree.motion.fill(0);
  tree.acceleration.fill(0);
  gatherTorques(tree, outside, tau);
  return tau;
}

/**
 * What each link needs to move as it does, less what acts from outside, is gathered from the leaves to the root. Room for tau may be
 * that of qdd.
 */
function gatherTorques(tree: LinkTree, { gravity, forces }: OutsideForces, tau: Float64Array, qdd?: Float64Array): void {
  const { wrench, column, pose, relative: arm, order } = tree;
  wrench.fill(0);
  for (let link = 0; link < tree.linkCount; link++) addNeeded(tree, link, gravity);
  if (forces !== undefined) {
    checkCount(forces, 6 * tree.linkCount, 'forces');
    for (let i = 0; i < forces.length; i++) wrench[i] -= forces[i];
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const j = order[at];
    const [p, c] = [tree.parent[j], tree.child[j]];
    const w = 6 * c;
    for (let k = tree.firstVelocity[j]; k < tree.firstVelocity[j + 1]; k++) {
      tau[k] = dot(column, 6 * k, wrench, w) + (qdd === undefined ? 0 : tree.armature[k] * qdd[k]);
    }
    for (let i = 0; i < 3; i++) arm[i] = pose[7 * c + i] - pose[7 * p + i];
    for (let i = 0; i < 6; i++) wrench[6 * p + i] += wrench[w + i];
    addCross(arm, 0, wrench, w, wrench, 6 * p + 3);
  }
}

/** Newton and Euler: the wrench that a link needs beyond its weight. */
function addNeeded(tree: LinkTree, link: number, gravity: ArrayLike<number> | undefined): void {
  const { mass, gravityScale, motion, acceleration, wrench, inertia, relative: spin } = tree;
  const k = 6 * link;
  for (let i = 0; i < 3; i++) {
    const fall = gravity === undefined ? 0 : gravityScale[link] * gravity[i];
    wrench[k + i] += mass[link] * (acceleration[k + i] - fall);
  }
  spin.fill(0, 0, 3);
  addTensor(inertia, k, motion, k + 3, spin, 0);
  addTensor(inertia, k, acceleration, k + 3, wrench, k + 3);
  addCross(motion, k + 3, spin, 0, wrench, k + 3);
}

/** The mass matrix M [kg, kg m, kg m^2]: symmetric, as many rows as qd has numbers, one behind the other. */
export function massMatrix(tree: LinkTree, q: Float64Array, out?: Float64Array): Float64Array {
  const M = roomFor(out, tree.velocities * tree.velocities, 'out');
  placeLinks(tree, q);
  gatherComposites(tree);
  const { column, pose, composite, armature, velocities: n } = tree;
  const momentum = tree.wrench;
  const arm = tree.relative;
  M.fill(0, 0, n * n);
  for (let j = 0; j < tree.jointCount; j++) {
    const c = 10 * tree.child[j];
    for (let k = tree.firstVelocity[j]; k < tree.firstVelocity[j + 1]; k++) {
      // The momentum of all that hangs on the joint, by 1 of this velocity, about the centre of mass of one link after another.
      for (let i = 0; i < 3; i++) momentum[i] = composite[c] * column[6 * k + i];
      momentum.fill(0, 3, 6);
      addCross(column, 6 * k + 3, composite, c + 1, momentum, 0);
      addCross(composite, c + 1, column, 6 * k, momentum, 3);
      addTensor(composite, c + 4, column, 6 * k + 3, momentum, 3);
      for (let at = j; at >= 0; at = tree.jointOf[tree.parent[at]]) {
        for (let l = tree.firstVelocity[at]; l < tree.firstVelocity[at + 1]; l++) {
          M[k * n + l] = dot(column, 6 * l, momentum, 0);
          M[l * n + k] = M[k * n + l];
        }
        for (let i = 0; i < 3; i++) arm[i] = pose[7 * tree.child[at] + i] - pose[7 * tree.parent[at] + i];
        addCross(arm, 0, momentum, 0, momentum, 3);
      }
      M[k * n + k] += armature[k];
    }
  }
  return M;
}

/** Mass, moment of mass and inertia of each link and all that hangs on it, about the link's centre of mass. */
function gatherComposites(tree: LinkTree): void {
  const { composite, inertia, mass, pose, order, relative: arm } = tree;
  composite.fill(0);
  for (let link = 0; link < tree.linkCount; link++) {
    composite[10 * link] = mass[link];
    for (let i = 0; i < 6; i++) composite[10 * link + 4 + i] = inertia[6 * link + i];
  }
  for (let at = order.length - 1; at >= 0; at--) {
    const [p, c] = [tree.parent[order[at]], tree.child[order[at]]];
    for (let i = 0; i < 3; i++) arm[i] = pose[7 * c + i] - pose[7 * p + i];
    addComposite(composite, 10 * c, arm, 10 * p);
  }
}

/** Adds the composite at `c`, seen from a point that is `arm` before its own, to the one at `p`. */
function addComposite(composite: Float64Array, c: number, arm: Float64Array, p: number): void {
  const [x, y, z] = [arm[0], arm[1], arm[2]];
  const m = composite[c];
  const [hx, hy, hz] = [composite[c + 1], composite[c + 2], composite[c + 3]];
  composite[p] += m;
  composite[p + 1] += hx + m * x;
  composite[p + 2] += hy + m * y;
  composite[p + 3] += hz + m * z;
  // The integrals of x x, y y ... of arm + place, less those of place alone.
  const xx = x * (2 * hx + m * x);
  const yy = y * (2 * hy + m * y);
  const zz = z * (2 * hz + m * z);
  composite[p + 4] += composite[c + 4] + yy + zz;
  composite[p + 5] += composite[c + 5] + xx + zz;
  composite[p + 6] += composite[c + 6] + xx + yy;
  composite[p + 7] += composite[c + 7] - (x * hy + y * hx + m * x * y);
  composite[p + 8] += composite[c + 8] - (x * hz + z * hx + m * x * z);
  composite[p + 9] += composite[c + 9] - (y * hz + z * hy + m * y * z);
}

/** Forward dynamics: the accelerations qdd [m/s^2 or rad/s^2] that tau gives, by a factorisation of M. */
export function forwardDynamics(
  tree: LinkTree,
  q: Float64Array,
  qd: Float64Array,
  tau: Float64Array,
  outside: OutsideForces = {},
  out?: Float64Array,
): Float64Array {
  const n = tree.velocities;
  checkCount(tau, n, 'tau');
  const qdd = roomFor(out, n, 'out');
  const bias = biasForces(tree, q, qd, outside);
  for (let k = 0; k < n; k++) qdd[k] = tau[k] - bias[k];
  solveByCholesky(massMatrix(tree, q), n, qdd);
  return qdd;
}

/** x = A^-1 x for a symmetric positive definite A, which is used up. */
function solveByCholesky(A: Float64Array, n: number, x: Float64Array): void {
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < k; i++) {
      let sum = A[k * n + i];
      for (let l = 0; l < i; l++) sum -= A[k * n + l] * A[i * n + l];
      A[k * n + i] = sum / A[i * n + i];
    }
    let square = A[k * n + k];
    for (let l = 0; l < k; l++) square -= A[k * n + l] * A[k * n + l];
    if (!(square > 0))
      throw new InputError(
        `Nothing resists velocity ${k} of the tree: give mass or inertia to its links, or armature to its joint.`,
      );
    A[k * n + k] = Math.sqrt(square);
    for (let l = 0; l < k; l++) x[k] -= A[k * n + l] * x[l];
    x[k] /= A[k * n + k];
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let l = k + 1; l < n; l++) x[k] -= A[l * n + k] * x[l];
    x[k] /= A[k * n + k];
  }
}

/** a[i ..] . b[j ..], six numbers each. */
function dot(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let sum = 0;
  for (let n = 0; n < 6; n++) sum += a[i + n] * b[j + n];
  return sum;
}

/** to[k ..] += the symmetric matrix a[i ..] times b[j ..]. */
function addTensor(a: Float64Array, i: number, b: Float64Array, j: number, to: Float64Array, k: number): void {
  to[k] += a[i] * b[j] + a[i + 3] * b[j + 1] + a[i + 4] * b[j + 2];
  to[k + 1] += a[i + 3] * b[j] + a[i + 1] * b[j + 1] + a[i + 5] * b[j + 2];
  to[k + 2] += a[i + 4] * b[j] + a[i + 5] * b[j + 1] + a[i + 2] * b[j + 2];
}
