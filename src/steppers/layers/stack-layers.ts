// Stack layers (VSP paper, section 4): the height of a body is the number of bodies to be visited, itself included, on the
// shortest way to a fixed one; layer i holds the bodies of heights i and i + 1 and the contacts between them.
//
// How we read it: by that definition a contact between two bodies of one height i + 1 lies in layer i and in layer i + 1. In the
// latter both are fixated and nothing can be solved, so it is solved in layer i, once. All contacts then have a layer of their
// own, that of their higher body, since the heights of neighbours differ by one at most. Scripted bodies stand on nothing and
// carry what touches them, as fixed ones do. Bodies with no way to a fixed one, free-floating, have the largest height.

import { isInsulator } from '../../bodies/node-kinds.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';

/** The layers of one group; its edges and bodies are in the order of their layers. */
export class StackLayers {
  /** Number of layers. */
  count = 0;
  /** The edges of layer i are members firstEdge[i] .. firstEdge[i + 1] of the lists of groups. */
  firstEdge = new Int32Array(8);
  /** The bodies of height i + 1, those that are free in layer i, are members firstBody[i] .. firstBody[i + 1]. */
  firstBody = new Int32Array(8);
  /** Stack heights by row, of the movers of this group. */
  height = new Int32Array(64);
  /** The neighbours of a mover in the graph are neighbour[firstNeighbour[row] .. + degree[row]). */
  #degree = new Int32Array(64);
  #firstNeighbour = new Int32Array(64);
  #neighbour = new Int32Array(64);
  /** Rows in the order of the traversal; later a copy of what is being sorted. */
  #queue = new Int32Array(64);
  #layer = new Int32Array(64);

  /** Finds the layers of a group by one breadth-first traversal from all fixed bodies, and orders its edges and bodies by them. */
  find(detection: Detection, island: Island): void {
    this.#reserve(detection.rowCount, island.edgeCount, island.bodyCount);
    const highest = this.#measureHeights(detection, island);
    this.count = Math.max(1, highest);
    this.#orderEdges(detection, island);
    this.#orderBodies(detection, island);
    // The lists are not as detection made them any more. Impacts that are fast are solved in their order, before layers are found.
    detection.groups.sources.areKnown = false;
  }

