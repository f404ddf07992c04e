// Gated shock propagation: whatever can be at rest on what it stands on, is.
//
// Sweeps leave every body of a stack a little velocity that an exact solution would not. The paper cleans it by solving layers
// bottom up with the bodies below fixed; but impulses that end at a fixed body are lost, so that nothing feels the weight of
// anything, and bodies that should topple are kept standing. Here the same is done with the impulses kept. From the top down, each
// body asks its contacts with what it stands on for the impulse that leaves it at rest there, exactly (hold-body.ts), and the
// bodies below feel it, down to the ground. The gate is whether they can give it, within their friction cones and without
// pulling: a body whose load falls outside its support, that slides faster than friction can stop, or that rolls, is refused and
// keeps what the sweeps gave it, and so does everything that relies on it. Momentum is kept, since every impulse has its opposite;
// energy only falls.

import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Detection } from '../../detection/detection.js';
import { ARM, CONTACT_LENGTH, FRICTION, holdBody, IMPULSE, PUSH } from '../../solvers/hold-body.js';
import type { Columns } from '../../table/table.js';
import type { SupportGraph } from './support-graph.js';

/** No body holds this one. */
const NONE = -1;
/** Something could, but its contacts with it, or those of what it relies on, cannot give what is needed. */
const REFUSED = -2;
/**
 * A refusal high up takes what was passed down with it, so the rest is asked again; after this many rounds all that relies on a
 * refused body is let go, whatever was passed down.
 */
const MOST_ROUNDS = 2;
/**
 * What is faster against its support than this many times what gravity adds in a step is held only by what was at rest before: it
 * lands. In a pile in motion there is nothing to hold on to, and asking would be for nothing.
 */
const FAST = 10;

/** The closed contacts of the body at hand with what may hold it, as hold-body.ts wants them. */
let contacts = new Float64Array(16 * CONTACT_LENGTH);
/** Their rows, with the side of the body, and the movers at their other ends. */
let rows = new Int32Array(16);
let sides = new Int32Array(16);
let others = new Int32Array(16);
/** Velocity at which the body at hand is at rest on its holder [m/s], [rad/s]. */
const rest = new Float64Array(6);
/** Impulse [N s] and angular impulse [N m s] that it takes. */
const wanted = new Float64Array(6);

/**
 * Brings every body to rest that can be, its contacts' impulses included; slower than `still` [m/s] is at rest already, and
 * `fall` is what gravity adds in the step [m/s]. The velocities and impulses are those that the sweeps have left.
 */
export function holdBodies(support: SupportGraph, detection: Detection, group: number, still: number, fall: number): void {
  const { swept } = support.standing.columns;
  const { velocity: u } = detection.bodies.nodes.columns;
  const { body } = support.order.columns;
  const { firstBody, bodyCount } = detection.groups.table.columns;
  const first = firstBody[group];
  const end = first + bodyCount[group];
  findHolders(support, detection, first, end);
  for (let i = first; i < end; i++) for (let k = 6 * body[i]; k < 6 * body[i] + 6; k++) swept[k] = u[k];
  for (let round = 1; ; round++) {
    askFromTheTop(support, detection, first, end, still, FAST * fall);
    const lost = releaseFromTheGround(support, detection, first, end);
    if (!lost || round === MOST_ROUNDS) break;
    for (let i = first; i < end; i++) for (let k = 6 * body[i]; k < 6 * body[i] + 6; k++) u[k] = swept[k];
  }
  settle(support, detection, first, end);
}

/** What might hold each body: the fixed or scripted body that it stands on, through others, if that is one in motion. */
function findHolders({ standing, entries, order }: SupportGraph, { bodies }: Detection, first: number, end: number): void {
  const { firstEntry, entryCount, holder, rank } = standing.columns;
  const { other } = entries.columns;
  const { inverseMass, velocity: u } = bodies.nodes.columns;
  for (let i = first; i < end; i++) {
    const body = order.columns.body[i];
    let found = NONE;
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] > 0 && rank[o] > rank[body]) continue;
      const h = inverseMass[o] > 0 ? holder[o] : o;
      if (h < 0 || h === found) continue;
      if (found === NONE) found = h;
      else if (!isStill(u, h) || !isStill(u, found)) found = REFUSED;
    }
    holder[body] = found;
  }
}

function isStill(u: Float64Array, row: number): boolean {
  for (let k = 6 * row; k < 6 * row + 6; k++) if (u[k] !== 0) return false;
  return true;
}

/** Asks for what holds each body, and lets the bodies below feel it. */
function askFromTheTop(
  support: SupportGraph,
  detection: Detection,
  first: number,
  end: number,
  still: number,
  fast: number,
): void {
  const nodes = detection.bodies.nodes.columns;
  const { holder, asked } = support.standing.columns;
  for (let i = end - 1; i >= first; i--) {
    const body = support.order.columns.body[i];
    if (holder[body] < 0) continue;
    findRest(nodes, body, holder[body]);
    asked[body] = isWithin(nodes, body, still) ? 0 : 1;
    if (asked[body] === 0) continue;
    const isSlow = isWithin(nodes, body, fast) || standsOnStill(support, nodes, body);
    const count = isSlow ? listContacts(support, detection, body) : 0;
    if (count > 0 && findWanted(nodes, body) && holdBody(count, contacts, wanted)) {
      noteImpulses(detection, count);
      pushOthers(detection, body, count);
    } else holder[body] = REFUSED;
  }
}

