// Contacts of bodies that spin so fast that their axis swings through radians within a step (bodies/spinning.ts).
//
// How fast such a body closes a gap at this moment says nothing of where its axis will be at the end of the step. So its free motion
// is looked at, to where it leads, and the swing of the axis from beginning to end is what counts for its contacts; what spins about the
// axis does not move what is round about it.

import { turnVector } from '../bodies/free-rotation.js';
import { writeSwing } from '../bodies/spinning.js';
import type { Detection } from '../detection/detection.js';
import type { Island } from '../detection/islands/island.js';
import { CAPSULE, SPHERE } from '../shapes/shape-kinds.js';

/** What is known of the spinning body at hand. */
export class Spin {
  /** Where its axis is, and where that will be [1]. */
  readonly axis = new Float64Array(3);
  readonly end = new Float64Array(3);
  /** Its arm to a contact, and that when the axis has swung [m]. */
  readonly arm = new Float64Array(3);
  /** Its orientation and angular velocity, to be given back. */
  readonly before = new Float64Array(7);
}

/** A contact is on the axis when it is no farther from it than this share of its distance from the centre of mass [1]. */
const ON_AXIS = 0.05;

/**
 * What `spinning` says of a body: it stands on its axis, on what no impulse moves; it touches something in another way; it has been
 * prepared; it spins fast, whatever it touches.
 */
const ON_FIRM_GROUND = 1;
const ELSEWHERE = 2;
const PREPARED = 4;
const FAST = 8;

/**
 * Prepares all bodies that spin fast, and their contacts, which have been placed, for a step of dt [s]: those that stand on their axis, so
 * that the spin does not move their contacts, and on nothing but what no impulse moves: arms that turn with one of two bodies would not
 * keep the angular momentum of both.
 */
export function prepareSpinning(spin: Spin, detection: Detection, dt: number): void {
  if (!markSpinning(detection, dt)) return;
  markTouching(spin, detection);
  const { bodies, groups } = detection;
  const { spinning } = bodies.nodes.columns;
  const { moverCount } = groups;
  const { member } = groups.movers.columns;
  let isAny = false;
  for (let i = 0; i < moverCount; i++) {
    const row = member[i];
    if ((spinning[row] & FAST) === 0) continue;
    const isPrepared = spinning[row] === (FAST | ON_FIRM_GROUND);
    spinning[row] = isPrepared ? PREPARED : 0;
    if (!isPrepared) continue;
    bodies.turning.fast.stiffen(bodies.nodes.columns, row, dt);
    findSwing(spin, detection, row, dt);
    isAny = true;
  }
  if (isAny) foreseeSwings(spin, detection, dt);
}

/** Marks the bodies that spin fast, be they in touch with something or not; returns whether there are any: in most worlds none does. */
function markSpinning({ bodies, groups }: Detection, dt: number): boolean {
  const { nodes, turning } = bodies;
  const { moverCount } = groups;
  const { member } = groups.movers.columns;
  let isAny = false;
  for (let i = 0; i < moverCount; i++) {
    if (!turning.fast.isSpinning(nodes.columns, member[i], dt)) continue;
    nodes.columns.spinning[member[i]] |= FAST;
    isAny = true;
  }
  return isAny;
}

/** Marks them by what they touch. */
function markTouching(spin: Spin, detection: Detection): void {
  const { graph, bodies, contactEdges } = detection;
  const { spinning, inverseMass } = bodies.nodes.columns;
  const { movers } = graph.edges.columns;
  for (let i = 0; i < 2 * contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i >> 1];
    const row = movers[2 * edge + (i & 1)];
    // Where it also touches something in another way, nothing more is to be known.
    if ((spinning[row] & (FAST | ELSEWHERE)) !== FAST) continue;
    const other = movers[2 * edge + 1 - (i & 1)];
    const isFirm = inverseMass[other] === 0 && isOnAxis(spin, detection, edge, i & 1, row);
    spinning[row] |= isFirm ? ON_FIRM_GROUND : ELSEWHERE;
  }
}

