// Islands with joints at random, as plain arrays, and their equations written out densely, one body and row at a time.

import { Random } from '../../../src/math/random.js';
import type { Vec3 } from '../../../src/math/vector.js';
import * as contact from '../../../src/solvers/contact-record.js';
import type { TreeProblem } from '../../../src/solvers/tree/joint-block.js';
import * as layout from '../../../src/solvers/tree/joint-block.js';

/** A block to be: its two bodies, and its rows. */
export interface Block {
  ends: [number, number];
  rows: Row[];
}
export interface Row {
  /** J of A and of B. */
  j: number[];
  lowest?: number;
  highest?: number;
  force?: number;
  slope?: number;
  motorSpeed?: number;
  motorSlope?: number;
  motorLimit?: number;
  friction?: number;
  lambda?: number;
}
export interface Touch {
  bodies: [number, number];
  point: Vec3;
  normal: Vec3;
  friction: number;
  bias?: number;
  gap?: number;
}
export interface Body {
  mass: number;
  /** xx, yy, zz, xy, xz, yz. */
  inertia: number[];
  position: Vec3;
}

const INFINITY = Number.POSITIVE_INFINITY;

export class ProblemMaker {
  readonly random: Random;
  readonly bodies: Body[] = [];
  readonly blocks: Block[] = [];
  readonly couplings: { rows: [number, number]; ratio: number; bias: number }[] = [];
  readonly touches: Touch[] = [];
  /** Bodies behind those that move. */
  anchors = 1;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  draw(low = -1, high = 1): number {
    return this.random.uniform(low, high);
  }
  whole(below: number): number {
    return Math.floor(this.random.uniform(0, below));
  }
  vector(): Vec3 {
    return [this.draw(), this.draw(), this.draw()];
  }
  direction(): Vec3 {
    return unit(this.vector());
  }

  addBody(mass: number, position: Vec3, size = 0.3): number {
    const moments = [0, 1, 2].map(() => mass * size * size * this.draw(0.3, 1));
    const [a, b, c] = axesAt(this.direction(), this.vector());
    const at = (i: number, j: number): number => moments[0] * a[i] * a[j] + moments[1] * b[i] * b[j] + moments[2] * c[i] * c[j];
    this.bodies.push({ mass, inertia: [at(0, 0), at(1, 1), at(2, 2), at(0, 1), at(0, 2), at(1, 2)], position });
    return this.bodies.length - 1;
  }

  positionOf(body: number): Vec3 {
    return this.bodies[body]?.position ?? [0, 0, 0];
  }

  /** J of a motion along `direction` at a point, and about `axis`. */
  along([a, b]: [number, number], point: Vec3, direction: Vec3): number[] {
    const rA = minus(point, this.positionOf(a));
    const rB = minus(point, this.positionOf(b));
    return [...direction.map((x) => -x), ...cross(rA, direction).map((x) => -x), ...direction, ...cross(rB, direction)];
  }
  about(axis: Vec3): number[] {
    return [0, 0, 0, ...axis.map((x) => -x), 0, 0, 0, ...axis];
  }

  /** Locked rows along and about so many axes at a point; what is left of six has no rows. */
  addJoint(ends: [number, number], point: Vec3, alongCount: number, aboutCount: number, axes = this.axes()): Block {
    const rows: Row[] = [];
    for (let i = 3 - alongCount; i < 3; i++) rows.push({ j: this.along(ends, point, axes[i]), lowest: 0, highest: 0 });
    for (let i = 3 - aboutCount; i < 3; i++) rows.push({ j: this.about(axes[i]), lowest: 0, highest: 0 });
    const block = { ends, rows };
    this.blocks.push(block);
    return block;
  }
  axes(): Vec3[] {
    return axesAt(this.direction(), this.vector());
  }

