// drystone sweep show: what the results of a sweep are, by SQL or in a few words.

import { existsSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { InputError, show as quote } from '../src/input/fields.js';
import { formatCell, formatCsv } from './page/format.js';
import { print, printJson } from './print.js';
import type { Answer } from './sweep/database.js';
import { columnsOf, Database } from './sweep/database.js';
import type { About } from './sweep/results.js';
import { FILES, readAbout } from './sweep/results.js';
import { formatTable } from './table.js';

/** The words given for each flag. */
export interface ShowFlags {
  sql?: string;
  json?: boolean;
  csv?: boolean;
}

/** Rows that are shown to people. */
const MOST_SHOWN = 200;

/** The folder of results that is meant: itself, or what a study's results are called by default. */
/** `what` names the word in a refusal. */
export function findResults(word: string, what = 'FILE'): { folder: string; about: About } {
  const isFolder = existsSync(word) && statSync(word).isDirectory();
  const folder = resolve(isFolder ? word : `${basename(word, extname(word))}.sweep`);
  const about = readAbout(folder);
  if (about === undefined || !existsSync(join(folder, FILES.rows))) {
    throw new InputError(`${what} is ${quote(word)}, but there are no results of a sweep in ${quote(folder)}.`);
  }
  return { folder, about };
}

export async function show(word: string, flags: ShowFlags): Promise<void> {
  const { folder, about } = findResults(word);
  const database = await Database.open(folder, about, 'drystone sweep show');
  try {
    if (flags.json && flags.sql !== undefined) await printRows(database, flags.sql);
    else if (flags.csv) process.stdout.write(formatCsv(await database.ask(flags.sql ?? 'SELECT * FROM runs')));
    else if (flags.sql !== undefined) print(formatAnswer(await database.ask(flags.sql)));
    else await summarise(database, about, flags.json ?? false);
  } finally {
    database.close();
  }
}

/** One JSON object a line. */
async function printRows(database: Database, sql: string): Promise<void> {
  for await (const { columns, rows } of database.stream(sql)) {
    for (const row of rows) printJson(Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  }
}

function formatAnswer({ columns, rows }: Answer): string {
  const cell = (value: Answer['rows'][number][number]) => (typeof value === 'boolean' ? String(value) : formatCell(value));
  const table = formatTable([columns, ...rows.slice(0, MOST_SHOWN).map((row) => row.map(cell))]);
  return rows.length > MOST_SHOWN ? `${table}\nand ${rows.length - MOST_SHOWN} more; --json and --csv print all.` : table;
}

async function summarise(database: Database, about: About, isJson: boolean): Promise<void> {
  const statuses = await database.ask(
    'SELECT status, count(*) AS runs, sum(milliseconds) / 1000 AS seconds FROM runs GROUP BY status ORDER BY runs DESC',
  );
  const errors = await database.ask(
    'SELECT error, count(*) AS runs, min(run) AS first FROM runs WHERE error IS NOT NULL GROUP BY error ORDER BY runs DESC LIMIT 10',
  );
  const columns = columnsOf(about);
  if (isJson) {
    const counts = Object.fromEntries(statuses.rows.map(([status, runs]) => [status, runs]));
    return printJson({
      study: about.name,
      version: about.version,
      total: about.total,
      counts,
      columns: Object.fromEntries(columns),
    });
  }
  print(`${about.name}: ${about.total} runs\n\n${formatAnswer(statuses)}`);
  if (errors.rows.length > 0) print(`\n${formatAnswer(errors)}`);
  print(`\nThe columns of the table runs:\n${formatTable(columns.map(([name, type]) => [`  ${name}`, type]))}`);
}
