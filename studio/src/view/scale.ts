// Scales of drawn impulses, forces and torques.

/** Range of the typical drawn length, relative to the wanted one, in which a scale is not changed [1]. */
const SHORTEST = 0.3;
const LONGEST = 1.6;

/** Mean of the sizes above zero; 0 if there are none. */
export function meanOf(sizes: readonly number[]): number {
  const acting = sizes.filter((size) => size > 0);
  return acting.length === 0 ? 0 : acting.reduce((sum, size) => sum + size, 0) / acting.length;
}

/** 90th percentile of the sizes above zero; 0 if there are none. */
export function largeOf(sizes: readonly number[]): number {
  const acting = sizes.filter((size) => size > 0).sort((a, b) => a - b);
  return acting.length === 0 ? 0 : acting[Math.floor(0.9 * (acting.length - 1))];
}

/**
 * Drawn length of one unit [m], so that a typical size has a length. It is 1 / a round number, and changes only if it
 * must.
 */
export function chooseScale(present: number, typical: number, length: number): number {
  if (typical === 0) return present;
  const drawn = typical * present;
  if (drawn > SHORTEST * length && drawn < LONGEST * length) return present;
  const perMetre = typical / length;
  const decade = 10 ** Math.floor(Math.log10(perMetre));
  return 1 / ([1, 2, 5, 10].find((k) => k * decade >= perMetre) as number) / decade;
}
