// Which edge a pair has. PairMap finds it by its two nodes in constant time: open addressing with linear probing, and no gravestones, so
// that it never slows down however many edges come and go. A slot holds the pair beside the edge, so that one look at memory answers.

/**
 * Numbers in a slot: node A, node B, edge number + 1 (0 when the slot is empty), and one to keep slots within a line of the
 * cache.
 */
const SLOT = 4;
const EDGE = 2;

export class PairMap {
  #slots = new Int32Array(256 * SLOT);
  #mask = 255;
  #count = 0;

  /** The edge between a and b, or -1. */
  find(a: number, b: number): number {
    const slots = this.#slots;
    for (let slot = hashPair(a, b) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = SLOT * slot;
      if (slots[at + EDGE] === 0) return -1;
      if (slots[at] === a && slots[at + 1] === b) return slots[at + EDGE] - 1;
    }
  }

  /** Puts in a pair that is not there yet. */
  insert(a: number, b: number, edge: number): void {
    if (2 * (this.#count + 1) > this.#mask) this.#grow();
    this.#place(a, b, edge + 1);
    this.#count++;
  }

  /** Takes out a pair that is there. */
  remove(a: number, b: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = hashPair(a, b) & mask;
    while (slots[SLOT * hole] !== a || slots[SLOT * hole + 1] !== b) hole = (hole + 1) & mask;
    // Move later members of the run back into the hole, unless that would put one before its own home.
    for (let slot = (hole + 1) & mask; slots[SLOT * slot + EDGE] !== 0; slot = (slot + 1) & mask) {
      const at = SLOT * slot;
      const home = hashPair(slots[at], slots[at + 1]) & mask;
      if (((slot - home) & mask) >= ((slot - hole) & mask)) {
        slots[SLOT * hole] = slots[at];
        slots[SLOT * hole + 1] = slots[at + 1];
        slots[SLOT * hole + EDGE] = slots[at + EDGE];
        hole = slot;
      }
    }
    slots[SLOT * hole + EDGE] = 0;
    this.#count--;
  }

  /** Each edge has another number: place[edge]. */
  renumber(place: Int32Array): void {
    const slots = this.#slots;
    for (let at = EDGE; at < slots.length; at += SLOT) if (slots[at] !== 0) slots[at] = place[slots[at] - 1] + 1;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  #place(a: number, b: number, value: number): void {
    let slot = hashPair(a, b) & this.#mask;
    while (this.#slots[SLOT * slot + EDGE] !== 0) slot = (slot + 1) & this.#mask;
    this.#slots[SLOT * slot] = a;
    this.#slots[SLOT * slot + 1] = b;
    this.#slots[SLOT * slot + EDGE] = value;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    this.#mask = 2 * this.#mask + 1;
    for (let at = 0; at < old.length; at += SLOT) if (old[at + EDGE] !== 0) this.#place(old[at], old[at + 1], old[at + EDGE]);
  }
}

/**
 * Where the search for a pair begins. Pairs of neighbouring numbers share a page of 256 slots, in which 8 nodes times 32 nodes
 * have a place each; pages are scattered. So nothing can crowd, and looking up pairs in the order of their numbers, as detection
 * does, stays within a few pages whatever the number of edges.
 */
function hashPair(a: number, b: number): number {
  let page = Math.imul(a >> 3, 0x9e3779b1) ^ Math.imul(b >> 5, 0x85ebca77);
  page = Math.imul(page ^ (page >>> 15), 0x2c1b3c6d);
  page = Math.imul(page ^ (page >>> 12), 0x297a2d39);
  page ^= page >>> 15;
  // Two pages that fall together are shifted against each other.
  return (page << 8) | ((((a & 7) << 5) + (b & 31) + (page >>> 24)) & 255);
}
