// The kernels that a step dispatches, with their numbers of workgroups.

import type { BufferName, Rooms } from './buffers.js';
import type { KernelName } from './kernels.js';

/** Largest number of workgroups of a kernel over manifolds or pairs; each then handles several batches. */
const MOST_GROUPS = 8192;
/** Number of manifolds or bodies up to which one workgroup is as fast as many [1]. */
const FEW = 1024;
/** Number of bodies per level up to which one workgroup is as fast as a dispatch a level [1]. */
const NARROW = 128;
/** Largest numbers of rounds of colouring, passes of gates, and rounds of holding. */
const COLOUR_ROUNDS = 48;
/** Rounds of colouring with their own dispatches, after a step with many new manifolds and after others [1]. */
const MANY_ROUNDS = 24;
const SPARE_ROUNDS = 4;
const GATE_PASSES = 16;
const HOLD_ROUNDS = 4;
/** Workgroup size of kernels of one level [1]. */
const LEVEL_GROUP = 32;
/** Largest number of levels with their own dispatches [1]. */
const MOST_LEVELS = 512;
/** Indices of counters. */
export const COUNTERS = {
  pairs: 0,
  manifolds: 1,
  moving: 3,
  colours: 5,
  levels: 6,
  overflow: 7,
  corrected: 9,
  uncoloured: 12,
  refusals: 16,
  asked: 25,
  taken: 26,
  due: 29,
} as const;

/** Counters of a step by name. */
export function countersOf(counters: Uint32Array): Record<keyof typeof COUNTERS, number> {
  return Object.fromEntries(Object.entries(COUNTERS).map(([name, at]) => [name, counters[at]])) as Record<
    keyof typeof COUNTERS,
    number
  >;
}

/** A dispatch of a kernel, with the name of its phase for measuring. */
export interface Dispatch {
  phase: string;
  kernel: KernelName;
  groups: number;
  /** Uniform data of the stage: index, count, a and b. */
  stage: readonly number[];
  /** Buffer of a prefix sum. */
  scanned?: BufferName;
}

/**
 * The division of a step into dispatches. Only `sweeps` and `corrections` affect results: work without its own dispatch
 * is done by one workgroup.
 */
export interface StepPlan {
  sweeps: number;
  corrections: number;
  /** Whether bodies may move; at rest nothing but one workgroup is dispatched for contacts. */
  isMoving: boolean;
  /** Numbers of rounds of colouring, and of colours, with their own dispatches [1]. */
  rounds: number;
  colours: number;
  /**
   * Numbers of passes of gates, levels, and rounds of holding with their own dispatches; number of bodies in levels
   * [1].
   */
  passes: number;
  levels: number;
  holdRounds: number;
  asked: number;
  /** Estimated numbers of pairs and manifolds, for the number of workgroups [1]. */
  pairs: number;
  manifolds: number;
}

/** The plan of the first step, from an estimate of the number of levels. */
export function firstPlan({ bodies, pairs, manifolds }: Rooms, levels: number): StepPlan {
  const narrow = { rounds: 0, colours: 0, passes: 0, levels: 0, holdRounds: 0 };
  const wide = {
    rounds: COLOUR_ROUNDS,
    colours: 16,
    passes: bodies > FEW ? GATE_PASSES : 0,
    levels: Math.min(MOST_LEVELS, levels),
    holdRounds: 2,
  };
  return { sweeps: 20, corrections: 4, isMoving: true, ...(4 * bodies > FEW ? wide : narrow), asked: bodies, pairs, manifolds };
}

/** Adapts the plan to the counters of the last step. */
export function followCounters(plan: StepPlan, counters: Uint32Array): void {
  const count = (name: keyof typeof COUNTERS) => counters[COUNTERS[name]];
  plan.isMoving = count('moving') > 0;
  plan.pairs = Math.ceil(count('pairs') * 1.1) + 64;
  plan.manifolds = Math.ceil(count('manifolds') * 1.1) + 64;
  // What has come to rest may begin to move as it did before.
  if (!plan.isMoving) return;
  plan.colours = count('manifolds') > FEW ? Math.min(64, count('colours') + 1) : 0;
  plan.rounds = count('manifolds') > FEW ? (count('uncoloured') > FEW ? MANY_ROUNDS : SPARE_ROUNDS) : 0;
  if (count('due') === 0) return;
  plan.asked = count('asked');
  const isWide = plan.asked > NARROW * count('levels');
  plan.levels = isWide ? Math.min(MOST_LEVELS, Math.ceil(count('levels') * 1.1) + 4) : 0;
  const rounds = counters.subarray(COUNTERS.refusals, COUNTERS.refusals + HOLD_ROUNDS - 1).indexOf(0);
  plan.holdRounds = isWide ? (rounds < 0 ? HOLD_ROUNDS : rounds + 1) : 0;
}

