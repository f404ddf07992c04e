// The report: one self-contained page, and the data of every table and figure as CSV and JSON files.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../files.js';
import type { DataTable } from '../page/blocks.js';
import { makeBlock, makePageOf } from '../page/blocks.js';
import { escapeHtml, formatCsv } from '../page/format.js';
import { ENTRIES } from './entries.js';
import type { Entry, PaperName, Presentation, Size } from './entry.js';
import { PAPERS } from './entry.js';
import type { KeptRun, Store } from './store.js';

/** An entry with its results. */
interface Chapter {
  readonly entry: Entry;
  readonly size: Size;
  readonly runs: readonly KeptRun[];
  readonly shown: Presentation;
}

const REPORT = 'report.html';

/** Writes the report of all finished entries to a folder; returns its path. */
export function writeReport(folder: string, store: Store, version: string): string {
  const chapters = ENTRIES.flatMap((entry) => openChapter(entry, store) ?? []);
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const chapter of chapters) writeData(join(folder, 'data'), chapter);
  const path = join(folder, REPORT);
  write(path, makePage(chapters, version));
  return path;
}

/** A chapter of the full runs if they are finished, else of the quick runs; undefined if neither are. */
function openChapter(entry: Entry, store: Store): Chapter | undefined {
  for (const size of ['full', 'quick'] as const) {
    const runs = store.findAll(entry, size);
    if (runs === undefined) continue;
    return { entry, size, runs, shown: entry.present(runs) };
  }
  return undefined;
}

function write(path: string, text: string): void {
  writeWhole(path, new TextEncoder().encode(text));
}

// --- Data ---

function writeData(folder: string, { entry, size, runs, shown }: Chapter): void {
  const tables = shown.blocks.flatMap((block) =>
    block.kind === 'text' ? [] : [{ name: block.name, data: plainData(block.data) }],
  );
  for (const { name, data } of tables) write(join(folder, `${entry.name}.${name}.csv`), formatCsv(data));
  const whole = {
    entry: entry.name,
    title: entry.title,
    paper: PAPERS[entry.paper],
    published: entry.published,
    size,
    sizes: entry.sizes[size],
    remark: shown.remark,
    version: runs[0]?.version,
    machines: [...new Set(runs.map(({ machine }) => machine))],
    seconds: Math.round(10 * runs.reduce((sum, run) => sum + run.seconds, 0)) / 10,
    data: Object.fromEntries(tables.map(({ name, data }) => [name, data])),
  };
  write(join(folder, `${entry.name}.json`), `${JSON.stringify(whole)}\n`);
}

/** Numbers with seven digits, null for numbers that are not finite. */
function plainData({ columns, rows }: DataTable): DataTable {
  const plain = (value: string | number | null) =>
    typeof value !== 'number' ? value : Number.isFinite(value) ? Number(value.toPrecision(7)) : null;
  return { columns, rows: rows.map((row) => row.map(plain)) };
}

// --- Page ---

function makePage(chapters: readonly Chapter[], version: string): string {
  const papers = (Object.keys(PAPERS) as PaperName[]).filter((paper) => chapters.some(({ entry }) => entry.paper === paper));
  const ofPaper = (paper: PaperName) => chapters.filter(({ entry }) => entry.paper === paper);
  const body = `<h1>The tables and figures of the papers</h1>
${describeSource(chapters, version)}
<nav><ol>
${chapters.map(({ entry }) => `<li><a href="#${entry.name}">${escapeHtml(entry.title)}</a></li>`).join('\n')}
</ol></nav>
${papers.map((paper) => `<h2>${escapeHtml(PAPERS[paper])}</h2>\n${ofPaper(paper).map(makeArticle).join('\n')}`).join('\n')}`;
  return makePageOf('Drystone: the tables and figures of the papers', body);
}

function describeSource(chapters: readonly Chapter[], version: string): string {
  const runs = chapters.flatMap((chapter) => chapter.runs);
  const machines = [...new Set(runs.map(({ machine }) => machine))];
  const programs = new Set(runs.map(({ program }) => program));
  const dates = runs.map(({ date }) => date.slice(0, 10)).sort();
  const quick = chapters.filter(({ size }) => size === 'quick').length;
  const missing = ENTRIES.length - chapters.length;
  const lines = [
    `Made by <code>drystone reproduce</code>, version ${escapeHtml(version)}, on ${escapeHtml(machines.join('; '))}.`,
    runs.length > 0 ? `Runs of ${dates[0]}${dates[0] === dates.at(-1) ? '' : ` to ${dates.at(-1)}`}.` : '',
    quick > 0 ? `${quick} of ${chapters.length} entries are of quick runs, smaller than the paper's: each says so.` : '',
    missing > 0 ? `${missing} of ${ENTRIES.length} entries are not run yet.` : '',
    programs.size > 1 ? `The runs are by ${programs.size} builds of this version; <code>--fresh</code> begins anew.` : '',
    'Times, also those that entries took, are processor times unless they are said to be by the clock. What is called the paper is what its text says; figures of which we have no more than the caption are said to be so.',
    'The numbers of each table and figure are in <code>data/</code> beside this page, as CSV and JSON.',
  ];
  return `<p class="soft">${lines.filter((line) => line !== '').join(' ')}</p>`;
}

function makeArticle({ entry, size, runs, shown }: Chapter): string {
  const seconds = runs.reduce((sum, run) => sum + run.seconds, 0);
  const spent = seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`;
  return `<article id="${entry.name}">
<span class="size">${size === 'quick' ? 'quick' : 'full'}, ${spent}</span>
<h3>${escapeHtml(entry.title)}</h3>
<p><b>The paper.</b> ${escapeHtml(entry.published)}</p>
<p><b>Run here.</b> ${escapeHtml(entry.sizes[size])}</p>
${shown.blocks.map(makeBlock).join('\n')}
<p><b>What differs.</b> ${escapeHtml(shown.remark)}</p>
<p class="soft"><code>drystone reproduce ${entry.name}${size === 'quick' ? ' --quick' : ''}</code></p>
</article>`;
}
