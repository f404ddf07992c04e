// The threads of a team as the thread of a world has them: it hands loops out, and takes part in them.

import type { Kernel } from '../kernels/kernel.js';
import { Board, HelperError, MOST_PIECES, RESULT } from './board.js';
import { END, FROM, firstOfPiece, LOOPS } from './loops.js';

/** Pieces of a range for each thread: who has been held up has fewer of them. Those of long ranges have at most so many rows [1]. */
const PIECES_PER_THREAD = 4;
const MOST_ROWS = 512;

export class Crew {
  readonly board = new Board();
  readonly numbers = this.board.numbers;
  /** Threads that loops are done by, with that of the world [1]. */
  count = 1;
  /** The kernels of this thread, by the memories that they are over. */
  readonly kernels: Kernel[] = [];
  /** Why there are no helpers, as a sentence. */
  why = 'No worker could be started.';
  readonly #doPiece = (loop: number, memory: number, piece: number) => LOOPS[loop](this.kernels[memory], this.board, piece, 0);

  /** From now on the thread of the world does everything itself. */
  leave(why: string): void {
    this.count = 1;
    this.why = why;
  }

  /** Has a loop done over a range in pieces of at least `least`, the arguments being written; returns how many pieces. */
  shareRange(loop: number, memory: number, from: number, end: number, least: number): number {
    const wanted = Math.max(PIECES_PER_THREAD * this.count, Math.ceil((end - from) / MOST_ROWS));
    const most = this.count === 1 ? 1 : Math.min(MOST_PIECES, wanted);
    const pieces = Math.max(1, Math.min(most, Math.floor((end - from) / least)));
    const { numbers } = this;
    for (let k = 0; k < pieces; k++) {
      const p = firstOfPiece(k);
      numbers[p + FROM] = from + Math.floor(((end - from) * k) / pieces);
      numbers[p + END] = from + Math.floor(((end - from) * (k + 1)) / pieces);
    }
    this.share(loop, memory, pieces);
    return pieces;
  }

  /** Has pieces of a loop done that are written; a single one here. */
  share(loop: number, memory: number, pieces: number): void {
    if (pieces === 1) {
      LOOPS[loop](this.kernels[memory], this.board, firstOfPiece(0), 0);
      return;
    }
    try {
      this.board.share(loop, memory, pieces, this.count, this.#doPiece);
    } catch (error) {
      // The step is taken back, which must not fail once more.
      if (error instanceof HelperError) this.leave(error.message);
      throw error;
    }
  }

  /** What came of all pieces, added up. */
  sumOf(pieces: number): number {
    let sum = 0;
    for (let k = 0; k < pieces; k++) sum += this.resultOf(k);
    return sum;
  }

  /** The largest of what came of the pieces. */
  largestOf(pieces: number): number {
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < pieces; k++) largest = Math.max(largest, this.resultOf(k));
    return largest;
  }

  resultOf(piece: number): number {
    return this.numbers[firstOfPiece(piece) + RESULT];
  }
}
