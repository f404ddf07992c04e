// What is round rolls over the joints of what it rolls on.
//
// A ball on a floor tile comes to the edge of the next one. The edge is closest along a normal that leans against the ball, which
// closes on it, as far as a plane can tell; but an edge that does not stick out of the plane the ball rolls on is never hit: the
// ball arrives above it with the normal of that plane. A contact that saw no more than its own plane would brake the ball, lift it
// and let it fall, at each joint of tiles and of the triangles of a mesh. What sticks out, a kerb or a slope, is above the plane.

import type { Detection } from '../detection/detection.js';
import { isRound } from '../shapes/shape-kinds.js';

/** Value of `passing` for contacts that were found here. */
const AT_JOINT = 2;
/** A point sticks out of a plane when it does so by more than this share of what its gap is wider than the one at the plane [1]. */
const STICKS_OUT = 0.01;
/** Normals are the same when their cosine differs from 1 by less [1]. */
const SAME = 1e-9;

/** Normals into the round body, of the contact ahead and of one that touches; where the other bodies are met [m]. */
const ahead = new Float64Array(3);
const upward = new Float64Array(3);
const edgePoint = new Float64Array(3);
/** The velocity of the round body's centre of curvature against what it touches [m/s]. */
const approach = new Float64Array(1);

/** What was found in an earlier step holds no more. */
export function forgetJoints({ graph }: Detection, edges: Int32Array, firstEdge: number, edgeCount: number): void {
  const { round, firstContact, contactCount } = graph.edges.columns;
  const { passing } = graph.contacts.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    if (round[edge] === 0) continue;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (passing[c] === AT_JOINT) passing[c] = 0;
    }
  }
}

/**
 * Lets contacts of round shapes that are ahead pass, as far as they are with what does not stick out of a plane that the shape touches:
 * within `closed` half thicknesses [1]. All contacts must have been placed; the step is dt [s].
 */
export function passJoints(
  detection: Detection,
  edges: Int32Array,
  firstEdge: number,
  edgeCount: number,
  closed: number,
  dt: number,
): void {
  const { graph, bodies } = detection;
  const { nodes: ends, round, firstContact, contactCount } = graph.edges.columns;
  const { passing, shapes, bias } = graph.contacts.columns;
  const { kind } = bodies.shapes.columns;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    if (round[edge] === 0) continue;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (passing[c] !== 0) continue;
      const isA = isRound(kind[shapes[2 * c]]);
      if (isA === isRound(kind[shapes[2 * c + 1]])) continue;
      if (!isAtJoint(detection, ends[2 * edge + (isA ? 0 : 1)], shapes[2 * c + (isA ? 0 : 1)], c, isA ? -1 : 1, closed, dt))
        continue;
      passing[c] = AT_JOINT;
      bias[c] = Number.POSITIVE_INFINITY;
    }
  }
}

/** Whether contact c of a round shape, whose normal times `side` points into it, is with what does not stick out. */
function isAtJoint(
  { graph, bodies }: Detection,
  node: number,
  shape: number,
  c: number,
  side: number,
  closed: number,
  dt: number,
): boolean {
  const { nodes: ends, next, firstContact, contactCount } = graph.edges.columns;
  const { passing, shapes, gap, worldPoint, worldNormal } = graph.contacts.columns;
  const { firstDynamicEdge } = bodies.nodes.columns;
  const { thickness } = bodies.shapes.columns;
  for (let j = 0; j < 3; j++) {
    ahead[j] = side * worldNormal[3 * c + j];
    edgePoint[j] = worldPoint[3 * c + j] - 0.5 * gap[c] * ahead[j];
  }
  for (let entry = firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
    const edge = entry >> 1;
    const sign = (entry & 1) === 1 ? 1 : -1;
    for (let t = firstContact[edge]; t < firstContact[edge] + contactCount[edge]; t++) {
      if (t === c || passing[t] !== 0 || shapes[2 * t + (entry & 1)] !== shape) continue;
      const thinner = Math.min(thickness[shapes[2 * t]], thickness[shapes[2 * t + 1]]);
      if (gap[t] > closed * thinner || gap[t] >= gap[c]) continue;
      let cosine = 0;
      let above = 0.5 * gap[t];
      for (let j = 0; j < 3; j++) {
        upward[j] = sign * worldNormal[3 * t + j];
        cosine += upward[j] * ahead[j];
        above += upward[j] * (edgePoint[j] - worldPoint[3 * t + j]);
      }
      if (cosine <= 0 || cosine >= 1 - SAME || above > STICKS_OUT * (gap[c] - gap[t])) continue;
      writeApproach(bodies.nodes.columns, node, ends[entry ^ 1], thickness[shape] + gap[c]);
      // What comes down on the edge, as a capsule does that topples, meets it.
      if (approach[0] * dt < gap[c] - gap[t]) return true;
    }
  }
  return false;
}

/** How fast the centre of curvature, `radius` from the edge along the normal ahead [m], approaches the plane of the body that is touched. */
function writeApproach(
  { mover, velocity: u, position: x }: Detection['bodies']['nodes']['columns'],
  node: number,
  touched: number,
  radius: number,
): void {
  approach[0] = 0;
  for (let j = 0; j < 3; j++) {
    const k = (j + 1) % 3;
    const l = (j + 2) % 3;
    const atK = edgePoint[k] + radius * ahead[k];
    const atL = edgePoint[l] + radius * ahead[l];
    for (let end = 0; end < 2; end++) {
      const row = mover[end === 0 ? node : touched];
      const v = u[6 * row + j] + u[6 * row + 3 + k] * (atL - x[3 * row + l]) - u[6 * row + 3 + l] * (atK - x[3 * row + k]);
      approach[0] -= (end === 0 ? 1 : -1) * v * upward[j];
    }
  }
}
