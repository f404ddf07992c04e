// The report of a sweep: one page that needs nothing else.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeWhole } from '../../files.js';
import type { Link } from '../../page/blocks.js';
import { makeBlock, makePageOf, makeTable } from '../../page/blocks.js';
import type { Series } from '../../page/charts.js';
import { drawChart } from '../../page/charts.js';
import { escapeHtml, formatCell } from '../../page/format.js';
import type { Database } from '../database.js';
import { studioLink } from '../links.js';
import type { Plan } from '../plan.js';
import { recordingName } from '../record-run.js';
import type { About } from '../results.js';
import { FILES } from '../results.js';
import type { ReadyStudy } from '../targets.js';
import type { Axes, NumberAxis } from './queries.js';
import {
  axesOf,
  BINS,
  curves,
  distribution,
  extremes,
  FAILURES,
  MACHINES,
  means,
  moments,
  SLOWEST,
  SUMMARY,
  sample,
} from './queries.js';

type Row = Readonly<Record<string, number | string | null>>;

/** What the report is of. */
export interface Reported {
  readonly folder: string;
  readonly about: About;
  readonly ready: ReadyStudy;
  readonly plan: Plan;
  readonly database: Database;
}

/** Writes the report; returns its path. */
export async function writeReport(of: Reported): Promise<string> {
  const axes = axesOf(of.about);
  const sections = [
    await responseCurves(of, axes),
    await scatterPlots(of, axes),
    await distributions(of, axes),
    await listExtremes(of, axes),
    await listFailures(of),
    await listSlowest(of),
  ];
  const body = `<h1>${escapeHtml(of.about.name)}</h1>\n${await describe(of)}\n${sections.filter((section) => section !== '').join('\n')}`;
  const path = join(of.folder, FILES.report);
  writeWhole(path, new TextEncoder().encode(makePageOf(`${of.about.name}: a sweep`, body)));
  return path;
}

async function describe({ folder, about, database }: Reported): Promise<string> {
  const [summary] = await database.askRows<Row>(SUMMARY);
  const machines = await database.askRows<Row>(MACHINES);
  const failed = Number(summary.runs) - Number(summary.done);
  const isWhole = Number(summary.runs) === about.total;
  const day = (moment: unknown) => String(moment).slice(0, 10);
  const [first, last] = [day(summary.first), day(summary.last)];
  const lines = [
    `${formatCell(summary.runs)} runs${isWhole ? '' : ` of ${formatCell(about.total)}`}, ${failed === 0 ? 'none failed' : `${formatCell(failed)} failed`};`,
    `${formatCell(summary.seconds)} s of processors, ${first}${first === last ? '' : ` to ${last}`}.`,
    `By drystone ${[...new Set(machines.map(({ version }) => version))].join(', ')} on ${[...new Set(machines.map(({ machine }) => machine))].join('; ')}.`,
  ];
  const how = `Links open a run in the studio while <code>drystone studio --runs ${escapeHtml(basename(folder))}</code> serves it; they go to the moment of interest. The numbers are in <code>${FILES.parquet}</code> beside this page.`;
  return `<p>${escapeHtml(about.description)}</p>\n<p class="soft">${escapeHtml(lines.join(' '))}</p>\n<p class="soft">${how}</p>`;
}

/** Small pictures beside each other. */
function charts(figures: readonly string[]): string[] {
  return figures.length === 0 ? [] : [`<div class="charts">${figures.join('\n')}</div>`];
}

function section(title: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : `<article>\n<h3>${escapeHtml(title)}</h3>\n${parts.join('\n')}\n</article>`;
}

async function responseCurves({ database }: Reported, { numbers, words, seriesFor, measures }: Axes): Promise<string> {
  if (measures.length === 0) return '';
  const figures: string[] = [];
  for (const axis of numbers) {
    const series = seriesFor(axis.name);
    const rows = await database.askRows<Row>(curves(axis, series, measures));
    for (const [i, measure] of measures.entries()) {
      const lines = bySeries(rows, 'x', `m${i}`, series, 'both');
      if (lines.length > 0)
        figures.push(
          drawOver(
            axis,
            measure,
            lines,
            `The mean of ${measure} over ${axis.name}${series === undefined ? '' : `, by ${series}`}.`,
          ),
        );
    }
  }
  const parts = charts(figures);
  for (const name of words) {
    const { columns, rows } = await database.ask(means(name, measures));
    parts.push(makeTable(`Means by ${name}.`, { columns, rows: rows as (string | number | null)[][] }));
  }
  return section('Response', parts);
}

