// Numbers that stand for many.

/** The value below which the share lies [1]; NaN of nothing. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const median = (values) => quantile(values, 0.5);

export const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The exponent p of y = c x^p that fits best, in the logarithms [1]. */
export function fitExponent(xs, ys) {
  const u = xs.map(Math.log);
  const v = ys.map(Math.log);
  const [meanU, meanV] = [meanOf(u), meanOf(v)];
  const covariance = meanOf(u.map((value, i) => (value - meanU) * (v[i] - meanV)));
  return covariance / meanOf(u.map((value) => (value - meanU) * (value - meanU)));
}
