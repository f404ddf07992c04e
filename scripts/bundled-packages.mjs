// Which npm packages are in a bundle, by what its bundler says of it: for NOTICE, and the test that it names them all.

import { existsSync, readFileSync } from 'node:fs';

const FOLDER = /node_modules\/(?!\.)((?:@[^/]+\/)?[^/]+)\//g;
/** What packages have bundled themselves, where their bundlers have left a comment. */
const REGION = /^\/\/#region .*node_modules\/((?:@[^/]+\/)?[^/\n]+)\//gm;

/**
 * Names of the packages that modules are of, sorted; bundlers' own helpers count as theirs.
 * @param {Iterable<string>} moduleIds
 * @returns {string[]}
 */
export function packagesOf(moduleIds) {
  const names = new Set();
  for (const id of moduleIds) {
    const [, helper] = /^\0([^/?]+)\//.exec(id) ?? [];
    if (helper !== undefined) names.add(helper);
    const path = id.replace(/^\0/, '').replace(/\?.*$/, '').replaceAll('\\', '/');
    const [, name] = [...path.matchAll(FOLDER)].at(-1) ?? [];
    if (name === undefined) continue;
    names.add(name);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    for (const [, inner] of text.matchAll(REGION)) if (!inner.startsWith('.')) names.add(inner);
  }
  return [...names].sort();
}
