// From a sample to the place of its mesh that is deepest in the other shape. A cell has one sample: a corner, or a point of an edge. Where
// that edge, or another one of the cell, crosses one of the other shape between samples, no sample would know. So samples climb along the
// edges of their mesh, by the exact distance, to the deepest place near them: a corner, or a point of an edge.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { exactAt, FieldProbe, placePoint, turnOut } from './placed-field.js';
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

/** A climb: how far it may go, and where it has come to. */
export class Climb {
  /** How far it may go from its start [m]. */
  way = 0;
  /** Up to which gap something touches [m]. */
  gapOfPeak = 0;
  /** How far a peak is looked at [m]. */
  wayOfPeak = 0;
  /** The exact distance of its start to the other shape [m]; -Infinity where it is not known. */
  distanceOfStart = 0;
  /** Where the climb has come to [m]. */
  readonly summit = new Float64Array(3);
  /** Which way the mesh looks there: its pseudonormal, of unit length [1]. */
  readonly summitFacing = new Float64Array(3);
  /** What is there: a vertex, or the number of vertices and an edge. */
  summitFeature = 0;
  /** The vertex at the summit, and the edge through it, or NOWHERE. */
  readonly place = new Int32Array(2);
  /** Distance to the other shape there [m], and its gradient [1]. */
  readonly summitField = new Float64Array(4);
  readonly start = new Float64Array(3);
  readonly target = new Float64Array(3);
  /** From the summit to the target: unit vector [1], the way there [m], and how the distance changes on it at first [1]. */
  readonly aim = new Float64Array(5);
  readonly trial = new Float64Array(3);
  readonly trialField = new Float64Array(4);
  readonly probe = new FieldProbe();
}

/**
 * Climbs from a point of the walker, which is on `from`: a vertex, or the number of vertices and an edge; no farther than it
 * may go, to where it is deepest in the other shape. Returns whether that is somewhere else; `summit` has it.
 */
