// Hands out one handle for each node, joint or coupling as long as it lives: every lookup, by name, by id or in a list,
// returns the same object.
//
// Going back in time brings removed rows back under their old ids. So handles of removed rows are kept by weak
// references: a program that still holds such a handle gets it again, and a handle that no program holds takes no
// memory.

export class HandleBook<H extends { readonly id: number }> {
  /** By row: the handle of the present or last owner of the row. */
  readonly #byRow: (H | undefined)[] = [];
  /** By id: handles of earlier owners of a row. */
  readonly #former = new Map<number, WeakRef<H>>();
  readonly #collected = new FinalizationRegistry<number>((id) => {
    if (this.#former.get(id)?.deref() === undefined) this.#former.delete(id);
  });

  /**
   * The handle of the id that is in a row; made where there is none yet. A world that went back in time may use an id
   * again for an object of another class, which gets a handle of its own.
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
