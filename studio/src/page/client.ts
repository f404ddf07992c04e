// The page's end of the line to the worker.

import type { Answer, Numbered, Request } from '../protocol.js';

export class Client {
  readonly #worker = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  constructor(onFailure: (sentence: string) => void) {
    this.#worker.onmessage = ({ data: { id, ...answer } }: MessageEvent<Numbered<Answer>>) => {
      const resolve = this.#waiting.get(id);
      this.#waiting.delete(id);
      resolve?.(answer as Answer);
    };
    this.#worker.onerror = ({ message }) => onFailure(`The simulation stopped: ${message || 'it could not be loaded'}.`);
  }

  ask(request: Request): Promise<Answer> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ ...request, id });
    });
  }
}
