// Trees in joint coordinates and the tables of their world, whose columns are where the table of addresses says
// (flight-layout.ts).

import * as At from '../flight-layout';
import { readBodies, readJoints, writeBodies, writeJoints } from '../shared/exchange-links';
import { flyWhole } from '../shared/fly-links';
import { Integers, Numbers } from '../shared/numbers';

@inline function column(table: Integers, place: i32): Numbers {
  return changetype<Numbers>(<usize>table[place]);
}

/** Reads what a step begins with. Returns 1 where links that were placed are where they were, else 0. */
export function readTree(table: Integers, m: Numbers, n: Integers, count: i32, isPlaced: bool, gx: f64, gy: f64, gz: f64, times: f64): bool {
  readJoints(m, n, count, times, column(table, At.JOINT_IMPULSE), column(table, At.JOINT_RESPONSE), column(table, At.JOINT_TARGET));
  return readBodies(
    m,
    n,
    count,
    isPlaced,
    gx,
    gy,
    gz,
    column(table, At.NODE_POSITION),
    column(table, At.NODE_ORIENTATION),
    column(table, At.NODE_VELOCITY),
    column(table, At.NODE_FORCE),
  );
}

/** Reads a tree without other laws than plain ones, and takes it through a step. Returns 1 where it was found. */
export function flyTree(
  table: Integers,
  m: Numbers,
  n: Integers,
  count: i32,
  sums: Numbers,
  isPlaced: bool,
  isFactored: bool,
  gx: f64,
  gy: f64,
  gz: f64,
  times: f64,
  open: f64,
  dt: f64,
  most: f64,
): bool {
  const areThere = readTree(table, m, n, count, isPlaced, gx, gy, gz, times);
  return flyWhole(m, n, count, sums, areThere, isFactored, open, dt, most);
}

/** Writes what a step has come to. Returns 1 where a joint is to be looked at, else 0. */
export function landTree(table: Integers, m: Numbers, n: Integers, count: i32, scale: f64, times: f64): bool {
  writeBodies(
    m,
    n,
    count,
    scale,
    column(table, At.NODE_POSITION),
    column(table, At.NODE_ORIENTATION),
    column(table, At.NODE_VELOCITY),
    column(table, At.NODE_ROTATION),
    column(table, At.NODE_ROTATED_BY),
    column(table, At.NODE_INVERSE_INERTIA),
  );
  return writeJoints(m, n, count, times, column(table, At.JOINT_IMPULSE), column(table, At.JOINT_RESPONSE));
}
