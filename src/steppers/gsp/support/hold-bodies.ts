// Gated shock propagation: whatever can be at rest on what it stands on, is.
//
// Sweeps leave every body of a stack a little velocity that an exact solution would not. The paper cleans it by solving layers
// bottom up with the bodies below fixed; but impulses that end at a fixed body are lost, so that nothing feels the weight of
// anything, and bodies that should topple are kept standing. Here the same is done with the impulses kept. From the top down, each
// body asks its contacts with what it stands on for the impulse that leaves it at rest there, exactly (hold-body.ts), and the
// bodies below feel it, down to the ground. The gate is whether they can give it, within their friction cones and without
// pulling: a body whose load falls outside its support, that slides faster than friction can stop, or that rolls, is refused and
// keeps what the sweeps gave it, and so does everything that relies on it. Momentum is kept, since every impulse has its opposite
// and all that is held has been asked with the very bodies held that are; energy only falls. Where a whole group can be held, there
// is nothing to sweep.

import type { NODE_SCHEMA } from '../../../bodies/node-table.js';
import { turnVector } from '../../../bodies/rotations.js';
import { BOUNCES, RESTS } from '../../../contact-problem/place-contacts.js';
import type { Island } from '../../../detection/contact-graph/island.js';
import type { Detection } from '../../../detection/detection.js';
import { ARM, CONTACT_LENGTH, FRICTION, IMPULSE, PUSH } from '../../../solvers/hold-body.js';
import type { Columns } from '../../../table/table.js';
import type { SupportGraph } from './support-graph.js';

/** No body holds this one. */
const NONE = -1;
/** Something could, but its contacts with it, or those of what it relies on, cannot give what is needed. */
const REFUSED = -2;
/** What `asked` is for a body that was not to be held when a round of asking began. */
const NOT_ASKED = -1;
/**
 * A refusal takes back what the body would have passed on, so the rest is asked again; after this many rounds all that the last
 * refusals may have touched is refused.
 */
const MOST_ROUNDS = 4;
/** What could not be held for this many steps is asked about only once in as many: in a random pile that is most of it. */
const PATIENCE = 8;
/** Gaps that differ by this share are the same [1]. */
const ROUNDING = 1e-9;

/** The contacts of the body at hand that hold it, as hold-body.ts wants them. */
let contacts = new Float64Array(16 * CONTACT_LENGTH);
/** Their rows, with the side of the body, and the movers at their other ends. */
let rows = new Int32Array(16);
let sides = new Int32Array(16);
let others = new Int32Array(16);
/** Velocity at which the body at hand is at rest on its holder [m/s], [rad/s]. */
const rest = new Float64Array(6);
/** Length of the step at hand [s]. */
const duration = new Float64Array(1);
/** Impulse [N s] and angular impulse [N m s] that it takes. */
const wanted = new Float64Array(6);

/** What a hold goes by. */
export interface HoldLimits {
  /** What is slower than this against its support is at rest there already [m/s]. */
  still: number;
  /** What is faster than this is held only by what was at rest before: it lands [m/s]. */
  fast: number;
  /** Of their loads, the contacts carry this share to begin with [1]. */
  share: number;
  /** Length of the step [s]. */
  dt: number;
}

/** What came of trying to hold a whole group: it was at rest already, it has been brought to rest, or neither. */
export const RESTING = 2;
export const HELD = 1;
export const IN_MOTION = 0;

/**
 * Tries to bring all bodies of a group to rest, velocities being those under forces and loads alone. Where that is not possible,
 * nothing has changed.
 */
export function holdWholeGroup(support: SupportGraph, detection: Detection, island: Island, limits: HoldLimits): number {
  const first = island.firstBody;
  const end = first + island.bodyCount;
  duration[0] = limits.dt;
  if (!wereHeld(support, detection, first, end)) return IN_MOTION;
  carryLoads(detection, island, limits.share);
  const isLoadedWhereClosed = findHolders(support, detection, first, end);
  if (isLoadedWhereClosed && stopResting(support, detection, first, end, limits.still)) return RESTING;
  keepSwept(support, detection, first, end);
  if (areHeld(support, first, end)) {
    forgetSweeps(support, detection, first, end, limits.share);
    if (askFromTheTop(support, detection, first, end, limits, true) === 0) {
      settle(support, detection, first, end, limits.share);
      return HELD;
    }
  }
  giveBackSwept(support, detection, first, end);
  return IN_MOTION;
}

