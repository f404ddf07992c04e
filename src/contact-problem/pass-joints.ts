// What is round rolls over the joints of what it rolls on.
//
// A ball on a floor tile comes to the edge of the next one. The edge is closest along a normal that leans against the ball, which
// closes on it, as far as a plane can tell; but an edge that does not stick out of the plane the ball rolls on is never hit: the
// ball arrives above it with the normal of that plane. A contact that saw no more than its own plane would brake the ball, lift it
// and let it fall, at each joint of tiles and of the triangles of a mesh. What sticks out, a kerb or a slope, is above the plane.

import type { Detection } from '../detection/detection.js';
import { CAPSULE, CYLINDER, SPHERE } from '../shapes/shape-kinds.js';

// V8 folds constants of the same module but not imported ones.
const [BALL, ROD, DRUM] = [SPHERE, CAPSULE, CYLINDER];
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
/** Numbers that V8 would allocate if they were handed from call to call. */
const scratch = new Float64Array(4);
/** Largest gap that counts as closed, as a share of the half thickness [1]; length of the step [s]. */
const CLOSED = 0;
const DT = 1;
/** From the edge to the round shape's centre of curvature [m], and how fast that approaches what is touched [m/s]. */
const RADIUS = 2;
const APPROACH = 3;

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
  const { round, firstContact, contactCount } = graph.edges.columns;
  const { passing, shapes, bias } = graph.contacts.columns;
  const { kind } = bodies.shapes.columns;
  scratch[CLOSED] = closed;
  scratch[DT] = dt;
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    if (round[edge] === 0) continue;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (passing[c] !== 0) continue;
      const kindA = kind[shapes[2 * c]];
      const kindB = kind[shapes[2 * c + 1]];
      const isA = kindA === BALL || kindA === ROD || kindA === DRUM;
      if (isA === (kindB === BALL || kindB === ROD || kindB === DRUM)) continue;
      if (!isAtJoint(detection, edge, isA ? 0 : 1, c)) continue;
      passing[c] = AT_JOINT;
      bias[c] = Number.POSITIVE_INFINITY;
    }
  }
}

/** Whether contact c of an edge, whose body at `side` is round there, is with what does not stick out. */
function isAtJoint({ graph, bodies }: Detection, ownEdge: number, side: number, c: number): boolean {
  const { nodes: ends, next, firstContact, contactCount } = graph.edges.columns;
  const { passing, shapes, gap, worldPoint, worldNormal } = graph.contacts.columns;
  const { firstDynamicEdge } = bodies.nodes.columns;
  const { thickness } = bodies.shapes.columns;
  const node = ends[2 * ownEdge + side];
  const shape = shapes[2 * c + side];
  for (let j = 0; j < 3; j++) {
    ahead[j] = (side === 1 ? 1 : -1) * worldNormal[3 * c + j];
    edgePoint[j] = worldPoint[3 * c + j] - 0.5 * gap[c] * ahead[j];
  }
  for (let entry = firstDynamicEdge[node]; entry >= 0; entry = next[entry]) {
    const edge = entry >> 1;
    const sign = (entry & 1) === 1 ? 1 : -1;
    for (let t = firstContact[edge]; t < firstContact[edge] + contactCount[edge]; t++) {
      if (gap[t] >= gap[c] || passing[t] !== 0 || shapes[2 * t + (entry & 1)] !== shape) continue;
      const x = sign * worldNormal[3 * t];
      const y = sign * worldNormal[3 * t + 1];
      const z = sign * worldNormal[3 * t + 2];
      const cosine = x * ahead[0] + y * ahead[1] + z * ahead[2];
      if (cosine <= 0 || cosine >= 1 - SAME) continue;
      const above =
        0.5 * gap[t] +
        x * (edgePoint[0] - worldPoint[3 * t]) +
        y * (edgePoint[1] - worldPoint[3 * t + 1]) +
        z * (edgePoint[2] - worldPoint[3 * t + 2]);
      if (above > STICKS_OUT * (gap[c] - gap[t])) continue;
      if (gap[t] > scratch[CLOSED] * Math.min(thickness[shapes[2 * t]], thickness[shapes[2 * t + 1]])) continue;
      upward[0] = x;
      upward[1] = y;
      upward[2] = z;
      scratch[RADIUS] = thickness[shape] + gap[c];
      writeApproach(bodies.nodes.columns, node, ends[entry ^ 1]);
      // What comes down on the edge, as a capsule does that topples, meets it.
      if (scratch[APPROACH] * scratch[DT] < gap[c] - gap[t]) return true;
    }
  }
  return false;
}

/** How fast the centre of curvature, along the normal ahead from the edge, approaches the plane of the body that is touched [m/s]. */
function writeApproach(
  { mover, velocity: u, position: x }: Detection['bodies']['nodes']['columns'],
  node: number,
  touched: number,
): void {
  scratch[APPROACH] = 0;
  for (let j = 0; j < 3; j++) {
    const k = (j + 1) % 3;
    const l = (j + 2) % 3;
    const atK = edgePoint[k] + scratch[RADIUS] * ahead[k];
    const atL = edgePoint[l] + scratch[RADIUS] * ahead[l];
    for (let end = 0; end < 2; end++) {
      const row = mover[end === 0 ? node : touched];
      const v = u[6 * row + j] + u[6 * row + 3 + k] * (atL - x[3 * row + l]) - u[6 * row + 3 + l] * (atK - x[3 * row + k]);
      scratch[APPROACH] -= (end === 0 ? 1 : -1) * v * upward[j];
    }
  }
}
