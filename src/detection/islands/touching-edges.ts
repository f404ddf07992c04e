// The edges with contacts of a mover, and of its members where it is a composite.

import { doubled } from '../../table/doubled.js';
import type { ContactGraph } from '../contact-graph/contact-graph.js';

export class TouchingEdges {
  /** The edges that were listed last, as entries: an edge twice, plus the side of the mover. The first `count` count. */
  entries = new Int32Array(64);
  count = 0;

  list(graph: ContactGraph, row: number): void {
    const { firstStaticEdge, mover } = graph.bodies.nodes.columns;
    const { nodes: ends, next } = graph.edges.columns;
    this.count = 0;
    this.#add(graph, row);
    for (let entry = firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
      if (mover[ends[entry ^ 1]] === row) this.#add(graph, ends[entry ^ 1]);
    }
  }

  #add({ bodies, edges }: ContactGraph, node: number): void {
    const { next, contactCount } = edges.columns;
    for (let entry = bodies.nodes.columns.firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
      if (contactCount[entry >> 1] === 0) continue;
      if (this.count === this.entries.length) this.entries = doubled(this.entries);
      this.entries[this.count++] = entry;
    }
  }
}
