// How far shapes go within a stretch of time, at the most, and which of them may meet: boxes about all that they pass
// through, whatever their flights are.

import type { Bodies } from '../../bodies/bodies.js';
import type { Settings } from '../../settings.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import { ABSENT } from '../broad-phase/broad-phase.js';
import type { Detection } from '../detection.js';
import { mobilityOf, writeTightBounds } from '../update-bounds.js';
import type { ImpactSearch } from './impact-search.js';
import { CHANGED, HALTED, TAKEN } from './marks.js';

/**
 * Shares of what lets bodies pass each other that add up to this are looked at: what is less than 1 by rounding is as
 * good as 1 [1].
 */
const ENOUGH = 1 - 1e-9;
/** Spins count as this much faster: what is computed may turn faster than the body by its error [1]. */
const SPIN_CAUTION = 1 + 1e-5;
/**
 * What goes faster than this, or whose ends do for turning, is not looked at [m/s]: it is five times what is asked for,
 * and boxes about such ways would hold the whole world.
 */
const FASTEST = 5000;

/**
 * Whether two bodies, or one, may go so far within dt [s] that they pass what they should hit; of those that `marks`
 * has as taken, if given.
 */
export function areAnyFast({ bodies, state }: Detection, dt: number, marks: Int32Array | undefined): boolean {
  const { nodes, shapes } = bodies;
  const { owner, thickness } = shapes.columns;
  const { mover, active } = nodes.columns;
  let most = 0;
  let next = 0;
  for (let shape = 0; shape < shapes.size; shape++) {
    const row = mover[owner[shape]];
    if (!shapes.isLive(shape) || active[owner[shape]] === 0 || (marks !== undefined && (marks[row] & TAKEN) === 0)) continue;
    const way = wayOf(bodies, state.settings.gravity, shape, row, dt);
    const share = way / thickness[shape];
    if (!(share <= next) && isTooFast(bodies, state.settings.gravity, shape, row, dt)) continue;
    if (share > most) {
      next = most;
      most = share;
    } else if (share > next) next = share;
  }
  return most + next > ENOUGH;
}

/** How far the points of a shape go within t [s] at the most, by the velocity of its mover and the forces on it [m]. */
function wayOf(bodies: Bodies, gravity: Settings['gravity'], shape: number, row: number, t: number): number {
  const spin = largestSpinOf(bodies, row);
  return straightWayOf(bodies, gravity, row, t) + (spin === 0 ? 0 : t * spin * reachFrom(bodies, shape, row));
}

/** The same of the centre of the mover. */
function straightWayOf(bodies: Bodies, gravity: Settings['gravity'], row: number, t: number): number {
  const { velocity: u, force, inverseMass, gravityScale } = bodies.nodes.columns;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const gain = inverseMass[row] > 0 ? gravityScale[row] * gravity[axis] + inverseMass[row] * force[6 * row + axis] : 0;
    const way = t * (Math.abs(u[6 * row + axis]) + 0.5 * t * Math.abs(gain));
    square += way * way;
  }
  return Math.sqrt(square);
}