function wereHeld({ order }: SupportGraph, { bodies }: Detection, first: number, end: number): boolean {
  const { unheld } = bodies.nodes.columns;
  for (let i = first; i < end; i++) if (unheld[order.columns.body[i]] !== 0) return false;
  return true;
}

/** Where the loads leave every body at rest, there is nothing to ask for. Returns false, and changes nothing, where they do not. */
function stopResting(support: SupportGraph, { bodies }: Detection, first: number, end: number, still: number): boolean {
  const nodes = bodies.nodes.columns;
  const { holder } = support.standing.columns;
  const { body } = support.order.columns;
  for (let i = first; i < end; i++) {
    if (holder[body[i]] < 0) return false;
    findRestAtEnd(support, nodes, body[i]);
    if (!isWithin(nodes, body[i], still)) return false;
  }
  for (let i = first; i < end; i++) restOnHolder(support, nodes, body[i]);
  return true;
}

/** Brings every body of a group to rest that can be, after sweeps; all others keep what the sweeps gave them. */
export function holdBodies(support: SupportGraph, detection: Detection, island: Island, limits: HoldLimits): void {
  const first = island.firstBody;
  const end = first + island.bodyCount;
  duration[0] = limits.dt;
  findHolders(support, detection, first, end);
  refuseHopeless(support, detection, first, end, limits.fast);
  keepSwept(support, detection, first, end);
  for (let round = 1; ; round++) {
    forgetSweeps(support, detection, first, end, limits.share);
    const refusals = askFromTheTop(support, detection, first, end, limits, false);
    const lost = releaseFromTheGround(support, detection, first, end);
    if (refusals === 0 && !lost) break;
    if (round === MOST_ROUNDS) {
      refuseNeighbours(support, detection, first, end);
      break;
    }
    giveBackSwept(support, detection, first, end);
  }
  settle(support, detection, first, end, limits.share);
}

/** Asks nothing for what moves on what moves, and seldom for what is refused time and again. */
function refuseHopeless(support: SupportGraph, { bodies }: Detection, first: number, end: number, fast: number): void {
  const nodes = bodies.nodes.columns;
  const { holder } = support.standing.columns;
  for (let i = first; i < end; i++) {
    const body = support.order.columns.body[i];
    if (holder[body] < 0) continue;
    findRestAtEnd(support, nodes, body);
    const isWaiting = nodes.unheld[body] > PATIENCE && nodes.unheld[body] % PATIENCE !== 0;
    if (isWaiting || (!isWithin(nodes, body, fast) && !standsOnStill(support, nodes, body))) holder[body] = REFUSED;
  }
}

/** The impulses of a group's contacts before any sweep. */
function carryLoads({ graph, groups }: Detection, island: Island, share: number): void {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { impulse, load } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = member[i];
    for (let k = 4 * firstContact[edge]; k < 4 * (firstContact[edge] + contactCount[edge]); k++) impulse[k] = share * load[k];
  }
}

function keepSwept({ standing, order }: SupportGraph, { bodies }: Detection, first: number, end: number): void {
  const { swept } = standing.columns;
  const { velocity: u } = bodies.nodes.columns;
  const { body } = order.columns;
  for (let i = first; i < end; i++) for (let k = 6 * body[i]; k < 6 * body[i] + 6; k++) swept[k] = u[k];
}

function giveBackSwept({ standing, order }: SupportGraph, { bodies }: Detection, first: number, end: number): void {
  const { swept } = standing.columns;
  const { velocity: u } = bodies.nodes.columns;
  const { body } = order.columns;
  for (let i = first; i < end; i++) for (let k = 6 * body[i]; k < 6 * body[i] + 6; k++) u[k] = swept[k];
}

