// One growing block of memory under all tables of a world.
//
// It is a WebAssembly.Memory so that a compiled kernel can work on the very same bytes; TypeScript reads and writes such views at
// the speed of any other. Growing it detaches every view, so whoever holds views registers here and makes them anew.

/** The part of the WebAssembly interface that is used; spelt out so that the library needs no DOM types. */
interface GrowableMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
declare const WebAssembly: { Memory: new (descriptor: { initial: number }) => GrowableMemory };

const PAGE_BYTES = 65536;
const ALIGNMENT = 16;

export class Memory {
  readonly #memory: GrowableMemory = new WebAssembly.Memory({ initial: 4 });
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
    const missing = this.#end - this.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.max(Math.ceil(missing / PAGE_BYTES), this.buffer.byteLength / PAGE_BYTES));
      for (const holder of this.#holders) holder.bindViews();
    }
    return offset;
  }
}
