// Printing to the terminal. Names and messages may come from files, so control characters are escaped.

import { printable } from '../src/input/fields.js';

/** Prints a text of one or more lines on standard output. */
export function print(text: string): void {
  process.stdout.write(`${safe(text)}\n`);
}

/** Prints a text on standard error. */
export function printError(text: string): void {
  process.stderr.write(`${safe(text)}\n`);
}

/** Prints one line of JSON on standard output. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

function safe(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
