// A row of the results: what was varied, what was measured, and where it was done. It is a line of JSON, in the journal and on its way.

import { createHash } from 'node:crypto';
import type { Cell } from './measures.js';
import type { PlannedRun } from './plan.js';
import type { Study, Value } from './study.js';
import { measuresOf } from './study.js';

/** What became of a run. */
export type Status = 'done' | 'failed' | 'timeout' | 'died';

/** A run that is over; `line` is its row. */
export interface Finished {
  readonly run: number;
  readonly status: Status;
  /** Of the processor [ms]. */
  readonly milliseconds: number;
  readonly line: string;
}

/** What is known of a run when it is over. */
export interface Outcome {
  readonly status: Status;
  /** A sentence, where it is not done. */
  readonly error: string | null;
  readonly hash: string | null;
  readonly steps: number;
  /** Simulated [s]. */
  readonly time: number;
  /** Worth looking at [s]. */
  readonly moment: number | null;
  readonly milliseconds: number;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** Who does runs. */
export interface Place {
  readonly version: string;
  /** The beginning of the digest of the program. */
  readonly build: string;
  readonly machine: string;
}

/** What all runs of a study have in common, as far as it decides about their results. */
export function contextOf(study: Study, source: string, version: string): string {
  const paths = Object.entries(study.parameters).map(([name, { path = null }]) => [name, path]);
  const parts = [version, source, study.fixed ?? {}, paths, study.seconds ?? null, measuresOf(study), study.moment ?? null];
  return digestOf(JSON.stringify(parts, (_, value) => (typeof value === 'function' ? 'a function of the source' : value)));
}

/** What tells a run from every other, also of a study that was changed. */
export function keyOf(context: string, { sample, repetition, seed, parameters }: PlannedRun): string {
  return digestOf(`${context}${JSON.stringify([sample, repetition, seed, parameters])}`).slice(0, 16);
}

export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function finishedOf(planned: PlannedRun, context: string, outcome: Outcome, place: Place): Finished {
  const { index, sample, repetition, seed, parameters } = planned;
  const { cells, ...rest } = outcome;
  const milliseconds = Math.round(1000 * outcome.milliseconds) / 1000;
  const row = {
    run: index,
    key: keyOf(context, planned),
    sample,
    repetition,
    ...plainCells(parameters),
    seed,
    ...cells,
    ...rest,
    milliseconds,
    finished: new Date().toISOString(),
    ...place,
  };
  return { run: index, status: outcome.status, milliseconds, line: JSON.stringify(row) };
}

/** Lists as texts: a column has one type. */
function plainCells(parameters: Readonly<Record<string, Value>>): Record<string, Cell> {
  const plain = (value: Value) => (typeof value === 'object' ? JSON.stringify(value) : value);
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, plain(value)]));
}
