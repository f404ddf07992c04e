// What the compiled sweeps leave to do, in packs with unused lanes, missing points and contacts that must not act, against the same
// sweeps in f64.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { Random } from '../../src/index.js';
import type { Kernel } from '../../src/kernels/kernel.js';
import { makeKernel, makeMemory } from '../../src/kernels/kernel.js';
import * as layout from '../../src/kernels/layout.js';
import { Simulation } from '../../src/scene/simulation.js';
import * as R from '../../src/solvers/contact-record.js';
import { sweepVelocities } from '../../src/solvers/kernels/sweep-velocities.js';

type Vector = [number, number, number];
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Inertia of a body of unit mass, a ball's [m^2]. */
const GYRATION = 0.1;
const LANES = 4;

/** One pack of pairs of bodies, with as many contacts a lane as given; a lane of none is left to nobody. */
function makePack(seed: number, counts: number[], idle: (contact: number) => boolean) {
  const random = new Random(seed);
  const draw = () => random.uniform(-1, 1);
  const bodies = 2 * LANES;
  const contacts = counts.reduce((sum, count) => sum + count, 0);
  const memory = makeMemory(1 << 17) as { buffer: ArrayBuffer };
  let end = 0;
  const take = <T>(Type: new (buffer: ArrayBuffer, offset: number, length: number) => T, length: number, bytes: number): T => {
    const offset = end;
    end += Math.ceil((length * bytes) / 16) * 16;
    return new Type(memory.buffer, offset, length);
  };
  const arrays = {
    manifold: take(Int32Array, 4 * LANES, 4),
    friction: take(Float64Array, LANES, 8),
    point: take(Float64Array, 3 * contacts, 8),
    normal: take(Float64Array, 3 * contacts, 8),
    load: take(Float64Array, 4 * contacts, 8),
    bias: take(Float64Array, contacts, 8),
    position: take(Float64Array, 3 * (bodies + 1), 8),
    u: take(Float64Array, 6 * (bodies + 1), 8),
    root: take(Float32Array, layout.ROOT_WIDTH * (bodies + 1), 4),
    velocity: take(Float32Array, layout.VELOCITY_WIDTH * (bodies + 1), 4),
    stream: take(Float32Array, 4 * (layout.HEAD_LENGTH + 4 * layout.POINT_LENGTH), 4),
  };
  const { manifold, friction, point, normal, load, bias, u, root } = arrays;
  const masses = Array.from({ length: bodies }, () => 10 ** random.uniform(-1, 2));
  for (let body = 0; body < bodies; body++) {
    const spin = 1 / Math.sqrt(GYRATION * masses[body]);
    root.set([spin, spin, spin, 0, 0, 0, 1 / masses[body], 0], layout.ROOT_WIDTH * body);
    for (let k = 0; k < 6; k++) u[6 * body + k] = draw();
  }
  let contact = 0;
  counts.forEach((count, lane) => {
    friction[lane] = count === 0 ? 0 : random.uniform(0, 0.8);
    manifold.set(count === 0 ? [bodies, bodies, 0, 0] : [2 * lane, 2 * lane + 1, contact, count], 4 * lane);
    const n = [draw(), draw(), draw()] as Vector;
    const length = Math.sqrt(dot(n, n));
    for (let k = 0; k < count; k++, contact++) {
      point.set([draw(), draw(), draw()], 3 * contact);
      normal.set(
        n.map((x) => x / length),
        3 * contact,
      );
      load[4 * contact] = random.uniform(0, 1);
      bias[contact] = idle(contact) ? Number.POSITIVE_INFINITY : 0;
    }
  });
  return { ...arrays, bodies, contacts, masses, kernel: makeKernel(memory) as Kernel };
}

/** The same contacts as records in f64, with the tangents that the kernel has chosen. */
function recordsOf({
  manifold,
  friction,
  point,
  normal,
  load,
  bias,
  position,
  stream,
  masses,
  contacts,
}: ReturnType<typeof makePack>) {
  const record = new Float64Array(contacts * R.RECORD_LENGTH);
  const movers = new Int32Array(2 * contacts);
  for (let lane = 0; lane < LANES; lane++) {
    const [a, b, first, count] = manifold.subarray(4 * lane, 4 * lane + 4);
    const directionOf = (quad: number) => [0, 1, 2].map((j) => stream[4 * (quad + j) + lane]) as Vector;
    for (let c = first; c < first + count; c++) {
      const k = c * R.RECORD_LENGTH;
      movers.set([6 * a, 6 * b], 2 * c);
      const rows = [
        [...normal.subarray(3 * c, 3 * c + 3)] as Vector,
        directionOf(layout.TANGENT_1),
        directionOf(layout.TANGENT_2),
      ];
      const arm = (body: number) => [0, 1, 2].map((j) => point[3 * c + j] - position[3 * body + j]) as Vector;
      const A = [0, 1, 2].map((p) => [0, 1, 2].map((q) => (p === q ? 1 / masses[a] + 1 / masses[b] : 0)));
      rows.forEach((d, row) => {
        record.set(d, k + R.NORMAL + 3 * row);
        for (const [side, body] of [a, b].entries()) {
          const angular = cross(arm(body), d).map((x) => (side === 0 ? -x : x));
          record.set(angular, k + R.ANGULAR + 6 * row + 3 * side);
          record.set(
            angular.map((x) => x / (GYRATION * masses[body])),
            k + R.TURN + 6 * row + 3 * side,
          );
        }
      });
      for (let p = 0; p < 3; p++)
        for (let q = 0; q < 3; q++)
          for (let j = 0; j < 6; j++) A[p][q] += record[k + R.ANGULAR + 6 * p + j] * record[k + R.TURN + 6 * q + j];
      const determinant = A[1][1] * A[2][2] - A[1][2] * A[1][2];
      record.set([1 / masses[a], 1 / masses[b], 1 / A[0][0], 1 / A[1][1], 1 / A[2][2]], k + R.INVERSE_MASS_A);
      record.set([A[2][2] / determinant, -A[1][2] / determinant, A[1][1] / determinant], k + R.INVERSE_TANGENT_BLOCK);
      const half = (A[1][1] - A[2][2]) / 2;
      record[k + R.TANGENT_STEP] = 1 / ((A[1][1] + A[2][2]) / 2 + Math.sqrt(half * half + A[1][2] * A[1][2]));
      record[k + R.BIAS] = bias[c];
      record[k + R.FRICTION] = friction[lane];
      record[k + R.LAMBDA] = load[4 * c];
    }
  }
  return { record, movers };
}

