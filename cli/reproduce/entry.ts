// What an entry of `drystone reproduce` is: a table or some figures of a paper, the runs behind them, and what is shown of
// their results. ARCHITECTURE.md says how to add one.

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

/** What can be written to a file and read back as it was. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The piece of work that a process of its own does, and that is kept once it is finished. */
export interface Run<Options> {
  /** Of letters, digits, dots and hyphens; no other run of the entry has it. */
  readonly id: string;
  readonly options: Options;
  /** About how long it takes [s]: for the order of runs and for the time left. */
  readonly seconds: number;
}

/** A run that is finished. */
export interface FinishedRun<Options, Result> {
  readonly id: string;
  readonly options: Options;
  readonly result: Result;
}

/** What a run is told by whoever runs it. */
export interface Task {
  /** To be awaited every now and then with the share of the run that is done [1]: it ends a run that nobody waits for. */
  pulse(share: number): Promise<void>;
}

export interface Presentation {
  readonly blocks: readonly Block[];
  /** What differs from the paper, and why. */
  readonly remark: string;
}

/** Sizes of runs: as the paper has them, or small enough for all entries to take ten minutes. */
export type Size = 'full' | 'quick';

export interface Entry<Options extends Json = Json, Result extends Json = Json> {
  /** Begins with the name of its paper. */
  readonly name: string;
  readonly paper: PaperName;
  readonly title: string;
  /** What the paper says, by its text: numbers where it has them, and whether it has no more than a caption. */
  readonly published: string;
  /** What the runs of each size are. */
  readonly sizes: Readonly<Record<Size, string>>;
  plan(size: Size): readonly Run<Options>[];
  run(options: Options, task: Task): Promise<Result>;
  present(runs: readonly FinishedRun<Options, Result>[]): Presentation;
}

/** An entry as the others see it, which do not know what its runs are made of. */
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

/** The result of the run of this id; throws where there is none. */
export function resultOf<Options, Result>(runs: readonly FinishedRun<Options, Result>[], id: string): Result {
  const run = runs.find((one) => one.id === id);
  if (run === undefined) throw new Error(`There is no run ${id}, only ${runs.map((one) => one.id).join(', ')}.`);
  return run.result;
}
