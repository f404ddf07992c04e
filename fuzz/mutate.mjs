// Changes to plain objects and to bytes: what chance makes of something that was right.

/** A copy of a plain value in which `changes` things are other than they were; what is not plain is kept as it is. */
export function mutate(value, dice, changes, makeValue = () => dice.plainValue()) {
  const root = { value: copy(value) };
  for (let i = 0; i < changes; i++) changeOnce(root, dice, makeValue);
  return root.value;
}

export function copy(value) {
  if (Array.isArray(value)) return value.map(copy);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copy(entry)]));
}

function isPlain(value) {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** All places in the value, as its container and key. */
function placesOf(container, found = []) {
  for (const key of Object.keys(container)) {
    found.push([container, key]);
    const entry = container[key];
    if (Array.isArray(entry) || isPlain(entry)) placesOf(entry, found);
  }
  return found;
}

function changeOnce(root, dice, makeValue) {
  const places = placesOf(root);
  // Less often the whole of it.
  const [container, key] = places[dice.chance(0.02) ? 0 : dice.below(places.length)];
  const entry = container[key];
  dice.pick([
    () => put(container, key, makeValue()),
    () => put(container, key, makeValue()),
    () =>
      put(container, key, typeof entry === 'number' ? entry * dice.magnitude(1e-12, 1e12) * dice.pick([1, 1, -1]) : makeValue()),
    () => put(container, key, typeof entry === 'number' ? dice.edgeNumber() : makeValue()),
    () => remove(container, key),
    // What is right stands in the wrong place, or twice.
    () => {
      const [otherContainer, otherKey] = dice.pick(places);
      put(container, key, copy(otherContainer[otherKey]));
    },
    () => (Array.isArray(container) ? container.splice(Number(key), 0, copy(entry)) : put(container, `${key}x`, copy(entry))),
    () => put(container, key, nested(entry, dice.pick([1, 2, 30]))),
    () =>
      Array.isArray(entry)
        ? entry.push(makeValue())
        : isPlain(entry)
          ? put(entry, dice.pick(['x', '__proto__', 'name']), makeValue())
          : 0,
  ])();
}

function put(container, key, value) {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true });
}

function remove(container, key) {
  if (Array.isArray(container)) container.splice(Number(key), 1);
  else if (key !== 'value') delete container[key];
}

function nested(value, depth) {
  let all = value;
  for (let i = 0; i < depth; i++) all = i % 2 === 0 ? [all] : { x: all };
  return all;
}

/** Bytes flipped, replaced, cut, grown, moved, or numbers of four and eight bytes changed. */
export function mutateBytes(bytes, dice, changes) {
  let all = bytes.slice();
  for (let i = 0; i < changes; i++) all = changeBytes(all, dice);
  return all;
}

function changeBytes(bytes, dice) {
  if (bytes.length === 0) return bytes;
  const at = dice.below(bytes.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = 4 * dice.below(Math.floor(bytes.length / 4));
  return dice.pick([
    () => {
      bytes[at] ^= 1 << dice.below(8);
      return bytes;
    },
    () => {
      bytes[at] = dice.pick([0, 10, 32, 34, 45, 46, 48, 57, 91, 93, 101, 123, 125, 128, 255]);
      return bytes;
    },
    () => {
      if (word + 4 <= bytes.length)
        view.setUint32(word, dice.pick([0, 1, 2, 3, 255, 65536, 1e9, 2 ** 31, 2 ** 32 - 1, at]), true);
      return bytes;
    },
    () => {
      if (word + 4 <= bytes.length) view.setFloat32(word, dice.edgeNumber(), true);
      return bytes;
    },
    () => {
      if (word + 8 <= bytes.length) view.setFloat64(word, dice.edgeNumber(), true);
      return bytes;
    },
    () => bytes.slice(0, at),
    () => joined(bytes.subarray(0, at), bytes.subarray(at + 1 + dice.below(8))),
    () =>
      joined(
        bytes.subarray(0, at),
        bytes.subarray(dice.below(bytes.length)).subarray(0, dice.pick([1, 4, 12, 50])),
        bytes.subarray(at),
      ),
    () => joined(bytes, new Uint8Array(dice.pick([1, 4, 50, 1000])).fill(dice.below(256))),
  ])();
}

export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Other numbers in a text, as counts in the header of a file. */
export function mutateNumbers(text, dice, changes) {
  let all = text;
  for (let i = 0; i < changes; i++) {
    const numbers = [...all.matchAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g)];
    if (numbers.length === 0) return all;
    const found = dice.pick(numbers);
    const other = dice.chance(0.5) ? String(dice.edgeNumber()) : String(Number(found[0]) + dice.pick([-2, -1, 1, 2, 1000]));
    all = all.slice(0, found.index) + other + all.slice(found.index + found[0].length);
  }
  return all;
}
