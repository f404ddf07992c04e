// The velocity problems of all islands as a stream for the compiled kernel: contacts in manifolds, manifolds in packs of
// four that share no moving body, so that the kernel may solve the four at once. Two manifolds of the same moving body
// have different colours; a pack has manifolds of one colour. Here is the stream, how it is packed, J and the diagonal
// of A, and whether what the last step has left is still good. solve-velocities.ts and correct-positions.ts sweep it.

import { OWN_FRICTION } from '../../detection/ask-hooks.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Kernel } from '../../kernels/kernel.js';
import { makeKernelOf } from '../../kernels/kernel.js';
import * as layout from '../../kernels/layout.js';
import * as loops from '../../kernels/shared/find-manifolds.js';
import type { Memory } from '../../table/memory.js';
import { FIRST_ROWS, f32, f64, i32, Table } from '../../table/table.js';
import { FrictionTable } from './friction-table.js';

const { HEAD_LENGTH, MANIFOLD_WIDTH, POINT_LENGTH, ROOT_WIDTH, VELOCITY_WIDTH } = layout;
export const { COLORS, LANES } = loops;
const { MOST_POINTS } = loops;

/** Numbers that are noted of an island at its first body (unchanged-islands.ts). */
export const NOTES = 6;

/** Manifolds in the order in which they were found, and the lane of each. */
const FOUND_SCHEMA = { manifold: i32(MANIFOLD_WIDTH, 'scratch'), lane: i32(1, 'scratch') } as const;
/**
 * Of the island that is packed: counts of manifolds, then places in the stream, by colour and, within a colour, from those of most
 * points to those of fewest.
 */
const COUNT_SCHEMA = { count: i32(1, 'scratch') } as const;
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
  /** Its edges and bodies, as Island has them, and a list of some islands (small-islands.ts). */
  firstEdge: i32(1, 'scratch'),
  edgeCount: i32(1, 'scratch'),
  firstBody: i32(1, 'scratch'),
  bodyCount: i32(1, 'scratch'),
  listed: i32(1, 'scratch'),
  /** 1 where the kernel has swept the island with others; how often, what that came to, and 1 where contacts pull at a body. */
  isSwept: i32(1, 'scratch'),
  sweeps: i32(1, 'scratch'),
  outcome: i32(1, 'scratch'),
  isPulled: i32(1, 'scratch'),
  /** What the last sweep found left to do, and the kinetic energy under forces alone, where something bounces [J]. */
  residual: f64(1, 'scratch'),
  energy: f64(1, 'scratch'),
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
/** Contacts of each body in a pile, about, and what the kernel reads of them [1]. */
const CONTACTS_OF_A_BODY = 6;
const QUADS_OF_A_BODY = 200;

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
  readonly counts: Table<typeof COUNT_SCHEMA>;
  /** Coefficients of friction between materials. */
  readonly friction: FrictionTable;
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
  /** Islands that the step at hand has passed over; and how many there were in the last one. */
  passedOver = 0;
  islandCount = 0;

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
    this.found = new Table(memory, FOUND_SCHEMA, FIRST_ROWS, CONTACTS_OF_A_BODY);
    this.lanes = new Table(memory, LANE_SCHEMA, FIRST_ROWS, CONTACTS_OF_A_BODY);
    this.stream = new Table(memory, STREAM_SCHEMA, FIRST_ROWS, QUADS_OF_A_BODY);
    this.bodies = new Table(memory, BODY_SCHEMA);
    this.colors = new Table(memory, COLOR_SCHEMA, FIRST_ROWS, CONTACTS_OF_A_BODY);
    this.islands = new Table(memory, ISLAND_SCHEMA);
    this.edges = new Table(memory, EDGE_SCHEMA, FIRST_ROWS, CONTACTS_OF_A_BODY);
    this.counts = new Table(memory, COUNT_SCHEMA, (COLORS + 1) * MOST_POINTS);
    this.friction = new FrictionTable(memory);
  }
}

