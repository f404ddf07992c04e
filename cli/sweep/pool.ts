// Processes that do runs, one for each core. A process that dies, hangs or is killed is replaced. What it had not told of is done again,
// each run alone: so the run that is to blame is found, and has a row that says what became of it.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { InputError } from '../../src/input/fields.js';
import type { ProcessName } from '../processes.js';
import type { Finished, Place, Status } from './row.js';
import type { News, Order } from './worker.js';

const PROCESS: ProcessName = 'sweep-run';

/** What is to be done, and who hears of it. */
export interface Task {
  readonly order: Order;
  /** Time that a run may take [s]. */
  readonly limit: number;
  /** Memory that a process may take; its own default where it is not given [MiB]. */
  readonly memory: number | undefined;
  onRows(rows: readonly Finished[]): void;
  /** The row of a run that cannot tell of itself. */
  rowOf(run: number, status: Status, sentence: string): Finished;
}

interface Pending {
  readonly task: Task;
  /** Runs that have not been told of, in their order. */
  left: number[];
  /** Processes that died of its only run. */
  deaths: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Orders that a process has at a time: the second one waits for it, so that it does not wait for us. */
const AHEAD = 2;
/** A run that processes die of so often is to blame; one that is killed from outside is not. */
const MOST_DEATHS = 3;
/** Beyond the limit of a run, how long a process may say nothing [ms]. */
const GRACE = 10_000;
/**
 * V8's collector and compilers at work beside a run need a core to themselves: where all cores have runs, they take it from these, and a
 * process that does everything itself gets more done.
 */
const ALONE = ['--single-threaded'];
/** There a function is optimised after three times as much work as V8 has it: what is done a few times is not worth the time [bytes]. */
const LATER = ['--interrupt-budget=202752'];
/** New objects [MiB]: a world's arrays are short-lived or stay, and a collection that comes late finds few that stay. */
const ROOM = ['--min-semi-space-size=16'];
/** Last words that are kept [characters]. */
const LAST_WORDS = 4000;

export class Pool {
  readonly #lanes: Lane[];
  readonly #waiting: Pending[] = [];
  #isStopped = false;

  constructor(size: number, place: Place) {
    const flags = 2 * size > availableParallelism() ? [...ROOM, ...ALONE, ...LATER] : ROOM;
    const mourn = (pendings: readonly Pending[], words: LastWords) => this.#mourn(pendings, words);
    this.#lanes = Array.from({ length: size }, () => new Lane(flags, place, mourn));
  }

  /** Starts the processes before there is anything to do, so that they are there when there is. */
  start(): void {
    for (const lane of this.#lanes) lane.start(undefined);
  }

  /** Processes [1]. */
  get size(): number {
    return this.#lanes.length;
  }

  /** Whether another task would be begun soon. */
  get isHungry(): boolean {
    return this.#waiting.length === 0 && this.#lanes.some(({ count }) => count < AHEAD);
  }

  /** The process ids, for who wants to know. */
  get processes(): number[] {
    return this.#lanes.flatMap(({ pid }) => pid ?? []);
  }

  /** Resolves when each of its runs has been told of; rejects where its study cannot be loaded. */
  perform(task: Task): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, left: [...task.order.runs], deaths: 0, resolve, reject });
      this.#feed();
    });
  }

  /** What has been begun is over, and nobody will hear of it; what is to be done then is done by other processes. */
  abandon(): void {
    this.#waiting.length = 0;
    for (const lane of this.#lanes) lane.abandon();
  }

  /** Ends all processes; what they have not told of, nobody will hear of. */
  stop(): void {
    this.#isStopped = true;
    for (const lane of this.#lanes) lane.stop();
  }

  #feed(): void {
    while (this.#waiting.length > 0 && !this.#isStopped) {
      const next = this.#waiting[0];
      const isAlone = next.deaths > 0 || next.left.length === 1;
      const [lane] = [...this.#lanes].sort((a, b) => a.count - b.count);
      if (lane.count >= (isAlone ? 1 : AHEAD)) return;
      this.#waiting.shift();
      void lane.give(next).then(() => this.#feed());
    }
  }

  /** A process has ended, and has not told of these. */
  #mourn(pendings: readonly Pending[], words: LastWords): void {
    if (this.#isStopped) return;
    for (const pending of [...pendings].reverse()) {
      if (pending.left.length === 0) pending.resolve();
      else if (pending.left.length === 1 && pendings.length === 1) this.#blame(pending, words);
      else this.#split(pending);
    }
    this.#feed();
  }

  /** Its only run was at work. */
  #blame(pending: Pending, { sentence, isSilent }: LastWords): void {
    pending.deaths++;
    if (!isSilent && pending.deaths < MOST_DEATHS) {
      this.#waiting.unshift(pending);
      return;
    }
    pending.task.onRows([pending.task.rowOf(pending.left[0], isSilent ? 'timeout' : 'died', sentence)]);
    pending.resolve();
  }

  /** Each run alone. */
  #split({ task, left, resolve, reject }: Pending): void {
    let open = left.length;
    const oneLess = () => {
      open--;
      if (open === 0) resolve();
    };
    this.#waiting.unshift(...left.map((run) => ({ task, left: [run], deaths: 0, resolve: oneLess, reject })));
  }
}

