// The pairs of each body among those that detection lists. Later rounds of a second look have few bodies of many: a
// round visits the pairs of these alone, in the order in which detection lists them.

import { isAllowed } from '../../detection/contact-graph/coherence.js';
import { isPhysicalEdge } from '../../detection/contact-graph/edge-kinds.js';
import type { Detection } from '../../detection/detection.js';

export class PairsOfBodies {
  /** Pairs of the round at hand: rows of the overlaps, ascending. */
  count = 0;
  listed = new Int32Array(0);
  /** For each node where its part of `pairs` ends, which begins where that of the node before ends. */
  end = new Int32Array(0);
  pairs = new Int32Array(0);
  /** One bit an overlap, set where it is to be listed. */
  marks = new Int32Array(0);
}

/** Whether a pair of the overlaps may touch: passive bodies are among them too, without proximity. */
export function mayTouch({ graph, overlaps }: Detection, i: number): boolean {
  const { edge, nodes: ends } = overlaps.columns;
  const { kind, proximity } = graph.edges.columns;
  return proximity[edge[i]] !== 0 && isPhysicalEdge(kind[edge[i]]) && isAllowed(graph, ends[2 * i], ends[2 * i + 1]);
}

/** Whether one of two nodes is of an island that was solved exactly. */
export function isSolved({ bodies }: Detection, a: number, b: number, isExact: Int32Array): boolean {
  const { mover, group } = bodies.nodes.columns;
  const island = Math.max(group[mover[a]], group[mover[b]]);
  return island >= 0 && isExact[island] !== 0;
}

/** Whether a node is of an island with joints: nothing but its own step moves it, or the joints would open. */
export function isHeldByJoints({ bodies, groups }: Detection, node: number): boolean {
  const { mover, group } = bodies.nodes.columns;
  const island = group[mover[node]];
  return island >= 0 && groups.list[island].isTied;
}

/** Shares all pairs that may touch out to the bodies that impulses move: a counting sort. */
export function sharePairs(of: PairsOfBodies, detection: Detection): void {
  const { bodies, overlaps } = detection;
  const { nodes: ends } = overlaps.columns;
  const { mover, inverseMass } = bodies.nodes.columns;
  const { size } = bodies.nodes;
  reserve(of, size, overlaps.size);
  const { listed, end, pairs } = of;
  of.count = 0;
  end.fill(0, 0, size);
  for (let i = 0; i < overlaps.size; i++) {
    if (!mayTouch(detection, i)) continue;
    listed[of.count++] = i;
    end[mover[ends[2 * i]]]++;
    end[mover[ends[2 * i + 1]]]++;
  }
  for (let row = 0, start = 0; row < size; row++) {
    const count = inverseMass[row] > 0 ? end[row] : 0;
    end[row] = start;
    start += count;
  }
  for (let k = 0; k < of.count; k++) {
    for (let e = 2 * listed[k]; e < 2 * listed[k] + 2; e++) {
      const row = mover[ends[e]];
      if (inverseMass[row] > 0) pairs[end[row]++] = listed[k];
    }
  }
}

function reserve(of: PairsOfBodies, rows: number, pairs: number): void {
  if (rows > of.end.length) of.end = new Int32Array(2 * rows);
  if (pairs <= of.listed.length) return;
  of.listed = new Int32Array(2 * pairs);
  of.pairs = new Int32Array(4 * pairs);
  of.marks = new Int32Array((pairs >> 4) + 1);
}

/** Lists the pairs of `count` bodies, each once. */
export function listPairsOf(of: PairsOfBodies, { overlaps }: Detection, bodies: Int32Array, count: number): void {
  const { end, pairs, marks, listed } = of;
  for (let i = 0; i < count; i++) {
    const body = bodies[i];
    for (let k = body > 0 ? end[body - 1] : 0; k < end[body]; k++) marks[pairs[k] >> 5] |= 1 << (pairs[k] & 31);
  }
  of.count = 0;
  for (let word = 0; word <= overlaps.size >> 5; word++) {
    for (let left = marks[word]; left !== 0; left &= left - 1) listed[of.count++] = 32 * word + 31 - Math.clz32(left & -left);
    marks[word] = 0;
  }
}
