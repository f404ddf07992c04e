// The output file of --glb: the run as an animation.

import { GlbRecorder } from '../src/gltf/glb-recorder.js';
import { InputError, show } from '../src/input/fields.js';
import type { World } from '../src/world.js';
import type { ReadFiles } from './files.js';
import { reasonOf, WholeFile } from './files.js';

export class GlbFile {
  readonly #path: string;
  readonly #every: number;
  readonly #file: WholeFile;
  readonly #recorder: GlbRecorder;

  /** Opens the file before the run, so that an invalid path is refused before anything is computed. */
  constructor(path: string, every: number, files: ReadFiles, world: World, name: string) {
    this.#path = path;
    this.#every = every;
    files.refuseToOverwrite(path, '--glb');
    this.#recorder = new GlbRecorder(world, { name });
    this.#file = this.#attempt(() => new WholeFile(path));
  }

  write({ stepCount }: World): void {
    if (stepCount % this.#every === 0) this.#recorder.capture();
  }

  async finish(): Promise<void> {
    const bytes = await this.#recorder.write();
    this.#attempt(() => {
      this.#file.write(bytes);
      this.#file.finish();
    });
  }

  discard(): void {
    this.#file.discard();
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw new InputError(`--glb ${show(this.#path)} cannot be written: ${reasonOf(error)}.`);
    }
  }
}
