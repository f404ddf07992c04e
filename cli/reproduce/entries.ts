// All entries, in the order of the papers.

import { comparison } from './entries/comparison.js';
import { contactGroups } from './entries/contact-groups.js';
import { convergence } from './entries/convergence.js';
import { cowEnergy } from './entries/cow-energy.js';
import { freezing } from './entries/freezing.js';
import { graphOfFigure2 } from './entries/graph-of-figure-2.js';
import { matrixAnalysis } from './entries/matrix-analysis.js';
import { momentum } from './entries/momentum.js';
import { speedUps } from './entries/speed-ups.js';
import { stacks } from './entries/stacks.js';
import { stateGraph } from './entries/state-graph.js';
import { thawing } from './entries/thawing.js';
import { timeScaling } from './entries/time-scaling.js';
import { timeWarpTable } from './entries/time-warp-table.js';
import { timings } from './entries/timings.js';
import { treeDepth } from './entries/tree-depth.js';
import { treeLevels } from './entries/tree-levels.js';
import type { Entry } from './entry.js';

export const ENTRIES: readonly Entry[] = [
  graphOfFigure2,
  contactGroups,
  speedUps,
  matrixAnalysis,
  convergence,
  stacks,
  timings,
  comparison,
  cowEnergy,
  freezing,
  momentum,
  thawing,
  timeWarpTable,
  stateGraph,
  timeScaling,
  treeLevels,
  treeDepth,
];

/** The entry with this name; throws if there is none. */
export function findEntry(name: string): Entry {
  const entry = ENTRIES.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`There is no entry ${name}.`);
  return entry;
}
