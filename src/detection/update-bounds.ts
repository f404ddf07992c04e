// Boxes about shapes and nodes, and how each shape takes part in the broad phase.

import type { Bodies } from '../bodies/bodies.js';
import { FIXED } from '../bodies/node-kinds.js';
import type { Settings } from '../settings.js';
import { gravityOfStep } from '../settings.js';
import { placedBounds } from '../shapes/bounds.js';
import { BOX, SPHERE } from '../shapes/shape-kinds.js';
import { isAtHand } from './at-hand.js';
import { bindLoops } from './bind-loops.js';
import { ABSENT, MOVING, STATIC } from './broad-phase/broad-phase.js';
import type { Detection } from './detection.js';
import { lookOf } from './look-ahead.js';
import { placeInWorld } from './place-shape.js';

// V8 folds constants of the same module but not imported ones.
const [BALL, CUBOID] = [SPHERE, BOX];

/** How a shape takes part in the broad phase. */
export function mobilityOf({ nodes, shapes }: Bodies, shape: number): number {
  if (!shapes.isLive(shape)) return ABSENT;
  return nodes.columns.kind[shapes.columns.owner[shape]] === FIXED ? STATIC : MOVING;
}

/** The same of the detection at hand: what sleeps may stand, and what comes to it does not. */
function mobilityAtHand({ bodies, atHand }: Detection, shape: number): number {
  const mobility = mobilityOf(bodies, shape);
  if (mobility === ABSENT || !atHand.leavesSleepers) return mobility;
  const row = bodies.shapes.columns.owner[shape];
  if (bodies.nodes.columns.asleep[row] !== 0 && !findsAllPairs(atHand)) return STATIC;
  return isAtHand(bodies.nodes.columns.atHand, row) ? MOVING : mobility;
}

/** Whether the broad phase finds the pairs of all bodies, though some may sleep, and not only those of the bodies at hand. */
export function findsAllPairs({ areAll, areAllAwake, areSleepersStatic }: Detection['atHand']): boolean {
  return areAll || (areAllAwake && !areSleepersStatic);
}

/** Values of `centred`: not known yet, or whether a shape sits in its owner's frame as it is, neither moved nor turned. */
const UNKNOWN = 0;
export const CENTRED = 1;
const OFF_CENTRE = 2;

function findCentring({ shapes }: Bodies, shape: number): number {
  const { position, rotation } = shapes.columns;
  if (position[3 * shape] !== 0 || position[3 * shape + 1] !== 0 || position[3 * shape + 2] !== 0) return OFF_CENTRE;
  for (let k = 0; k < 9; k++) if (rotation[9 * shape + k] !== (k % 4 === 0 ? 1 : 0)) return OFF_CENTRE;
  return CENTRED;
}

/**
 * The tight box of a shape in the world, at bounds[k ..]; for a centred box or ball, which most shapes are, without
 * placing it.
 */
export function writeTightBounds({ bodies, placed }: Detection, shape: number, bounds: Float64Array, k: number): void {
  const { kind, dimensions: h, owner, centred } = bodies.shapes.columns;
  if (centred[shape] !== CENTRED || (kind[shape] !== CUBOID && kind[shape] !== BALL)) {
    placeInWorld(bodies, shape, placed);
    placedBounds(placed, bounds, k);
    return;
  }
  const row = owner[shape];
  const { position, rotation: r } = bodies.nodes.columns;
  const a = h[3 * shape];
  const b = h[3 * shape + 1];
  const c = h[3 * shape + 2];
  const i = 9 * row;
  const isBall = kind[shape] === BALL;
  const x = isBall ? a : Math.abs(r[i]) * a + Math.abs(r[i + 1]) * b + Math.abs(r[i + 2]) * c;
  const y = isBall ? a : Math.abs(r[i + 3]) * a + Math.abs(r[i + 4]) * b + Math.abs(r[i + 5]) * c;
  const z = isBall ? a : Math.abs(r[i + 6]) * a + Math.abs(r[i + 7]) * b + Math.abs(r[i + 8]) * c;
  bounds[k] = position[3 * row] - x;
  bounds[k + 1] = position[3 * row + 1] - y;
  bounds[k + 2] = position[3 * row + 2] - z;
  bounds[k + 3] = position[3 * row] + x;
  bounds[k + 4] = position[3 * row + 1] + y;
  bounds[k + 5] = position[3 * row + 2] + z;
}

