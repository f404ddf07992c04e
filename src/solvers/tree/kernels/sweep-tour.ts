// The sweep of projected Gauss-Seidel over the contacts of a forest, as sweep-velocities.ts has it for bodies alone:
// each contact is solved with the exact response of all trees and loops, in the order of the tour. The compiled kernel
// (kernels/assembly/tour.ts) does the same in the same order, to the bit, where there are no loops.

import * as layout from '../../../kernels/tour-layout.js';
import type { Forest } from '../forest.js';
import type { TouredContacts } from '../toured-contacts.js';

// V8 folds constants of the same module but not imported ones.
const {
  DIRECTION,
  ANGULAR,
  COLUMNS_A,
  COLUMNS_B,
  BLOCK,
  INVERSE_NORMAL,
  INVERSE_GAP,
  INVERSE_TANGENT_BLOCK,
  TANGENT_STEP,
  BIAS,
  FRICTION,
  LAMBDA,
  TOURED_LENGTH,
  MOST_TURNS,
  WORTH_A_TURN,
} = layout;

/** One sweep. Returns whether it changed the relative velocity of some contact by more than `tolerance` [m/s]. */
export function sweepTour(forest: Forest, contacts: TouredContacts, pyramid: boolean, tolerance: number): boolean {
  const { count, room, tour, step, loops, byLoops } = contacts;
  const { toured, links, isWithinTree, velocity } = room;
  let changed = false;
  for (let i = 0; i < count; i++) {
    const k = i * TOURED_LENGTH;
    if (toured[k + INVERSE_NORMAL] === 0) continue;
    const linkA = links[2 * i];
    const linkB = links[2 * i + 1];
    tour.moveTo(forest, linkA);
    tour.moveTo(forest, linkB);
    const a = 6 * linkA;
    const b = 6 * linkB;
    const dx = velocity[b] - velocity[a];
    const dy = velocity[b + 1] - velocity[a + 1];
    const dz = velocity[b + 2] - velocity[a + 2];
    const ax = velocity[a + 3];
    const ay = velocity[a + 4];
    const az = velocity[a + 5];
    const bx = velocity[b + 3];
    const by = velocity[b + 4];
    const bz = velocity[b + 5];
    if (loops > 0) contacts.gatherLoops(i);

    const wn =
      byLoops[0] +
      toured[k + BIAS] +
      toured[k + DIRECTION] * dx +
      toured[k + DIRECTION + 1] * dy +
      toured[k + DIRECTION + 2] * dz +
      toured[k + ANGULAR] * ax +
      toured[k + ANGULAR + 1] * ay +
      toured[k + ANGULAR + 2] * az +
      toured[k + ANGULAR + 3] * bx +
      toured[k + ANGULAR + 4] * by +
      toured[k + ANGULAR + 5] * bz;
    const oldNormal = toured[k + LAMBDA];
    const old1 = toured[k + LAMBDA + 1];
    const old2 = toured[k + LAMBDA + 2];
    // Open before and after, and so without friction: nothing changes.
    if (oldNormal === 0 && wn >= 0 && old1 === 0 && old2 === 0) continue;
    const w1 =
      byLoops[1] +
      toured[k + BIAS + 1] +
      toured[k + DIRECTION + 3] * dx +
      toured[k + DIRECTION + 4] * dy +
      toured[k + DIRECTION + 5] * dz +
      toured[k + ANGULAR + 6] * ax +
      toured[k + ANGULAR + 7] * ay +
      toured[k + ANGULAR + 8] * az +
      toured[k + ANGULAR + 9] * bx +
      toured[k + ANGULAR + 10] * by +
      toured[k + ANGULAR + 11] * bz;
    const w2 =
      byLoops[2] +
      toured[k + BIAS + 2] +
      toured[k + DIRECTION + 6] * dx +
      toured[k + DIRECTION + 7] * dy +
      toured[k + DIRECTION + 8] * dz +
      toured[k + ANGULAR + 12] * ax +
      toured[k + ANGULAR + 13] * ay +
      toured[k + ANGULAR + 14] * az +
      toured[k + ANGULAR + 15] * bx +
      toured[k + ANGULAR + 16] * by +
      toured[k + ANGULAR + 17] * bz;
    const inverse = toured[k + INVERSE_NORMAL];
    const nn = toured[k + BLOCK];
    const n1 = toured[k + BLOCK + 1];
    const n2 = toured[k + BLOCK + 2];
    const a11 = toured[k + BLOCK + 3];
    const a12 = toured[k + BLOCK + 4];
    const a22 = toured[k + BLOCK + 5];
    const tangents = Math.max(a11, a22);
    const friction = toured[k + FRICTION];
    let dn = 0;
    let d1 = 0;
    let d2 = 0;
    let lastChange = 0;
    let firstChange = 0;
    // Joints may tie normal and tangents to one motion: then the two are solved in turn, here where that costs next to nothing.
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const beforeN = dn;
      const before1 = d1;
      const before2 = d2;
      const lambdaN = Math.max(0, oldNormal + dn - (wn + nn * dn + n1 * d1 + n2 * d2) * inverse);
      dn = lambdaN - oldNormal;
      const limit = friction * lambdaN;
      const s1 = w1 + n1 * dn + a11 * d1 + a12 * d2;
      const s2 = w2 + n2 * dn + a12 * d1 + a22 * d2;
      let lambda1 = old1 + d1;
      let lambda2 = old2 + d2;
      if (pyramid) {
        // Row by row; the second sees what the first did.
        if (a11 > 0) lambda1 -= s1 / a11;
        lambda1 = Math.max(-limit, Math.min(limit, lambda1));
        if (a22 > 0) lambda2 -= (s2 + a12 * (lambda1 - old1 - d1)) / a22;
        lambda2 = Math.max(-limit, Math.min(limit, lambda2));
      } else {
        const b12 = toured[k + INVERSE_TANGENT_BLOCK + 1];
        lambda1 -= toured[k + INVERSE_TANGENT_BLOCK] * s1 + b12 * s2;
        lambda2 -= b12 * s1 + toured[k + INVERSE_TANGENT_BLOCK + 2] * s2;
        if (lambda1 * lambda1 + lambda2 * lambda2 > limit * limit) {
          lambda1 = old1 + d1 - toured[k + TANGENT_STEP] * s1;
          lambda2 = old2 + d2 - toured[k + TANGENT_STEP] * s2;
          const length = Math.sqrt(lambda1 * lambda1 + lambda2 * lambda2);
          const shrink = length > limit ? limit / length : 1;
          lambda1 *= shrink;
          lambda2 *= shrink;
        }
      }
      d1 = lambda1 - old1;
      d2 = lambda2 - old2;
      // What swings to and fro meets in the middle, which is in the cone as both ends are.
      if ((dn - beforeN) * lastChange < 0) {
        dn = (dn + beforeN) / 2;
        d1 = (d1 + before1) / 2;
        d2 = (d2 + before2) / 2;
      }
      lastChange = dn - beforeN;
      const change = Math.max(Math.abs(dn - beforeN) * nn, (Math.abs(d1 - before1) + Math.abs(d2 - before2)) * tangents);
      if (change > tolerance) changed = true;
      if (turn === 0) firstChange = change;
      else if (change < WORTH_A_TURN * firstChange) break;
      if (change <= tolerance) break;
    }
    toured[k + LAMBDA] = oldNormal + dn;
    toured[k + LAMBDA + 1] = old1 + d1;
    toured[k + LAMBDA + 2] = old2 + d2;
    step[0] = dn;
    step[1] = d1;
    step[2] = d2;
    pushLink(contacts, k, linkB, COLUMNS_B, 3, 1);
    if (isWithinTree[i] === 1) tour.moveTo(forest, linkA);
    pushLink(contacts, k, linkA, COLUMNS_A, 0, -1);
    if (loops > 0) contacts.answerLoops(i);
  }
  return changed;
}

