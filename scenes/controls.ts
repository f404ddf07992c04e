// What controls the multibodies of built-in scenes, by the names that the scenes call it: `new Simulation(scene, {
// controls: CONTROLS })`.

import type { MultibodyControl } from '../src/multibody.js';
import { driveCar } from './cars.js';
import { throwBoxes } from './robots-control.js';
import { driveCourse } from './vehicle.js';
import { walk } from './walker.js';

export const CONTROLS: Readonly<Record<string, MultibodyControl>> = {
  car: driveCar,
  robot: throwBoxes,
  'vehicle-course': driveCourse,
  walker: walk,
};
