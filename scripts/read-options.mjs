// Options of this repository's own programs (fuzz, soak, bench): --help prints what is said at the head of the program's file, and an
// option that there is not is one sentence and exit code 2.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * @template {import('node:util').ParseArgsConfig['options']} Options
 * @param {Options} options
 * @returns {ReturnType<typeof parseArgs<{ options: Options }>>['values']}
 */
export function readOptions(options) {
  if (process.argv.includes('--help')) {
    console.log(headOf(readFileSync(process.argv[1], 'utf8')));
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}; --help says what there is.`);
    process.exit(2);
  }
}

/** The comment that a file begins with, without its slashes. */
function headOf(text) {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n');
}
