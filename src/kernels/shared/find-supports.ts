// Who stands on whom, and the bodies of every island in levels (steppers/gsp/support/support-graph.ts says what both are for, and what
// the columns are).

import type { F64, I32, Integers, Numbers } from './numbers.js';

/** Least cosine between a normal and the vertical for the upper body to stand on the lower [1]. */
const SUPPORTING: F64 = 0.2;

/** In place of the rank of what does not move, and of what has none yet: above all others. */
const UNRANKED: I32 = 0x7fffffff;

/** A body has no edges yet, and no rank. */
function forget(row: I32, firstEntry: Integers, entryCount: Integers, aboveCount: Integers, met: Integers, rank: Integers): void {
  firstEntry[row] = 0;
  entryCount[row] = 0;
  aboveCount[row] = 0;
  met[row] = 0;
  rank[row] = UNRANKED;
}

/**
 * Makes room for the edges of every body: for those of edges[0 .. edgeCount). Bodies are the ends of these, and the members of islands,
 * members[0 .. memberCount); all others, of which many may sleep, are left as they are.
 */
export function countEntries(
  edges: Integers,
  edgeCount: I32,
  movers: Integers,
  members: Integers,
  memberCount: I32,
  inverseMass: Numbers,
  firstEntry: Integers,
  entryCount: Integers,
  aboveCount: Integers,
  met: Integers,
  rank: Integers,
): void {
  for (let i: I32 = 0; i < memberCount; i++) forget(members[i], firstEntry, entryCount, aboveCount, met, rank);
  for (let i: I32 = 0; i < edgeCount; i++) {
    forget(movers[2 * edges[i]], firstEntry, entryCount, aboveCount, met, rank);
    forget(movers[2 * edges[i] + 1], firstEntry, entryCount, aboveCount, met, rank);
  }
  for (let i: I32 = 0; i < edgeCount; i++) {
    const a = movers[2 * edges[i]];
    const b = movers[2 * edges[i] + 1];
    if (inverseMass[a] > 0) entryCount[a] += 1;
    if (inverseMass[b] > 0) entryCount[b] += 1;
  }
  // A body that has its room counts again while its edges are listed.
  let first: I32 = 0;
  for (let i: I32 = 0; i < 2 * edgeCount; i++) {
    const row = movers[2 * edges[i >> 1] + (i & 1)];
    if (entryCount[row] === 0) continue;
    firstEntry[row] = first;
    first += entryCount[row];
    entryCount[row] = 0;
  }
}

/** Lists the edges of every body, and says of each whether its other end supports the body: up is x, y, z, or zero. */
export function listEntries(
  edges: Integers,
  edgeCount: I32,
  movers: Integers,
  firstContact: Integers,
  contactCount: Integers,
  worldNormal: Numbers,
  inverseMass: Numbers,
  x: F64,
  y: F64,
  z: F64,
  firstEntry: Integers,
  entryCount: Integers,
  entryEdge: Integers,
  other: Integers,
  role: Integers,
): void {
  for (let i: I32 = 0; i < edgeCount; i++) {
    const edge = edges[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    let upward: F64 = 0;
    for (let c: I32 = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++)
      upward += x * worldNormal[3 * c] + y * worldNormal[3 * c + 1] + z * worldNormal[3 * c + 2];
    upward /= contactCount[edge];
    const roleOfA: I32 = upward > SUPPORTING ? 1 : upward < -SUPPORTING ? -1 : 0;
    if (inverseMass[a] > 0) {
      const entry = firstEntry[a] + entryCount[a];
      entryCount[a] += 1;
      entryEdge[entry] = edge;
      other[entry] = b;
      role[entry] = -roleOfA;
    }
    if (inverseMass[b] > 0) {
      const entry = firstEntry[b] + entryCount[b];
      entryCount[b] += 1;
      entryEdge[entry] = edge;
      other[entry] = a;
      role[entry] = roleOfA;
    }
  }
}

/**
 * Ranks the bodies members[firstBody .. firstBody + bodyCount) of an island, supports first: Tarjan's algorithm with its recursion
 * written out. `path` is the call stack, `open` Tarjan's own.
 */
function rankSupportsFirst(
  members: Integers,
  firstBody: I32,
  bodyCount: I32,
  inverseMass: Numbers,
  firstEntry: Integers,
  entryCount: Integers,
  other: Integers,
  role: Integers,
  entryAbove: Integers,
  met: Integers,
  reaches: Integers,
  followed: Integers,
  isOpen: Integers,
  rank: Integers,
  level: Integers,
  aboveCount: Integers,
  path: Integers,
  open: Integers,
): void {
  let place = firstBody;
  let count: I32 = 0;
  let openCount: I32 = 0;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    if (met[members[i]] !== 0) continue;
    let depth: I32 = 0;
    path[0] = members[i];
    while (depth >= 0) {
      const at = path[depth];
      if (met[at] === 0) {
        count++;
        met[at] = count;
        reaches[at] = count;
        followed[at] = 0;
        isOpen[at] = 1;
        open[openCount] = at;
        openCount++;
      }
      let next: I32 = -1;
      while (followed[at] < entryCount[at] && next < 0) {
        const entry = firstEntry[at] + followed[at];
        followed[at] += 1;
        const below = other[entry];
        if (role[entry] !== 1 || inverseMass[below] === 0) continue;
        if (met[below] === 0) next = below;
        else if (isOpen[below] !== 0 && met[below] < reaches[at]) reaches[at] = met[below];
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
          const body = open[k];
          rank[body] = place;
          isOpen[body] = 0;
          stackBody(body, place, firstEntry, entryCount, other, entryAbove, rank, level, aboveCount);
          place++;
        }
        openCount = from;
      }
      depth--;
      if (depth >= 0 && reaches[at] < reaches[path[depth]]) reaches[path[depth]] = reaches[at];
    }
  }
}