function areHeld({ standing, order }: SupportGraph, first: number, end: number): boolean {
  const { holder } = standing.columns;
  for (let i = first; i < end; i++) if (holder[order.columns.body[i]] < 0) return false;
  return true;
}

/**
 * Between bodies that may be held, contacts go back to the loads they had, and contacts that are open to nothing: sweeps that have
 * not converged leave stresses there that would fill the friction cones. What bodies do that are not held stays.
 */
function forgetSweeps(
  { standing, entries, order }: SupportGraph,
  { bodies, graph }: Detection,
  first: number,
  end: number,
  share: number,
): void {
  const { firstEntry, entryCount, holder, rank, arrival } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { bias, impulse, load, worldNormal, worldPoint } = graph.contacts.columns;
  const { velocity: u, position: x, inverseMass, inverseInertia: s, mover } = bodies.nodes.columns;
  for (let i = first; i < end; i++) {
    const body = order.columns.body[i];
    if (holder[body] < 0) continue;
    let fx = 0;
    let fy = 0;
    let fz = 0;
    let tx = 0;
    let ty = 0;
    let tz = 0;
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] > 0 && holder[o] < 0) continue;
      const edge = entryEdge[entry];
      const upper = inverseMass[o] > 0 && rank[o] > rank[body] ? o : body;
      const side = mover[ends[2 * edge + 1]] === body ? 1 : -1;
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        const kept = closes(bias[c], arrival[upper]) ? share : 0;
        const n = side * (impulse[4 * c] - kept * load[4 * c]);
        const qx = n * worldNormal[3 * c] + side * (impulse[4 * c + 1] - kept * load[4 * c + 1]);
        const qy = n * worldNormal[3 * c + 1] + side * (impulse[4 * c + 2] - kept * load[4 * c + 2]);
        const qz = n * worldNormal[3 * c + 2] + side * (impulse[4 * c + 3] - kept * load[4 * c + 3]);
        const rx = worldPoint[3 * c] - x[3 * body];
        const ry = worldPoint[3 * c + 1] - x[3 * body + 1];
        const rz = worldPoint[3 * c + 2] - x[3 * body + 2];
        fx -= qx;
        fy -= qy;
        fz -= qz;
        tx -= ry * qz - rz * qy;
        ty -= rz * qx - rx * qz;
        tz -= rx * qy - ry * qx;
      }
    }
    const v = 6 * body;
    u[v] += inverseMass[body] * fx;
    u[v + 1] += inverseMass[body] * fy;
    u[v + 2] += inverseMass[body] * fz;
    u[v + 3] += s[v] * tx + s[v + 3] * ty + s[v + 4] * tz;
    u[v + 4] += s[v + 3] * tx + s[v + 1] * ty + s[v + 5] * tz;
    u[v + 5] += s[v + 4] * tx + s[v + 5] * ty + s[v + 2] * tz;
  }
}

/**
 * What might hold each body: the fixed or scripted body that it stands on, through others, if that is one in motion. A body that
 * has not arrived yet is at rest where it closes its smallest gap within the step; what stands on it is not held before it has.
 * What bounces does not come to rest. Returns whether all contacts that have loads are closed then.
 */
