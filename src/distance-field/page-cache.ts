// Keeps contact trees in the browser from one visit of a page to the next: in Cache Storage, which pages and workers of
// a site share.

import type { TreeCache } from './obtain-tree.js';

/** The part of the Cache Storage interface in use, declared here so that the library needs no DOM types. */
interface Kept {
  match(url: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | undefined>;
  put(url: string, response: object): Promise<void>;
}
declare const caches: { open(name: string): Promise<Kept> } | undefined;
declare const Response: new (bytes: Uint8Array) => object;

const NAME = 'drystone-trees';

/** A cache of trees in the browser. Undefined without Cache Storage: outside browsers and secure contexts. */
export function pageTreeCache(): TreeCache | undefined {
  if (typeof caches === 'undefined' || caches === null) return undefined;
  const storage = caches;
  return {
    async read(key) {
      const kept = await (await storage.open(NAME)).match(urlOf(key));
      return kept === undefined ? undefined : new Uint8Array(await kept.arrayBuffer());
    },
    async write(key, bytes) {
      await (await storage.open(NAME)).put(urlOf(key), new Response(bytes));
    },
  };
}

/** The key as a URL: Cache Storage has requests as keys. No server is asked for it. */
function urlOf(key: string): string {
  return `/${NAME}/${key}`;
}
