// Whether corrections move bodies so far along each other that the gaps they were found from no longer say how deep
// they are.

import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';

/**
 * Whether two bodies of an island that touch are corrected far along each other: so far that a point, going along a
 * shape that is as round as it is thick, goes in by more than a share of the half thickness of the thinner shape.
 */
export function slidesFar({ bodies, graph, groups }: Detection, island: Island, share: number): boolean {
  const { firstEdge, edgeCount } = island;
  const { member } = groups.edges.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { shapes, worldNormal: n } = graph.contacts.columns;
  const { thickness } = bodies.shapes.columns;
  const { correction: s, mover } = bodies.nodes.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const c = firstContact[member[i]];
    if (contactCount[member[i]] === 0) continue;
    const a = 6 * mover[ends[2 * member[i]]];
    const b = 6 * mover[ends[2 * member[i] + 1]];
    const x = s[b] - s[a];
    const y = s[b + 1] - s[a + 1];
    const z = s[b + 2] - s[a + 2];
    const along = n[3 * c] * x + n[3 * c + 1] * y + n[3 * c + 2] * z;
    const thinner = Math.min(thickness[shapes[2 * c]], thickness[shapes[2 * c + 1]]);
    if (0.5 * (x * x + y * y + z * z - along * along) > share * thinner * thinner) return true;
  }
  return false;
}
