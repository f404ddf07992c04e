// Display of progress: a bar on a terminal, lines of text otherwise, as in a log.

import cliProgress from 'cli-progress';
import { printError } from './print.js';

/** Receives progress. `words` are values for names in the format. */
export interface Progress {
  update(value: number, words?: object): void;
  stop(): void;
}

/** Shortest time between lines, so that a log stays short [ms]. */
const QUIET = 10_000;

/** Shows a progress bar; `words` are values for names in the format that the library does not define. */
export function showProgress(total: number, format: string, words: object = {}): Progress {
  if (!process.stderr.isTTY) return new ProgressLines(total, () => performance.now(), printError);
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    format,
    barCompleteChar: '#',
    barIncompleteChar: '.',
    // No cleanup on interrupts is needed, and a handler would keep the interrupt from working during steps.
    gracefulExit: false,
    linewrap: true,
  });
  bar.start(total, 0, words);
  return bar;
}

/** Prints a line now and then, none for short operations. `now` is the clock [ms]. */
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

/** Rounds to tenths. */
function shorten(value: number): number {
  return Math.round(10 * value) / 10;
}

function describeTime(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
