// The velocity problems of all islands as a stream for the compiled kernel: contacts in manifolds, manifolds in packs of
// four that share no moving body, so that the kernel may solve the four at once. Two manifolds of the same moving body
// have different colours; a pack has manifolds of one colour. Here is the stream, how it is packed, J and the diagonal
// of A, and whether what the last step has left is still good. solve-velocities.ts and correct-positions.ts sweep it.

import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import { OWN_FRICTION } from '../../detection/ask-hooks.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Kernel } from '../../kernels/kernel.js';
import { makeKernelOf } from '../../kernels/kernel.js';
import * as layout from '../../kernels/layout.js';
import type { Memory } from '../../table/memory.js';
import type { Columns } from '../../table/table.js';
import { f32, f64, i32, Table } from '../../table/table.js';

const { HEAD_LENGTH, MANIFOLD_WIDTH, POINT_LENGTH, ROOT_WIDTH, VELOCITY_WIDTH } = layout;

/** Most points of a manifold. */
export const MOST_POINTS = 4;
/** Numbers that are noted of an island at its first body (unchanged-islands.ts). */
export const NOTES = 5;
/** Manifolds of a pack. */
export const LANES = 4;
/** Colours that are told apart by the bits of one number; manifolds for which none is left have a pack of their own. */
export const COLORS = 31;

/** Manifolds in the order in which they were found. */
const FOUND_SCHEMA = { manifold: i32(MANIFOLD_WIDTH, 'scratch'), color: i32(1, 'scratch') } as const;
/** Manifolds in the order of the stream, four a pack; lanes without one have no points. */
const LANE_SCHEMA = { manifold: i32(MANIFOLD_WIDTH, 'scratch'), friction: f64(1, 'scratch') } as const;
const STREAM_SCHEMA = { quad: f32(4) } as const;
/** A row a node, and one more for lanes without a manifold. `former`: `velocity` before the last sweep. */
const BODY_SCHEMA = {
  velocity: f32(VELOCITY_WIDTH),
  former: f32(VELOCITY_WIDTH),
  root: f32(ROOT_WIDTH),
  colors: i32(1, 'scratch'),
  /** One behind the other, the bodies that sweeps may move: all other rows of the first three are zero. */
  swept: i32(1, 'scratch'),
  /** What is noted of the island of which a body is the first, and the step in which contacts of the body were found anew. */
  notes: i32(NOTES, 'scratch'),
  foundAt: i32(1, 'scratch'),
} as const;

/**
 * A row a range of packs of one colour: no body that moves is in two packs of it, so they may be solved in any order, or side by
 * side. Manifolds for which no colour is left are a range each. Its lanes, its packs, where they start in the stream [bytes].
 */
const COLOR_SCHEMA = { firstLane: i32(1, 'scratch'), packCount: i32(1, 'scratch'), start: i32(1, 'scratch') } as const;

/** A row an island: its colours, its lanes, its packs, where they start in the stream [bytes], its contacts. */
const ISLAND_SCHEMA = {
  firstColor: i32(1, 'scratch'),
  colorCount: i32(1, 'scratch'),
  firstLane: i32(1, 'scratch'),
  packCount: i32(1, 'scratch'),
  start: i32(1, 'scratch'),
  contactCount: i32(1, 'scratch'),
  /** 1 while the island rests without anything to correct. */
  isFree: i32(1, 'scratch'),
  /** 1 where a step changed nothing of the island, and none will that begins as that one did. */
  isSettled: i32(1, 'scratch'),
  /** 1 where sweeps were not enough, and the step was solved at once. */
  isExact: i32(1, 'scratch'),
  /** 1 where it begins the step as it began the one before. */
  isUnchanged: i32(1, 'scratch'),
} as const;

const EDGE_SCHEMA = { edge: i32(1, 'scratch') } as const;

