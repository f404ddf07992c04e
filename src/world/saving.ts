// Saving and restoring the state of a world as a whole.

import type { SavedEvents } from '../events/events.js';
import { checkSnapshot } from '../recording/check-snapshot.js';
import { renewAll } from '../recording/renew-all.js';
import type { Snapshot } from '../recording/snapshot.js';
import {
  checkControls,
  checkSurroundings,
  clearState,
  hasJoints,
  hasLocks,
  reserveState,
  restoreState,
  takeSnapshot,
} from '../recording/snapshot.js';
import { refuseUnknowing } from './known-blocks.js';
import type { WorldParts } from './parts.js';

function noEvents(): SavedEvents {
  const none = new Float64Array(0);
  return { next: 0, kind: new Int32Array(0), a: none, b: none, time: none, contact: none, delivered: 0 };
}

export function saveState({ state, events }: WorldParts): Snapshot {
  state.bodies.refuseWithinStep();
  return takeSnapshot(state, events.save(state.settings.events === 'queue'));
}

export function emptyWorld({ state, detection, events }: WorldParts): void {
  state.bodies.beginChange();
  events.restore(noEvents(), false);
  clearState(state);
  renewAll(state, detection);
}

export function putStateBack({ state, detection, events, stepper }: WorldParts, snapshot: Snapshot): void {
  state.bodies.beginChange();
  checkSnapshot(snapshot, 'snapshot');
  checkSurroundings(snapshot, state.bodies);
  checkControls(snapshot, state.joints);
  if (hasJoints(snapshot)) refuseUnknowing(stepper, 'joint');
  if (hasLocks(snapshot, state)) refuseUnknowing(stepper, 'lock');
  reserveState(snapshot, state);
  events.restore(snapshot.events, state.settings.events === 'queue');
  restoreState(snapshot, state);
  renewAll(state, detection);
}
