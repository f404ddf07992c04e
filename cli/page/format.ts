// Formatting of numbers for tables and CSV.

/** Formats a cell: at most four digits, with an exponent instead of many zeros; a dash for a missing value. */
export function formatCell(value: string | number | null): string {
  if (value === null || (typeof value === 'number' && Number.isNaN(value))) return '–';
  if (typeof value === 'string') return value;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '-∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return value.toLocaleString('en');
  if (size < 1e-4 || size >= 1e7) return value.toExponential(2);
  return size >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(4)));
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Formats a table as CSV by RFC 4180. */
export function formatCsv({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly unknown[])[] }): string {
  const cell = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
