// What is printed: names and messages come from files, so that nothing in them may be taken for a command by the terminal.

import { printable } from '../src/input/fields.js';

/** A text of several lines on standard output. */
export function print(text: string): void {
  process.stdout.write(`${safe(text)}\n`);
}

/** The same on standard error. */
export function printError(text: string): void {
  process.stderr.write(`${safe(text)}\n`);
}

/** One line of JSON on standard output. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

function safe(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
