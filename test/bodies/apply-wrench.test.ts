import { expect, it } from 'vitest';
import { applyTurn, applyWrench } from '../../src/bodies/apply-wrench.js';
import { NODE_SCHEMA } from '../../src/bodies/node-table.js';
import { Memory } from '../../src/table/memory.js';
import { Table } from '../../src/table/table.js';

/** A body of 4 kg in row 2, with the inertia [[3, 1, 0.5], [1, 4, -0.25], [0.5, -0.25, 5]] kg m^2, in motion. */
const INERTIA = [
  [3, 1, 0.5],
  [1, 4, -0.25],
  [0.5, -0.25, 5],
];
const ROW = 2;
const BEFORE = [1, -2, 3, 0.5, 0.25, -0.125];

function makeNodes() {
  const { columns } = new Table(new Memory(), NODE_SCHEMA);
  const [[xx, xy, xz], [, yy, yz], [, , zz]] = INERTIA;
  const determinant = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
  const cofactors = [
    yy * zz - yz * yz,
    xx * zz - xz * xz,
    xx * yy - xy * xy,
    xz * yz - xy * zz,
    xy * yz - xz * yy,
    xy * xz - xx * yz,
  ];
  columns.inverseMass[ROW] = 1 / 4;
  columns.inverseInertia.set(
    cofactors.map((value) => value / determinant),
    6 * ROW,
  );
  columns.velocity.set(BEFORE, 6 * ROW);
  return columns;
}

/** What the body has gained of momentum [N s] and of angular momentum [N m s]. */
function gainOf({ velocity }: ReturnType<typeof makeNodes>): number[] {
  const gained = BEFORE.map((value, j) => velocity[6 * ROW + j] - value);
  const spun = INERTIA.map((line) => line.reduce((sum, value, j) => sum + value * gained[3 + j], 0));
  return [...gained.slice(0, 3).map((value) => 4 * value), ...spun];
}

it('a wrench is what the body gains of momentum and angular momentum, and no other body gains any', () => {
  const nodes = makeNodes();
  const wrench = [2, -3, 5, 0.7, -1.1, 1.3];
  applyWrench(nodes, ROW, new Float64Array(wrench));
  expect(gainOf(nodes)).toEqual(wrench.map((value) => expect.closeTo(value, 12)));
  expect(nodes.velocity.some((value, k) => value !== 0 && Math.floor(k / 6) !== ROW)).toBe(false);
});

it('an angular impulse alone leaves the momentum as it is to the bit', () => {
  const nodes = makeNodes();
  applyTurn(nodes, ROW, new Float64Array([9, 0.7, -1.1, 1.3]), 1);
  expect([...nodes.velocity.slice(6 * ROW, 6 * ROW + 3)]).toEqual(BEFORE.slice(0, 3));
  expect(gainOf(nodes).slice(3)).toEqual([0.7, -1.1, 1.3].map((value) => expect.closeTo(value, 12)));
});
