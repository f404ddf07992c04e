// Options of the World constructor: checked, and completed by their defaults.

import { InputError, refuse } from '../input/fields.js';
import type { Team } from '../kernels/kernel.js';
import {
  checkCombination,
  DEFAULT_METHOD,
  DEFAULT_SCHEDULER,
  defaultSolverOf,
  METHODS,
  SCHEDULERS,
  SOLVERS,
} from '../methods.js';
import type { HistoryOptions } from '../rollback/rollback.js';
import { checkHistory } from '../rollback/rollback.js';
import type { Scheduler, TimeScheduler } from '../schedulers/scheduler.js';
import type { Settings } from '../settings.js';
import type { QuadraticSolver, Solver } from '../solvers/solver.js';
import type { Stepper } from '../steppers/stepper.js';
import { Memory } from '../table/memory.js';
import type { SharedBlock } from '../table/shared-memory.js';
import { checkSharedBlock, makeSharedBlock, SharedMemory } from '../table/shared-memory.js';

export interface WorldOptions {
  /** Settings that differ from their defaults. */
  settings?: Partial<Settings>;
  /** The method by which islands are stepped; default METHODS.gsp. */
  stepper?: Stepper;
  /** The scheduler, which says how time advances; default SCHEDULERS.fixed. */
  scheduler?: Scheduler | TimeScheduler;
  /** The solver of the problems that the stepper assembles; default the first that the stepper works with. */
  solver?: Solver | QuadraticSolver;
  /**
   * Memory of the world's tables: `own` memory (the default); `shared` memory, which other threads can read, of at most
   * `limits.memory`; or the `memory` of another world, possibly of another thread. Of memory that several worlds share,
   * `limits.memory` counts the use of all of them.
   */
  memory?: 'own' | 'shared' | SharedBlock;
  /**
   * Threads that step the world together, as createThreads() of `drystone/threads` makes them. Results have the same
   * bits as without. The memory of the world is then shared. Default: only the thread that calls step().
   */
  threads?: Team | undefined;
  /** Past steps to keep, for rewinding and for inputs at an earlier time; none when left out. */
  history?: HistoryOptions | undefined;
}

/** The three choices that a world is composed of. */
export interface Choices {
  readonly stepper: Stepper;
  readonly scheduler: Scheduler | TimeScheduler;
  readonly solver: Solver | QuadraticSolver;
}

const CHOICES = {
  stepper: { table: 'METHODS', names: Object.keys(METHODS) },
  scheduler: { table: 'SCHEDULERS', names: Object.keys(SCHEDULERS) },
  solver: { table: 'SOLVERS', names: Object.keys(SOLVERS) },
} as const;
const OPTIONS = ['settings', ...Object.keys(CHOICES), 'memory', 'threads', 'history'];

/** Checks the options and completes them. Throws when one is invalid, or when they do not fit together. */
export function chooseParts(options: WorldOptions): Choices {
  checkOptions(options);
  const stepper: Stepper = options.stepper ?? METHODS[DEFAULT_METHOD];
  const solver: Solver | QuadraticSolver = options.solver ?? SOLVERS[defaultSolverOf(stepper)];
  const scheduler: Scheduler | TimeScheduler = options.scheduler ?? SCHEDULERS[DEFAULT_SCHEDULER];
  checkCombination(scheduler, stepper, solver);
  return { stepper, scheduler, solver };
}

/** The memory of a world with these options and settings. */
export function chooseMemory({ memory = 'own', threads }: WorldOptions, settings: Settings): Memory {
  const isShared = memory !== 'own' || (threads !== undefined && threads.count > 1);
  if (!isShared) return new Memory();
  const block = memory === 'own' || memory === 'shared' ? makeSharedBlock(settings['limits.memory'] * (1 << 20)) : memory;
  checkSharedBlock(block);
  const shared = new SharedMemory(block);
  shared.team = threads;
  return shared;
}

function isTeam(value: unknown): boolean {
  return typeof (value as Partial<Team> | null)?.count === 'number' && typeof (value as Team).kernelOver === 'function';
}

function checkOptions(options: WorldOptions): void {
  if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
  if (options.history !== undefined) checkHistory(options.history, 'options.history');
  if (options.threads !== undefined && !isTeam(options.threads))
    refuse('options.threads', options.threads, 'threads such as createThreads() of drystone/threads makes');
  for (const [key, value] of Object.entries(options)) {
    if (!OPTIONS.includes(key))
      throw new InputError(`options.${key} is not an option of a world; allowed are ${OPTIONS.join(', ')}.`);
    // METHODS.name is undefined if there is no method of that name, which must not select the default.
    const { table, names } = CHOICES[key as keyof typeof CHOICES] ?? {};
    if (table !== undefined && !isChoice(key, value))
      refuse(`options.${key}`, value, `a ${key} such as those of drystone's ${table}: ${names.join(', ')}`);
  }
}

/** Whether a value has the fields that the world needs of a stepper, a scheduler or a solver. */
function isChoice(key: string, value: unknown): boolean {
  const parts = (value ?? {}) as Record<string, unknown>;
  const has = (...names: string[]) => names.every((each) => typeof parts[each] === 'function');
  if (typeof parts.name !== 'string') return false;
  if (key === 'stepper') return areNeeds(parts.needs) && has('make');
  if (key === 'scheduler') return Array.isArray(parts.offers) && (has('advance') || has('make'));
  if (!Array.isArray(parts.abilities)) return false;
  return has('makeWorkspace');
}

function areNeeds(value: unknown): boolean {
  const { solver, scheduler = [] } = (value ?? {}) as Record<string, unknown>;
  return typeof solver === 'string' && Array.isArray(scheduler);
}
