// Contact trees kept by the browser, from one visit of a page to the next: in its Cache Storage, which pages and workers of a site share.

import type { TreeCache } from './obtain-tree.js';

/** The part of the Cache Storage interface that is used; spelt out so that the library needs no DOM types. */
interface Kept {
  match(url: string): Promise<{ arrayBuffer(): Promise<ArrayBuffer> } | undefined>;
  put(url: string, response: object): Promise<void>;
}
declare const caches: { open(name: string): Promise<Kept> } | undefined;
declare const Response: new (bytes: Uint8Array) => object;

const NAME = 'drystone-trees';

/** Undefined where nothing can be kept: outside of browsers, and in pages that are neither local nor sent safely. */
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

/** Cache Storage has requests for keys; nobody asks a server for these. */
function urlOf(key: string): string {
  return `/${NAME}/${key}`;
}