export class ContactStream {
  /** null where nothing can be compiled. */
  kernel: Kernel | null = null;
  readonly #memory: Memory;
  readonly found: Table<typeof FOUND_SCHEMA>;
  readonly lanes: Table<typeof LANE_SCHEMA>;
  readonly stream: Table<typeof STREAM_SCHEMA>;
  readonly bodies: Table<typeof BODY_SCHEMA>;
  /** Those of an island follow each other, in the order in which sweeps take them. */
  readonly colors: Table<typeof COLOR_SCHEMA>;
  readonly islands: Table<typeof ISLAND_SCHEMA>;
  /** The edges it was made of. */
  readonly edges: Table<typeof EDGE_SCHEMA>;
  /**
   * Of the island that is packed: counts of manifolds, then places in the stream, by colour and, within a colour, from
   * those of most points to those of fewest.
   */
  readonly counts = new Int32Array((COLORS + 1) * MOST_POINTS);
  /** Of the same island: colours up to the last that is used. Most islands need few. */
  colorsUsed = 0;
  /** The detection it was made for, by its number. */
  version = 0;
  /** Where its contacts are, by how often they were moved. */
  contactMoves = 0;
  /** Deepest penetration of these [m]. */
  penetration = 0;
  /** How often something had been changed from outside when it was last asked for, and the length of that step [s]. */
  changes = -1;
  dt = 0;
  /** The same without the targets of motors, which disturb the bodies of their joints; and a number for these conditions. */
  conditions = -1;
  stamp = 0;
  /** Steps taken: what is noted of islands is good for the next. Whether nothing was changed from outside since the last. */
  step = 0;
  areConditionsSame = false;
  /** Whether the step at hand begins as the one before did, as far as the bodies go that touch something. */
  isSameStep = false;
  /** Islands that the step at hand has passed over. */
  passedOver = 0;

  /** Makes the kernel anew over the memory as it is now. */
  bindViews(): void {
    this.kernel = makeKernelOf(this.#memory);
  }

  /** What is left to do, as the last sweep found it: theta (38) of the diagonally scaled problem (39) [J]. */
  get residual(): number {
    return this.kernel === null ? 0 : this.kernel.residual.value;
  }

  constructor(memory: Memory) {
    this.#memory = memory;
    memory.register(this);
    this.bindViews();
    this.found = new Table(memory, FOUND_SCHEMA);
    this.lanes = new Table(memory, LANE_SCHEMA);
    this.stream = new Table(memory, STREAM_SCHEMA);
    this.bodies = new Table(memory, BODY_SCHEMA);
    this.colors = new Table(memory, COLOR_SCHEMA);
    this.islands = new Table(memory, ISLAND_SCHEMA);
    this.edges = new Table(memory, EDGE_SCHEMA);
  }
}

/** Whether the contacts are those that the stream was made of, and none of their bodies has changed since. */
export function isStreamCurrent(stream: ContactStream, detection: Detection): boolean {
  const { stillness, contactEdges, candidates, bodies, graph } = detection;
  if (stream.version === stillness.version) return true;
  // What was made for the detection before this one may still be good.
  if (!stillness.isComparable || stream.version !== stillness.version - 1 || stream.contactMoves !== graph.contactMoves)
    return false;
  if (stream.edges.size !== contactEdges.size) return false;
  const { moved, mover } = bodies.nodes.columns;
  const { nodes: ends, contactCount } = graph.edges.columns;
  const { edge: before } = stream.edges.columns;
  // What was found anew, although nothing moved, has to be placed anew.
  for (let i = 0; i < candidates.size; i++) if (contactCount[candidates.columns.edge[i]] > 0) return false;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const a = ends[2 * edge];
    const b = ends[2 * edge + 1];
    if (edge !== before[i] || (moved[a] | moved[b] | moved[mover[a]] | moved[mover[b]]) !== 0) return false;
  }
  return true;
}

/**
 * Notes whether a step of dt [s] begins as the one before did: with the same contacts between the same bodies, none of
 * which has changed, and with nothing changed from outside, be it a force or a setting.
 */
