// The stiffness of bodies that hang between others that pull at them.
//
// An impulse f at the arm r gives a body the angular impulse r x f. While the body turns by h w in the step h, so does
// the arm, and the angular impulse changes by -h K w, K = (f.r) I - sym(r f^T). At a ring of a taut chain both
// neighbours pull outwards, f.r > 0, and K is the stiffness of a pendulum that bears all links below. Its frequency
// sqrt(K / (h I)) is far beyond what a step can follow: with the arms of the step's beginning, every link swings a
// little farther beyond its neighbours each step, until the chain parts. With the arms of its end, I + h K in place of
// I, the step is stable for any pull (the geometric stiffness of joints; Tournier, Nesme, Gilles and Faure, "Stable
// constrained dynamics", 2015). Bodies that are pressed together, f.r < 0, tip over instead of swinging. So only bodies
// that are pulled more than pressed, by the sum of f.r, are stiff, and they have the positive part of their K.
//
// No contact gives another body what K takes from a body's spin. So K is added only where a step is too long to follow
// the swing. A bounce pulls for no time, however hard: the arm does not turn meanwhile.

import { updateRotation } from '../../bodies/kinematics.js';
import { BOUNCES } from '../../contact-problem/place-contacts.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import * as loops from '../../kernels/shared/find-pulls.js';
import { invertSymmetric } from '../../math/symmetric.js';

/** A swing is stiff when h K is more than this share of the inertia: beyond four, an explicit step gains energy [1]. */
const STIFF = 0.5;
/**
 * A body is pulled when this share of what its contacts do is along their arms, outwards [1]. A link between two others has all
 * of it there; bodies that lean on each other have a little, by their friction.
 */
const ALONG_ARMS = 0.5;
/** A body that has become this many times as stiff is stiffened anew [1]. */
const STIFFER = 2;

/** The stiffness of the bodies of the island at hand. */
export class Stiffness {
  /** By member of the island: h K [kg m^2] as [xx, yy, zz, xy, xz, yz]. */
  tensors = new Float64Array(0);
  /** By member of the island: the share of h K in the inertia, now and when last added to it [1]. */
  shares = new Float64Array(0);
  added = new Float64Array(0);
  /** By member of the island: the most that the trace of h K could be, were all impulses along their arms [kg m^2]. */
  most = new Float64Array(0);
  /** By node: which member of the island it is. */
  members = new Int32Array(0);
  /** Inertia of the body at hand, and its angular momentum. */
  readonly inertia = new Float64Array(6);
  readonly spin = new Float64Array(3);
  readonly positivePart = new PositivePart();
}

/** Makes room for the bodies of an island, none of which is stiff yet. */
export function beginStiffness(stiffness: Stiffness, { bodyCount }: Island): void {
  if (stiffness.shares.length < bodyCount) {
    stiffness.tensors = new Float64Array(12 * bodyCount);
    stiffness.shares = new Float64Array(2 * bodyCount);
    stiffness.added = new Float64Array(2 * bodyCount);
    stiffness.most = new Float64Array(2 * bodyCount);
  }
  stiffness.added.fill(0, 0, bodyCount);
}

/**
 * What findStiffness() says of an island: no body is pulled; some are; some are stiff, and more so than has been added
 * to their inertia.
 */
export const PRESSED = 0;
export const PULLED = 1;
export const STIFFENING = 2;

/** Finds the stiffness of the bodies of an island under the impulses of its contacts, for a step of dt [s]. */
export function findStiffness(stiffness: Stiffness, detection: Detection, island: Island, dt: number): number {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  const { bodyInverseInertia: s, inverseMass } = detection.bodies.nodes.columns;
  const { tensors, shares, added, most, positivePart } = stiffness;
  shares.fill(0, 0, bodyCount);
  // Most islands have no body that is pulled.
  if (!isAnyPulled(detection, island)) return PRESSED;
  sumStiffness(stiffness, detection, island, dt);
  let result = PRESSED;
  for (let i = 0; i < bodyCount; i++) {
    const row = member[firstBody + i];
    if (inverseMass[row] === 0) continue;
    const trace = tensors[6 * i] + tensors[6 * i + 1] + tensors[6 * i + 2];
    if (trace <= 0) continue;
    if (result === PRESSED && trace > ALONG_ARMS * most[i]) result = PULLED;
    shares[i] = trace * Math.max(s[6 * row], s[6 * row + 1], s[6 * row + 2]);
    if (shares[i] > STIFF) positivePart.keep(tensors, 6 * i);
    if (shares[i] > STIFF && shares[i] > STIFFER * added[i]) result = STIFFENING;
  }
  return result;
}

/**
 * Adds the stiffness that was found to the inertia of the stiff bodies of an island, instead of what was added before.
 * Velocities become what the same impulses make of them.
 */
