// The recording of a run that has been done: it is done again, which gives the same bits, and written down.

import { join } from 'node:path';
import { encodeRecording } from '../../src/recording/encode.js';
import { Recorder } from '../../src/recording/recording.js';
import { writeWhole } from '../files.js';
import { simulationOf, stepsOf } from './do-run.js';
import type { PlannedRun } from './plan.js';
import type { ReadyStudy } from './targets.js';
import { setUp } from './targets.js';

export function recordingName(run: number): string {
  return `run-${run}.drystone`;
}

/** Writes the recording of a run as far as it comes; one whose world cannot be built has none. */
export function recordRun(ready: ReadyStudy, planned: PlannedRun, folder: string): void {
  const setup = setUp(ready, planned);
  const simulation = simulationOf(setup);
  const recorder = new Recorder(simulation.world);
  try {
    for (let left = stepsOf(setup, simulation.dt); left > 0; left--) {
      simulation.addDueBodies();
      simulation.moveCharacters();
      recorder.step(simulation.dt);
    }
  } catch {
    // What there is to see is what comes before the step that cannot be taken.
  }
  const { dt } = simulation;
  const origin = { scene: setup.scene, choices: { ...setup.choices, dt }, changes: [] };
  writeWhole(join(folder, recordingName(planned.index)), encodeRecording({ ...recorder.recording, origin }));
}
