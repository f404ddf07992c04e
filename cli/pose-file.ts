// The output file of --poses, with one JSON object per line: first the bodies, then every N steps their poses in the
// same order. When bodies are added or removed, the bodies are listed again.

import { InputError, show } from '../src/input/fields.js';
import type { Body, World } from '../src/world.js';
import type { ReadFiles } from './files.js';
import { reasonOf, WholeFile } from './files.js';

/** Number of characters collected before they are written. */
const CHUNK = 1 << 16;

export class PoseFile {
  readonly #path: string;
  readonly #every: number;
  readonly #file: WholeFile;
  /** Ids of the bodies listed last. */
  #ids: readonly number[] = [];
  #pending = '';

  /** Opens the file before the run, so that an invalid path is refused before anything is computed. */
  constructor(path: string, every: number, files: ReadFiles) {
    this.#path = path;
    this.#every = every;
    files.refuseToOverwrite(path, '--poses');
    this.#file = this.#attempt(() => new WholeFile(path));
  }

  /** Must be called at the start and after each step. */
  write(world: World): void {
    if (world.stepCount % this.#every !== 0) return;
    const bodies = [...world.bodies()];
    if (bodies.length !== this.#ids.length || bodies.some(({ id }, i) => id !== this.#ids[i])) {
      this.#ids = bodies.map(({ id }) => id);
      this.#line({ bodies: bodies.map(describeBody) });
    }
    this.#line({ t: world.time, p: bodies.map(({ position, orientation }) => [...position, ...orientation]) });
  }

  /** Gives the finished file its name. */
  finish(): void {
    this.#flush();
    this.#attempt(() => this.#file.finish());
  }

  /** Removes the unfinished file. */
  discard(): void {
    this.#file.discard();
  }

  #line(value: object): void {
    this.#pending += `${JSON.stringify(value)}\n`;
    if (this.#pending.length > CHUNK) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    this.#attempt(() => this.#file.write(bytes));
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new InputError(`--poses ${show(this.#path)} cannot be written: ${reasonOf(error)}.`);
    }
  }
}

function describeBody({ id, name, kind, shapes, mass }: Body): object {
  return { id, name, kind, shape: shapes.length === 1 ? shapes[0] : shapes, mass };
}
