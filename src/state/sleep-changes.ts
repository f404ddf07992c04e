// Counts how often nodes fall asleep or wake, and lists the last ones, so that readers need not scan all nodes for
// them.

/** Length of the list [1]. */
const MOST = 256;

export class SleepChanges {
  /** Number of times that a node has fallen asleep or woken. */
  count = 0;
  /**
   * Nodes that fell asleep or woke since clearList(): the first `listed` entries. A node that did both is listed twice.
   */
  readonly rows = new Int32Array(MOST);
  listed = 0;
  /** Whether the list is complete. */
  areAllListed = true;

  note(row: number): void {
    this.count++;
    if (this.listed === MOST) this.areAllListed = false;
    else this.rows[this.listed++] = row;
  }

  /** Notes that unknown nodes may have fallen asleep or woken. */
  noteSome(): void {
    this.count++;
    this.areAllListed = false;
  }

  clearList(): void {
    this.listed = 0;
    this.areAllListed = true;
  }
}
