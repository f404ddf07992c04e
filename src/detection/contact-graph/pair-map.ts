// Finds an edge by its two nodes in constant time: open addressing with linear probing, and no gravestones, so that it never
// slows down however many edges come and go. It holds edge numbers only; the pair is read from the edge table.

export class PairMap {
  /** Edge number + 1, 0 for an empty slot. */
  #slots = new Int32Array(64);
  #count = 0;

  /** The edge between a and b, or -1. `nodes` holds the two nodes of each edge. */
  find(a: number, b: number, nodes: Int32Array): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashPair(a, b) & mask; ; slot = (slot + 1) & mask) {
      const edge = this.#slots[slot] - 1;
      if (edge < 0) return -1;
      if (nodes[2 * edge] === a && nodes[2 * edge + 1] === b) return edge;
    }
  }

  insert(edge: number, nodes: Int32Array): void {
    if (2 * (this.#count + 1) > this.#slots.length) this.#grow(nodes);
    this.#place(edge, nodes);
    this.#count++;
  }

  remove(edge: number, nodes: Int32Array): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hole = hashPair(nodes[2 * edge], nodes[2 * edge + 1]) & mask;
    while (slots[hole] !== edge + 1) hole = (hole + 1) & mask;
    // Move later members of the run back into the hole, unless that would put one before its own home.
    for (let slot = (hole + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot] - 1;
      const home = hashPair(nodes[2 * other], nodes[2 * other + 1]) & mask;
      if (((slot - home) & mask) >= ((slot - hole) & mask)) {
        slots[hole] = slots[slot];
        hole = slot;
      }
    }
    slots[hole] = 0;
    this.#count--;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  #place(edge: number, nodes: Int32Array): void {
    const mask = this.#slots.length - 1;
    let slot = hashPair(nodes[2 * edge], nodes[2 * edge + 1]) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = edge + 1;
  }

  #grow(nodes: Int32Array): void {
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    for (let i = 0; i < old.length; i++) if (old[i] !== 0) this.#place(old[i] - 1, nodes);
  }
}

function hashPair(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return h ^ (h >>> 15);
}
