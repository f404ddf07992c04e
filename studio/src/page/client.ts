// The page's end of the connection to a worker.

import type { Answer, Numbered, Progress, Request } from '../protocol.js';

export interface ClientUse {
  /** Called when the worker itself has failed. */
  fail(sentence: string): void;
  /** Called with the progress of a long operation. */
  progress(progress: Progress): void;
}

export class Client {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  constructor(worker: Worker, { fail, progress }: ClientUse) {
    this.#worker = worker;
    worker.onmessage = ({ data: { id, ...answer } }: MessageEvent<Numbered<Answer | Progress>>) => {
      if (answer.kind === 'progress') {
        progress(answer as Progress);
        return;
      }
      const resolve = this.#waiting.get(id);
      this.#waiting.delete(id);
      resolve?.(answer as Answer);
    };
    worker.onerror = ({ message }) => fail(`The simulation stopped: ${message || 'it could not be loaded'}.`);
  }

  ask(request: Request): Promise<Answer> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker.postMessage({ ...request, id });
    });
  }

  /** Terminates the worker, and answers its open requests by `idle`: who waits for them goes on. */
  end(): void {
    this.#worker.terminate();
    for (const resolve of this.#waiting.values()) resolve({ kind: 'idle' });
    this.#waiting.clear();
  }
}

/** Starts a worker of Drystone. */
export function startEngine(use: ClientUse): Client {
  return new Client(new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' }), use);
}

/** Starts a worker of another engine. */
export function startRival(use: ClientUse): Client {
  return new Client(new Worker(new URL('../worker/rival-worker.ts', import.meta.url), { type: 'module' }), use);
}
