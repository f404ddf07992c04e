// How the two bodies of a pair have moved against each other within a step, and how near that may have brought their
// shapes.

import { DETECTED_SIZE } from '../../bodies/node-table.js';
import type { Detection } from '../../detection/detection.js';
import { CENTRED } from '../../detection/update-bounds.js';
import type { Settings } from '../../settings.js';
import { SPHERE } from '../../shapes/shape-kinds.js';

// V8 folds constants of the same module but not imported ones.
const BALL = SPHERE;

/** How far B's centre has moved against A's [m]. */
const WAY = 0;
/** Chords of A's turn and of B's [1]. */
const TURN_A = 1;
const TURN_B = 2;
/** How near to each other shapes are looked for [m]. */
const MARGIN = 3;

/**
 * The pair at hand. The numbers are in an array, since V8 would allocate them if they were handed from call to call.
 */
export class MotionInStep {
  readonly values = new Float64Array(4);

  get margin(): number {
    return this.values[MARGIN];
  }

  set margin(margin: number) {
    this.values[MARGIN] = margin;
  }
}

/** How far the nodes of some rows have gone since the detection. */
export function writeGone({ bodies }: Detection, first: number, end: number): void {
  const { position: x, orientation: q, detected: d, gone } = bodies.nodes.columns;
  for (let row = first; row < end; row++) {
    const k = 4 * row;
    const l = DETECTED_SIZE * row;
    for (let j = 0; j < 3; j++) gone[k + j] = x[3 * row + j] - d[l + j];
    const cosine = q[k] * d[l + 3] + q[k + 1] * d[l + 4] + q[k + 2] * d[l + 5] + q[k + 3] * d[l + 6];
    gone[k + 3] = 2 * Math.sqrt(Math.max(0, 1 - cosine * cosine));
  }
}

/** The same of all nodes, or of those at hand, and of what is there for all but not fixed. */
export function writeGoneAtHand(detection: Detection): void {
  const { atHand, bodies } = detection;
  if (atHand.areAll) {
    writeGone(detection, 0, bodies.nodes.size);
    return;
  }
  for (let i = 0; i < atHand.count; i++) writeGone(detection, atHand.rows[i], atHand.rows[i] + 1);
  for (let i = atHand.fixedCount; i < atHand.standingCount; i++) writeGone(detection, atHand.standing[i], atHand.standing[i] + 1);
}

/** Returns whether the two nodes have moved at all, but for going the same way. */
export function compareMotion({ values }: MotionInStep, { bodies }: Detection, a: number, b: number): boolean {
  const { gone } = bodies.nodes.columns;
  const x = gone[4 * b] - gone[4 * a];
  const y = gone[4 * b + 1] - gone[4 * a + 1];
  const z = gone[4 * b + 2] - gone[4 * a + 2];
  values[WAY] = Math.sqrt(x * x + y * y + z * z);
  values[TURN_A] = gone[4 * a + 3];
  values[TURN_B] = gone[4 * b + 3];
  return values[WAY] + values[TURN_A] + values[TURN_B] > 0;
}

/**
 * Whether two shapes have moved so far that they go in by more than a limit [m]: past what is as round as it is thick.
 */
export function isBent({ values }: MotionInStep, { bodies }: Detection, s: number, t: number, limit: number): boolean {
  const { thickness, reach } = bodies.shapes.columns;
  const way = values[WAY] + (values[TURN_A] + values[TURN_B]) * Math.min(reach[s], reach[t]);
  return 0.5 * way * way > limit * Math.min(thickness[s], thickness[t]);
}

/** Whether two shapes may have come to within the margin of each other, from where detection saw them. */
export function mayBeWithin(
  { values }: MotionInStep,
  { bodies, graph }: Detection,
  edge: number,
  s: number,
  t: number,
  settings: Settings,
): boolean {
  const { thickness, reach, kind, centred } = bodies.shapes.columns;
  const { gap, travel } = graph.edges.columns;
  const thinner = Math.min(thickness[s], thickness[t]);
  // What it did not find was farther apart than it looked (narrow-phase.ts).
  const looked = settings['detection.envelope'] * thinner + Math.min(travel[edge], settings['detection.lookAhead'] * thinner);
  let way = values[WAY];
  // A ball that turns stays where it is, and a half-space reaches infinitely far but does not turn.
  if (values[TURN_A] > 0 && (kind[s] !== BALL || centred[s] !== CENTRED)) way += values[TURN_A] * reach[s];
  if (values[TURN_B] > 0 && (kind[t] !== BALL || centred[t] !== CENTRED)) way += values[TURN_B] * reach[t];
  return way + values[MARGIN] > Math.min(gap[edge], looked);
}

/** Whether the balls about two shapes are farther apart than a margin [m]. */
export function areBallsApart({ bodies }: Detection, s: number, t: number, margin: number): boolean {
  const { reach, owner } = bodies.shapes.columns;
  const { position: x } = bodies.nodes.columns;
  const a = 3 * owner[s];
  const b = 3 * owner[t];
  const dx = x[b] - x[a];
  const dy = x[b + 1] - x[a + 1];
  const dz = x[b + 2] - x[a + 2];
  const far = reach[s] + reach[t] + margin;
  return dx * dx + dy * dy + dz * dz > far * far;
}
