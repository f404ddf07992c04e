// At which velocity a body is at rest on its holder, whether it is, and which impulse brings it to rest.

import { turnVector } from '../../../bodies/free-rotation.js';
import type { NODE_SCHEMA } from '../../../bodies/node-table.js';
import { DETECTED_SIZE } from '../../../bodies/node-table.js';
import type { Columns } from '../../../table/table.js';
import type { Holding, HoldLimits } from './holding.js';
import type { SupportGraph } from './support-graph.js';

/** Finds the velocity at which a body is at rest: that of its holder, there, and that which closes its smallest gap. */
function findRest({ support, rest }: Holding, { velocity: u, position: x }: Columns<typeof NODE_SCHEMA>, body: number): void {
  const { holder: holders, approach } = support.standing.columns;
  const holder = holders[body];
  const h = 6 * holder;
  for (let j = 0; j < 3; j++) rest[j] = u[h + j] + approach[3 * body + j];
  for (let j = 3; j < 6; j++) rest[j] = u[h + j];
  if (u[h + 3] === 0 && u[h + 4] === 0 && u[h + 5] === 0) return;
  const rx = x[3 * body] - x[3 * holder];
  const ry = x[3 * body + 1] - x[3 * holder + 1];
  const rz = x[3 * body + 2] - x[3 * holder + 2];
  rest[0] += u[h + 4] * rz - u[h + 5] * ry;
  rest[1] += u[h + 5] * rx - u[h + 3] * rz;
  rest[2] += u[h + 3] * ry - u[h + 4] * rx;
}

/**
 * Finds the same at the end of the step, where the holder's turn has taken the body. To get there, contacts have to
 * give the force towards the axis as well.
 */
export function findRestAtEnd(holding: Holding, nodes: Columns<typeof NODE_SCHEMA>, body: number, limits: HoldLimits): void {
  const { support, rest } = holding;
  findRest(holding, nodes, body);
  const holder = support.standing.columns.holder[body];
  if (!isTurning(nodes, holder)) return;
  const { velocity: u } = nodes;
  for (let j = 0; j < 3; j++) rest[j] -= u[6 * holder + j];
  turnVector(rest, 0, u, 6 * holder + 3, limits.dt);
  for (let j = 0; j < 3; j++) rest[j] += u[6 * holder + j];
}

/**
 * Lets a body that is held move with its holder. A holder and all that it carries have the velocities of one rigid
 * body.
 */
export function restOnHolder(holding: Holding, nodes: Columns<typeof NODE_SCHEMA>, body: number): void {
  const { support, rest } = holding;
  findRest(holding, nodes, body);
  for (let j = 0; j < 6; j++) nodes.velocity[6 * body + j] = rest[j];
  const holder = support.standing.columns.holder[body];
  if (isTurning(nodes, holder)) nodes.carriedBy[body] = holder + 1;
}

function isTurning({ velocity: u }: Columns<typeof NODE_SCHEMA>, row: number): boolean {
  return u[6 * row + 3] !== 0 || u[6 * row + 4] !== 0 || u[6 * row + 5] !== 0;
}

/** Notes in `offRest` how fast the body moves against the rest that was found for it: the most of all directions [m/s]. */
export function measureOffRest(
  { rest, offRest }: Holding,
  { velocity: u, inverseMass, inverseInertia: s }: Columns<typeof NODE_SCHEMA>,
  body: number,
): void {
  const k = 6 * body;
  // A turn counts by what it does at the radius of gyration.
  const radius = Math.sqrt(inverseMass[body] / Math.min(s[k], s[k + 1], s[k + 2]));
  let most = 0;
  for (let j = 0; j < 3; j++) {
    const way = Math.abs(rest[j] - u[k + j]);
    if (way > most) most = way;
    const turn = Math.abs(rest[j + 3] - u[k + j + 3]) * radius;
    if (turn > most) most = turn;
  }
  offRest[0] = most;
}

/** Whether all bodies that may hold a body had no velocity when the step began. */
export function standsOnStill({ standing, entries }: SupportGraph, nodes: Columns<typeof NODE_SCHEMA>, body: number): boolean {
  const { firstEntry, entryCount, holder, rank } = standing.columns;
  for (let entry = firstEntry[body]; entry < firstEntry[body] + entryCount[body]; entry++) {
    const o = entries.columns.other[entry];
    if (nodes.inverseMass[o] === 0 || holder[o] < 0 || rank[o] > rank[body]) continue;
    for (let k = DETECTED_SIZE * o + 7; k < DETECTED_SIZE * (o + 1); k++) if (nodes.detected[k] !== 0) return false;
  }
  return true;
}

/**
 * Finds the impulse that brings a body to rest: M (rest - u), and what turns its angular momentum with the holder.
 * Returns false for a body without inertia.
 */
export function findWanted(
  { support, rest, wanted }: Holding,
  { velocity: u, mass, inverseInertia: s }: Columns<typeof NODE_SCHEMA>,
  body: number,
  { dt }: HoldLimits,
): boolean {
  const holder = support.standing.columns.holder[body];
  const k = 6 * body;
  const h = 6 * holder + 3;
  for (let j = 0; j < 3; j++) wanted[j] = mass[body] * (rest[j] - u[k + j]);
  const x = rest[3] - u[k + 3];
  const y = rest[4] - u[k + 4];
  const z = rest[5] - u[k + 5];
  // The inertia times these, from the inverse by cofactors.
  const xx = s[k + 1] * s[k + 2] - s[k + 5] * s[k + 5];
  const xy = s[k + 4] * s[k + 5] - s[k + 3] * s[k + 2];
  const xz = s[k + 3] * s[k + 5] - s[k + 4] * s[k + 1];
  const yy = s[k] * s[k + 2] - s[k + 4] * s[k + 4];
  const yz = s[k + 3] * s[k + 4] - s[k] * s[k + 5];
  const zz = s[k] * s[k + 1] - s[k + 3] * s[k + 3];
  const determinant = s[k] * xx + s[k + 3] * xy + s[k + 4] * xz;
  wanted[3] = (xx * x + xy * y + xz * z) / determinant;
  wanted[4] = (xy * x + yy * y + yz * z) / determinant;
  wanted[5] = (xz * x + yz * y + zz * z) / determinant;
  // w x I w
  const turn = dt / determinant;
  const lx = xx * u[h] + xy * u[h + 1] + xz * u[h + 2];
  const ly = xy * u[h] + yy * u[h + 1] + yz * u[h + 2];
  const lz = xz * u[h] + yz * u[h + 1] + zz * u[h + 2];
  wanted[3] += turn * (u[h + 1] * lz - u[h + 2] * ly);
  wanted[4] += turn * (u[h + 2] * lx - u[h] * lz);
  wanted[5] += turn * (u[h] * ly - u[h + 1] * lx);
  return determinant > 0;
}
