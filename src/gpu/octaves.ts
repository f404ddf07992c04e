// Powers of two, found by doubling and halving, since logarithms differ between machines.

/** The smallest power of two that is at least x, for x > 0. */
export function powerAbove(x: number): number {
  let power = 1;
  while (power < x) power *= 2;
  while (power / 2 >= x) power /= 2;
  return power;
}

/** The number of doublings from 1 to at least x; 0 for x <= 1 [1]. */
export function octavesTo(x: number): number {
  let octaves = 0;
  for (let power = 1; power < x; power *= 2) octaves++;
  return octaves;
}
