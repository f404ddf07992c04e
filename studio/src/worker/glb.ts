// Writing of a run as an animated GLB file.

import { GlbRecorder } from '../../../src/gltf/index.js';
import type { Session } from './session.js';

/** Shortest time between keyframes [s]. */
const KEY = 1 / 60;

/** Repeats the whole recording and writes it; `tell` gets the fraction that is done. */
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
