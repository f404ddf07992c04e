// Where views and followers have poses from: a world as it is, or a runner between two steps.

import type { Body } from '../handles.js';
import { refuse } from '../input/fields.js';
import type { PoseArray } from '../world/poses.js';

/** Whatever knows where bodies are to be shown: a world, or a runner, which shows them between steps. */
export interface PoseSource {
  writePoses(out: PoseArray, bodies?: readonly Body[]): number;
}

export function checkPoseSource(source: unknown): void {
  if (typeof (source as Partial<PoseSource> | null | undefined)?.writePoses !== 'function')
    refuse('source', source, 'a World or a Runner');
}
