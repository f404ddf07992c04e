// The one block of memory under all tables of a world.
//
// It is a WebAssembly.Memory so that a compiled kernel can work on the very same bytes; TypeScript reads and writes such views at
// the speed of any other. When it is full, a larger one takes its place, so whoever holds views of it, or an instance that
// imports it, registers here and makes them anew. It is not grown in place: that would detach its buffer, and once any buffer was
// detached V8 checks for it at every access to every typed array, which takes a fifth of a step's time. Memory that threads
// share is never detached, and grows in place: shared-memory.ts.

import { InputError } from '../input/fields.js';
import type { Team } from '../kernels/kernel.js';

/** A WebAssembly.Memory, or what takes its place where there is none. */
export interface BlockOfMemory {
  readonly buffer: ArrayBufferLike;
}
/** The part of the WebAssembly interface that is used; spelt out so that the library needs no DOM types. */
declare const WebAssembly: { Memory: new (descriptor: { initial: number; maximum: number }) => BlockOfMemory } | undefined;

export const PAGE_BYTES = 65536;
/** Half a mebibyte: small worlds never move to a larger block, and pages that are not written cost nothing. */
export const FIRST_PAGES = 8;
/**
 * The next block has 16 mebibytes: it costs nothing to have, while a larger one makes the garbage collector run at once. Whoever needs
 * more than that is likely to need much more, and to move takes as long as many steps: then 128 mebibytes at least.
 */
const NEXT_PAGES = 256;
const MANY_PAGES = 2048;
const ALIGNMENT = 16;
/**
 * Blocks of the first size that nobody uses any more, all zeros. To make one anew takes the platform longer than to clear it: addresses
 * for a guard behind it, pages that are zero, and the garbage collector, which runs for it.
 */
const spare: BlockOfMemory[] = [];
/** More worlds than that are seldom there at a time, and all over at once. */
const MOST_SPARE = 8;

/** More is needed than there may be; nothing has been changed by asking for it. */
export class MemoryError extends InputError {
  override name = 'MemoryError';
}

/** Zeros; where there is no WebAssembly there is no kernel to share them with either. */
function makeBlock(pages: number): BlockOfMemory {
  if (typeof WebAssembly === 'undefined') return { buffer: new ArrayBuffer(pages * PAGE_BYTES) };
  return new WebAssembly.Memory({ initial: pages, maximum: pages });
}

/** null where the machine does not give as much at once. */
function tryBlock(pages: number): BlockOfMemory | null {
  try {
    return makeBlock(pages);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** What lies in the memory: views that are made anew when it moves, and scratch that can be forgotten. */
interface Holder {
  bindViews(): void;
  clearScratch?(): void;
  /** Nothing that lies there is there any more. */
  forgetAll?(): void;
}

export class Memory {
  #block: BlockOfMemory;
  readonly #holders: Holder[] = [];
  #end = 0;
  /** The most that has been expected [bytes]. */
  #expected = 0;
  /** How often views were made anew: addresses that were noted at one count hold until the next. */
  bindings = 0;
  /** Threads that share loops over it. */
  team: Team | undefined;
  /** Most that it may hold [bytes]. */
  limit = Number.POSITIVE_INFINITY;

  constructor(block = spare.pop() ?? makeBlock(FIRST_PAGES)) {
    this.#block = block;
  }

  get buffer(): ArrayBufferLike {
    return this.#block.buffer;
  }

  /** The memory itself, for a kernel to work on. */
  get block(): BlockOfMemory {
    return this.#block;
  }

  /** `holder.bindViews()` is called whenever the memory has moved. */
  register(holder: Holder): void {
    this.#holders.push(holder);
  }

  /**
   * Offset of a new block of zeros [bytes]. Blocks are never given back: tables grow by doubling, so what they leave behind is
   * less than what they hold.
   */
  allocate(bytes: number): number {
    const offset = this.#end;
    const end = offset + aligned(bytes);
    if (end > this.buffer.byteLength) this.#enlarge(end);
    this.#end = end;
    return offset;
  }

  /**
   * So many bytes will be needed soon: where they are many, the memory moves to a larger block while it holds little. Where that cannot be
   * had, nothing happens, and it is not asked for again.
   */
  expect(bytes: number): void {
    if (bytes <= this.#expected) return;
    this.#expected = bytes;
    const most = Math.min(bytes, this.limit, 2 * MANY_PAGES * PAGE_BYTES);
    if (most <= Math.max(this.buffer.byteLength, NEXT_PAGES * PAGE_BYTES)) return;
    const block = tryBlock(pagesToHold(this, most));
    if (block !== null) this.#moveTo(block);
  }

  /** Sets all scratch to zero: a step that failed has left numbers there that are not finite, and zero times those is no zero. */
  clearScratch(): void {
    for (const holder of this.#holders) holder.clearScratch?.();
  }

  /** Gives the block away, to the next memory that is made: whoever holds views of it has nothing in them any more, and must not write. */
  release(): void {
    for (const holder of this.#holders) holder.forgetAll?.();
    if (this.buffer.byteLength !== FIRST_PAGES * PAGE_BYTES || spare.length === MOST_SPARE) return;
    new Uint8Array(this.buffer, 0, this.#end).fill(0);
    spare.push(this.#block);
  }

  /** Takes a block of at least `bytes`, and moves there; no more than is needed where the machine does not give as much as is wanted. */
  #enlarge(bytes: number): void {
    const wanted = pagesToHold(this, bytes);
    const needed = Math.ceil(bytes / PAGE_BYTES);
    this.#moveTo(tryBlock(wanted) ?? takeBlock(bytes, () => makeBlock(needed)));
  }

  #moveTo(block: BlockOfMemory): void {
    const old = this.buffer;
    this.#block = block;
    new Uint8Array(this.buffer).set(new Uint8Array(old, 0, this.#end));
    for (const holder of this.#holders) holder.bindViews();
  }
}

/** A length that keeps what comes after it aligned [bytes]. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** How many pages a memory is to have that must hold `bytes`: twice as many as it has, and no few, where that is allowed. */
export function pagesToHold({ buffer, limit }: Memory, bytes: number): number {
  if (bytes > limit) throw new MemoryError(`${tooMuch(bytes)}, but limits.memory allows ${inMebibytes(limit)}.`);
  const next = bytes <= NEXT_PAGES * PAGE_BYTES ? NEXT_PAGES : MANY_PAGES;
  const wanted = Math.max(2 * buffer.byteLength, next * PAGE_BYTES);
  return Math.ceil(Math.max(bytes, Math.min(wanted, limit)) / PAGE_BYTES);
}

/** The block that `make` makes so that there are `bytes`. */
export function takeBlock<T extends BlockOfMemory>(bytes: number, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuseToTake(bytes);
  }
}

export function refuseToTake(bytes: number): never {
  throw new MemoryError(`${tooMuch(bytes)}, but this machine does not give as much at once.`);
}

export function tooMuch(bytes: number): string {
  return `Bodies, pairs and contacts would take ${inMebibytes(bytes)} MiB`;
}

export function inMebibytes(bytes: number): number {
  return Math.ceil(bytes / (1 << 20));
}
