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
/** From the summit to the target: unit vector [1], then the way there [m]. */
const aim = new Float64Array(4);
const trial = new Float64Array(3);
const trialField = new Float64Array(4);

/**
 * Climbs from a point of the walker, which is on `from`: a vertex, or the number of vertices and an edge; no farther than `way` from there [m],
 * to where it is deepest in the other shape. Returns whether that is somewhere else; `summit` has it.
 */
export function climb(walker: PlacedShape, other: PlacedShape, point: Float64Array, from: number, way: number): boolean {
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
    const end = slopeTo(walker, edges.to[edge]) > 0 ? edges.from[edge] : edges.to[edge];
    if (slopeTo(walker, end) > -LEVEL || !goDown(other, way, tree.allowedError)) return false;
    hasMoved = true;
    if (aim[3] === 0) vertex = end;
  }
  for (let count = 0; count < MOST_EDGES && vertex !== NOWHERE; count++) {
    const steepest = steepestFrom(walker, vertex);
    if (steepest === NOWHERE || !goDown(other, way, tree.allowedError)) break;
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
 * Whether the last climb, to a place that touches by no more than `gap`, has ended on a peak: all ridges rise from there, within `way` [m].
 * What crosses another edge is one, what lies along it is none.
 */
export function isOnPeak(walker: PlacedShape, other: PlacedShape, gap: number, way: number): boolean {
  const { edges } = walker.tree as ContactTree;
  const vertex = place[0];
  const edge = place[1];
  if (!(summitField[0] <= gap) || (vertex === NOWHERE && edge === NOWHERE)) return false;
  if (vertex === NOWHERE) return rises(walker, other, edges.from[edge], way) && rises(walker, other, edges.to[edge], way);
  let ridges = 0;
  for (let i = edges.start[vertex]; i < edges.start[vertex + 1]; i++) {
    if (edges.isRidge[i] === 0) continue;
    ridges++;
    if (!rises(walker, other, edges.to[i], way)) return false;
  }
  return ridges > 0;
}

/** What is at the summit, as raw-contacts.ts has it. */
export function summitRank(): number {
  return place[0] === NOWHERE ? EDGE : CORNER;
}

/** Whether the distance grows from the summit towards a vertex. */
function rises(walker: PlacedShape, other: PlacedShape, vertex: number, way: number): boolean {
  slopeTo(walker, vertex);
  const ahead = Math.min(way, aim[3]);
  lookAt(other, ahead);
  return trialField[0] > summitField[0] + STEEP * ahead;
}

/** Aims along the edge that goes down the most from a vertex at the summit. Returns it, or NOWHERE. */
function steepestFrom(walker: PlacedShape, vertex: number): number {
  const { edges } = walker.tree as ContactTree;
  let steepest = NOWHERE;
  let least = -LEVEL;
  for (let edge = edges.start[vertex]; edge < edges.start[vertex + 1]; edge++) {
    const slope = slopeTo(walker, edges.to[edge]);
    if (slope >= least) continue;
    least = slope;
    steepest = edge;
  }
  if (steepest !== NOWHERE) slopeTo(walker, edges.to[steepest]);
  return steepest;
}

/** Aims at a vertex from the summit. Returns how the distance changes on the way [1]. */
function slopeTo(walker: PlacedShape, vertex: number): number {
  placePoint(walker, (walker.tree as ContactTree).exact.mesh.positions, 3 * vertex, target);
  for (let k = 0; k < 3; k++) aim[k] = target[k] - summit[k];
  aim[3] = Math.sqrt(aim[0] * aim[0] + aim[1] * aim[1] + aim[2] * aim[2]);
  if (!(aim[3] > 0)) return 0;
  for (let k = 0; k < 3; k++) aim[k] /= aim[3];
  return aim[0] * summitField[1] + aim[1] * summitField[2] + aim[2] * summitField[3];
}

/**
 * Moves the summit towards what is aimed at, to where the distance is least, and leaves in aim[3] how far that still is. Where the
 * distance is convex its tangents bound it from below: the next look is where the two on either side meet. Returns whether it is deeper there.
 */
function goDown(other: PlacedShape, way: number, allowedError: number): boolean {
  let low = 0;
  let lowValue = summitField[0];
  let lowSlope = aim[0] * summitField[1] + aim[1] * summitField[2] + aim[2] * summitField[3];
  let high = Math.min(aim[3], wayWithin(way));
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

/** How far one can go from the summit to what is aimed at and stay within `way` of the start [m]. */
function wayWithin(way: number): number {
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
