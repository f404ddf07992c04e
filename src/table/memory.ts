// The one block of memory under all tables of a world.
//
// It is a WebAssembly.Memory so that a compiled kernel can work on the very same bytes; TypeScript reads and writes such views at
// the speed of any other. When it is full, a larger one takes its place, so whoever holds views of it, or an instance that
// imports it, registers here and makes them anew. It is not grown in place: that would detach its buffer, and once any buffer was
// detached V8 checks for it at every access to every typed array, which takes a fifth of a step's time.

import { InputError } from '../input/fields.js';

/** The part of the WebAssembly interface that is used; spelt out so that the library needs no DOM types. */
interface BlockOfMemory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: { Memory: new (descriptor: { initial: number }) => BlockOfMemory } | undefined;

const PAGE_BYTES = 65536;
const ALIGNMENT = 16;

/** More is needed than there may be; nothing has been changed by asking for it. */
export class MemoryError extends InputError {
  override name = 'MemoryError';
}

/** Zeros; where there is no WebAssembly there is no kernel to share them with either. */
function makeBlock(pages: number): BlockOfMemory {
  if (typeof WebAssembly === 'undefined') return { buffer: new ArrayBuffer(pages * PAGE_BYTES) };
  return new WebAssembly.Memory({ initial: pages });
}

/** What lies in the memory: views that are made anew when it moves, and scratch that can be forgotten. */
interface Holder {
  bindViews(): void;
  clearScratch?(): void;
}

export class Memory {
  #memory: BlockOfMemory = makeBlock(4);
  readonly #holders: Holder[] = [];
  #end = 0;
  /** Most that it may hold [bytes]. */
  limit = Number.POSITIVE_INFINITY;

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** The memory itself, for a kernel to work on. */
  get shared(): object {
    return this.#memory;
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
    const end = offset + Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    if (end > this.buffer.byteLength) this.#enlarge(end);
    this.#end = end;
    return offset;
  }

  /** Sets all scratch to zero: a step that failed has left numbers there that are not finite, and zero times those is no zero. */
  clearScratch(): void {
    for (const holder of this.#holders) holder.clearScratch?.();
  }

  /** Takes a block of at least `bytes`, and moves there. */
  #enlarge(bytes: number): void {
    const old = this.buffer;
    const most = Math.max(bytes, Math.min(2 * old.byteLength, this.limit));
    this.#memory = this.#takeBlock(Math.ceil(most / PAGE_BYTES), bytes);
    new Uint8Array(this.buffer).set(new Uint8Array(old, 0, this.#end));
    for (const holder of this.#holders) holder.bindViews();
  }

  #takeBlock(pages: number, bytes: number): BlockOfMemory {
    const needed = `Bodies, pairs and contacts would take ${inMebibytes(bytes)} MiB`;
    if (bytes > this.limit) throw new MemoryError(`${needed}, but limits.memory allows ${inMebibytes(this.limit)}.`);
    try {
      return makeBlock(pages);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new MemoryError(`${needed}, but this machine does not give as much at once.`);
    }
  }
}

function inMebibytes(bytes: number): number {
  return Math.ceil(bytes / (1 << 20));
}
