// What stands still since the last detection. Detection is a function of poses, velocities, the edges there are and a few
// settings, so where none of these changed by a bit, neither can what was found: a pair of bodies at rest costs a comparison, and
// a world at rest one a body. What is remembered decides the cost alone, never the result.

import type { Bodies } from '../bodies/bodies.js';
import { DETECTED_SIZE } from '../bodies/node-table.js';
import { markMovedRows as markRows } from '../kernels/shared/mark-moved.js';
import type { Settings } from '../settings.js';
import { isAtHand } from './at-hand.js';
import { bindLoops } from './bind-loops.js';
import type { Detection, DetectionOptions, Stillness } from './detection.js';

// V8 folds constants of the same module but not imported ones.
const DETECTED = DETECTED_SIZE;

const COHERENCE = ['tolerant', 'exact', 'off'];
/** So many conditions are no settings; they come first. */
const OPTIONS = 4;

/** Marks the nodes that changed since the last detection, and tells whether nothing did: then all it found still holds. */
export function findStillness(detection: Detection, settings: Settings, options: DetectionOptions): boolean {
  const { stillness, bodies, graph, atHand } = detection;
  // What it is run with is noted in any case: the next detection is compared with this one.
  const isSame = hasSameConditions(detection, settings, options);
  if (!isSame) forgetStanding(detection);
  const isComparable = stillness.isKnown && isSame && atHand.areAllAwake;
  const movedNodes = markMovedNodes(detection, settings, isComparable ? stillness.nodeCount : 0);
  const isBodySetSame = atHand.areAll ? stillness.bodyCount === -1 : stillness.bodyCount === atHand.count;
  const isEdgeSetSame = isBodySetSame && stillness.edgeChanges === graph.changes && stillness.nodeCount === bodies.nodes.size;
  stillness.isComparable = isComparable;
  stillness.isWorldStill =
    detection.ask === undefined &&
    isComparable &&
    movedNodes === 0 &&
    isEdgeSetSame &&
    stillness.restlessEdges === 0 &&
    options.coherence !== 'off';
  stillness.areEdgesStill = stillness.isWorldStill;
  // Until this detection has come to its end, nothing is known for the next.
  if (!stillness.isWorldStill) {
    stillness.isKnown = false;
    stillness.version++;
  }
  return stillness.isWorldStill;
}

/** Called at the end of a detection. */
export function rememberStillness({ stillness, bodies, graph, atHand }: Detection): void {
  // Of bodies that were not at hand nothing is known.
  stillness.isKnown = atHand.areAllAwake;
  stillness.edgeChanges = graph.changes;
  stillness.nodeCount = bodies.nodes.size;
  stillness.bodyCount = atHand.areAll ? -1 : atHand.count;
}

function hasSameConditions(detection: Detection, settings: Settings, options: DetectionOptions): boolean {
  const { stillness, ahead, state } = detection;
  const { now } = stillness;
  now[0] = ahead;
  now[1] = COHERENCE.indexOf(options.coherence);
  now[2] = options.onlyProximity ? 1 : 0;
  now[3] = options.shortCircuit ? 1 : 0;
  const changes = state.changesButTargets;
  if (changes === stillness.settingsAt) return keepConditions(stillness, OPTIONS);
  // Settings are changed from outside alone.
  stillness.settingsAt = changes;
  for (let k = 0; k < 3; k++) now[OPTIONS + k] = settings.gravity[k];
  now[7] = settings['detection.envelope'];
  now[8] = settings['detection.lookAhead'];
  now[9] = settings['detection.penetrationTolerance'];
  now[10] = settings['detection.maxContacts'];
  now[11] = settings['detection.coherenceTolerance'];
  now[12] = settings.groups === 'all-in-one' ? 1 : 0;
  now[13] = settings['mesh.maxContacts'];
  now[14] = settings['mesh.maxNodes'];
  now[15] = settings['mesh.error'];
  return keepConditions(stillness, now.length);
}

/** Notes the first `count` conditions, and tells whether they are what they were. */
function keepConditions({ now, conditions }: Stillness, count: number): boolean {
  let isSame = true;
  for (let k = 0; k < count; k++) {
    if (now[k] !== conditions[k]) isSame = false;
    conditions[k] = now[k];
  }
  return isSame;
}

/**
 * Compares the first `known` rows with what they were, and counts those that changed; all rows behind them are new. Bodies that are
 * not at hand stay as they were last detected.
 */
function markMovedNodes(detection: Detection, settings: Settings, known: number): number {
  const { bodies, atHand: some } = detection;
  const { size, columns } = bodies.nodes;
  if (some.areAll) {
    const kernel = bindLoops(detection, settings);
    if (kernel === null) return markMovedRows(bodies, 0, size, known);
    return kernel.markMoved(detection.compiled.table, DETECTED, size, known);
  }
  let count = 0;
  for (let i = 0; i < some.count; i++) count += markMovedRows(bodies, some.rows[i], some.rows[i] + 1, known);
  for (let i = some.fixedCount; i < some.standingCount; i++) {
    const row = some.standing[i];
    if (!isAtHand(columns.atHand, row)) count += markMovedRows(bodies, row, row + 1, known);
  }
  return count + markMovedFixed(detection);
}

/**
 * Of what is fixed or sleeps: once its boxes are known, it does not move. Where it is not known who that is, as after something was
 * changed, those whose boxes are known are still told by where they are.
 */
function markMovedFixed(detection: Detection): number {
  const { bodies, atHand: some, stillness } = detection;
  const { moved, atHand } = bodies.nodes.columns;
  let count = 0;
  if (some.areFixedKnown && some.areFixedStill) return markTurned(detection);
  for (let i = 0; i < some.fixedCount; i++) {
    const row = some.standing[i];
    if (isAtHand(atHand, row)) continue;
    if (some.areFixedKnown) moved[row] = 0;
    else count += markMovedRows(bodies, row, row + 1, stillness.standingCount);
  }
  some.areFixedStill = some.areFixedKnown;
  if (some.areFixedKnown) return markTurned(detection);
  some.turnedCount = some.turnedBefore = 0;
  stillness.standingCount = bodies.nodes.size;
  return count;
}

/** Of those that fell asleep since boxes were last made: they do not move from then on. */
function markTurned({ bodies, atHand: some, stillness }: Detection): number {
  const { moved, asleep } = bodies.nodes.columns;
  let count = 0;
  for (let i = 0; i < some.turnedCount; i++) {
    const row = some.turned[i];
    if (asleep[row] === 0) continue;
    if (i < some.turnedBefore) moved[row] = 0;
    else count += markMovedRows(bodies, row, row + 1, stillness.standingCount);
  }
  return count;
}

/** The boxes of what is fixed or sleeps, which reach as far ahead as a step, are made anew. */
function forgetStanding({ stillness, atHand }: Detection): void {
  stillness.standingCount = 0;
  if (atHand.leavesSleepers) atHand.areFixedKnown = false;
}

/** The same of the rows from `first` to before `end`. */
function markMovedRows({ nodes }: Bodies, first: number, end: number, known: number): number {
  const { position, orientation, velocity, active, mover, generation, moved, detected, detectedAs } = nodes.columns;
  return markRows(
    position,
    orientation,
    velocity,
    active,
    mover,
    generation,
    moved,
    detected,
    detectedAs,
    DETECTED,
    first,
    end,
    known,
  );
}