  make(): TreeProblem {
    const movers = this.bodies.length;
    const count = movers + this.anchors;
    const rows = this.blocks.flatMap((block) => block.rows);
    const firstRow = [0];
    for (const block of this.blocks) firstRow.push(firstRow[firstRow.length - 1] + block.rows.length);
    const u = Float64Array.from({ length: 6 * count }, (_, i) => (i < 6 * movers ? this.draw() : 0));
    const row = new Float64Array(rows.length * layout.ROW_LENGTH);
    rows.forEach((given, r) => {
      row.set(given.j, r * layout.ROW_LENGTH);
      row.set(
        [
          given.lowest ?? -INFINITY,
          given.highest ?? INFINITY,
          given.force ?? 0,
          given.slope ?? 0,
          given.motorSpeed ?? 0,
          given.motorSlope ?? 0,
          given.motorLimit ?? 0,
          given.friction ?? 0,
          given.lambda ?? 0,
        ],
        r * layout.ROW_LENGTH + layout.LOWEST,
      );
    });
    return {
      movers,
      inertia: Float64Array.from(this.bodies.flatMap(({ mass, inertia }) => [mass, ...inertia])),
      u,
      blocks: {
        count: this.blocks.length,
        ends: Int32Array.from(this.blocks.flatMap(({ ends }) => ends)),
        firstRow: Int32Array.from(firstRow),
        row,
        piece: new Int32Array(rows.length).fill(-1),
      },
      couplings: {
        count: this.couplings.length,
        rows: Int32Array.from(this.couplings.flatMap((coupling) => coupling.rows)),
        ratio: Float64Array.from(this.couplings, ({ ratio }) => ratio),
        bias: Float64Array.from(this.couplings, ({ bias }) => bias),
        lambda: new Float64Array(this.couplings.length),
      },
      contactCount: this.touches.length,
      record: this.#records(),
      contactMovers: Int32Array.from(this.touches.flatMap(({ bodies }) => bodies.map((body) => 6 * body))),
    };
  }

  /** Only what does not depend on inertias is filled in. */
  #records(): Float64Array {
    const record = new Float64Array(this.touches.length * contact.RECORD_LENGTH);
    this.touches.forEach(({ bodies, point, normal, friction, bias, gap }, i) => {
      const k = i * contact.RECORD_LENGTH;
      axesAt(normal, [0.3, 0.5, 0.8]).forEach((d, row) => {
        const j = this.along(bodies, point, d);
        record.set(d, k + contact.NORMAL + 3 * row);
        record.set(j.slice(3, 6), k + contact.ANGULAR + 6 * row);
        record.set(j.slice(9, 12), k + contact.ANGULAR + 6 * row + 3);
      });
      record[k + contact.FRICTION] = friction;
      record[k + contact.BIAS] = bias ?? 0;
      record[k + contact.GAP] = gap ?? 0;
    });
    return record;
  }
}

/** All rows of an island as dense rows over its bodies' velocities: joints, couplings, then three a contact. */
export function denseRows({ u, blocks, couplings, contactCount, record, contactMovers }: TreeProblem): number[][] {
  const rows: number[][] = [];
  const place = (from: ArrayLike<number>, k: number, to: number, dense: number[], factor: number): void => {
    for (let j = 0; j < 6; j++) dense[to + j] += factor * from[k + j];
  };
  for (let block = 0; block < blocks.count; block++) {
    for (let r = blocks.firstRow[block]; r < blocks.firstRow[block + 1]; r++) {
      const dense = new Array(u.length).fill(0);
      place(blocks.row, r * layout.ROW_LENGTH, 6 * blocks.ends[2 * block], dense, 1);
      place(blocks.row, r * layout.ROW_LENGTH + 6, 6 * blocks.ends[2 * block + 1], dense, 1);
      rows.push(dense);
    }
  }
  for (let i = 0; i < couplings.count; i++) {
    const [first, second] = [rows[couplings.rows[2 * i]], rows[couplings.rows[2 * i + 1]]];
    rows.push(second.map((x, j) => x - couplings.ratio[i] * first[j]));
  }
  for (let i = 0; i < contactCount; i++) {
    for (let row = 0; row < 3; row++) {
      const dense = new Array(u.length).fill(0);
      const k = i * contact.RECORD_LENGTH;
      const d = [...record.subarray(k + contact.NORMAL + 3 * row, k + contact.NORMAL + 3 * row + 3)];
      const angular = record.subarray(k + contact.ANGULAR + 6 * row, k + contact.ANGULAR + 6 * row + 6);
      place([...d.map((x) => -x), ...angular.subarray(0, 3)], 0, contactMovers[2 * i], dense, 1);
      place([...d, ...angular.subarray(3)], 0, contactMovers[2 * i + 1], dense, 1);
      rows.push(dense);
    }
  }
  return rows;
}

