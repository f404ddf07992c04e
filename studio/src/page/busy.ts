// What the stage says while something takes its time: a scene of meshes is opened, a file is made.

import { byId, make } from './elements.js';

/** [ms] */
const A_WHILE = 500;

export class Busy {
  readonly #stage = byId('stage');
  readonly #text = make('span');
  readonly #bar = make('progress', { max: '1', 'aria-label': 'Progress' });
  readonly #box = make('p', { class: 'busy', hidden: '' }, this.#text, this.#bar);

  constructor() {
    this.#stage.append(this.#box);
  }

  /** The same for what is mostly done at once: nothing is said until it has taken a while. */
  async duringLong<T>(what: string, work: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.tell(what, null), A_WHILE);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
      this.#box.hidden = true;
    }
  }

  /** While a promise is under way. */
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

  /** The share that is done [1], where it is known. */
  tell(what: string, share: number | null): void {
    this.#box.hidden = false;
    this.#text.textContent = share === null ? what : `${what}: ${Math.round(100 * share)} %`;
    this.#bar.hidden = share === null;
    if (share !== null) this.#bar.value = share;
  }
}
