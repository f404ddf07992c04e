// Contact trees built in a worker: the program's side and the worker's side.
//
//   trees.worker.js:  serveTrees(self);
//   the program:      const builder = new TreeWorker(new Worker(...));
//                     await world.createMeshAsync('cow', mesh, { builder, onProgress });

import { ContactTree } from '../distance-field/contact-tree.js';
import type { BuiltTree, SolidOptions, TreeBuilder } from '../distance-field/obtain-tree.js';
import { InputError } from '../input/fields.js';
import { solidOf } from '../mesh/solid.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { Port } from './port.js';
import { checkPort, listen } from './port.js';

/** Smallest difference of two reported fractions of progress [1]. */
const GRAIN = 0.01;

interface Order {
  readonly tree: number;
  readonly mesh: TriangleMesh;
  readonly options: SolidOptions;
}

/** A report of the worker about an order: its progress, its result or its error. */
type News = { readonly tree: number } & (
  | { readonly share: number }
  | { readonly bytes: Uint8Array; readonly actions: readonly string[] }
  | { readonly error: { readonly message: string; readonly isInput: boolean } }
);

/** Builds trees for the program at the other end of a port: the global of a worker, or its `parentPort` in Node. */
export function serveTrees(port: Port): void {
  checkPort(port);
  listen(port, (message) => {
    const { tree, mesh, options } = message as Order;
    try {
      const { bytes, actions } = build(mesh, options, (share) => port.postMessage({ tree, share }));
      port.postMessage({ tree, bytes, actions }, [bytes.buffer]);
    } catch (error) {
      const { message: sentence } = error as Error;
      port.postMessage({ tree, error: { message: sentence, isInput: error instanceof InputError } });
    }
  });
}

function build(given: TriangleMesh, { repair = false, ...options }: SolidOptions, tell: (share: number) => void) {
  const { mesh, actions } = solidOf(given, { repair });
  let told = 0;
  const tree = ContactTree.build(mesh, options, (share) => {
    if (share < told + GRAIN) return;
    told = share;
    tell(share);
  });
  return { bytes: tree.toBytes(), actions };
}

interface Waiting {
  readonly onProgress: (share: number) => void;
  readonly resolve: (built: BuiltTree) => void;
  readonly reject: (error: unknown) => void;
}

/** Builder for `createMeshAsync` that has trees built by a worker that calls serveTrees(), one after the other. */
export class TreeWorker implements TreeBuilder {
  readonly #port: Port;
  readonly #waiting = new Map<number, Waiting>();
  #orders = 0;

  constructor(port: Port) {
    checkPort(port);
    this.#port = port;
    listen(port, (message) => this.#hear(message as News));
  }

  build(mesh: TriangleMesh, options: SolidOptions, onProgress: (share: number) => void = () => {}): Promise<BuiltTree> {
    return new Promise((resolve, reject) => {
      const tree = this.#orders++;
      this.#port.postMessage({ tree, mesh, options });
      this.#waiting.set(tree, { onProgress, resolve, reject });
    });
  }

  #hear(news: News): void {
    const waiting = this.#waiting.get(news.tree);
    if (waiting === undefined) return;
    try {
      if ('share' in news) {
        waiting.onProgress(news.share);
        return;
      }
      if ('bytes' in news) waiting.resolve({ tree: ContactTree.fromBytes(news.bytes), actions: news.actions });
      else waiting.reject(news.error.isInput ? new InputError(news.error.message) : new Error(news.error.message));
    } catch (error) {
      waiting.reject(error);
    }
    this.#waiting.delete(news.tree);
  }
}
