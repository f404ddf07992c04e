// From a sample to the place of its mesh that is deepest in the other shape. A cell has one sample: a corner, or a point of an edge. Where
// that edge, or another one of the cell, crosses one of the other shape between samples, no sample would know. So samples climb along the
// edges of their mesh, by the exact distance, to the deepest place near them: a corner, or a point of an edge.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { exactAt, placePoint, turnOut } from './placed-field.js';
import { CORNER, EDGE } from './raw-contacts.js';

/** Edges that go down less than this are level: sine of the angle [1]. */
const LEVEL = 0.02;
/** Most edges of one way, and most looks along each of them. */
const MOST_EDGES = 6;
const MOST_LOOKS = 6;
/** The deepest place of an edge is found to this share of the allowed error [1]. */
const EXACT = 1e-3;
/** From a peak all ridges rise by more than this: sine of the angle [1]. */
const STEEP = 0.1;
const NOWHERE = -1;

/** Rows of the limits of a climb: how far it may go, up to which gap something touches, how far a peak is looked at [m]. */
export const WAY = 0;
export const GAP_OF_PEAK = 1;
export const WAY_OF_PEAK = 2;

/** Where the climb has come to [m]. */
export const summit = new Float64Array(3);
/** Which way the mesh looks there: its pseudonormal, of unit length [1]. */
export const summitFacing = new Float64Array(3);
/** [0]: what is there: a vertex, or the number of vertices and an edge. */
export const summitFeature = new Int32Array(1);

/** The vertex at the summit, and the edge through it, or NOWHERE. */
const place = new Int32Array(2);
/** Distance to the other shape there [m], and its gradient [1]. */
export const summitField = new Float64Array(4);
const start = new Float64Array(3);
const target = new Float64Array(3);
/** From the summit to the target: unit vector [1], the way there [m], and how the distance changes on it at first [1]. */
const aim = new Float64Array(5);
const trial = new Float64Array(3);
const trialField = new Float64Array(4);

/**
 * Climbs from a point of the walker, which is on `from`: a vertex, or the number of vertices and an edge; no farther than its
 * limits allow, to where it is deepest in the other shape. Returns whether that is somewhere else; `summit` has it.
 */
export function climb(walker: PlacedShape, other: PlacedShape, point: Float64Array, from: number, limits: Float64Array): boolean {
  const tree = walker.tree as ContactTree;
  const { edges } = tree;
  const vertices = edges.start.length - 1;
  start.set(point);
  summit.set(point);
  let vertex = from < vertices ? from : NOWHERE;
  let edge = from < vertices ? NOWHERE : from - vertices;
  place[0] = vertex;
  place[1] = edge;
  if (vertex === NOWHERE && edge === NOWHERE) return false;
  exactAt(other, summit, summitField);
  let hasMoved = false;
  if (vertex === NOWHERE) {
    aimAt(walker, edges.to[edge]);
    const end = aim[4] > 0 ? edges.from[edge] : edges.to[edge];
    aimAt(walker, end);
    if (aim[4] > -LEVEL || !goDown(other, limits, tree)) return false;
    hasMoved = true;
    if (aim[3] === 0) vertex = end;
  }
  for (let count = 0; count < MOST_EDGES && vertex !== NOWHERE; count++) {
    const steepest = steepestFrom(walker, vertex);
    if (steepest === NOWHERE || !goDown(other, limits, tree)) break;
    hasMoved = true;
    edge = steepest;
    vertex = aim[3] === 0 ? edges.to[edge] : NOWHERE;
  }
  // Between two faces that do not stand out, one of them touches, or nothing does.
  if (!hasMoved || (vertex === NOWHERE && edges.isRidge[edge] === 0)) return false;
  place[0] = vertex;
  place[1] = edge;
  if (vertex !== NOWHERE) edges.writeNormalOfVertex(vertex, summitFacing);
  else edges.writeNormal(edge, summitFacing);
  turnOut(walker, summitFacing, 0);
  summitFeature[0] = vertex !== NOWHERE ? vertex : edges.start.length - 1 + edges.names[edge];
  return true;
}

/**
 * Whether the last climb, to a place that touches, has ended on a peak: all ridges rise from there.
 * What crosses another edge is one, what lies along it is none.
 */
export function isOnPeak(walker: PlacedShape, other: PlacedShape, limits: Float64Array): boolean {
  const { edges } = walker.tree as ContactTree;
  const vertex = place[0];
  const edge = place[1];
  if (!(summitField[0] <= limits[GAP_OF_PEAK]) || (vertex === NOWHERE && edge === NOWHERE)) return false;
  if (vertex === NOWHERE) return rises(walker, other, edges.from[edge], limits) && rises(walker, other, edges.to[edge], limits);
  let ridges = 0;
  for (let i = edges.start[vertex]; i < edges.start[vertex + 1]; i++) {
    if (edges.isRidge[i] === 0) continue;
    ridges++;
    if (!rises(walker, other, edges.to[i], limits)) return false;
  }
  return ridges > 0;
}