/** Whether a shape is so fast, or would become so within dt [s], that nobody looks what it hits. */
function isTooFast(bodies: Bodies, gravity: Settings['gravity'], shape: number, row: number, dt: number): boolean {
  const { velocity: u } = bodies.nodes.columns;
  const i = 6 * row + 3;
  const turn = Math.sqrt(u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
  const way = straightWayOf(bodies, gravity, row, dt) + (turn === 0 ? 0 : dt * turn * reachFrom(bodies, shape, row));
  return !(way <= FASTEST * dt);
}

/** Finds which shapes may meet up to the end of the search, each from where and when it is: `broadPhase` has the pairs. */
export function findSweptPairs(search: ImpactSearch, detection: Detection): void {
  const { bodies } = detection;
  const { size } = bodies.shapes;
  const { owner } = bodies.shapes.columns;
  const { mover } = bodies.nodes.columns;
  const { bounds, mobility, marks } = search;
  for (let shape = 0; shape < size; shape++) {
    const row = mover[owner[shape]];
    mobility[shape] = (marks[row] & TAKEN) === 0 ? ABSENT : mobilityOf(bodies, shape);
    if (mobility[shape] === ABSENT) continue;
    if ((marks[row] & CHANGED) !== 0) sweep(search, detection, shape);
    if (search.far[shape] === Number.POSITIVE_INFINITY) mobility[shape] = ABSENT;
  }
  search.broadPhase.update(bounds, size, mobility);
}

/** The box about all that a shape passes through up to the end of the search. */
function sweep(search: ImpactSearch, detection: Detection, shape: number): void {
  const { owner } = detection.bodies.shapes.columns;
  const row = detection.bodies.nodes.columns.mover[owner[shape]];
  writeTightBounds(detection, shape, search.bounds, 6 * shape);
  search.far[shape] = search.straight[shape] = 0;
  if ((search.marks[row] & HALTED) === 0) widen(search, detection, shape, row);
  const { gravity } = detection.state.settings;
  if (isTooFast(detection.bodies, gravity, shape, row, search.end - search.begin)) search.far[shape] = Number.POSITIVE_INFINITY;
  noteWay(search, shape, owner[shape]);
}

/** Widens the box of a shape by the way of its mover to the end of the search, whatever its flight is. */
function widen(search: ImpactSearch, { bodies, state }: Detection, shape: number, row: number): void {
  const { bounds, begin, end, far, straight } = search;
  const { velocity: u, time, inverseMass, force, gravityScale } = bodies.nodes.columns;
  const { gravity } = state.settings;
  const t = Math.max(0, end - (inverseMass[row] > 0 ? time[row] : begin));
  const spin = largestSpinOf(bodies, row);
  const swing = spin === 0 ? 0 : Math.min(2, t * spin) * reachFrom(bodies, shape, row);
  for (let axis = 0; axis < 3; axis++) {
    const way = t * u[6 * row + axis];
    const gain = inverseMass[row] > 0 ? gravityScale[row] * gravity[axis] + inverseMass[row] * force[6 * row + axis] : 0;
    const fall = 0.5 * t * t * Math.abs(gain);
    bounds[6 * shape + axis] += Math.min(0, way) - fall - swing;
    bounds[6 * shape + 3 + axis] += Math.max(0, way) + fall + swing;
  }
  far[shape] = wayOf(bodies, gravity, shape, row, t);
  straight[shape] = far[shape] - (spin === 0 ? 0 : t * spin * reachFrom(bodies, shape, row));
}

/** No point of a body that is 1 m from its centre is faster than this, seen from there, as long as nothing touches it [rad/s]. */
function largestSpinOf({ nodes }: Bodies, row: number): number {
  const { velocity: u, moments } = nodes.columns;
  const i = 6 * row + 3;
  const turn = Math.sqrt(u[i] * u[i] + u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
  if (turn === 0 || !(moments[3 * row] > 0)) return turn;
  const least = Math.min(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]);
  const most = Math.max(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]);
  // Energy lets it turn no faster than it would about the axis of the least moment.
  return SPIN_CAUTION * turn * Math.sqrt(most / least);
}

/**
 * How far a shape reaches from the centre of its mover; 0 for what turning leaves where it is, infinitely far for a
 * half-space [m].
 */
function reachFrom(bodies: Bodies, shape: number, row: number): number {
  const { owner, reach, kind, position: p } = bodies.shapes.columns;
  if (owner[shape] !== row) return radiusFrom(bodies, shape, row);
  const isBall = kind[shape] === SPHERE && p[3 * shape] === 0 && p[3 * shape + 1] === 0 && p[3 * shape + 2] === 0;
  return isBall ? 0 : reach[shape];
}

/** Radius of a ball about the centre of a mover that holds a shape of it, infinite for a half-space [m]. */
export function radiusFrom({ nodes, shapes }: Bodies, shape: number, row: number): number {
  const { owner, reach } = shapes.columns;
  const { position: x } = nodes.columns;
  const own = owner[shape];
  if (own === row) return reach[shape];
  let square = 0;
  for (let k = 0; k < 3; k++) square += (x[3 * own + k] - x[3 * row + k]) * (x[3 * own + k] - x[3 * row + k]);
  return reach[shape] + Math.sqrt(square);
}

/** The box about the ways of a node grows by that of one of its shapes. */
function noteWay({ bounds, ways }: ImpactSearch, shape: number, row: number): void {
  for (let k = 0; k < 3; k++) {
    if (bounds[6 * shape + k] < ways[6 * row + k]) ways[6 * row + k] = bounds[6 * shape + k];
    if (bounds[6 * shape + 3 + k] > ways[6 * row + 3 + k]) ways[6 * row + 3 + k] = bounds[6 * shape + 3 + k];
  }
}
