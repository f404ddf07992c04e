// The root of the inverse inertia of bodies, by which the stream scales what turns them (layout.ts), and their rows in the sweeps.

import { ROOT_WIDTH, VELOCITY_WIDTH } from '../layout';
import { f64At, i32At } from './quads';

/** Bytes of a row. */
const ROOT = 4 * ROOT_WIDTH;
const VELOCITY = 4 * VELOCITY_WIDTH;

/** Zeros for what was swept before, and may sleep now: `count` rows. Sweeps never change what no impulse moves. */
export function forgetSwept(swept: usize, count: i32, roots: usize, velocities: usize): void {
  for (let i = 0; i < count; i++) {
    const row = <usize>i32At(swept, i);
    memory.fill(roots + ROOT * row, 0, ROOT);
    memory.fill(velocities + VELOCITY * row, 0, VELOCITY);
  }
}

/** I^-1/2 = R diag(moments^-1/2) R^T with R from the principal frame to the world, of `count` bodies, which are listed in `swept`. */
export function writeRoots(
  rows: usize, count: i32, q: usize, p: usize, moments: usize, stiffMoments: usize, spinning: usize, inverseMass: usize,
  roots: usize, swept: usize,
): void {
  for (let i = 0; i < count; i++) {
    const row = i32At(rows, i);
    store<i32>(swept + (<usize>i << 2), row);
    const k = 4 * row;
    const qx = f64At(q, k), qy = f64At(q, k + 1), qz = f64At(q, k + 2), qw = f64At(q, k + 3);
    const px = f64At(p, k), py = f64At(p, k + 1), pz = f64At(p, k + 2), pw = f64At(p, k + 3);
    const x = qw * px + qx * pw + qy * pz - qz * py;
    const y = qw * py - qx * pz + qy * pw + qz * px;
    const z = qw * pz + qx * py - qy * px + qz * pw;
    const w = qw * pw - qx * px - qy * py - qz * pz;
    const m = i32At(spinning, row) != 0 ? stiffMoments : moments;
    const d0 = 1 / sqrt(f64At(m, 3 * row)), d1 = 1 / sqrt(f64At(m, 3 * row + 1)), d2 = 1 / sqrt(f64At(m, 3 * row + 2));
    const r00 = 1 - 2 * (y * y + z * z), r01 = 2 * (x * y - w * z), r02 = 2 * (x * z + w * y);
    const r10 = 2 * (x * y + w * z), r11 = 1 - 2 * (x * x + z * z), r12 = 2 * (y * z - w * x);
    const r20 = 2 * (x * z - w * y), r21 = 2 * (y * z + w * x), r22 = 1 - 2 * (x * x + y * y);
    const to = roots + ROOT * <usize>row;
    store<f32>(to, <f32>(d0 * r00 * r00 + d1 * r01 * r01 + d2 * r02 * r02));
    store<f32>(to, <f32>(d0 * r10 * r10 + d1 * r11 * r11 + d2 * r12 * r12), 4);
    store<f32>(to, <f32>(d0 * r20 * r20 + d1 * r21 * r21 + d2 * r22 * r22), 8);
    store<f32>(to, <f32>(d0 * r00 * r10 + d1 * r01 * r11 + d2 * r02 * r12), 12);
    store<f32>(to, <f32>(d0 * r00 * r20 + d1 * r01 * r21 + d2 * r02 * r22), 16);
    store<f32>(to, <f32>(d0 * r10 * r20 + d1 * r11 * r21 + d2 * r12 * r22), 20);
    store<f32>(to, <f32>f64At(inverseMass, row), 24);
  }
}
