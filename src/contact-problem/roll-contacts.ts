// Contacts of what rolls, within a step that goes on without another detection.

import type { Detection } from '../detection/detection.js';
import { isRound } from '../shapes/shape-kinds.js';

/**
 * Keeps the contacts of what is round below its centre, after bodies have moved for h [s] from where the contacts of `edgeCount` edges
 * listed from `firstEdge` were placed. Contacts are attached to both bodies: on a wheel that rolls they would stay behind, where the
 * ground would push it on. They are attached anew, and go with the bodies from there on.
 */
export function rollContacts({ graph, bodies, groups }: Detection, firstEdge: number, edgeCount: number, h: number): void {
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { shapes, anchorA, anchorB, normal, gap, worldPoint: p, worldNormal: n } = graph.contacts.columns;
  const { reach, kind } = bodies.shapes.columns;
  const { position: x, rotation, velocity, mover } = bodies.nodes.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = groups.edges.columns.member[i];
    const a = ends[2 * edge];
    const b = ends[2 * edge + 1];
    for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
      const isOnA = reach[shapes[2 * contact]] < reach[shapes[2 * contact + 1]];
      if (!isRound(kind[shapes[isOnA ? 2 * contact : 2 * contact + 1]])) continue;
      const c = 3 * contact;
      const carrier = 6 * mover[isOnA ? a : b];
      const other = isOnA ? b : a;
      const anchor = isOnA ? anchorB : anchorA;
      // The point on the round body has gone with its centre. The other is across the gap, as the two stand now.
      let across = 0;
      for (let j = 0; j < 3; j++) {
        p[c + j] += h * velocity[carrier + j] + (isOnA ? -0.5 : 0.5) * gap[contact] * n[c + j];
        let point = x[3 * other + j];
        for (let m = 0; m < 3; m++) point += rotation[9 * other + 3 * j + m] * anchor[c + m];
        across += n[c + j] * (point - p[c + j]);
      }
      for (let m = 0; m < 3; m++) {
        anchorA[c + m] = anchorB[c + m] = normal[c + m] = 0;
        for (let j = 0; j < 3; j++) {
          const onA = rotation[9 * a + 3 * j + m];
          const onB = rotation[9 * b + 3 * j + m];
          anchorA[c + m] += onA * (p[c + j] + (isOnA ? 0 : across * n[c + j]) - x[3 * a + j]);
          anchorB[c + m] += onB * (p[c + j] + (isOnA ? across * n[c + j] : 0) - x[3 * b + j]);
          normal[c + m] += onA * n[c + j];
        }
      }
    }
  }
}
