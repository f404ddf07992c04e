// Copies user input before it is checked, so that it is read only once. A getter may return another value at the second
// read, or change the world, and the user may change a list after it was checked.

/** Deepest nesting of valid input. Deeper values are not copied; the checks refuse them. */
const DEEPEST = 12;

/**
 * Copies plain objects and lists. Handles, typed arrays, and objects with functions, such as motions, are not copied.
 */
export function readOnce<T>(value: T): T {
  return copyOf(value, new Map(), 0) as T;
}

function copyOf(value: unknown, seen: Map<object, unknown>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (seen.has(value)) return seen.get(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    seen.set(value, list);
    for (let i = 0; i < value.length; i++) {
      const entry: unknown = value[i];
      // Most entries of long lists are numbers.
      list.push(typeof entry === 'number' ? entry : copyOf(entry, seen, depth + 1));
    }
    return list;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value);
  if (entries.some(([, entry]) => typeof entry === 'function')) return value;
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [key, entry] of entries) {
    const own = typeof entry === 'number' ? entry : copyOf(entry, seen, depth + 1);
    if (key !== '__proto__') copy[key] = own;
    // Defined, not assigned: assigning would set the prototype. As a field it is then refused.
    else Object.defineProperty(copy, key, { value: own, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}
