// Pairs of shapes that meet although detection does not list them: what is struck within a step, or moved at its end, may leave the box
// that detection gave it, and then meets others than those whose boxes overlap its own.
//
// Its box is widened to where it has come, for as long as the end of the step is looked at. Pairs are those whose boxes overlap now and did
// not before, so that each comes once; others that have stayed in their boxes are found in the trees of the broad phase.

import { MOVING, overlap } from '../detection/broad-phase/broad-phase.js';
import { PairList } from '../detection/broad-phase/pair-list.js';
import { edgeKindOf, isPhysicalEdge } from '../detection/contact-graph/edge-kinds.js';
import { isAllowed } from '../detection/contact-graph/rules.js';
import type { Detection } from '../detection/detection.js';
import { writeTightBounds } from '../detection/update-bounds.js';
import { MESH } from '../shapes/shape-kinds.js';
import { doubled } from '../table/doubled.js';

// V8 folds constants of the same module but not imported ones.
const TREE = MESH;

export class MetPairs {
  /** Pairs of shapes, in the order of their nodes: that of the node of the smaller number comes first. */
  count = 0;
  shapes = new Int32Array(2 * 64);
  /** Shapes that have left their boxes, and the boxes they had. */
  leftCount = 0;
  left = new Int32Array(64);
  boxes = new Float64Array(6 * 64);
  /** Boxes near the one at hand. */
  readonly near = new PairList();
}

/** Of the shape at hand: the tight box about it, and the one it had before that was widened. */
const tight = new Float64Array(6);
const former = new Float64Array(6);

/** Adds the pairs of all shapes that have left their boxes and whose bodies have been shifted. */
export function meetOthers(met: MetPairs, detection: Detection): void {
  const { nodes, shapes } = detection.bodies;
  const { shifted, mover } = nodes.columns;
  const { owner, kind, mobility, bounds } = shapes.columns;
  const before = met.count;
  for (let shape = 0; shape < shapes.size; shape++) {
    // To ask a mesh of which nothing is known costs as much as all the rest.
    if (mobility[shape] !== MOVING || kind[shape] === TREE || shifted[mover[owner[shape]]] === 0) continue;
    writeTightBounds(detection.bodies, shape, tight, 0);
    if (!isInside(tight, bounds, 6 * shape)) leaveBox(met, detection, shape);
  }
  if (met.count > before) orderPairs(met, owner);
}

/** Gives the boxes of detection back, and forgets all pairs. */
export function forgetMeetings(met: MetPairs, { bodies }: Detection): void {
  const { bounds } = bodies.shapes.columns;
  for (let i = 0; i < met.leftCount; i++) for (let k = 0; k < 6; k++) bounds[6 * met.left[i] + k] = met.boxes[6 * i + k];
  met.leftCount = 0;
  met.count = 0;
}

function isInside(box: Float64Array, bounds: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) if (box[k] < bounds[at + k] || box[k + 3] > bounds[at + k + 3]) return false;
  return true;
}

/** Widens the box of a shape to hold the tight one, and adds the pairs that it now has and had not. */
function leaveBox(met: MetPairs, detection: Detection, shape: number): void {
  const { broadPhase } = detection;
  const { bounds } = detection.bodies.shapes.columns;
  for (let k = 0; k < 6; k++) {
    const at = 6 * shape + k;
    former[k] = bounds[at];
    bounds[at] = k < 3 ? Math.min(bounds[at], tight[k]) : Math.max(bounds[at], tight[k]);
  }
  keepBox(met, shape);
  met.near.clear();
  broadPhase.pairsOf(bounds, shape, met.near);
  for (let i = 0; i < met.near.size; i++) addPair(met, detection, shape, met.near.otherOf(i, shape));
  // What has left the fat box that it has in the trees is not found there.
  for (let i = 0; i < met.leftCount; i++) {
    const other = met.left[i];
    if (other !== shape && !broadPhase.reaches(bounds, shape, other)) addPair(met, detection, shape, other);
  }
}

/** Takes note of the box that a shape had before it left it for the first time. */
function keepBox(met: MetPairs, shape: number): void {
  for (let i = 0; i < met.leftCount; i++) if (met.left[i] === shape) return;
  if (met.leftCount === met.left.length) {
    met.left = doubled(met.left);
    met.boxes = doubled(met.boxes);
  }
  met.boxes.set(former, 6 * met.leftCount);
  met.left[met.leftCount++] = shape;
}

/** Adds the pair of the shape at hand and another, where these may touch, and have just met. */
function addPair(met: MetPairs, { bodies, graph }: Detection, shape: number, other: number): void {
  const { bounds, owner, kind } = bodies.shapes.columns;
  const { kind: nodeKind, mover, active } = bodies.nodes.columns;
  if (kind[other] === TREE || overlap(former, 0, bounds, 6 * other) || !overlap(bounds, 6 * shape, bounds, 6 * other)) return;
  const isFirst = owner[shape] < owner[other];
  const s = isFirst ? shape : other;
  const t = isFirst ? other : shape;
  const a = owner[s];
  const b = owner[t];
  if (mover[a] === mover[b] || active[a] === 0 || active[b] === 0) return;
  if (!isPhysicalEdge(edgeKindOf(nodeKind[a], nodeKind[b])) || !isAllowed(graph, a, b)) return;
  if (2 * met.count === met.shapes.length) met.shapes = doubled(met.shapes);
  met.shapes[2 * met.count] = s;
  met.shapes[2 * met.count + 1] = t;
  met.count++;
}

/** Puts the pairs into the order of their nodes: that of the trees depends on what is remembered. Few are out of order. */
function orderPairs({ shapes, count }: MetPairs, owner: Int32Array): void {
  for (let i = 1; i < count; i++) {
    const s = shapes[2 * i];
    const t = shapes[2 * i + 1];
    let j = i;
    for (; j > 0 && isBehind(shapes, j - 1, s, t, owner); j--) {
      shapes[2 * j] = shapes[2 * j - 2];
      shapes[2 * j + 1] = shapes[2 * j - 1];
    }
    shapes[2 * j] = s;
    shapes[2 * j + 1] = t;
  }
}

/** Whether the pair of a row comes behind that of two shapes. */
function isBehind(shapes: Int32Array, row: number, s: number, t: number, owner: Int32Array): boolean {
  const a = shapes[2 * row];
  const b = shapes[2 * row + 1];
  if (owner[a] !== owner[s]) return owner[a] > owner[s];
  if (owner[b] !== owner[t]) return owner[b] > owner[t];
  return a !== s ? a > s : b > t;
}
