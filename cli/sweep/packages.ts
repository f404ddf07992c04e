// Packages that only sweeps use, and only some of them: the package of Drystone does not bring them.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { InputError } from '../../src/input/fields.js';

/** What is not installed, and what for it would be needed. */
export class MissingPackage extends InputError {}

/**
 * Beside Drystone, or in the folder that the command is given in: where Drystone is installed for all, that is where others are. They are
 * CommonJS, and required: Node reads all of such a package that is imported, to know what it exports, before it runs it, and that takes as
 * long again.
 */
function load<T>(name: string, what: string): T {
  try {
    return createRequire(import.meta.url)(name);
  } catch (error) {
    const here = requireFrom(process.cwd(), name);
    if (here !== undefined) return here as T;
    const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    const why = isMissing ? 'which is not installed' : `which cannot be loaded (${(error as Error).message.split('\n')[0]})`;
    throw new MissingPackage(`${what} needs the package ${name}, ${why}: "npm install ${name}" installs it.`);
  }
}

function requireFrom(folder: string, name: string): unknown {
  try {
    return createRequire(join(folder, 'study.js'))(name);
  } catch {
    return undefined;
  }
}

export function loadDuckDb(what: string): typeof import('@duckdb/node-api') {
  return load('@duckdb/node-api', what);
}

export function loadBullMq(): typeof import('bullmq') {
  // Its packer would look for a native part, which is not needed.
  process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED ??= 'true';
  return load('bullmq', 'A queue');
}

export function loadRedis(): Pick<typeof import('ioredis'), 'Redis'> {
  return load('ioredis', 'A queue');
}
