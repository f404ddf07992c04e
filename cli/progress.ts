// How far a command is: a bar on the terminal, and lines where there is none, as in a log.

import cliProgress from 'cli-progress';
import { printError } from './print.js';

/** What is told of how far it is. `words` are those that the format names. */
export interface Progress {
  update(value: number, words?: object): void;
  stop(): void;
}

/** Nothing is said more often, so that a log stays short [ms]. */
const QUIET = 10_000;

/** `words` are what the bar's format names besides what every bar knows. */
export function showProgress(total: number, format: string, words: object = {}): Progress {
  if (!process.stderr.isTTY) return new ProgressLines(total, () => performance.now(), printError);
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    format,
    barCompleteChar: '#',
    barIncompleteChar: '.',
    // Nothing to tidy up when the run is interrupted: a handler would only keep the interrupt from working during the steps.
    gracefulExit: false,
    linewrap: true,
  });
  bar.start(total, 0, words);
  return bar;
}

/** A line every now and then; none of what is over soon. `now` is the clock [ms]. */
export class ProgressLines implements Progress {
  readonly #total: number;
  readonly #now: () => number;
  readonly #say: (line: string) => void;
  readonly #start: number;
  #last: number;

  constructor(total: number, now: () => number, say: (line: string) => void) {
    this.#total = total;
    this.#now = now;
    this.#say = say;
    this.#start = this.#last = now();
  }

  update(value: number): void {
    const now = this.#now();
    if (now - this.#last < QUIET || value <= 0) return;
    this.#last = now;
    const left = ((now - this.#start) / 1000) * (this.#total / value - 1);
    this.#say(
      `drystone: ${shorten(value)} of ${shorten(this.#total)} (${Math.floor((100 * value) / this.#total)} %), ${describeTime(left)} to go`,
    );
  }

  stop(): void {}
}

/** Whole numbers as they are, and tenths of others. */
function shorten(value: number): number {
  return Math.round(10 * value) / 10;
}

function describeTime(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
