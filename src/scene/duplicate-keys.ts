// Where the keys of a JSON text are. One that an object gives twice is found: JSON.parse keeps the last and drops the others without a
// word, so a material defined twice, or a second list of bodies, would vanish. And whatever is wrong with a field can be said with its
// line and column.

/** One string, or one of the marks that open, close and part objects and lists. Numbers, true, false and null do not matter. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Path of the first key that is given twice, e.g. "materials.stone", or null. The text must be valid JSON. */
export function findDuplicateKey(text: string): string | null {
  for (const { path, isTwice } of listKeys(text)) if (isTwice) return path;
  return null;
}

/**
 * Where the field is that a sentence begins with, such as "bodies[3].mass is -1", or as much of its path as the text has; null where it
 * has nothing of it. Lines and columns count from 1.
 */
export function findField(text: string, sentence: string): { line: number; column: number } | null {
  let longest = 0;
  let found: number | null = null;
  for (const { path, at } of listKeys(text)) {
    const isMeant = sentence.startsWith(path) && /^[ .[]/.test(sentence.slice(path.length));
    if (!isMeant || path.length <= longest) continue;
    longest = path.length;
    found = at;
  }
  if (found === null) return null;
  const before = text.slice(0, found).split(/\r\n|\r|\n/);
  return { line: before.length, column: before[before.length - 1].length + 1 };
}

/** The keys of all objects and the objects and lists in lists, by their paths, with their places in a text that is valid JSON. */
function* listKeys(text: string): Generator<{ path: string; at: number; isTwice: boolean }> {
  /** The objects and lists that are open, outermost first; a list counts its entries, an object collects its keys. */
  const open: { path: string; keys: Set<string> | null; at: string | number }[] = [];
  let expectsKey = false;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const { index } = match;
    const inner = open.at(-1);
    if (token === '{' || token === '[') {
      const path = inner === undefined ? '' : pathOf(inner);
      if (typeof inner?.at === 'number') yield { path, at: index, isTwice: false };
      open.push(token === '{' ? { path, keys: new Set(), at: '' } : { path, keys: null, at: 0 });
      expectsKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      expectsKey = false;
    } else if (token === ',' && inner !== undefined) {
      if (typeof inner.at === 'number') inner.at++;
      expectsKey = inner.keys !== null;
    } else if (expectsKey && inner?.keys) {
      inner.at = JSON.parse(token) as string;
      yield { path: pathOf(inner), at: index, isTwice: inner.keys.has(inner.at) };
      inner.keys.add(inner.at);
      expectsKey = false;
    }
  }
}

function pathOf({ path, at }: { path: string; at: string | number }): string {
  if (typeof at === 'number') return `${path}[${at}]`;
  return path === '' ? at : `${path}.${at}`;
}
