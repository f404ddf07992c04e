// A collision: both bodies are taken back to it, their contacts are determined there, and the law of collision makes a
// new anchor of each that moves. It depends on the two states alone.

import { findContactsOfShapes } from '../../detection/contacts-now.js';
import { EVENT_CONTACT_SIZE } from '../../detection/held-events.js';
import { ContactList } from '../../detection/narrow-phase/contact-list.js';
import { mayHit } from '../../detection/time-of-impact/impact-search.js';
import { ANCHOR_NUMBERS, ANCHOR_VELOCITY } from './anchors.js';
import { CollisionLaw } from './collision-law.js';
import { COLLIDE } from './event-queue.js';
import type { Histories } from './histories.js';
import { FLIES } from './histories.js';

/** Contacts of a collision are as near as this many times the tolerance of the time of impact [1]. */
const MARGIN = 1.5;

/** What has collided so often at one time stays together: it would do so without end [1]. */
const MOST_GENERATIONS = 200;

export class Collisions {
  readonly #histories: Histories;
  readonly #law = new CollisionLaw();
  /** Bodies that part no faster than this stay together [m/s]: those that do not bounce at all do so even without gravity. */
  soft = 0;
  readonly #contacts = new ContactList();
  /** The shapes of each contact. */
  #shapes = new Int32Array(2 * 64);

  constructor(histories: Histories) {
    this.#histories = histories;
  }

  /**
   * Whether a collision that was found is one: both anchors live, both bodies have come that far, and none has anything
   * earlier. What is not due is found again when a history comes that way, or when what was earlier is undone.
   */
  isDue(check: number, version: number): boolean {
    const { checks } = this.#histories;
    if (checks.version[check] !== version) return false;
    checks.isQueued[check] = 0;
    return this.#isDueFor(check, 0) && this.#isDueFor(check, 1);
  }