/** The holder's velocity, at the body. */
function findRest({ velocity: u, position: x }: Columns<typeof NODE_SCHEMA>, body: number, holder: number): void {
  const h = 6 * holder;
  for (let j = 0; j < 6; j++) rest[j] = u[h + j];
  if (u[h + 3] === 0 && u[h + 4] === 0 && u[h + 5] === 0) return;
  const rx = x[3 * body] - x[3 * holder];
  const ry = x[3 * body + 1] - x[3 * holder + 1];
  const rz = x[3 * body + 2] - x[3 * holder + 2];
  rest[0] += u[h + 4] * rz - u[h + 5] * ry;
  rest[1] += u[h + 5] * rx - u[h + 3] * rz;
  rest[2] += u[h + 3] * ry - u[h + 4] * rx;
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

/** M (rest - u); false for a body without inertia. */
function findWanted({ velocity: u, mass, inverseInertia: s }: Columns<typeof NODE_SCHEMA>, body: number): boolean {
  const k = 6 * body;
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
  return determinant > 0;
}

/** Lists the closed contacts of a body with what comes before it in the order and may be held itself; returns how many. */
function listContacts({ standing, entries }: SupportGraph, { bodies, graph }: Detection, body: number): number {
  const { firstEntry, entryCount, holder, rank } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { inverseMass, position, mover } = bodies.nodes.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { shapes, bias, worldPoint, worldNormal, impulse } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { count: materials, friction } = bodies.materials;
  let count = 0;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = other[entry];
    if (inverseMass[o] > 0 && (holder[o] < 0 || rank[o] > rank[body])) continue;
    const edge = entryEdge[entry];
    const side = mover[ends[2 * edge + 1]] === body ? 1 : -1;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (bias[c] !== 0) continue;
      if (count === rows.length) makeRoom();
      rows[count] = c;
      sides[count] = side;
      others[count] = o;
      const k = count++ * CONTACT_LENGTH;
      for (let j = 0; j < 3; j++) {
        contacts[k + ARM + j] = worldPoint[3 * c + j] - position[3 * body + j];
        contacts[k + PUSH + j] = side * worldNormal[3 * c + j];
        contacts[k + IMPULSE + j] = side * (impulse[4 * c] * worldNormal[3 * c + j] + impulse[4 * c + 1 + j]);
      }
      contacts[k + FRICTION] = friction[material[shapes[2 * c]] * materials + material[shapes[2 * c + 1]]];
    }
  }
  return count;
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

/** The bodies at the other ends of the listed contacts get the opposite of what the body gets beyond its impulses so far. */
function pushOthers({ graph, bodies }: Detection, body: number, count: number): void {
  const { velocity: u, position: x, inverseMass, inverseInertia: s } = bodies.nodes.columns;
  const { impulse, worldNormal } = graph.contacts.columns;
  for (let i = 0; i < count; i++) {
    const o = others[i];
    if (inverseMass[o] === 0) continue;
    const k = i * CONTACT_LENGTH;
    const c = rows[i];
    const side = sides[i];
    const fx = side * (impulse[4 * c] * worldNormal[3 * c] + impulse[4 * c + 1]) - contacts[k + IMPULSE];
    const fy = side * (impulse[4 * c] * worldNormal[3 * c + 1] + impulse[4 * c + 2]) - contacts[k + IMPULSE + 1];
    const fz = side * (impulse[4 * c] * worldNormal[3 * c + 2] + impulse[4 * c + 3]) - contacts[k + IMPULSE + 2];
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

/** Lets go of every body that relies on a refused one; returns whether there were any. */
function releaseFromTheGround(
  { standing, entries, order }: SupportGraph,
  { bodies, graph }: Detection,
  first: number,
  end: number,
): boolean {
  const { firstEntry, entryCount, holder, rank, asked } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { bias, held, impulse } = graph.contacts.columns;
  const { inverseMass } = bodies.nodes.columns;
  let lost = false;
  for (let i = first; i < end; i++) {
    const body = order.columns.body[i];
    const carries = asked[body] === 0 ? impulse : held;
    for (let entry = firstEntry[body]; holder[body] >= 0 && entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] === 0 || holder[o] !== REFUSED || rank[o] > rank[body]) continue;
      const edge = entryEdge[entry];
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        if (bias[c] === 0 && carries[4 * c] > 0) holder[body] = REFUSED;
      }
      if (holder[body] === REFUSED) lost = true;
    }
  }
  return lost;
}

/** Held bodies come to rest, and their contacts carry what holds them; all others keep what the sweeps gave them. */
function settle({ standing, entries, order }: SupportGraph, { bodies, graph }: Detection, first: number, end: number): void {
  const nodes = bodies.nodes.columns;
  const { firstEntry, entryCount, holder, rank, swept, asked } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { bias, held, impulse } = graph.contacts.columns;
  const { velocity: u, inverseMass } = nodes;
  for (let i = first; i < end; i++) {
    const body = order.columns.body[i];
    const k = 6 * body;
    if (holder[body] < 0) {
      for (let j = 0; j < 6; j++) u[k + j] = swept[k + j];
      continue;
    }
    findRest(nodes, body, holder[body]);
    for (let j = 0; j < 6; j++) u[k + j] = rest[j];
    if (asked[body] === 0) continue;
    for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
      const o = other[entry];
      if (inverseMass[o] > 0 && (holder[o] < 0 || rank[o] > rank[body])) continue;
      const edge = entryEdge[entry];
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        if (bias[c] !== 0) continue;
        for (let j = 4 * c; j < 4 * c + 4; j++) impulse[j] = held[j];
      }
    }
  }
}
