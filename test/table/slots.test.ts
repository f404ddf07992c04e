import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Memory } from '../../src/table/memory.js';
import { SlotTable } from '../../src/table/slots.js';
import { f64 } from '../../src/table/table.js';

const SCHEMA = { value: f64(2) } as const;

describe('tables whose rows come and go', () => {
  it('behave like a map of ids, and no id ever comes back', () => {
    // A number below 0.6 adds a row, any other removes the one at that share of those alive.
    const actions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 300 });
    fc.assert(
      fc.property(actions, (numbers) => {
        const memory = new Memory();
        const table = new SlotTable(memory, SCHEMA, 2);
        const alive = new Map<number, number>();
        const everUsed = new Set<number>();
        let mostAlive = 0;
        for (const number of numbers) {
          if (number < 0.6 || alive.size === 0) {
            const row = table.allocate();
            const id = table.idOf(row);
            expect([...table.columns.value.slice(2 * row, 2 * row + 2)]).toEqual([0, 0]);
            expect(everUsed.has(id)).toBe(false);
            everUsed.add(id);
            table.columns.value[2 * row] = table.columns.value[2 * row + 1] = id;
            alive.set(id, row);
            mostAlive = Math.max(mostAlive, alive.size);
          } else {
            const id = [...alive.keys()][Math.floor(((number - 0.6) / 0.4001) * alive.size)];
            table.release(table.rowOf(id));
            alive.delete(id);
          }
        }
        expect(table.liveCount).toBe(alive.size);
        // Free rows are used before new ones are made.
        expect(table.size).toBe(mostAlive);
        for (const id of everUsed) expect(table.rowOf(id)).toBe(alive.get(id) ?? -1);
        for (const [id, row] of alive) {
          expect(table.isLive(row)).toBe(true);
          expect(table.columns.value[2 * row + 1]).toBe(id);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('use the row freed last first, cleared', () => {
    const table = new SlotTable(new Memory(), SCHEMA);
    const rows = [table.allocate(), table.allocate(), table.allocate()];
    expect(rows).toEqual([0, 1, 2]);
    table.columns.value.fill(7);
    table.release(0);
    table.release(2);
    expect(table.isLive(0)).toBe(false);
    expect(table.isLive(1)).toBe(true);
    expect([table.allocate(), table.allocate(), table.allocate()]).toEqual([2, 0, 3]);
    expect([...table.columns.value.slice(0, 8)]).toEqual([0, 0, 7, 7, 0, 0, 0, 0]);
  });

  it('tell rows that are not there', () => {
    const table = new SlotTable(new Memory(), SCHEMA);
    const row = table.allocate();
    expect(table.isLive(-1)).toBe(false);
    expect(table.isLive(1)).toBe(false);
    expect(table.rowOf(-1)).toBe(-1);
    expect(table.rowOf(0)).toBe(-1);
    expect(table.rowOf(table.idOf(row))).toBe(row);
    expect(table.rowOf(table.idOf(row) + 0.5)).toBe(-1);
  });

  it('keep ids whole numbers through many generations of one row', () => {
    const table = new SlotTable(new Memory(), SCHEMA);
    let before = 0;
    for (let i = 0; i < 10000; i++) {
      const row = table.allocate();
      const id = table.idOf(row);
      if (row !== 0 || id <= before || !Number.isSafeInteger(id) || table.rowOf(before) !== -1)
        throw new Error(`Id ${id} is wrong.`);
      before = id;
      table.release(row);
    }
    expect(table.size).toBe(1);
    expect(table.liveCount).toBe(0);
  });
});
