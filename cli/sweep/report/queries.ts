// What the report asks: each query answers a handful of rows, however many runs there are.

import { quoted } from '../database.js';
import type { About } from '../results.js';
import type { Parameter } from '../study.js';

/** Bars of a distribution [1]. */
export const BINS = 40;
/** Places along a response curve: more values than that are put together. */
const MOST_PLACES = 60;
/** Dots of a scatter plot. */
const DOTS = 1500;
/** Runs that are listed. */
export const LISTED = 15;
/** Measures that are drawn. */
const MOST_MEASURES = 12;
/** Values that a parameter may have to tell curves apart. */
const MOST_SERIES = 10;

/** What is drawn of a study. */
export interface Axes {
  /** Parameters that are numbers. */
  readonly numbers: readonly NumberAxis[];
  /** Parameters that are words. */
  readonly words: readonly string[];
  /** What tells the curves over a parameter apart. */
  seriesFor(axis: string): string | undefined;
  /** Measures that are numbers. */
  readonly measures: readonly string[];
}

export interface NumberAxis {
  readonly name: string;
  readonly isLogarithmic: boolean;
  readonly isDrawn: boolean;
  /** Whether it has more values than a curve has places. */
  readonly isBinned: boolean;
}

export function axesOf({ parameters, measures, study }: About): Axes {
  const spreads = (study.parameters ?? {}) as Readonly<Record<string, Parameter>>;
  const countOf = (name: string) => {
    const spread = spreads[name];
    return 'values' in spread ? spread.values.length : 'from' in spread ? spread.count : Number.POSITIVE_INFINITY;
  };
  const numbers = parameters
    .filter(({ type }) => type === 'DOUBLE')
    .map(({ name }) => ({
      name,
      isLogarithmic: isSpreadByLog(spreads[name]),
      isDrawn: countOf(name) === Number.POSITIVE_INFINITY,
      isBinned: countOf(name) > MOST_PLACES,
    }));
  const words = parameters.filter(({ type }) => type !== 'DOUBLE').map(({ name }) => name);
  const few = [...words, ...numbers.map(({ name }) => name)].filter((name) => countOf(name) <= MOST_SERIES && countOf(name) > 1);
  return {
    numbers: numbers.filter(({ name }) => countOf(name) > 1),
    words: words.filter((name) => countOf(name) > 1),
    seriesFor: (axis) => few.find((name) => name !== axis),
    measures: measures
      .filter(({ name, type }) => type === 'DOUBLE' && !/\.q[xyzw]$/.test(name))
      .slice(0, MOST_MEASURES)
      .map(({ name }) => name),
  };
}

/** Values that span decades are shown on a logarithmic axis. */
function isSpreadByLog(spread: Parameter): boolean {
  if (!('values' in spread)) return spread.scale === 'log';
  const numbers = spread.values.filter((value) => typeof value === 'number');
  return Math.min(...numbers) > 0 && Math.max(...numbers) >= 100 * Math.min(...numbers);
}

export const SUMMARY = `SELECT count(*) AS runs, count(*) FILTER (status = 'done') AS done, sum(milliseconds) / 1000 AS seconds,
  min(finished) AS first, max(finished) AS last FROM runs`;

export const MACHINES = 'SELECT machine, version, build, count(*) AS runs FROM runs GROUP BY ALL ORDER BY runs DESC LIMIT 20';

/** Means of all measures over a parameter, in a column each, m0, m1, ...; the series is in the column s. */
export function curves(
  { name, isLogarithmic, isBinned }: NumberAxis,
  series: string | undefined,
  measures: readonly string[],
): string {
  const x = quoted(name);
  const scaled = isLogarithmic ? `log10(${x})` : x;
  const means = measures.map((measure, i) => `, avg(${quoted(measure)}) AS m${i}`).join('');
  const s = series === undefined ? "''" : `${quoted(series)}::VARCHAR`;
  if (!isBinned)
    return `SELECT ${x} AS x, ${s} AS s, count(*) AS runs${means} FROM runs WHERE status = 'done' GROUP BY 1, 2 ORDER BY s, x`;
  return `WITH ends AS (SELECT min(${scaled}) AS low, max(${scaled}) AS high FROM runs)
SELECT avg(${x}) AS x, ${s} AS s, count(*) AS runs${means} FROM runs, ends WHERE status = 'done'
GROUP BY ${s}, least(floor((${scaled} - low) / nullif(high - low, 0) * ${MOST_PLACES}), ${MOST_PLACES - 1}) ORDER BY s, x`;
}

