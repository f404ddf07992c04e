// The progress message of the stage during long operations, such as opening a scene of meshes or writing a file.

import { byId, make } from './elements.js';

/** Delay before the message of usually short operations [ms]. */
const A_WHILE = 500;

export class Busy {
  readonly #stage = byId('stage');
  readonly #text = make('span');
  readonly #bar = make('progress', { max: '1', 'aria-label': 'Progress' });
  readonly #box = make('p', { class: 'busy', hidden: '' }, this.#text, this.#bar);

  constructor() {
    this.#stage.append(this.#box);
  }

  /** As during(), for usually short operations: shows the message only after a while. */
  async duringLong<T>(what: string, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.tell(what, null), A_WHILE);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#box.hidden = true;
    }
  }

  /** Shows a message until a promise settles. */
  async during<T>(what: string, work: Promise<T>): Promise<T> {
    this.#stage.setAttribute('aria-busy', 'true');
    this.tell(what, null);
    try {
      return await work;
    } finally {
      this.#stage.removeAttribute('aria-busy');
      this.#box.hidden = true;
    }
  }

  /** Shows a message with the fraction that is done [1], null if unknown. */
  tell(what: string, share: number | null): void {
    this.#box.hidden = false;
    this.#text.textContent = share === null ? what : `${what}: ${Math.round(100 * share)} %`;
    this.#bar.hidden = share === null;
    if (share !== null) this.#bar.value = share;
  }
}