function findHolders(
  { standing, entries, order }: SupportGraph,
  { bodies, graph }: Detection,
  first: number,
  end: number,
): boolean {
  const { firstEntry, entryCount, holder, rank, arrival, approach } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { inverseMass, velocity: u, mover } = bodies.nodes.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { bias, bounce, worldNormal, load } = graph.contacts.columns;
  let isLoadedWhereClosed = true;
  for (let i = first; i < end; i++) {
    const body = order.columns.body[i];
    let found = NONE;
    let bounces = false;
    let soonest = Number.POSITIVE_INFINITY;
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] > 0 && rank[o] > rank[body]) continue;
      const h = inverseMass[o] > 0 ? holder[o] : o;
      if (h < 0) continue;
      if (found === NONE) found = h;
      else if (h !== found && (!isStill(u, h) || !isStill(u, found))) found = REFUSED;
      if (inverseMass[o] > 0 && arrival[o] > 0) found = REFUSED;
      const edge = entryEdge[entry];
      const side = mover[ends[2 * edge + 1]] === body ? 1 : -1;
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        if (bias[c] !== 0 && load[4 * c] > 0) isLoadedWhereClosed = false;
        if (bounce[c] === BOUNCES) bounces = true;
        if (bounce[c] !== RESTS || bias[c] >= soonest) continue;
        soonest = bias[c];
        for (let j = 0; j < 3; j++) approach[3 * body + j] = soonest === 0 ? 0 : -side * soonest * worldNormal[3 * c + j];
      }
    }
    holder[body] = !bounces && soonest < Number.POSITIVE_INFINITY ? found : NONE;
    arrival[body] = soonest;
  }
  return isLoadedWhereClosed;
}

function isStill(u: Float64Array, row: number): boolean {
  for (let k = 6 * row; k < 6 * row + 6; k++) if (u[k] !== 0) return false;
  return true;
}

/**
 * Asks for what holds each body, and lets the bodies below feel it; stops at the first refusal when only the whole group will do.
 * Returns how many were refused.
 */
function askFromTheTop(
  support: SupportGraph,
  detection: Detection,
  first: number,
  end: number,
  { still, fast, share }: HoldLimits,
  allOrNone: boolean,
): number {
  let refusals = 0;
  const nodes = detection.bodies.nodes.columns;
  const { holder, asked } = support.standing.columns;
  for (let i = end - 1; i >= first; i--) {
    const body = support.order.columns.body[i];
    asked[body] = NOT_ASKED;
    if (holder[body] < 0) continue;
    findRestAtEnd(support, nodes, body);
    asked[body] = isWithin(nodes, body, still) ? 0 : 1;
    if (asked[body] === 0) continue;
    const isSlow = isWithin(nodes, body, fast) || standsOnStill(support, nodes, body);
    // What is beside a body is asked only where what it stands on is not enough: it has no part in carrying it, and pressing
    // against it would load the one side and not the other.
    if (!isSlow || !(isHeldBy(support, detection, body, share, true) || isHeldBy(support, detection, body, share, false))) {
      holder[body] = REFUSED;
      refusals++;
      if (allOrNone) break;
      recallSweeps(support, detection, body, share);
    }
  }
  return refusals;
}

/** Asks the contacts of a body, or those with its supports alone; if they hold it, they carry that, and the bodies below feel it. */
function isHeldBy(support: SupportGraph, detection: Detection, body: number, share: number, supportsAlone: boolean): boolean {
  const count = listContacts(support, detection, body, share, supportsAlone);
  if (
    count === 0 ||
    !findWanted(detection.bodies.nodes.columns, body, support.standing.columns.holder[body]) ||
    !support.hold.holdBody(count, contacts, wanted)
  )
    return false;
  noteImpulses(detection, count);
  pushOthers(detection, body, count, share);
  return true;
}

