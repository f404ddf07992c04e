// The memory under all tables: what it moves to, and when.

import { describe, expect, it } from 'vitest';
import { FIRST_PAGES, Memory, MemoryError, PAGE_BYTES } from '../../src/table/memory.js';
import { f64, Table } from '../../src/table/table.js';

const MEBIBYTE = 1 << 20;

describe('Memory', () => {
  it('first moves to a block that costs nothing to have, then to a large one', () => {
    const memory = new Memory();
    expect(memory.buffer.byteLength).toBe(FIRST_PAGES * PAGE_BYTES);
    memory.allocate(MEBIBYTE);
    expect(memory.buffer.byteLength).toBe(16 * MEBIBYTE);
    memory.allocate(16 * MEBIBYTE);
    expect(memory.buffer.byteLength).toBe(128 * MEBIBYTE);
  });

  it('moves before it is full to what is expected, with all that it holds, once', () => {
    const memory = new Memory();
    const table = new Table(memory, { number: f64(3) });
    table.columns.number[5] = 0.25;
    const { bindings, buffer } = memory;
    memory.expect(MEBIBYTE);
    expect(memory.buffer).toBe(buffer);
    memory.expect(20 * MEBIBYTE);
    expect(memory.buffer.byteLength).toBeGreaterThanOrEqual(20 * MEBIBYTE);
    expect(memory.bindings).toBe(bindings + 1);
    expect(table.columns.number[5]).toBe(0.25);
    const moved = memory.buffer;
    memory.expect(20 * MEBIBYTE);
    expect(memory.buffer).toBe(moved);
  });

  it('moves to the block that costs nothing as soon as the first is expected to be too small', () => {
    const memory = new Memory();
    memory.expect(3 * MEBIBYTE);
    expect(memory.buffer.byteLength).toBe(16 * MEBIBYTE);
  });

  it('has tables make room for all bodies at once, as far as the block has room', () => {
    const memory = new Memory();
    const pairs = new Table(memory, { number: f64(3) }, 64, 5);
    const others = new Table(memory, { number: f64() });
    const large = new Table(memory, { number: f64(100) }, 64, 300);
    pairs.columns.number[5] = 0.25;
    memory.expectBodies(200);
    // A small world stays small.
    expect(pairs.capacity).toBe(64);
    memory.expect(16 * MEBIBYTE);
    const { buffer } = memory;
    memory.expectBodies(200);
    expect([pairs.capacity, others.capacity, large.capacity]).toEqual([1000, 64, 64]);
    expect(pairs.columns.number[5]).toBe(0.25);
    // Once more only when there are more.
    const { bindings } = memory;
    memory.expectBodies(200);
    expect(memory.bindings).toBe(bindings);
    memory.expectBodies(201);
    expect(pairs.capacity).toBe(2000);
    expect(memory.buffer).toBe(buffer);
  });

  it('takes no more than two large blocks for what is expected, however much that is', () => {
    const memory = new Memory();
    memory.expect(8000 * MEBIBYTE);
    expect(memory.buffer.byteLength).toBe(256 * MEBIBYTE);
  });

  it('expects no more than is allowed, and refuses nothing for it', () => {
    const memory = new Memory();
    memory.limit = 18 * MEBIBYTE;
    memory.expect(1000 * MEBIBYTE);
    expect(memory.buffer.byteLength).toBe(18 * MEBIBYTE);
    expect(() => memory.allocate(19 * MEBIBYTE)).toThrow(MemoryError);
  });
});
