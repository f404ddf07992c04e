// What a contact may carry while its bodies are at rest, and how much it may change by: its impulse lies in Coulomb's
// cone, and its room there is the inverse Hessian of the cone's barrier, -log(mu^2 n^2 - |t|^2).

import { BIAS, FRICTION, LAMBDA, RECORD_LENGTH } from './contact-record.js';

/** Friction begins within this share of its cone [1]. */
const WITHIN_CONE = 0.95;
/** Friction beyond its cone by less than this share is rounding [1]. */
const ROUNDING = 1e-9;

export function isClosed(record: Float64Array, i: number): boolean {
  return record[i * RECORD_LENGTH + BIAS] === 0;
}

/** Whether a contact carries what it may at rest. */
export function isAllowed(record: Float64Array, i: number): boolean {
  const k = i * RECORD_LENGTH + LAMBDA;
  const load = record[k];
  if (load === 0) return record[k + 1] === 0 && record[k + 2] === 0;
  const limit = record[i * RECORD_LENGTH + FRICTION] * load * (1 + ROUNDING);
  return load > 0 && isClosed(record, i) && record[k + 1] * record[k + 1] + record[k + 2] * record[k + 2] <= limit * limit;
}

/** Lets contact i begin within its cone, with that load at the least [N s]; one that is open carries nothing. */
export function startInside(record: Float64Array, i: number, least: number): void {
  const k = i * RECORD_LENGTH + LAMBDA;
  const load = isClosed(record, i) ? Math.max(record[k], least) : 0;
  const limit = WITHIN_CONE * record[i * RECORD_LENGTH + FRICTION] * load;
  const friction = Math.sqrt(record[k + 1] * record[k + 1] + record[k + 2] * record[k + 2]);
  const shrink = friction > limit ? limit / friction : 1;
  record[k] = load;
  record[k + 1] *= shrink;
  record[k + 2] *= shrink;
}

/** D of the contact whose record is at `k`, as [nn, n1, n2, 11, 12, 22]: x x^T - (x^T J x) J / 2 of its cone, x = (mu n, t). */
export function writeRoom(record: Float64Array, k: number, slopes: Float64Array): void {
  const mu = record[k + FRICTION];
  const n = record[k + LAMBDA];
  const t1 = record[k + LAMBDA + 1];
  const t2 = record[k + LAMBDA + 2];
  const half = 0.5 * Math.max(0, mu * mu * n * n - t1 * t1 - t2 * t2);
  slopes[0] = mu > 0 ? n * n - half / (mu * mu) : n * n;
  slopes[1] = mu > 0 ? n * t1 : 0;
  slopes[2] = mu > 0 ? n * t2 : 0;
  slopes[3] = mu > 0 ? t1 * t1 + half : 0;
  slopes[4] = mu > 0 ? t1 * t2 : 0;
  slopes[5] = mu > 0 ? t2 * t2 + half : 0;
}

/** Which share of a change takes a contact to the surface of its cone: a root of a s^2 + 2 b s + c, which is positive within. */
export function shareWithinCone(record: Float64Array, k: number, change: Float64Array, at: number): number {
  const mu = record[k + FRICTION];
  const n = record[k + LAMBDA];
  const t1 = record[k + LAMBDA + 1];
  const t2 = record[k + LAMBDA + 2];
  const dn = change[at];
  if (mu === 0) return dn < 0 ? -n / dn : Number.POSITIVE_INFINITY;
  const a = mu * mu * dn * dn - change[at + 1] * change[at + 1] - change[at + 2] * change[at + 2];
  const b = mu * mu * n * dn - t1 * change[at + 1] - t2 * change[at + 2];
  const c = Math.max(0, mu * mu * n * n - t1 * t1 - t2 * t2);
  const root = b * b - a * c;
  if (root < 0 || (a >= 0 && b >= 0)) return Number.POSITIVE_INFINITY;
  // Without cancellation; the smaller of the positive ones.
  return b < 0 ? c / (-b + Math.sqrt(root)) : (b + Math.sqrt(root)) / -a;
}
