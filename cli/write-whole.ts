// Files that are there as a whole or not at all.

import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes beside the place and moves it there, so that nothing half written is ever found; throws what the system says, and leaves nothing behind. */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const beside = `${path}.${process.pid}`;
  try {
    writeFileSync(beside, bytes);
    renameSync(beside, path);
  } catch (error) {
    if (existsSync(beside)) rmSync(beside);
    throw error;
  }
}
