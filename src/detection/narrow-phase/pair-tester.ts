// What the narrow phase asks of the pair of shapes at hand. Two convex shapes answer as wholes (convex-tester.ts), shapes of which
// one is a mesh contact by contact (mesh-tester.ts).

import type { Settings } from '../../settings.js';
import type { Detection } from '../detection.js';

export interface PairTester {
  /**
   * Finds the closest features of the pair at hand, if they are within its reach; false when they are not. The pair is row `row` of
   * the pairs of shapes, and one of candidate i.
   */
  findClosest(detection: Detection, i: number, row: number, settings: Settings): boolean;

  /** Decides which contacts the pair, which is within reach, has in the step to come. */
  foresee(detection: Detection, i: number, row: number, settings: Settings, isExact: boolean): void;
}

/** Whether one of two nodes has any velocity at all. */
export function isMoving({ bodies }: Detection, a: number, b: number): boolean {
  const { velocity } = bodies.nodes.columns;
  for (let k = 0; k < 6; k++) if (velocity[6 * a + k] !== 0 || velocity[6 * b + k] !== 0) return true;
  return false;
}
