// Tick values for the axes of plots.

/** At most eleven numbers from `first` on, in steps of 1, 2, 5, 10, 20 ... */
export function ticks(first: number, last: number): number[] {
  let step = 1;
  for (let i = 0; last - first > 10 * step; i++) step *= [2, 2.5, 2][i % 3];
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}
