// Who yields where two bodies meet that would pass each other. All that joints tie together is a unit, and yields as one.
//
// A unit is as firm as what holds it: it stands, a script drives it, contacts or joints carry it, or it flies. What is
// less firm leaves its way and goes on with the other, and is as firm as that from then on. The other goes on as it
// would. Of two that are equally firm and bounce, the one that is fast waits at the other in the same way: the next step
// has that impact alone, and not those behind it. Else both leave their ways, and go on together with all that went with
// either, by their common momentum, as after a plastic impact. So the centre of mass goes where it should, and a row of
// free bodies is taken along one by one. What a joint holds to something that does not move, or
// locks hold, stands then.
//
// A script does not yield. What goes with one and meets another, or something that stands, is pushed by it along their normal, and
// goes on beside both: that is how it gets out of a corner between walls that move. Where it is pushed to and fro, it stands.
//
// Velocities stay what they are: the next step has the contacts, and the method of the world solves them.

import { isTied } from '../../bodies/locks.js';
import { COMPOSITE, isInsulator } from '../../bodies/node-kinds.js';
import { CONTACT } from '../../bodies/sleep-reasons.js';
import { WORLD_END } from '../../joints/joint-table.js';
import { clearLocked } from '../../math/locked-axes.js';
import type { State } from '../../state/state.js';
import { isMover } from '../at-hand.js';
import type { Detection } from '../detection.js';
import { rouse } from '../disturb.js';
import { acts } from '../islands/acting-joints.js';
import { HALTS_A, HALTS_B } from './impact-list.js';
import type { ImpactSearch } from './impact-search.js';
import type { Meetings } from './meetings.js';
import type { Ties } from './ties.js';
import type { Ways } from './ways.js';

const UNKNOWN = -1;
const FLYING = 0;
const CARRIED = 1;
const DRIVEN = 2;
const STANDING = 3;

/** So often a unit is pushed in a look [1]. */
const MOST_PUSHES = 8;
/** What can go along less than this share of a normal, for its locks, is not pushed [1]. */
const LEAST_WAY_OUT = 0.01;

export class Yielding {
  readonly #ways: Ways;
  /** By the rows of units: how firm each is, and with which one it goes. Of what a script drives, that is the scripted body. */
  #firmness = new Int8Array(0);
  #leader = new Int32Array(0);
  /** By the rows of units: whether it goes by the common velocity of all that have its leader and are as firm. */
  #goesAlong = new Uint8Array(0);
  /** By the rows of units: how often it was pushed. */
  #pushes = new Uint8Array(0);
  /** By rows: whether a mover has left its way in the last meeting. */
  hasYielded = new Uint8Array(0);
  readonly #velocity = new Float64Array(3);
  /** Which way something is pushed [1], as an axis of six. */
  readonly #way = new Float64Array(6);
  /** The velocity of what stands. */
  readonly #still = new Float64Array(3);

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  /** Each goes by itself. */
  begin(size: number): void {
    if (this.#firmness.length < size) {
      this.#firmness = new Int8Array(2 * size);
      this.#leader = new Int32Array(2 * size);
      this.#goesAlong = new Uint8Array(2 * size);
      this.#pushes = new Uint8Array(2 * size);
      this.hasYielded = new Uint8Array(2 * size);
    }
    this.#firmness.fill(UNKNOWN, 0, size);
    this.#goesAlong.fill(0, 0, size);
    this.#pushes.fill(0, 0, size);
    for (let row = 0; row < size; row++) this.#leader[row] = row;
  }