/** What the sweeps did between a body that has been refused and those below it holds after all. */
function recallSweeps({ standing, entries }: SupportGraph, { bodies, graph }: Detection, body: number, share: number): void {
  const { firstEntry, entryCount, holder, rank, arrival } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { bias, impulse, load, worldNormal, worldPoint } = graph.contacts.columns;
  const { velocity: u, position: x, inverseMass, inverseInertia: s, mover } = bodies.nodes.columns;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = other[entry];
    if (inverseMass[o] === 0 || holder[o] < 0 || rank[o] > rank[body]) continue;
    const edge = entryEdge[entry];
    const side = mover[ends[2 * edge + 1]] === o ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const kept = closes(bias[c], arrival[body]) ? share : 0;
      const n = side * (impulse[4 * c] - kept * load[4 * c]);
      const qx = n * worldNormal[3 * c] + side * (impulse[4 * c + 1] - kept * load[4 * c + 1]);
      const qy = n * worldNormal[3 * c + 1] + side * (impulse[4 * c + 2] - kept * load[4 * c + 2]);
      const qz = n * worldNormal[3 * c + 2] + side * (impulse[4 * c + 3] - kept * load[4 * c + 3]);
      const rx = worldPoint[3 * c] - x[3 * o];
      const ry = worldPoint[3 * c + 1] - x[3 * o + 1];
      const rz = worldPoint[3 * c + 2] - x[3 * o + 2];
      const tx = ry * qz - rz * qy;
      const ty = rz * qx - rx * qz;
      const tz = rx * qy - ry * qx;
      const v = 6 * o;
      u[v] += inverseMass[o] * qx;
      u[v + 1] += inverseMass[o] * qy;
      u[v + 2] += inverseMass[o] * qz;
      u[v + 3] += s[v] * tx + s[v + 3] * ty + s[v + 4] * tz;
      u[v + 4] += s[v + 3] * tx + s[v + 1] * ty + s[v + 5] * tz;
      u[v + 5] += s[v + 4] * tx + s[v + 5] * ty + s[v + 2] * tz;
    }
  }
}

/** The holder's velocity, at the body, and what brings it there. */
function findRest({ standing }: SupportGraph, { velocity: u, position: x }: Columns<typeof NODE_SCHEMA>, body: number): void {
  const { holder: holders, approach } = standing.columns;
  const holder = holders[body];
  const h = 6 * holder;
  for (let j = 0; j < 3; j++) rest[j] = u[h + j] + approach[3 * body + j];
  for (let j = 3; j < 6; j++) rest[j] = u[h + j];
  if (u[h + 3] === 0 && u[h + 4] === 0 && u[h + 5] === 0) return;
  const rx = x[3 * body] - x[3 * holder];
  const ry = x[3 * body + 1] - x[3 * holder + 1];
  const rz = x[3 * body + 2] - x[3 * holder + 2];
  rest[0] += u[h + 4] * rz - u[h + 5] * ry;
  rest[1] += u[h + 5] * rx - u[h + 3] * rz;
  rest[2] += u[h + 3] * ry - u[h + 4] * rx;
}

/**
 * The same at the end of the step, where the holder's turn has taken the body: what it takes to be there with that velocity is what
 * contacts are asked for, the force towards the axis included.
 */
function findRestAtEnd(support: SupportGraph, nodes: Columns<typeof NODE_SCHEMA>, body: number): void {
  findRest(support, nodes, body);
  const holder = support.standing.columns.holder[body];
  if (!isTurning(nodes, holder)) return;
  const { velocity: u } = nodes;
  for (let j = 0; j < 3; j++) rest[j] -= u[6 * holder + j];
  turnVector(rest, 0, u, 6 * holder + 3, duration[0]);
  for (let j = 0; j < 3; j++) rest[j] += u[6 * holder + j];
}

/** Lets a body that is held move with its holder: velocities of all that it carries are those of one rigid body until they move. */
function restOnHolder(support: SupportGraph, nodes: Columns<typeof NODE_SCHEMA>, body: number): void {
  findRest(support, nodes, body);
  for (let j = 0; j < 6; j++) nodes.velocity[6 * body + j] = rest[j];
  const holder = support.standing.columns.holder[body];
  if (isTurning(nodes, holder)) nodes.carriedBy[body] = holder + 1;
}

function isTurning({ velocity: u }: Columns<typeof NODE_SCHEMA>, row: number): boolean {
  return u[6 * row + 3] !== 0 || u[6 * row + 4] !== 0 || u[6 * row + 5] !== 0;
}