/** Notes the level of a body that has come to its rank, and that it is above the bodies it touches there already. */
function stackBody(
  body: I32,
  place: I32,
  firstEntry: Integers,
  entryCount: Integers,
  other: Integers,
  entryAbove: Integers,
  rank: Integers,
  level: Integers,
  aboveCount: Integers,
): void {
  let below: I32 = 0;
  for (let entry = firstEntry[body] + entryCount[body] - 1; entry >= firstEntry[body]; entry--) {
    const o = other[entry];
    if (rank[o] >= place) continue;
    if (level[o] >= below) below = level[o] + 1;
    entryAbove[firstEntry[o] + aboveCount[o]] = entry;
    aboveCount[o] += 1;
  }
  level[body] = below;
}

/** Lists the bodies of an island level by level, those of a level in the order of the island. Returns where its levels end. */
function sortByLevel(
  members: Integers,
  firstBody: I32,
  bodyCount: I32,
  level: Integers,
  ground: I32,
  firstOfLevel: Integers,
  countOfLevel: Integers,
  body: Integers,
): I32 {
  const end = firstBody + bodyCount;
  let top = ground;
  for (let i = firstBody; i < end; i++) {
    const row = ground + level[members[i]];
    for (; top <= row; top++) countOfLevel[top] = 0;
    countOfLevel[row] += 1;
  }
  let place = firstBody;
  for (let row = ground; row < top; row++) {
    firstOfLevel[row] = place;
    place += countOfLevel[row];
    countOfLevel[row] = 0;
  }
  for (let i = firstBody; i < end; i++) {
    const row = ground + level[members[i]];
    body[firstOfLevel[row] + countOfLevel[row]] = members[i];
    countOfLevel[row] += 1;
  }
  return top;
}

/** Ranks the bodies of `count` islands, and lists them level by level. Returns how many levels there are in all. */
export function rankIslands(
  members: Integers,
  count: I32,
  firstBody: Integers,
  bodyCount: Integers,
  firstLevel: Integers,
  levelCount: Integers,
  inverseMass: Numbers,
  firstEntry: Integers,
  entryCount: Integers,
  other: Integers,
  role: Integers,
  entryAbove: Integers,
  met: Integers,
  reaches: Integers,
  followed: Integers,
  isOpen: Integers,
  rank: Integers,
  level: Integers,
  aboveCount: Integers,
  path: Integers,
  open: Integers,
  body: Integers,
  firstOfLevel: Integers,
  countOfLevel: Integers,
): I32 {
  let levels: I32 = 0;
  for (let i: I32 = 0; i < count; i++) {
    const first = firstBody[i];
    const bodies = bodyCount[i];
    rankSupportsFirst(
      members,
      first,
      bodies,
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
    );
    firstLevel[i] = levels;
    levels = sortByLevel(members, first, bodies, level, levels, firstOfLevel, countOfLevel, body);
    levelCount[i] = levels - firstLevel[i];
  }
  return levels;
}
