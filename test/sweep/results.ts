// What the tests of sweeps have in common: studies in files, and rows read back.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  run: number;
  key: string;
  seed: number;
  status: string;
  error: string | null;
  hash: string | null;
  [column: string]: unknown;
}

/** Rows of the journal of a folder, by run. */
export function rowsOf(folder: string): Row[] {
  const lines = readFileSync(join(folder, 'rows.jsonl'), 'utf8').split('\n');
  if (lines.pop() !== '') throw new Error('The last line has no end.');
  return lines.map((line) => JSON.parse(line) as Row).sort((a, b) => a.run - b.run);
}

export function countRows(folder: string): number {
  try {
    return readFileSync(join(folder, 'rows.jsonl'), 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}

export async function waitForRows(folder: string, count: number): Promise<void> {
  while (countRows(folder) < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

export function writeStudy(folder: string, name: string, study: object | string): string {
  const path = join(folder, name);
  writeFileSync(path, typeof study === 'string' ? study : JSON.stringify(study, null, 2));
  return path;
}

/** Each run is three steps of ten cubes. */
export function shortStudy(samples: number): object {
  return {
    sweep: 1,
    name: 'short',
    scene: 'stack',
    seconds: 0.03,
    parameters: { gap: { random: [0, 1] } },
    samples,
    measures: { top: { pose: 'cube-9' }, energy: 'energy.end' },
  };
}