/** Means of all measures for each value of a parameter that is a word. */
export function means(name: string, measures: readonly string[]): string {
  const columns = measures.map((measure) => `avg(${quoted(measure)}) AS ${quoted(measure)}`);
  return `SELECT ${quoted(name)}::VARCHAR AS ${quoted(name)}, count(*) AS runs, count(*) FILTER (status <> 'done') AS failed,
  avg(milliseconds) AS milliseconds${columns.map((column) => `, ${column}`).join('')} FROM runs GROUP BY 1 ORDER BY 1 LIMIT 100`;
}

/** Some of so many runs, the same each time. */
export function sample(columns: readonly string[], series: string | undefined, total: number): string {
  const s = series === undefined ? "''" : `${quoted(series)}::VARCHAR`;
  const picked = columns.map((column, i) => `${quoted(column)} AS c${i}`);
  const every = Math.max(1, Math.floor(total / DOTS));
  return `SELECT ${picked.join(', ')}, ${s} AS s FROM runs WHERE status = 'done' AND hash(run) % ${every} = 0 LIMIT ${2 * DOTS}`;
}

/** How often a measure has which values. */
export function distribution(measure: string): string {
  const m = quoted(measure);
  return `WITH ends AS (SELECT min(${m}) AS low, max(${m}) AS high FROM runs WHERE status = 'done')
SELECT least(floor((${m} - low) / (high - low) * ${BINS}), ${BINS - 1})::INTEGER AS bin, count(*) AS runs, any_value(low) AS low,
  any_value(high) AS high FROM runs, ends WHERE status = 'done' AND ${m} IS NOT NULL AND high > low GROUP BY bin ORDER BY bin`;
}

/** The runs with the least and the most of each measure, in columns of four. */
export function extremes(measures: readonly string[]): string {
  const columns = measures.flatMap((measure, i) => {
    const m = quoted(measure);
    return [`arg_min(run, ${m}) AS r${i}`, `min(${m}) AS low${i}`, `arg_max(run, ${m}) AS s${i}`, `max(${m}) AS high${i}`];
  });
  return `SELECT ${columns.join(', ')} FROM runs WHERE status = 'done'`;
}

export const FAILURES = `SELECT error, status, count(*) AS runs, min(run) AS run FROM runs WHERE status <> 'done'
GROUP BY error, status ORDER BY runs DESC LIMIT ${LISTED}`;

export const SLOWEST = `SELECT run, milliseconds, steps, status, machine FROM runs ORDER BY milliseconds DESC LIMIT ${LISTED}`;

/** When something was to be seen in some runs. */
export function moments(runs: readonly number[]): string {
  return `SELECT run, moment FROM runs WHERE run IN (${[-1, ...runs].join(', ')})`;
}

/** Every query of a report, by what it is for. */
export function allQueries(about: About): Readonly<Record<string, string>> {
  const { numbers, words, seriesFor, measures } = axesOf(about);
  return {
    summary: SUMMARY,
    machines: MACHINES,
    failures: FAILURES,
    slowest: SLOWEST,
    ...(measures.length > 0 && { extremes: extremes(measures) }),
    ...Object.fromEntries(numbers.map((axis) => [`curves ${axis.name}`, curves(axis, seriesFor(axis.name), measures)])),
    ...Object.fromEntries(words.map((name) => [`means ${name}`, means(name, measures)])),
    ...Object.fromEntries(measures.map((measure) => [`distribution ${measure}`, distribution(measure)])),
    sample: sample([...numbers.map(({ name }) => name), ...measures], seriesFor(''), about.total),
  };
}