/** What is at the summit, as raw-contacts.ts has it. */
export function summitRank(): number {
  return place[0] === NOWHERE ? EDGE : CORNER;
}

/** Whether the distance grows from the summit towards a vertex. */
function rises(walker: PlacedShape, other: PlacedShape, vertex: number, limits: Float64Array): boolean {
  aimAt(walker, vertex);
  const ahead = Math.min(limits[WAY_OF_PEAK], aim[3]);
  lookAt(other, ahead);
  return trialField[0] > summitField[0] + STEEP * ahead;
}

/** Aims along the edge that goes down the most from a vertex at the summit. Returns it, or NOWHERE. */
function steepestFrom(walker: PlacedShape, vertex: number): number {
  const { edges } = walker.tree as ContactTree;
  let steepest = NOWHERE;
  let least = -LEVEL;
  for (let edge = edges.start[vertex]; edge < edges.start[vertex + 1]; edge++) {
    aimAt(walker, edges.to[edge]);
    if (aim[4] >= least) continue;
    least = aim[4];
    steepest = edge;
  }
  if (steepest !== NOWHERE) aimAt(walker, edges.to[steepest]);
  return steepest;
}

/** Aims at a vertex from the summit. A slope that is returned would be allocated. */
function aimAt(walker: PlacedShape, vertex: number): void {
  placePoint(walker, (walker.tree as ContactTree).exact.mesh.positions, 3 * vertex, target);
  for (let k = 0; k < 3; k++) aim[k] = target[k] - summit[k];
  aim[3] = Math.sqrt(aim[0] * aim[0] + aim[1] * aim[1] + aim[2] * aim[2]);
  aim[4] = 0;
  if (!(aim[3] > 0)) return;
  for (let k = 0; k < 3; k++) aim[k] /= aim[3];
  aim[4] = aim[0] * summitField[1] + aim[1] * summitField[2] + aim[2] * summitField[3];
}

/**
 * Moves the summit towards what is aimed at, to where the distance is least, and leaves in aim[3] how far that still is. Where the
 * distance is convex its tangents bound it from below: the next look is where the two on either side meet. Returns whether it is deeper there.
 */
function goDown(other: PlacedShape, limits: Float64Array, { allowedError }: ContactTree): boolean {
  let low = 0;
  let lowValue = summitField[0];
  let lowSlope = aim[0] * summitField[1] + aim[1] * summitField[2] + aim[2] * summitField[3];
  let high = Math.min(aim[3], wayWithin(limits));
  if (!(high > 0)) return false;
  lookAt(other, high);
  let highValue = trialField[0];
  let highSlope = aim[0] * trialField[1] + aim[1] * trialField[2] + aim[2] * trialField[3];
  // Along what is level rounding decides: the first such place is taken.
  if (highSlope > -LEVEL) {
    let last = high;
    for (let look = 0; look < MOST_LOOKS; look++) {
      const at = (highValue - lowValue + lowSlope * low - highSlope * high) / (lowSlope - highSlope);
      const bound = lowValue + lowSlope * (at - low);
      if (!(at > low && at < high)) break;
      lookAt(other, at);
      last = at;
      const slope = aim[0] * trialField[1] + aim[1] * trialField[2] + aim[2] * trialField[3];
      if (slope > -LEVEL) {
        high = at;
        highValue = trialField[0];
        highSlope = slope;
      } else {
        low = at;
        lowValue = trialField[0];
        lowSlope = slope;
      }
      if (trialField[0] - bound <= EXACT * allowedError) break;
    }
    const at = lowValue < highValue - EXACT * allowedError ? low : high;
    if (at !== last) lookAt(other, at);
    aim[3] -= at;
  } else aim[3] = high === aim[3] ? 0 : aim[3] - high;
  if (trialField[0] >= summitField[0] - EXACT * allowedError) return false;
  summit.set(trial);
  summitField.set(trialField);
  return true;
}

/** How far one can go from the summit to what is aimed at and stay as near to the start as the climb must [m]. */
function wayWithin(limits: Float64Array): number {
  const way = limits[WAY];
  const x = summit[0] - start[0];
  const y = summit[1] - start[1];
  const z = summit[2] - start[2];
  const along = aim[0] * x + aim[1] * y + aim[2] * z;
  const room = along * along - (x * x + y * y + z * z) + way * way;
  return room > 0 ? Math.sqrt(room) - along : 0;
}

function lookAt(other: PlacedShape, at: number): void {
  for (let k = 0; k < 3; k++) trial[k] = summit[k] + at * aim[k];
  exactAt(other, trial, trialField);
}