export function compareSteps(
  stream: ContactStream,
  { state, bodies, groups, rowCount }: Detection,
  isCurrent: boolean,
  dt: number,
): void {
  stream.isSameStep = isCurrent && stream.changes === bodies.changes && stream.dt === dt;
  const conditions = bodies.changes - state.joints.targets.changes;
  stream.areConditionsSame = conditions === stream.conditions && stream.dt === dt;
  if (!stream.areConditionsSame) stream.stamp++;
  stream.step++;
  stream.conditions = conditions;
  // Islands of joints alone come and go without contacts.
  stream.islands.ensureCapacity(groups.count + 1);
  stream.bodies.ensureCapacity(rowCount + 1);
  const { isSettled, isUnchanged } = stream.islands.columns;
  for (let i = 0; i <= groups.count; i++) {
    if (!stream.isSameStep) isSettled[i] = 0;
    isUnchanged[i] = 0;
  }
  stream.changes = bodies.changes;
  stream.dt = dt;
}

/** Notes which contacts the stream is made of. */
export function rememberEdges(stream: ContactStream, { contactEdges, graph }: Detection): void {
  const { edges } = stream;
  stream.contactMoves = graph.contactMoves;
  edges.ensureCapacity(contactEdges.size);
  edges.size = contactEdges.size;
  for (let i = 0; i < contactEdges.size; i++) edges.columns.edge[i] = contactEdges.columns.edge[i];
}

/** Address of the island's part of the stream. */
export function quadsOf({ stream, islands }: ContactStream, island: Island): number {
  return stream.columns.quad.byteOffset + islands.columns.start[island.number];
}

/** Address of the island's manifolds. */
export function manifoldsOf({ lanes, islands }: ContactStream, island: Island): number {
  return lanes.columns.manifold.byteOffset + 4 * MANIFOLD_WIDTH * islands.columns.firstLane[island.number];
}

/** Sorts the contacts of all islands, which have been placed, into packs, island by island. */
export function packContacts(stream: ContactStream, detection: Detection): void {
  const { groups } = detection;
  stream.lanes.size = 0;
  stream.colors.size = 0;
  for (let i = 0; i <= groups.count; i++) {
    const island = groups.list[i];
    const contacts = findManifolds(stream, detection, island);
    const { firstLane, packCount, contactCount } = stream.islands.columns;
    firstLane[i] = stream.lanes.size;
    contactCount[i] = contacts;
    listColors(stream, island);
    packCount[i] = (stream.lanes.size - firstLane[i]) / LANES;
    stream.lanes.ensureCapacity(stream.lanes.size);
    fillLanes(stream, detection, island);
  }
}

/** Lists the ranges of packs of one colour, and gives them their lanes. */
function listColors({ colors, islands, lanes, counts, colorsUsed }: ContactStream, island: Island): void {
  const { firstColor, colorCount } = islands.columns;
  firstColor[island.number] = colors.size;
  colors.ensureCapacity(colors.size + COLORS + manifoldsOfColor(counts, COLORS));
  const { firstLane, packCount } = colors.columns;
  for (let color = 0; color < colorsUsed; color++) {
    const packs = packsOf(manifoldsOfColor(counts, color), color);
    // Those that found no colour may share bodies.
    const inRange = color < COLORS ? packs : 1;
    for (let pack = 0; pack < packs; pack += inRange) {
      const range = colors.size++;
      firstLane[range] = lanes.size;
      packCount[range] = inRange;
      lanes.size += LANES * inRange;
    }
  }
  colorCount[island.number] = colors.size - firstColor[island.number];
}

function manifoldsOfColor(counts: Int32Array, color: number): number {
  let count = 0;
  for (let k = 0; k < MOST_POINTS; k++) count += counts[MOST_POINTS * color + k];
  return count;
}

/** Packs of a number of manifolds of one colour; those of the last, that found none, have one each. */
function packsOf(manifolds: number, color: number): number {
  return color < COLORS ? Math.ceil(manifolds / LANES) : manifolds;
}

