// Where the data that is not part of the repository lies: in ../shared/data beside it, or where DRYSTONE_DATA says.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of a folder of the data, undefined where it is absent: tests that need it are skipped then. */
export function findSharedData(folder: string): string | undefined {
  const root = process.env.DRYSTONE_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
  const path = `${root}/${folder}`;
  return existsSync(path) ? path : undefined;
}
