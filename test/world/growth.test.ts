// Steps do not wait for memory: blocks come when bodies are created, and tables make room for a pile in the first step.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';
import { Table } from '../../src/table/table.js';

/** Bytes that tables copied to larger ranges, and blocks that were moved to for that, since the last call of take(). */
function countGrowth() {
  let bytes = 0;
  const grow = Table.prototype.ensureCapacity;
  Table.prototype.ensureCapacity = function (rows: number) {
    const { capacity } = this;
    const before = Object.values(this.columns);
    grow.call(this, rows);
    if (this.capacity === capacity) return;
    for (const { byteLength } of before) bytes += byteLength;
    const { buffer } = Object.values(this.columns)[0];
    if (before.length > 0 && before[0].buffer !== buffer) bytes += buffer.byteLength;
  };
  return {
    take() {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    end() {
      Table.prototype.ensureCapacity = grow;
    },
  };
}

/** Boxes in a loose lattice over a tray, all of which come down within half a second. */
function makeRain(count: number): World {
  const world = new World({ settings: { 'sleeping.enabled': 'off' } });
  const half = 5;
  const wall = (position: [number, number, number], size: [number, number, number]) =>
    world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size }] });
  wall([0, -0.5, 0], [12, 1, 12]);
  for (const side of [-1, 1]) {
    wall([side * (half + 0.5), 5, 0], [1, 10, 12]);
    wall([0, 5, side * (half + 0.5)], [12, 10, 1]);
  }
  for (let i = 0; i < count; i++) {
    const [x, z] = [i % 10, Math.floor(i / 10) % 10];
    const position: [number, number, number] = [x - 4.5, 0.6 + 0.9 * Math.floor(i / 100), z - 4.5];
    world.createBody({ position, orientation: [0.48, 0.36, 0, 0.8], shapes: [{ kind: 'box', size: [0.6, 0.6, 0.6] }] });
  }
  return world;
}

describe('500 boxes that fall into a tray', () => {
  const growth = countGrowth();
  const world = makeRain(500);
  growth.take();
  world.step(0.01);
  const first = growth.take();
  let later = 0;
  let most = 0;
  for (let step = 0; step < 150; step++) {
    world.step(0.01);
    const taken = growth.take();
    later += taken;
    most = Math.max(most, taken);
  }
  growth.end();

  it('touch each other in the end', () => {
    expect(world.report.contacts).toBeGreaterThan(1500);
  });

  it('copy next to nothing for tables that grow, and take no block of memory in a step', () => {
    expect(first).toBeLessThan(64 * 1024);
    expect(later).toBeLessThan(64 * 1024);
    expect(most).toBeLessThan(32 * 1024);
  });
});
