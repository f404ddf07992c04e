// What shared/turn-tensors.ts is to TypeScript: the inertia of a link in the lower lanes, its inverse in the upper ones, to the
// same bits.

import { INERTIA, INVERSE_INERTIA, OWN_INERTIA, OWN_INVERSE } from '../flight-layout';
import { F64, I32, Numbers } from '../shared/numbers';

@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline function sumOf(a: v128, b: v128, c: v128): v128 { return f64x2.add(f64x2.add(a, b), c); }

/** Component j of both in the link's own axes. */
@inline function read(link: usize, j: usize): v128 {
  return v128.load64_lane(link + (j << 3), v128.load64_zero(link + (j << 3), OWN_INERTIA << 3), 1, OWN_INVERSE << 3);
}

@inline function write(link: usize, j: usize, both: v128): void {
  store<f64>(link + (j << 3), f64x2.extract_lane(both, 0), INERTIA << 3);
  store<f64>(link + (j << 3), f64x2.extract_lane(both, 1), INVERSE_INERTIA << 3);
}

@inline export function turnTensorsOfLink(
  m: Numbers, at: I32, a1: F64, b1: F64, c1: F64, d1: F64, e1: F64, f1: F64, g1: F64, h1: F64, i1: F64,
): void {
  const link = changetype<usize>(m) + (<usize>at << 3);
  const a = f64x2.splat(a1), b = f64x2.splat(b1), c = f64x2.splat(c1);
  const d = f64x2.splat(d1), e = f64x2.splat(e1), f = f64x2.splat(f1);
  const g = f64x2.splat(g1), h = f64x2.splat(h1), i = f64x2.splat(i1);
  const xx = read(link, 0), yy = read(link, 1), zz = read(link, 2);
  const xy = read(link, 3), xz = read(link, 4), yz = read(link, 5);
  const ax = sumOf(mul(a, xx), mul(b, xy), mul(c, xz));
  const ay = sumOf(mul(a, xy), mul(b, yy), mul(c, yz));
  const az = sumOf(mul(a, xz), mul(b, yz), mul(c, zz));
  write(link, 0, sumOf(mul(ax, a), mul(ay, b), mul(az, c)));
  write(link, 3, sumOf(mul(ax, d), mul(ay, e), mul(az, f)));
  write(link, 4, sumOf(mul(ax, g), mul(ay, h), mul(az, i)));
  const bx = sumOf(mul(d, xx), mul(e, xy), mul(f, xz));
  const by = sumOf(mul(d, xy), mul(e, yy), mul(f, yz));
  const bz = sumOf(mul(d, xz), mul(e, yz), mul(f, zz));
  write(link, 1, sumOf(mul(bx, d), mul(by, e), mul(bz, f)));
  write(link, 5, sumOf(mul(bx, g), mul(by, h), mul(bz, i)));
  const cx = sumOf(mul(g, xx), mul(h, xy), mul(i, xz));
  const cy = sumOf(mul(g, xy), mul(h, yy), mul(i, yz));
  const cz = sumOf(mul(g, xz), mul(h, yz), mul(i, zz));
  write(link, 2, sumOf(mul(cx, g), mul(cy, h), mul(cz, i)));
}
