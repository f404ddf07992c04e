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
import type { Island } from '../../../detection/islands/island.js';
import type { Memory } from '../../../table/memory.js';
import type { Columns } from '../../../table/table.js';
import { f64, i32, Table } from '../../../table/table.js';

/** Least cosine between a normal and the vertical for the upper body to stand on the lower [1]. */
const SUPPORTING = 0.2;

/** In place of the rank of what does not move, and of what has none yet: above all others. */
const UNRANKED = 0x7fffffff;

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
/** One row an island: its levels, from the ground up. */
const ISLAND_SCHEMA = { firstLevel: i32(1, 'scratch'), levelCount: i32(1, 'scratch') } as const;

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
    this.entries = new Table(memory, ENTRY_SCHEMA);
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
  countEntries(support, detection);
  listEntries(support, detection);
  levels.size = 0;
  for (let i = 0; i <= groups.count; i++) {
    rankSupportsFirst(support, detection, groups.list[i]);
    sortByLevel(support, detection, groups.list[i]);
  }
}

/** Makes room for the edges of every body. */
function countEntries({ standing }: SupportGraph, { bodies, graph, contactEdges, atHand, rowCount }: Detection): void {
  const { inverseMass } = bodies.nodes.columns;
  const { movers } = graph.edges.columns;
  const { firstEntry, entryCount, aboveCount, met, rank } = standing.columns;
  const { edge: edges } = contactEdges.columns;
  entryCount.fill(0, 0, rowCount);
  aboveCount.fill(0, 0, rowCount);
  met.fill(0, 0, rowCount);
  rank.fill(UNRANKED, 0, rowCount);
  for (let i = 0; i < 2 * contactEdges.size; i++) {
    const row = movers[2 * edges[i >> 1] + (i & 1)];
    if (inverseMass[row] > 0) entryCount[row]++;
  }
  let first = 0;
  for (let i = 0; i < (atHand.areAll ? bodies.nodes.size : atHand.count); i++) {
    const row = atHand.areAll ? i : atHand.rows[i];
    firstEntry[row] = first;
    first += entryCount[row];
    entryCount[row] = 0;
  }
}

function listEntries({ entries, standing, up }: SupportGraph, { bodies, graph, contactEdges }: Detection): void {
  const { inverseMass } = bodies.nodes.columns;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { worldNormal } = graph.contacts.columns;
  const { firstEntry, entryCount } = standing.columns;
  const { edge: entryEdge, other, role } = entries.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    let upward = 0;
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      const c = 3 * contact;
      upward += up[0] * worldNormal[c] + up[1] * worldNormal[c + 1] + up[2] * worldNormal[c + 2];
    }
    upward /= contactCount[edge];
    const roleOfA = upward > SUPPORTING ? 1 : upward < -SUPPORTING ? -1 : 0;
    if (inverseMass[a] > 0) {
      const entry = firstEntry[a] + entryCount[a]++;
      entryEdge[entry] = edge;
      other[entry] = b;
      role[entry] = -roleOfA;
    }
    if (inverseMass[b] > 0) {
      const entry = firstEntry[b] + entryCount[b]++;
      entryEdge[entry] = edge;
      other[entry] = a;
      role[entry] = roleOfA;
    }
  }
}

/** Tarjan's algorithm with its recursion written out: `path` is the call stack, `open` Tarjan's own. */
function rankSupportsFirst({ entries, standing, order }: SupportGraph, { bodies, groups }: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const members = groups.movers.columns.member;
  const { inverseMass } = bodies.nodes.columns;
  const { firstEntry, entryCount, met, reaches, followed, isOpen, rank } = standing.columns;
  const { other, role } = entries.columns;
  const { path, open } = order.columns;
  let place = firstBody;
  let count = 0;
  let openCount = 0;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    if (met[members[i]] !== 0) continue;
    let depth = 0;
    path[0] = members[i];
    while (depth >= 0) {
      const at = path[depth];
      if (met[at] === 0) {
        count++;
        met[at] = count;
        reaches[at] = count;
        followed[at] = 0;
        isOpen[at] = 1;
        open[openCount++] = at;
      }
      let next = -1;
      while (followed[at] < entryCount[at] && next < 0) {
        const entry = firstEntry[at] + followed[at]++;
        const below = other[entry];
        if (role[entry] !== 1 || inverseMass[below] === 0) continue;
        if (met[below] === 0) next = below;
        else if (isOpen[below] !== 0) reaches[at] = Math.min(reaches[at], met[below]);
      }
      if (next >= 0) {
        depth++;
        path[depth] = next;
        continue;
      }
      if (reaches[at] === met[at]) {
        // A component is complete: all bodies opened since.
        let from = openCount - 1;
        while (open[from] !== at) from--;
        for (let k = from; k < openCount; k++) {
          rank[open[k]] = place++;
          isOpen[open[k]] = 0;
          stackBody(entries.columns, standing.columns, open[k]);
        }
        openCount = from;
      }
      depth--;
      if (depth >= 0) reaches[path[depth]] = Math.min(reaches[path[depth]], reaches[at]);
    }
  }
}

/** Notes the level of a body that has come to its rank, and that it is above the bodies it touches there already. */
function stackBody(entries: Columns<typeof ENTRY_SCHEMA>, standing: Columns<typeof STANDING_SCHEMA>, body: number): void {
  const { other, entryAbove } = entries;
  const { firstEntry, entryCount, rank, level, aboveCount } = standing;
  const place = rank[body];
  let below = 0;
  for (let entry = firstEntry[body] + entryCount[body] - 1; entry >= firstEntry[body]; entry--) {
    const o = other[entry];
    if (rank[o] >= place) continue;
    below = Math.max(below, level[o] + 1);
    entryAbove[firstEntry[o] + aboveCount[o]++] = entry;
  }
  level[body] = below;
}

/** Lists the bodies of an island level by level, those of a level in the order of the island. */
function sortByLevel({ standing, order, levels, islands }: SupportGraph, { groups }: Detection, island: Island): void {
  const { member } = groups.movers.columns;
  const { level } = standing.columns;
  const { firstBody, bodyCount } = levels.columns;
  const end = island.firstBody + island.bodyCount;
  const ground = levels.size;
  for (let i = island.firstBody; i < end; i++) {
    const row = ground + level[member[i]];
    for (; levels.size <= row; levels.size++) bodyCount[levels.size] = 0;
    bodyCount[row]++;
  }
  islands.columns.firstLevel[island.number] = ground;
  islands.columns.levelCount[island.number] = levels.size - ground;
  let place = island.firstBody;
  for (let row = ground; row < levels.size; row++) {
    firstBody[row] = place;
    place += bodyCount[row];
    bodyCount[row] = 0;
  }
  for (let i = island.firstBody; i < end; i++) {
    const row = ground + level[member[i]];
    order.columns.body[firstBody[row] + bodyCount[row]++] = member[i];
  }
}