export function stiffenBodies(stiffness: Stiffness, { bodies, groups }: Detection, island: Island): void {
  const { shares, added, inertia, spin } = stiffness;
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const nodes = bodies.nodes.columns;
  const { inverseInertia: s, velocity: u } = nodes;
  for (let i = 0; i < bodyCount; i++) {
    const row = member[firstBody + i];
    if (shares[i] <= STIFF && added[i] === 0) continue;
    const k = 6 * row;
    invertSymmetric(s, k, inertia, 0);
    multiply(inertia, 0, u, k + 3, spin, 0);
    updateRotation(nodes, row);
    addStiffness(stiffness, s, k, i);
    multiply(s, k, spin, 0, u, k + 3);
    added[i] = shares[i] > STIFF ? shares[i] : 0;
  }
}

/**
 * Gives the bodies of an island their own inertia back before they move, and the velocities that the same impulses make
 * of them.
 */
export function loosenBodies(stiffness: Stiffness, detection: Detection, island: Island): void {
  stiffness.shares.fill(0, 0, island.bodyCount);
  stiffenBodies(stiffness, detection, island);
}

/** Brings rotations and inertias of an island's bodies up to date after a turn; stiffness stays added. */
export function turnBodies(stiffness: Stiffness, { bodies, groups }: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const nodes = bodies.nodes.columns;
  for (let i = 0; i < bodyCount; i++) {
    const row = member[firstBody + i];
    updateRotation(nodes, row);
    if (stiffness.added[i] > 0) addStiffness(stiffness, nodes.inverseInertia, 6 * row, i);
  }
}

/** Gives the bodies of an island their own inertia back. */
export function relaxBodies({ added }: Stiffness, { bodies, groups }: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  for (let i = 0; i < bodyCount; i++) if (added[i] > 0) updateRotation(bodies.nodes.columns, member[firstBody + i]);
}

function addStiffness({ shares, tensors, inertia }: Stiffness, inverseInertia: Float64Array, k: number, i: number): void {
  if (shares[i] <= STIFF) return;
  invertSymmetric(inverseInertia, k, inertia, 0);
  for (let j = 0; j < 6; j++) inertia[j] += tensors[6 * i + j];
  invertSymmetric(inertia, 0, inverseInertia, k);
}

/** A symmetric matrix at s[k ..] times the vector at v[at ..]. */
function multiply(s: Float64Array, k: number, v: Float64Array, at: number, out: Float64Array, to: number): void {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  out[to] = s[k] * x + s[k + 3] * y + s[k + 4] * z;
  out[to + 1] = s[k + 3] * x + s[k + 1] * y + s[k + 5] * z;
  out[to + 2] = s[k + 4] * x + s[k + 5] * y + s[k + 2] * z;
}

/** Whether the sum of f.r of some body of an island is above zero. */
function isAnyPulled({ bodies, graph, groups, compiled, state }: Detection, island: Island): boolean {
  const { firstEdge, edgeCount, firstBody, bodyCount } = island;
  const kernel = state.settings.kernel === 'reference' ? null : compiled.kernel;
  const edges = groups.edges.columns.member;
  const rows = groups.movers.columns.member;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { impulse, worldNormal, worldPoint, bounce } = graph.contacts.columns;
  const { position, pull } = bodies.nodes.columns;
  if (kernel === null) {
    return loops.isAnyPulled(
      edges,
      firstEdge,
      edgeCount,
      rows,
      firstBody,
      bodyCount,
      movers,
      firstContact,
      contactCount,
      impulse,
      worldNormal,
      worldPoint,
      bounce,
      BOUNCES,
      position,
      pull,
    );
  }
  const found = kernel.isAnyPulled(
    edges.byteOffset,
    firstEdge,
    edgeCount,
    rows.byteOffset,
    firstBody,
    bodyCount,
    movers.byteOffset,
    firstContact.byteOffset,
    contactCount.byteOffset,
    impulse.byteOffset,
    worldNormal.byteOffset,
    worldPoint.byteOffset,
    bounce.byteOffset,
    BOUNCES,
    position.byteOffset,
    pull.byteOffset,
  );
  return found !== 0;
}