/** Whether the body moves against its holder by no more than `most` [m/s]. */
function isWithin(
  { velocity: u, inverseMass, inverseInertia: s }: Columns<typeof NODE_SCHEMA>,
  body: number,
  most: number,
): boolean {
  const k = 6 * body;
  // A turn counts by what it does at the radius of gyration.
  const radius = Math.sqrt(inverseMass[body] / Math.min(s[k], s[k + 1], s[k + 2]));
  for (let j = 0; j < 3; j++) {
    if (Math.abs(rest[j] - u[k + j]) > most || Math.abs(rest[j + 3] - u[k + j + 3]) * radius > most) return false;
  }
  return true;
}

/** Whether all that may hold a body had no velocity when the step began. */
function standsOnStill({ standing, entries }: SupportGraph, nodes: Columns<typeof NODE_SCHEMA>, body: number): boolean {
  const { firstEntry, entryCount, holder, rank } = standing.columns;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = entries.columns.other[entry];
    if (nodes.inverseMass[o] === 0 || holder[o] < 0 || rank[o] > rank[body]) continue;
    for (let k = 13 * o + 7; k < 13 * o + 13; k++) if (nodes.detected[k] !== 0) return false;
  }
  return true;
}

/** M (rest - u), and what turns the angular momentum with the holder; false for a body without inertia. */
function findWanted(
  { velocity: u, mass, inverseInertia: s }: Columns<typeof NODE_SCHEMA>,
  body: number,
  holder: number,
): boolean {
  const k = 6 * body;
  const h = 6 * holder + 3;
  for (let j = 0; j < 3; j++) wanted[j] = mass[body] * (rest[j] - u[k + j]);
  const x = rest[3] - u[k + 3];
  const y = rest[4] - u[k + 4];
  const z = rest[5] - u[k + 5];
  // The inertia times these, from the inverse by cofactors.
  const xx = s[k + 1] * s[k + 2] - s[k + 5] * s[k + 5];
  const xy = s[k + 4] * s[k + 5] - s[k + 3] * s[k + 2];
  const xz = s[k + 3] * s[k + 5] - s[k + 4] * s[k + 1];
  const yy = s[k] * s[k + 2] - s[k + 4] * s[k + 4];
  const yz = s[k + 3] * s[k + 4] - s[k] * s[k + 5];
  const zz = s[k] * s[k + 1] - s[k + 3] * s[k + 3];
  const determinant = s[k] * xx + s[k + 3] * xy + s[k + 4] * xz;
  wanted[3] = (xx * x + xy * y + xz * z) / determinant;
  wanted[4] = (xy * x + yy * y + yz * z) / determinant;
  wanted[5] = (xz * x + yz * y + zz * z) / determinant;
  // w x I w
  const turn = duration[0] / determinant;
  const lx = xx * u[h] + xy * u[h + 1] + xz * u[h + 2];
  const ly = xy * u[h] + yy * u[h + 1] + yz * u[h + 2];
  const lz = xz * u[h] + yz * u[h + 1] + zz * u[h + 2];
  wanted[3] += turn * (u[h + 1] * lz - u[h + 2] * ly);
  wanted[4] += turn * (u[h + 2] * lx - u[h] * lz);
  wanted[5] += turn * (u[h] * ly - u[h + 1] * lx);
  return determinant > 0;
}

/** Whether a contact is closed when the body is at rest: the others stay open by what they lack [m/s]. */
function closes(bias: number, arrival: number): boolean {
  return bias >= 0 && bias <= arrival * (1 + ROUNDING);
}

/**
 * Lists the closed contacts of a body with what comes before it in the order and may be held itself, or with its supports alone;
 * returns how many, 0 where leaving out the others leaves out nothing.
 */
