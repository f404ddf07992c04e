// From impulses of contacts to velocities of bodies, and back from what the sweeps have changed; f64, so that momentum is kept.

import { TANGENT_1, TANGENT_2, POINTS, CHANGE } from '../layout';
import { HEAD, POINT, f64At, setF64, i32At } from './quads';

/** u += M^-1 J^T lambda of all contacts of the manifolds, f64; lambda is [normal, friction as a vector of the world]. */
export function applyImpulses(
  manifolds: usize, count: i32, worldPoint: usize, worldNormal: usize, lambda: usize,
  u: usize, position: usize, inverseMass: usize, inverseInertia: usize, share: f64,
): void {
  for (let i = 0; i < count; i++) {
    const a = i32At(manifolds, 4 * i);
    const b = i32At(manifolds, 4 * i + 1);
    const first = i32At(manifolds, 4 * i + 2);
    const end = first + i32At(manifolds, 4 * i + 3);
    let fx: f64 = 0, fy: f64 = 0, fz: f64 = 0;
    // Moments about the world's origin of the pair: taken about A's centre to keep the numbers small.
    let tx: f64 = 0, ty: f64 = 0, tz: f64 = 0;
    let sx: f64 = 0, sy: f64 = 0, sz: f64 = 0;
    const ax = f64At(position, 3 * a), ay = f64At(position, 3 * a + 1), az = f64At(position, 3 * a + 2);
    const bx = f64At(position, 3 * b), by = f64At(position, 3 * b + 1), bz = f64At(position, 3 * b + 2);
    let any = false;
    for (let c = first; c < end; c++) {
      const l = share * f64At(lambda, 4 * c);
      const qx = l * f64At(worldNormal, 3 * c) + share * f64At(lambda, 4 * c + 1);
      const qy = l * f64At(worldNormal, 3 * c + 1) + share * f64At(lambda, 4 * c + 2);
      const qz = l * f64At(worldNormal, 3 * c + 2) + share * f64At(lambda, 4 * c + 3);
      if (qx == 0 && qy == 0 && qz == 0) continue;
      any = true;
      const px = f64At(worldPoint, 3 * c), py = f64At(worldPoint, 3 * c + 1), pz = f64At(worldPoint, 3 * c + 2);
      fx += qx; fy += qy; fz += qz;
      tx += (py - ay) * qz - (pz - az) * qy;
      ty += (pz - az) * qx - (px - ax) * qz;
      tz += (px - ax) * qy - (py - ay) * qx;
      sx += (py - by) * qz - (pz - bz) * qy;
      sy += (pz - bz) * qx - (px - bx) * qz;
      sz += (px - bx) * qy - (py - by) * qx;
    }
    if (!any) continue;
    push(u, inverseMass, inverseInertia, a, -fx, -fy, -fz, -tx, -ty, -tz);
    push(u, inverseMass, inverseInertia, b, fx, fy, fz, sx, sy, sz);
  }
}

@inline function push(
  u: usize, inverseMass: usize, s: usize, row: i32, fx: f64, fy: f64, fz: f64, tx: f64, ty: f64, tz: f64,
): void {
  const m = f64At(inverseMass, row);
  if (m == 0) return;
  const k = 6 * row;
  setF64(u, k, f64At(u, k) + m * fx);
  setF64(u, k + 1, f64At(u, k + 1) + m * fy);
  setF64(u, k + 2, f64At(u, k + 2) + m * fz);
  setF64(u, k + 3, f64At(u, k + 3) + (f64At(s, k) * tx + f64At(s, k + 3) * ty + f64At(s, k + 4) * tz));
  setF64(u, k + 4, f64At(u, k + 4) + (f64At(s, k + 3) * tx + f64At(s, k + 1) * ty + f64At(s, k + 5) * tz));
  setF64(u, k + 5, f64At(u, k + 5) + (f64At(s, k + 4) * tx + f64At(s, k + 5) * ty + f64At(s, k + 2) * tz));
}

