// Stack heights for all methods: the number of bodies on the shortest path over touching edges to a fixed body,
// including the body itself (VSP paper, section 4). A body without such a path has height 0.

import { isInsulator, isPhysical } from '../../../src/bodies/node-kinds.js';
import type { World } from '../../../src/index.js';

/** Heights by row of the node table. */
export function measureStackHeights(world: World): Int32Array {
  const { nodes } = world.store;
  const { kind } = nodes.columns;
  const { edges } = world.graph.tables;
  const { nodes: ends, contactState, next } = edges.columns;
  const { firstDynamicEdge } = nodes.columns;
  const heights = new Int32Array(nodes.size);
  const queue: number[] = [];
  for (let edge = 0; edge < edges.size; edge++) {
    const a = ends[2 * edge];
    const b = ends[2 * edge + 1];
    if (!edges.isLive(edge) || contactState[edge] === 0 || !isPhysical(kind[a]) || !isPhysical(kind[b])) continue;
    if (isInsulator(kind[a]) === isInsulator(kind[b])) continue;
    const row = isInsulator(kind[a]) ? b : a;
    if (heights[row] === 0) queue.push(row);
    heights[row] = 1;
  }
  for (let at = 0; at < queue.length; at++) {
    const row = queue[at];
    for (let entry = firstDynamicEdge[row]; entry >= 0; entry = next[entry]) {
      const other = ends[entry ^ 1];
      if (contactState[entry >> 1] === 0 || !isPhysical(kind[other]) || isInsulator(kind[other]) || heights[other] !== 0)
        continue;
      heights[other] = heights[row] + 1;
      queue.push(other);
    }
  }
  return heights;
}
