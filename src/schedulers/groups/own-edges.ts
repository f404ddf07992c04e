// The edges of a contact group: those among its nodes, and those to what does not move by itself. Edges to bodies
// outside of the group are nobody's: what a group and another body do to each other is for the scheduler to find.

import type { State } from '../../state/state.js';
import { doubled } from '../../table/doubled.js';
import type { Members } from './members.js';

/** Edges of the group at hand, ordered by their nodes: whatever rows they have in their table, the list is the same. */
export class OwnEdges {
  count = 0;
  edge = new Int32Array(64);
  /** The node that lists it, which is the lower one of two nodes of the group, and the other. */
  node = new Int32Array(64);
  other = new Int32Array(64);
  /** When its two bodies last touched, or when the group was born if they have not since [s]. */
  touched = new Float64Array(64);
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** Lists the edges of a group, which becomes the one at hand. */
  list(members: Members, group: number): void {
    const { bodies, graph } = this.#state;
    const { firstDynamicEdge } = bodies.nodes.columns;
    const { nodes: ends, next } = graph.edges.columns;
    members.takeUp(group);
    const firstNode = members.firstNode(group);
    const end = firstNode + members.nodeCount(group);
    this.count = 0;
    for (let i = firstNode; i < end; i++) {
      const node = members.words[i];
      const first = this.count;
      for (let entry = firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
        const other = ends[entry ^ 1];
        const isListed = other < node && members.has(other);
        if (!isListed && !members.isOutside(other)) this.#insert(first, node, other, entry >> 1);
      }
    }
  }

  /** Puts an edge to its place among those from `first` on, which are of the same node. */
  #insert(first: number, node: number, other: number, edge: number): void {
    if (this.count === this.edge.length) {
      this.edge = doubled(this.edge);
      this.node = doubled(this.node);
      this.other = doubled(this.other);
      this.touched = doubled(this.touched);
    }
    let at = this.count++;
    this.node[at] = node;
    for (; at > first && this.other[at - 1] > other; at--) {
      this.edge[at] = this.edge[at - 1];
      this.other[at] = this.other[at - 1];
    }
    this.edge[at] = edge;
    this.other[at] = other;
  }

  /** Leaves an edge out that is at a place of the list; the caller goes through all of them, and keeps those before. */
  move(from: number, to: number): void {
    this.edge[to] = this.edge[from];
    this.node[to] = this.node[from];
    this.other[to] = this.other[from];
    this.touched[to] = this.touched[from];
  }
}
