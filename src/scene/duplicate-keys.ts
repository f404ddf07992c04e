// Finds the keys of a JSON text with their places. It serves two checks of scene files. Duplicate keys are refused:
// JSON.parse silently keeps only the last, so a second list of bodies would replace the first. And errors of a field
// get its line and column.

/** A string, or a mark that opens, closes or separates. Numbers, true, false and null are skipped. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Path of the first key that is given twice, e.g. "materials.stone", or null. The text must be valid JSON. */
export function findDuplicateKey(text: string): string | null {
  for (const { path, isTwice } of listKeys(text)) if (isTwice) return path;
  return null;
}

/**
 * Line and column, counted from 1, of the field that a sentence begins with, as in "bodies[3].mass is -1". If the text
 * lacks the field, the place of the longest part of its path; null if the text has no part of it.
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

/** Lists the paths of all keys, and of objects and lists within lists, with their places in a valid JSON text. */
function* listKeys(text: string): Generator<{ path: string; at: number; isTwice: boolean }> {
  /** The open objects and lists, outermost first. A list counts its entries, an object collects its keys. */
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
