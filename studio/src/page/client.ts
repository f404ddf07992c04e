// The page's end of the line to a worker.

import type { Answer, Numbered, Progress, Request } from '../protocol.js';

export interface ClientUse {
  /** The worker itself is broken. */
  fail(sentence: string): void;
  /** Something that takes a while is under way. */
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

  /** Ends the worker; what it was asked is never answered. */
  end(): void {
    this.#worker.terminate();
  }
}

/** A worker of Drystone. */
export function startEngine(use: ClientUse): Client {
  return new Client(new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' }), use);
}

/** A worker of another engine. */
export function startRival(use: ClientUse): Client {
  return new Client(new Worker(new URL('../worker/rival-worker.ts', import.meta.url), { type: 'module' }), use);
}
