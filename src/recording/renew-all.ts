// What follows from the state and is no part of it, after the state was put in the place of another.

import { updateRotation } from '../bodies/kinematics.js';
import type { Detection } from '../detection/detection.js';
import type { State } from '../state/state.js';

export function renewAll({ bodies, graph }: State, detection: Detection): void {
  graph.rebuildMap();
  detection.invalidate();
  for (let row = 0; row < bodies.nodes.size; row++) updateRotation(bodies.nodes.columns, row);
}