/** Rows by the series that they are of. */
function bySeries(rows: readonly Row[], x: string, y: string, series: string | undefined, look: 'both' | 'dots'): Series[] {
  const points = new Map<string, [number, number][]>();
  for (const row of rows) {
    if (typeof row[x] !== 'number' || typeof row[y] !== 'number') continue;
    const name = series === undefined ? 'all' : `${series} ${row.s}`;
    const list = points.get(name) ?? [];
    points.set(name, list);
    list.push([row[x], row[y]]);
  }
  // In one order in all pictures: then each series has one colour.
  const names = [...points.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return names.map((name) => ({ name, points: points.get(name) ?? [], look }));
}

/** Measures that are all above zero, and of which the most is more than so many times the least, are drawn by their powers of ten [1]. */
const WIDE = 1000;

function isWide(series: readonly Series[]): boolean {
  const values = series.flatMap(({ points }) => points.map(([, value]) => value));
  const least = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  return least > 0 && values.some((value) => value > WIDE * least);
}

function drawOver({ name, isLogarithmic }: NumberAxis, measure: string, series: readonly Series[], caption: string): string {
  const x = { label: name, isLogarithmic };
  const y = { label: measure, isLogarithmic: isWide(series) };
  return makeBlock(drawChart({ name: `${measure}-over-${name}`, caption, x, y, series, height: 300 }));
}

/** Over parameters that are drawn: curves of these show means alone. */
async function scatterPlots({ about, database }: Reported, { numbers, seriesFor, measures }: Axes): Promise<string> {
  const axes = numbers.some(({ isDrawn }) => isDrawn) ? numbers.filter(({ isDrawn }) => isDrawn) : numbers.slice(0, 1);
  const columns = [...axes.map(({ name }) => name), ...measures];
  if (axes.length === 0 || measures.length === 0) return '';
  const series = seriesFor(axes[0].name);
  const rows = await database.askRows<Row>(sample(columns, series, about.total));
  const parts = axes.flatMap((axis, i) =>
    measures.flatMap((measure, k) => {
      const dots = bySeries(rows, `c${i}`, `c${axes.length + k}`, series, 'dots');
      return dots.length === 0
        ? []
        : [drawOver(axis, measure, dots, `Runs: ${measure} over ${axis.name}${series === undefined ? '' : `, by ${series}`}.`)];
    }),
  );
  return section(`Scatter of ${rows.length} runs`, charts(parts));
}

async function distributions({ database }: Reported, { measures }: Axes): Promise<string> {
  const parts: string[] = [];
  for (const measure of measures) {
    const rows = await database.askRows<{ bin: number; runs: number; low: number; high: number }>(distribution(measure));
    if (rows.length === 0) continue;
    const [{ low, high }] = rows;
    const counts = new Map(rows.map(({ bin, runs }) => [bin, runs]));
    const edge = (bin: number) => low + ((high - low) * bin) / BINS;
    const points = Array.from({ length: BINS + 1 }, (_, bin): [number, number] => [
      edge(bin),
      counts.get(Math.min(bin, BINS - 1)) ?? 0,
    ]);
    const chart = { name: `distribution-${measure}`, caption: `How many runs have which ${measure}.`, height: 220 };
    parts.push(
      makeBlock(
        drawChart({
          ...chart,
          x: { label: measure },
          y: { label: 'runs', min: 0 },
          series: [{ name: 'runs', points, look: 'steps' }],
        }),
      ),
    );
  }
  return section('Distribution', charts(parts));
}

async function listExtremes(of: Reported, { measures }: Axes): Promise<string> {
  if (measures.length === 0) return '';
  const [row] = await of.database.askRows<Row>(extremes(measures));
  const runs = measures.flatMap((_, i) => [row[`r${i}`], row[`s${i}`]]).filter((run) => typeof run === 'number');
  const link = await linksTo(of, runs);
  const rows = measures.flatMap((measure, i) =>
    row[`r${i}`] === null ? [] : [[measure, row[`low${i}`], ...link(row[`r${i}`]), row[`high${i}`], ...link(row[`s${i}`])]],
  );
  const columns = ['measure', 'least', 'run', 'recording', 'most', 'run', 'recording'];
  return rows.length === 0
    ? ''
    : section('Extremes', [makeTable('The runs with the least and the most of each measure.', { columns, rows })]);
}

async function listFailures(of: Reported): Promise<string> {
  const failures = await of.database.askRows<Row>(FAILURES);
  if (failures.length === 0) return section('Failures', ['<p>Every run came to its end.</p>']);
  const link = await linksTo(
    of,
    failures.map(({ run }) => Number(run)),
  );
  const rows = failures.map(({ error, status, runs, run }) => [error, status, runs, ...link(run)]);
  return section('Failures', [
    makeTable('What failed, how often, and the first run of each.', {
      columns: ['why', 'status', 'runs', 'first', 'recording'],
      rows,
    }),
  ]);
}

async function listSlowest(of: Reported): Promise<string> {
  const slowest = await of.database.askRows<Row>(SLOWEST);
  const link = await linksTo(
    of,
    slowest.map(({ run }) => Number(run)),
  );
  const rows = slowest.map(({ run, milliseconds, steps, status }) => [
    ...link(run),
    varied(of, Number(run)),
    milliseconds,
    steps,
    status,
  ]);
  const columns = ['run', 'recording', 'varied', 'milliseconds', 'steps', 'status'];
  return section('Slowest runs', [makeTable('By the time of the processor.', { columns, rows })]);
}

/** What a run varied, in a line. */
function varied({ plan }: Reported, run: number): string {
  const { parameters, seed } = plan.at(run);
  const words = Object.entries({ ...parameters, seed }).map(
    ([name, value]) => `${name} ${typeof value === 'number' ? formatCell(value) : value}`,
  );
  return words.join(', ');
}

/** Cells for a run: to the studio, and to its recording where there is one. */
async function linksTo(of: Reported, runs: readonly number[]): Promise<(run: number | string | null) => (Link | null)[]> {
  const found = await of.database.askRows<{ run: number; moment: number | null }>(moments(runs));
  const when = new Map(found.map(({ run, moment }) => [run, moment]));
  return (given) => {
    const run = Number(given);
    const recording = join(FILES.recordings, recordingName(run));
    return [
      { text: String(run), href: studioLink(of.ready, of.plan, run, when.get(run) ?? null) },
      existsSync(join(of.folder, recording)) ? { text: 'recording', href: recording } : null,
    ];
  };
}
