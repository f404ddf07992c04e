// How far bodies that touch are moved against each other at their contacts (steppers/gsp/correct-positions.ts says what for). Moves have
// six numbers a body: by how much it is moved and turned.

import type { F64, I32, Integers, Numbers } from './numbers.js';
import { INFINITE } from './numbers.js';

/** How far body b moves by more than body a at a contact, along the axis `j`, after which come the axes k and l. */
function slide(
  moves: Numbers,
  a: I32,
  b: I32,
  worldPoint: Numbers,
  position: Numbers,
  contact: I32,
  j: I32,
  k: I32,
  l: I32,
): F64 {
  const pk = worldPoint[3 * contact + k];
  const pl = worldPoint[3 * contact + l];
  const wayOfB =
    moves[6 * b + j] + moves[6 * b + 3 + k] * (pl - position[3 * b + l]) - moves[6 * b + 3 + l] * (pk - position[3 * b + k]);
  const wayOfA =
    moves[6 * a + j] + moves[6 * a + 3 + k] * (pl - position[3 * a + l]) - moves[6 * a + 3 + l] * (pk - position[3 * a + k]);
  return wayOfB - wayOfA;
}

/**
 * How deep the bodies of edges[firstEdge .. firstEdge + edgeCount) will be in each other once a step of dt [s] and corrections have
 * moved them: of every two of them, in all [m].
 */
export function depthAhead(
  edges: Integers,
  firstEdge: I32,
  edgeCount: I32,
  movers: Integers,
  firstContact: Integers,
  contactCount: Integers,
  gap: Numbers,
  bias: Numbers,
  worldPoint: Numbers,
  n: Numbers,
  position: Numbers,
  velocity: Numbers,
  correction: Numbers,
  dt: F64,
): F64 {
  let sum: F64 = 0;
  for (let i: I32 = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    let deepest: F64 = 0;
    for (let c: I32 = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      // A contact that must not act has an infinite bias.
      if (bias[c] === INFINITE) continue;
      const depth =
        -gap[c] -
        dt * n[3 * c] * slide(velocity, a, b, worldPoint, position, c, 0, 1, 2) -
        dt * n[3 * c + 1] * slide(velocity, a, b, worldPoint, position, c, 1, 2, 0) -
        dt * n[3 * c + 2] * slide(velocity, a, b, worldPoint, position, c, 2, 0, 1) -
        n[3 * c] * slide(correction, a, b, worldPoint, position, c, 0, 1, 2) -
        n[3 * c + 1] * slide(correction, a, b, worldPoint, position, c, 1, 2, 0) -
        n[3 * c + 2] * slide(correction, a, b, worldPoint, position, c, 2, 0, 1);
      deepest = Math.max(deepest, depth);
    }
    sum += deepest;
  }
  return sum;
}

/** How far two bodies of these edges are corrected against each other where they touch, at the most [m]. */
export function longestSlide(
  edges: Integers,
  firstEdge: I32,
  edgeCount: I32,
  movers: Integers,
  firstContact: Integers,
  contactCount: Integers,
  worldPoint: Numbers,
  position: Numbers,
  correction: Numbers,
): F64 {
  let square: F64 = 0;
  for (let i: I32 = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    for (let c: I32 = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const x = slide(correction, a, b, worldPoint, position, c, 0, 1, 2);
      const y = slide(correction, a, b, worldPoint, position, c, 1, 2, 0);
      const z = slide(correction, a, b, worldPoint, position, c, 2, 0, 1);
      square = Math.max(square, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(square);
}
