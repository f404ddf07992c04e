// Round numbers along an axis.

/** At most eleven whole numbers from `first` on: every one, every second, fifth, tenth, twentieth ... */
export function ticks(first: number, last: number): number[] {
  let step = 1;
  for (let i = 0; last - first > 10 * step; i++) step *= [2, 2.5, 2][i % 3];
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
}
