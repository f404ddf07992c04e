// Who has moved since the last detection, or was changed: one pass over rows of nodes in every detection
// (detection/stillness.ts).

import type { I32, Integers, Numbers } from './numbers.js';

/**
 * Compares the rows from `first` to before `end` with what was noted of them, `width` numbers a row, marks those that
 * differ, and notes them anew; of rows from `known` on nothing was noted. Returns how many differ.
 */
export function markMovedRows(
  position: Numbers,
  orientation: Numbers,
  velocity: Numbers,
  active: Integers,
  mover: Integers,
  generation: Integers,
  moved: Integers,
  detected: Numbers,
  detectedAs: Integers,
  width: I32,
  first: I32,
  end: I32,
  known: I32,
): I32 {
  let count: I32 = 0;
  for (let row = first; row < end; row++) {
    const p = 3 * row;
    const o = 4 * row;
    const v = 6 * row;
    const d = width * row;
    if (
      row < known &&
      position[p] === detected[d] &&
      position[p + 1] === detected[d + 1] &&
      position[p + 2] === detected[d + 2] &&
      orientation[o] === detected[d + 3] &&
      orientation[o + 1] === detected[d + 4] &&
      orientation[o + 2] === detected[d + 5] &&
      orientation[o + 3] === detected[d + 6] &&
      velocity[v] === detected[d + 7] &&
      velocity[v + 1] === detected[d + 8] &&
      velocity[v + 2] === detected[d + 9] &&
      velocity[v + 3] === detected[d + 10] &&
      velocity[v + 4] === detected[d + 11] &&
      velocity[v + 5] === detected[d + 12] &&
      active[row] === detectedAs[p] &&
      mover[row] === detectedAs[p + 1] &&
      generation[row] === detectedAs[p + 2]
    ) {
      moved[row] = 0;
      continue;
    }
    moved[row] = 1;
    count++;
    detected[d] = position[p];
    detected[d + 1] = position[p + 1];
    detected[d + 2] = position[p + 2];
    detected[d + 3] = orientation[o];
    detected[d + 4] = orientation[o + 1];
    detected[d + 5] = orientation[o + 2];
    detected[d + 6] = orientation[o + 3];
    detected[d + 7] = velocity[v];
    detected[d + 8] = velocity[v + 1];
    detected[d + 9] = velocity[v + 2];
    detected[d + 10] = velocity[v + 3];
    detected[d + 11] = velocity[v + 4];
    detected[d + 12] = velocity[v + 5];
    detectedAs[p] = active[row];
    detectedAs[p + 1] = mover[row];
    detectedAs[p + 2] = generation[row];
  }
  return count;
}
