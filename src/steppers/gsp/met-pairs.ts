// Pairs of shapes that meet although detection does not list them. A body that is struck within a step, or moved at its
// end, may leave the box that detection gave it, and then meets others than those whose boxes overlap its own.
//
// While the end of the step is looked at, the box of such a shape is widened to where the shape has come. Pairs are
// those whose boxes overlap now and did not before, so that each comes once. The broad phase finds them: among its
// pairs of fat boxes or, where a shape has left its fat box too, by its trees.

import type { Bodies } from '../../bodies/bodies.js';
import { isPairAtHand } from '../../detection/at-hand.js';
import { MOVING, overlap } from '../../detection/broad-phase/broad-phase.js';
import { PairList } from '../../detection/broad-phase/pair-list.js';
import { isAllowed } from '../../detection/contact-graph/coherence.js';
import { edgeKindOf, isPhysicalEdge } from '../../detection/contact-graph/edge-kinds.js';
import type { Detection } from '../../detection/detection.js';
import { writeTightBounds } from '../../detection/update-bounds.js';
import { MESH } from '../../shapes/shape-kinds.js';
import { doubled } from '../../table/doubled.js';

// V8 folds constants of the same module but not imported ones.
const TREE = MESH;

export class MetPairs {
  /** Pairs of shapes, in the order of their nodes: that of the node of the smaller number comes first. */
  count = 0;
  shapes = new Int32Array(2 * 64);
  /** Shapes that have left their boxes, as often as they have, and the boxes they had. */
  leftCount = 0;
  left = new Int32Array(64);
  boxes = new Float64Array(6 * 64);
  /** The first of these that has left in the round at hand. */
  first = 0;
  /** Shapes that have left their fat boxes too. */
  outCount = 0;
  out = new Int32Array(64);
  /** Boxes near the one at hand. */
  readonly near = new PairList();
  /** Where the shape at hand has come to [m]. */
  readonly tight = new Float64Array(6);
}

/** Adds the pairs of all shapes that have left their boxes and whose bodies have been shifted. */
export function meetOthers(met: MetPairs, detection: Detection): void {
  const { nodes, shapes } = detection.bodies;
  const { shifted, mover } = nodes.columns;
  const { owner, kind, mobility, bounds } = shapes.columns;
  const { tight } = met;
  const { atHand } = detection;
  met.first = met.leftCount;
  for (let i = 0; i < (atHand.areAll ? shapes.size : atHand.shapeCount); i++) {
    const shape = atHand.areAll ? i : atHand.shapes[i];
    // To ask a mesh of which nothing is known costs as much as all the rest.
    if (mobility[shape] !== MOVING || kind[shape] >= TREE || shifted[mover[owner[shape]]] === 0) continue;
    writeTightBounds(detection, shape, tight, 0);
    if (!isInside(tight, bounds, 6 * shape)) leaveBox(met, detection, shape);
  }
  if (met.leftCount === met.first) return;
  const before = met.count;
  meetInFatBoxes(met, detection);
  meetOutside(met, detection);
  if (met.count > before) orderPairs(met, owner);
}

/** Gives the boxes of detection back, and forgets all pairs. */
export function forgetMeetings(met: MetPairs, { bodies }: Detection): void {
  const { bounds, leaving, isOut } = bodies.shapes.columns;
  // What left more than once had its first box first.
  for (let i = met.leftCount - 1; i >= 0; i--) {
    for (let k = 0; k < 6; k++) bounds[6 * met.left[i] + k] = met.boxes[6 * i + k];
    leaving[met.left[i]] = 0;
    isOut[met.left[i]] = 0;
  }
  met.leftCount = 0;
  met.outCount = 0;
  met.count = 0;
}

function isInside(box: Float64Array, bounds: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) if (box[k] < bounds[at + k] || box[k + 3] > bounds[at + k + 3]) return false;
  return true;
}

