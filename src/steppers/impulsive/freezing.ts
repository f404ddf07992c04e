// Step four of the impulsive suite (section 5.2): bodies that lie still are frozen. They take no part in the quadratic
// programs of static contacts, feel no gravity and stay where they are, until something gives them more energy than
// gravity would in a step.
//
// Where we differ from the paper:
// - In the static QP a frozen body is one that no impulse moves. There it would move without what it stands on, and
//   what stands on it would sink by half a step of gravity, for the position update to mend.
// - It thaws not only by a collision. A frozen body whose support is gone would hang in the air: it thaws as soon as it
//   touches nothing fixed or frozen, and as soon as these cannot carry it and what presses on it (carrying.ts): a plank that
//   a ball rolls out on. So does one that a user pushes, pulls or puts elsewhere, and one that a moving
//   scripted body touches.
// - What has gained speed for steps on end is not at rest, however slow it is: a box that begins to tip is not held by
//   freezing.
// - The threshold (15) is that of the step at hand, and of the body's own gravity.

import { energyOf } from '../../bodies/energy.js';
import { isAwake, thaw } from '../../bodies/frozen.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Carrying } from '../../contact-problem/carrying.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import type { Detection } from '../../detection/detection.js';
import type { Settings } from '../../settings.js';
import type { Columns } from '../../table/table.js';
import type { Part } from '../part.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Gains of less than this share of what gravity gives are rounding [1]. */
const GAINING = 1e-4;
/** Steps of as much gain that make up a speed [1]. */
const ON_END = 10;

/** What the step at hand adds to the speed of a falling body, squared [m^2/s^2]. */
export function squaredFall({ gravity: g }: Settings, dt: number): number {
  return dt * dt * (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/** (15): less kinetic energy than gravity would give the body in a step from rest. */
export function isSlow(nodes: Nodes, row: number, fall: number): boolean {
  const { mass, gravityScale, velocity } = nodes;
  return energyOf(nodes, row, velocity, 6 * row) < mass[row] * fall * gravityScale[row] * gravityScale[row];
}

/**
 * Marks, in `supported`, the bodies of a group that touch something fixed or frozen; contacts that do not touch have 0
 * in `touching`.
 */
export function markSupported(
  nodes: Nodes,
  { table }: ContactProblem,
  touching: Int32Array,
  { firstBody, bodyCount }: Part,
  members: Int32Array,
): void {
  const { supported } = nodes;
  for (let i = firstBody; i < firstBody + bodyCount; i++) supported[members[i]] = 0;
  const { movers } = table.columns;
  for (let i = 0; i < table.size; i++) {
    if (touching[i] === 0) continue;
    const a = movers[2 * i] / 6;
    const b = movers[2 * i + 1] / 6;
    if (isStandingOn(nodes, b)) supported[a] = 1;
    if (isStandingOn(nodes, a)) supported[b] = 1;
  }
}

/** What counts as a support: frozen, or fixed and not on its way elsewhere. */
function isStandingOn(nodes: Nodes, row: number): boolean {
  return nodes.inverseMass[row] > 0 ? nodes.frozen[row] !== 0 : !isMoving(nodes, row);
}

function isMoving({ velocity }: Nodes, row: number): boolean {
  for (let k = 6 * row; k < 6 * row + 6; k++) if (velocity[k] !== 0) return true;
  return false;
}

/**
 * Thaws what has lost its support, has been given a velocity or a force, or is touched by a scripted body that moves.
 */
export function thawDisturbed(
  nodes: Nodes,
  { table }: ContactProblem,
  touching: Int32Array,
  { firstBody, bodyCount }: Part,
  members: Int32Array,
): void {
  const { movers } = table.columns;
  for (let i = 0; i < table.size; i++) {
    if (touching[i] === 0) continue;
    const a = movers[2 * i] / 6;
    const b = movers[2 * i + 1] / 6;
    if (nodes.inverseMass[a] === 0 && nodes.frozen[b] !== 0 && isMoving(nodes, a)) thaw(nodes, b);
    if (nodes.inverseMass[b] === 0 && nodes.frozen[a] !== 0 && isMoving(nodes, b)) thaw(nodes, a);
  }
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const row = members[i];
    if (nodes.frozen[row] === 0) continue;
    if (nodes.supported[row] === 0 || isMoving(nodes, row) || isPushed(nodes, row)) thaw(nodes, row);
  }
}

/**
 * Thaws what is touched by a body that is not frozen, and what lies fixed or frozen about it cannot carry any more, in a step
 * of dt [s].
 */
export function thawUncarried(
  carrying: Carrying,
  detection: Detection,
  { table }: ContactProblem,
  touching: Int32Array,
  settings: Settings,
  dt: number,
): void {
  const nodes = detection.bodies.nodes.columns;
  const { movers } = table.columns;
  for (let i = 0; i < 2 * table.size; i++) {
    const row = movers[i] / 6;
    if (touching[i >> 1] === 0 || nodes.frozen[row] === 0 || !isAwake(nodes, movers[i ^ 1] / 6)) continue;
    if (!carrying.isCarried(detection, row, settings, dt)) thaw(nodes, row);
  }
}

function isPushed({ force }: Nodes, row: number): boolean {
  for (let k = 6 * row; k < 6 * row + 6; k++) if (force[k] !== 0) return true;
  return false;
}

/**
 * Whether a body gains speed, and has done so for steps on end: it is about to tip, however slow it still is. What it
 * has gained in the step, or part of one, at hand is the six numbers at gain[0]; `fall` is squaredFall() of that time.
 */
export function isUnderWay(nodes: Nodes, row: number, gain: Float64Array, fall: number): boolean {
  const { mass, gravityScale, velocity } = nodes;
  const gained = energyOf(nodes, row, gain, 0);
  if (!(gained > GAINING * GAINING * mass[row] * fall * gravityScale[row] * gravityScale[row])) return false;
  return energyOf(nodes, row, velocity, 6 * row) > ON_END * ON_END * gained;
}

/**
 * Counts for how long bodies have been slow and supported, freezes those that have been for long enough, and stops all
 * that is frozen.
 */
export function freeze(
  nodes: Nodes,
  { firstBody, bodyCount }: Part,
  members: Int32Array,
  settings: Settings,
  fall: number,
): void {
  const { frozen, stillFor, supported, velocity } = nodes;
  const isOn = settings['impulsive.freezing'] === 'on';
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const row = members[i];
    if (!isOn) thaw(nodes, row);
    if (frozen[row] === 0) {
      const isStill = isOn && supported[row] !== 0 && isSlow(nodes, row, fall) && isCold(nodes, row, settings);
      stillFor[row] = isStill ? stillFor[row] + 1 : 0;
      if (stillFor[row] > settings['impulsive.freezeAfter']) frozen[row] = 1;
    }
    if (frozen[row] !== 0) velocity.fill(0, 6 * row, 6 * row + 6);
  }
}

/** Whether a body's centre of mass is where bodies may freeze. */
function isCold({ position }: Nodes, row: number, settings: Settings): boolean {
  const volumes = settings['impulsive.coldVolumes'];
  if (volumes.length === 0) return true;
  for (const volume of volumes) {
    let isInside = true;
    for (let c = 0; c < 3; c++) {
      if (position[3 * row + c] < volume[c] || position[3 * row + c] > volume[3 + c]) isInside = false;
    }
    if (isInside) return true;
  }
  return false;
}
