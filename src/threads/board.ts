// What the threads of a team tell each other through: a block of shared memory that is no part of any world.
//
// One thread, that of the world, has loops to be done. It writes down a loop with its arguments, cut into pieces that do not
// touch each other, and opens the job. Whoever is there takes pieces, one at a time, and so does the thread of the world itself:
// a helper that comes late, or never, changes nothing but the time. Once all pieces are taken the job is closed, and done when no
// helper is at work on it any more.

/** Words of 32 bits from one that a thread writes to the next that another does: two lines of a cache. */
const LINE = 32;
/** Most pieces of a job [1]. */
export const MOST_PIECES = 64;
/** Numbers that all pieces of a job have in common, and those of each piece [1]. */
export const ARGUMENTS = 48;
export const PIECE_LENGTH = 8;
/** What came of a piece: the last of its numbers. */
export const RESULT = PIECE_LENGTH - 1;
/** Most integers that a piece can list beside [1]. */
export const LIST_LENGTH = 64;
/** Most characters of what went wrong [1]. */
const TEXT_LENGTH = 512;

// Words.
/** Running number of the job; odd as long as it is open. */
const JOB = 0;
/** Helpers at work on it. */
const BUSY = LINE;
/** Helpers that sleep. */
const ASLEEP = 2 * LINE;
/** Letters that every helper has been sent. */
const LETTERS = 3 * LINE;
/** Length of what went wrong in a helper, 0 as long as nothing has. */
const FAILURE = 4 * LINE;
/** Which loop it is, over which memory, and how many pieces. */
const LOOP = 5 * LINE;
const MEMORY = LOOP + 1;
const PIECES = LOOP + 2;
/** Threads of the team. */
const THREADS = LOOP + 3;
/** Pieces that helpers have done [1]. */
const HELPED = LOOP + 4;
/** Whether the thread of the world sleeps until no helper is at work. */
const NAPS = 6 * LINE;
/** The job for which each piece was last taken. */
const TAKEN = 7 * LINE;
const WORDS = TAKEN + LINE * MOST_PIECES;

const NUMBERS = ARGUMENTS + PIECE_LENGTH * MOST_PIECES;
const BYTES = 4 * WORDS + 8 * NUMBERS + 4 * LIST_LENGTH * MOST_PIECES + 2 * TEXT_LENGTH;

/** How often a helper looks for a job before it sleeps, and the thread of the world for helpers that are not done before it does [1]. */
const LOOKS = 200_000;
const LOOKS_AT_HELPERS = 20_000;
/** Longest sleep of the thread of the world: a helper that is done wakes it [ms]. */
const NAP = 1;

/** What went wrong in a helper. */
export class HelperError extends Error {
  override name = 'HelperError';
}

/** Does a piece, whose numbers begin at `piece`, by one of the threads. */
export type DoPiece = (loop: number, memory: number, piece: number) => void;

export class Board {
  readonly buffer: ArrayBufferLike;
  /** Arguments, then the numbers of the pieces. */
  readonly numbers: Float64Array;
  readonly lists: Int32Array;
  readonly #words: Int32Array;
  readonly #text: Uint16Array;
  /** Whether the thread that holds this may sleep: that of a page may not, and goes on looking. */
  readonly #maySleep: boolean;

  constructor(buffer: ArrayBufferLike = makeBuffer()) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, WORDS);
    this.numbers = new Float64Array(buffer, 4 * WORDS, NUMBERS);
    this.lists = new Int32Array(buffer, 4 * WORDS + 8 * NUMBERS, LIST_LENGTH * MOST_PIECES);
    this.#text = new Uint16Array(buffer, BYTES - 2 * TEXT_LENGTH, TEXT_LENGTH);
    this.#maySleep = maySleep(this.#words);
  }

  // --- The thread of the world ---

  /** Has a loop done in so many pieces, and returns when all of it is. Throws what went wrong, here or in a helper. */
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

  /** Pieces of jobs that helpers have done so far; starts anew at 2^32 [1]. */
  get helped(): number {
    return Atomics.load(this.#words, HELPED) >>> 0;
  }

  /** Every helper has a letter to read, which comes as a message. */
  announceLetter(): void {
    const words = this.#words;
    Atomics.add(words, LETTERS, 1);
    // No job, and none that is missed: who was about to sleep looks again.
    Atomics.add(words, JOB, 2);
    Atomics.notify(words, JOB);
  }

  // --- Helpers ---

  /** Does pieces of jobs as number `helper` of the helpers, until there is a letter that has not been read. */
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
      // Nobody closes it and writes down another now: whoever does waits for those that are at work.
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

  /** Each thread begins with other pieces, the same in every job: what it has had before is in its cache. Returns how many it has done. */
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

/** Of memory of its own where none can be shared, for a thread that is alone. */
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
