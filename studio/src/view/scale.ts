// How long impulses, forces and torques are drawn.

/** Typical lengths that leave a scale as it is, against the length that is wanted [1]. */
const SHORTEST = 0.3;
const LONGEST = 1.6;

/** Of the sizes above nought; 0 where there are none. */
export function meanOf(sizes: readonly number[]): number {
  const acting = sizes.filter((size) => size > 0);
  return acting.length === 0 ? 0 : acting.reduce((sum, size) => sum + size, 0) / acting.length;
}

/** What a tenth of the sizes above nought exceed; 0 where there are none. */
export function largeOf(sizes: readonly number[]): number {
  const acting = sizes.filter((size) => size > 0).sort((a, b) => a - b);
  return acting.length === 0 ? 0 : acting[Math.floor(0.9 * (acting.length - 1))];
}

/** Length that one unit is drawn with [m], so that a typical size has a length. It is one over a round number, and changes only when it must. */
export function chooseScale(present: number, typical: number, length: number): number {
  if (typical === 0) return present;
  const drawn = typical * present;
  if (drawn > SHORTEST * length && drawn < LONGEST * length) return present;
  const perMetre = typical / length;
  const decade = 10 ** Math.floor(Math.log10(perMetre));
  return 1 / ([1, 2, 5, 10].find((k) => k * decade >= perMetre) as number) / decade;
}
