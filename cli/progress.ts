// The progress bar of what takes a while.

import cliProgress from 'cli-progress';

/** A bar on the terminal; nothing where nobody looks. */
export function showProgress(steps: number): cliProgress.SingleBar | null {
  if (!process.stderr.isTTY) return null;
  const bar = new cliProgress.SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    format: '{bar} {percentage}% | {value}/{total} steps | {eta_formatted} to go',
    barCompleteChar: '#',
    barIncompleteChar: '.',
    // Nothing to tidy up when the run is interrupted: a handler would only keep the interrupt from working during the steps.
    gracefulExit: false,
    linewrap: true,
  });
  bar.start(steps, 0);
  return bar;
}
