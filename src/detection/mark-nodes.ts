// What moves and is not at hand, and what stands: marks of all nodes and lists of them, as they are before anybody is at hand. Where
// nothing but sleep has changed since they were made, those alone are marked anew that have fallen asleep or woken.

import { COMPOSITE, FIXED, LINK, RIGID, TRIGGER } from '../bodies/node-kinds.js';
import { doubled } from '../table/doubled.js';
import type { Detection } from './detection.js';

/**
 * Values of `atHand` of a node: it moves, but is not at hand; it moves and is; it does not move by itself, sleeps or is
 * passive, and is there for all. Of those that do not move by themselves, one that is moved by its script, or was
 * changed, counts as moving where there are sleepers: it may have come to them.
 */
export const AWAY = 0;
export const MOVES = 1;
export const STANDS = 2;
/**
 * The same where the past of some is redone: what sleeps among them, and what comes to it. What comes meets nothing else that
 * stands: such pairs are at the time of the world.
 */
export const SLEEPS = 3;
export const COMES = 4;

/** Shares of all nodes that are awake at which sleepers become static boxes, and cease to be [1]. */
const FEW_AWAKE = 0.1;
const MANY_AWAKE = 0.2;

/** Marks all nodes as if none were at hand: who sleeps or woke since they were marked, or all where more has changed. */
export function bringMarksUpToDate(detection: Detection): void {
  const { atHand: some, state } = detection;
  const { sleepChanges } = state;
  if (!areMarksKnown(detection)) markAll(detection);
  else {
    takeMarksBack(detection);
    if (some.markedSleep !== sleepChanges.count && !markTurned(detection)) markAll(detection);
  }
  some.markedSleep = sleepChanges.count;
  sleepChanges.clearList();
}

/** Whether nothing was changed from outside since all nodes were marked, and it is known who has fallen asleep or woken. */
function areMarksKnown({ atHand: some, bodies, state }: Detection): boolean {
  if (some.markedAfter !== bodies.changes || some.markedNodes !== bodies.nodes.size) return false;
  if (some.markedSleep === state.sleepChanges.count) return true;
  const isAlike = some.areMarkedAlike && some.isRedone === undefined && !some.leavesTriggers && !some.areStirredMarked;
  return isAlike && state.sleepChanges.areAllListed;
}

/**
 * Marks those that have fallen asleep or woken, and moves them from list to list. Returns false where all have to be marked: where
 * sleepers become static boxes or cease to be.
 */
function markTurned({ atHand: some, bodies, state }: Detection): boolean {
  const { kind, active, atHand, asleep, firstShape, mover } = bodies.nodes.columns;
  const { rows, listed } = state.sleepChanges;
  if (!some.areFixedKnown) some.turnedCount = some.turnedBefore = 0;
  while (some.turned.length < some.turnedCount + listed) some.turned = doubled(some.turned);
  for (let i = 0; i < listed; i++) {
    const row = rows[i];
    const sleeps = asleep[row] !== 0;
    // One that has woken and sleeps again is as it was.
    if (!movesByItself(kind[row]) || active[row] === 0 || (atHand[row] === STANDS) === sleeps) continue;
    atHand[row] = sleeps ? STANDS : AWAY;
    if (mover[row] === row) {
      if (sleeps) some.awakeCount = removeFrom(some.awake, some.awakeCount, row);
      else some.awakeCount = insertInto(some.awake, some.awakeCount, row);
    }
    if (firstShape[row] >= 0) moveFixed(some, row, sleeps);
    if (some.areFixedKnown) some.turned[some.turnedCount++] = row;
  }
  const wereStatic = some.areSleepersStatic;
  standApart(some, bodies.nodes.size);
  return some.areSleepersStatic === wereStatic;
}

