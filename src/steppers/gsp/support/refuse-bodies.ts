// Which bodies are refused without being asked, and which are once others have been refused.

import type { NODE_SCHEMA } from '../../../bodies/node-table.js';
import type { Detection } from '../../../detection/detection.js';
import type { Island } from '../../../detection/islands/island.js';
import type { Columns } from '../../../table/table.js';
import { findHolderOf } from './find-holders.js';
import type { Holding, HoldLimits } from './holding.js';
import { AT_REST, closes, NONE, NOT_ASKED, REFUSED } from './holding.js';
import { findRestAtEnd, measureOffRest, standsOnStill } from './rest-on-holder.js';
import type { SupportGraph } from './support-graph.js';

/**
 * A body that could not be held for this many steps is asked about once in as many: in a random pile most bodies are
 * such.
 */
const PATIENCE = 8;

/** Whether a body, or the mechanism that it is of, is asked about in this step. */
export function isAsked({ unheld }: Columns<typeof NODE_SCHEMA>, body: number): boolean {
  return unheld[body] <= PATIENCE || unheld[body] % PATIENCE === 0;
}

/** Whether any body of an island is asked about in this step. */
export function isAnyAsked({ bodies, groups }: Detection, { firstBody, bodyCount }: Island): boolean {
  const nodes = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) if (isAsked(nodes, member[i])) return true;
  return false;
}

/**
 * Finds what might hold each body of an island that moves (find-holders.ts). Refuses bodies that are not asked about, bodies that
 * move on bodies that move, and all that rely on no others. Returns whether any is left.
 */
export function findHoldersInMotion(holding: Holding, detection: Detection, island: Island, limits: HoldLimits): boolean {
  const { support } = holding;
  const { firstBody, bodyCount } = island;
  const nodes = detection.bodies.nodes.columns;
  const { holder } = support.standing.columns;
  let isAnyLeft = false;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const body = support.order.columns.body[i];
    holder[body] = isAsked(nodes, body) ? bearerOf(support, nodes, body) : REFUSED;
    if (holder[body] >= 0) findHolderOf(support, detection, body);
    if (holder[body] < 0) continue;
    findRestAtEnd(holding, nodes, body, limits);
    if (mayLand(holding, nodes, body, limits)) isAnyLeft = true;
    else holder[body] = REFUSED;
  }
  return isAnyLeft;
}

/** Whether a body is not too fast to come to rest in the step. */
function mayLand(holding: Holding, nodes: Columns<typeof NODE_SCHEMA>, body: number, { fast, slow }: HoldLimits): boolean {
  measureOffRest(holding, nodes, body);
  if (nodes.unheld[body] > PATIENCE) return holding.offRest[0] <= slow;
  return holding.offRest[0] <= fast || standsOnStill(holding.support, nodes, body);
}

/** Something that may bear a body of which all of lower rank are known: its row; REFUSED where all of it is refused; or NONE. */
function bearerOf({ standing, entries }: SupportGraph, { inverseMass }: Columns<typeof NODE_SCHEMA>, body: number): number {
  const { firstEntry, entryCount, holder, rank } = standing.columns;
  let bearer = NONE;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = entries.columns.other[entry];
    if (inverseMass[o] === 0) return o;
    if (rank[o] > rank[body]) continue;
    if (holder[o] >= 0) return o;
    if (holder[o] === REFUSED) bearer = REFUSED;
  }
  return bearer;
}

/** Lets go of every body that relies on one refused in this round; returns whether there were any. */
export function releaseFromTheGround(
  { standing, entries, order }: SupportGraph,
  { bodies, graph }: Detection,
  { firstBody, bodyCount }: Island,
): boolean {
  const { firstEntry, entryCount, holder, rank, asked, arrival } = standing.columns;
  const { edge: entryEdge, other } = entries.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  const { bias, held, load } = graph.contacts.columns;
  const { inverseMass } = bodies.nodes.columns;
  let lost = false;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const body = order.columns.body[i];
    const carries = asked[body] === AT_REST ? load : held;
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
 * Refuses all bodies that touch one refused in this round, and all that touch these, and so on. No impulse that holds a
 * body which is left depends on a body that now keeps what the sweeps gave it.
 */
export function refuseNeighbours(
  { standing, entries, order }: SupportGraph,
  { bodies }: Detection,
  { firstBody, bodyCount }: Island,
): void {
  const { firstEntry, entryCount, holder, asked } = standing.columns;
  const { inverseMass } = bodies.nodes.columns;
  const { body, path } = order.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
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
