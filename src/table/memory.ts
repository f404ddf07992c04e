// The one block of memory under all tables of a world.
//
// It is a WebAssembly.Memory so that a compiled kernel can work on the very same bytes; TypeScript reads and writes such views at
// the speed of any other. When it is full, a larger one takes its place, so whoever holds views of it, or an instance that
// imports it, registers here and makes them anew. It is not grown in place: that would detach its buffer, and once any buffer was
// detached V8 checks for it at every access to every typed array, which takes a fifth of a step's time.

/** The part of the WebAssembly interface that is used; spelt out so that the library needs no DOM types. */
interface BlockOfMemory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: { Memory: new (descriptor: { initial: number }) => BlockOfMemory } | undefined;

const PAGE_BYTES = 65536;
const ALIGNMENT = 16;

/** Zeros; where there is no WebAssembly there is no kernel to share them with either. */
function makeBlock(pages: number): BlockOfMemory {
  if (typeof WebAssembly === 'undefined') return { buffer: new ArrayBuffer(pages * PAGE_BYTES) };
  return new WebAssembly.Memory({ initial: pages });
}

export class Memory {
  #memory: BlockOfMemory = makeBlock(4);
  readonly #holders: { bindViews(): void }[] = [];
  #end = 0;

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** The memory itself, for a kernel to work on. */
  get shared(): object {
    return this.#memory;
  }

  /** `holder.bindViews()` is called whenever the memory has moved. */
  register(holder: { bindViews(): void }): void {
    this.#holders.push(holder);
  }

  /**
   * Offset of a new block of zeros [bytes]. Blocks are never given back: tables grow by doubling, so what they leave behind is
   * less than what they hold.
   */
  allocate(bytes: number): number {
    const offset = this.#end;
    this.#end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    if (this.#end > this.buffer.byteLength) {
      const old = this.buffer;
      const pages = Math.max(Math.ceil(this.#end / PAGE_BYTES), (2 * old.byteLength) / PAGE_BYTES);
      this.#memory = makeBlock(pages);
      new Uint8Array(this.buffer).set(new Uint8Array(old, 0, offset));
      for (const holder of this.#holders) holder.bindViews();
    }
    return offset;
  }
}
