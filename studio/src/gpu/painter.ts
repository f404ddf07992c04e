// Who draws a world: from the device's own buffers, or, where it runs on the processor, by WebGL from poses that are read.

import type { PerspectiveCamera, Sphere } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Range } from '../view/colours.js';
import type { Theme } from '../view/viewport.js';
import type { Mode } from './shaders.js';

export interface Painter {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly reach: Sphere;
  /** What the ends of the ramp stand for. */
  readonly range: Range;
  setTheme(theme: Theme): void;
  setMode(mode: Mode): void;
  /** All in view. */
  fit(): void;
  /** Takes over what has moved, and what has joined or left. */
  refresh(): Promise<void>;
  /** Draws if anything has changed. */
  draw(): void;
  dispose(): void;
}

/** The ends of the ramp: speeds from none to that of a fall by the size of the scene, or masses. */
export function rangeOf(mode: Mode, masses: Range, { radius }: Sphere): Range {
  return mode === 'mass' ? masses : { least: 0, most: Math.sqrt(2 * 9.81 * radius) };
}
