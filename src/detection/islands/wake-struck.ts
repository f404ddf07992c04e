// Blows. An impulse goes through bodies that touch each other within one step, and would end at one that sleeps by itself
// (speedups.subgrouping) as at a wall: a ball that hits a row of cubes would not move it. So whoever a blow may reach is
// awake before the step is solved. Who strikes is faster than a slow body and closes on the other as fast as that: a ball that
// spins or rolls on the spot rubs, and strikes nobody. A blow goes on from body to body in about the direction of the body
// that strikes. What goes down into supports ends at the ground in any case; where it does not, balance is lost, and that wakes them
// (balance.ts).

import { isInsulator } from '../../bodies/node-kinds.js';
import { CONTACT } from '../../bodies/sleep-reasons.js';
import type { Detection } from '../detection.js';
import { nodeOf } from '../find-movers.js';
import { closesFast } from './closing-speed.js';
import { isSlow } from './sleep-limits.js';
import { wake } from './wake.js';

/** A blow reaches a neighbour whose centre is within 60 degrees of its direction, seen from the body that passes it on [1]. */
const ALONG = 0.5;
/** A neighbour whose centre is within 45 degrees of straight below is a support [1]. */
const BELOW = 0.7;

/** Wakes those that blows of the bodies at hand may reach. Returns whether anybody slept. */
export function wakeStruck(detection: Detection): boolean {
  const { graph, contactEdges, state, atHand, blow } = detection;
  if (!atHand.leavesSleepers || state.settings['speedups.subgrouping'] !== 'on') return false;
  const { movers } = graph.edges.columns;
  setUnit(blow.down, state.settings.gravity, 0);
  let hasWoken = false;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    const a = movers[2 * edge];
    const b = movers[2 * edge + 1];
    if (strikes(detection, edge, a, b)) hasWoken = follow(detection, a, b) || hasWoken;
    if (strikes(detection, edge, b, a)) hasWoken = follow(detection, b, a) || hasWoken;
  }
  return hasWoken;
}

/** Whether a body that is not slow closes on one that is, and that moves by itself, at an edge between them. */
function strikes(detection: Detection, edge: number, row: number, other: number): boolean {
  const { bodies, state } = detection;
  const nodes = bodies.nodes.columns;
  if (isInsulator(nodes.kind[other]) || !isSlow(nodes, other, state.settings)) return false;
  const isFast = isInsulator(nodes.kind[row]) ? hasVelocity(nodes.velocity, row) : !isSlow(nodes, row, state.settings);
  if (!isFast) return false;
  return closesFast(detection, edge, other);
}

/** Follows the blow of a body on another through all whom it may reach. Returns whether anybody slept. */
function follow(detection: Detection, striker: number, first: number): boolean {
  const { bodies, state, blow } = detection;
  setUnit(blow.direction, bodies.nodes.columns.velocity, 6 * striker);
  blow.begin(striker, detection.rowCount);
  blow.reach(first);
  let hasWoken = false;
  for (let i = 0; i < blow.count; i++) {
    const row = blow.reached[i];
    passOn(detection, row);
    if (bodies.nodes.columns.asleep[row] === 0) continue;
    wake(state, row, CONTACT, bodies.nodes.idOf(nodeOf(detection, striker)));
    hasWoken = true;
  }
  return hasWoken;
}

/** Reaches the neighbours of a body to which the blow goes on. */
function passOn({ bodies, graph, blow }: Detection, row: number): void {
  const { kind, mover, position } = bodies.nodes.columns;
  const { nodes: ends } = graph.edges.columns;
  const { touching } = blow;
  touching.list(graph, row);
  for (let i = 0; i < touching.count; i++) {
    const other = mover[ends[touching.entries[i] ^ 1]];
    if (blow.hasReached(other) || isInsulator(kind[other])) continue;
    const x = position[3 * other] - position[3 * row];
    const y = position[3 * other + 1] - position[3 * row + 1];
    const z = position[3 * other + 2] - position[3 * row + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    if (along(blow.direction, x, y, z) >= ALONG * length && along(blow.down, x, y, z) <= BELOW * length) blow.reach(other);
  }
}

function along(unit: Float64Array, x: number, y: number, z: number): number {
  return unit[0] * x + unit[1] * y + unit[2] * z;
}

/** Makes `to` the direction of three numbers from `k` on, or zero where they are. */
function setUnit(to: Float64Array, from: ArrayLike<number>, k: number): void {
  const length = Math.sqrt(from[k] * from[k] + from[k + 1] * from[k + 1] + from[k + 2] * from[k + 2]);
  for (let j = 0; j < 3; j++) to[j] = length > 0 ? from[k + j] / length : 0;
}

function hasVelocity(velocity: Float64Array, row: number): boolean {
  for (let k = 6 * row; k < 6 * row + 6; k++) if (velocity[k] !== 0) return true;
  return false;
}
