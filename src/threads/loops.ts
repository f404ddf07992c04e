// The loops of the kernel that threads execute in parallel. Each piece is a call of the kernel over a part of the
// loop's range. No piece reads what another piece of the same job writes, so scheduling does not change results.

import type { Kernel } from '../kernels/kernel.js';
import type { Board } from './board.js';
import { ARGUMENTS, LIST_LENGTH, PIECE_LENGTH, RESULT } from './board.js';

// Indices of the loops in LOOPS.
export const TEST_PAIRS = 0;
export const DETERMINE_CONTACTS = 1;
export const STORE_RESULTS = 2;
export const PLACE_POINTS = 3;
export const LIMIT_APPROACHES = 4;
export const LIST_UNCERTAIN = 5;
export const PREPARE = 6;
export const START = 7;
export const FINISH = 8;
export const APPLY_IMPULSES = 9;
export const SWEEP = 10;
export const CARRY_ON = 11;
export const SWEEP_POSITIONS = 12;
export const PREDICT_GAPS = 13;
export const SCREEN_OVERLAPS = 14;
export const OVERLAP_LEFT = 15;
export const MOVE_BODIES = 16;

/** Index of the first number of a piece. */
export function firstOfPiece(piece: number): number {
  return ARGUMENTS + PIECE_LENGTH * piece;
}

/**
 * Numbers of a piece of a range: its begin, its end (exclusive), how many it has listed, how many it found unchanged.
 */
export const FROM = 0;
export const END = 1;
export const LISTED = 2;
export const UNCHANGED = 3;
/**
 * Numbers of a piece of the stream: address of its first pack, number of packs, address of their manifolds, address for
 * the terms or squares of its points, and the deepest predicted gap.
 */
export const QUADS = 0;
export const PACKS = 1;
export const MANIFOLDS = 2;
export const SUMS = 3;
export const DEEPEST = 4;
/** Index of the first of the arguments with the threads' tables of addresses. */
export const TABLES = 32;
/** Index of the first of the arguments with the threads' workspaces, for loops that have few arguments. */
export const WORKSPACES = 16;
/** Largest number of threads of a team, each with its own table [1]. */
export const MOST_THREADS = ARGUMENTS - TABLES;

/** Executes the piece whose numbers begin at index p. */
type Loop = (kernel: Kernel, board: Board, p: number, thread: number) => void;

const testPairs: Loop = (kernel, { numbers: n }, p, thread) => {
  kernel.testPairs(n[TABLES + thread], n[p + FROM], n[p + END], n[0], n[1], n[2], n[3], n[4] !== 0);
};

/**
 * Lists candidates that the kernel leaves to TypeScript. The result is the end, or where it stopped because the list
 * was full.
 */
const determineContacts: Loop = (kernel, { numbers: n, lists }, p, thread) => {
  const list = (LIST_LENGTH * (p - ARGUMENTS)) / PIECE_LENGTH;
  const end = n[p + END];
  let listed = 0;
  let i = n[p + FROM];
  while (i < end) {
    i = kernel.determineContacts(n[TABLES + thread], i, end, n[0], n[1] !== 0);
    if (i === end || listed === LIST_LENGTH) break;
    lists[list + listed++] = i++;
  }
  n[p + LISTED] = listed;
  n[p + RESULT] = i;
};

const storeResults: Loop = (kernel, { numbers: n }, p, thread) => {
  n[p + RESULT] = kernel.storeResults(n[TABLES + thread], n[p + FROM], n[p + END]);
};

const placePoints: Loop = (kernel, { numbers: n }, p) => {
  const from = n[p + FROM];
  const count = n[p + END] - from;
  n[p + RESULT] = kernel.placePoints(n[0], from, count, n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]);
};

const limitApproaches: Loop = (kernel, { numbers: n }, p) => {
  const from = n[p + FROM];
  const count = n[p + END] - from;
  kernel.limitApproaches(
    n[0],
    from,
    count,
    n[1],
    n[2],
    n[3],
    n[4],
    n[5],
    n[6],
    n[7],
    n[8],
    n[9],
    n[10],
    n[11],
    n[12],
    n[13],
    n[14],
    n[15],
    n[16],
    n[17],
    n[18],
  );
};