/** Manifolds and their colours: the first that neither of its movers has yet. */
function findManifolds(stream: ContactStream, detection: Detection, island: Island): number {
  const { found, counts, bodies: kernelBodies } = stream;
  const { bodies, graph, groups } = detection;
  const { firstEdge, edgeCount, firstBody, bodyCount } = island;
  const edges = groups.edges.columns.member;
  const members = groups.movers.columns.member;
  const { inverseMass } = bodies.nodes.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  let contacts = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) contacts += contactCount[edges[i]];
  found.ensureCapacity(contacts);
  const { shapes, normal, bias, load, impulse } = graph.contacts.columns;
  const { colors } = kernelBodies.columns;
  const { manifold, color } = found.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) colors[members[i]] = 0;
  counts.fill(0);
  found.size = 0;
  let colorsUsed = 0;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    const end = firstContact[edge] + contactCount[edge];
    let contact = firstContact[edge];
    while (contact < end) {
      const first = contact;
      let acts = false;
      do {
        if (bias[contact] !== Number.POSITIVE_INFINITY) acts = true;
        contact++;
      } while (
        contact < end &&
        contact - first < MOST_POINTS &&
        shapes[2 * contact] === shapes[2 * first] &&
        shapes[2 * contact + 1] === shapes[2 * first + 1] &&
        // Of a mesh, each contact may have a normal of its own.
        normal[3 * contact] === normal[3 * first] &&
        normal[3 * contact + 1] === normal[3 * first + 1] &&
        normal[3 * contact + 2] === normal[3 * first + 2]
      );
      if (!acts) {
        // Contacts that must not act have no load either.
        for (let k = 4 * first; k < 4 * contact; k++) load[k] = impulse[k] = 0;
        continue;
      }
      const taken = (inverseMass[a] > 0 ? colors[a] : 0) | (inverseMass[b] > 0 ? colors[b] : 0);
      // The lowest bit that is not taken.
      const c = taken === 0x7fffffff ? COLORS : 31 - Math.clz32(~taken & (taken + 1));
      colors[a] |= c < COLORS ? 1 << c : 0;
      colors[b] |= c < COLORS ? 1 << c : 0;
      counts[MOST_POINTS * (c + 1) - (contact - first)]++;
      if (c >= colorsUsed) colorsUsed = c + 1;
      const row = found.size++;
      color[row] = c;
      manifold[4 * row] = a;
      manifold[4 * row + 1] = b;
      manifold[4 * row + 2] = first;
      manifold[4 * row + 3] = contact - first;
    }
  }
  stream.colorsUsed = colorsUsed;
  return contacts;
}

/**
 * Colour by colour, four a pack; the last colour, of those that found none, one a pack. A pack has as many points as
 * the manifold with the most, so manifolds of like numbers go together.
 */
function fillLanes(stream: ContactStream, { bodies, graph, rowCount: nobody }: Detection, island: Island): void {
  const { found, lanes, islands, counts, colorsUsed } = stream;
  const start = islands.columns.firstLane[island.number];
  const { shapes, ownSurface, ownFriction } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride, friction: table } = bodies.materials;
  const { manifold: from, color } = found.columns;
  const { manifold, friction } = lanes.columns;
  for (let lane = start; lane < lanes.size; lane++) {
    manifold[4 * lane] = manifold[4 * lane + 1] = nobody;
    manifold[4 * lane + 2] = manifold[4 * lane + 3] = 0;
    friction[lane] = 0;
  }
  let next = start;
  for (let c = 0; c < colorsUsed; c++) {
    const packs = packsOf(manifoldsOfColor(counts, c), c);
    let lane = next;
    for (let k = MOST_POINTS * c; k < MOST_POINTS * (c + 1); k++) {
      const manifolds = counts[k];
      counts[k] = lane;
      lane += c < COLORS ? manifolds : LANES * manifolds;
    }
    next += LANES * packs;
  }
  for (let row = 0; row < found.size; row++) {
    const bucket = MOST_POINTS * (color[row] + 1) - from[4 * row + 3];
    const lane = counts[bucket];
    counts[bucket] += color[row] < COLORS ? 1 : LANES;
    for (let k = 0; k < 4; k++) manifold[4 * lane + k] = from[4 * row + k];
    const contact = from[4 * row + 2];
    const ofMaterials = table[material[shapes[2 * contact]] * stride + material[shapes[2 * contact + 1]]];
    friction[lane] = (ownSurface[contact] & OWN_FRICTION) !== 0 ? ownFriction[contact] : ofMaterials;
  }
}

