// The runs of a sweep for the studio: scene and choices of each, made when they are asked for, and the report.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Maker } from '../serve-folder.js';
import { findResults } from '../sweep-show.js';
import { Content, unpack } from './content.js';
import { STUDIO } from './links.js';
import { Plan } from './plan.js';
import { FILES } from './results.js';
import { setUp } from './targets.js';

export async function makerOfRuns(word: string): Promise<Maker> {
  const { folder, about } = findResults(word, '--runs');
  const ready = await unpack(about.root, new Content(join(folder, FILES.content)));
  const plan = new Plan(ready.study);
  const report = join(folder, FILES.report);
  return (path) => {
    // Its links are to the usual port: here they are to this one.
    if (path === `/${FILES.report}`) return existsSync(report) ? readFileSync(report, 'utf8').replaceAll(STUDIO, '/') : null;
    const [, number] = /^\/runs\/(\d+)\.json$/.exec(path) ?? [];
    const run = Number(number);
    if (number === undefined || run >= plan.total) return null;
    try {
      const { scene, choices } = setUp(ready, plan.at(run));
      const source = { kind: 'file', path: `${about.name}, run ${run}`, text: JSON.stringify(scene) };
      return JSON.stringify({ source, choices });
    } catch {
      // A run whose scene cannot be made has nothing to show; its row says why.
      return null;
    }
  };
}