@inline function putFriction(lambda: usize, share: f64, impulse: usize, index: i32, d: f64): f64 {
  setF64(impulse, index, share * f64At(lambda, index) + d);
  return d;
}

/**
 * Impulses of the contacts: the share of the load that was started from, and what the sweeps changed, which the velocities get in f64.
 */
export function finish(
  manifolds: usize, packs: i32, stream: usize, worldPoint: usize, worldNormal: usize, lambda: usize,
  u: usize, position: usize, inverseMass: usize, inverseInertia: usize, share: f64, impulse: usize,
): void {
  let at = stream;
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const first = i32At(manifolds, 4 * i + 2);
      const count = i32At(manifolds, 4 * i + 3);
      if (count == 0) continue;
      const a = i32At(manifolds, 4 * i), b = i32At(manifolds, 4 * i + 1);
      const ax = f64At(position, 3 * a), ay = f64At(position, 3 * a + 1), az = f64At(position, 3 * a + 2);
      const bx = f64At(position, 3 * b), by = f64At(position, 3 * b + 1), bz = f64At(position, 3 * b + 2);
      const h: usize = at + (<usize>lane << 2);
      let fx: f64 = 0, fy: f64 = 0, fz: f64 = 0;
      let tx: f64 = 0, ty: f64 = 0, tz: f64 = 0;
      let sx: f64 = 0, sy: f64 = 0, sz: f64 = 0;
      let any = false;
      for (let k = 0; k < count; k++) {
        const l: usize = h + HEAD + POINT * <usize>k;
        const c = first + k;
        const dn = <f64>load<f32>(l, CHANGE * 16), d1 = <f64>load<f32>(l, CHANGE * 16 + 16), d2 = <f64>load<f32>(l, CHANGE * 16 + 32);
        const started = share * f64At(lambda, 4 * c);
        // Rounding must not leave a pull.
        const normal = max<f64>(0, started + dn);
        setF64(impulse, 4 * c, normal);
        const dx = d1 * <f64>load<f32>(h, TANGENT_1 * 16) + d2 * <f64>load<f32>(h, TANGENT_2 * 16);
        const dy = d1 * <f64>load<f32>(h, TANGENT_1 * 16 + 16) + d2 * <f64>load<f32>(h, TANGENT_2 * 16 + 16);
        const dz = d1 * <f64>load<f32>(h, TANGENT_1 * 16 + 32) + d2 * <f64>load<f32>(h, TANGENT_2 * 16 + 32);
        // The tangents are so only to f32.
        const nx = f64At(worldNormal, 3 * c), ny = f64At(worldNormal, 3 * c + 1), nz = f64At(worldNormal, 3 * c + 2);
        const along = dx * nx + dy * ny + dz * nz;
        const change = normal - started;
        const qx = change * nx + putFriction(lambda, share, impulse, 4 * c + 1, dx - along * nx);
        const qy = change * ny + putFriction(lambda, share, impulse, 4 * c + 2, dy - along * ny);
        const qz = change * nz + putFriction(lambda, share, impulse, 4 * c + 3, dz - along * nz);
        if (qx == 0 && qy == 0 && qz == 0) continue;
        any = true;
        const px = f64At(worldPoint, 3 * c), py = f64At(worldPoint, 3 * c + 1), pz = f64At(worldPoint, 3 * c + 2);
        fx += qx; fy += qy; fz += qz;
        tx += (py - ay) * qz - (pz - az) * qy;
        ty += (pz - az) * qx - (px - ax) * qz;
        tz += (px - ax) * qy - (py - ay) * qx;
        sx += (py - by) * qz - (pz - bz) * qy;
        sy += (pz - bz) * qx - (px - bx) * qz;
        sz += (px - bx) * qy - (py - by) * qx;
      }
      if (!any) continue;
      push(u, inverseMass, inverseInertia, a, -fx, -fy, -fz, -tx, -ty, -tz);
      push(u, inverseMass, inverseInertia, b, fx, fy, fz, sx, sy, sz);
    }
    at += HEAD + POINT * <usize>points;
  }
}