/** J and the diagonal of A of every contact of all islands. */
export function prepareStream(contactStream: ContactStream, detection: Detection): void {
  const { lanes, stream, colors, islands, bodies } = contactStream;
  stream.ensureCapacity((lanes.size / LANES) * (HEAD_LENGTH + MOST_POINTS * POINT_LENGTH));
  const nodes = detection.bodies.nodes.columns;
  const { root } = bodies.columns;
  const { moverCount } = detection.groups;
  const { member } = detection.groups.movers.columns;
  forgetSwept(bodies);
  for (let i = 0; i < moverCount; i++) {
    writeRoot(nodes, member[i], root);
    bodies.columns.swept[i] = member[i];
  }
  bodies.size = moverCount;
  const { worldPoint, worldNormal } = detection.graph.contacts.columns;
  const { manifold, friction } = lanes.columns;
  const { firstColor, colorCount, start: startOfIsland } = islands.columns;
  const { firstLane, packCount, start } = colors.columns;
  // Only now: storage that moved has a kernel of its own.
  const kernel = contactStream.kernel as Kernel;
  const base = stream.columns.quad.byteOffset;
  let end = base;
  for (let i = 0; i <= detection.groups.count; i++) {
    startOfIsland[i] = end - base;
    for (let c = firstColor[i]; c < firstColor[i] + colorCount[i]; c++) {
      start[c] = end - base;
      end = kernel.prepare(
        manifold.byteOffset + 4 * MANIFOLD_WIDTH * firstLane[c],
        friction.byteOffset + 8 * firstLane[c],
        packCount[c],
        end,
        worldPoint.byteOffset,
        worldNormal.byteOffset,
        nodes.position.byteOffset,
        root.byteOffset,
        4 * VELOCITY_WIDTH,
      );
    }
  }
}

/** Sweeps never change what no impulse moves: what was swept before, and may sleep now, is as such again. */
function forgetSwept(bodies: ContactStream['bodies']): void {
  const { root, velocity, swept } = bodies.columns;
  for (let i = 0; i < bodies.size; i++) {
    for (let k = ROOT_WIDTH * swept[i]; k < ROOT_WIDTH * (swept[i] + 1); k++) root[k] = 0;
    for (let k = VELOCITY_WIDTH * swept[i]; k < VELOCITY_WIDTH * (swept[i] + 1); k++) velocity[k] = 0;
  }
}

/** I^-1/2 = R diag(moments^-1/2) R^T with R from the principal frame to the world. */
function writeRoot(
  { orientation: q, principal: p, moments: own, stiffMoments, spinning, inverseMass }: Columns<typeof NODE_SCHEMA>,
  row: number,
  root: Float32Array,
): void {
  const k = 4 * row;
  const x = q[k + 3] * p[k] + q[k] * p[k + 3] + q[k + 1] * p[k + 2] - q[k + 2] * p[k + 1];
  const y = q[k + 3] * p[k + 1] - q[k] * p[k + 2] + q[k + 1] * p[k + 3] + q[k + 2] * p[k];
  const z = q[k + 3] * p[k + 2] + q[k] * p[k + 1] - q[k + 1] * p[k] + q[k + 2] * p[k + 3];
  const w = q[k + 3] * p[k + 3] - q[k] * p[k] - q[k + 1] * p[k + 1] - q[k + 2] * p[k + 2];
  const moments = spinning[row] !== 0 ? stiffMoments : own;
  const d0 = 1 / Math.sqrt(moments[3 * row]);
  const d1 = 1 / Math.sqrt(moments[3 * row + 1]);
  const d2 = 1 / Math.sqrt(moments[3 * row + 2]);
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  const to = ROOT_WIDTH * row;
  root[to] = d0 * r00 * r00 + d1 * r01 * r01 + d2 * r02 * r02;
  root[to + 1] = d0 * r10 * r10 + d1 * r11 * r11 + d2 * r12 * r12;
  root[to + 2] = d0 * r20 * r20 + d1 * r21 * r21 + d2 * r22 * r22;
  root[to + 3] = d0 * r00 * r10 + d1 * r01 * r11 + d2 * r02 * r12;
  root[to + 4] = d0 * r00 * r20 + d1 * r01 * r21 + d2 * r02 * r22;
  root[to + 5] = d0 * r10 * r20 + d1 * r11 * r21 + d2 * r12 * r22;
  root[to + 6] = inverseMass[row];
}
