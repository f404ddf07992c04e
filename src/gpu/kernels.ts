// The names of the kernels, and the sources from which they are linked.

import type { LinkedKernel } from './link.js';
import { declarationsOf, link } from './link.js';
import { BEGIN, ENTRIES_OF_BODIES, INTEGRATE, LAUNCH } from './wgsl/bodies.js';
import { BOUNDS, PAIR_SEARCH } from './wgsl/broad-phase.js';
import { COLOURS_OF_NEW } from './wgsl/colours.js';
import { COMMON } from './wgsl/common.js';
import { COUNT_ENTRIES, MAKE_MANIFOLDS, SORT_ENTRIES, TEST_PAIRS } from './wgsl/contacts.js';
import { GATES } from './wgsl/gates.js';
import { HOLD_BODY } from './wgsl/hold-body.js';
import { HOLDING, RELEASE, SETTLE } from './wgsl/holding.js';
import { LEVELS } from './wgsl/levels.js';
import { NARROW_PHASE, SEPARATION, SHAPES } from './wgsl/narrow-phase.js';
import { NEAREST_ON_ROUND, ROUND_SHAPES } from './wgsl/round-shapes.js';
import { SCAN } from './wgsl/scan.js';
import { CORRECT, SWEEP } from './wgsl/sweeps.js';

const SOURCES = [
  COMMON,
  SCAN,
  BOUNDS,
  PAIR_SEARCH,
  SHAPES,
  SEPARATION,
  NARROW_PHASE,
  NEAREST_ON_ROUND,
  ROUND_SHAPES,
  TEST_PAIRS,
  MAKE_MANIFOLDS,
  COUNT_ENTRIES,
  SORT_ENTRIES,
  BEGIN,
  ENTRIES_OF_BODIES,
  LAUNCH,
  INTEGRATE,
  COLOURS_OF_NEW,
  GATES,
  LEVELS,
  HOLD_BODY,
  HOLDING,
  RELEASE,
  SETTLE,
  SWEEP,
  CORRECT,
];

export const KERNELS = [
  'clearCounters',
  'beginStep',
  'findBounds',
  'scanBlocks',
  'scanSums',
  'scanAdd',
  'fillCells',
  'countPairs',
  'listPairs',
  'testPairs',
  'makeManifolds',
  'makeRoundManifolds',
  'countEntries',
  'fillEntries',
  'sortEntries',
  'launch',
  'claim',
  'colour',
  'colourRest',
  'countColours',
  'startColours',
  'listColours',
  'sortUncoloured',
  'sweepColour',
  'sweepRest',
  'gate',
  'seedLevels',
  'lowerLevel',
  'lowerRest',
  'askLevel',
  'askRest',
  'release',
  'releaseRest',
  'moveLate',
  'settleContacts',
  'correctColour',
  'correctRest',
  'integrate',
] as const;

export type KernelName = (typeof KERNELS)[number];

export function linkKernels(): Map<KernelName, LinkedKernel> {
  const declarations = declarationsOf(SOURCES.join('\n'));
  return new Map(KERNELS.map((name) => [name, link(declarations, name)]));
}
