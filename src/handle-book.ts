// One handle for each node, joint or coupling for as long as it lives: whoever finds it again, by name, by id or in a list, gets the
// same object.
//
// Going back in time brings removed ones back under their old ids, so their handles are remembered weakly: a program that still
// holds one finds it again, and one that nobody holds takes no memory.

export class HandleBook<H extends { readonly id: number }> {
  /** By row: the handle of what is there now, or was there last. */
  readonly #byRow: (H | undefined)[] = [];
  /** By id: handles of what was in a row before something else came there. */
  readonly #former = new Map<number, WeakRef<H>>();
  readonly #collected = new FinalizationRegistry<number>((id) => {
    if (this.#former.get(id)?.deref() === undefined) this.#former.delete(id);
  });

  /**
   * The handle of the id that is in a row; made where there is none yet. A world that went back in time may use an id again for
   * something of another class, which gets a handle of its own.
   */
  of<K extends H>(row: number, id: number, Class: abstract new (...args: never[]) => K, make: () => K): K {
    const last = this.#byRow[row];
    if (last?.id === id && last.constructor === Class) return last as K;
    if (last !== undefined) {
      this.#former.set(last.id, new WeakRef(last));
      this.#collected.register(last, last.id);
    }
    const former = this.#former.get(id)?.deref();
    const handle = former?.constructor === Class ? (former as K) : make();
    this.#byRow[row] = handle;
    return handle;
  }
}
