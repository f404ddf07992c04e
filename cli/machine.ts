// Where results come from: the machine, and the program itself.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';

/** In a line: processor, cores, memory, system, Node. */
export function describeMachine(): string {
  const { model = 'an unknown processor' } = cpus()[0] ?? {};
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${model.trim()}, ${cpus().length} cores, ${memory}, ${process.platform} ${process.arch}, Node ${process.version}`;
}

/** The beginning of the digest of the file that runs. */
export function digestOfProgram(): string {
  return createHash('sha256').update(readFileSync(process.argv[1])).digest('hex').slice(0, 12);
}

/** What this process has had of the processors [ms]: other programs do not count towards it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