/** Puts a row among those that are fixed or sleep, or takes it from there. */
function moveFixed(some: Detection['atHand'], row: number, isFixed: boolean): void {
  const { standing } = some;
  if (isFixed) {
    standing[some.standingCount++] = standing[some.fixedCount];
    standing[some.fixedCount++] = row;
    return;
  }
  standing[standing.indexOf(row)] = standing[--some.fixedCount];
  standing[some.fixedCount] = standing[--some.standingCount];
}

/** Removes a number from a list in ascending order, or puts it there; returns how many there are then. */
function removeFrom(list: Int32Array, count: number, value: number): number {
  const at = list.indexOf(value);
  list.copyWithin(at, at + 1, count);
  return count - 1;
}

function insertInto(list: Int32Array, count: number, value: number): number {
  let at = count;
  while (at > 0 && list[at - 1] > value) at--;
  list.copyWithin(at + 1, at, count);
  list[at] = value;
  return count + 1;
}

/** What was at hand is away again, or stands. */
function takeMarksBack({ atHand: some, bodies }: Detection): void {
  const { atHand, active, kind } = bodies.nodes.columns;
  for (let i = 0; i < some.count; i++) {
    const row = some.rows[i];
    atHand[row] = movesByItself(kind[row]) && active[row] !== 0 ? AWAY : STANDS;
  }
}

function movesByItself(kind: number): boolean {
  return kind === RIGID || kind === LINK || kind === COMPOSITE;
}

/** All that moves is away, and its movers are listed; all else stands, and is listed. */
function markAll({ atHand: some, bodies }: Detection): void {
  const { size, columns } = bodies.nodes;
  const { kind, active, atHand, firstShape, asleep, mover } = columns;
  reserveRows(some, size);
  some.awakeCount = 0;
  some.fixedCount = 0;
  let last = size;
  for (let row = 0; row < size; row++) {
    const isElsewhere = asleep[row] !== 0 && some.isRedone?.(row) === false;
    const isLeft = isElsewhere || (some.leavesTriggers && kind[row] === TRIGGER);
    const isAwake = movesByItself(kind[row]) && active[row] !== 0 && asleep[row] === 0;
    const standing = asleep[row] !== 0 && some.isRedone !== undefined ? SLEEPS : STANDS;
    atHand[row] = isLeft || isAwake ? AWAY : standing;
    if (!bodies.nodes.isLive(row)) continue;
    if (isAwake && mover[row] === row) some.awake[some.awakeCount++] = row;
    if (atHand[row] === AWAY || firstShape[row] < 0) continue;
    if (kind[row] === FIXED || asleep[row] !== 0) some.standing[some.fixedCount++] = row;
    else some.standing[--last] = row;
  }
  standApart(some, size);
  some.standing.copyWithin(some.fixedCount, last, size);
  some.standingCount = some.fixedCount + size - last;
  some.areFixedKnown = false;
  some.areMarkedAlike = some.isRedone === undefined && !some.leavesTriggers;
  some.areStirredMarked = false;
  some.markedAfter = bodies.changes;
  some.markedNodes = size;
}

/**
 * Sleepers are static boxes of the broad phase where few bodies are awake: a step then costs what these cost. Where many are, all pairs
 * are kept, and nothing is to be made anew when one falls asleep or wakes.
 */
function standApart(some: Detection['atHand'], size: number): void {
  some.areSleepersStatic = some.awakeCount < (some.areSleepersStatic ? MANY_AWAKE : FEW_AWAKE) * size;
}

function reserveRows(some: Detection['atHand'], size: number): void {
  if (some.rows.length < size) some.rows = new Int32Array(2 * size);
  if (some.awake.length < size) some.awake = new Int32Array(2 * size);
  if (some.standing.length < size) some.standing = new Int32Array(2 * size);
}

/** The boxes of what is fixed or sleeps are known. */
export function rememberFixed({ atHand: some }: Detection): void {
  some.areFixedKnown = true;
  some.turned.copyWithin(0, some.turnedBefore, some.turnedCount);
  some.turnedCount -= some.turnedBefore;
  some.turnedBefore = some.turnedCount;
}