/** Why a process has ended; `isSilent` where it was killed because it said nothing any more. */
interface LastWords {
  readonly sentence: string;
  readonly isSilent: boolean;
}

/** A process, started when there is something to do, and what it has been given. */
class Lane {
  /** Of V8. */
  readonly #flags: readonly string[];
  readonly #place: Place;
  readonly #onEnd: (pendings: readonly Pending[], words: LastWords) => void;
  readonly #end = () => this.stop();
  #child: ChildProcess | undefined;
  #memory: number | undefined;
  #given: { pending: Pending; over: () => void }[] = [];
  #watch: NodeJS.Timeout | undefined;
  #isSilent = false;
  #words = '';

  constructor(flags: readonly string[], place: Place, onEnd: (pendings: readonly Pending[], words: LastWords) => void) {
    this.#flags = flags;
    this.#place = place;
    this.#onEnd = onEnd;
  }

  get count(): number {
    return this.#given.length;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Resolves when there is room for another one. */
  give(pending: Pending): Promise<void> {
    const { memory } = pending.task;
    if (this.#child !== undefined && memory !== this.#memory && this.#given.length === 0) this.#retire();
    this.start(memory);
    const { order } = pending.task;
    return new Promise((over) => {
      this.#given.push({ pending, over });
      this.#child?.send({ ...order, runs: pending.left }, undefined, undefined, () => {});
      this.#listen();
    });
  }

  /** Nothing happens where there is nothing to do. */
  abandon(): void {
    if (this.#given.length === 0) return;
    this.#given = [];
    this.#retire();
  }

  stop(): void {
    clearTimeout(this.#watch);
    process.off('exit', this.#end);
    this.#child?.kill('SIGKILL');
  }

  /** A process of which nothing is expected ends without a word. */
  #retire(): void {
    this.#child?.removeAllListeners('exit').removeAllListeners('message');
    this.stop();
    this.#child = undefined;
  }

  /** Nothing happens where there is one. */
  start(memory: number | undefined): void {
    if (this.#child !== undefined) return;
    this.#memory = memory;
    this.#isSilent = false;
    this.#words = '';
    const execArgv = [...this.#flags, ...(memory === undefined ? [] : [`--max-old-space-size=${memory}`])];
    // What functions of a study print has no place; last words of Node have.
    const words = [PROCESS, JSON.stringify(this.#place)];
    const child = fork(process.argv[1], words, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-LAST_WORDS);
    });
    child.on('message', (news: News) => this.#hear(news));
    child.on('error', (error) => {
      this.#words += error.message;
    });
    child.on('exit', (code, signal) => this.#bury(code, signal));
    process.once('exit', this.#end);
    this.#child = child;
  }

  #hear(news: News): void {
    const [first] = this.#given;
    if (first === undefined) return;
    const { pending } = first;
    if (news.kind === 'rows') {
      const told = new Set(news.rows.map(({ run }) => run));
      pending.left = pending.left.filter((run) => !told.has(run));
      pending.task.onRows(news.rows);
    } else {
      this.#given.shift();
      if (news.kind === 'over') pending.resolve();
      else pending.reject(new InputError(news.sentence));
      first.over();
    }
    this.#listen();
  }

  /** As long as something is to be done, it must be heard of. */
  #listen(): void {
    clearTimeout(this.#watch);
    const [first] = this.#given;
    if (first === undefined) return;
    this.#watch = setTimeout(
      () => {
        this.#isSilent = true;
        this.#child?.kill('SIGKILL');
      },
      1000 * first.pending.task.limit + GRACE,
    );
  }

  #bury(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#watch);
    process.off('exit', this.#end);
    this.#child = undefined;
    const given = this.#given;
    this.#given = [];
    const words = { sentence: this.#sentence(code, signal), isSilent: this.#isSilent };
    const pendings = given.map(({ pending }) => pending);
    this.#onEnd(pendings, words);
    for (const { over } of given) over();
  }

  #sentence(code: number | null, signal: NodeJS.Signals | null): string {
    if (this.#isSilent) return 'The process of the run said nothing for longer than a run may take, and was killed.';
    const limit = this.#memory === undefined ? '' : ` of ${this.#memory} MiB`;
    if (/heap out of memory|Array buffer allocation failed/.test(this.#words)) {
      return `The process of the run ended because its memory${limit} was used up.`;
    }
    return `The process of the run ended by ${signal === null ? `exit code ${code}` : `the signal ${signal}`}, each time it was tried.`;
  }
}
