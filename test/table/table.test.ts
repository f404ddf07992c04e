import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Memory } from '../../src/table/memory.js';
import { f64, i32, Table } from '../../src/table/table.js';

const SCHEMA = { index: i32(), point: f64(3), pair: i32(2, 'scratch'), weight: f64() } as const;

/** Writes numbers into a row that no other row and no other table has. */
function fill(table: Table<typeof SCHEMA>, row: number, tag: number): void {
  const { index, point, pair, weight } = table.columns;
  index[row] = 1000 * tag + row;
  for (let k = 0; k < 3; k++) point[3 * row + k] = tag + row + k / 10;
  for (let k = 0; k < 2; k++) pair[2 * row + k] = -(1000 * tag + row) - k;
  weight[row] = -tag / (row + 1);
}

function rowOf(table: Table<typeof SCHEMA>, row: number): number[] {
  const { index, point, pair, weight } = table.columns;
  return [index[row], ...point.slice(3 * row, 3 * row + 3), ...pair.slice(2 * row, 2 * row + 2), weight[row]];
}

function expectedRow(row: number, tag: number): number[] {
  const point = [0, 1, 2].map((k) => tag + row + k / 10);
  return [1000 * tag + row, ...point, -(1000 * tag + row), -(1000 * tag + row) - 1, -tag / (row + 1)];
}

describe('tables', () => {
  it('keep their rows while they and others grow, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 700 })), { maxLength: 25 }), (growths) => {
        const memory = new Memory();
        const tables = [1, 3, 64, 100].map((capacity) => new Table(memory, SCHEMA, capacity));
        for (const [which, rows] of growths) {
          const table = tables[which];
          table.ensureCapacity(table.size + rows);
          for (let i = 0; i < rows; i++) fill(table, table.size++, which + 1);
          expect(table.capacity).toBeGreaterThanOrEqual(table.size);
        }
        tables.forEach((other, tag) => {
          for (let row = 0; row < other.size; row++) expect(rowOf(other, row)).toEqual(expectedRow(row, tag + 1));
        });
      }),
      { numRuns: 12 },
    );
  });

  it('have zeros in new rows', () => {
    const memory = new Memory();
    const table = new Table(memory, SCHEMA, 5);
    for (let row = 0; row < 5; row++) fill(table, row, 1);
    table.size = 5;
    table.ensureCapacity(5000);
    for (const row of [6, 100, 4999]) expect(rowOf(table, row)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('never overlap in memory', () => {
    const memory = new Memory();
    const tables = Array.from({ length: 6 }, (_, i) => new Table(memory, SCHEMA, 2 * i + 1));
    for (let round = 0; round < 4; round++) for (const table of tables) table.ensureCapacity(3 * table.capacity);
    const spans = tables
      .flatMap(({ columns }) => Object.values(columns))
      .map((column) => [column.byteOffset, column.byteOffset + column.byteLength])
      .sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < spans.length; i++) expect(spans[i][0]).toBeGreaterThanOrEqual(spans[i - 1][1]);
    for (const { columns } of tables) for (const column of Object.values(columns)) expect(column.buffer).toBe(memory.buffer);
  });

  it('replace the columns of all tables when the memory moves, and what they held with them', () => {
    const memory = new Memory();
    const bystander = new Table(memory, SCHEMA);
    fill(bystander, 0, 9);
    const { index: before } = bystander.columns;
    new Table(memory, SCHEMA, 1e5);
    expect(bystander.columns.index).not.toBe(before);
    expect(bystander.columns.index.buffer).toBe(memory.buffer);
    expect(rowOf(bystander, 0)).toEqual(expectedRow(0, 9));
  });

  it('clear one row and no other', () => {
    const table = new Table(new Memory(), SCHEMA);
    for (let row = 0; row < 3; row++) fill(table, row, 1);
    table.clearRows(1, 1);
    expect(rowOf(table, 0)).toEqual(expectedRow(0, 1));
    expect(rowOf(table, 1)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(rowOf(table, 2)).toEqual(expectedRow(2, 1));
  });

  it('name their state columns in the order of the schema, scratch left out', () => {
    expect(new Table(new Memory(), SCHEMA).stateColumns()).toEqual(['index', 'point', 'weight']);
  });

  it('save links as well, which are not part of the state', () => {
    const table = new Table(new Memory(), { value: f64(), next: i32(1, 'link'), rest: f64(1, 'scratch') });
    expect(table.savedColumns()).toEqual(['value', 'next']);
    expect(table.stateColumns()).toEqual(['value']);
  });
});
