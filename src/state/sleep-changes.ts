// How often nodes have fallen asleep or woken, and who were the last: who follows them need not go over all nodes.

/** More than so many are not listed [1]. */
const MOST = 256;

export class SleepChanges {
  /** How often any node has fallen asleep or woken. */
  count = 0;
  /** The nodes that have since the list was cleared, the first `listed` rows; one that has done both is here twice. */
  readonly rows = new Int32Array(MOST);
  listed = 0;
  /** Whether these are all. */
  areAllListed = true;

  note(row: number): void {
    this.count++;
    if (this.listed === MOST) this.areAllListed = false;
    else this.rows[this.listed++] = row;
  }

  /** Some nodes may have, whoever they are. */
  noteSome(): void {
    this.count++;
    this.areAllListed = false;
  }

  clearList(): void {
    this.listed = 0;
    this.areAllListed = true;
  }
}
