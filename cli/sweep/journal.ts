// Rows in the order in which runs were finished, one a line, in a file that is only appended to. It is the truth about what is finished:
// a row counts when it is on the disk, a line that was cut off is as if it had never been, and everything else is made from it.

import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { InputError, show } from '../../src/input/fields.js';
import { reasonOf } from '../files.js';
import type { Status } from './row.js';

/** What is read at a time [bytes]. */
const CHUNK = 1 << 20;

/** What a line says, as far as the journal cares; null where it says nothing. */
export interface Entry {
  readonly run: number;
  readonly key: string;
  readonly status: Status;
  readonly milliseconds: number;
}

export class Journal {
  readonly path: string;
  #file: number;
  #length: number;

  /** Opens it, or begins one; a line without an end is cut off. */
  constructor(path: string) {
    this.path = path;
    try {
      this.#file = openSync(path, 'a+');
      const about = fstatSync(this.#file);
      if (!about.isFile()) throw new InputError(`${show(path)} is not a file.`);
      this.#length = about.size - tornBytes(this.#file, about.size);
      if (this.#length < about.size) ftruncateSync(this.#file, this.#length);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  /** All of these lines are on the disk, or none is and an InputError says why. */
  append(lines: readonly string[]): void {
    if (lines.length === 0) return;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
      fsyncSync(this.#file);
      this.#length += bytes.length;
    } catch (error) {
      this.#takeBack();
      throw this.#refusal(error);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #takeBack(): void {
    try {
      ftruncateSync(this.#file, this.#length);
    } catch {
      // Then a part of a line is left, which is cut off when the journal is opened again.
    }
  }

  #refusal(error: unknown): InputError {
    if (error instanceof InputError) return error;
    return new InputError(`${show(this.path)} cannot be written: ${reasonOf(error)}.`);
  }
}

/** Bytes behind the last end of a line. */
function tornBytes(file: number, size: number): number {
  const buffer = Buffer.alloc(CHUNK);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - CHUNK);
    const count = readSync(file, buffer, 0, end - start, start);
    const at = buffer.subarray(0, count).lastIndexOf('\n');
    if (at >= 0) return size - (start + at + 1);
    end = start;
  }
  return size;
}

/** The lines of a file one after the other, however long it is; none where there is no file. */
export function* linesOf(path: string): Generator<string> {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK);
    let rest = Buffer.alloc(0);
    for (let count = readSync(file, buffer, 0, CHUNK, null); count > 0; count = readSync(file, buffer, 0, CHUNK, null)) {
      const text = Buffer.concat([rest, buffer.subarray(0, count)]);
      let from = 0;
      for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
        yield text.toString('utf8', from, end);
        from = end + 1;
      }
      rest = text.subarray(from);
    }
  } finally {
    closeSync(file);
  }
}

/** The row of a line; null for a line that is damaged. */
export function entryOf(line: string): Entry | null {
  try {
    const row = JSON.parse(line) as Entry;
    const isRow = Number.isInteger(row.run) && typeof row.key === 'string' && typeof row.status === 'string';
    return isRow ? row : null;
  } catch {
    return null;
  }
}

/**
 * Writes the journal anew, of those of its lines that `change` gives back; it is there as a whole or stays as it was. Asked at the end,
 * `keptAs` may give a name that the old one is kept under.
 */
export function rewriteJournal(
  path: string,
  change: (line: string) => string | null,
  keptAs: () => string | null = () => null,
): void {
  const beside = `${path}.new`;
  rmSync(beside, { force: true });
  const journal = new Journal(beside);
  let lines: string[] = [];
  try {
    for (const line of linesOf(path)) {
      const changed = change(line);
      if (changed !== null) lines.push(changed);
      if (lines.length < 10_000) continue;
      journal.append(lines);
      lines = [];
    }
    journal.append(lines);
  } catch (error) {
    journal.close();
    rmSync(beside, { force: true });
    throw error;
  }
  journal.close();
  const kept = keptAs();
  if (kept !== null) renameSync(path, kept);
  renameSync(beside, path);
}