function sumStiffness(stiffness: Stiffness, { bodies, graph, groups }: Detection, island: Island, dt: number): void {
  const { firstEdge, edgeCount, firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const edges = groups.edges.columns.member;
  const { movers, firstContact, contactCount } = graph.edges.columns;
  const { impulse, worldNormal, worldPoint, bounce } = graph.contacts.columns;
  const { position, inverseMass } = bodies.nodes.columns;
  if (stiffness.members.length < bodies.nodes.size) stiffness.members = new Int32Array(2 * bodies.nodes.size);
  const { tensors, most, members } = stiffness;
  for (let i = 0; i < bodyCount; i++) members[member[firstBody + i]] = i;
  tensors.fill(0, 0, 6 * bodyCount);
  most.fill(0, 0, bodyCount);
  for (let i = firstEdge; i < firstEdge + edgeCount; i++) {
    const edge = edges[i];
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const n = impulse[4 * c];
      if (n === 0 || bounce[c] === BOUNCES) continue;
      for (let side = 0; side < 2; side++) {
        const body = movers[2 * edge + side];
        if (inverseMass[body] === 0) continue;
        const sign = side === 0 ? -dt : dt;
        const fx = sign * (n * worldNormal[3 * c] + impulse[4 * c + 1]);
        const fy = sign * (n * worldNormal[3 * c + 1] + impulse[4 * c + 2]);
        const fz = sign * (n * worldNormal[3 * c + 2] + impulse[4 * c + 3]);
        const rx = worldPoint[3 * c] - position[3 * body];
        const ry = worldPoint[3 * c + 1] - position[3 * body + 1];
        const rz = worldPoint[3 * c + 2] - position[3 * body + 2];
        most[members[body]] += 2 * Math.sqrt((fx * fx + fy * fy + fz * fz) * (rx * rx + ry * ry + rz * rz));
        const at = 6 * members[body];
        tensors[at] += fy * ry + fz * rz;
        tensors[at + 1] += fx * rx + fz * rz;
        tensors[at + 2] += fx * rx + fy * ry;
        tensors[at + 3] -= 0.5 * (fx * ry + fy * rx);
        tensors[at + 4] -= 0.5 * (fx * rz + fz * rx);
        tensors[at + 5] -= 0.5 * (fy * rz + fz * ry);
      }
    }
  }
}

/** The planes that are rotated in turn. */
const PLANES = [0, 1, 0, 2, 1, 2] as const;
const MOST_SWEEPS = 12;

/** The positive part of a symmetric matrix, by Jacobi's cyclic rotations, as principalAxes() has them, but in place. */
class PositivePart {
  /** The matrix while it is taken apart, and its eigenvectors, by columns. */
  readonly #matrix = new Float64Array(9);
  readonly #axes = new Float64Array(9);

  /** Leaves of a symmetric matrix [xx, yy, zz, xy, xz, yz] what is along eigenvectors with eigenvalues above zero. */
  keep(s: Float64Array, at: number): void {
    const m = this.#matrix;
    const v = this.#axes;
    m[0] = s[at];
    m[4] = s[at + 1];
    m[8] = s[at + 2];
    m[1] = m[3] = s[at + 3];
    m[2] = m[6] = s[at + 4];
    m[5] = m[7] = s[at + 5];
    v.fill(0);
    v[0] = v[4] = v[8] = 1;
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      const off = m[1] * m[1] + m[2] * m[2] + m[5] * m[5];
      if (off <= 1e-24 * (m[0] * m[0] + m[4] * m[4] + m[8] * m[8])) break;
      for (let plane = 0; plane < 6; plane += 2) this.#rotate(PLANES[plane], PLANES[plane + 1]);
    }
    for (let j = 0; j < 6; j++) s[at + j] = 0;
    for (let e = 0; e < 3; e++) {
      const value = m[4 * e];
      if (!(value > 0)) continue;
      s[at] += value * v[e] * v[e];
      s[at + 1] += value * v[3 + e] * v[3 + e];
      s[at + 2] += value * v[6 + e] * v[6 + e];
      s[at + 3] += value * v[e] * v[3 + e];
      s[at + 4] += value * v[e] * v[6 + e];
      s[at + 5] += value * v[3 + e] * v[6 + e];
    }
  }

  /** Turns the axes p and q so that nothing is left between them. */
  #rotate(p: number, q: number): void {
    const m = this.#matrix;
    const v = this.#axes;
    const between = m[3 * p + q];
    if (between === 0) return;
    const theta = (m[4 * q] - m[4 * p]) / (2 * between);
    const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
    const c = 1 / Math.sqrt(t * t + 1);
    const s = t * c;
    for (let k = 0; k < 3; k++) {
      const kp = m[3 * k + p];
      const kq = m[3 * k + q];
      m[3 * k + p] = c * kp - s * kq;
      m[3 * k + q] = s * kp + c * kq;
    }
    for (let k = 0; k < 3; k++) {
      const pk = m[3 * p + k];
      const qk = m[3 * q + k];
      m[3 * p + k] = c * pk - s * qk;
      m[3 * q + k] = s * pk + c * qk;
      const vp = v[3 * k + p];
      const vq = v[3 * k + q];
      v[3 * k + p] = c * vp - s * vq;
      v[3 * k + q] = s * vp + c * vq;
    }
  }
}
