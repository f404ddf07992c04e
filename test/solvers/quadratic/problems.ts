// Problems for the structured QP: at random, nothing like a stack, to find what a solver takes for granted; and boxes stacked in
// all the ways that scenes have, after a step of gravity, as in step three of the contact suite (Schmidl and Milenkovic 2004, 4.2).

import { Random } from '../../../src/math/random.js';
import type { ImpulseProblem } from '../../../src/solvers/index.js';
import { contactVelocity } from './kkt.js';

export type Vec3 = [number, number, number];

export interface ProblemBody {
  /** [kg] */
  mass: number;
  /** Of the inverse inertia in the world frame: xx, yy, zz, xy, xz, yz [1/(kg m^2)]. */
  inverseInertia: number[];
  /** Of the centre of mass [m]. */
  position: Vec3;
  /** Linear [m/s], angular [rad/s]. */
  velocity: number[];
}

export interface ProblemContact {
  /** The bodies, the normal pointing from A to B; -1 for what no impulse moves. */
  a: number;
  b: number;
  /** [m] */
  point: Vec3;
  normal: Vec3;
  friction: number;
  /** Turn of the tangents about the normal [rad]. */
  turn?: number;
  /** Normal and tangents [m/s]. */
  drift?: Vec3;
  /** Least normal velocity afterwards [m/s]. */
  bound?: number;
}

/** The problem of bodies and contacts, without impulses to start from. */
export function makeProblem(bodies: ProblemBody[], contacts: ProblemContact[]): ImpulseProblem {
  return {
    bodies: bodies.length,
    inverseMass: Float64Array.from(bodies, ({ mass }) => 1 / mass),
    inverseInertia: Float64Array.from(bodies.flatMap(({ inverseInertia }) => inverseInertia)),
    velocity: Float64Array.from(bodies.flatMap(({ velocity }) => velocity)),
    contacts: contacts.length,
    movers: Int32Array.from(contacts.flatMap(({ a, b }) => [a, b])),
    rows: Float64Array.from(contacts.flatMap((contact) => makeRows(bodies, contact))),
    drift: Float64Array.from(contacts.flatMap(({ drift }) => drift ?? [0, 0, 0])),
    friction: Float64Array.from(contacts, ({ friction }) => friction),
    bound: Float64Array.from(contacts, ({ bound }) => bound ?? 0),
    impulse: new Float64Array(3 * contacts.length),
  };
}

/** A copy that shares nothing. */
export function copyProblem(problem: ImpulseProblem): ImpulseProblem {
  return structuredClone(problem);
}

/** (10) for the normal and both tangents: d . ((v_b + w_b x r_b) - (v_a + w_a x r_a)) with d . (w x r) = w . (r x d). */
function makeRows(bodies: ProblemBody[], { a, b, point, normal, turn }: ProblemContact): number[] {
  return makeFrame(normal, turn ?? 0).flatMap((direction) =>
    [
      [a, -1],
      [b, 1],
    ].flatMap(([body, sign]) => {
      if (body < 0) return [0, 0, 0, 0, 0, 0];
      const arm = subtract(point, bodies[body].position);
      return [...direction, ...cross(arm, direction)].map((x) => sign * x);
    }),
  );
}

