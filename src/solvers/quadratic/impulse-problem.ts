// The quadratic program of collisions and static contacts (impulsive suite, section 4.1) on plain arrays:
//
//   minimise    1/2 u^T M u + drift . j                  kinetic energy (14)
//   subject to  M u = M u_before + J^T j                 momentum (11), (12)
//               u_h . j >= 0 for h = 0 .. 7              the eight-sided pyramid (8), (9)
//               n . (J u + drift) >= bound               the bounce (13)
//
// over the velocities u and the impulses j. Where we go beyond the paper: bodies that no impulse moves may move all the same. Seen as
// bodies of boundless mass, what their kinetic energy changes by is drift . j: only so does the solution not depend on who is said to be at rest.

import { checkCount, checkObject, refuse } from '../matrix/refuse.js';

/** Numbers of the three rows of J of a contact. */
export const ROWS_LENGTH = 36;

export interface ImpulseProblem {
  bodies: number;
  /** One a body [1/kg]. */
  inverseMass: Float64Array;
  /** Six a body, in the world's frame, [xx, yy, zz, xy, xz, yz] [1/(kg m^2)]. */
  inverseInertia: Float64Array;
  /** Six a body, linear [m/s] and angular [rad/s]: before the impulses at first, after them in the end. */
  velocity: Float64Array;
  contacts: number;
  /** Two a contact: its bodies A and B, -1 for what no impulse moves. */
  movers: Int32Array;
  /** J: three rows a contact, normal and two tangents, each of twelve numbers: linear and angular of A, then of B. */
  rows: Float64Array;
  /** Three a contact: what bodies that no impulse moves add to J u, and gap / dt of gaps that may still close [m/s]. */
  drift: Float64Array;
  /** Coefficient of friction, one a contact [1]. */
  friction: Float64Array;
  /** The normal velocity that each contact must have at least in the end [m/s]. */
  bound: Float64Array;
  /** Three a contact, along its rows: what to start from at first, the solution in the end [N s]. */
  impulse: Float64Array;
}

/** Throws a RangeError unless the arrays fit together and hold numbers. */
export function checkImpulseProblem(problem: ImpulseProblem): void {
  checkObject('problem', problem);
  const { bodies, contacts } = problem;
  checkCount('bodies', bodies, 0);
  checkCount('contacts', contacts, 0);
  const lengths = {
    inverseMass: bodies,
    inverseInertia: 6 * bodies,
    velocity: 6 * bodies,
    movers: 2 * contacts,
    rows: ROWS_LENGTH * contacts,
    drift: 3 * contacts,
    friction: contacts,
    bound: contacts,
    impulse: 3 * contacts,
  };
  for (const [name, length] of Object.entries(lengths)) {
    const array = problem[name as keyof typeof lengths];
    const [Kind, kind] = name === 'movers' ? [Int32Array, 'an Int32Array'] : [Float64Array, 'a Float64Array'];
    if (!(array instanceof Kind)) refuse(name, array, kind);
    if (array.length < length) {
      throw new RangeError(`${name} has ${array.length} numbers, but ${bodies} bodies and ${contacts} contacts need ${length}.`);
    }
    for (let i = 0; i < length; i++) {
      if (!Number.isFinite(array[i])) throw new RangeError(`${name}[${i}] is ${array[i]}, but must be a finite number.`);
    }
  }
  checkEach('inverseMass', problem.inverseMass, bodies, 'above 0', (value) => value > 0);
  for (let i = 0; i < bodies; i++) checkInertia(problem.inverseInertia.subarray(6 * i, 6 * i + 6), i);
  checkEach('friction', problem.friction, contacts, '0 or more', (value) => value >= 0);
  checkEach('bound', problem.bound, contacts, '0 or more', (value) => value >= 0);
  checkEach(
    'movers',
    problem.movers,
    2 * contacts,
    `a body from 0 to ${bodies - 1}, or -1`,
    (value) => value >= -1 && value < bodies,
  );
  for (let i = 0; i < contacts; i++) {
    const [a, b] = [problem.movers[2 * i], problem.movers[2 * i + 1]];
    if (a === b) throw new RangeError(`movers of contact ${i} are ${a} and ${b}, but must be two bodies, or one and -1.`);
  }
}

/** Of a body that turns about all axes, or about none or some: positive semidefinite. */
function checkInertia([xx, yy, zz, xy, xz, yz]: Float64Array, body: number): void {
  const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const size = Math.max(xx, yy, zz);
  const minors = [xx * yy - xy * xy, xx * zz - xz * xz, yy * zz - yz * yz].map((minor) => minor / (size * size || 1));
  if (Math.min(xx, yy, zz) < 0 || Math.min(...minors) < -ROUNDING || determinant < -ROUNDING * size * size * size) {
    throw new RangeError(
      `inverseInertia of body ${body} is ${[xx, yy, zz, xy, xz, yz].join(', ')}, but must be of a body: positive semidefinite.`,
    );
  }
}

/** What rounding may leave of a minor that is zero, relative [1]. */
const ROUNDING = 1e-12;

function checkEach(
  name: string,
  array: Float64Array | Int32Array,
  length: number,
  allowed: string,
  isAllowed: (value: number) => boolean,
): void {
  for (let i = 0; i < length; i++) {
    if (!isAllowed(array[i])) throw new RangeError(`${name}[${i}] is ${array[i]}, but must be ${allowed}.`);
  }
}
