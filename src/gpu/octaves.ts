// Powers of two, found by doubling and halving: logarithms are not the same on every machine.

/** The least power of two that is not below x, which is above 0. */
export function powerAbove(x: number): number {
  let power = 1;
  while (power < x) power *= 2;
  while (power / 2 >= x) power /= 2;
  return power;
}

/** How often 1 must be doubled to reach x [1]; 0 for what is not above 1. */
export function octavesTo(x: number): number {
  let octaves = 0;
  for (let power = 1; power < x; power *= 2) octaves++;
  return octaves;
}
