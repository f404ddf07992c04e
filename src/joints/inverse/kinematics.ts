// Kinematics of a tree of links: where links are, how they move, and how coordinates move a point. Each is one walk from the root to
// the leaves, O(n), or along one way from a link to the root.

import { MOTIONS, placeB } from './coordinates.js';
import type { LinkTree } from './link-tree.js';
import { checkCount, roomFor } from './link-tree.js';
import { placeAround, placeInside, turn } from './pose-columns.js';

/**
 * Forward kinematics: X_WL of each link, seven numbers a link: the place of its frame's origin in the world [m] and its orientation
 * [x, y, z, w] [1].
 */
export function forwardKinematics(tree: LinkTree, q: Float64Array, out?: Float64Array): Float64Array {
  const poses = roomFor(out, 7 * tree.linkCount, 'out');
  placeLinks(tree, q);
  const { pose, center } = tree;
  poses.set(pose.subarray(0, 7 * tree.linkCount));
  for (let link = 0; link < tree.linkCount; link++) {
    const [c, p] = [3 * link, 7 * link];
    turn(pose, p + 3, -center[c], -center[c + 1], -center[c + 2], poses, p);
    for (let i = 0; i < 3; i++) poses[p + i] += pose[p + i];
  }
  return poses;
}

/**
 * Velocities of the links: of the origin of the link's frame in the world, v_WL_W [m/s], and w_WL_W [rad/s], six numbers a link.
 */
export function linkVelocities(tree: LinkTree, q: Float64Array, qd: Float64Array, out?: Float64Array): Float64Array {
  const velocities = roomFor(out, 6 * tree.linkCount, 'out');
  placeLinks(tree, q);
  moveLinks(tree, qd);
  const { pose, center, motion, relative: arm } = tree;
  velocities.set(motion.subarray(0, 6 * tree.linkCount));
  for (let link = 0; link < tree.linkCount; link++) {
    const [c, v] = [3 * link, 6 * link];
    turn(pose, 7 * link + 3, -center[c], -center[c + 1], -center[c + 2], arm, 0);
    addCross(motion, v + 3, arm, 0, velocities, v);
  }
  return velocities;
}

/**
 * Jacobian of a point P that moves with a link, p_LP_L [m] in the link's frame: six rows of as many numbers as qd has. J qd is v_WP_W
 * [m/s] in the first three rows, which by themselves are the Jacobian of the point alone, and w_WL_W [rad/s] in the last three.
 */
export function jacobian(
  tree: LinkTree,
  q: Float64Array,
  link: number,
  point: ArrayLike<number>,
  out?: Float64Array,
): Float64Array {
  checkCount(point, 3, 'point');
  const J = roomFor(out, 6 * tree.velocities, 'out');
  placeLinks(tree, q);
  const { pose, center, column, relative: p, velocities: n } = tree;
  turn(pose, 7 * link + 3, point[0] - center[3 * link], point[1] - center[3 * link + 1], point[2] - center[3 * link + 2], p, 0);
  for (let i = 0; i < 3; i++) p[i] += pose[7 * link + i];
  J.fill(0, 0, 6 * n);
  for (let at = link, j = tree.jointOf[at]; j >= 0; at = tree.parent[j], j = tree.jointOf[at]) {
    for (let i = 0; i < 3; i++) p[3 + i] = p[i] - pose[7 * at + i];
    for (let k = tree.firstVelocity[j]; k < tree.firstVelocity[j + 1]; k++) {
      p.set(column.subarray(6 * k, 6 * k + 6), 6);
      addCross(column, 6 * k + 3, p, 3, p, 6);
      for (let row = 0; row < 6; row++) J[row * n + k] = p[6 + row];
    }
  }
  return J;
}

/** Puts all links, frames of joints, columns and inertias where q has them. */
export function placeLinks(tree: LinkTree, q: Float64Array): void {
  checkCount(q, tree.positions, 'q');
  const { linkA, linkB, child, pose, poseA, poseB, frameA, frameB, relative } = tree;
  for (const j of tree.order) {
    const [a, b, f] = [7 * linkA[j], 7 * linkB[j], 7 * j];
    placeB(tree.kind[j], q, tree.firstPosition[j], relative);
    if (child[j] === linkB[j]) {
      placeInside(pose, a, frameA, f, poseA, f);
      placeInside(poseA, f, relative, 0, poseB, f);
      placeAround(poseB, f, frameB, f, pose, b);
    } else {
      placeInside(pose, b, frameB, f, poseB, f);
      placeAround(poseB, f, relative, 0, poseA, f);
      placeAround(poseA, f, frameA, f, pose, a);
    }
    placeColumns(tree, j);
    placeInertia(tree, child[j]);
  }
}

/** What the velocities of a joint do to its child: axes of slides, axes of turns and their arms from B's origin. */
function placeColumns(tree: LinkTree, j: number): void {
  const { column, pose, poseA, poseB, child, relative: arm } = tree;
  // Where A hangs on B, it is moved the other way.
  const sign = child[j] === tree.linkB[j] ? 1 : -1;
  for (let i = 0; i < 3; i++) arm[i] = pose[7 * child[j] + i] - poseB[7 * j + i];
  const motions = MOTIONS[tree.kind[j]];
  for (let i = 0; i < motions.length; i++) {
    const { isTurn, axis, isOfB } = motions[i];
    const k = 6 * (tree.firstVelocity[j] + i);
    column.fill(0, k, k + 6);
    const to = isTurn ? k + 3 : k;
    turn(isOfB ? poseB : poseA, 7 * j + 3, axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0, column, to);
    if (isTurn) addCross(column, k + 3, arm, 0, column, k);
  }
}

