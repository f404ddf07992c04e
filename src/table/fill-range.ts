// Filling a range of a column in a step: the call of the built-in function costs more than a few numbers do.

/** So many numbers are few [1]. */
const FEW = 64;

/** Sets the numbers from `first` to before `end`. */
export function fillRange(column: Float64Array, value: number, first: number, end: number): void {
  if (end - first > FEW) column.fill(value, first, end);
  else for (let i = first; i < end; i++) column[i] = value;
}
