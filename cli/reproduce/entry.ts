// The interface of entries of `drystone reproduce`. An entry is a table or some figures of a paper, with its runs and
// the presentation of their results. ARCHITECTURE.md says how to add one.

import type { Block } from '../page/blocks.js';

/** The papers, in the order of the report. */
export const PAPERS = {
  'contact-graphs': 'K. Erleben, Contact Graphs in Multibody Dynamics Simulation, DIKU 04/06, 2004',
  'shock-propagation': 'K. Erleben, Velocity-Based Shock Propagation for Multibody Dynamics Animation, ACM TOG 26(2), 2007',
  'impulsive-suite':
    'H. Schmidl, V. J. Milenkovic, A Fast Impulsive Contact Suite for Rigid Body Simulation, IEEE TVCG 10(2), 2004',
  'time-warp': 'S. R. Chirra, Time Warp Rigid Body Simulation (a report on B. Mirtich, Timewarp Rigid Body Simulation, 2000)',
  'contact-trees': 'D. M. Kaufman, S. Sueda, D. K. Pai, Contact Trees: Adaptive Contact Sampling for Robust Dynamics',
} as const;
export type PaperName = keyof typeof PAPERS;

/** A value that can be written to a JSON file and read back. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A unit of work that a process does, and whose result is stored when it is finished. */
export interface Run<Options> {
  /** Id of letters, digits, dots and hyphens, unique in the entry. */
  readonly id: string;
  readonly options: Options;
  /** Estimated time, for the order of runs and the remaining time [s]. */
  readonly seconds: number;
}

/** A finished run. */
export interface FinishedRun<Options, Result> {
  readonly id: string;
  readonly options: Options;
  readonly result: Result;
}

/** The interface of a run to its runner. */
export interface Task {
  /** Must be awaited now and then, with the fraction that is done [1]; it ends a run that is no longer needed. */
  pulse(share: number): Promise<void>;
}

export interface Presentation {
  readonly blocks: readonly Block[];
  /** Differences from the paper, and their reasons. */
  readonly remark: string;
}

/** Sizes of runs: those of the paper, or so small that all entries take ten minutes. */
export type Size = 'full' | 'quick';

export interface Entry<Options extends Json = Json, Result extends Json = Json> {
  /** Name, which begins with that of its paper. */
  readonly name: string;
  readonly paper: PaperName;
  readonly title: string;
  /** The paper's results: numbers if it has them, or a note that it has only a caption. */
  readonly published: string;
  /** Description of the runs of each size. */
  readonly sizes: Readonly<Record<Size, string>>;
  plan(size: Size): readonly Run<Options>[];
  run(options: Options, task: Task): Promise<Result>;
  present(runs: readonly FinishedRun<Options, Result>[]): Presentation;
}

/** Makes an entry without the types of its options and results. */
export function defineEntry<Options, Result>(entry: {
  readonly name: string;
  readonly paper: PaperName;
  readonly title: string;
  readonly published: string;
  readonly sizes: Readonly<Record<Size, string>>;
  plan(size: Size): readonly Run<Options>[];
  run(options: Options, task: Task): Promise<Result>;
  present(runs: readonly FinishedRun<Options, Result>[]): Presentation;
}): Entry {
  return entry as unknown as Entry;
}

/** The result of the run with this id; throws if there is none. */
export function resultOf<Options, Result>(runs: readonly FinishedRun<Options, Result>[], id: string): Result {
  const run = runs.find((one) => one.id === id);
  if (run === undefined) throw new Error(`There is no run ${id}, only ${runs.map((one) => one.id).join(', ')}.`);
  return run.result;
}
