// Contacts in the order in which everything after detection goes over them, that of the overlaps. Blocks of contacts come and go,
// and where they have come to lie scattered, much of a step is waiting for memory: then all of them are moved.

import type { Detection } from '../detection.js';
import type { ContactGraph } from './contact-graph.js';
import { blockSize } from './contact-graph.js';

/** Share of the edges that may have their contacts out of order [1]. */
const MOST_DISORDER = 0.05;

/** What moving contacts works on. */
export class ContactOrder {
  /** For each row of contacts the row it is taken from, or -1. */
  source = new Int32Array(64);
}

export function orderContacts({ atHand, graph, overlaps, contactEdges, contactOrder }: Detection): void {
  // Contacts of pairs that are not listed have to stay.
  if (!atHand.areAll) return;
  if (isInOrder(graph, contactEdges.columns.edge, contactEdges.size)) return;
  const rows = placeBlocks(contactOrder, graph, overlaps.columns.edge, overlaps.size);
  graph.contacts.rearrangeState(contactOrder.source, rows);
  graph.blocks.columns.firstFree.fill(-1);
  graph.contactMoves++;
}

function isInOrder({ edges }: ContactGraph, listed: Int32Array, count: number): boolean {
  const { firstContact } = edges.columns;
  let disorder = 0;
  for (let i = 1; i < count; i++) if (firstContact[listed[i]] < firstContact[listed[i - 1]]) disorder++;
  return disorder <= MOST_DISORDER * count;
}

/** Gives every edge with contacts a block behind that of the edge before it, and all others none; returns the rows of all. */
function placeBlocks(order: ContactOrder, { edges, contacts }: ContactGraph, listed: Int32Array, count: number): number {
  const { firstContact, contactCount, contactRoom } = edges.columns;
  if (order.source.length < contacts.size) order.source = new Int32Array(2 * contacts.size);
  const { source } = order;
  let rows = 0;
  for (let i = 0; i < count; i++) {
    const edge = listed[i];
    if (contactRoom[edge] === 0) continue;
    const used = contactCount[edge];
    const size = used > 0 ? blockSize(used) : 0;
    const from = firstContact[edge];
    firstContact[edge] = used > 0 ? rows : -1;
    contactRoom[edge] = size;
    for (let k = 0; k < size; k++) source[rows++] = k < used ? from + k : -1;
  }
  return rows;
}
