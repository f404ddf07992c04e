// Whether contacts pull at bodies (steppers/gsp/stiffen-bodies.ts says what for).

import type { F64, I32, Integers, Numbers } from './numbers.js';

/**
 * Whether what contacts do to some of the bodies rows[firstBody .. firstBody + bodyCount) is along their arms, outwards: whether the sum
 * of impulse times arm is above zero. The contacts are those of edges[firstEdge .. firstEdge + edgeCount); one that bounces, whose
 * `bounces` is `bouncing`, pulls for no time. Sums are left in `pulls`.
 */
export function isAnyPulled(
  edges: Integers,
  firstEdge: I32,
  edgeCount: I32,
  rows: Integers,
  firstBody: I32,
  bodyCount: I32,
  movers: Integers,
  firstContact: Integers,
  contactCount: Integers,
  impulse: Numbers,
  worldNormal: Numbers,
  worldPoint: Numbers,
  bounces: Integers,
  bouncing: I32,
  position: Numbers,
  pulls: Numbers,
): boolean {
  for (let i: I32 = firstBody; i < firstBody + bodyCount; i++) pulls[rows[i]] = 0;
  for (let i: I32 = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    let ofA: F64 = 0;
    let ofB: F64 = 0;
    for (let c: I32 = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const n = impulse[4 * c];
      if (n === 0 || bounces[c] === bouncing) continue;
      const fx = n * worldNormal[3 * c] + impulse[4 * c + 1];
      const fy = n * worldNormal[3 * c + 1] + impulse[4 * c + 2];
      const fz = n * worldNormal[3 * c + 2] + impulse[4 * c + 3];
      const x = worldPoint[3 * c];
      const y = worldPoint[3 * c + 1];
      const z = worldPoint[3 * c + 2];
      ofA -= fx * (x - position[3 * a]) + fy * (y - position[3 * a + 1]) + fz * (z - position[3 * a + 2]);
      ofB += fx * (x - position[3 * b]) + fy * (y - position[3 * b + 1]) + fz * (z - position[3 * b + 2]);
    }
    // Those of what no impulse moves are not looked at.
    pulls[a] += ofA;
    pulls[b] += ofB;
  }
  for (let i: I32 = firstBody; i < firstBody + bodyCount; i++) if (pulls[rows[i]] > 0) return true;
  return false;
}
