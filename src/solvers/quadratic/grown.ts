// Typed arrays that grow and are kept, so that nothing is allocated once they are large enough.

/** The array itself when it has room for `length` numbers, else one of twice the room with the first `kept` numbers in it. */
export function grown<T extends Float64Array | Int32Array>(array: T, length: number, kept = 0): T {
  if (array.length >= length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(2 * array.length, length));
  larger.set(array.subarray(0, kept));
  return larger;
}