/** Whether the contacts are those that the stream was made of, and none of their bodies has changed since. */
export function isStreamCurrent(stream: ContactStream, detection: Detection): boolean {
  const { stillness, contactEdges, candidates, bodies, graph } = detection;
  if (stream.version === stillness.version) return true;
  // What was made for the detection before this one may still be good.
  if (!stillness.isComparable || stream.version !== stillness.version - 1 || stream.contactMoves !== graph.contactMoves)
    return false;
  if (stream.edges.size !== contactEdges.size || !areIslandsNumberedAlike(stream, detection)) return false;
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

/** Whether the islands are those of the step before: what joints alone hold together comes and goes without contacts. */
function areIslandsNumberedAlike(stream: ContactStream, { groups }: Detection): boolean {
  const { member } = groups.movers.columns;
  const { notes } = stream.bodies.columns;
  if (groups.count !== stream.islandCount) return false;
  for (let i = 0; i < groups.count; i++) {
    const { firstBody, bodyCount, edgeCount } = groups.list[i];
    const k = NOTES * member[firstBody];
    const isNoted = notes[k] === stream.step && notes[k + 1] === bodyCount && notes[k + 2] === edgeCount;
    if (!isNoted || notes[k + 5] !== i) return false;
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

/**
 * Sorts the contacts of all islands, which have been placed, into packs, island by island: colour by colour, four a pack; the last colour,
 * of those that found none, one a pack. A pack has as many points as the manifold with the most, so manifolds of like numbers go
 * together.
 */
export function packContacts(stream: ContactStream, detection: Detection): void {
  writeRanges(stream, detection);
  const { kernel } = stream;
  const isCompiled = kernel !== null && detection.state.settings.kernel !== 'reference';
  stream.found.size = isCompiled ? findManifoldsCompiled(kernel, stream, detection) : findManifolds(stream, detection);
  const { firstLane, packCount, firstColor, colorCount } = stream.islands.columns;
  const last = detection.groups.count;
  stream.lanes.size = firstLane[last] + LANES * packCount[last];
  stream.colors.size = firstColor[last] + colorCount[last];
  stream.lanes.ensureCapacity(stream.lanes.size);
  fillLanes(stream, detection);
}

/** Writes where the edges and bodies of islands are, and makes room for as many manifolds as there are contacts. */
function writeRanges({ islands, found, colors }: ContactStream, { groups, graph, contactEdges }: Detection): void {
  const { firstEdge, edgeCount, firstBody, bodyCount } = islands.columns;
  for (let i = 0; i <= groups.count; i++) {
    const island = groups.list[i];
    firstEdge[i] = island.firstEdge;
    edgeCount[i] = island.edgeCount;
    firstBody[i] = island.firstBody;
    bodyCount[i] = island.bodyCount;
  }
  const { contactCount } = graph.edges.columns;
  let contacts = 0;
  for (let i = 0; i < contactEdges.size; i++) contacts += contactCount[contactEdges.columns.edge[i]];
  found.ensureCapacity(contacts);
  colors.ensureCapacity(contacts + 1);
}

/** Finds manifolds, their colours and their lanes. Returns how many manifolds there are. */
function findManifolds(stream: ContactStream, { bodies, graph, groups }: Detection): number {
  const { member: edges } = groups.edges.columns;
  const { member: rows } = groups.movers.columns;
  const islands = stream.islands.columns;
  const ranges = stream.colors.columns;
  const ofEdges = graph.edges.columns;
  const contacts = graph.contacts.columns;
  const { inverseMass } = bodies.nodes.columns;
  const { colors } = stream.bodies.columns;
  const { count } = stream.counts.columns;
  const { manifold, lane } = stream.found.columns;
  return loops.findManifolds(
    edges,
    rows,
    groups.count + 1,
    islands.firstEdge,
    islands.edgeCount,
    islands.firstBody,
    islands.bodyCount,
    ofEdges.movers,
    ofEdges.firstContact,
    ofEdges.contactCount,
    contacts.shapes,
    contacts.normal,
    contacts.bias,
    contacts.load,
    contacts.impulse,
    inverseMass,
    colors,
    count,
    manifold,
    lane,
    islands.firstLane,
    islands.packCount,
    islands.contactCount,
    islands.firstColor,
    islands.colorCount,
    ranges.firstLane,
    ranges.packCount,
  );
}

/** The same by the kernel. */
function findManifoldsCompiled(kernel: Kernel, stream: ContactStream, { bodies, graph, groups }: Detection): number {
  const { member: edges } = groups.edges.columns;
  const { member: rows } = groups.movers.columns;
  const islands = stream.islands.columns;
  const ranges = stream.colors.columns;
  const ofEdges = graph.edges.columns;
  const contacts = graph.contacts.columns;
  const { inverseMass } = bodies.nodes.columns;
  const { colors } = stream.bodies.columns;
  const { count } = stream.counts.columns;
  const { manifold, lane } = stream.found.columns;
  return kernel.findManifolds(
    edges.byteOffset,
    rows.byteOffset,
    groups.count + 1,
    islands.firstEdge.byteOffset,
    islands.edgeCount.byteOffset,
    islands.firstBody.byteOffset,
    islands.bodyCount.byteOffset,
    ofEdges.movers.byteOffset,
    ofEdges.firstContact.byteOffset,
    ofEdges.contactCount.byteOffset,
    contacts.shapes.byteOffset,
    contacts.normal.byteOffset,
    contacts.bias.byteOffset,
    contacts.load.byteOffset,
    contacts.impulse.byteOffset,
    inverseMass.byteOffset,
    colors.byteOffset,
    count.byteOffset,
    manifold.byteOffset,
    lane.byteOffset,
    islands.firstLane.byteOffset,
    islands.packCount.byteOffset,
    islands.contactCount.byteOffset,
    islands.firstColor.byteOffset,
    islands.colorCount.byteOffset,
    ranges.firstLane.byteOffset,
    ranges.packCount.byteOffset,
  );
}

/** Puts the manifolds into their lanes. */
function fillLanes(stream: ContactStream, { bodies, graph, rowCount: nobody, state }: Detection): void {
  // It may move the memory.
  const table = stream.friction.of(bodies.materials);
  const { found, lanes, kernel } = stream;
  const { shapes, ownSurface, ownFriction } = graph.contacts.columns;
  const { material } = bodies.shapes.columns;
  const { stride } = bodies.materials;
  const { manifold: from, lane } = found.columns;
  const { manifold, friction } = lanes.columns;
  if (kernel === null || state.settings.kernel === 'reference') {
    loops.fillLanes(
      found.size,
      from,
      lane,
      lanes.size,
      nobody,
      manifold,
      friction,
      shapes,
      ownSurface,
      ownFriction,
      OWN_FRICTION,
      material,
      stride,
      table,
    );
    return;
  }
  kernel.fillLanes(
    found.size,
    from.byteOffset,
    lane.byteOffset,
    lanes.size,
    nobody,
    manifold.byteOffset,
    friction.byteOffset,
    shapes.byteOffset,
    ownSurface.byteOffset,
    ownFriction.byteOffset,
    OWN_FRICTION,
    material.byteOffset,
    stride,
    table.byteOffset,
  );
}

/** J and the diagonal of A of every contact of all islands. */
export function prepareStream(contactStream: ContactStream, detection: Detection): void {
  const { lanes, stream, colors, islands } = contactStream;
  stream.ensureCapacity((lanes.size / LANES) * (HEAD_LENGTH + MOST_POINTS * POINT_LENGTH));
  writeRoots(contactStream, detection);
  const { worldPoint, worldNormal } = detection.graph.contacts.columns;
  const { firstLane, packCount, start } = colors.columns;
  // Only now: storage that moved has a kernel of its own.
  (contactStream.kernel as Kernel).prepareRanges(
    firstLane.byteOffset,
    packCount.byteOffset,
    start.byteOffset,
    colors.size,
    lanes.columns.manifold.byteOffset,
    lanes.columns.friction.byteOffset,
    stream.columns.quad.byteOffset,
    worldPoint.byteOffset,
    worldNormal.byteOffset,
    detection.bodies.nodes.columns.position.byteOffset,
    contactStream.bodies.columns.root.byteOffset,
    4 * VELOCITY_WIDTH,
  );
  const { firstColor, start: startOfIsland } = islands.columns;
  for (let i = 0; i <= detection.groups.count; i++) startOfIsland[i] = start[firstColor[i]];
}

/** The rows of bodies that sweeps may move; what was swept before, and may sleep now, is again as what no impulse moves. */
function writeRoots(contactStream: ContactStream, { bodies, groups }: Detection): void {
  const { root, velocity, swept } = contactStream.bodies.columns;
  const { orientation, principal, moments, stiffMoments, spinning, inverseMass } = bodies.nodes.columns;
  const { moverCount } = groups;
  const kernel = contactStream.kernel as Kernel;
  kernel.forgetSwept(swept.byteOffset, contactStream.bodies.size, root.byteOffset, velocity.byteOffset);
  kernel.writeRoots(
    groups.movers.columns.member.byteOffset,
    moverCount,
    orientation.byteOffset,
    principal.byteOffset,
    moments.byteOffset,
    stiffMoments.byteOffset,
    spinning.byteOffset,
    inverseMass.byteOffset,
    root.byteOffset,
    swept.byteOffset,
  );
  contactStream.bodies.size = moverCount;
}