export function climbEdges(climb: Climb, walker: PlacedShape, other: PlacedShape, point: Float64Array, from: number): boolean {
  const { start, summit, place, summitField, aim, summitFacing } = climb;
  const tree = walker.tree as ContactTree;
  const { edges } = tree;
  const vertices = edges.start.length - 1;
  start.set(point);
  summit.set(point);
  let vertex = from < vertices ? from : NOWHERE;
  let edge = from < vertices ? NOWHERE : from - vertices;
  place[0] = vertex;
  place[1] = edge;
  climb.distanceOfStart = Number.NEGATIVE_INFINITY;
  if (vertex === NOWHERE && edge === NOWHERE) return false;
  exactAt(climb.probe, other, summit, summitField);
  climb.distanceOfStart = summitField[0];
  let hasMoved = false;
  if (vertex === NOWHERE) {
    aimAt(climb, walker, edges.to[edge]);
    const end = aim[4] > 0 ? edges.from[edge] : edges.to[edge];
    aimAt(climb, walker, end);
    if (aim[4] > -LEVEL || !goDown(climb, other, tree)) return false;
    hasMoved = true;
    if (aim[3] === 0) vertex = end;
  }
  for (let count = 0; count < MOST_EDGES && vertex !== NOWHERE; count++) {
    const steepest = steepestFrom(climb, walker, vertex);
    if (steepest === NOWHERE || !goDown(climb, other, tree)) break;
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
  climb.summitFeature = vertex !== NOWHERE ? vertex : edges.start.length - 1 + edges.names[edge];
  return true;
}

/**
 * Whether the last climb, to a place that touches, has ended on a peak: all ridges rise from there.
 * What crosses another edge is one, what lies along it is none.
 */
export function isOnPeak(climb: Climb, walker: PlacedShape, other: PlacedShape): boolean {
  const { place, summitField } = climb;
  const { edges } = walker.tree as ContactTree;
  const vertex = place[0];
  const edge = place[1];
  if (!(summitField[0] <= climb.gapOfPeak) || (vertex === NOWHERE && edge === NOWHERE)) return false;
  if (vertex === NOWHERE) return rises(climb, walker, other, edges.from[edge]) && rises(climb, walker, other, edges.to[edge]);
  let ridges = 0;
  for (let i = edges.start[vertex]; i < edges.start[vertex + 1]; i++) {
    if (edges.isRidge[i] === 0) continue;
    ridges++;
    if (!rises(climb, walker, other, edges.to[i])) return false;
  }
  return ridges > 0;
}

/** What is at the summit, as raw-contacts.ts has it. */
export function summitRank({ place }: Climb): number {
  return place[0] === NOWHERE ? EDGE : CORNER;
}

/** Whether the distance grows from the summit towards a vertex. */
function rises(climb: Climb, walker: PlacedShape, other: PlacedShape, vertex: number): boolean {
  const { aim, trialField, summitField } = climb;
  aimAt(climb, walker, vertex);
  const ahead = Math.min(climb.wayOfPeak, aim[3]);
  lookAt(climb, other, ahead);
  return trialField[0] > summitField[0] + STEEP * ahead;
}

/** Aims along the edge that goes down the most from a vertex at the summit. Returns it, or NOWHERE. */
function steepestFrom(climb: Climb, walker: PlacedShape, vertex: number): number {
  const { aim } = climb;
  const { edges } = walker.tree as ContactTree;
  let steepest = NOWHERE;
  let least = -LEVEL;
  for (let edge = edges.start[vertex]; edge < edges.start[vertex + 1]; edge++) {
    aimAt(climb, walker, edges.to[edge]);
    if (aim[4] >= least) continue;
    least = aim[4];
    steepest = edge;
  }
  if (steepest !== NOWHERE) aimAt(climb, walker, edges.to[steepest]);
  return steepest;
}

/** Aims at a vertex from the summit. A slope that is returned would be allocated. */
function aimAt(climb: Climb, walker: PlacedShape, vertex: number): void {
  const { target, aim, summit, summitField } = climb;
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
function goDown(climb: Climb, other: PlacedShape, { allowedError }: ContactTree): boolean {
  const { summitField, aim, trialField, summit, trial } = climb;
  let low = 0;
  let lowValue = summitField[0];
  let lowSlope = aim[0] * summitField[1] + aim[1] * summitField[2] + aim[2] * summitField[3];
  let high = Math.min(aim[3], wayWithin(climb));
  if (!(high > 0)) return false;
  lookAt(climb, other, high);
  let highValue = trialField[0];
  let highSlope = aim[0] * trialField[1] + aim[1] * trialField[2] + aim[2] * trialField[3];
  // Along what is level rounding decides: the first such place is taken.
  if (highSlope > -LEVEL) {
    let last = high;
    for (let look = 0; look < MOST_LOOKS; look++) {
      const at = (highValue - lowValue + lowSlope * low - highSlope * high) / (lowSlope - highSlope);
      const bound = lowValue + lowSlope * (at - low);
      if (!(at > low && at < high)) break;
      lookAt(climb, other, at);
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
    if (at !== last) lookAt(climb, other, at);
    aim[3] -= at;
  } else aim[3] = high === aim[3] ? 0 : aim[3] - high;
  if (trialField[0] >= summitField[0] - EXACT * allowedError) return false;
  summit.set(trial);
  summitField.set(trialField);
  return true;
}

/** How far one can go from the summit to what is aimed at and stay as near to the start as the climb must [m]. */
function wayWithin(climb: Climb): number {
  const { summit, start, aim } = climb;
  const way = climb.way;
  const x = summit[0] - start[0];
  const y = summit[1] - start[1];
  const z = summit[2] - start[2];
  const along = aim[0] * x + aim[1] * y + aim[2] * z;
  const room = along * along - (x * x + y * y + z * z) + way * way;
  return room > 0 ? Math.sqrt(room) - along : 0;
}

function lookAt(climb: Climb, other: PlacedShape, at: number): void {
  const { trial, summit, aim, trialField } = climb;
  for (let k = 0; k < 3; k++) trial[k] = summit[k] + at * aim[k];
  exactAt(climb.probe, other, trial, trialField);
}
