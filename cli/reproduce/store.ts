// The store of finished runs, one file each, which survive any end of the program. Files are written as a whole. A run
// is valid while version and options are the same.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files.js';
import type { Entry, Json, Run, Size } from './entry.js';

export interface KeptRun {
  /** Digest of version, entry and options. */
  readonly key: string;
  readonly entry: string;
  readonly size: Size;
  readonly id: string;
  readonly version: string;
  readonly machine: string;
  /** The first digits of the digest of the program that made it. */
  readonly program: string;
  /** Date at which it was finished. */
  readonly date: string;
  /** Processor time [s]. */
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

  /** The stored run; undefined if it is not finished. */
  find(entry: Entry, size: Size, run: Run<Json>): KeptRun | undefined {
    try {
      const kept = JSON.parse(readFileSync(this.#pathOf(entry.name, size, run.id), 'utf8')) as KeptRun;
      return kept.key === this.#keyOf(entry.name, run.options) ? kept : undefined;
    } catch {
      // There is no file, or an unreadable one: the run is executed again.
      return undefined;
    }
  }

  /** All runs of an entry; undefined unless all are finished. */
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

  /** Removes the runs of an entry. */
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
