// Hashes of a few scenes by every method, a line each, as `drystone run --json` gives them. They are the same on every machine: the
// workflow in .github collects them from all of its machines and compares them.
//
//   node scripts/print-hashes.mjs

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { METHODS } from '../dist/src/index.js';

const CLI = fileURLToPath(new URL('../dist/cli/drystone.js', import.meta.url));
/** Stacks, what rolls and turns, what bounces, and meshes. */
const SCENES = ['wall', 'arch', 'diku', 'office-toy', 'torus-on-post'];
const SECONDS = '1';

for (const scene of SCENES) {
  for (const method of Object.keys(METHODS)) {
    const words = ['run', scene, '--method', method, '--seconds', SECONDS, '--json'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], { encoding: 'utf8' });
    if (status !== 0) {
      console.error(stderr);
      process.exit(1);
    }
    console.log(`${scene} ${method} ${JSON.parse(stdout).hash}`);
  }
}
