// The block of memory that holds all tables of a world.
//
// It is a WebAssembly.Memory, so that the compiled kernel works on the same bytes; TypeScript accesses views of it at
// full speed. When the block is full, the contents move to a larger one. Objects that hold views of the block, or
// kernel instances that import it, register here and renew them. The block is not grown in place, since that would
// detach its buffer. Once any buffer was detached, V8 checks for it at every access to every typed array, which costs a
// fifth of a step's time. The buffer of shared memory is never detached, so it grows in place (shared-memory.ts).

import { InputError } from '../input/fields.js';
import type { Team } from '../kernels/kernel.js';

/** A WebAssembly.Memory, or an object with a plain buffer on platforms without WebAssembly. */
export interface BlockOfMemory {
  readonly buffer: ArrayBufferLike;
}
/** The part of the WebAssembly interface in use, declared here so that the library needs no DOM types. */
declare const WebAssembly: { Memory: new (descriptor: { initial: number; maximum: number }) => BlockOfMemory } | undefined;

export const PAGE_BYTES = 65536;
/** Size of the first block, half a mebibyte. Small worlds never need a larger one; pages never written cost nothing. */
export const FIRST_PAGES = 8;
/**
 * Least sizes of larger blocks: 16 mebibytes, or 128 if that is not enough. A block of 16 mebibytes is cheap, while a
 * larger one makes the garbage collector run at once. A world that needs more than 16 will likely need much more, and
 * moving takes as long as many steps.
 */
const NEXT_PAGES = 256;
/** Who is expected to need less may well do with the first block: a pile is expected, and few worlds are one. */
const FEW_PAGES = 4 * FIRST_PAGES;
const MANY_PAGES = 2048;
const ALIGNMENT = 16;
/**
 * Released blocks of the first size, filled with zeros, for new worlds. Reusing one is faster than making one: the
 * platform would reserve guard addresses and zero pages, and the garbage collector would run.
 */
const spare: BlockOfMemory[] = [];
/** Most blocks that are kept: programs seldom end more worlds than this at once. */
const MOST_SPARE = 8;

/** Thrown when more memory is needed than is allowed or available. Nothing has been changed then. */
export class MemoryError extends InputError {
  override name = 'MemoryError';
}

/** Makes a block of zeros. Without WebAssembly there is no kernel to share it with, and a plain buffer is enough. */
function makeBlock(pages: number): BlockOfMemory {
  if (typeof WebAssembly === 'undefined') return { buffer: new ArrayBuffer(pages * PAGE_BYTES) };
  return new WebAssembly.Memory({ initial: pages, maximum: pages });
}

/** Makes a block; null if the machine cannot provide it. */
function tryBlock(pages: number): BlockOfMemory | null {
  try {
    return makeBlock(pages);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** An object with data in the memory. It renews its views when the memory moves. */
interface Holder {
  bindViews(): void;
  /** Makes room for what a pile of so many bodies needs. */
  expectBodies?(count: number): void;
  clearScratch?(): void;
  /** Called when the memory is released: the data is gone. */
  forgetAll?(): void;
}

export class Memory {
  #block: BlockOfMemory;
  readonly #holders: Holder[] = [];
  #end = 0;
  /** Largest size that expect() was called with [bytes], and most bodies that tables have made room for [1]. */
  #expected = 0;
  #bodies = 0;
  /** Number of times that views were renewed, or scratch was cleared. Noted addresses are valid as long as it does not change. */
  bindings = 0;
  /** The threads that share loops over this memory. */
  team: Team | undefined;
  /** Largest allowed size [bytes]. */
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

  /** Registers an object; its bindViews() is called whenever the memory has moved. */
  register(holder: Holder): void {
    this.#holders.push(holder);
  }

  /**
   * Allocates a range of zeros and returns its offset [bytes]. Ranges are never freed: tables grow by doubling, so the
   * ranges they abandon are smaller than those they use.
   */
  allocate(bytes: number): number {
    const offset = this.#end;
    const end = offset + aligned(bytes);
    if (end > this.buffer.byteLength) this.#enlarge(end);
    this.#end = end;
    return offset;
  }

  /**
   * Announces that `bytes` will be needed soon. If they are many, the memory moves to a larger block now, while it
   * holds little: within a step that would take as long as many steps. If the machine cannot provide the block, nothing
   * happens, and it is not requested again.
   */
  expect(bytes: number): void {
    if (bytes <= this.#expected) return;
    this.#expected = bytes;
    const most = Math.min(bytes, this.limit, 2 * MANY_PAGES * PAGE_BYTES);
    if (most <= Math.max(this.buffer.byteLength, FEW_PAGES * PAGE_BYTES)) return;
    // No more than is expected, or twice what there is: a block of 128 mebibytes has the garbage collector run at once.
    const wanted = Math.max(most, 2 * this.buffer.byteLength, NEXT_PAGES * PAGE_BYTES);
    const block = tryBlock(Math.ceil(Math.min(wanted, this.limit) / PAGE_BYTES));
    if (block !== null) this.#moveTo(block);
  }

  /**
   * Announces that there are `count` bodies. Tables make room for all that so many will need in a pile, as far as the
   * block has room: rows that are not in use yet cost nothing, while to copy those that are takes as long as a step.
   */
  expectBodies(count: number): void {
    if (count <= this.#bodies || this.buffer.byteLength <= FEW_PAGES * PAGE_BYTES) return;
    this.#bodies = Math.max(count, 2 * this.#bodies);
    for (const holder of this.#holders) holder.expectBodies?.(this.#bodies);
  }

  /** Whether a range could be allocated in the block as it is. */
  hasRoomFor(bytes: number): boolean {
    return this.#end + aligned(bytes) <= this.buffer.byteLength;
  }

  /**
   * Sets all scratch columns to zero. A failed step leaves numbers there that are not finite, and 0 times them is NaN.
   * Addresses that were noted there are gone with them.
   */
  clearScratch(): void {
    for (const holder of this.#holders) holder.clearScratch?.();
    this.bindings++;
  }

  /**
   * Ends the memory. A block of the first size is kept for a later memory, so views of it must not be used any more.
   */
  release(): void {
    for (const holder of this.#holders) holder.forgetAll?.();
    if (this.buffer.byteLength !== FIRST_PAGES * PAGE_BYTES || spare.length === MOST_SPARE) return;
    new Uint8Array(this.buffer, 0, this.#end).fill(0);
    spare.push(this.#block);
  }

  /** Moves to a block of at least `bytes`: of the preferred size, or of `bytes` if the machine cannot provide that. */
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

/** Rounds a length up to the alignment [bytes]. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Preferred page count of a memory for `bytes`: twice the present size, at least NEXT_PAGES, within the limit. */
export function pagesToHold({ buffer, limit }: Memory, bytes: number): number {
  if (bytes > limit) throw new MemoryError(`${tooMuch(bytes)}, but limits.memory allows ${inMebibytes(limit)}.`);
  const next = bytes <= NEXT_PAGES * PAGE_BYTES ? NEXT_PAGES : MANY_PAGES;
  const wanted = Math.max(2 * buffer.byteLength, next * PAGE_BYTES);
  return Math.ceil(Math.max(bytes, Math.min(wanted, limit)) / PAGE_BYTES);
}

/** Calls `make`. If the machine cannot provide the block, throws a MemoryError that names `bytes`. */
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
