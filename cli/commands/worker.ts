// The words of drystone worker, and what it needs to be told.

import type { Command } from 'commander';
import type { WorkerFlags } from '../worker.js';

export function define(program: Command, version: string): void {
  program
    .command('worker')
    .description('Do runs of sweeps for a queue until it is stopped; needs the packages bullmq and ioredis.')
    .option('--queue <URL>', 'redis://HOST:PORT, or rediss:// for TLS (default: DRYSTONE_QUEUE of the environment)')
    .option('--jobs <N>', 'runs at the same time (default: one for each core)')
    .option('--allow-modules', 'also do studies that are programs: whoever may write to the queue may run anything here')
    .option('--takeover <S>', 'after how long a silence others take over what a worker has begun [s] (default: 15)')
    .addHelpText(
      'after',
      '\nDRYSTONE_QUEUE_USERNAME and DRYSTONE_QUEUE_PASSWORD may be in the environment instead of the URL; DRYSTONE_QUEUE_CA\nnames the file of a certificate authority.\n\nExample:\n  drystone worker --queue redis://queue.example:6379',
    )
    .action(async (flags: WorkerFlags) => {
      const { worker } = await import('../worker.js');
      return worker(flags, version);
    });
}
