// Rebuilds the data derived from the state after another state was put in its place: the map of edges, the caches of
// detection, and the rotation matrices of bodies.

import { updateRotation } from '../bodies/kinematics.js';
import type { Detection } from '../detection/detection.js';
import type { State } from '../state/state.js';

export function renewAll({ bodies, graph }: State, detection: Detection): void {
  graph.rebuildMap();
  detection.invalidate();
  for (let row = 0; row < bodies.nodes.size; row++) updateRotation(bodies.nodes.columns, row);
}