/** n, n_x, n_y: right-handed as (n_x, n_y, n). */
function makeFrame(n: Vec3, turn: number): [Vec3, Vec3, Vec3] {
  const across = unit(cross(n, Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
  const along = cross(n, across);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const nx = across.map((x, i) => c * x + s * along[i]) as Vec3;
  return [n, nx, cross(n, nx)];
}

export type RandomKind = 'plain' | 'moving ground' | 'bouncing' | 'bouncing on moving ground';
export const RANDOM_KINDS: RandomKind[] = ['plain', 'moving ground', 'bouncing', 'bouncing on moving ground'];

/**
 * One to eight bodies of masses over three decades, with products of inertia, one to twenty contacts of random places and frames, two
 * in five of them with something that no impulse moves, on either side. Where they bounce there need be no solution: walls all around a
 * body that must all be left. Otherwise there is one.
 *
 * All that no impulse moves moves as one. If it did not, a body squeezed between two walls that slide past each other would let them
 * lose energy without end, and the QP would have no lowest value.
 */
export function makeRandomProblem(seed: number, kind: RandomKind = RANDOM_KINDS[seed % RANDOM_KINDS.length]): ImpulseProblem {
  const random = new Random(seed);
  const bounces = kind === 'bouncing' || kind === 'bouncing on moving ground';
  const moves = kind === 'moving ground' || kind === 'bouncing on moving ground';
  const bodyCount = pick(random, 1, 8);
  const contactCount = pick(random, 1, 20);
  const bodies = Array.from({ length: bodyCount }, () => makeRandomBody(random));
  const ground: ProblemBody = { mass: 1, inverseInertia: [], position: [0, 0, 0], velocity: draw(random, 6, moves ? 1 : 0) };
  const friction = random.uniform() < 0.2 ? 0 : random.uniform(0, 1.5);

  const contacts = Array.from({ length: contactCount }, (): ProblemContact => {
    const a = pick(random, 0, bodyCount - 1);
    const other = (a + pick(random, 1, Math.max(1, bodyCount - 1))) % bodyCount;
    const b = other === a || random.uniform() < 0.4 ? -1 : other;
    const near = bodies[a].position;
    const contact: ProblemContact = {
      ...(random.uniform() < 0.5 ? { a, b } : { a: b, b: a }),
      point: draw(random, 3, 1).map((x, i) => near[i] + x) as Vec3,
      normal: unit(draw(random, 3, 1) as Vec3),
      friction: random.uniform() < 0.1 ? 0 : friction,
      turn: random.uniform(-3, 3),
    };
    const gap = moves && random.uniform() < 0.3 ? random.uniform(0, 2) : 0;
    return { ...contact, drift: driftOf(ground, contact, gap) };
  });
  const problem = makeProblem(bodies, contacts);
  if (bounces) {
    const restitution = random.uniform(0.1, 1);
    for (let i = 0; i < contactCount; i++)
      problem.bound[i] = Math.max(0, -restitution * contactVelocity(problem, i, problem.velocity)[0]);
  }
  return problem;
}

/** What the ground adds to the velocity of a contact that has it on one side, and a gap over the time step to the normal [m/s]. */
function driftOf(ground: ProblemBody, contact: ProblemContact, gap: number): Vec3 {
  const side = contact.a < 0 ? 0 : contact.b < 0 ? 6 : -1;
  if (side < 0) return [gap, 0, 0];
  const rows = makeRows([ground], { ...contact, a: side === 0 ? 0 : -1, b: side === 6 ? 0 : -1 });
  const drift = [0, 12, 24].map((row) => dot(rows.slice(row + side, row + side + 6), ground.velocity));
  return [drift[0] + gap, drift[1], drift[2]];
}

function makeRandomBody(random: Random): ProblemBody {
  const mass = 10 ** random.uniform(-1.5, 1.5);
  // A box of random sides: its principal moments are those of something that can be.
  const [x, y, z] = [0, 1, 2].map(() => random.uniform(0.3, 2) ** 2);
  const principal = [y + z, x + z, x + y].map((squares) => (mass * squares) / 12);
  const axes = makeFrame(unit(draw(random, 3, 1) as Vec3), random.uniform(-3, 3));
  const entry = (i: number, j: number) => axes.reduce((sum, axis, k) => sum + (axis[i] * axis[j]) / principal[k], 0);
  return {
    mass,
    inverseInertia: [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)],
    position: draw(random, 3, 2) as Vec3,
    velocity: draw(random, 6, 2),
  };
}

export interface Box {
  center: Vec3;
  /** Half its sides [m]. */
  half: Vec3;
  /** [kg] */
  mass: number;
}

export interface BoxOptions {
  friction?: number;
  /** How often every contact is there: more than once makes redundant ones. */
  copies?: number;
  /** Linear and angular velocity of every box, before gravity, is at random up to this [m/s], [rad/s]. */
  unrest?: number;
  seed?: number;
}

const GRAVITY = 9.81;
const DT = 1 / 100;
const TOUCHING = 1e-9;

/** Boxes after one step of gravity, with four contacts wherever two faces meet, and on the ground y = 0: the static contact QP. */
export function makeBoxProblem(
  boxes: Box[],
  { friction = 0.5, copies = 1, unrest = 0, seed = 1 }: BoxOptions = {},
): ImpulseProblem {
  const random = new Random(seed);
  const bodies = boxes.map(({ center, half: [x, y, z], mass }): ProblemBody => {
    const velocity = draw(random, 6, unrest);
    velocity[1] -= GRAVITY * DT;
    const moments = [y * y + z * z, x * x + z * z, x * x + y * y];
    return { mass, inverseInertia: [...moments.map((squares) => 3 / (mass * squares)), 0, 0, 0], position: center, velocity };
  });
  const contacts: ProblemContact[] = [];
  const touch = (a: number, b: number, normal: Vec3, points: Vec3[]) => {
    for (const point of points) {
      for (let copy = 0; copy < copies; copy++) contacts.push({ a, b, point, normal, friction });
    }
  };
  boxes.forEach((box, b) => {
    if (box.center[1] - box.half[1] < TOUCHING) touch(-1, b, [0, 1, 0], cornersOf(1, 0, box, box));
    for (let a = 0; a < boxes.length; a++) {
      const axis = sharedFace(boxes[a], box);
      if (axis < 0) continue;
      const normal: Vec3 = [0, 0, 0];
      normal[axis] = 1;
      touch(a, b, normal, cornersOf(axis, boxes[a].center[axis] + boxes[a].half[axis], boxes[a], box));
    }
  });
  return makeProblem(bodies, contacts);
}

/** The axis along which b lies directly behind a; -1 where they do not meet. */
function sharedFace(a: Box, b: Box): number {
  const apart = [0, 1, 2].map((i) => Math.abs(b.center[i] - a.center[i]) - a.half[i] - b.half[i]);
  return [0, 1, 2].findIndex(
    (i) => Math.abs(apart[i]) < TOUCHING && b.center[i] > a.center[i] && apart.every((gap, j) => j === i || gap < -TOUCHING),
  );
}

/** Of the rectangle in which the faces across the axis overlap. */
function cornersOf(axis: number, height: number, a: Box, b: Box): Vec3[] {
  const [p, q] = [0, 1, 2].filter((i) => i !== axis);
  const ends = (i: number) => [
    Math.max(a.center[i] - a.half[i], b.center[i] - b.half[i]),
    Math.min(a.center[i] + a.half[i], b.center[i] + b.half[i]),
  ];
  return ends(p).flatMap((x) =>
    ends(q).map((y) => {
      const point: Vec3 = [0, 0, 0];
      point[axis] = height;
      point[p] = x;
      point[q] = y;
      return point;
    }),
  );
}

/** Cubes of 1 m and 1 kg on top of each other: four contacts a cube. */
export function stackOf(count: number): Box[] {
  return Array.from({ length: count }, (_, i) => cubeAt(0, i, 0));
}

/** A stack whose top cube is that much heavier than the others. */
export function heavyOnLight(count: number, factor: number): Box[] {
  return stackOf(count).map((box, i) => ({ ...box, mass: i === count - 1 ? factor : 1 }));
}

/** Bricks in running bond with open joints, every other course one shorter: 4 (length + 2 (courses - 1) (length - 1)) contacts. */
export function wallOf(courses: number, length: number): Box[] {
  const half: Vec3 = [0.49, 0.25, 0.25];
  return Array.from({ length: courses }, (_, course) =>
    Array.from({ length: length - (course % 2) }, (_, i): Box => {
      return { center: [i + (course % 2) / 2, 0.25 + 0.5 * course, 0], half, mass: 0.5 };
    }),
  ).flat();
}

/** side^3 cubes that touch on all sides: 4 side^2 + 12 side^2 (side - 1) contacts. */
export function gridOf(side: number): Box[] {
  return Array.from({ length: side ** 3 }, (_, i) => cubeAt(i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)));
}

function cubeAt(x: number, y: number, z: number): Box {
  return { center: [x, y + 0.5, z], half: [0.5, 0.5, 0.5], mass: 1 };
}

/** Whole numbers from low to high, both included. */
function pick(random: Random, low: number, high: number): number {
  return low + Math.floor(random.uniform(0, high - low + 1));
}
function draw(random: Random, count: number, size: number): number[] {
  return Array.from({ length: count }, () => size * random.uniform(-1, 1));
}
function dot(a: number[], b: number[]): number {
  return a.reduce((sum, x, i) => sum + x * b[i], 0);
}
function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
function unit(a: Vec3): Vec3 {
  const scale = 1 / Math.hypot(...a);
  return [a[0] * scale, a[1] * scale, a[2] * scale];
}
