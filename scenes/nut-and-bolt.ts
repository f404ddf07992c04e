// Nuts on bolts, each of its own friction. A nut runs down under its weight as long as friction is less than the slope of the thread allows:
// pitch / (2 pi radius) = 0.127 on flat flanks, less on flanks that lean as these do. Above that it stays where it was put.

import { number } from '../src/input/fields.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { Thread } from './meshes/thread.js';
import { boltMesh, nutMesh } from './meshes/thread.js';
import type { About, SceneOptions } from './parts.js';
import { fixture, stone, stoneScene } from './parts.js';

export interface NutAndBoltOptions extends SceneOptions {
  /** Turns that a nut is above the head at the start [1]. */
  turns?: number;
}

export const about: About<NutAndBoltOptions> = {
  name: 'nut-and-bolt',
  description: 'Nuts on bolts: those with little friction run down the thread, the others stay.',
  source: 'not in the papers; surfaces that touch along a helix, contact trees',
  options: { turns: number('Turns that a nut is above the head at the start [1]', { min: 1, max: 4 }) },
};

/** One pair of nut and bolt each [1]. */
export const FRICTIONS = [0, 0.02, 0.05, 0.1, 0.3];
export const THREAD: Thread = { radius: 1, depth: 0.25, pitch: 0.8, clearance: 0.06 };
/** Of the bolt's head, its shaft, and the nut [m]. */
export const HEAD = 0.8;
const SHAFT = 6 * THREAD.pitch;
const NUT = 1.5 * THREAD.pitch;
/** Between the axes of neighbours [m]. */
const SPACING = 5;

export function nutAndBolt({ turns = 3 }: NutAndBoltOptions): Scene {
  const bodies = FRICTIONS.flatMap((friction, i): SceneBody[] => {
    const x = SPACING * (i - (FRICTIONS.length - 1) / 2);
    const material = nameOf(friction);
    // A whole number of pitches above y = 0 the threads are in phase as they are.
    const y = HEAD + THREAD.pitch * turns;
    return [
      { ...fixture(`bolt-${i}`, [{ kind: 'mesh', mesh: 'bolt' }], [x, 0, 0]), material },
      stone(`nut-${i}`, { kind: 'mesh', mesh: 'nut' }, [x, y, 0], { material }),
    ];
  });
  return stoneScene(about, bodies, {
    meshes: { bolt: boltMesh(THREAD, HEAD, SHAFT), nut: nutMesh(THREAD, NUT) },
    materials: Object.fromEntries(FRICTIONS.map((friction) => [nameOf(friction), { friction, restitution: 0 }])),
  });
}

function nameOf(friction: number): string {
  return `friction ${friction}`;
}
