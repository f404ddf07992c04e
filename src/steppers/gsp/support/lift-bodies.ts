// The projection of penetration by shock propagation, shock-propagation(correction()) of the paper (figures 12 and 13): from the
// ground up, each body is moved out of what it stands on, if that is held at rest and so stays where it is. One pass frees a whole
// stack, where sweeps that move both sides push lower bodies further down first. Bodies on what moves are left to those sweeps:
// to lift them by the whole depth would give them energy. Where there is no room, what is lifted out of one body goes into another:
// then lifts are taken back.

import type { Island } from '../../../detection/contact-graph/island.js';
import type { Detection } from '../../../detection/detection.js';
import type { SupportGraph } from './support-graph.js';

/** Sweeps over the contacts of one body with what it stands on. */
const LOCAL_SWEEPS = 8;

let lambda = new Float64Array(64);
/** Gap [m] and w of the row at hand. */
const w = new Float64Array(1);

/**
 * Adds to `correction` what frees every body of the group, gaps being taken at the end of the step, to first order. Returns whether
 * any is moved by it.
 */
export function liftBodies(
  { standing, entries, order }: SupportGraph,
  { bodies, graph }: Detection,
  island: Island,
  dt: number,
): boolean {
  const { firstBody, bodyCount } = island;
  const { firstEntry, entryCount, holder } = standing.columns;
  const { edge: entryEdge, other, role } = entries.columns;
  const { firstContact, contactCount, nodes: ends } = graph.edges.columns;
  const { bias, gap, worldPoint, worldNormal } = graph.contacts.columns;
  const { position: x, velocity: u, correction: s, inverseMass, inverseInertia, mover } = bodies.nodes.columns;
  let isAnyMoved = false;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const body = order.columns.body[i];
    for (let sweep = 0; sweep < LOCAL_SWEEPS; sweep++) {
      let count = 0;
      let moved = false;
      for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
        const o = other[entry];
        if (inverseMass[o] > 0 && (role[entry] !== 1 || holder[o] < 0)) continue;
        const edge = entryEdge[entry];
        const sign = mover[ends[2 * edge + 1]] === body ? 1 : -1;
        for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
          if (bias[c] === Number.POSITIVE_INFINITY) continue;
          if (count === lambda.length) {
            const more = new Float64Array(2 * lambda.length);
            more.set(lambda);
            lambda = more;
          }
          if (sweep === 0) lambda[count] = 0;
          const nx = sign * worldNormal[3 * c];
          const ny = sign * worldNormal[3 * c + 1];
          const nz = sign * worldNormal[3 * c + 2];
          const rx = worldPoint[3 * c] - x[3 * body];
          const ry = worldPoint[3 * c + 1] - x[3 * body + 1];
          const rz = worldPoint[3 * c + 2] - x[3 * body + 2];
          const k = 6 * body;
          const ox = worldPoint[3 * c] - x[3 * o];
          const oy = worldPoint[3 * c + 1] - x[3 * o + 1];
          const oz = worldPoint[3 * c + 2] - x[3 * o + 2];
          const m = 6 * o;
          // Displacements of the two points.
          const bx = dt * u[k] + s[k] + (dt * u[k + 4] + s[k + 4]) * rz - (dt * u[k + 5] + s[k + 5]) * ry;
          const by = dt * u[k + 1] + s[k + 1] + (dt * u[k + 5] + s[k + 5]) * rx - (dt * u[k + 3] + s[k + 3]) * rz;
          const bz = dt * u[k + 2] + s[k + 2] + (dt * u[k + 3] + s[k + 3]) * ry - (dt * u[k + 4] + s[k + 4]) * rx;
          const ax = dt * u[m] + s[m] + (dt * u[m + 4] + s[m + 4]) * oz - (dt * u[m + 5] + s[m + 5]) * oy;
          const ay = dt * u[m + 1] + s[m + 1] + (dt * u[m + 5] + s[m + 5]) * ox - (dt * u[m + 3] + s[m + 3]) * oz;
          const az = dt * u[m + 2] + s[m + 2] + (dt * u[m + 3] + s[m + 3]) * oy - (dt * u[m + 4] + s[m + 4]) * ox;
          w[0] = gap[c] + nx * (bx - ax) + ny * (by - ay) + nz * (bz - az);
          if (w[0] < 0 || lambda[count] > 0) {
            const tx = ry * nz - rz * ny;
            const ty = rz * nx - rx * nz;
            const tz = rx * ny - ry * nx;
            const wx = inverseInertia[k] * tx + inverseInertia[k + 3] * ty + inverseInertia[k + 4] * tz;
            const wy = inverseInertia[k + 3] * tx + inverseInertia[k + 1] * ty + inverseInertia[k + 5] * tz;
            const wz = inverseInertia[k + 4] * tx + inverseInertia[k + 5] * ty + inverseInertia[k + 2] * tz;
            const a = inverseMass[body] + tx * wx + ty * wy + tz * wz;
            const next = Math.max(0, lambda[count] - w[0] / a);
            const d = next - lambda[count];
            if (d !== 0) {
              moved = true;
              lambda[count] = next;
              s[k] += d * inverseMass[body] * nx;
              s[k + 1] += d * inverseMass[body] * ny;
              s[k + 2] += d * inverseMass[body] * nz;
              s[k + 3] += d * wx;
              s[k + 4] += d * wy;
              s[k + 5] += d * wz;
            }
          }
          count++;
        }
      }
      if (!moved) break;
      isAnyMoved = true;
    }
  }
  return isAnyMoved;
}
