// What controls the multibodies of built-in scenes, by the names that the scenes call it: `new Simulation(scene, { controls: CONTROLS })`.

import type { MultibodyControl } from '../src/multibody.js';
import { throwBoxes } from './robots-control.js';

export const CONTROLS: Readonly<Record<string, MultibodyControl>> = {
  'throw-boxes': throwBoxes,
};
