// File access of the command line. Reading is limited in size and to allowed folders. Files are written as a whole or
// not at all, and never over a file that was read.

import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError, show } from '../src/input/fields.js';

/** The files that were read for a command, identified by device and inode. */
export class ReadFiles {
  readonly #read = new Set<string>();
  /** Whether meshes may be in any folder. */
  readonly isAnywhere: boolean;

  constructor(isAnywhere = false) {
    this.isAnywhere = isAnywhere;
  }

  /**
   * Reads a file of at most `most` bytes; throws an InputError with the reason if it cannot be read, without its name.
   */
  read(path: string, most: number): Uint8Array<ArrayBuffer> {
    try {
      // Non-blocking, so that opening a named pipe does not wait for a writer.
      const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        return this.#readOpen(file, most);
      } finally {
        closeSync(file);
      }
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(`${reasonOf(error)}.`);
    }
  }

  #readOpen(file: number, most: number): Uint8Array<ArrayBuffer> {
    const about = fstatSync(file);
    if (about.isDirectory()) throw new InputError('it is a folder.');
    if (!about.isFile()) throw new InputError('it is not a file with a size, but a device or a pipe.');
    if (about.size > most) throw new InputError(`it has ${about.size} bytes, but must have at most ${most}.`);
    this.#read.add(`${about.dev}:${about.ino}`);
    const bytes = new Uint8Array(about.size);
    let length = 0;
    for (let count = -1; length < bytes.length && count !== 0; length += count)
      count = readSync(file, bytes, length, bytes.length - length, length);
    return bytes.subarray(0, length);
  }

  /** The path of `file`, relative to `folder`; throws if it is outside. */
  within(folder: string, file: string): string {
    const path = resolve(folder, file);
    if (this.isAnywhere) return path;
    const refusal = `it lies outside the folder of the file that names it, ${show(folder)}; --allow-outside lets it be read.`;
    if (isAbsolute(file) || isOutside(folder, path)) throw new InputError(refusal);
    let real: string;
    try {
      real = realpathSync(path);
    } catch (error) {
      throw new InputError(`${reasonOf(error)}.`);
    }
    if (isOutside(realpathSync(folder), real)) throw new InputError(refusal);
    return path;
  }

  /** Throws if `path`, which `flag` names as an output, is a file that was read. */
  refuseToOverwrite(path: string, flag: string): void {
    if (!existsSync(path)) return;
    const { dev, ino } = statSync(path);
    if (this.#read.has(`${dev}:${ino}`)) throw new InputError(`${flag} is ${show(path)}, which is a file that is read.`);
  }
}

function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** A file that gets its name when it is finished. Until then it is written under another name in the same folder. */
export class WholeFile {
  readonly #place: string;
  /** The path that is written to: the final path itself if that is a device or a pipe. */
  readonly #beside: string;
  #file: number;

  /** Opens the file; throws the system's error if it cannot be written. */
  constructor(path: string) {
    // A symbolic link stays; its target is replaced.
    this.#place = existsSync(path) ? realpathSync(path) : path;
    const about = existsSync(path) ? statSync(path) : undefined;
    const isPlain = about === undefined || about.isFile();
    this.#beside = isPlain ? freeName(`${this.#place}.${process.pid}`) : this.#place;
    this.#file = openSync(this.#beside, isPlain ? 'wx' : 'w');
    if (about !== undefined && isPlain) chmodSync(this.#beside, about.mode & 0o7777);
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }

  finish(): void {
    this.#close();
    if (this.#beside !== this.#place) renameSync(this.#beside, this.#place);
  }

  /** Removes what was written. */
  discard(): void {
    this.#close();
    if (this.#beside !== this.#place) rmSync(this.#beside, { force: true });
  }

  #close(): void {
    if (this.#file >= 0) closeSync(this.#file);
    this.#file = -1;
  }
}

function freeName(path: string): string {
  let name = path;
  for (let i = 1; existsSync(name); i++) name = `${path}.${i}`;
  return name;
}

/** Writes a file as a whole. If that fails, throws the system's error and leaves no file. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const file = new WholeFile(path);
  try {
    file.write(bytes);
    file.finish();
  } catch (error) {
    file.discard();
    throw error;
  }
}

/**
 * Writes the output file of `flag`, unless it is a file that was read; throws an InputError with the reason if it
 * fails.
 */
export function writeOutput(flag: string, path: string, bytes: Uint8Array, files: ReadFiles): void {
  files.refuseToOverwrite(path, flag);
  try {
    writeWhole(path, bytes);
  } catch (error) {
    throw new InputError(`${flag} ${show(path)} cannot be written: ${reasonOf(error)}.`);
  }
}

/** The reason of a file system error, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is not a folder',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    ELOOP: 'its links lead round',
    ENAMETOOLONG: 'its name is too long',
    ENXIO: 'it is a pipe or a device that nobody is at the other end of',
  };
  return (code === undefined ? undefined : reasons[code]) ?? message;
}

/** The folder that a file is in. */
export function folderOf(path: string): string {
  return dirname(resolve(path));
}