/** lambda of all rows, in the order of denseRows. */
export function impulsesOf({ blocks, couplings, contactCount, record }: TreeProblem): number[] {
  const impulses: number[] = [];
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) impulses.push(blocks.row[r * layout.ROW_LENGTH + layout.LAMBDA]);
  impulses.push(...couplings.lambda);
  for (let i = 0; i < contactCount; i++) {
    impulses.push(...record.subarray(i * contact.RECORD_LENGTH + contact.LAMBDA, i * contact.RECORD_LENGTH + contact.LAMBDA + 3));
  }
  return impulses;
}

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
};

/** The largest of M (u - before) - J^T lambda, over all bodies that move, beside 1 and the largest lambda. */
export function momentumError(problem: TreeProblem, before: Float64Array): number {
  const { movers, inertia, u } = problem;
  const rows = denseRows(problem);
  const impulses = impulsesOf(problem);
  let largest = 0;
  for (let body = 0; body < movers; body++) {
    const du = [0, 1, 2, 3, 4, 5].map((j) => u[6 * body + j] - before[6 * body + j]);
    const [m, xx, yy, zz, xy, xz, yz] = inertia.subarray(7 * body, 7 * body + 7);
    const momentum = [
      m * du[0],
      m * du[1],
      m * du[2],
      xx * du[3] + xy * du[4] + xz * du[5],
      xy * du[3] + yy * du[4] + yz * du[5],
      xz * du[3] + yz * du[4] + zz * du[5],
    ];
    momentum.forEach((value, j) => {
      let sum = 0;
      rows.forEach((row, r) => {
        sum += row[6 * body + j] * impulses[r];
      });
      largest = Math.max(largest, Math.abs(value - sum));
    });
  }
  return largest / Math.max(1, ...impulses.map(Math.abs));
}

/** How far (w, lambda) is from the law of a row, in w where lambda is between the law's ends there, else in lambda. */
export function lawError(problem: TreeProblem, r: number): number {
  const { row } = problem.blocks;
  const k = r * layout.ROW_LENGTH;
  const w = dot(denseRows(problem)[r], problem.u);
  const lambda = row[k + layout.LAMBDA];
  const lowest = row[k + layout.LOWEST];
  const highest = row[k + layout.HIGHEST];
  const near = 1e-10 * (1 + Math.abs(w));
  if (w < lowest - near || w > highest + near) return Math.max(lowest - w, w - highest);
  const [least, most] = [w + near, w - near].map((at) => {
    const speed = row[k + layout.MOTOR_SPEED];
    const slope = row[k + layout.MOTOR_SLOPE];
    const limit = row[k + layout.MOTOR_LIMIT];
    const motor = slope === INFINITY ? limit * Math.sign(speed - at) : Math.max(-limit, Math.min(limit, slope * (speed - at)));
    const friction = -row[k + layout.FRICTION_LIMIT] * Math.sign(at);
    const stop = at <= lowest ? INFINITY : at >= highest ? -INFINITY : 0;
    return row[k + layout.FORCE] - row[k + layout.SLOPE] * at + motor + friction + stop;
  });
  return Math.max(0, least - lambda, lambda - most);
}

export function minus(a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
export function cross(a: Readonly<Vec3>, b: Readonly<Vec3>): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
export function unit(a: Readonly<Vec3>): Vec3 {
  const s = 1 / Math.hypot(...a);
  return [s * a[0], s * a[1], s * a[2]];
}
/** Three axes across each other, the first as given. */
export function axesAt(first: Vec3, hint: Vec3): Vec3[] {
  const second = unit(cross(first, hint));
  return [first, second, cross(first, second)];
}
