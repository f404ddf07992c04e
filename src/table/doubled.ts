// Arrays that grow.

/** The same numbers at the front of an array of twice the length. */
export function doubled<T extends Float64Array | Int32Array>(old: T): T {
  const larger = new (old.constructor as new (length: number) => T)(2 * old.length);
  larger.set(old);
  return larger;
}