/** Widens the box of a shape to hold the tight one. */
function leaveBox(met: MetPairs, { bodies, broadPhase }: Detection, shape: number): void {
  const { bounds, leaving, isOut } = bodies.shapes.columns;
  const { tight } = met;
  if (met.leftCount === met.left.length) {
    met.left = doubled(met.left);
    met.boxes = doubled(met.boxes);
    met.out = doubled(met.out);
  }
  for (let k = 0; k < 6; k++) {
    const at = 6 * shape + k;
    met.boxes[6 * met.leftCount + k] = bounds[at];
    bounds[at] = k < 3 ? Math.min(bounds[at], tight[k]) : Math.max(bounds[at], tight[k]);
  }
  met.left[met.leftCount++] = shape;
  leaving[shape] = met.leftCount;
  if (isOut[shape] !== 0 || broadPhase.holds(bounds, shape)) return;
  isOut[shape] = 1;
  met.out[met.outCount++] = shape;
}

/** Adds new pairs of which the fat boxes overlap. */
function meetInFatBoxes(met: MetPairs, detection: Detection): void {
  const { bodies, broadPhase } = detection;
  const { leaving } = bodies.shapes.columns;
  const { a, b, size } = broadPhase.fatPairs;
  for (let i = 0; i < size; i++) {
    if (leaving[a[i]] > met.first || leaving[b[i]] > met.first) addPair(met, detection, a[i], b[i]);
  }
}

/**
 * Adds new pairs of shapes that have left their fat boxes: with those that have not, which are in the trees, and with
 * each other.
 */
function meetOutside(met: MetPairs, detection: Detection): void {
  const { bodies, broadPhase } = detection;
  const { bounds, leaving, isOut } = bodies.shapes.columns;
  const { near, out } = met;
  for (let i = 0; i < met.outCount; i++) {
    near.clear();
    if (leaving[out[i]] > met.first) broadPhase.pairsOf(bounds, out[i], near);
    for (let j = 0; j < near.size; j++) {
      const other = near.otherOf(j, out[i]);
      if (isOut[other] === 0 && !broadPhase.arePaired(out[i], other)) addPair(met, detection, out[i], other);
    }
    const isLeaving = leaving[out[i]] > met.first;
    for (let j = 0; j < i; j++) {
      if (!overlap(bounds, 6 * out[i], bounds, 6 * out[j]) || !(isLeaving || leaving[out[j]] > met.first)) continue;
      if (!broadPhase.arePaired(out[i], out[j])) addPair(met, detection, out[i], out[j]);
    }
  }
}

/** Adds the pair of two shapes, one of which is leaving its box, where these may touch, and have just met. */
function addPair(met: MetPairs, { bodies, graph, atHand: some }: Detection, shape: number, other: number): void {
  const { nodes, shapes } = bodies;
  const { bounds, owner, kind } = shapes.columns;
  if (!overlap(bounds, 6 * shape, bounds, 6 * other) || haveMet(met, shapes.columns, shape, other)) return;
  const isFirst = owner[shape] < owner[other];
  const s = isFirst ? shape : other;
  const t = isFirst ? other : shape;
  const a = owner[s];
  const b = owner[t];
  const { kind: nodeKind, mover, active, atHand } = nodes.columns;
  if (!some.areAll && !isPairAtHand(atHand, a, b)) return;
  if (kind[s] >= TREE || kind[t] >= TREE || mover[a] === mover[b] || active[a] === 0 || active[b] === 0) return;
  if (!isPhysicalEdge(edgeKindOf(nodeKind[a], nodeKind[b])) || !isAllowed(graph, a, b)) return;
  if (2 * met.count === met.shapes.length) met.shapes = doubled(met.shapes);
  met.shapes[2 * met.count] = s;
  met.shapes[2 * met.count + 1] = t;
  met.count++;
}

/** Whether the boxes of two shapes overlapped before they left them. */
function haveMet(met: MetPairs, { bounds, leaving }: Bodies['shapes']['columns'], shape: number, other: number): boolean {
  const i = leaving[shape] - 1;
  const j = leaving[other] - 1;
  const isLeaving = i >= met.first;
  const isOtherLeaving = j >= met.first;
  return overlap(
    isLeaving ? met.boxes : bounds,
    6 * (isLeaving ? i : shape),
    isOtherLeaving ? met.boxes : bounds,
    6 * (isOtherLeaving ? j : other),
  );
}

/**
 * Puts the pairs into the order of their nodes: that of the trees depends on what is remembered. Few are out of order.
 */
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
