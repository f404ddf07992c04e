// The order of the test files: those that take longest first, so that all workers come to an end together. Vitest goes by the size of a
// file where it has not seen it run, as on a machine of continuous integration, and a golden test of all scenes is a short file.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer } from 'vitest/node';

/** The longest first; all others follow, by what Vitest knows of them. */
const LONGEST = [
  'golden/golden',
  'golden/methods',
  'steppers/stacks',
  'golden/rewind',
  'site/site',
  'sweep/queue',
  'sweep/sweep',
  'studio/studio',
  'golden/warm-steps',
  'bench/comparison',
  'scene/simulation',
  'recording/snapshots',
  'scene/schema',
  'package/readme-page',
  'package/packed',
  'scenes/scenes',
  'golden/determinism',
].map((name) => fileURLToPath(new URL(`../test/${name}.test.ts`, import.meta.url)).replaceAll('\\', '/'));

const missing = LONGEST.filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`scripts/longest-first.mjs names test files that are not there: ${missing.join(', ')}.`);

export class LongestFirst extends BaseSequencer {
  /** @override */
  async sort(files) {
    const rank = ({ moduleId }) => LONGEST.indexOf(moduleId) + 1 || Number.POSITIVE_INFINITY;
    const sorted = await super.sort(files);
    // Sorting is stable: what is not listed stays as it is.
    return sorted.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  }
}
