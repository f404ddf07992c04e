// Packages that only sweeps use, and only some of them: the package of Drystone does not bring them.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InputError } from '../../src/input/fields.js';

/** What is not installed, and what for it would be needed. */
export class MissingPackage extends InputError {}

/** Beside Drystone, or in the folder that the command is given in: where Drystone is installed for all, that is where others are. */
async function load<T>(name: string, what: string, importIt: () => Promise<T>): Promise<T> {
  try {
    return await importIt();
  } catch (error) {
    const here = await importFrom(process.cwd(), name);
    if (here !== undefined) return here as T;
    const isMissing = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(String((error as NodeJS.ErrnoException).code));
    const why = isMissing ? 'which is not installed' : `which cannot be loaded (${(error as Error).message.split('\n')[0]})`;
    throw new MissingPackage(`${what} needs the package ${name}, ${why}: "npm install ${name}" installs it.`);
  }
}

async function importFrom(folder: string, name: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(createRequire(join(folder, 'study.js')).resolve(name)).href);
  } catch {
    return undefined;
  }
}

export function loadDuckDb(what: string): Promise<typeof import('@duckdb/node-api')> {
  // Node reads all of a CommonJS package that is imported, to know what it exports, before it runs it: that takes as long again.
  return load('@duckdb/node-api', what, async () => createRequire(import.meta.url)('@duckdb/node-api'));
}

export function loadBullMq(): Promise<typeof import('bullmq')> {
  // Its packer would look for a native part, which is not needed.
  process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED ??= 'true';
  return load('bullmq', 'A queue', () => import('bullmq'));
}

export function loadRedis(): Promise<Pick<typeof import('ioredis'), 'Redis'>> {
  return load('ioredis', 'A queue', () => import('ioredis'));
}
