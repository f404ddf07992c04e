// The job board of a team of threads: a block of shared memory, separate from that of worlds, through which the world's
// thread gives loops to helpers.
//
// The world's thread writes a loop with its arguments, divided into independent pieces, and opens the job. Helpers and
// the world's thread take pieces, one at a time, so a helper that comes late, or never, changes only the time. When all
// pieces are taken, the job is closed. It is done when no helper works on it any more.

/** Distance in 32-bit words between words that different threads write: two cache lines, to avoid false sharing. */
const LINE = 32;
/** Largest number of pieces of a job [1]. */
export const MOST_PIECES = 64;
/** Number of arguments common to all pieces of a job, and of numbers of each piece [1]. */
export const ARGUMENTS = 48;
export const PIECE_LENGTH = 8;
/** Index of the result of a piece: the last of its numbers. */
export const RESULT = PIECE_LENGTH - 1;
/** Largest number of integers that a piece can list, besides its numbers [1]. */
export const LIST_LENGTH = 64;
/** Largest number of characters of an error message [1]. */
const TEXT_LENGTH = 512;

// Indices of words.
/** Running number of the job; odd while the job is open. */
const JOB = 0;
/** Number of helpers that work on the job. */
const BUSY = LINE;
/** Number of helpers that sleep. */
const ASLEEP = 2 * LINE;
/** Number of letters that every helper was sent. */
const LETTERS = 3 * LINE;
/** Length of the error message of a helper, 0 for none. */
const FAILURE = 4 * LINE;
/** Index of the job's loop, index of the memory, and number of pieces. */
const LOOP = 5 * LINE;
const MEMORY = LOOP + 1;
const PIECES = LOOP + 2;
/** Number of threads of the team. */
const THREADS = LOOP + 3;
/** Number of pieces that helpers have done [1]. */
const HELPED = LOOP + 4;
/** Whether the world's thread sleeps until no helper works. */
const NAPS = 6 * LINE;
/** For each piece, the job for which it was taken last. */
const TAKEN = 7 * LINE;
const WORDS = TAKEN + LINE * MOST_PIECES;

const NUMBERS = ARGUMENTS + PIECE_LENGTH * MOST_PIECES;
const BYTES = 4 * WORDS + 8 * NUMBERS + 4 * LIST_LENGTH * MOST_PIECES + 2 * TEXT_LENGTH;

/** Polls of a helper for a job before it sleeps, and of the world's thread for busy helpers before it sleeps [1]. */
const LOOKS = 200_000;
const LOOKS_AT_HELPERS = 20_000;
/** Longest sleep of the world's thread, unless a helper that is done wakes it before [ms]. */
const NAP = 1;

/** An error in a helper. */
export class HelperError extends Error {
  override name = 'HelperError';
}

/** Executes a piece, whose numbers begin at index `piece`. */
export type DoPiece = (loop: number, memory: number, piece: number) => void;

export class Board {
  readonly buffer: ArrayBufferLike;
  /** Arguments, then the numbers of the pieces. */
  readonly numbers: Float64Array;
  readonly lists: Int32Array;
  readonly #words: Int32Array;
  readonly #text: Uint16Array;
  /** Whether this thread may block in Atomics.wait(): the main thread of a page may not, and keeps polling. */
  readonly #maySleep: boolean;

