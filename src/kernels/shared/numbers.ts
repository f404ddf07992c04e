// The types of the kernels that are compiled both by TypeScript, for where nothing can be compiled at run time, and by
// AssemblyScript, which takes assembly/numbers.ts in place of this file. One source gives both the same bits.

/** A number of 64 bits, and an integer of 32. */
export type F64 = number;
export type I32 = number;
/** An array of either; to the compiled kernel it is an address. */
export type Numbers = Float64Array;
export type Integers = Int32Array;

export const INFINITE: F64 = Number.POSITIVE_INFINITY;

/** A whole number of less than 2^31 as an integer. */
export function wholeOf(value: F64): I32 {
  return value | 0;
}

/** The place of the lowest bit of a word that is zero; there must be one. */
export function lowestZeroOf(word: I32): I32 {
  return 31 - Math.clz32(~word & (word + 1));
}
