// Memory that threads share. It holds the tables of one or several worlds, in one or several threads.
//
// It is a shared WebAssembly.Memory. The platform requires a maximum size, so that the memory never has to move. It
// grows in place: existing views and kernels stay valid. Its first words hold the end of the part in use, so that
// worlds of different threads allocate without other communication. A range allocated by one world is neither read nor
// written by others.

import { InputError, refuse } from '../input/fields.js';
import type { BlockOfMemory } from './memory.js';
import {
  aligned,
  FIRST_PAGES,
  inMebibytes,
  Memory,
  MemoryError,
  PAGE_BYTES,
  pagesToHold,
  refuseToTake,
  takeBlock,
  tooMuch,
} from './memory.js';

/** The shared WebAssembly.Memory of worlds. It can be posted to other threads. */
export interface SharedBlock extends BlockOfMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly:
  | { Memory: new (descriptor: { initial: number; maximum: number; shared: true }) => SharedBlock }
  | undefined;

/** Indices of the head's words, i32: an identifying mark, the end of the part in use, the maximum in pages. */
const MARK = 0;
const END = 1;
const MAXIMUM = 2;
const HEAD_LENGTH = 4;
/** "dry" and the version of the head. */
const MARK_OF_DRYSTONE = 0x64727901;
/** Unit of the word at END, so that an i32 can express four gigabytes [bytes]. */
const UNIT = aligned(1);

export class SharedMemory extends Memory {
  readonly #shared: SharedBlock;
  readonly #head: Int32Array;

  constructor(shared: SharedBlock) {
    super(shared);
    this.#shared = shared;
    this.#head = headOf(shared);
  }

  override get block(): SharedBlock {
    return this.#shared;
  }

  /** Allocates as Memory does, while other threads may allocate at the same time. */
  override allocate(bytes: number): number {
    const head = this.#head;
    for (;;) {
      const first = Atomics.load(head, END);
      const end = UNIT * first + aligned(bytes);
      if (end > this.buffer.byteLength) this.#grow(end);
      if (Atomics.compareExchange(head, END, first, end / UNIT) === first) return UNIT * first;
    }
  }

  /** Does nothing: other worlds and threads may use the memory. */
  override release(): void {}

  /** Does nothing: growing in place is fast. */
  override expect(): void {}

  /** Does nothing: other worlds may need the room. */
  override expectBodies(): void {}

  /** Grows to at least `bytes`: to the preferred size, or only to `bytes` if the machine cannot provide that. */
  #grow(bytes: number): void {
    const maximum = this.#head[MAXIMUM];
    const wanted = Math.min(pagesToHold(this, bytes), maximum);
    const needed = Math.ceil(bytes / PAGE_BYTES);
    if (needed > maximum) {
      const most = inMebibytes(PAGE_BYTES * maximum);
      throw new MemoryError(`${tooMuch(bytes)}, but the shared memory was made for ${most} at most.`);
    }
    if (!this.#growTo(wanted) && !this.#growTo(needed)) refuseToTake(bytes);
  }

  /** Grows to `pages`; returns whether there are as many now. Another thread may grow the memory at the same time. */
  #growTo(pages: number): boolean {
    // grow(0) returns the current number of pages.
    let there = this.#shared.grow(0);
    while (there < pages) {
      try {
        this.#shared.grow(pages - there);
        return true;
      } catch {
        const before = there;
        there = this.#shared.grow(0);
        if (there === before) return false;
      }
    }
    return true;
  }
}

/** Makes a shared memory that can grow to `bytes`. */
export function makeSharedBlock(bytes: number): SharedBlock {
  if (typeof WebAssembly === 'undefined' || typeof SharedArrayBuffer === 'undefined') {
    throw new InputError(
      'options.memory is "shared", but threads share no memory here: a page must be cross-origin isolated for that; allowed is "own".',
    );
  }
  const maximum = Math.ceil(bytes / PAGE_BYTES);
  const { Memory: Block } = WebAssembly;
  const block = takeBlock(bytes, () => new Block({ initial: Math.min(FIRST_PAGES, maximum), maximum, shared: true }));
  const head = headOf(block);
  head[MAXIMUM] = maximum;
  head[END] = aligned(head.byteLength) / UNIT;
  head[MARK] = MARK_OF_DRYSTONE;
  return block;
}

/** Throws unless `value` is the shared memory of a world. */
export function checkSharedBlock(value: unknown): asserts value is SharedBlock {
  if (!isSharedBlock(value) || headOf(value)[MARK] !== MARK_OF_DRYSTONE)
    refuse('options.memory', value, '"own", "shared" or the memory of a world that was made with "shared"');
}

function isSharedBlock(value: unknown): value is SharedBlock {
  if (typeof WebAssembly === 'undefined' || typeof SharedArrayBuffer === 'undefined') return false;
  if (!(value instanceof WebAssembly.Memory) || !(value.buffer instanceof SharedArrayBuffer)) return false;
  return value.buffer.byteLength >= PAGE_BYTES;
}

function headOf({ buffer }: SharedBlock): Int32Array {
  return new Int32Array(buffer, 0, HEAD_LENGTH);
}
