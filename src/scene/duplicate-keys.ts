// Finds a key that one object of a JSON text gives twice. JSON.parse keeps the last and drops the others without a word, so a
// material defined twice, or a second list of bodies, would vanish.

/** One string, or one of the marks that open, close and part objects and lists. Numbers, true, false and null do not matter. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** Path of the first key that is given twice, e.g. "materials.stone", or null. The text must be valid JSON. */
export function findDuplicateKey(text: string): string | null {
  /** The objects and lists that are open, outermost first; a list counts its entries, an object collects its keys. */
  const open: { path: string; keys: Set<string> | null; at: string | number }[] = [];
  let expectsKey = false;
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') {
      const path = inner === undefined ? '' : pathOf(inner);
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
      if (inner.keys.has(inner.at)) return pathOf(inner);
      inner.keys.add(inner.at);
      expectsKey = false;
    }
  }
  return null;
}

function pathOf({ path, at }: { path: string; at: string | number }): string {
  if (typeof at === 'number') return `${path}[${at}]`;
  return path === '' ? at : `${path}.${at}`;
}
