// Fixation (VSP paper, figure 12): a body whose inverse mass is zero stands like the ground, but keeps the velocity it has.

import type { Detection } from '../detection/detection.js';

/** Inverse mass and inverse inertia of the bodies that are fixated, seven numbers each. */
let held = new Float64Array(7 * 64);

/** Fixates members first .. last of the lists of groups. One range at a time. */
export function fixate({ bodies, groups }: Detection, first: number, last: number): void {
  const { inverseMass, inverseInertia } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  if (held.length < 7 * (last - first)) held = new Float64Array(14 * (last - first));
  for (let i = first; i < last; i++) {
    const row = member[i];
    const k = 7 * (i - first);
    held[k] = inverseMass[row];
    inverseMass[row] = 0;
    for (let j = 0; j < 6; j++) {
      held[k + 1 + j] = inverseInertia[6 * row + j];
      inverseInertia[6 * row + j] = 0;
    }
  }
}

/** Gives members first .. last back what fixate() has taken. */
export function unfixate({ bodies, groups }: Detection, first: number, last: number): void {
  const { inverseMass, inverseInertia } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = first; i < last; i++) {
    const row = member[i];
    const k = 7 * (i - first);
    inverseMass[row] = held[k];
    for (let j = 0; j < 6; j++) inverseInertia[6 * row + j] = held[k + 1 + j];
  }
}