/** The largest half thickness of any shape that has one [m]: what shapes there are changes from outside alone. */
function findThickest({ bodies, state, thickest }: Detection): number {
  const { shapes } = bodies;
  if (thickest.after === state.changesButTargets && thickest.shapeCount === shapes.size) return thickest.value;
  const { thickness } = shapes.columns;
  thickest.value = 0;
  for (let shape = 0; shape < shapes.size; shape++) {
    if (thickness[shape] < Number.POSITIVE_INFINITY && thickness[shape] > thickest.value) thickest.value = thickness[shape];
  }
  thickest.after = state.changesButTargets;
  thickest.shapeCount = shapes.size;
  return thickest.value;
}

/**
 * How much faster a point within `reach` [m] of a body's centre may become by what the body gains, six numbers from `k`
 * on [m/s].
 */
function gainOf(driven: Float64Array, k: number, reach: number): number {
  const speed = Math.sqrt(driven[k] * driven[k] + driven[k + 1] * driven[k + 1] + driven[k + 2] * driven[k + 2]);
  const spin = Math.sqrt(driven[k + 3] * driven[k + 3] + driven[k + 4] * driven[k + 4] + driven[k + 5] * driven[k + 5]);
  return spin > 0 ? speed + spin * reach : speed;
}

/**
 * Only of the bodies that moved, or are at hand: the boxes of the others are what they were. The envelope of a pair is a
 * share of the smaller half thickness, so half of each shape's own share on its box is enough for boxes to overlap
 * whenever the gap is within the envelope. Likewise for how far ahead contacts are found: each box grows along each axis
 * by what its own shape may move there.
 */
export function updateBounds(detection: Detection, settings: Settings): void {
  const { bodies, atHand } = detection;
  const thickest = findThickest(detection);
  if (atHand.areAll) {
    const { moved } = bodies.nodes.columns;
    for (let row = 0; row < bodies.nodes.size; row++) if (moved[row] !== 0) emptyBox(bodies, row);
    updateAllShapes(detection, settings, thickest);
    return;
  }
  if (!atHand.areFixedKnown) {
    const { mobility } = bodies.shapes.columns;
    for (let shape = 0; shape < bodies.shapes.size; shape++) mobility[shape] = mobilityAtHand(detection, shape);
    updateStanding(detection, settings, 0, atHand.fixedCount, thickest);
  }
  for (let i = atHand.turnedBefore; i < atHand.turnedCount; i++) updateTurned(detection, settings, atHand.turned[i], thickest);
  atHand.shapeCount = 0;
  for (let i = 0; i < atHand.count; i++) updateNode(detection, settings, atHand.rows[i], thickest);
  updateStanding(detection, settings, atHand.fixedCount, atHand.standingCount, thickest);
}

/** What the compiled kernel knows it does in one go, up to a shape that it does not know. */
function updateAllShapes(detection: Detection, settings: Settings, thickest: number): void {
  const { bodies, ahead, compiled, state } = detection;
  const { size } = bodies.shapes;
  const kernel = state.joints.table.liveCount > 0 || size === 0 ? null : bindLoops(detection, settings);
  if (kernel === null) {
    updateShapes(detection, settings, 0, size, thickest);
    return;
  }
  const [x, y, z] = settings.gravity;
  const half = 0.5 * settings['detection.envelope'];
  const lookAhead = settings['detection.lookAhead'];
  const fall = gravityOfStep(settings, ahead);
  const pullX = Math.abs(x) * ahead;
  const pullY = Math.abs(y) * ahead;
  const pullZ = Math.abs(z) * ahead;
  for (let shape = 0; shape < size; ) {
    const first = kernel.updateBounds(compiled.table, shape, size, half, lookAhead, ahead, fall, pullX, pullY, pullZ);
    shape = endOfUnknown(bodies, first);
    if (first < shape) updateShapes(detection, settings, first, shape, thickest);
  }
}

/** The first shape from one on that the kernel knows, which may be that one itself. */
function endOfUnknown({ shapes }: Bodies, first: number): number {
  const { kind, centred } = shapes.columns;
  let shape = first;
  while (shape < shapes.size && (centred[shape] !== CENTRED || (kind[shape] !== CUBOID && kind[shape] !== BALL))) shape++;
  // One that is gone is left out by TypeScript.
  return shape === first ? Math.min(first + 1, shapes.size) : shape;
}

