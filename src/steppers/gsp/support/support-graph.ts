// Who stands on whom: the edges of every body, the rank of every body, which is above that of its supports, and the
// bodies of every island in levels.
//
// An edge supports where its normals point upward by more than SUPPORTING. Ranks follow the strongly connected
// components of "stands on". Tarjan's algorithm finds these, supports first; bodies that support each other in a circle
// come together, in the order in which they were met. Breadth-first heights, the paper's, would put a lintel over
// pillars of two and of four boxes between the boxes of the higher one.
//
// Of two bodies that touch, one on the other or side by side, the one of higher rank asks, and the other is asked. A
// body is one level above the highest of those that it may ask. So bodies of one level do not touch each other, and
// holding them in any order, or side by side, gives the same bits.

import type { Detection } from '../../../detection/detection.js';
import type { Kernel } from '../../../kernels/kernel.js';
import * as loops from '../../../kernels/shared/find-supports.js';
import type { Memory } from '../../../table/memory.js';
import { FIRST_ROWS, f64, i32, Table } from '../../../table/table.js';

const ENTRY_SCHEMA = {
  /** The edge. */
  edge: i32(1, 'scratch'),
  /** The mover at its other end. */
  other: i32(1, 'scratch'),
  /** 1 when the other supports this one, -1 when it stands on it, 0 beside it. */
  role: i32(1, 'scratch'),
  /** The bodies of higher rank that touch this one, from the lowest rank up, by their entries: a list by itself. */
  entryAbove: i32(1, 'scratch'),
} as const;

/** One row a node of the world. */
const STANDING_SCHEMA = {
  firstEntry: i32(1, 'scratch'),
  entryCount: i32(1, 'scratch'),
  /** Tarjan's number of a body and the smallest it reaches; 0 before it is met. */
  met: i32(1, 'scratch'),
  reaches: i32(1, 'scratch'),
  /** Entries of a body already followed. */
  followed: i32(1, 'scratch'),
  isOpen: i32(1, 'scratch'),
  /** The fixed or scripted body that holds this one at rest, itself or through others; negative for none. */
  holder: i32(1, 'scratch'),
  /** Which of its contacts were asked for impulses to hold it: NOT_ASKED and its kind of holding.ts. */
  asked: i32(1, 'scratch'),
  /**
   * Speed at which the body closes its smallest gap within the step, 0 where it stands [m/s], and the velocity that
   * does it.
   */
  arrival: f64(1, 'scratch'),
  approach: f64(3, 'scratch'),
  /** Place of the body in its island, supports first: it decides which of two bodies that touch asks the other. */
  rank: i32(1, 'scratch'),
  /** How many levels are below the body. */
  level: i32(1, 'scratch'),
  /** How many bodies of higher rank touch it, one counted once for each edge. */
  aboveCount: i32(1, 'scratch'),
  /** Velocity as the sweeps left it, for bodies that cannot be held [m/s], [rad/s]. */
  swept: f64(6, 'scratch'),
} as const;

/** One row a body; those of an island are in the rows that it has in the list of movers. */
const ORDER_SCHEMA = {
  body: i32(1, 'scratch'),
  path: i32(1, 'scratch'),
  open: i32(1, 'scratch'),
} as const;

/** One row a level: its bodies are so many in the order, from the first. */
const LEVEL_SCHEMA = { firstBody: i32(1, 'scratch'), bodyCount: i32(1, 'scratch') } as const;
/** One row an island: its bodies, as Island has them, and its levels, from the ground up. */
const ISLAND_SCHEMA = {
  firstBody: i32(1, 'scratch'),
  bodyCount: i32(1, 'scratch'),
  firstLevel: i32(1, 'scratch'),
  levelCount: i32(1, 'scratch'),
} as const;

/** Neighbours of each body in a pile, about [1]. */
const ENTRIES_OF_A_BODY = 6;

export class SupportGraph {
  readonly entries: Table<typeof ENTRY_SCHEMA>;
  readonly standing: Table<typeof STANDING_SCHEMA>;
  /** Column `body`: the bodies of every island, level by level from the ground up. */
  readonly order: Table<typeof ORDER_SCHEMA>;
  readonly levels: Table<typeof LEVEL_SCHEMA>;
  readonly islands: Table<typeof ISLAND_SCHEMA>;
  /** Against gravity [1]; zero where there is none, and then nothing supports anything. */
  readonly up = new Float64Array(3);

  constructor(memory: Memory) {
    this.entries = new Table(memory, ENTRY_SCHEMA, FIRST_ROWS, ENTRIES_OF_A_BODY);
    this.standing = new Table(memory, STANDING_SCHEMA);
    this.order = new Table(memory, ORDER_SCHEMA);
    this.levels = new Table(memory, LEVEL_SCHEMA);
    this.islands = new Table(memory, ISLAND_SCHEMA);
  }
}

/**
 * Finds the edges of every body, what supports what, and the levels of every island; the contacts must have been placed.
 */
