// Growing arrays.

/** A copy of an array with twice the length, zeros at the end. */
export function doubled<T extends Float64Array | Int32Array>(old: T): T {
  const larger = new (old.constructor as new (length: number) => T)(2 * old.length);
  larger.set(old);
  return larger;
}