/** Whether all contacts of an edge are on the axis of the body at its `side`: of what is round, by its centre of curvature. */
function isOnAxis({ axis }: Spin, { graph, bodies }: Detection, edge: number, side: number, row: number): boolean {
  const { firstContact, contactCount } = graph.edges.columns;
  const { shapes, worldPoint, worldNormal, gap } = graph.contacts.columns;
  const { kind, thickness } = bodies.shapes.columns;
  const { position: x } = bodies.nodes.columns;
  bodies.turning.fast.spinAxis(bodies.nodes.columns, row, axis, -1);
  for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
    const shape = shapes[2 * c + side];
    const radius = kind[shape] === SPHERE || kind[shape] === CAPSULE ? thickness[shape] + 0.5 * gap[c] : 0;
    let along = 0;
    let squared = 0;
    for (let j = 0; j < 3; j++) {
      const inward = (side === 1 ? radius : -radius) * worldNormal[3 * c + j];
      const r = worldPoint[3 * c + j] + inward - x[3 * row + j];
      along += r * axis[j];
      squared += r * r;
    }
    // What is round about its own centre rolls, whatever it spins like.
    if (squared <= radius * radius || squared - along * along > ON_AXIS * ON_AXIS * squared) return false;
  }
  return true;
}

/** The smallest turn that takes the axis from where it is to where it will be without contacts. */
function findSwing({ axis, end, before }: Spin, { bodies }: Detection, row: number, dt: number): void {
  const { turning } = bodies;
  const nodes = bodies.nodes.columns;
  const { orientation: q, velocity: u, swing } = nodes;
  const at = turning.fast.spinAxis(nodes, row, axis, -1);
  for (let j = 0; j < 4; j++) before[j] = q[4 * row + j];
  for (let j = 0; j < 3; j++) before[4 + j] = u[6 * row + 3 + j];
  turning.followFreely(nodes, row, dt);
  turning.fast.spinAxis(nodes, row, end, at);
  for (let j = 0; j < 4; j++) q[4 * row + j] = before[j];
  for (let j = 0; j < 3; j++) u[6 * row + 3 + j] = before[4 + j];
  writeSwing(axis, end, swing, 3 * row);
}

/** Takes note of the arms and impulses of the contacts of a group's bodies that spin fast, for their motion: arms turn with the axis. */
export function noteLevers({ graph, bodies, groups }: Detection, island: Island): void {
  const { firstEdge, edgeCount, firstBody, bodyCount } = island;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { impulse, worldPoint, worldNormal } = graph.contacts.columns;
  const { spinning, position: x, levers } = bodies.nodes.columns;
  let isAny = false;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const row = groups.movers.columns.member[i];
    if (spinning[row] === 0) continue;
    levers.fill(0, 9 * row, 9 * row + 9);
    isAny = true;
  }
  for (let i = firstEdge; isAny && i < firstEdge + edgeCount; i++) {
    const edge = groups.edges.columns.member[i];
    for (let side = 0; side < 2; side++) {
      const row = movers[2 * edge + side];
      if (spinning[row] === 0) continue;
      const sign = side === 1 ? 1 : -1;
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        for (let j = 0; j < 3; j++) {
          const push = sign * (impulse[4 * c] * worldNormal[3 * c + j] + impulse[4 * c + 1 + j]);
          for (let k = 0; k < 3; k++) levers[9 * row + 3 * k + j] += (worldPoint[3 * c + k] - x[3 * row + k]) * push;
        }
      }
    }
  }
}

/** Into gaps and b: what the swing closes of a gap, in place of what the spin of this moment would. */
function foreseeSwings({ arm }: Spin, { graph, bodies, contactEdges }: Detection, dt: number): void {
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { bias, gap, worldPoint, worldNormal } = graph.contacts.columns;
  const { spinning, position: x, velocity: u, swing } = bodies.nodes.columns;
  for (let i = 0; i < contactEdges.size; i++) {
    const edge = contactEdges.columns.edge[i];
    for (let side = 0; side < 2; side++) {
      const row = movers[2 * edge + side];
      if (spinning[row] === 0) continue;
      const sign = side === 1 ? 1 : -1;
      for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
        if (bias[c] === Number.POSITIVE_INFINITY) continue;
        for (let j = 0; j < 3; j++) arm[j] = worldPoint[3 * c + j] - x[3 * row + j];
        const rx = arm[0];
        const ry = arm[1];
        const rz = arm[2];
        turnVector(arm, 0, swing, 3 * row, 1);
        const k = 6 * row + 3;
        const dx = arm[0] - rx - dt * (u[k + 1] * rz - u[k + 2] * ry);
        const dy = arm[1] - ry - dt * (u[k + 2] * rx - u[k] * rz);
        const dz = arm[2] - rz - dt * (u[k] * ry - u[k + 1] * rx);
        const opens = sign * (dx * worldNormal[3 * c] + dy * worldNormal[3 * c + 1] + dz * worldNormal[3 * c + 2]);
        gap[c] += opens;
        bias[c] += opens / dt;
      }
    }
  }
}