export function findSupports(support: SupportGraph, detection: Detection, gravity: readonly number[]): void {
  const { entries, standing, order, levels, islands, up } = support;
  const { contactEdges, groups } = detection;
  entries.ensureCapacity(2 * contactEdges.size);
  standing.ensureCapacity(detection.rowCount);
  order.ensureCapacity(detection.rowCount);
  levels.ensureCapacity(detection.rowCount);
  islands.ensureCapacity(groups.count + 1);
  const g = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  for (let k = 0; k < 3; k++) up[k] = g > 0 ? -gravity[k] / g : 0;
  for (let i = 0; i <= groups.count; i++) {
    islands.columns.firstBody[i] = groups.list[i].firstBody;
    islands.columns.bodyCount[i] = groups.list[i].bodyCount;
  }
  const { kernel } = detection.compiled;
  const isCompiled = kernel !== null && detection.state.settings.kernel !== 'reference';
  countEntries(support, detection, isCompiled ? kernel : null);
  listEntries(support, detection, isCompiled ? kernel : null);
  levels.size = rankIslands(support, detection, isCompiled ? kernel : null);
}

/** Makes room for the edges of every body. */
function countEntries(
  { standing }: SupportGraph,
  { bodies, graph, groups, contactEdges }: Detection,
  kernel: Kernel | null,
): void {
  const { edge } = contactEdges.columns;
  const { movers } = graph.edges.columns;
  const { member } = groups.movers.columns;
  const { inverseMass } = bodies.nodes.columns;
  const { firstEntry, entryCount, aboveCount, met, rank } = standing.columns;
  const { size } = contactEdges;
  const { moverCount } = groups;
  if (kernel === null) {
    loops.countEntries(edge, size, movers, member, moverCount, inverseMass, firstEntry, entryCount, aboveCount, met, rank);
    return;
  }
  kernel.countEntries(
    edge.byteOffset,
    size,
    movers.byteOffset,
    member.byteOffset,
    moverCount,
    inverseMass.byteOffset,
    firstEntry.byteOffset,
    entryCount.byteOffset,
    aboveCount.byteOffset,
    met.byteOffset,
    rank.byteOffset,
  );
}

/** Lists the edges of every body, and says of each what it is to the body. */
function listEntries(
  { entries, standing, up }: SupportGraph,
  { bodies, graph, contactEdges }: Detection,
  kernel: Kernel | null,
): void {
  const { edge: edges } = contactEdges.columns;
  const { size } = contactEdges;
  const { inverseMass } = bodies.nodes.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { worldNormal } = graph.contacts.columns;
  const { firstEntry, entryCount } = standing.columns;
  const { edge, other, role } = entries.columns;
  if (kernel === null) {
    loops.listEntries(
      edges,
      size,
      movers,
      firstContact,
      contactCount,
      worldNormal,
      inverseMass,
      up[0],
      up[1],
      up[2],
      firstEntry,
      entryCount,
      edge,
      other,
      role,
    );
    return;
  }
  kernel.listEntries(
    edges.byteOffset,
    size,
    movers.byteOffset,
    firstContact.byteOffset,
    contactCount.byteOffset,
    worldNormal.byteOffset,
    inverseMass.byteOffset,
    up[0],
    up[1],
    up[2],
    firstEntry.byteOffset,
    entryCount.byteOffset,
    edge.byteOffset,
    other.byteOffset,
    role.byteOffset,
  );
}

/** Ranks the bodies of every island, supports first, and lists them in levels. Returns how many levels there are. */
function rankIslands(
  { entries, standing, order, levels, islands }: SupportGraph,
  { bodies, groups }: Detection,
  kernel: Kernel | null,
): number {
  const { member } = groups.movers.columns;
  const { inverseMass } = bodies.nodes.columns;
  const { firstBody, bodyCount, firstLevel, levelCount } = islands.columns;
  const { firstEntry, entryCount, met, reaches, followed, isOpen, rank, level, aboveCount } = standing.columns;
  const { other, role, entryAbove } = entries.columns;
  const { body, path, open } = order.columns;
  const { firstBody: firstOfLevel, bodyCount: countOfLevel } = levels.columns;
  if (kernel === null)
    return loops.rankIslands(
      member,
      groups.count + 1,
      firstBody,
      bodyCount,
      firstLevel,
      levelCount,
      inverseMass,
      firstEntry,
      entryCount,
      other,
      role,
      entryAbove,
      met,
      reaches,
      followed,
      isOpen,
      rank,
      level,
      aboveCount,
      path,
      open,
      body,
      firstOfLevel,
      countOfLevel,
    );
  return kernel.rankIslands(
    member.byteOffset,
    groups.count + 1,
    firstBody.byteOffset,
    bodyCount.byteOffset,
    firstLevel.byteOffset,
    levelCount.byteOffset,
    inverseMass.byteOffset,
    firstEntry.byteOffset,
    entryCount.byteOffset,
    other.byteOffset,
    role.byteOffset,
    entryAbove.byteOffset,
    met.byteOffset,
    reaches.byteOffset,
    followed.byteOffset,
    isOpen.byteOffset,
    rank.byteOffset,
    level.byteOffset,
    aboveCount.byteOffset,
    path.byteOffset,
    open.byteOffset,
    body.byteOffset,
    firstOfLevel.byteOffset,
    countOfLevel.byteOffset,
  );
}
