// How long impulses, forces and torques are drawn.

/** Lengths on average that leave a scale as it is, against the length that is wanted [1]. */
const SHORTEST = 0.3;
const LONGEST = 2.4;

/** Of the sizes above nought; 0 where there are none. */
export function meanOf(sizes: readonly number[]): number {
  const acting = sizes.filter((size) => size > 0);
  return acting.length === 0 ? 0 : acting.reduce((sum, size) => sum + size, 0) / acting.length;
}

/** Length that one unit is drawn with [m], so that the mean has a length. It is one over a round number, and changes only when it must. */
export function chooseScale(present: number, mean: number, length: number): number {
  if (mean === 0) return present;
  const drawn = mean * present;
  if (drawn > SHORTEST * length && drawn < LONGEST * length) return present;
  const perMetre = mean / length;
  const decade = 10 ** Math.floor(Math.log10(perMetre));
  return 1 / ([1, 2, 5].findLast((k) => k * decade <= perMetre) as number) / decade;
}
