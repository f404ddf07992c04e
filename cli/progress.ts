// Progress bars: on the terminal only.

import cliProgress from 'cli-progress';

/** A bar on the terminal; nothing where nobody looks. `words` are what its format names besides what every bar knows. */
export function showProgress(total: number, format: string, words: object = {}): cliProgress.SingleBar | null {
  if (!process.stderr.isTTY) return null;
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
