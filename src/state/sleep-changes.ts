// How often nodes have fallen asleep or woken, and a list of the last ones, so that nobody has to look at all nodes to find them.

/** Length of the list [1]. */
const MOST = 256;

export class SleepChanges {
  /** How often any node has fallen asleep or woken. */
  count = 0;
  /** Nodes that fell asleep or woke since the list was cleared: the first `listed` rows. A node that did both is here twice. */
  readonly rows = new Int32Array(MOST);
  listed = 0;
  /** Whether the list has all of them. */
  areAllListed = true;

  note(row: number): void {
    this.count++;
    if (this.listed === MOST) this.areAllListed = false;
    else this.rows[this.listed++] = row;
  }

  /** Notes that nodes may have fallen asleep or woken, and that it is not known which. */
  noteSome(): void {
    this.count++;
    this.areAllListed = false;
  }

  clearList(): void {
    this.listed = 0;
    this.areAllListed = true;
  }
}