/** Half the sum of D dlambda^2 of one sweep: theta (38) of the diagonally scaled problem, as the sweep finds it [J]. */
function sweepRecords(record: Float64Array, movers: Int32Array, u: Float64Array): number {
  const before = record.slice();
  const count = movers.length / 2;
  sweepVelocities(count, record, movers, u, false, 0);
  let sum = 0;
  for (let k = 0; k < record.length; k += R.RECORD_LENGTH) {
    const [dn, d1, d2] = [0, 1, 2].map((row) => record[k + R.LAMBDA + row] - before[k + R.LAMBDA + row]);
    sum += (dn * dn) / record[k + R.INVERSE_DIAGONAL] + (d1 * d1 + d2 * d2) / record[k + R.TANGENT_STEP];
  }
  return 0.5 * sum;
}

describe('what the compiled sweeps leave', () => {
  const never = () => false;
  const every = (n: number) => (contact: number) => contact % n === 1;
  it.each([
    ['four lanes of four', [4, 4, 4, 4], never],
    ['a lane left to nobody, and lanes of fewer points', [4, 0, 1, 3], never],
    ['one lane alone', [2, 0, 0, 0], never],
    ['contacts that must not act among those that do', [4, 3, 0, 2], every(2)],
    ['a lane in which none acts', [1, 4, 0, 1], (contact: number) => contact === 0 || contact === 5],
  ] as const)('is what the same sweeps leave in f64: %s', (_, counts, idle) => {
    for (let seed = 1; seed <= 20; seed++) {
      const pack = makePack(seed, [...counts], idle);
      const { kernel, manifold, friction, stream, point, normal, load, bias, u, position, root, velocity } = pack;
      const at = stream.byteOffset;
      kernel.prepare(
        manifold.byteOffset,
        friction.byteOffset,
        1,
        at,
        point.byteOffset,
        normal.byteOffset,
        position.byteOffset,
        root.byteOffset,
        4 * layout.VELOCITY_WIDTH,
      );
      kernel.start(
        manifold.byteOffset,
        1,
        at,
        point.byteOffset,
        normal.byteOffset,
        load.byteOffset,
        bias.byteOffset,
        u.byteOffset,
        position.byteOffset,
        1,
      );
      const { record, movers } = recordsOf(pack);
      const reference = u.slice();
      const first = sweepRecords(record, movers, reference);
      kernel.sweepVelocities(at, 1, velocity.byteOffset, 0, 0);
      expect(first).toBeGreaterThan(0);
      expect(Math.abs(kernel.residual.value - first)).toBeLessThan(1e-4 * first);
      for (let sweep = 0; sweep < 20; sweep++) {
        kernel.sweepVelocities(at, 1, velocity.byteOffset, 0, 0);
        const left = sweepRecords(record, movers, reference);
        expect(Math.abs(kernel.residual.value - left)).toBeLessThan(1e-3 * left + 1e-9 * first);
      }
    }
  });
});

describe('the residual that a step reports', () => {
  // Contacts of a mesh that have parted in the step before share manifolds with those that have not.
  it.each([
    ['jack-bowl', { count: 12 }, 100, 120],
    ['ring-chain', { count: 30, weight: 100 }, 60, 80],
  ])('is a number in every step of %s %o', (name, options, rate, steps) => {
    const { world } = new Simulation(SCENES[name].make({ seed: 1, ...options }));
    let busy = 0;
    for (let step = 0; step < steps; step++) {
      world.step(1 / rate);
      expect(world.report.residual).toBeGreaterThanOrEqual(0);
      expect(world.report.residual).toBeLessThan(Number.POSITIVE_INFINITY);
      if (world.report.residual > 0) busy++;
    }
    expect(busy).toBeGreaterThan(10);
  });
});