/** Inertia in the world's axes: the sum over the principal axes e of moment e e^T. */
function placeInertia(tree: LinkTree, link: number): void {
  const { moments, principal, pose, inertia, relative: e } = tree;
  const k = 6 * link;
  inertia.fill(0, k, k + 6);
  for (let axis = 0; axis < 3; axis++) {
    turn(principal, 4 * link, axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0, e, 0);
    turn(pose, 7 * link + 3, e[0], e[1], e[2], e, 0);
    const moment = moments[3 * link + axis];
    inertia[k] += moment * e[0] * e[0];
    inertia[k + 1] += moment * e[1] * e[1];
    inertia[k + 2] += moment * e[2] * e[2];
    inertia[k + 3] += moment * e[0] * e[1];
    inertia[k + 4] += moment * e[0] * e[2];
    inertia[k + 5] += moment * e[1] * e[2];
  }
}

/** Velocities of all links, placed before. */
export function moveLinks(tree: LinkTree, qd: Float64Array): void {
  checkCount(qd, tree.velocities, 'qd');
  const { motion, column, pose, relative: arm } = tree;
  for (const j of tree.order) {
    const [p, c] = [tree.parent[j], tree.child[j]];
    const v = 6 * c;
    for (let i = 0; i < 3; i++) arm[i] = pose[7 * c + i] - pose[7 * p + i];
    for (let i = 0; i < 6; i++) motion[v + i] = motion[6 * p + i];
    addCross(motion, 6 * p + 3, arm, 0, motion, v);
    for (let k = tree.firstVelocity[j]; k < tree.firstVelocity[j + 1]; k++) {
      for (let i = 0; i < 6; i++) motion[v + i] += column[6 * k + i] * qd[k];
    }
  }
}

/** Accelerations of all links, which move as moveLinks has left them: the rates of `motion`. Where qdd is left out, it is zero. */
export function accelerateLinks(tree: LinkTree, qd: Float64Array, qdd?: Float64Array): void {
  if (qdd !== undefined) checkCount(qdd, tree.velocities, 'qdd');
  const { motion, acceleration, column, pose, relative: r } = tree;
  for (const j of tree.order) {
    const [p, c] = [6 * tree.parent[j], 6 * tree.child[j]];
    for (let i = 0; i < 3; i++) {
      r[i] = pose[7 * tree.child[j] + i] - pose[7 * tree.parent[j] + i];
      r[3 + i] = motion[c + i] - motion[p + i];
    }
    for (let i = 0; i < 6; i++) acceleration[c + i] = acceleration[p + i];
    addCross(acceleration, p + 3, r, 0, acceleration, c);
    addCross(motion, p + 3, r, 3, acceleration, c);
    placeArm(tree, j);
    for (let k = tree.firstVelocity[j]; k < tree.firstVelocity[j + 1]; k++) {
      changeColumn(tree, k);
      for (let i = 0; i < 6; i++) acceleration[c + i] += r[6 + i] * qd[k];
      if (qdd !== undefined) for (let i = 0; i < 6; i++) acceleration[c + i] += column[6 * k + i] * qdd[k];
    }
  }
}

/** To relative[0 .. 6): the arm from B's origin to the centre of mass of a joint's child, and its rate. */
function placeArm(tree: LinkTree, j: number): void {
  const { motion, pose, poseB, relative: r } = tree;
  const [b, c] = [tree.linkB[j], tree.child[j]];
  for (let i = 0; i < 3; i++) r[i] = poseB[7 * j + i] - pose[7 * b + i];
  for (let i = 0; i < 3; i++) r[3 + i] = motion[6 * b + i];
  addCross(motion, 6 * b + 3, r, 0, r, 3);
  for (let i = 0; i < 3; i++) {
    r[i] = pose[7 * c + i] - poseB[7 * j + i];
    r[3 + i] = motion[6 * c + i] - r[3 + i];
  }
}

/** To relative[6 .. 12): the rate of a column. Its axis turns with the link in which it is fixed; arm and rate are in relative[0 .. 6). */
function changeColumn({ motion, column, carrier, isTurn, relative: r }: LinkTree, k: number): void {
  const w = 6 * carrier[k] + 3;
  r.fill(0, 6, 12);
  if (isTurn[k] === 0) {
    addCross(motion, w, column, 6 * k, r, 6);
    return;
  }
  addCross(motion, w, column, 6 * k + 3, r, 9);
  addCross(r, 9, r, 0, r, 6);
  addCross(column, 6 * k + 3, r, 3, r, 6);
}

/** to[k ..] += a[i ..] x b[j ..]. */
export function addCross(a: Float64Array, i: number, b: Float64Array, j: number, to: Float64Array, k: number): void {
  to[k] += a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  to[k + 1] += a[i + 2] * b[j] - a[i] * b[j + 2];
  to[k + 2] += a[i] * b[j + 1] - a[i + 1] * b[j];
}
