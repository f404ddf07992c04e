// Memory that threads share: the tables of one world or of several, in one thread or in several.
//
// It is a shared WebAssembly.Memory with a maximum, which the platform asks for so that it never has to move. It grows in place:
// views stay good, as long as they were, and so do kernels. Its first words say how far it is in use, so that worlds
// of different threads take blocks of it without asking each other. What a world has taken is its own; no other world reads or
// writes it.

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

/** A shared WebAssembly.Memory that was made for worlds. It can be posted to other threads. */
export interface SharedBlock extends BlockOfMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly:
  | { Memory: new (descriptor: { initial: number; maximum: number; shared: true }) => SharedBlock }
  | undefined;

/** Words of its head, i32: a mark by which it is known, where the next block begins, and its maximum in pages. */
const MARK = 0;
const END = 1;
const MAXIMUM = 2;
const HEAD_LENGTH = 4;
/** "dry" and the version of the head. */
const MARK_OF_DRYSTONE = 0x64727901;
/** What `END` counts in, so that four gigabytes can be counted [bytes]. */
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

  /** The same as of a memory of one world; other threads may take blocks at the same time. */
  override allocate(bytes: number): number {
    const head = this.#head;
    for (;;) {
      const first = Atomics.load(head, END);
      const end = UNIT * first + aligned(bytes);
      if (end > this.buffer.byteLength) this.#grow(end);
      if (Atomics.compareExchange(head, END, first, end / UNIT) === first) return UNIT * first;
    }
  }

  /** Other worlds may lie in it, and other threads read it. */
  override release(): void {}

  /** It grows in place, which takes no time worth saving. */
  override expect(): void {}

  /** Lets it hold at least `bytes`: twice what it holds, or where that cannot be had, no more than is needed. */
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

  /** Whether it has so many pages now. Another thread may grow it at the same time. */
  #growTo(pages: number): boolean {
    // Growing by nothing tells how many there are.
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

/** A memory for threads to share, of at most `bytes`. */
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

/** Throws unless `value` is a memory of another world. */
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
