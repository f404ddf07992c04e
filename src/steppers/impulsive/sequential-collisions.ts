// Step one of the impulsive suite (section 5.1): the fastest collision first, one after the other, until none is left or the budget
// is used up; the collision QP does the rest. What makes an office toy work, and wakes a frozen cluster in one step (figure 5).
//
// The impulse of a collision is Newton's (2) with Coulomb's friction against the slide, added to it (5) or taken into account
// beforehand (6).
//
// Where we differ from the paper:
// - Friction brings a slide to rest at most. In the paper it is always mu times the normal impulse, which would turn a slow slide
//   around.
// - Collisions at the same speed that have no body in common count as one bounce: they happen at once, and none changes another. So
//   c_b = n - 1 bounces are enough for an office toy of n balls however many arrive, and not for one alone.
// - Contacts of the same two bodies that close at the same speed, as the corners of a face that lands flat, are one collision at their
//   middle: one after the other, they would spin the bodies.
// - Where (6) would add energy, as a known weakness of Newton's law with friction has it, (5) is used.

import { thaw } from '../../bodies/frozen.js';
import * as layout from '../../solvers/contact-record.js';
import { applyRow, rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { CollisionHeap } from './collision-heap.js';
import { isSlow } from './freezing.js';
import { closingSpeed, contacts } from './group-contacts.js';

const { NORMAL, ANGULAR, TURN, INVERSE_MASS_A, INVERSE_MASS_B, FRICTION, RECORD_LENGTH } = layout;

/** How friction enters the impulse of a collision. */
export type CollisionFormula = 'friction-after' | 'friction-within';

/** What is slow. */
export interface Measures {
  /** Slowest closing speed that is a collision [m/s]. */
  slowest: number;
  /** (15): square of what gravity adds to a speed in a step [m^2/s^2]. */
  fall: number;
}

/** Speeds that differ by less than rounding are the same [1]. */
const SAME_SPEED = 1 - 1e-9;

const heap = new CollisionHeap();
/** Contacts by body: those of row r are listed from first[r] through next, as 2 contact + side; -1 ends. */
let first = new Int32Array(0);
let next = new Int32Array(0);
/** The collisions of the bounce at hand, and those that have to wait for the next. */
let chosen = new Int32Array(0);
let postponed = new Int32Array(0);
/** The last round in which a row took part in a bounce. */
let touched = new Int32Array(0);
let round = 0;
/** The chosen contact of that bounce which is of a row, and the next contact of the same pair, by contact; -1 ends. */
let leaderOf = new Int32Array(0);
let nextOfPair = new Int32Array(0);
/** The record of the collision at hand. */
const middle = new Float64Array(RECORD_LENGTH);
/** The impulse at hand: normal, and against the slide. */
const found = new Float64Array(2);
/** A of one contact: [nn, n1, n2, 11, 12, 22]. */
const matrix = new Float64Array(6);

/** Resolves collisions for up to `budget` bounces. Returns how many collisions it resolved. */
export function resolveSequentially(budget: number, formula: CollisionFormula, measures: Measures): number {
  const { arrays } = contacts;
  listContacts();
  heap.clear(arrays.count);
  chosen = grown(chosen, arrays.count);
  postponed = grown(postponed, arrays.count);
  for (let i = 0; i < arrays.count; i++) queue(i, measures.slowest);
  let resolved = 0;
  for (let bounces = 0; heap.size > 0 && bounces < budget; bounces++) {
    const count = chooseFastest();
    for (let i = 0; i < count; i++) bounce(chosen[i], formula);
    for (let i = 0; i < count; i++) passOn(chosen[i], measures);
    resolved += count;
  }
  return resolved;
}

/**
 * Takes the fastest collision out of the queue, and with it those of the same speed that have no body in common, or both: one bounce.
 * Returns how many pairs of bodies it is of; the contacts of a pair are listed from the chosen one through `nextOfPair`.
 */
function chooseFastest(): number {
  const { record, movers } = contacts.arrays;
  const speed = heap.fastest;
  let count = 0;
  let later = 0;
  round++;
  while (heap.size > 0 && heap.fastest >= SAME_SPEED * speed) {
    const contact = heap.pop();
    const a = movers[2 * contact] / 6;
    const b = movers[2 * contact + 1] / 6;
    const isFree = touched[a] !== round && touched[b] !== round;
    const leader = isFree ? contact : touched[a] === round ? leaderOf[a] : leaderOf[b];
    if (isFree) {
      chosen[count++] = contact;
      nextOfPair[contact] = -1;
      mark(a, contact);
      mark(b, contact);
    } else if (isSamePair(record, movers, leader, contact)) {
      nextOfPair[contact] = nextOfPair[leader];
      nextOfPair[leader] = contact;
    } else {
      postponed[later++] = contact;
    }
  }
  for (let i = 0; i < later; i++) heap.update(postponed[i], heap.speedOf(postponed[i]));
  return count;
}

/** Notes that a body, if impulses move it, takes part in the bounce at hand. */
function mark(row: number, contact: number): void {
  if (contacts.nodes.inverseMass[row] === 0) return;
  touched[row] = round;
  leaderOf[row] = contact;
}

/** Whether two contacts are of the same bodies and face the same way. */
function isSamePair(record: Float64Array, movers: Int32Array, i: number, k: number): boolean {
  if (movers[2 * i] !== movers[2 * k] || movers[2 * i + 1] !== movers[2 * k + 1]) return false;
  for (let c = NORMAL; c < NORMAL + 3; c++) if (record[i * RECORD_LENGTH + c] !== record[k * RECORD_LENGTH + c]) return false;
  return true;
}

/** What a bounce means for its bodies: frozen ones may thaw, and all their contacts close at other speeds now. */
function passOn(contact: number, { slowest, fall }: Measures): void {
  const { arrays, nodes } = contacts;
  for (let side = 0; side < 2; side++) {
    const row = arrays.movers[2 * contact + side] / 6;
    if (nodes.inverseMass[row] === 0) continue;
    if (!isSlow(nodes, row, fall)) thaw(nodes, row);
    for (let entry = first[row]; entry >= 0; entry = next[entry]) queue(entry >> 1, slowest);
  }
}

/** The contacts of each body that impulses move. */
function listContacts(): void {
  const { nodes, touching } = contacts;
  const { count, movers } = contacts.arrays;
  first = grown(first, nodes.inverseMass.length);
  touched = grown(touched, nodes.inverseMass.length);
  leaderOf = grown(leaderOf, nodes.inverseMass.length);
  nextOfPair = grown(nextOfPair, count);
  next = grown(next, 2 * count);
  for (let end = 0; end < 2 * count; end++) first[movers[end] / 6] = -1;
  for (let end = 2 * count - 1; end >= 0; end--) {
    const row = movers[end] / 6;
    if (touching[end >> 1] === 0 || nodes.inverseMass[row] === 0) continue;
    next[end] = first[row];
    first[row] = end;
  }
}

/** Puts a contact where its closing speed belongs, or out of the queue. */
function queue(i: number, slowest: number): void {
  const closing = closingSpeed(i);
  if (closing > slowest) heap.update(i, closing);
  else heap.remove(i);
}

/** The collision of one pair of bodies, at the middle of its contacts that close at the same speed, which share the impulse. */
function bounce(first: number, formula: CollisionFormula): void {
  const { restitution, impulses } = contacts;
  const { record, movers, u } = contacts.arrays;
  const a = movers[2 * first];
  const b = movers[2 * first + 1];
  const count = writeMiddle(record, first);
  const v = rowVelocity(middle, 0, 0, u, a, b);
  const v1 = rowVelocity(middle, 0, 1, u, a, b);
  const v2 = rowVelocity(middle, 0, 2, u, a, b);
  const slide = Math.sqrt(v1 * v1 + v2 * v2);
  const c = slide > 0 ? v1 / slide : 1;
  const s = slide > 0 ? v2 / slide : 0;
  writeMatrix(middle);
  const nt = c * matrix[1] + s * matrix[2];
  const tt = c * c * matrix[3] + 2 * c * s * matrix[4] + s * s * matrix[5];
  const wanted = -(1 + restitution[first]) * v;
  if (formula === 'friction-after') addFrictionAfter(wanted, slide, matrix[0], nt, tt, middle[FRICTION]);
  else includeFriction(wanted, slide, matrix[0], nt, tt, middle[FRICTION]);
  if (workOf(v, slide, matrix[0], nt, tt) > 0) addFrictionAfter(wanted, slide, matrix[0], nt, tt, middle[FRICTION]);
  const normal = found[0];
  const friction = slide > 0 ? found[1] : 0;
  applyRow(middle, 0, 0, normal, u, a, b);
  applyRow(middle, 0, 1, -friction * c, u, a, b);
  applyRow(middle, 0, 2, -friction * s, u, a, b);
  for (let i = first; i >= 0; i = nextOfPair[i]) {
    impulses[3 * i] += normal / count;
    impulses[3 * i + 1] -= (friction * c) / count;
    impulses[3 * i + 2] -= (friction * s) / count;
  }
}

/** The mean of the records of a pair's contacts: all that is used of a record is linear in where the contact is. Returns how many they are. */
function writeMiddle(record: Float64Array, first: number): number {
  let count = 0;
  middle.fill(0);
  for (let i = first; i >= 0; i = nextOfPair[i], count++) {
    for (let c = 0; c < RECORD_LENGTH; c++) middle[c] += record[i * RECORD_LENGTH + c];
  }
  for (let c = 0; c < RECORD_LENGTH; c++) middle[c] /= count;
  return count;
}

/** What the impulse at hand adds to the energy of the bodies: it times the mean of the velocities before and after it [J]. */
function workOf(v: number, slide: number, nn: number, nt: number, tt: number): number {
  const [normal, friction] = found;
  return normal * (v + 0.5 * (nn * normal - nt * friction)) - friction * (slide + 0.5 * (nt * normal - tt * friction));
}

/** (2), then (5). Neither adds energy: the first by e <= 1, the second because it opposes what is left of the slide. */
function addFrictionAfter(wanted: number, slide: number, nn: number, nt: number, tt: number, mu: number): void {
  const normal = wanted / nn;
  found[0] = normal;
  found[1] = Math.min(mu * normal, Math.max(0, (slide + nt * normal) / tt));
}

/** (6): the normal impulse that reaches the speed wanted although friction acts as well. */
function includeFriction(wanted: number, slide: number, nn: number, nt: number, tt: number, mu: number): void {
  const sliding = nn - mu * nt;
  // Friction that would press the bodies together more than the normal impulse parts them: (6) has no answer.
  if (slide === 0 || sliding <= 0) {
    addFrictionAfter(wanted, slide, nn, nt, tt, mu);
    return;
  }
  const normal = wanted / sliding;
  found[0] = normal;
  found[1] = mu * normal;
  if (slide + nt * normal - tt * mu * normal >= 0) return;
  // The slide ends: both speeds are known.
  const stopping = nn - (nt * nt) / tt;
  found[0] = Math.max(0, (wanted + (slide * nt) / tt) / stopping);
  found[1] = Math.min(mu * found[0], Math.max(0, (slide + nt * found[0]) / tt));
}

/** J M^-1 J^T of one contact alone. */
function writeMatrix(record: Float64Array): void {
  const inverseMass = record[INVERSE_MASS_A] + record[INVERSE_MASS_B];
  let at = 0;
  for (let row = 0; row < 3; row++) {
    for (let column = row; column < 3; column++) {
      let sum = row === column ? inverseMass : 0;
      for (let c = 0; c < 6; c++) sum += record[ANGULAR + 6 * row + c] * record[TURN + 6 * column + c];
      matrix[at++] = sum;
    }
  }
}
