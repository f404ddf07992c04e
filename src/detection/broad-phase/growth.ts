// Lengths of the arrays that keep their memory between calls: doubled when too short, so that warm calls allocate nothing.

/** Shortest array worth allocating. [1] */
const SHORTEST = 64;

/** The length, at least the one needed, that an array of the given length grows to. [1] */
export function grownLength(length: number, needed: number): number {
  return Math.max(SHORTEST, needed, 2 * length);
}
