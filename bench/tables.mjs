// Results as tables that read well in a terminal and in Markdown alike.

/** Rows of cells under a heading, in columns as wide as need be; numbers to the right. */
export function formatTable(heading, rows) {
  const cells = [heading, ...rows].map((row) => row.map((cell) => String(cell ?? '')));
  const widths = heading.map((_, k) => Math.max(3, ...cells.map((row) => row[k].length)));
  const isNumeric = heading.map((_, k) => rows.length > 0 && rows.every((row) => /^[\d.,<x -]*$/.test(String(row[k] ?? ''))));
  const line = (row) =>
    `| ${row.map((cell, k) => (isNumeric[k] ? cell.padStart(widths[k]) : cell.padEnd(widths[k]))).join(' | ')} |`;
  const rule = `|${widths.map((width, k) => (isNumeric[k] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join('\n');
}

/** A number to three digits, without an exponent. */
export function short(value, digits = 3) {
  if (value === undefined || value === null || Number.isNaN(value)) return '';
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 6));
}

/** Metres as millimetres. */
export const millimetres = (metres) => short(1e3 * metres, 2);
