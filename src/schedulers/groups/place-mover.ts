// Puts one mover where it is at a time, with its members where it is a composite.

import { countAsMoved } from '../../bodies/count-as-moved.js';
import { moveMember, updateRotation } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import type { Pose } from '../../detection/time-of-impact/flight.js';
import type { State } from '../../state/state.js';
import { takeEdgesAway } from './state-words.js';

/** Puts a mover at a pose, with a velocity of six numbers. Its edges stay as they are. */
export function placeMover(state: State, row: number, pose: Pose, velocity: Float64Array): void {
  const { columns } = state.bodies.nodes;
  columns.position.set(pose.position, 3 * row);
  columns.orientation.set(pose.orientation, 4 * row);
  columns.velocity.set(velocity, 6 * row);
  updateRotation(columns, row);
  columns.time[row] = pose.time;
  countAsMoved(columns, row);
  if (columns.kind[row] !== COMPOSITE) return;
  const { nodes: ends, next } = state.graph.edges.columns;
  for (let entry = columns.firstStaticEdge[row]; entry >= 0; entry = next[entry]) {
    const member = ends[entry ^ 1];
    if (columns.mover[member] !== row) continue;
    moveMember(columns, member, row);
    columns.time[member] = pose.time;
    countAsMoved(columns, member);
  }
}

/** Forgets whatever a mover has touched or stood on: it flies. */
export function releaseMover(state: State, row: number): void {
  const { columns } = state.bodies.nodes;
  columns.lastStep[row] = 0;
  columns.unheld[row] = 0;
  columns.frozen[row] = 0;
  columns.stillFor[row] = 0;
  takeEdgesAway(state, row);
  if (columns.kind[row] !== COMPOSITE) return;
  for (let entry = columns.firstStaticEdge[row]; entry >= 0; ) {
    const { nodes: ends, next } = state.graph.edges.columns;
    const member = ends[entry ^ 1];
    entry = next[entry];
    if (columns.mover[member] === row) takeEdgesAway(state, member);
  }
}
