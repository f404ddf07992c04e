// The source of poses for views and followers: a world at its present time, or a runner, which interpolates.

import type { Body } from '../handles.js';
import { refuse } from '../input/fields.js';
import type { PoseArray } from '../world/poses.js';

/** Writes the poses at which bodies are shown: a world, or a runner with poses interpolated between steps. */
export interface PoseSource {
  writePoses(out: PoseArray, bodies?: readonly Body[]): number;
}

export function checkPoseSource(source: unknown): void {
  if (typeof (source as Partial<PoseSource> | null | undefined)?.writePoses !== 'function')
    refuse('source', source, 'a World or a Runner');
}
