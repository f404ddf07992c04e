// What the loops over the stream share: reading and writing, arithmetic on quads, and where heads and points end.

import { HEAD_LENGTH, POINT_LENGTH } from '../layout';

export const HEAD: usize = HEAD_LENGTH * 16;
export const POINT: usize = POINT_LENGTH * 16;

@inline export function f64At(base: usize, index: i32): f64 { return load<f64>(base + (<usize>index << 3)); }
@inline export function setF64(base: usize, index: i32, value: f64): void { store<f64>(base + (<usize>index << 3), value); }
@inline export function i32At(base: usize, index: i32): i32 { return load<i32>(base + (<usize>index << 2)); }
@inline export function mul(a: v128, b: v128): v128 { return f32x4.mul(a, b); }
@inline export function add(a: v128, b: v128): v128 { return f32x4.add(a, b); }
@inline export function sub(a: v128, b: v128): v128 { return f32x4.sub(a, b); }
@inline export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}

/** The first, second or third numbers of four rows, one a lane. */
@inline export function firsts(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), v128.shuffle<f32>(r2, r3, 0, 4, 1, 5), 0, 1, 4, 5);
}
@inline export function seconds(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), v128.shuffle<f32>(r2, r3, 0, 4, 1, 5), 2, 3, 6, 7);
}
@inline export function thirds(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(r0, r1, 2, 6, 3, 7), v128.shuffle<f32>(r2, r3, 2, 6, 3, 7), 0, 1, 4, 5);
}

/** Writes x, y, z of four lanes to four rows. */
@inline export function storeRows(x: v128, y: v128, z: v128, p0: usize, p1: usize, p2: usize, p3: usize, offset: usize): void {
  const zero = f32x4.splat(0);
  let lo = v128.shuffle<f32>(x, y, 0, 4, 1, 5), hi = v128.shuffle<f32>(z, zero, 0, 4, 1, 5);
  v128.store(p0 + offset, v128.shuffle<f32>(lo, hi, 0, 1, 4, 5)); v128.store(p1 + offset, v128.shuffle<f32>(lo, hi, 2, 3, 6, 7));
  lo = v128.shuffle<f32>(x, y, 2, 6, 3, 7); hi = v128.shuffle<f32>(z, zero, 2, 6, 3, 7);
  v128.store(p2 + offset, v128.shuffle<f32>(lo, hi, 0, 1, 4, 5)); v128.store(p3 + offset, v128.shuffle<f32>(lo, hi, 2, 3, 6, 7));
}