function listContacts(
  { standing, entries }: SupportGraph,
  { bodies, graph }: Detection,
  body: number,
  share: number,
  supportsAlone: boolean,
): number {
  const { firstEntry, entryCount, holder, rank, arrival } = standing.columns;
  const { edge: entryEdge, other, role } = entries.columns;
  const { inverseMass, position, mover } = bodies.nodes.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { shapes, bias, worldPoint, worldNormal, load, held } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride: materials, friction } = bodies.materials;
  let count = 0;
  let leftOut = 0;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = other[entry];
    if (inverseMass[o] > 0 && rank[o] > rank[body]) continue;
    const edge = entryEdge[entry];
    const side = mover[ends[2 * edge + 1]] === body ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      // What is open, or with a body that is not held, carries nothing.
      held[4 * c] = 0;
      if ((inverseMass[o] > 0 && holder[o] < 0) || !closes(bias[c], arrival[body])) continue;
      if (supportsAlone && role[entry] !== 1) {
        // What is not asked carries what it did.
        for (let k = 4 * c; k < 4 * c + 4; k++) held[k] = share * load[k];
        leftOut++;
        continue;
      }
      if (count === rows.length) makeRoom();
      rows[count] = c;
      sides[count] = side;
      others[count] = o;
      const k = count++ * CONTACT_LENGTH;
      for (let j = 0; j < 3; j++) {
        contacts[k + ARM + j] = worldPoint[3 * c + j] - position[3 * body + j];
        contacts[k + PUSH + j] = side * worldNormal[3 * c + j];
        contacts[k + IMPULSE + j] = side * share * (load[4 * c] * worldNormal[3 * c + j] + load[4 * c + 1 + j]);
      }
      contacts[k + FRICTION] = friction[material[shapes[2 * c]] * materials + material[shapes[2 * c + 1]]];
    }
  }
  return supportsAlone && leftOut === 0 ? 0 : count;
}

function makeRoom(): void {
  const grow = <T extends Float64Array | Int32Array>(old: T, next: T): T => {
    next.set(old);
    return next;
  };
  contacts = grow(contacts, new Float64Array(2 * contacts.length));
  rows = grow(rows, new Int32Array(2 * rows.length));
  sides = grow(sides, new Int32Array(2 * sides.length));
  others = grow(others, new Int32Array(2 * others.length));
}

/** What the listed contacts carry if the body is held. */
function noteImpulses({ graph }: Detection, count: number): void {
  const { held } = graph.contacts.columns;
  for (let i = 0; i < count; i++) {
    const k = i * CONTACT_LENGTH;
    const to = 4 * rows[i];
    const side = sides[i];
    const nx = contacts[k + PUSH];
    const ny = contacts[k + PUSH + 1];
    const nz = contacts[k + PUSH + 2];
    const load = nx * contacts[k + IMPULSE] + ny * contacts[k + IMPULSE + 1] + nz * contacts[k + IMPULSE + 2];
    held[to] = Math.max(0, load);
    held[to + 1] = side * (contacts[k + IMPULSE] - load * nx);
    held[to + 2] = side * (contacts[k + IMPULSE + 1] - load * ny);
    held[to + 3] = side * (contacts[k + IMPULSE + 2] - load * nz);
  }
}

/** The bodies at the other ends of the listed contacts get the opposite of what the body gets beyond the loads it had. */
function pushOthers({ graph, bodies }: Detection, body: number, count: number, share: number): void {
  const { velocity: u, position: x, inverseMass, inverseInertia: s } = bodies.nodes.columns;
  const { load, worldNormal } = graph.contacts.columns;
  for (let i = 0; i < count; i++) {
    const o = others[i];
    if (inverseMass[o] === 0) continue;
    const k = i * CONTACT_LENGTH;
    const c = rows[i];
    const side = sides[i];
    const fx = side * share * (load[4 * c] * worldNormal[3 * c] + load[4 * c + 1]) - contacts[k + IMPULSE];
    const fy = side * share * (load[4 * c] * worldNormal[3 * c + 1] + load[4 * c + 2]) - contacts[k + IMPULSE + 1];
    const fz = side * share * (load[4 * c] * worldNormal[3 * c + 2] + load[4 * c + 3]) - contacts[k + IMPULSE + 2];
    const rx = contacts[k + ARM] + x[3 * body] - x[3 * o];
    const ry = contacts[k + ARM + 1] + x[3 * body + 1] - x[3 * o + 1];
    const rz = contacts[k + ARM + 2] + x[3 * body + 2] - x[3 * o + 2];
    const tx = ry * fz - rz * fy;
    const ty = rz * fx - rx * fz;
    const tz = rx * fy - ry * fx;
    const v = 6 * o;
    u[v] += inverseMass[o] * fx;
    u[v + 1] += inverseMass[o] * fy;
    u[v + 2] += inverseMass[o] * fz;
    u[v + 3] += s[v] * tx + s[v + 3] * ty + s[v + 4] * tz;
    u[v + 4] += s[v + 3] * tx + s[v + 1] * ty + s[v + 5] * tz;
    u[v + 5] += s[v + 4] * tx + s[v + 5] * ty + s[v + 2] * tz;
  }
}