  #reserve(nodes: number, edges: number, bodies: number): void {
    if (this.height.length < nodes) {
      this.height = new Int32Array(2 * nodes);
      this.#degree = new Int32Array(2 * nodes);
      this.#firstNeighbour = new Int32Array(2 * nodes);
    }
    if (this.#neighbour.length < 2 * edges) this.#neighbour = new Int32Array(4 * edges);
    const most = Math.max(edges, bodies);
    if (this.#queue.length < most) this.#queue = new Int32Array(2 * most);
    if (this.#layer.length < most) this.#layer = new Int32Array(2 * most);
    // No more layers than bodies.
    if (this.firstEdge.length < bodies + 2) {
      this.firstEdge = new Int32Array(2 * bodies + 2);
      this.firstBody = new Int32Array(2 * bodies + 2);
    }
  }

  /** Returns the largest height, 0 when nothing is fixed. */
  #measureHeights({ bodies, graph, groups }: Detection, island: Island): number {
    const { firstEdge, edgeCount, firstBody, bodyCount } = island;
    const edges = groups.edges.columns.member;
    const movers = groups.movers.columns.member;
    const { nodes: ends } = graph.edges.columns;
    const { kind, mover } = bodies.nodes.columns;
    const { height } = this;
    const degree = this.#degree;
    const queue = this.#queue;
    const lastEdge = firstEdge + edgeCount;
    const lastBody = firstBody + bodyCount;
    for (let i = firstBody; i < lastBody; i++) height[movers[i]] = degree[movers[i]] = 0;

    // What touches a fixed body is where the traversal begins.
    let found = 0;
    for (let i = firstEdge; i < lastEdge; i++) {
      const a = ends[2 * edges[i]];
      const b = ends[2 * edges[i] + 1];
      if (isInsulator(kind[a]) || isInsulator(kind[b])) {
        const row = mover[isInsulator(kind[a]) ? b : a];
        if (height[row] === 0) queue[found++] = row;
        height[row] = 1;
      } else {
        degree[mover[a]]++;
        degree[mover[b]]++;
      }
    }
    this.#listNeighbours(edges, firstEdge, lastEdge, movers, firstBody, lastBody, ends, kind, mover);
    for (let next = 0; next < found; next++) {
      const row = queue[next];
      const first = this.#firstNeighbour[row];
      for (let k = first; k < first + degree[row]; k++) {
        const other = this.#neighbour[k];
        if (height[other] !== 0) continue;
        height[other] = height[row] + 1;
        queue[found++] = other;
      }
    }
    const highest = found === 0 ? 0 : height[queue[found - 1]];
    for (let i = firstBody; i < lastBody; i++) if (height[movers[i]] === 0) height[movers[i]] = Math.max(1, highest);
    return highest;
  }

  #listNeighbours(
    edges: Int32Array,
    firstEdge: number,
    lastEdge: number,
    movers: Int32Array,
    firstBody: number,
    lastBody: number,
    ends: Int32Array,
    kind: Int32Array,
    mover: Int32Array,
  ): void {
    const degree = this.#degree;
    const first = this.#firstNeighbour;
    let total = 0;
    for (let i = firstBody; i < lastBody; i++) {
      first[movers[i]] = total;
      total += degree[movers[i]];
      degree[movers[i]] = 0;
    }
    for (let i = firstEdge; i < lastEdge; i++) {
      const a = ends[2 * edges[i]];
      const b = ends[2 * edges[i] + 1];
      if (isInsulator(kind[a]) || isInsulator(kind[b])) continue;
      this.#neighbour[first[mover[a]] + degree[mover[a]]++] = mover[b];
      this.#neighbour[first[mover[b]] + degree[mover[b]]++] = mover[a];
    }
  }

  #orderEdges({ bodies, graph, groups }: Detection, island: Island): void {
    const { firstEdge, edgeCount } = island;
    const edges = groups.edges.columns.member;
    const { nodes: ends } = graph.edges.columns;
    const { kind, mover } = bodies.nodes.columns;
    for (let i = 0; i < edgeCount; i++) {
      const edge = edges[firstEdge + i];
      const a = ends[2 * edge];
      const b = ends[2 * edge + 1];
      const heightA = isInsulator(kind[a]) ? 0 : this.height[mover[a]];
      const heightB = isInsulator(kind[b]) ? 0 : this.height[mover[b]];
      this.#layer[i] = Math.max(heightA, heightB) - 1;
    }
    this.#sort(edges, firstEdge, edgeCount, this.firstEdge);
  }

  #orderBodies({ groups }: Detection, island: Island): void {
    const { firstBody, bodyCount } = island;
    const movers = groups.movers.columns.member;
    for (let i = 0; i < bodyCount; i++) this.#layer[i] = this.height[movers[firstBody + i]] - 1;
    this.#sort(movers, firstBody, bodyCount, this.firstBody);
  }

  /** A stable counting sort of list[from .. from + count) by #layer; where each layer begins goes to `first`. */
  #sort(list: Int32Array, from: number, count: number, first: Int32Array): void {
    const copy = this.#queue;
    first.fill(0, 0, this.count + 1);
    for (let i = 0; i < count; i++) {
      copy[i] = list[from + i];
      first[this.#layer[i] + 1]++;
    }
    first[0] = from;
    for (let layer = 0; layer < this.count; layer++) first[layer + 1] += first[layer];
    for (let i = 0; i < count; i++) list[first[this.#layer[i]]++] = copy[i];
    // Filling has moved every beginning to its end, which is the next one's beginning.
    for (let layer = this.count; layer > 0; layer--) first[layer] = first[layer - 1];
    first[0] = from;
  }
}
