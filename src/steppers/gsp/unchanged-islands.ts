// Islands that begin a step as they began the one before, whatever moves elsewhere: with the same bodies and edges, none of which has
// moved. What the last step found out about them still holds: that they need no correction, or that a step does not change them, so that
// they are left alone. Islands are numbered anew where contacts come and go, so this is noted at the first of their bodies.

import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { type ContactStream, NOTES } from './contact-stream.js';

/** Gives the islands at hand what was noted of them a step ago, where they are unchanged. Islands with joints or locks are left out. */
export function recallUnchanged(stream: ContactStream, detection: Detection): void {
  const { groups, stillness } = detection;
  const { member } = groups.movers.columns;
  const { isUnchanged, isFree, isSettled } = stream.islands.columns;
  const { notes } = stream.bodies.columns;
  // Hooks may give other answers in every step.
  const isComparable = stillness.isComparable && stream.areConditionsSame && detection.ask === undefined;
  if (isComparable) markFoundAnew(stream, detection);
  for (let i = 0; i < groups.count; i++) {
    const island = groups.list[i];
    const k = NOTES * member[island.firstBody];
    const isNoted = notes[k] === stream.step - 1 && notes[k + 1] === island.bodyCount && notes[k + 2] === island.edgeCount;
    isUnchanged[i] = isComparable && isNoted && !island.isTied && isAsBefore(stream, detection, island) ? 1 : 0;
    isFree[i] = isUnchanged[i] & notes[k + 3];
    isSettled[i] = isUnchanged[i] & notes[k + 4];
  }
}

/** Notes of islands the step, bodies and edges, whether they need no correction, whether they are settled, and their numbers. */
export function noteIslands(stream: ContactStream, { groups }: Detection): void {
  const { member } = groups.movers.columns;
  const { isFree, isSettled } = stream.islands.columns;
  const { notes } = stream.bodies.columns;
  for (let i = 0; i < groups.count; i++) {
    const { firstBody, bodyCount, edgeCount } = groups.list[i];
    const k = NOTES * member[firstBody];
    notes[k] = stream.step;
    notes[k + 1] = bodyCount;
    notes[k + 2] = edgeCount;
    notes[k + 3] = isFree[i];
    notes[k + 4] = isSettled[i];
    notes[k + 5] = i;
  }
  stream.islandCount = groups.count;
}

/** What was found anew, although nothing moved, may be otherwise. */
function markFoundAnew(stream: ContactStream, { candidates, graph }: Detection): void {
  const { movers, contactCount } = graph.edges.columns;
  const { foundAt } = stream.bodies.columns;
  for (let i = 0; i < candidates.size; i++) {
    const edge = candidates.columns.edge[i];
    if (contactCount[edge] === 0) continue;
    foundAt[movers[2 * edge]] = foundAt[movers[2 * edge + 1]] = stream.step;
  }
}

function isAsBefore(stream: ContactStream, { bodies, graph, groups }: Detection, island: Island): boolean {
  const { moved, mover } = bodies.nodes.columns;
  const { foundAt } = stream.bodies.columns;
  const { nodes: ends } = graph.edges.columns;
  const bodyRows = groups.movers.columns.member;
  for (let i = island.firstBody; i < island.firstBody + island.bodyCount; i++)
    if (moved[bodyRows[i]] !== 0 || foundAt[bodyRows[i]] === stream.step) return false;
  const edgeRows = groups.edges.columns.member;
  for (let i = island.firstEdge; i < island.firstEdge + island.edgeCount; i++) {
    const a = ends[2 * edgeRows[i]];
    const b = ends[2 * edgeRows[i] + 1];
    if ((moved[a] | moved[b] | moved[mover[a]] | moved[mover[b]]) !== 0) return false;
  }
  return true;
}