/** Lets go of every body that relies on one refused in this round; returns whether there were any. */
function releaseFromTheGround(
  { standing, entries, order }: SupportGraph,
  { bodies, graph }: Detection,
  first: number,
  end: number,
): boolean {
  const { firstEntry, entryCount, holder, rank, asked, arrival } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { bias, held, load } = graph.contacts.columns;
  const { inverseMass } = bodies.nodes.columns;
  let lost = false;
  for (let i = first; i < end; i++) {
    const body = order.columns.body[i];
    const carries = asked[body] === 0 ? load : held;
    for (let entry = firstEntry[body]; holder[body] >= 0 && entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] === 0 || holder[o] >= 0 || asked[o] === NOT_ASKED || rank[o] > rank[body]) continue;
      const edge = entryEdge[entry];
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        if (closes(bias[c], arrival[body]) && carries[4 * c] > 0) holder[body] = REFUSED;
      }
      if (holder[body] === REFUSED) lost = true;
    }
  }
  return lost;
}

/**
 * Refuses all that touches a body refused in this round, through whatever was asked in it. What is left has been asked for with
 * the very bodies held that are: no impulse of theirs depends on a body that now keeps what the sweeps gave it.
 */
function refuseNeighbours({ standing, entries, order }: SupportGraph, { bodies }: Detection, first: number, end: number): void {
  const { firstEntry, entryCount, holder, asked } = standing.columns;
  const { inverseMass } = bodies.nodes.columns;
  const { body, path } = order.columns;
  for (let i = first; i < end; i++) {
    if (holder[body[i]] >= 0 || asked[body[i]] === NOT_ASKED) continue;
    let depth = 0;
    path[0] = body[i];
    while (depth >= 0) {
      const at = path[depth--];
      for (let entry = firstEntry[at]; entry < firstEntry[at] + entryCount[at]; entry++) {
        const o = entries.columns.other[entry];
        if (inverseMass[o] === 0 || holder[o] < 0) continue;
        holder[o] = REFUSED;
        path[++depth] = o;
      }
    }
  }
}

/** Held bodies come to rest, and their contacts carry what holds them; all others keep what the sweeps gave them. */
function settle(support: SupportGraph, { bodies, graph }: Detection, first: number, end: number, share: number): void {
  const { standing, entries, order } = support;
  const nodes = bodies.nodes.columns;
  const { firstEntry, entryCount, holder, rank, swept, asked, arrival } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { bias, held, impulse, load } = graph.contacts.columns;
  const { velocity: u, inverseMass, unheld } = nodes;
  for (let i = first; i < end; i++) {
    const body = order.columns.body[i];
    const k = 6 * body;
    unheld[body] = holder[body] === REFUSED ? unheld[body] + 1 : 0;
    if (holder[body] < 0) {
      for (let j = 0; j < 6; j++) u[k + j] = swept[k + j];
      continue;
    }
    restOnHolder(support, nodes, body);
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] > 0 && (holder[o] < 0 || rank[o] > rank[body])) continue;
      const edge = entryEdge[entry];
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        const isClosed = closes(bias[c], arrival[body]);
        for (let m = 4 * c; m < 4 * c + 4; m++) impulse[m] = !isClosed ? 0 : asked[body] === 0 ? share * load[m] : held[m];
      }
    }
  }
}
