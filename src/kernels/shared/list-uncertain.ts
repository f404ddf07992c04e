// Which pairs of shapes may be deep in each other at the end of a step, by how far their bodies have gone since the detection
// (steppers/gsp/second-look.ts).

import type { F64, I32, Integers, Numbers } from './numbers.js';

/**
 * Lists the overlaps of which some pair of shapes may be deeper in each other than the share `deep` of the half thickness of the
 * thinner. Shapes of the kind `firstMesh` and those after it are not known here: their overlaps are listed, if anything moved.
 * Returns how many there are.
 */
export function listUncertain(
  listed: Integers,
  count: I32,
  nodes: Integers,
  edges: Integers,
  firstPair: Integers,
  shapes: Integers,
  gone: Numbers,
  position: Numbers,
  rotation: Numbers,
  kind: Integers,
  owner: Integers,
  centred: Integers,
  thickness: Numbers,
  reach: Numbers,
  proximity: Integers,
  gap: Numbers,
  travel: Numbers,
  firstContact: Integers,
  contactCount: Integers,
  anchorA: Numbers,
  anchorB: Numbers,
  normal: Numbers,
  envelope: F64,
  lookAhead: F64,
  deep: F64,
  firstMesh: I32,
  ball: I32,
  atCentre: I32,
): I32 {
  let found: I32 = 0;
  for (let i: I32 = 0; i < count; i++) {
    const edge = edges[i];
    if (proximity[edge] === 0) continue;
    const a = nodes[2 * i];
    const b = nodes[2 * i + 1];
    const x = gone[4 * b] - gone[4 * a];
    const y = gone[4 * b + 1] - gone[4 * a + 1];
    const z = gone[4 * b + 2] - gone[4 * a + 2];
    const way = Math.sqrt(x * x + y * y + z * z);
    const turnA = gone[4 * a + 3];
    const turnB = gone[4 * b + 3];
    if (!(way + turnA + turnB > 0)) continue;
    const first = firstContact[edge];
    const end = first + contactCount[edge];
    let isListed = false;
    for (let pair: I32 = firstPair[i]; pair < firstPair[i + 1] && !isListed; pair++) {
      const s = shapes[2 * pair];
      const t = shapes[2 * pair + 1];
      if (kind[s] >= firstMesh || kind[t] >= firstMesh) {
        isListed = true;
        continue;
      }
      const thinner = Math.min(thickness[s], thickness[t]);
      const limit = deep * thinner;
      // mayBeWithin() of pair-motion.ts.
      const looked = envelope * thinner + Math.min(travel[edge], lookAhead * thinner);
      let nearer = way;
      if (turnA > 0 && (kind[s] !== ball || centred[s] !== atCentre)) nearer += turnA * reach[s];
      if (turnB > 0 && (kind[t] !== ball || centred[t] !== atCentre)) nearer += turnB * reach[t];
      if (!(nearer - limit > Math.min(gap[edge], looked))) continue;
      if (first === end) {
        isListed = !areApart(position, owner[s], owner[t], reach[s] + reach[t]);
        continue;
      }
      // isBent() of the same.
      const bent = way + (turnA + turnB) * Math.min(reach[s], reach[t]);
      if (0.5 * bent * bent > limit * thinner) {
        isListed = true;
        continue;
      }
      for (let c: I32 = first; c < end; c++) {
        if (-gapOf(a, b, c, position, rotation, anchorA, anchorB, normal) > limit) isListed = true;
      }
    }
    if (!isListed) continue;
    listed[found] = i;
    found++;
  }
  return found;
}

/** Whether two nodes are farther apart than that [m]. */
function areApart(position: Numbers, a: I32, b: I32, far: F64): boolean {
  const x = position[3 * b] - position[3 * a];
  const y = position[3 * b + 1] - position[3 * a + 1];
  const z = position[3 * b + 2] - position[3 * a + 2];
  return x * x + y * y + z * z > far * far;
}

/** The gap of contact c where nodes a and b, which it is attached to, have taken it [m]. */
function gapOf(
  a: I32,
  b: I32,
  c: I32,
  position: Numbers,
  rotation: Numbers,
  anchorA: Numbers,
  anchorB: Numbers,
  normal: Numbers,
): F64 {
  let gap: F64 = 0;
  for (let k: I32 = 0; k < 3; k++) {
    const i = 9 * a + 3 * k;
    const j = 9 * b + 3 * k;
    const pointA =
      position[3 * a + k] +
      rotation[i] * anchorA[3 * c] +
      rotation[i + 1] * anchorA[3 * c + 1] +
      rotation[i + 2] * anchorA[3 * c + 2];
    const pointB =
      position[3 * b + k] +
      rotation[j] * anchorB[3 * c] +
      rotation[j + 1] * anchorB[3 * c + 1] +
      rotation[j + 2] * anchorB[3 * c + 2];
    const along = rotation[i] * normal[3 * c] + rotation[i + 1] * normal[3 * c + 1] + rotation[i + 2] * normal[3 * c + 2];
    gap += along * (pointB - pointA);
  }
  return gap;
}
