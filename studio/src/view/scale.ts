// How long impulses, forces and torques are drawn.

/** Lengths on average that leave a scale as it is, against the length that is wanted [1]. */
const SHORTEST = 0.3;
const LONGEST = 2.4;

/**
 * Length that one unit is drawn with [m], so that the sizes above nought have a length on average. It is one over a round number, and
 * changes only when it must.
 */
export function chooseScale(present: number, sizes: readonly number[], length: number): number {
  const acting = sizes.filter((size) => size > 0);
  if (acting.length === 0) return present;
  const mean = acting.reduce((sum, size) => sum + size, 0) / acting.length;
  const drawn = mean * present;
  if (drawn > SHORTEST * length && drawn < LONGEST * length) return present;
  const perMetre = mean / length;
  const decade = 10 ** Math.floor(Math.log10(perMetre));
  return 1 / ([1, 2, 5].findLast((k) => k * decade <= perMetre) as number) / decade;
}
