// Portable trigonometry and logarithm: the same bits on every machine.
//
// ECMAScript leaves the accuracy of Math.sin and its kin to the engine, so two browsers may disagree in the last bit, and one bit
// is enough to part two simulations. Only + - * / and Math.sqrt are exactly specified; everything here is built from those. The
// kernels are minimax polynomials on [-pi/4, pi/4] (the coefficients are those published with fdlibm); arguments are reduced by a
// three-part pi/2. Errors stay within 1 ulp or so for |x| < 1e5, which is far beyond any angle of a step; larger ones lose digits
// slowly.

const TWO_OVER_PI = 0.6366197723675814;
const PI_2_HIGH = 1.5707963267341256;
const PI_2_MIDDLE = 6.077100506303966e-11;
const PI_2_LOW = 2.0222662487959506e-21;

function sinKernel(x: number): number {
  const z = x * x;
  const r =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  return x + z * x * (-0.16666666666666632 + z * r);
}

function cosKernel(x: number): number {
  const z = x * x;
  const r =
    0.0416666666666666 +
    z *
      (-0.001388888888887411 +
        z * (2.480158728947673e-5 + z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))));
  return 1 - (0.5 * z - z * z * r);
}

/** Beyond this the three-part reduction would lose digits; whole turns are taken off first. */
const LARGE = 1e5;

/** Sine of an angle [rad]. */
export function sin(angle: number): number {
  const x = Math.abs(angle) > LARGE ? angle % (2 * Math.PI) : angle;
  const n = Math.round(x * TWO_OVER_PI);
  const y = x - n * PI_2_HIGH - n * PI_2_MIDDLE - n * PI_2_LOW;
  // The last two bits of a number are its remainder: a division of floating-point numbers would take longer than all else.
  const quadrant = n & 3;
  const value = (quadrant & 1) === 0 ? sinKernel(y) : cosKernel(y);
  return quadrant < 2 ? value : -value;
}

/** Cosine of an angle [rad]. */
export function cos(angle: number): number {
  const x = Math.abs(angle) > LARGE ? angle % (2 * Math.PI) : angle;
  const n = Math.round(x * TWO_OVER_PI);
  const y = x - n * PI_2_HIGH - n * PI_2_MIDDLE - n * PI_2_LOW;
  const quadrant = n & 3;
  const value = (quadrant & 1) === 0 ? cosKernel(y) : sinKernel(y);
  return quadrant === 1 || quadrant === 2 ? -value : value;
}

const TAN_PI_12 = 0.2679491924311227;
const SQRT_3 = 1.7320508075688772;

/**
 * Sine and cosine of the angle v[i] [rad], to v[i] and v[i + 1]: where many are found, since numbers that functions
 * return may be allocated.
 */
export function setSineAndCosine(v: Float64Array, i: number): void {
  const angle = v[i];
  const x = Math.abs(angle) > LARGE ? angle % (2 * Math.PI) : angle;
  const n = Math.round(x * TWO_OVER_PI);
  const y = x - n * PI_2_HIGH - n * PI_2_MIDDLE - n * PI_2_LOW;
  const quadrant = n & 3;
  const s = sinKernel(y);
  const c = cosKernel(y);
  const sine = (quadrant & 1) === 0 ? s : c;
  const cosine = (quadrant & 1) === 0 ? c : s;
  v[i] = quadrant < 2 ? sine : -sine;
  v[i + 1] = quadrant === 1 || quadrant === 2 ? -cosine : cosine;
}

/** Arc tangent of x [rad]; x is brought into [0, tan(pi/12)] by two identities and a series ends it. */
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

/** The angle of the point (v[i + 1], v[i]) from the x axis, to v[i] [rad]. */
export function setArcTangent(v: Float64Array, i: number): void {
  v[i] = atan2(v[i], v[i + 1]);
}

/** Arc cosine [rad]; the argument is clamped to [-1, 1]. */
export function acos(x: number): number {
  const c = Math.max(-1, Math.min(1, x));
  return atan2(Math.sqrt((1 - c) * (1 + c)), c);
}

/** Decimal logarithm; the argument is halved or doubled into [1/sqrt(2), sqrt(2)] and a series ends it. */
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
