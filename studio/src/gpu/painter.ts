// The interface of painters, which draw a world: from the device's buffers, or by WebGL if it runs on the processor.

import type { PerspectiveCamera, Sphere } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Range } from '../view/colours.js';
import type { Theme } from '../view/viewport.js';
import type { Mode } from './shaders.js';

export interface Painter {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly reach: Sphere;
  /** Values at the ends of the colour ramp. */
  readonly range: Range;
  setTheme(theme: Theme): void;
  setMode(mode: Mode): void;
  /** Moves the camera so that all bodies are in view. */
  fit(): void;
  /** Updates poses, and bodies that were added or removed. */
  refresh(): Promise<void>;
  /** Draws if anything has changed. */
  draw(): void;
  dispose(): void;
}

/** Values at the ends of the ramp: speeds from 0 to that of a free fall by the scene's radius, or masses. */
export function rangeOf(mode: Mode, masses: Range, { radius }: Sphere): Range {
  return mode === 'mass' ? masses : { least: 0, most: Math.sqrt(2 * 9.81 * radius) };
}