  constructor(buffer: ArrayBufferLike = makeBuffer()) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, WORDS);
    this.numbers = new Float64Array(buffer, 4 * WORDS, NUMBERS);
    this.lists = new Int32Array(buffer, 4 * WORDS + 8 * NUMBERS, LIST_LENGTH * MOST_PIECES);
    this.#text = new Uint16Array(buffer, BYTES - 2 * TEXT_LENGTH, TEXT_LENGTH);
    this.#maySleep = maySleep(this.#words);
  }

  // --- The world's thread ---

  /** Executes a loop in `pieces` pieces with the helpers, and returns when all are done. Rethrows errors of helpers. */
  share(loop: number, memory: number, pieces: number, threads: number, doPiece: DoPiece): void {
    const words = this.#words;
    words[LOOP] = loop;
    words[MEMORY] = memory;
    words[PIECES] = pieces;
    words[THREADS] = threads;
    const job = Atomics.add(words, JOB, 1) + 1;
    if (Atomics.load(words, ASLEEP) > 0) Atomics.notify(words, JOB);
    try {
      this.#takePieces(job, 0, doPiece);
    } finally {
      Atomics.store(words, JOB, (job + 1) | 0);
      this.#waitForHelpers();
    }
    if (Atomics.load(words, FAILURE) > 0) this.#throwFailure();
  }

  #waitForHelpers(): void {
    const words = this.#words;
    for (let looks = 0; Atomics.load(words, BUSY) > 0; looks++) if (looks > LOOKS_AT_HELPERS && this.#maySleep) this.#nap();
  }

  #nap(): void {
    const words = this.#words;
    Atomics.store(words, NAPS, 1);
    const busy = Atomics.load(words, BUSY);
    if (busy > 0) Atomics.wait(words, BUSY, busy, NAP);
    Atomics.store(words, NAPS, 0);
  }

  #throwFailure(): never {
    const length = Atomics.exchange(this.#words, FAILURE, 0);
    throw new HelperError(`A helping thread failed: ${String.fromCharCode(...this.#text.subarray(0, length))}.`);
  }

  /** Number of pieces that helpers have done so far, modulo 2^32 [1]. */
  get helped(): number {
    return Atomics.load(this.#words, HELPED) >>> 0;
  }

  /** Makes every helper stop polling, to receive a letter that comes as a message. */
  announceLetter(): void {
    const words = this.#words;
    Atomics.add(words, LETTERS, 1);
    // Changes the word that a helper would wait on, so that it polls again. The parity stays: no job is opened.
    Atomics.add(words, JOB, 2);
    Atomics.notify(words, JOB);
  }

  // --- Helpers ---

  /** Executes pieces of jobs as helper number `helper`, until there is a letter that it has not read. */
  help(helper: number, letters: number, knows: (memory: number) => boolean, doPiece: DoPiece): void {
    const words = this.#words;
    let last = 0;
    for (let looks = 0; Atomics.load(words, LETTERS) === letters; looks++) {
      const job = Atomics.load(words, JOB);
      if (job === last || (job & 1) === 0) {
        if (looks < LOOKS) continue;
        this.#sleep(job, letters);
      } else {
        this.#join(job, helper, knows, doPiece);
        last = job;
      }
      looks = 0;
    }
  }

  #sleep(job: number, letters: number): void {
    const words = this.#words;
    Atomics.add(words, ASLEEP, 1);
    if (Atomics.load(words, LETTERS) === letters) Atomics.wait(words, JOB, job);
    Atomics.sub(words, ASLEEP, 1);
  }

  #join(job: number, helper: number, knows: (memory: number) => boolean, doPiece: DoPiece): void {
    const words = this.#words;
    Atomics.add(words, BUSY, 1);
    try {
      // BUSY is counted first: the world's thread waits for it before it writes the next job.
      if (Atomics.load(words, JOB) === job && knows(words[MEMORY]))
        Atomics.add(words, HELPED, this.#takePieces(job, helper, doPiece));
    } catch (error) {
      this.#noteFailure(error);
    }
    if (Atomics.sub(words, BUSY, 1) === 1 && Atomics.load(words, NAPS) === 1) Atomics.notify(words, BUSY);
  }

  #noteFailure(error: unknown): void {
    const text = ((error as Error | undefined)?.message ?? String(error)).slice(0, TEXT_LENGTH);
    for (let i = 0; i < text.length; i++) this.#text[i] = text.charCodeAt(i);
    Atomics.store(this.#words, FAILURE, text.length);
  }

  // --- Both ---

  /**
   * Takes and executes pieces; returns their number. Each thread begins at the same piece in every job, for its cache.
   */
  #takePieces(job: number, thread: number, doPiece: DoPiece): number {
    const words = this.#words;
    let done = 0;
    const count = words[PIECES];
    const first = Math.floor((thread * count) / words[THREADS]);
    for (let k = 0; k < count; k++) {
      const piece = (first + k) % count;
      const at = TAKEN + LINE * piece;
      const taken = Atomics.load(words, at);
      if (taken === job || Atomics.compareExchange(words, at, taken, job) !== taken) continue;
      doPiece(words[LOOP], words[MEMORY], ARGUMENTS + PIECE_LENGTH * piece);
      done++;
    }
    return done;
  }
}

/** Allocates shared memory, or plain memory if there is none, for a team of one thread. */
function makeBuffer(): ArrayBufferLike {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(BYTES) : new SharedArrayBuffer(BYTES);
}

function maySleep(words: Int32Array): boolean {
  try {
    Atomics.wait(words, NAPS, 1, 0);
    return true;
  } catch {
    return false;
  }
}
