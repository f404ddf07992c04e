// The team of threads as the world's thread uses it: it divides loops into pieces, and takes part in executing them.

import type { Kernel } from '../kernels/kernel.js';
import { Board, HelperError, MOST_PIECES, RESULT } from './board.js';
import { END, FROM, firstOfPiece, LOOPS } from './loops.js';

/**
 * Pieces of a range per thread, so that a delayed thread takes fewer of them [1]; largest number of rows per piece [1].
 */
const PIECES_PER_THREAD = 4;
const MOST_ROWS = 512;

export class Crew {
  readonly board = new Board();
  readonly numbers = this.board.numbers;
  /** Number of threads, including that of the world [1]. */
  count = 1;
  /** Kernels of this thread, by the index of their memory. */
  readonly kernels: Kernel[] = [];
  /** The reason why there are no helpers, as a sentence. */
  why = 'No worker could be started.';
  readonly #doPiece = (loop: number, memory: number, piece: number) => LOOPS[loop](this.kernels[memory], this.board, piece, 0);

  /** Makes the world's thread execute all loops alone from now on. */
  leave(why: string): void {
    this.count = 1;
    this.why = why;
  }

  /**
   * Executes a loop over a range, in pieces of at least `least` rows; returns their number. The caller has written the
   * arguments.
   */
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

  /** Executes pieces that the caller has written; a single piece in this thread. */
  share(loop: number, memory: number, pieces: number): void {
    if (pieces === 1) {
      LOOPS[loop](this.kernels[memory], this.board, firstOfPiece(0), 0);
      return;
    }
    try {
      this.board.share(loop, memory, pieces, this.count, this.#doPiece);
    } catch (error) {
      // The failed step is undone by repeating steps, which must not fail again.
      if (error instanceof HelperError) this.leave(error.message);
      throw error;
    }
  }

  /** Sum of the results of the pieces. */
  sumOf(pieces: number): number {
    let sum = 0;
    for (let k = 0; k < pieces; k++) sum += this.resultOf(k);
    return sum;
  }

  /** Largest result of the pieces. */
  largestOf(pieces: number): number {
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < pieces; k++) largest = Math.max(largest, this.resultOf(k));
    return largest;
  }

  resultOf(piece: number): number {
    return this.numbers[firstOfPiece(piece) + RESULT];
  }
}
