// Portable sine and cosine (portable.ts): minimax polynomials on [-pi/4, pi/4] with the coefficients of fdlibm.
// Arguments are reduced by a three-part pi/2. The error is about 1 ulp for |x| < 1e5, far beyond any angle of a step;
// larger arguments slowly lose digits. The kernel compiles this file as well.

import type { F64, I32, Numbers } from '../kernels/shared/numbers.js';
import { wholeOf } from '../kernels/shared/numbers.js';

const TWO_OVER_PI: F64 = 0.6366197723675814;
const PI_2_HIGH: F64 = 1.5707963267341256;
const PI_2_MIDDLE: F64 = 6.077100506303966e-11;
const PI_2_LOW: F64 = 2.0222662487959506e-21;

function sinKernel(x: F64): F64 {
  const z = x * x;
  const r =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  return x + z * x * (-0.16666666666666632 + z * r);
}

function cosKernel(x: F64): F64 {
  const z = x * x;
  const r =
    0.0416666666666666 +
    z *
      (-0.001388888888887411 +
        z * (2.480158728947673e-5 + z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))));
  return 1 - (0.5 * z - z * z * r);
}

/** Beyond this angle the three-part reduction would lose digits, so whole turns are subtracted first [rad]. */
const LARGE: F64 = 1e5;

/** Sine of an angle [rad]. */
export function sin(angle: F64): F64 {
  const x = Math.abs(angle) > LARGE ? angle % (2 * Math.PI) : angle;
  const n = Math.round(x * TWO_OVER_PI);
  const y = x - n * PI_2_HIGH - n * PI_2_MIDDLE - n * PI_2_LOW;
  // The remainder modulo 4 is taken from the last two bits: a floating-point remainder would take longer than all the
  // rest.
  const quadrant = wholeOf(n) & 3;
  const value = (quadrant & 1) === 0 ? sinKernel(y) : cosKernel(y);
  return quadrant < 2 ? value : -value;
}

/** Cosine of an angle [rad]. */
export function cos(angle: F64): F64 {
  const x = Math.abs(angle) > LARGE ? angle % (2 * Math.PI) : angle;
  const n = Math.round(x * TWO_OVER_PI);
  const y = x - n * PI_2_HIGH - n * PI_2_MIDDLE - n * PI_2_LOW;
  const quadrant = wholeOf(n) & 3;
  const value = (quadrant & 1) === 0 ? cosKernel(y) : sinKernel(y);
  return quadrant === 1 || quadrant === 2 ? -value : value;
}

/** Writes sine and cosine of the angle v[i] [rad] to v[i] and v[i + 1]; returned numbers might be allocated. */
export function setSineAndCosine(v: Numbers, i: I32): void {
  const angle = v[i];
  const x = Math.abs(angle) > LARGE ? angle % (2 * Math.PI) : angle;
  const n = Math.round(x * TWO_OVER_PI);
  const y = x - n * PI_2_HIGH - n * PI_2_MIDDLE - n * PI_2_LOW;
  const quadrant = wholeOf(n) & 3;
  // The two polynomials, as above: V8 does not inline calls of them everywhere, and would allocate what they are given and return.
  const z = y * y;
  const r =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * (2.7557313707070068e-6 + z * (-2.5050760253406863e-8 + z * 1.58969099521155e-10)));
  const s = y + z * y * (-0.16666666666666632 + z * r);
  const t =
    0.0416666666666666 +
    z *
      (-0.001388888888887411 +
        z * (2.480158728947673e-5 + z * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11))));
  const c = 1 - (0.5 * z - z * z * t);
  const sine = (quadrant & 1) === 0 ? s : c;
  const cosine = (quadrant & 1) === 0 ? c : s;
  v[i] = quadrant < 2 ? sine : -sine;
  v[i + 1] = quadrant === 1 || quadrant === 2 ? -cosine : cosine;
}