/** Lists overlaps of the range, relative to `from`, at the place in the list where those of the range begin. */
const listUncertain: Loop = (kernel, { numbers: n }, p) => {
  const from = n[p + FROM];
  n[p + RESULT] = kernel.listUncertain(
    n[0] + 4 * from,
    n[p + END] - from,
    n[1] + 8 * from,
    n[2] + 4 * from,
    n[3] + 4 * from,
    n[4],
    n[5],
    n[6],
    n[7],
    n[8],
    n[9],
    n[10],
    n[11],
    n[12],
    n[13],
    n[14],
    n[15],
    n[16],
    n[17],
    n[18],
    n[19],
    n[20],
    n[21],
    n[22],
    n[23],
    n[24],
    n[25],
    n[26],
  );
};

const prepare: Loop = (kernel, { numbers: n }, p) => {
  // A manifold has four integers (16 bytes) and a friction (8 bytes).
  const friction = n[1] + (n[p + MANIFOLDS] - n[0]) / 2;
  kernel.prepare(n[p + MANIFOLDS], friction, n[p + PACKS], n[p + QUADS], n[2], n[3], n[4], n[5], n[6]);
};

const start: Loop = (kernel, { numbers: n }, p) => {
  kernel.start(n[p + MANIFOLDS], n[p + PACKS], n[p + QUADS], n[0], n[1], n[2], n[3], n[4], n[5], n[6]);
};

const finish: Loop = (kernel, { numbers: n }, p) => {
  kernel.finish(n[p + MANIFOLDS], n[p + PACKS], n[p + QUADS], n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]);
};

const applyImpulses: Loop = (kernel, { numbers: n }, p) => {
  kernel.applyImpulses(n[p + MANIFOLDS], LANES * n[p + PACKS], n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
};

const sweep: Loop = (kernel, { numbers: n }, p) => {
  n[p + RESULT] = kernel.sweepPacks(n[p + QUADS], n[p + PACKS], n[0], n[1], n[2], n[p + SUMS]);
};

const carryOn: Loop = (kernel, { numbers: n }, p) => {
  kernel.carryOn(n[0], n[1], n[2] + 4 * n[p + FROM], n[p + END] - n[p + FROM], n[3]);
};

const sweepPositions: Loop = (kernel, { numbers: n }, p) => {
  n[p + RESULT] = kernel.sweepPositions(n[p + QUADS], n[p + PACKS], n[0], n[1]);
};

const predictGaps: Loop = (kernel, { numbers: n }, p) => {
  const squares = n[p + SUMS];
  kernel.predictGaps(n[p + MANIFOLDS], n[p + PACKS], n[p + QUADS], n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], squares);
  n[p + RESULT] = kernel.squareCount.value;
  n[p + DEEPEST] = kernel.deepestAhead.value;
};

const overlapLeft: Loop = (kernel, { numbers: n }, p) => {
  kernel.overlapLeft(n[p + QUADS], n[p + PACKS], n[0], n[p + SUMS]);
  n[p + RESULT] = kernel.squareCount.value;
};

/** Lists rows left to TypeScript at the place in the list where those of the range begin. */
const moveBodies: Loop = (kernel, { numbers: n }, p, thread) => {
  const from = n[p + FROM];
  n[p + RESULT] = kernel.moveBodies(
    n[0],
    from,
    n[p + END] - from,
    n[1],
    n[2],
    n[3],
    n[4],
    n[5],
    n[6],
    n[7],
    n[8],
    n[9],
    n[10],
    n[11],
    n[WORKSPACES + thread],
    n[12] + 4 * (from - n[13]),
  );
};

/** Writes candidates at the place where those of the range would begin if all overlaps before it were candidates. */
const screenOverlaps: Loop = (kernel, { numbers: n }, p, thread) => {
  const from = n[p + FROM];
  n[p + RESULT] = kernel.screenOverlaps(n[TABLES + thread], from, n[p + END], from, n[0], n[1] !== 0, n[2]);
  n[p + LISTED] = kernel.candidateCount.value - from;
  n[p + UNCHANGED] = kernel.unchangedCount.value;
};

/** Number of manifolds in a pack. */
const LANES = 4;

export const LOOPS: readonly Loop[] = [
  testPairs,
  determineContacts,
  storeResults,
  placePoints,
  limitApproaches,
  listUncertain,
  prepare,
  start,
  finish,
  applyImpulses,
  sweep,
  carryOn,
  sweepPositions,
  predictGaps,
  screenOverlaps,
  overlapLeft,
  moveBodies,
];
