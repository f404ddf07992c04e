// shared/mark-moved.ts over the columns of a world's nodes.

import * as At from '../detection-layout';
import { markMovedRows } from '../shared/mark-moved';
import { integersAt, numbersAt } from './detection-columns';

/** All rows to before `end`: compares those before `known` with what was noted of them. */
export function markMoved(table: usize, width: i32, end: i32, known: i32): i32 {
  return markMovedRows(
    numbersAt(table, At.NODE_POSITION),
    numbersAt(table, At.NODE_ORIENTATION),
    numbersAt(table, At.NODE_VELOCITY),
    integersAt(table, At.NODE_ACTIVE),
    integersAt(table, At.NODE_MOVER),
    integersAt(table, At.NODE_GENERATION),
    integersAt(table, At.NODE_MOVED),
    numbersAt(table, At.NODE_DETECTED),
    integersAt(table, At.NODE_DETECTED_AS),
    width,
    0,
    end,
    known,
  );
}
