// Step one of the impulsive suite (section 5.1): the fastest collision first, one after the other, until none is left
// or the budget is used up; the collision QP does the rest. What makes an office toy work, and wakes a frozen cluster
// in one step (figure 5). pair-collision.ts has the impulse of each.
//
// Where we differ from the paper: collisions at the same speed that have no body in common count as one bounce: they
// happen at once, and none changes another. So c_b = n - 1 bounces are enough for an office toy of n balls however many
// arrive, and not for one alone.

import { thaw } from '../../bodies/frozen.js';
import * as layout from '../../solvers/contact-record.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { CollisionHeap } from './collision-heap.js';
import { isSlow } from './freezing.js';
import type { GroupContacts } from './group-contacts.js';
import type { CollisionFormula } from './pair-collision.js';
import { PairCollision } from './pair-collision.js';

const { NORMAL, RECORD_LENGTH } = layout;

/** What is slow. */
export interface Measures {
  /** Slowest closing speed that is a collision [m/s]. */
  slowest: number;
  /** (15): square of what gravity adds to a speed in a step [m^2/s^2]. */
  fall: number;
}

/** Speeds that differ by less than rounding are the same [1]. */
const SAME_SPEED = 1 - 1e-9;

export class SequentialCollisions {
  readonly #heap = new CollisionHeap();
  readonly #collision = new PairCollision();
  /** Contacts by body: those of row r are listed from first[r] through next, as 2 contact + side; -1 ends. */
  #first = new Int32Array(0);
  #next = new Int32Array(0);
  /** The collisions of the bounce at hand, and those that have to wait for the next. */
  #chosen = new Int32Array(0);
  #postponed = new Int32Array(0);
  /** The last round in which a row took part in a bounce. */
  #touched = new Int32Array(0);
  #round = 0;
  /**
   * The chosen contact of that bounce which is of a row, and the next contact of the same pair, by contact; -1 ends.
   */
  #leaderOf = new Int32Array(0);
  #nextOfPair = new Int32Array(0);

  /** Resolves collisions for up to `budget` bounces. Returns how many collisions it resolved. */
  resolve(contacts: GroupContacts, budget: number, formula: CollisionFormula, measures: Measures): number {
    const { count } = contacts.arrays;
    this.#listContacts(contacts);
    this.#heap.clear(count);
    this.#chosen = grown(this.#chosen, count);
    this.#postponed = grown(this.#postponed, count);
    for (let i = 0; i < count; i++) this.#queue(contacts, i, measures.slowest);
    let resolved = 0;
    for (let bounces = 0; this.#heap.size > 0 && bounces < budget; bounces++) {
      const chosen = this.#chooseFastest(contacts);
      for (let i = 0; i < chosen; i++) this.#collision.resolve(contacts, this.#chosen[i], this.#nextOfPair, formula);
      for (let i = 0; i < chosen; i++) this.#passOn(contacts, this.#chosen[i], measures);
      resolved += chosen;
    }
    return resolved;
  }

  /** Lists the contacts of each body that impulses move. */
  #listContacts({ nodes, touching, arrays }: GroupContacts): void {
    const { count, movers } = arrays;
    const { inverseMass } = nodes;
    this.#touched = grown(this.#touched, inverseMass.length);
    this.#leaderOf = grown(this.#leaderOf, inverseMass.length);
    this.#nextOfPair = grown(this.#nextOfPair, count);
    this.#first = grown(this.#first, inverseMass.length);
    this.#next = grown(this.#next, 2 * count);
    this.#round = 0;
    const first = this.#first;
    for (let end = 0; end < 2 * count; end++) {
      first[movers[end] / 6] = -1;
      this.#touched[movers[end] / 6] = 0;
    }
    for (let end = 2 * count - 1; end >= 0; end--) {
      const row = movers[end] / 6;
      if (touching[end >> 1] === 0 || inverseMass[row] === 0) continue;
      this.#next[end] = first[row];
      first[row] = end;
    }
  }

  /**
   * Takes the fastest collision out of the queue, and with it those of the same speed that have no body in common, or
   * both: one bounce. Returns how many pairs of bodies it is of; the contacts of a pair are listed from the chosen one
   * through `#nextOfPair`.
   */
  #chooseFastest({ arrays, nodes }: GroupContacts): number {
    const { record, movers } = arrays;
    const heap = this.#heap;
    const touched = this.#touched;
    const nextOfPair = this.#nextOfPair;
    const speed = heap.fastest;
    let count = 0;
    let later = 0;
    const round = ++this.#round;
    while (heap.size > 0 && heap.fastest >= SAME_SPEED * speed) {
      const contact = heap.pop();
      const a = movers[2 * contact] / 6;
      const b = movers[2 * contact + 1] / 6;
      const isFree = touched[a] !== round && touched[b] !== round;
      const leader = isFree ? contact : this.#leaderOf[touched[a] === round ? a : b];
      if (isFree) {
        this.#chosen[count++] = contact;
        nextOfPair[contact] = -1;
        if (nodes.inverseMass[a] !== 0) this.#mark(a, contact);
        if (nodes.inverseMass[b] !== 0) this.#mark(b, contact);
      } else if (isSamePair(record, movers, leader, contact)) {
        nextOfPair[contact] = nextOfPair[leader];
        nextOfPair[leader] = contact;
      } else {
        this.#postponed[later++] = contact;
      }
    }
    for (let i = 0; i < later; i++) heap.update(this.#postponed[i], heap.speedOf(this.#postponed[i]));
    return count;
  }

  /** Notes that a body that impulses move takes part in the bounce at hand. */
  #mark(row: number, contact: number): void {
    this.#touched[row] = this.#round;
    this.#leaderOf[row] = contact;
  }

  /** What a bounce means for its bodies: frozen ones may thaw, and all their contacts close at other speeds now. */
  #passOn(contacts: GroupContacts, contact: number, { slowest, fall }: Measures): void {
    const { arrays, nodes } = contacts;
    for (let side = 0; side < 2; side++) {
      const row = arrays.movers[2 * contact + side] / 6;
      if (nodes.inverseMass[row] === 0) continue;
      if (!isSlow(nodes, row, fall)) thaw(nodes, row);
      for (let entry = this.#first[row]; entry >= 0; entry = this.#next[entry]) this.#queue(contacts, entry >> 1, slowest);
    }
  }

  /** Puts a contact where its closing speed belongs, or out of the queue. */
  #queue(contacts: GroupContacts, i: number, slowest: number): void {
    const closing = contacts.closingSpeed(i);
    if (closing > slowest) this.#heap.update(i, closing);
    else this.#heap.remove(i);
  }
}

/** Whether two contacts are of the same bodies and face the same way. */
function isSamePair(record: Float64Array, movers: Int32Array, i: number, k: number): boolean {
  if (movers[2 * i] !== movers[2 * k] || movers[2 * i + 1] !== movers[2 * k + 1]) return false;
  for (let c = NORMAL; c < NORMAL + 3; c++) if (record[i * RECORD_LENGTH + c] !== record[k * RECORD_LENGTH + c]) return false;
  return true;
}
