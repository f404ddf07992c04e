// The data of a world's time scheduler that the page shows: local times of bodies, rollbacks, and statistics.

import type { World } from '../../../src/index.js';
import { timeFigures } from '../../../src/index.js';
import type { TimePicture } from '../protocol.js';
import { isMoved } from '../protocol.js';

/** Bodies that were rolled back since they were last drawn, by row. */
export class RolledBack {
  #rows = new Set<number>();

  /** Adds the bodies that the last step rolled back. */
  note({ localTimes, store }: World): void {
    if (localTimes === undefined) return;
    for (let row = 0; row < store.nodes.size; row++) if (localTimes.wasRolledBack(row)) this.#rows.add(row);
  }

  /** Returns the rows, and clears them. */
  take(): ReadonlySet<number> {
    const rows = this.#rows;
    this.#rows = new Set();
    return rows;
  }
}

/** The data for the page, in the order of `drawBodies`, whose `rows` are given; null with fixed steps. */
export function drawTimes(world: World, rows: readonly number[], rolledBack: ReadonlySet<number>): TimePicture | null {
  const { localTimes, timeStatistics, store } = world;
  if (localTimes === undefined || timeStatistics === undefined) return null;
  const { mover } = store.nodes.columns;
  const kinds = [...world.bodies()].map(({ kind }) => kind);
  return {
    ahead: Float32Array.from(rows, (row, i) =>
      isMoved(kinds[i]) ? localTimes.localTimeOf(mover[row]) - world.time : Number.NaN,
    ),
    rolledBack: Uint8Array.from(rows, (row) => (rolledBack.has(mover[row]) ? 1 : 0)),
    statistics: { ...timeStatistics, ...timeFigures(timeStatistics) },
  };
}
