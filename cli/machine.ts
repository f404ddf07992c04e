// Description of the machine and of the program, for results.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Place } from './sweep/row.js';

/** One line with processor, cores, memory, system and version of Node. */
export function describeMachine(): string {
  const { model = 'an unknown processor' } = cpus()[0] ?? {};
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${model.trim()}, ${cpus().length} cores, ${memory}, ${process.platform} ${process.arch}, Node ${process.version}`;
}

/** The first digits of the SHA-256 of the running program's file. */
export function digestOfProgram(): string {
  return createHash('sha256').update(readFileSync(process.argv[1])).digest('hex').slice(0, 12);
}

/** Where runs are done. */
export function placeOf(version: string): Place {
  return { version, build: digestOfProgram(), machine: describeMachine() };
}

/** Processor time of this process; independent of other programs [ms]. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
