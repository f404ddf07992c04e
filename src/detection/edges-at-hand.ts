// The edges of the bodies at hand, where these are not all: between two of them, and to what is there for all.

import { doubled } from '../table/doubled.js';
import { isAtHand, isPairAtHand, sortAscending } from './at-hand.js';
import type { ContactGraph } from './contact-graph/contact-graph.js';
import type { BodiesAtHand } from './detection.js';

export class EdgesAtHand {
  edges = new Int32Array(64);

  /** Lists those that come and go, in the order of all edges. Returns how many there are. */
  list({ bodies, edges }: ContactGraph, { rows, count }: BodiesAtHand): number {
    const { atHand, firstDynamicEdge } = bodies.nodes.columns;
    const { nodes: ends, next } = edges.columns;
    let size = 0;
    for (let i = 0; i < count; i++) {
      for (let entry = firstDynamicEdge[rows[i]]; entry >= 0; entry = next[entry]) {
        const other = ends[entry ^ 1];
        // Those between two of them are listed by the lower.
        if (!isPairAtHand(atHand, rows[i], other) || (other < rows[i] && isAtHand(atHand, other))) continue;
        if (size === this.edges.length) this.edges = doubled(this.edges);
        this.edges[size++] = entry >> 1;
      }
    }
    sortAscending(this.edges, size);
    return size;
  }
}
