// Collision detection: broad phase, narrow phase and contact determination, with the spatial-temporal coherence analysis of the
// contact graph before, between and after them (contact graph paper, sections 3 and 5, figure 11).

import type { Profiler } from '../phases.js';
import type { Settings } from '../settings.js';
import { askHooks, tellContacts } from './ask-hooks.js';
import { takeAgain } from './at-hand.js';
import { STATIC } from './broad-phase/broad-phase.js';
import {
  determineContactsOfEdges,
  forgetContactsOfEdges,
  listAllContactEdges,
  listContactEdges,
  orderContacts,
} from './contact-determination/contact-determination.js';
import { screenOverlaps } from './contact-graph/coherence.js';
import { isNothingNear, updateEdges } from './contact-graph/edge-update.js';
import type { Detection, DetectionOptions } from './detection.js';
import { findMovers } from './find-movers.js';
import { foreseeDrives } from './foresee-drives.js';
import { findGroups } from './islands/groups.js';
import { wakeTouched } from './islands/wake.js';
import { wakeStruck } from './islands/wake-struck.js';
import { rememberFixed } from './mark-nodes.js';
import { runNarrowPhase } from './narrow-phase/narrow-phase.js';
import { findStillness, rememberStillness } from './stillness.js';
import { findsAllPairs, updateBounds } from './update-bounds.js';

/** Brings the graph up to date with the bodies' poses. Returns false when it stopped early at a penetration, as told. */
export function detect(detection: Detection, settings: Settings, options: DetectionOptions, profiler: Profiler): boolean {
  profiler.enter('broad-phase');
  // In the step that follows bodies may freeze or fall asleep.
  detection.state.awakeAt = -1;
  foreseeDrives(detection, detection.ahead);
  if (findStillness(detection, settings, options)) return skipNarrowPhase(detection);
  // What has no shape has no bounds.
  if (detection.bodies.shapes.liveCount > 0 || !isNothingNear(detection)) {
    updateBounds(detection, settings);
    findPairs(detection);
  }
  if (isNothingNear(detection)) {
    detection.stillness.areEdgesStill = true;
    return findGroupsAgain(detection, settings, profiler);
  }

  // Analysis after the broad phase: figures 3 and 4.
  profiler.enter('edge-update');
  updateEdges(detection);
  profiler.enter('coherence');
  if (!screenOverlaps(detection, settings, options)) return false;

  // Narrow phase with the analysis after it: figure 5.
  profiler.enter('narrow-phase');
  if (!runNarrowPhase(detection, settings, options)) return false;

  // Contact determination with the analysis after it: figures 6, 7 and 8.
  profiler.enter('contact-determination');
  if (options.onlyProximity) forgetContactsOfEdges(detection);
  else determineContactsOfEdges(detection, settings, options);
  askHooks(detection);
  listContactEdges(detection);
  findMovers(detection);
  // What was touched has woken, and has pairs of its own.
  if (wakeTouched(detection) || wakeStruck(detection)) {
    takeAgain(detection);
    return detect(detection, settings, options, profiler);
  }
  orderContacts(detection);
  tellContacts(detection);
  return findGroupsAgain(detection, settings, profiler);
}

/** Islands of the contacts and joints that there are, at the end of a detection. */
function findGroupsAgain(detection: Detection, settings: Settings, profiler: Profiler): boolean {
  profiler.enter('groups');
  findGroups(detection, settings.groups === 'all-in-one');
  rememberStillness(detection);
  return true;
}

/** The pairs of boxes that overlap, of all bodies or at least of those at hand. */
function findPairs(detection: Detection): void {
  const { bodies, broadPhase, atHand } = detection;
  const { bounds, mobility } = bodies.shapes.columns;
  const { size } = bodies.shapes;
  if (findsAllPairs(atHand)) broadPhase.update(bounds, size, mobility);
  else {
    if (atHand.areFixedKnown) turnStatic(detection);
    broadPhase.updateSome(bounds, size, mobility, atHand.shapes, atHand.shapeCount, atHand.areFixedKnown);
  }
  if (!atHand.areAll) rememberFixed(detection);
}

/** The boxes of what has fallen asleep or woken since the last detection become static ones, or cease to be. */
function turnStatic({ bodies, broadPhase, atHand }: Detection): void {
  const { bounds, mobility, next } = bodies.shapes.columns;
  for (let i = atHand.turnedBefore; i < atHand.turnedCount; i++) {
    for (let shape = bodies.nodes.columns.firstShape[atHand.turned[i]]; shape >= 0; shape = next[shape])
      broadPhase.turn(bounds, shape, mobility[shape] === STATIC);
  }
}

/** The groups of all bodies, after detections that were of some, as these have left the contacts. */
export function regroup(detection: Detection, settings: Settings): void {
  listAllContactEdges(detection);
  findMovers(detection);
  findGroups(detection, settings.groups === 'all-in-one');
}

/** Nothing moved: everything found by the last detection is as it was. */
function skipNarrowPhase(detection: Detection): boolean {
  detection.narrowPhaseSkipped += detection.narrowPhaseTests;
  detection.narrowPhaseTests = 0;
  return true;
}
