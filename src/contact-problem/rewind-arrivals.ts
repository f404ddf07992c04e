// Contacts that wait to bounce stop their bodies at the surface: the motion of the two against each other is taken back by the time
// that is left of the step when they touch, as seen from their common centre of mass. So neither their momentum, nor their angular
// momentum, nor the way of their centre of mass changes by it, which a push along the normal would not keep.

import type { Detection } from '../detection/detection.js';
import { RESTS } from './place-contacts.js';

/** Adds to the corrections of a group's bodies what takes back the part of the step dt [s] after they touch. */
export function rewindArrivals({ bodies, graph, groups }: Detection, group: number, dt: number): void {
  if (!bodies.materials.areBouncy) return;
  const { firstEdge, edgeCount } = groups.table.columns;
  const { member } = groups.edges.columns;
  const { nodes: ends, firstContact, contactCount } = graph.edges.columns;
  const { bounce, gap, worldPoint: p, worldNormal: n } = graph.contacts.columns;
  const { mover, mass, inverseMass, velocity: u, correction: s, position: x } = bodies.nodes.columns;
  for (let i = firstEdge[group]; i < firstEdge[group] + edgeCount[group]; i++) {
    const edge = member[i];
    const a = mover[ends[2 * edge]];
    const b = mover[ends[2 * edge + 1]];
    let left = 0;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (bounce[c] === RESTS || gap[c] <= 0) continue;
      const closing = -normalPart(p, n, 3 * c, u, x, a, b);
      if (closing <= 0) continue;
      const ahead = gap[c] - dt * closing + normalPart(p, n, 3 * c, s, x, a, b);
      left = Math.max(left, Math.min(dt, -ahead / closing));
    }
    if (left === 0) continue;
    const wholeA = inverseMass[a] > 0 ? (inverseMass[b] > 0 ? mass[b] / (mass[a] + mass[b]) : 1) : 0;
    for (let j = 0; j < 3; j++) {
      const relative = left * (u[6 * b + j] - u[6 * a + j]);
      s[6 * a + j] += wholeA * relative;
      if (inverseMass[b] > 0) s[6 * b + j] -= (1 - wholeA) * relative;
      if (inverseMass[a] > 0) s[6 * a + 3 + j] -= left * u[6 * a + 3 + j];
      if (inverseMass[b] > 0) s[6 * b + 3 + j] -= left * u[6 * b + 3 + j];
    }
  }
}

/** How fast, or how far, B's point of a contact goes away from A's along the normal, for six numbers a body at v. */
function normalPart(p: Float64Array, n: Float64Array, c: number, v: Float64Array, x: Float64Array, a: number, b: number): number {
  const ka = 6 * a;
  const kb = 6 * b;
  const ax = p[c] - x[3 * a];
  const ay = p[c + 1] - x[3 * a + 1];
  const az = p[c + 2] - x[3 * a + 2];
  const bx = p[c] - x[3 * b];
  const by = p[c + 1] - x[3 * b + 1];
  const bz = p[c + 2] - x[3 * b + 2];
  return (
    n[c] * (v[kb] + v[kb + 4] * bz - v[kb + 5] * by - v[ka] - v[ka + 4] * az + v[ka + 5] * ay) +
    n[c + 1] * (v[kb + 1] + v[kb + 5] * bx - v[kb + 3] * bz - v[ka + 1] - v[ka + 5] * ax + v[ka + 3] * az) +
    n[c + 2] * (v[kb + 2] + v[kb + 3] * by - v[kb + 4] * bx - v[ka + 2] - v[ka + 3] * ay + v[ka + 4] * ax)
  );
}
