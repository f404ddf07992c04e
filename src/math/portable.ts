// Portable trigonometry and logarithm, which give the same bits on every machine.
//
// ECMAScript leaves the accuracy of Math.sin and similar functions to the engine. Two browsers may differ in the last
// bit, and one bit makes two simulations diverge. Only + - * / and Math.sqrt are exactly specified, so everything here
// is built from those.

export { cos, setSineAndCosine, sin } from './sine.js';

const TAN_PI_12 = 0.2679491924311227;
const SQRT_3 = 1.7320508075688772;

/** Arc tangent of x [rad]: two identities reduce x to [0, tan(pi/12)], then a series gives the result. */
function atan(x: number): number {
  const size = Math.abs(x);
  const low = size > 1 ? 1 / size : size;
  const isFar = low > TAN_PI_12;
  const reduced = isFar ? (SQRT_3 * low - 1) / (SQRT_3 + low) : size > 1 ? low : x;
  let angle = reduced * atanSeries(reduced * reduced);
  if (size <= TAN_PI_12) return angle;
  if (isFar) angle = Math.PI / 6 + angle;
  if (size > 1) angle = Math.PI / 2 - angle;
  return x < 0 ? -angle : angle;
}

/** 1 - z/3 + z^2/5 - ..., up to z^13. */
function atanSeries(z: number): number {
  const high = 1 / 15 - z * (1 / 17 - z * (1 / 19 - z * (1 / 21 - z * (1 / 23 - z * (1 / 25 - z * (1 / 27))))));
  return 1 - z * (1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z * (1 / 11 - z * (1 / 13 - z * high))))));
}

/** Angle of the point (x, y) from the x axis, in (-pi, pi] [rad]. */
export function atan2(y: number, x: number): number {
  if (x === 0 && y === 0) return 0;
  const isSteep = Math.abs(y) > Math.abs(x);
  const angle = atan(isSteep ? x / y : y / x);
  if (isSteep) return (y > 0 ? Math.PI / 2 : -Math.PI / 2) - angle;
  if (x > 0) return angle;
  return y >= 0 ? angle + Math.PI : angle - Math.PI;
}

/** Writes the angle of the point (v[i + 1], v[i]) from the x axis to v[i] [rad]. */
export function setArcTangent(v: Float64Array, i: number): void {
  v[i] = atan2(v[i], v[i + 1]);
}

/** Arc cosine [rad]; the argument is clamped to [-1, 1]. */
export function acos(x: number): number {
  const c = Math.max(-1, Math.min(1, x));
  return atan2(Math.sqrt((1 - c) * (1 + c)), c);
}

/** Decimal logarithm: the argument is scaled by powers of 2 to [1/sqrt(2), sqrt(2)], then a series gives the result. */
export function log10(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let mantissa = x;
  let exponent = 0;
  for (; mantissa > Math.SQRT2; exponent++) mantissa *= 0.5;
  for (; mantissa < Math.SQRT1_2; exponent--) mantissa *= 2;
  const s = (mantissa - 1) / (mantissa + 1);
  let sum = 0;
  for (let k = 23; k >= 1; k -= 2) sum = 1 / k + s * s * sum;
  return exponent * 0.3010299956639812 + 2 * s * sum * Math.LOG10E;
}