/** The dispatches of a step, in order. */
export function planStep({ bodies, colliders, pairs, cells, isSearched }: Rooms, given: StepPlan): Dispatch[] {
  const plan = given.isMoving ? given : { ...given, rounds: 0, colours: 0, passes: 0, levels: 0, holdRounds: 0 };
  const list: Dispatch[] = [];
  const groupsOf = (count: number, size = 256) => Math.max(1, Math.min(MOST_GROUPS, Math.ceil(count / size)));
  const add = (phase: string, kernel: KernelName, groups: number, stage: readonly number[] = [], scanned?: BufferName) => {
    list.push({ phase, kernel, groups, stage, ...(scanned !== undefined && { scanned }) });
  };
  const scan = (phase: string, scanned: BufferName, count: number, counter: number) => {
    const blocks = Math.ceil(count / 2048);
    add(phase, 'scanBlocks', blocks, [counter, count], scanned);
    add(phase, 'scanSums', 1, [counter, count]);
    add(phase, 'scanAdd', blocks, [counter, count], scanned);
  };
  const perBody = Math.ceil(bodies / 256);
  const perCollider = Math.ceil(colliders / 256);
  const perManifold = groupsOf(plan.manifolds);

  add('broad-phase', 'clearCounters', 1);
  add('broad-phase', 'beginStep', perBody);
  add('broad-phase', 'findBounds', perCollider);
  scan('broad-phase', 'cellEnds', cells, 15);
  add('broad-phase', 'fillCells', perCollider);
  add('broad-phase', 'countPairs', perCollider);
  scan('broad-phase', 'pairCounts', colliders, 0);
  add('broad-phase', 'listPairs', perCollider);
  add('narrow-phase', 'testPairs', groupsOf(plan.pairs, 64));
  scan('narrow-phase', 'touching', pairs, 1);
  add('contact-determination', 'makeManifolds', groupsOf(plan.pairs, 64));
  if (isSearched) add('contact-determination', 'makeRoundManifolds', groupsOf(plan.pairs, 64));
  add('contact-problem', 'countEntries', perManifold);
  scan('contact-problem', 'adjacency', bodies, 2);
  add('contact-problem', 'fillEntries', perManifold);
  add('contact-problem', 'sortEntries', perManifold);
  add('contact-problem', 'launch', perBody);
  for (let round = 0; round < plan.rounds; round++) {
    add('contact-problem', 'claim', perManifold, [round, 0]);
    add('contact-problem', 'colour', perManifold, [round, 0]);
  }
  add('contact-problem', 'colourRest', 1, [plan.rounds, 0]);
  add('contact-problem', 'countColours', perManifold);
  add('contact-problem', 'startColours', 1);
  add('contact-problem', 'listColours', perManifold);
  add('contact-problem', 'sortUncoloured', 1);
  const perColour = groupsOf(plan.manifolds, 64 * 4);
  const sweep = (phase: string, name: 'sweep' | 'correct', count: number) => {
    if (plan.colours === 0) add(phase, `${name}Rest`, 1, [0, count]);
    for (let i = 0; i < count && plan.colours > 0; i++) {
      for (let colour = 0; colour < plan.colours; colour++) add(phase, `${name}Colour`, perColour, [colour, 0]);
      add(phase, `${name}Rest`, 1, [plan.colours, 1]);
    }
  };
  sweep('solve', 'sweep', plan.sweeps);
  planHolding(bodies, plan, (kernel, groups, stage) => add('shock-propagation', kernel, groups, stage));
  add('correction', 'settleContacts', perManifold);
  sweep('correction', 'correct', plan.corrections);
  add('integrate', 'integrate', perBody);
  return list;
}

/**
 * Plans gates, levels, and the rounds of holding: levels are asked from the top down.
 */
function planHolding(
  bodies: number,
  plan: StepPlan,
  add: (kernel: KernelName, groups: number, stage?: readonly number[]) => void,
): void {
  const perBody = Math.ceil(bodies / 256);
  const perLevel = Math.max(1, Math.min(MOST_GROUPS, Math.ceil((4 * plan.asked) / Math.max(1, plan.levels) / LEVEL_GROUP)));
  const perAsked = Math.max(1, Math.ceil(plan.asked / 256));
  for (let pass = 1; pass <= plan.passes; pass++) add('gate', perBody, [pass, 1]);
  if (plan.passes < GATE_PASSES) add('gate', 1, [plan.passes + 1, GATE_PASSES - plan.passes]);
  add('seedLevels', perBody);
  for (let level = 0; level < plan.levels; level++) add('lowerLevel', perLevel, [level]);
  add('lowerRest', 1, [plan.levels]);
  for (let round = 0; round < HOLD_ROUNDS; round++) {
    const levels = round < plan.holdRounds ? plan.levels : 0;
    for (let level = 0; level < levels; level++) add('askLevel', perLevel, [round, level]);
    add('askRest', 1, [round, levels]);
    add('release', perAsked, [round]);
    add('releaseRest', 1, [round]);
  }
  add('moveLate', perBody);
}
