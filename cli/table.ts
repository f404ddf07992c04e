// Formatting of text tables, with cells padded to the width of their column.

import { printable } from '../src/input/fields.js';

/** Formats a table, without a final line end; the last column is not padded. Line ends in cells are escaped. */
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
 * Formats a quantity with three or four digits and a suitable prefix, e.g. 1.25 mm; sizes below 1e-9 are shown as 0.
 */
export function formatQuantity(value: number, unit: string): string {
  if (!Number.isFinite(value)) return `${value} ${unit}`;
  const size = Math.abs(value);
  if (size < 1e-9) return `0 ${unit}`;
  const [factor, prefix] = PREFIXES.find(([scale]) => size >= scale) ?? PREFIXES[PREFIXES.length - 1];
  return `${formatNumber(value / factor)} ${prefix}${unit}`;
}

/** Formats a number with at most four digits. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
