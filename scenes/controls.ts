// What controls the multibodies and characters of built-in scenes, by the names that the scenes call it: `new Simulation(scene, {
// controls: CONTROLS })`.

import type { SceneControl } from '../src/scene/build-world.js';
import { driveCar } from './cars.js';
import { walkCourse } from './course.js';
import { throwBoxes } from './robots-control.js';
import { driveCourse } from './vehicle.js';
import { walk } from './walker.js';

export const CONTROLS: Readonly<Record<string, SceneControl>> = {
  car: driveCar,
  course: walkCourse,
  robot: throwBoxes,
  'vehicle-course': driveCourse,
  walker: walk,
};
