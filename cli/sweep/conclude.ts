// What is made of the rows when a sweep is over: recordings of chosen runs, Parquet, and the report.

import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { printError } from '../print.js';
import { Database } from './database.js';
import { recordHere, type Work } from './engine.js';
import { loadDuckDb, MissingPackage } from './packages.js';
import type { Pool } from './pool.js';
import { recordingName } from './record-run.js';
import { axesOf, extremes } from './report/queries.js';
import { writeReport } from './report/report.js';
import { FILES } from './results.js';

const PURPOSE = 'A report, Parquet or SQL';

/** What is missing is said when it is needed. */
export function loadDatabase(): void {
  try {
    loadDuckDb(PURPOSE);
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
  }
}

/** The path of what was made last: the report, or the rows where there is no database to make one. */
export async function conclude(work: Work, pool: Pool): Promise<string> {
  const { folder, about } = work.results;
  let database: Database;
  try {
    database = await Database.open(folder, about, PURPOSE);
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    printError(`drystone: ${error.message} The rows are kept all the same, and are JSON, one a line.`);
    return join(folder, FILES.rows);
  }
  try {
    await keepRecordings(work, database, pool);
    return await writeReport({ folder, about, ready: work.ready, plan: work.plan, database });
  } finally {
    database.close();
  }
}

async function keepRecordings(work: Work, database: Database, pool: Pool): Promise<void> {
  const folder = join(work.results.folder, FILES.recordings);
  const chosen = await chooseRuns(work, database);
  if (chosen.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const there = new Set(readdirSync(folder));
  const missing = chosen.filter((run) => !there.has(recordingName(run)));
  await recordHere(work, missing, folder, pool);
}

/** By what the study says is to be kept. */
async function chooseRuns({ results: { about } }: Work, database: Database): Promise<number[]> {
  const list = async (sql: string) => (await database.ask(sql)).rows.flat().filter((run) => typeof run === 'number');
  if (about.keep === 'all') return list("SELECT run FROM runs WHERE status IN ('done', 'failed') ORDER BY run");
  if (about.keep === 'failures') return list("SELECT run FROM runs WHERE status = 'failed' ORDER BY run");
  const { measures } = axesOf(about);
  if (about.keep !== 'extremes' || measures.length === 0) return [];
  const [row] = await database.askRows<Record<string, number | null>>(extremes(measures));
  const runs = measures.flatMap((_, i) => [row[`r${i}`], row[`s${i}`]]);
  return [...new Set(runs.filter((run) => run !== null))];
}
