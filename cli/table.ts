// Columns of text for people: cells padded to the widest of their column.

import { printable } from '../src/input/fields.js';

/** Lines of the table, without a line end after the last; the last column is not padded. No cell has a line end of its own. */
export function formatTable(cells: readonly (readonly string[])[], gap = '  '): string {
  const rows = cells.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  }
  return rows.map((row) => row.map((cell, i) => (i < row.length - 1 ? cell.padEnd(widths[i]) : cell)).join(gap)).join('\n');
}

const PREFIXES: readonly [factor: number, prefix: string][] = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'u'],
  [1e-9, 'n'],
];

/**
 * A quantity with three or four digits and the prefix that suits it, e.g. 1.25 mm; below a billionth it is as good as nothing.
 */
export function formatQuantity(value: number, unit: string): string {
  if (!Number.isFinite(value)) return `${value} ${unit}`;
  const size = Math.abs(value);
  if (size < 1e-9) return `0 ${unit}`;
  const [factor, prefix] = PREFIXES.find(([scale]) => size >= scale) ?? PREFIXES[PREFIXES.length - 1];
  return `${formatNumber(value / factor)} ${prefix}${unit}`;
}

/** Four digits at most. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
