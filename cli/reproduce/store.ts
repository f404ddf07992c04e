// Finished runs, one file each: what was finished is there after whatever became of the program. A file appears under its name
// as a whole. It counts as long as version and options are the same.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files.js';
import type { Entry, Json, Run, Size } from './entry.js';

export interface KeptRun {
  /** Of version, entry and options. */
  readonly key: string;
  readonly entry: string;
  readonly size: Size;
  readonly id: string;
  readonly version: string;
  readonly machine: string;
  /** The beginning of the digest of the program that made it. */
  readonly program: string;
  /** When it was finished. */
  readonly date: string;
  /** Of the processor [s]. */
  readonly seconds: number;
  readonly options: Json;
  readonly result: Json;
}

export class Store {
  readonly #folder: string;
  readonly #version: string;

  constructor(folder: string, version: string) {
    this.#folder = join(folder, 'runs');
    this.#version = version;
  }

  /** The run, if it is finished. */
  find(entry: Entry, size: Size, run: Run<Json>): KeptRun | undefined {
    try {
      const kept = JSON.parse(readFileSync(this.#pathOf(entry.name, size, run.id), 'utf8')) as KeptRun;
      return kept.key === this.#keyOf(entry.name, run.options) ? kept : undefined;
    } catch {
      // There is none, or none that can be read: it is run again.
      return undefined;
    }
  }

  /** All runs of an entry, if all are finished. */
  findAll(entry: Entry, size: Size): KeptRun[] | undefined {
    const found = entry.plan(size).map((run) => this.find(entry, size, run));
    return found.every((kept) => kept !== undefined) ? found : undefined;
  }

  keep(entry: Entry, size: Size, run: Run<Json>, about: Pick<KeptRun, 'machine' | 'program' | 'seconds' | 'result'>): void {
    const kept: KeptRun = {
      key: this.#keyOf(entry.name, run.options),
      entry: entry.name,
      size,
      id: run.id,
      version: this.#version,
      date: new Date().toISOString(),
      options: run.options,
      ...about,
    };
    mkdirSync(join(this.#folder, `${entry.name}.${size}`), { recursive: true });
    writeWhole(this.#pathOf(entry.name, size, run.id), new TextEncoder().encode(JSON.stringify(kept)));
  }

  /** Forgets the runs of an entry. */
  forget(entry: Entry, size: Size): void {
    rmSync(join(this.#folder, `${entry.name}.${size}`), { recursive: true, force: true });
  }

  #pathOf(entry: string, size: Size, id: string): string {
    return join(this.#folder, `${entry}.${size}`, `${id}.json`);
  }

  #keyOf(entry: string, options: Json): string {
    const text = JSON.stringify([this.#version, entry, options]);
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  }
}
