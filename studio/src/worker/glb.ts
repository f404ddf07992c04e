// A run as an animated GLB file.

import { GlbRecorder } from '../../../src/gltf/index.js';
import type { Session } from './session.js';

/** Least time between two keys [s]. */
const KEY = 1 / 60;

/** All that is recorded, made again from its beginning. `tell` gets the share that is done. */
export async function writeGlb(session: Session, tell: (share: number) => void): Promise<Uint8Array> {
  const { dt, scene } = session.simulation;
  const { last } = session.history;
  const every = Math.max(1, Math.round(KEY / dt));
  let recorder: GlbRecorder | null = null;
  let step = 0;
  for (const { world } of session.repeat()) {
    recorder ??= new GlbRecorder(world, { name: scene.name });
    if (step % every === 0 || step === last) {
      recorder.capture();
      tell(step / Math.max(1, last));
    }
    step++;
  }
  return (recorder as unknown as GlbRecorder).write();
}
