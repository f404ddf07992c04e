// How fast two bodies close at a contact, by their velocities before the step.

import type { Detection } from '../detection.js';
import { limitOf } from './sleep-limits.js';

/** Whether a contact of an edge closes faster than a slow body moves, the given one. */
export function closesFast(detection: Detection, edge: number, row: number): boolean {
  const speed = closingSpeed(detection, edge);
  return 0.5 * speed * speed > limitOf(detection.bodies.nodes.columns, row, detection.state.settings);
}

/** The largest speed at which contacts of an edge close, 0 where all of them open [m/s]. */
function closingSpeed({ bodies, graph, blow }: Detection, edge: number): number {
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { anchorA, normal } = graph.contacts.columns;
  const { position, rotation, mover } = bodies.nodes.columns;
  const a = ends[2 * edge];
  const b = ends[2 * edge + 1];
  let closing = 0;
  for (let contact = firstContact[edge]; contact < firstContact[edge] + contactCount[edge]; contact++) {
    for (let k = 0; k < 3; k++) {
      blow.point[k] = position[3 * a + k] + rotate(rotation, 9 * a + 3 * k, anchorA, 3 * contact);
      blow.normal[k] = rotate(rotation, 9 * a + 3 * k, normal, 3 * contact);
    }
    closing = Math.max(closing, speedOf(bodies, mover[a], blow) - speedOf(bodies, mover[b], blow));
  }
  return closing;
}

/** A row of a rotation times a vector. */
function rotate(rotation: Float64Array, r: number, v: Float64Array, k: number): number {
  return rotation[r] * v[k] + rotation[r + 1] * v[k + 1] + rotation[r + 2] * v[k + 2];
}

/** The speed of a mover at a point along a normal [m/s]. */
function speedOf({ nodes }: Detection['bodies'], row: number, { point, normal }: Detection['blow']): number {
  const { position, velocity: v } = nodes.columns;
  const x = point[0] - position[3 * row];
  const y = point[1] - position[3 * row + 1];
  const z = point[2] - position[3 * row + 2];
  const k = 6 * row;
  return (
    normal[0] * (v[k] + v[k + 4] * z - v[k + 5] * y) +
    normal[1] * (v[k + 1] + v[k + 5] * x - v[k + 3] * z) +
    normal[2] * (v[k + 2] + v[k + 3] * y - v[k + 4] * x)
  );
}
