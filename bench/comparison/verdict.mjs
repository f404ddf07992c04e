// From measurements to a verdict: PASS, stands, falls, or what else became of it.

/**
 * PASS: at every check nothing had dropped and depth and drift were within their limits, shares of a brick's height [m].
 * stands: nothing had dropped. falls: something had. A check without limits asks only that no body has passed the ground: without
 * any other it gives "holds" or "leaks".
 */
export function judge(measurements, brickHeight) {
  if (measurements.length === 0) return 'unknown';
  const judged = measurements.filter(({ limits }) => limits !== null);
  const leaks = measurements.some(({ lost, limits }) => limits === null && lost > 0);
  if (judged.length === 0) return leaks ? 'leaks' : 'holds';
  if (judged.some(({ dropped }) => dropped > 0)) return 'falls';
  const isWithin = ({ depth, drift, limits }) =>
    depth <= (limits.depth ?? Infinity) * brickHeight && drift <= (limits.drift ?? Infinity) * brickHeight;
  return judged.every(isWithin) && !leaks ? 'PASS' : 'stands';
}