  /** Whether one of two units can yield to the other. Those that go by one velocity already have nothing to yield to. */
  canYield(detection: Detection, units: Ties, p: number, q: number): boolean {
    if (this.#areTogether(p, q)) return false;
    if (Math.min(this.#firmnessOf(detection, units, p), this.#firmnessOf(detection, units, q)) < DRIVEN) return true;
    if (this.#canPush(detection, units, p, q) || this.#canPush(detection, units, q, p)) return true;
    return this.#firmness[p] !== this.#firmness[q] && !this.#isScript(detection, p) && !this.#isScript(detection, q);
  }

  /**
   * Whether a node that does not move by itself can push a unit which a script drives, or which stands for what it met. What rides
   * on a script goes with it as it is.
   */
  #canPush({ state, bodies }: Detection, units: Ties, node: number, unit: number): boolean {
    const { kind } = bodies.nodes.columns;
    if (!isInsulator(kind[node]) || isInsulator(kind[unit]) || this.#firmness[unit] < DRIVEN) return false;
    if (this.#firmness[node] === STANDING && this.#firmness[unit] === STANDING) return false;
    const isRiding = this.#firmness[unit] === DRIVEN && this.#leader[unit] === node && this.#pushes[unit] === 0;
    return !isRiding && this.#pushes[unit] < MOST_PUSHES && !isJointed(state, units, unit);
  }

  #isScript({ bodies }: Detection, row: number): boolean {
    return this.#firmness[row] === DRIVEN && isInsulator(bodies.nodes.columns.kind[row]);
  }

  /** The units of a pair meet. */
  meet(search: ImpactSearch, detection: Detection, units: Ties, meetings: Meetings, pair: number): void {
    const { shapes, times, fast } = meetings;
    const { owner } = detection.bodies.shapes.columns;
    const { mover } = detection.bodies.nodes.columns;
    const [s, t] = [shapes[2 * pair], shapes[2 * pair + 1]];
    const [a, b] = [mover[owner[s]], mover[owner[t]]];
    const [p, q] = [search.units[a], search.units[b]];
    let difference = this.#firmnessOf(detection, units, p) - this.#firmnessOf(detection, units, q);
    if (difference === 0 && doBounce(detection, s, t)) difference = this.#whoWaits(p, q, fast[pair]);
    this.hasYielded.fill(0, 0, detection.bodies.nodes.size);
    if (this.#canPush(detection, units, q, p) && this.#push(search, detection, units, b, p, meetings, pair, -1)) return;
    if (this.#canPush(detection, units, p, q) && this.#push(search, detection, units, a, q, meetings, pair, 1)) return;
    if (difference === 0) this.#goTogether(search, detection, units, p, q, times[pair]);
    else if (difference < 0) this.#follow(search, detection, units, p, b, times[pair]);
    else this.#follow(search, detection, units, q, a, times[pair]);
  }

  /**
   * Of two equally firm units that bounce: below 0 where the first waits at the second, above 0 the other way round, 0 where
   * both leave their ways. What goes with another unit already does not wait at a second one: it would be sent to and fro.
   */
  #whoWaits(p: number, q: number, fast: number): number {
    if (this.#leader[p] === this.#leader[q]) return 0;
    const difference = (fast & HALTS_B) - 2 * (fast & HALTS_A);
    const waiting = difference < 0 ? p : q;
    return this.#leader[waiting] === waiting ? difference : 0;
  }

  #areTogether(p: number, q: number): boolean {
    const isOneGroup = this.#leader[p] === this.#leader[q] && this.#firmness[p] === this.#firmness[q];
    return isOneGroup && this.#goesAlong[p] !== 0 && this.#goesAlong[q] !== 0;
  }

  /** A unit goes on with a node that is firmer. */
  #follow(search: ImpactSearch, detection: Detection, units: Ties, unit: number, other: number, time: number): void {
    const { bodies } = detection;
    const of = search.units[other];
    const firmness = isBound(detection, units, unit) ? STANDING : this.#firmness[of];
    for (let row = units.firstOf(unit); row >= 0; row = units.nextOf(row)) {
      // Of forces on what flew, only what they did up to here counts.
      if (this.#firmness[unit] === FLYING) this.#ways.cutForces(bodies, row, time, search.end);
      this.#leave(search, detection, row, time);
      if (firmness === DRIVEN) this.#ways.ride(search, detection, row, this.#leader[of]);
      else {
        const { motions } = this.#ways;
        for (let k = 0; k < 3; k++) this.#velocity[k] = motions[6 * other + k];
        this.#ways.goStraight(search, detection, row, firmness === STANDING ? this.#still : this.#velocity);
      }
    }
    this.#firmness[unit] = firmness;
    this.#leader[unit] = this.#leader[of];
    this.#goesAlong[unit] = 0;
  }

  /**
   * A node that does not move by itself pushes a unit, which is on that side of the normal of their meeting: the unit goes on as it
   * goes, and as fast along the normal as the node. False where the normal is not known, or locks are in the way.
   */
  #push(
    search: ImpactSearch,
    detection: Detection,
    units: Ties,
    node: number,
    unit: number,
    { times, places }: Meetings,
    pair: number,
    side: number,
  ): boolean {
    const { locks } = detection.bodies.nodes.columns;
    const { motions } = this.#ways;
    const [way, velocity] = [this.#way, this.#velocity];
    const k = 6 * pair;
    way.fill(0);
    for (let axis = 0; axis < 3; axis++) way[axis] = side * places[k + axis];
    for (let row = units.firstOf(unit); row >= 0; row = units.nextOf(row)) clearLocked(way, 0, locks[row]);
    const share = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
    if (share < LEAST_WAY_OUT) return false;
    const speed = side * this.#ways.speedAlong(node, times[pair], places, k);
    this.#pushes[unit]++;
    for (let row = units.firstOf(unit); row >= 0; row = units.nextOf(row)) {
      const own =
        side * (motions[6 * row] * places[k] + motions[6 * row + 1] * places[k + 1] + motions[6 * row + 2] * places[k + 2]);
      const gain = Math.max(0, speed - own) / share;
      for (let axis = 0; axis < 3; axis++) velocity[axis] = motions[6 * row + axis] + gain * way[axis];
      this.#leave(search, detection, row, times[pair]);
      this.#ways.goStraight(search, detection, row, velocity);
    }
    this.#firmness[unit] = DRIVEN;
    this.#goesAlong[unit] = 0;
    if (this.#firmness[node] === DRIVEN) this.#leader[unit] = node;
    return true;
  }

  /** Two units go on together, with all that went with either. */
  #goTogether(search: ImpactSearch, detection: Detection, units: Ties, p: number, q: number, time: number): void {
    const { size } = detection.bodies.nodes;
    const [one, other] = [this.#leader[p], this.#leader[q]];
    const leader = Math.min(one, other);
    const goes = (row: number) =>
      isMover(detection.bodies, row) &&
      (this.#leader[search.units[row]] === one || this.#leader[search.units[row]] === other) &&
      this.#firmness[search.units[row]] === this.#firmness[p];
    let areBound = isBound(detection, units, p) || isBound(detection, units, q);
    for (let row = 0; row < size; row++) if (goes(row) && isBound(detection, units, search.units[row])) areBound = true;
    this.#setCommonVelocity(detection, goes, areBound);
    for (let row = 0; row < size; row++) {
      if (!goes(row)) continue;
      this.#leave(search, detection, row, time);
      this.#ways.goStraight(search, detection, row, this.#velocity);
    }
    const firmness = this.#firmness[p];
    for (let row = 0; row < size; row++) {
      const isOne = search.units[row] === row && this.#firmness[row] === firmness;
      if (!isOne || (this.#leader[row] !== one && this.#leader[row] !== other)) continue;
      this.#leader[row] = leader;
      this.#goesAlong[row] = 1;
      if (areBound) this.#firmness[row] = STANDING;
    }
  }

  /** Sets `velocity` to that of the centre of mass of some movers on their ways, or to none where they cannot move. */
  #setCommonVelocity({ bodies }: Detection, goes: (row: number) => boolean, areBound: boolean): void {
    const { inverseMass } = bodies.nodes.columns;
    const { motions } = this.#ways;
    this.#velocity.fill(0);
    if (areBound) return;
    let mass = 0;
    for (let row = 0; row < bodies.nodes.size; row++) {
      if (!goes(row)) continue;
      mass += 1 / inverseMass[row];
      for (let k = 0; k < 3; k++) this.#velocity[k] += motions[6 * row + k] / inverseMass[row];
    }
    for (let k = 0; k < 3; k++) this.#velocity[k] /= mass;
  }

  /** A mover leaves its way; what slept or was frozen takes part again. */
  #leave(search: ImpactSearch, detection: Detection, row: number, time: number): void {
    const { asleep, frozen } = detection.bodies.nodes.columns;
    this.#ways.leave(search, detection.bodies, row, time);
    this.hasYielded[row] = 1;
    if (asleep[row] !== 0 || frozen[row] !== 0) rouse(detection.state, row, CONTACT);
  }

  #firmnessOf(detection: Detection, units: Ties, unit: number): number {
    if (this.#firmness[unit] === UNKNOWN) this.#firmness[unit] = firmnessAtFirst(this.#ways, detection, units, unit);
    return this.#firmness[unit];
  }
}

function doBounce({ bodies }: Detection, s: number, t: number): boolean {
  const { material } = bodies.shapes.columns;
  const { restitution, stride } = bodies.materials;
  return restitution[material[s] * stride + material[t]] > 0;
}

function firmnessAtFirst(ways: Ways, detection: Detection, units: Ties, unit: number): number {
  const { bodies } = detection;
  if (isInsulator(bodies.nodes.columns.kind[unit])) return bodies.motions[unit] === undefined ? STANDING : DRIVEN;
  for (let row = units.firstOf(unit); row >= 0; row = units.nextOf(row)) if (!isInFlight(ways, detection, row)) return CARRIED;
  return FLYING;
}

/** Whether a joint holds a unit to the world, or to a node that does not move by itself, or an axis of it is locked. */
function isBound({ state }: Detection, units: Ties, unit: number): boolean {
  const { locks } = state.bodies.nodes.columns;
  for (let row = units.firstOf(unit); row >= 0; row = units.nextOf(row)) if (locks[row] !== 0) return true;
  return isJointed(state, units, unit);
}

/** Whether a joint holds a unit to the world, or to a node that does not move by itself. */
function isJointed(state: State, units: Ties, unit: number): boolean {
  const { kind, firstJoint } = state.bodies.nodes.columns;
  const { nodes: ends, nextOfNode } = state.joints.table.columns;
  for (let row = units.firstOf(unit); row >= 0; row = units.nextOf(row)) {
    for (let entry = firstJoint[row]; entry >= 0; entry = nextOfNode[entry]) {
      const other = ends[entry ^ 1];
      if (acts(state, entry >> 1) && (other === WORLD_END || isInsulator(kind[other]))) return true;
    }
  }
  return false;
}

/** Whether neither contacts nor joints have acted on a mover in the step: of a composite, on none of its members. */
function isInFlight(ways: Ways, detection: Detection, row: number): boolean {
  const { kind, mover, firstStaticEdge } = detection.bodies.nodes.columns;
  if (isHeld(ways, detection, row)) return false;
  if (kind[row] !== COMPOSITE) return true;
  const { nodes: ends, next } = detection.graph.edges.columns;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry])
    if (mover[ends[entry ^ 1]] === row && isHeld(ways, detection, ends[entry ^ 1])) return false;
  return true;
}

function isHeld(ways: Ways, { bodies, graph }: Detection, row: number): boolean {
  const { firstStaticEdge, firstDynamicEdge } = bodies.nodes.columns;
  const { next, contactCount } = graph.edges.columns;
  if (isTied(bodies.nodes.columns, row) || ways.wasHeld(row)) return true;
  for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) if (contactCount[entry >> 1] > 0) return true;
  for (let entry = firstDynamicEdge[row]; entry >= 0; entry = next[entry]) if (contactCount[entry >> 1] > 0) return true;
  return false;
}