/** The same of some of what is there for all, but for what is at hand itself. */
function updateStanding(detection: Detection, settings: Settings, first: number, end: number, thickest: number): void {
  const { atHand, bodies } = detection;
  for (let i = first; i < end; i++) {
    const row = atHand.standing[i];
    if (!isAtHand(bodies.nodes.columns.atHand, row)) updateNode(detection, settings, row, thickest);
  }
}

/** The same of what has fallen asleep; who has woken is at hand. */
function updateTurned(detection: Detection, settings: Settings, row: number, thickest: number): void {
  if (detection.bodies.nodes.columns.asleep[row] !== 0) updateNode(detection, settings, row, thickest);
}

/** The boxes of a node and of its shapes, which are listed. */
function updateNode(detection: Detection, settings: Settings, row: number, thickest: number): void {
  const { bodies, atHand } = detection;
  const { next, thickness } = bodies.shapes.columns;
  const hasMoved = bodies.nodes.columns.moved[row] !== 0;
  if (atHand.shapes.length < bodies.shapes.size) atHand.shapes = new Int32Array(2 * bodies.shapes.size);
  if (hasMoved) emptyBox(bodies, row);
  for (let shape = bodies.nodes.columns.firstShape[row]; shape >= 0; shape = next[shape]) {
    // A half-space reaches as far as others are thick.
    if (hasMoved || thickness[shape] === Number.POSITIVE_INFINITY) updateShapes(detection, settings, shape, shape + 1, thickest);
    atHand.shapes[atHand.shapeCount++] = shape;
  }
}

function emptyBox({ nodes }: Bodies, row: number): void {
  const { bounds: box } = nodes.columns;
  const k = 6 * row;
  box[k] = box[k + 1] = box[k + 2] = Number.POSITIVE_INFINITY;
  box[k + 3] = box[k + 4] = box[k + 5] = Number.NEGATIVE_INFINITY;
}

/** The boxes of shapes from `first` to before `end`, as far as their bodies have moved. */
function updateShapes(detection: Detection, settings: Settings, first: number, end: number, thickest: number): void {
  const { bodies, ahead, state } = detection;
  const { driven } = detection.drives;
  const areJointed = state.joints.table.liveCount > 0;
  const lookAhead = settings['detection.lookAhead'];
  const fall = gravityOfStep(settings, ahead);
  const half = 0.5 * settings['detection.envelope'];
  const { bounds: box, moved, velocity: u, inverseMass, mover } = bodies.nodes.columns;
  const { owner, bounds, mobility, thickness, reach, travel, centred } = bodies.shapes.columns;
  for (let shape = first; shape < end; shape++) {
    const row = owner[shape];
    if (moved[row] === 0 && thickness[shape] < Number.POSITIVE_INFINITY) continue;
    mobility[shape] = mobilityAtHand(detection, shape);
    if (mobility[shape] === ABSENT) continue;
    if (centred[shape] === UNKNOWN) centred[shape] = findCentring(bodies, shape);
    writeTightBounds(detection, shape, bounds, 6 * shape);
    const k = 6 * row;
    const turn = Math.sqrt(u[k + 3] * u[k + 3] + u[k + 4] * u[k + 4] + u[k + 5] * u[k + 5]);
    let speed = Math.sqrt(u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]);
    // A half-space reaches infinitely far, but one that does not turn adds nothing.
    if (turn > 0) speed += turn * reach[shape];
    if (inverseMass[mover[row]] > 0) speed += fall;
    const gain = areJointed ? gainOf(driven, k, reach[shape]) : 0;
    speed += gain;
    const far = speed * ahead;
    travel[shape] = far;
    const thick = thickness[shape];
    const most = lookAhead * (areJointed ? lookOf(bodies, shape) : thick);
    const turning = turn > 0 ? turn * reach[shape] : 0;
    for (let axis = 0, at = 6 * shape, to = k; axis < 3; axis++, at++, to++) {
      const pull = inverseMass[mover[row]] > 0 ? Math.abs(settings.gravity[axis]) * ahead : 0;
      const along = (Math.abs(u[to]) + turning + pull + gain) * ahead;
      // A half-space is thicker than whatever it meets, and reaches as far ahead as it likes.
      const margin = thick < Number.POSITIVE_INFINITY ? half * thick + Math.min(along, most) : half * thickest + along;
      const low = bounds[at] - margin;
      const high = bounds[at + 3] + margin;
      bounds[at] = low;
      bounds[at + 3] = high;
      if (low < box[to]) box[to] = low;
      if (high > box[to + 3]) box[to + 3] = high;
    }
  }
}