/**
 * Gives a link the impulses `step` of the contact at toured[k ..]; `sign` is that of its directions, `side` where its
 * angular parts are.
 */
function pushLink(
  { room, step, ground }: TouredContacts,
  k: number,
  link: number,
  columns: number,
  side: number,
  sign: number,
): void {
  if (link === ground) return;
  const { toured, velocity, pending } = room;
  const dn = step[0];
  const d1 = step[1];
  const d2 = step[2];
  const v = 6 * link;
  const c = k + columns;
  velocity[v] += toured[c] * dn + toured[c + 6] * d1 + toured[c + 12] * d2;
  velocity[v + 1] += toured[c + 1] * dn + toured[c + 7] * d1 + toured[c + 13] * d2;
  velocity[v + 2] += toured[c + 2] * dn + toured[c + 8] * d1 + toured[c + 14] * d2;
  velocity[v + 3] += toured[c + 3] * dn + toured[c + 9] * d1 + toured[c + 15] * d2;
  velocity[v + 4] += toured[c + 4] * dn + toured[c + 10] * d1 + toured[c + 16] * d2;
  velocity[v + 5] += toured[c + 5] * dn + toured[c + 11] * d1 + toured[c + 17] * d2;
  const g = k + DIRECTION;
  const r = k + ANGULAR + side;
  pending[v] += sign * (toured[g] * dn + toured[g + 3] * d1 + toured[g + 6] * d2);
  pending[v + 1] += sign * (toured[g + 1] * dn + toured[g + 4] * d1 + toured[g + 7] * d2);
  pending[v + 2] += sign * (toured[g + 2] * dn + toured[g + 5] * d1 + toured[g + 8] * d2);
  pending[v + 3] += toured[r] * dn + toured[r + 6] * d1 + toured[r + 12] * d2;
  pending[v + 4] += toured[r + 1] * dn + toured[r + 7] * d1 + toured[r + 13] * d2;
  pending[v + 5] += toured[r + 2] * dn + toured[r + 8] * d1 + toured[r + 14] * d2;
  room.hasPending[link] = 1;
}