  #isDueFor(check: number, side: number): boolean {
    const { checks, anchors, links, lvt } = this.#histories;
    const anchor = checks.anchors[2 * check + side];
    const row = anchors.body[anchor];
    if (lvt[row] < checks.time[check]) return false;
    const after = anchors.after[anchor];
    if (after < 0) return true;
    const link = anchors.link[after];
    const lower = anchors.body[checks.anchors[2 * check]];
    const higher = anchors.body[checks.anchors[2 * check + 1]];
    return link >= 0 && links.isAfter(link, checks.time[check], checks.generationOf(check), lower, higher);
  }

  /** Lets the two bodies of a check that is due collide. */
  collide(check: number): void {
    const histories = this.#histories;
    const { checks, anchors, links, statistics } = histories;
    const lower = anchors.body[checks.anchors[2 * check]];
    const higher = anchors.body[checks.anchors[2 * check + 1]];
    const time = checks.time[check];
    const generation = checks.generationOf(check);
    histories.beginRollback();
    for (let side = 0; side < 2; side++) this.#rollBack(checks.anchors[2 * check + side], check, lower, higher);
    const link = links.add(time, generation, lower, higher);
    const { owner } = histories.detection.bodies.shapes.columns;
    for (let side = 0; side < 2; side++) links.nodes[2 * link + side] = owner[checks.shapes[2 * check + side]];
    for (let side = 0; side < 2; side++) links.slots[2 * link + side] = this.#cut(side === 0 ? lower : higher, time);
    this.#solve(check, lower, higher);
    // The events name the node of the smaller row first.
    const isStraight = links.nodes[2 * link] < links.nodes[2 * link + 1];
    this.#law.writeContact(histories.detection.bodies, lower, isStraight, links.contact, EVENT_CONTACT_SIZE * link);
    if (this.#law.rebound <= this.soft || generation > MOST_GENERATIONS) this.#fuse(link);
    else for (let side = 0; side < 2; side++) this.#throwBack(link, side);
    histories.untold.push(links.time, link, generation, lower, higher, COLLIDE, link, links.version[link]);
    statistics.collisions++;
  }

  /** Takes the body of an anchor back to the collision of a check, with the group that it is in. */
  #rollBack(anchor: number, check: number, lower: number, higher: number): void {
    const histories = this.#histories;
    const { checks, anchors } = histories;
    const row = anchors.body[anchor];
    const era = anchors.era[anchor];
    const time = checks.time[check];
    const generation = checks.generationOf(check);
    if (histories.kind[row] !== FLIES) return;
    if (era < 0) histories.rollBack(row, time, generation, lower, higher);
    else histories.grouping.forEachMember(era, (member) => histories.rollBack(member, time, generation, lower, higher));
  }

  /** The state of a body's group before the collision, if it is in one. */
  #cut(row: number, time: number): number {
    const { grouping, kind } = this.#histories;
    const slot = kind[row] === FLIES ? grouping.cut(row, time) : -1;
    if (slot >= 0) grouping.eras.hold(slot);
    return slot;
  }

  /** A body goes on by itself after a collision, with the group that it is in. */
  #throwBack(link: number, side: number): void {
    const histories = this.#histories;
    const { links, grouping } = histories;
    const row = links.bodies[2 * link + side];
    if (histories.kind[row] !== FLIES) return;
    const slot = links.slots[2 * link + side];
    if (slot >= 0) grouping.launch(grouping.strike(slot, row, this.#velocityOf(side)), links.generation[link], link);
    else {
      this.#append(row, links.time[link], links.generation[link], link, side);
      histories.queueIntegration(row);
    }
  }

  /**
   * The two are one group after a collision, with those that they are in; where one does not move by itself, the other
   * is one on it.
   */
  #fuse(link: number): void {
    const histories = this.#histories;
    const { links, grouping, statistics } = histories;
    const slots: number[] = [];
    const flights: number[] = [];
    links.isSoft[link] = 1;
    statistics.fusions++;
    for (let side = 0; side < 2; side++) {
      const row = links.bodies[2 * link + side];
      const slot = links.slots[2 * link + side];
      if (slot >= 0) slots.push(grouping.strike(slot, row, this.#velocityOf(side)));
      else if (histories.kind[row] === FLIES) flights.push(row);
      if (slot < 0 && histories.kind[row] === FLIES) grouping.place(row, links.time[link], this.#velocityOf(side));
    }
    grouping.launch(grouping.fuse(slots, flights), links.generation[link], link);
  }

  #velocityOf(side: number): Float64Array {
    return this.#law.velocity.subarray(6 * side, 6 * side + 6);
  }

  /** The anchor after the collision: where the body is, with the velocity that it has then. */
  #append(row: number, time: number, generation: number, link: number, side: number): number {
    const histories = this.#histories;
    const before = histories.newest[row];
    const anchor = histories.append(row, time, generation, link);
    histories.writeFromNode(anchor);
    histories.copyAcceleration(before, anchor);
    const k = ANCHOR_NUMBERS * anchor + ANCHOR_VELOCITY;
    for (let i = 0; i < 6; i++) histories.anchors.numbers[k + i] = this.#law.velocity[6 * side + i];
    return anchor;
  }

  #solve(check: number, a: number, b: number): void {
    const histories = this.#histories;
    const { checks, detection } = histories;
    const { bodies } = detection;
    const time = checks.time[check];
    // The tables have the members of groups where they are.
    if (histories.anchors.era[checks.anchors[2 * check]] < 0) histories.bring(a, checks.anchors[2 * check], time);
    if (histories.anchors.era[checks.anchors[2 * check + 1]] < 0) histories.bring(b, checks.anchors[2 * check + 1], time);
    this.#findContacts(a, b);
    const { stride, restitution, friction } = bodies.materials;
    const { material } = bodies.shapes.columns;
    const law = this.#law;
    law.begin(bodies, a, b);
    for (let i = 0; i < this.#contacts.count; i++) {
      const pair = material[this.#shapes[2 * i]] * stride + material[this.#shapes[2 * i + 1]];
      law.add(bodies, a, b, this.#contacts, i, restitution[pair], friction[pair]);
    }
    if (!(law.closing > 0)) this.#addClosest(check, a, b);
    law.solve();
  }

  /** All contacts of two movers where they are. */
  #findContacts(a: number, b: number): void {
    const { flights } = this.#histories;
    this.#contacts.count = 0;
    for (let s = flights.firstShape(a); s >= 0; s = flights.nextShape(s)) {
      for (let t = flights.firstShape(b); t >= 0; t = flights.nextShape(t)) this.#findContactsOf(s, t);
    }
  }

  #findContactsOf(s: number, t: number): void {
    const { detection, flights } = this.#histories;
    if (!mayHit(detection, s, t)) return;
    const first = this.#contacts.count;
    findContactsOfShapes(detection, s, t, MARGIN * flights.toleranceOf(s, t), detection.state.settings, this.#contacts);
    while (this.#shapes.length < 2 * this.#contacts.count) {
      const larger = new Int32Array(2 * this.#shapes.length);
      larger.set(this.#shapes);
      this.#shapes = larger;
    }
    for (let i = first; i < this.#contacts.count; i++) {
      this.#shapes[2 * i] = s;
      this.#shapes[2 * i + 1] = t;
    }
  }

  /** Where no contact closes, as between the samples of a mesh, the closest points of the time of impact are one. */
  #addClosest(check: number, a: number, b: number): void {
    const { checks, flights, detection } = this.#histories;
    const [s, t] = [checks.shapes[2 * check], checks.shapes[2 * check + 1]];
    flights.isMetAt(checks.anchors[2 * check], checks.anchors[2 * check + 1], s, t, checks.time[check]);
    const { ax, ay, az, bx, by, bz, nx, ny, nz } = flights.query.principal;
    const row = this.#contacts.add();
    this.#contacts.pointA.set([ax, ay, az], 3 * row);
    this.#contacts.pointB.set([bx, by, bz], 3 * row);
    this.#contacts.normal.set([nx, ny, nz], 3 * row);
    const { stride, restitution, friction } = detection.bodies.materials;
    const { material } = detection.bodies.shapes.columns;
    const pair = material[s] * stride + material[t];
    this.#law.add(detection.bodies, a, b, this.#contacts, row, restitution[pair], friction[pair]);
  }
}
