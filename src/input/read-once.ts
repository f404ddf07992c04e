// What a user gives is read once, into a copy, before it is checked: properties may be functions, which can say something else the next
// time, or change the world, and lists may be changed by whoever still holds them.

/** Nothing that is allowed is nested deeper; what is stays as it is, to be refused. */
const DEEPEST = 12;

/** A copy of plain objects and lists. Handles, typed arrays, and objects that hold functions, such as motions, are what they are. */
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
    // By definition, not assignment: it is a field like others, and not allowed.
    else Object.defineProperty(copy, key, { value: own, enumerable: true, writable: true, configurable: true });
  }
  return copy;
}
