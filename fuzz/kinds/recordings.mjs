// Recordings as bytes, changed and sealed again, then played.

import {
  compareRecordings,
  decodeRecording,
  describeDifference,
  encodeRecording,
  Recorder,
  replay,
} from '../../dist/src/index.js';
import { mutate } from '../mutate.mjs';
import { attempt, expectSteps } from '../oracle.mjs';
import { changeEncoded } from '../resealed.mjs';
import { METHOD_NAMES, makeWorld } from '../sample-world.mjs';

const recorded = new Map();

export function run(dice) {
  const { world, good, bytes } = recordedBy(dice.pick(METHOD_NAMES));
  world.restore(good.start);
  const recording = dice.chance(0.15)
    ? { value: mutate(good, dice, 1, () => dice.anyValue()) }
    : attempt('decodeRecording()', world, () => decodeRecording(changeEncoded(bytes, dice)));
  if (recording === undefined) return;
  // A step on the way may be refused: the world is then where it was before that step.
  const played = attempt('replay()', undefined, () => replay(recording.value, world))?.value;
  if (played !== undefined) attempt('describeDifference()', undefined, () => describeDifference(played));
  attempt('compareRecordings()', world, () => compareRecordings(good, recording.value, world));
  attempt('encodeRecording()', world, () => encodeRecording(recording.value));
  expectSteps(world, [0.01]);
}

function recordedBy(method) {
  if (!recorded.has(method)) {
    const world = makeWorld(method);
    const recorder = new Recorder(world);
    for (let i = 0; i < 4; i++) {
      if (i === 2) /** @type {any} */ (world.find('rod')).velocity = [1, 0, 0];
      recorder.step(0.01);
    }
    const good = recorder.recording;
    recorded.set(method, { world, good, bytes: encodeRecording(good) });
  }
  return recorded.get(method);
}
