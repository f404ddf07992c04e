// Fills a range of a column within a step. For a few numbers a loop is faster than the built-in fill().

/** Up to this count, a loop is faster than fill() [1]. */
const FEW = 64;

/** Sets the numbers of [first, end). */
export function fillRange(column: Float64Array, value: number, first: number, end: number): void {
  if (end - first > FEW) column.fill(value, first, end);
  else for (let i = first; i < end; i++) column[i] = value;
}