/**
 * One sweep over displacements in place of velocities: normal rows alone, with the gap as bias. Returns whether it
 * changed the gap of some contact by more than `tolerance` [m].
 */
export function sweepTourOfGaps(forest: Forest, contacts: TouredContacts, tolerance: number): boolean {
  const { count, room, tour, step, loops, byLoops } = contacts;
  const { toured, links, isWithinTree, velocity } = room;
  let changed = false;
  for (let i = 0; i < count; i++) {
    const k = i * TOURED_LENGTH;
    const inverse = toured[k + INVERSE_GAP];
    if (inverse === 0) continue;
    const linkA = links[2 * i];
    const linkB = links[2 * i + 1];
    tour.moveTo(forest, linkA);
    tour.moveTo(forest, linkB);
    const a = 6 * linkA;
    const b = 6 * linkB;
    if (loops > 0) contacts.gatherLoops(i);
    let w = byLoops[0] + toured[k + BIAS];
    for (let j = 0; j < 3; j++) {
      w +=
        toured[k + DIRECTION + j] * (velocity[b + j] - velocity[a + j]) +
        toured[k + ANGULAR + j] * velocity[a + 3 + j] +
        toured[k + ANGULAR + 3 + j] * velocity[b + 3 + j];
    }
    const old = toured[k + LAMBDA];
    const lambda = Math.max(0, old - w * inverse);
    if (lambda === old) continue;
    if (Math.abs(lambda - old) > tolerance * inverse) changed = true;
    toured[k + LAMBDA] = lambda;
    step[0] = lambda - old;
    step[1] = 0;
    step[2] = 0;
    pushLink(contacts, k, linkB, COLUMNS_B, 3, 1);
    if (isWithinTree[i] === 1) tour.moveTo(forest, linkA);
    pushLink(contacts, k, linkA, COLUMNS_A, 0, -1);
    if (loops > 0) contacts.answerLoops(i);
  }
  return changed;
}
