// The hot loops in AssemblyScript: f64 for what must keep momentum, f32x4 for the sweeps. Compiled by scripts/build.mjs; not part
// of the TypeScript project. contact-stream.ts says what each does and in which order they are called; what block-factorization.ts adds
// is another matter, over a memory of its own.

import {
  MOVER_A, MOVER_B, MASS_A, MASS_B, NORMAL, TANGENT_1, TANGENT_2, FRICTION, POINTS, HEAD_LENGTH,
  TURN_A, TURN_B, INVERSE_NORMAL, INVERSE_TANGENT, TANGENT_STEP, COUPLING, VELOCITY, LOAD, CHANGE, POINT_LENGTH,
} from '../layout';

export { factorizeBlocks, solveBlocks } from './block-factorization';

const HEAD: usize = HEAD_LENGTH * 16;
const POINT: usize = POINT_LENGTH * 16;

@inline function f64At(base: usize, index: i32): f64 { return load<f64>(base + (<usize>index << 3)); }
@inline function setF64(base: usize, index: i32, value: f64): void { store<f64>(base + (<usize>index << 3), value); }
@inline function i32At(base: usize, index: i32): i32 { return load<i32>(base + (<usize>index << 2)); }
@inline function mul(a: v128, b: v128): v128 { return f32x4.mul(a, b); }
@inline function add(a: v128, b: v128): v128 { return f32x4.add(a, b); }
@inline function sub(a: v128, b: v128): v128 { return f32x4.sub(a, b); }
@inline function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}

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

/** Heads and the unchanging parts of all points. Returns the end of the stream. */
export function prepare(
  manifolds: usize, friction: usize, packs: i32, stream: usize, worldPoint: usize, worldNormal: usize,
  position: usize, roots: usize, velocityBytes: i32,
): usize {
  let at = stream;
  for (let p = 0; p < packs; p++) {
    let points = 0;
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const count = i32At(manifolds, 4 * i + 3);
      if (count > points) points = count;
      const a = i32At(manifolds, 4 * i), b = i32At(manifolds, 4 * i + 1);
      const l: usize = at + (<usize>lane << 2);
      store<i32>(l, a * velocityBytes, MOVER_A * 16);
      store<i32>(l, b * velocityBytes, MOVER_B * 16);
      const c = i32At(manifolds, 4 * i + 2);
      const nx = count > 0 ? f64At(worldNormal, 3 * c) : 1;
      const ny = count > 0 ? f64At(worldNormal, 3 * c + 1) : 0;
      const nz = count > 0 ? f64At(worldNormal, 3 * c + 2) : 0;
      store<f32>(l, <f32>nx, NORMAL * 16);
      store<f32>(l, <f32>ny, NORMAL * 16 + 16);
      store<f32>(l, <f32>nz, NORMAL * 16 + 32);
      store<f32>(l, <f32>f64At(friction, i), FRICTION * 16);
    }
    store<i32>(at, points, POINTS * 16);
    writeTangents(at);
    // Arms of all points, where the turns will be.
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const a = i32At(manifolds, 4 * i), b = i32At(manifolds, 4 * i + 1);
      const first = i32At(manifolds, 4 * i + 2);
      const count = i32At(manifolds, 4 * i + 3);
      for (let k = 0; k < points; k++) {
        const l: usize = at + HEAD + POINT * <usize>k + (<usize>lane << 2);
        if (k < count) {
          const c = first + k;
          for (let j = 0; j < 3; j++) {
            const q = f64At(worldPoint, 3 * c + j);
            store<f32>(l + (<usize>j << 4), <f32>(f64At(position, 3 * a + j) - q), TURN_A * 16);
            store<f32>(l + (<usize>j << 4), <f32>(q - f64At(position, 3 * b + j)), TURN_B * 16);
          }
        } else {
          for (let j = 0; j < 3; j++) {
            store<f32>(l + (<usize>j << 4), 0, TURN_A * 16);
            store<f32>(l + (<usize>j << 4), 0, TURN_B * 16);
          }
        }
        // A lane without this point must stay out of everything: its inverses become zero.
        store<f32>(l, k < count ? <f32>1 : <f32>0, INVERSE_NORMAL * 16);
      }
    }
    writePoints(at, roots, points);
    at += HEAD + POINT * <usize>points;
  }
  return at;
}

/** Two unit tangents: the coordinate axis farthest from n is the start, as in the f64 records. */
@inline function writeTangents(at: usize): void {
  const nx = v128.load(at, NORMAL * 16), ny = v128.load(at, NORMAL * 16 + 16), nz = v128.load(at, NORMAL * 16 + 32);
  const x = f32x4.abs(nx), y = f32x4.abs(ny), z = f32x4.abs(nz);
  const useX = v128.and(f32x4.le(x, y), f32x4.le(x, z));
  const useY = v128.andnot(f32x4.le(y, z), useX);
  const useZ = v128.not(v128.or(useX, useY));
  const zero = f32x4.splat(0);
  let tx = v128.bitselect(zero, v128.bitselect(f32x4.neg(nz), ny, useY), useX);
  let ty = v128.bitselect(nz, v128.bitselect(zero, f32x4.neg(nx), useY), useX);
  let tz = v128.bitselect(f32x4.neg(ny), v128.bitselect(nx, zero, useY), useX);
  tz = v128.andnot(tz, useZ);
  const s = f32x4.div(f32x4.splat(1), f32x4.sqrt(dot(tx, ty, tz, tx, ty, tz)));
  tx = mul(tx, s); ty = mul(ty, s); tz = mul(tz, s);
  v128.store(at, tx, TANGENT_1 * 16);
  v128.store(at, ty, TANGENT_1 * 16 + 16);
  v128.store(at, tz, TANGENT_1 * 16 + 32);
  v128.store(at, sub(mul(ny, tz), mul(nz, ty)), TANGENT_2 * 16);
  v128.store(at, sub(mul(nz, tx), mul(nx, tz)), TANGENT_2 * 16 + 16);
  v128.store(at, sub(mul(nx, ty), mul(ny, tx)), TANGENT_2 * 16 + 32);
}

@inline function rootQuad(roots: usize, at: usize, mover: usize, k: usize): v128 {
  // Rows of roots are as long as rows of velocities, so the offsets serve for both.
  let q = f32x4.splat(load<f32>(roots + <usize>load<i32>(at + mover) + k));
  q = f32x4.replace_lane(q, 1, load<f32>(roots + <usize>load<i32>(at + 4 + mover) + k));
  q = f32x4.replace_lane(q, 2, load<f32>(roots + <usize>load<i32>(at + 8 + mover) + k));
  return f32x4.replace_lane(q, 3, load<f32>(roots + <usize>load<i32>(at + 12 + mover) + k));
}

@inline function writeTurn(q: usize, xx: v128, yy: v128, zz: v128, xy: v128, xz: v128, yz: v128, mx: v128, my: v128, mz: v128): void {
  v128.store(q, add(add(mul(xx, mx), mul(xy, my)), mul(xz, mz)));
  v128.store(q, add(add(mul(xy, mx), mul(yy, my)), mul(yz, mz)), 16);
  v128.store(q, add(add(mul(xz, mx), mul(yz, my)), mul(zz, mz)), 32);
}

@inline function writeTurns(at: usize, q: usize, xx: v128, yy: v128, zz: v128, xy: v128, xz: v128, yz: v128): void {
  const rx = v128.load(q), ry = v128.load(q, 16), rz = v128.load(q, 32);
  for (let row = 0; row < 3; row++) {
    const d: usize = at + NORMAL * 16 + 48 * <usize>row;
    const dx = v128.load(d), dy = v128.load(d, 16), dz = v128.load(d, 32);
    const mx = sub(mul(ry, dz), mul(rz, dy)), my = sub(mul(rz, dx), mul(rx, dz)), mz = sub(mul(rx, dy), mul(ry, dx));
    writeTurn(q + 48 * <usize>row, xx, yy, zz, xy, xz, yz, mx, my, mz);
  }
}

/** Sum over both bodies of the products of the turns of two rows. */
@inline function turnProduct(q: usize, rowA: usize, rowB: usize): v128 {
  const i: usize = q + 48 * rowA, j: usize = q + 48 * rowB;
  const a = dot(v128.load(i), v128.load(i, 16), v128.load(i, 32), v128.load(j), v128.load(j, 16), v128.load(j, 32));
  return add(a, dot(
    v128.load(i, TURN_B * 16), v128.load(i, TURN_B * 16 + 16), v128.load(i, TURN_B * 16 + 32),
    v128.load(j, TURN_B * 16), v128.load(j, TURN_B * 16 + 16), v128.load(j, TURN_B * 16 + 32)));
}

@inline function writePoints(at: usize, roots: usize, points: i32): void {
  const axx = rootQuad(roots, at, MOVER_A * 16, 0), ayy = rootQuad(roots, at, MOVER_A * 16, 4), azz = rootQuad(roots, at, MOVER_A * 16, 8);
  const axy = rootQuad(roots, at, MOVER_A * 16, 12), axz = rootQuad(roots, at, MOVER_A * 16, 16), ayz = rootQuad(roots, at, MOVER_A * 16, 20);
  const bxx = rootQuad(roots, at, MOVER_B * 16, 0), byy = rootQuad(roots, at, MOVER_B * 16, 4), bzz = rootQuad(roots, at, MOVER_B * 16, 8);
  const bxy = rootQuad(roots, at, MOVER_B * 16, 12), bxz = rootQuad(roots, at, MOVER_B * 16, 16), byz = rootQuad(roots, at, MOVER_B * 16, 20);
  const mA = rootQuad(roots, at, MOVER_A * 16, 24), mB = rootQuad(roots, at, MOVER_B * 16, 24);
  v128.store(at, mA, MASS_A * 16);
  v128.store(at, mB, MASS_B * 16);
  const m = add(mA, mB);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  for (let k = 0; k < points; k++) {
    const q: usize = at + HEAD + POINT * <usize>k;
    const present = f32x4.gt(v128.load(q, INVERSE_NORMAL * 16), zero);
    writeTurns(at, q + TURN_A * 16, axx, ayy, azz, axy, axz, ayz);
    writeTurns(at, q + TURN_B * 16, bxx, byy, bzz, bxy, bxz, byz);
    const a00 = add(m, turnProduct(q, 0, 0));
    const a11 = add(m, turnProduct(q, 1, 1));
    const a22 = add(m, turnProduct(q, 2, 2));
    const a12 = turnProduct(q, 1, 2);
    v128.store(q, v128.and(present, f32x4.div(one, a00)), INVERSE_NORMAL * 16);
    const determinant = f32x4.div(one, sub(mul(a11, a22), mul(a12, a12)));
    v128.store(q, v128.and(present, mul(a22, determinant)), INVERSE_TANGENT * 16);
    v128.store(q, v128.and(present, f32x4.neg(mul(a12, determinant))), INVERSE_TANGENT * 16 + 16);
    v128.store(q, v128.and(present, mul(a11, determinant)), INVERSE_TANGENT * 16 + 32);
    const half = mul(f32x4.splat(0.5), sub(a11, a22));
    const largest = add(mul(f32x4.splat(0.5), add(a11, a22)), f32x4.sqrt(add(mul(half, half), mul(a12, a12))));
    v128.store(q, v128.and(present, f32x4.div(one, largest)), TANGENT_STEP * 16);
    v128.store(q, turnProduct(q, 1, 0), COUPLING * 16);
    v128.store(q, turnProduct(q, 2, 0), COUPLING * 16 + 16);
  }
}

/** What changes from step to step even where nothing moves: relative velocities and loads; the change starts from zero. */
export function start(
  manifolds: usize, packs: i32, stream: usize, worldPoint: usize, worldNormal: usize, lambda: usize, bias: usize,
  u: usize, position: usize, share: f64,
): void {
  let at = stream;
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const a = i32At(manifolds, 4 * i), b = i32At(manifolds, 4 * i + 1);
      const first = i32At(manifolds, 4 * i + 2);
      const count = i32At(manifolds, 4 * i + 3);
      const h: usize = at + (<usize>lane << 2);
      // The tangents as the kernel has them, and the normal as the world has it.
      const sx = <f64>load<f32>(h, TANGENT_1 * 16), sy = <f64>load<f32>(h, TANGENT_1 * 16 + 16), sz = <f64>load<f32>(h, TANGENT_1 * 16 + 32);
      const tx = <f64>load<f32>(h, TANGENT_2 * 16), ty = <f64>load<f32>(h, TANGENT_2 * 16 + 16), tz = <f64>load<f32>(h, TANGENT_2 * 16 + 32);
      for (let k = 0; k < points; k++) {
        const l: usize = h + HEAD + POINT * <usize>k;
        let w: f64 = 0, w1: f64 = 0, w2: f64 = 0, l0: f64 = 0, l1: f64 = 0, l2: f64 = 0;
        if (k < count) {
          const c = first + k;
          const px = f64At(worldPoint, 3 * c), py = f64At(worldPoint, 3 * c + 1), pz = f64At(worldPoint, 3 * c + 2);
          const ax = px - f64At(position, 3 * a), ay = py - f64At(position, 3 * a + 1), az = pz - f64At(position, 3 * a + 2);
          const bx = px - f64At(position, 3 * b), by = py - f64At(position, 3 * b + 1), bz = pz - f64At(position, 3 * b + 2);
          const vx = f64At(u, 6 * b) + f64At(u, 6 * b + 4) * bz - f64At(u, 6 * b + 5) * by
            - f64At(u, 6 * a) - f64At(u, 6 * a + 4) * az + f64At(u, 6 * a + 5) * ay;
          const vy = f64At(u, 6 * b + 1) + f64At(u, 6 * b + 5) * bx - f64At(u, 6 * b + 3) * bz
            - f64At(u, 6 * a + 1) - f64At(u, 6 * a + 5) * ax + f64At(u, 6 * a + 3) * az;
          const vz = f64At(u, 6 * b + 2) + f64At(u, 6 * b + 3) * by - f64At(u, 6 * b + 4) * bx
            - f64At(u, 6 * a + 2) - f64At(u, 6 * a + 3) * ay + f64At(u, 6 * a + 4) * ax;
          w = vx * f64At(worldNormal, 3 * c) + vy * f64At(worldNormal, 3 * c + 1) + vz * f64At(worldNormal, 3 * c + 2) + f64At(bias, c);
          w1 = vx * sx + vy * sy + vz * sz;
          w2 = vx * tx + vy * ty + vz * tz;
          const qx = f64At(lambda, 4 * c + 1), qy = f64At(lambda, 4 * c + 2), qz = f64At(lambda, 4 * c + 3);
          l0 = share * f64At(lambda, 4 * c);
          l1 = share * (qx * sx + qy * sy + qz * sz);
          l2 = share * (qx * tx + qy * ty + qz * tz);
        }
        store<f32>(l, <f32>w, VELOCITY * 16);
        store<f32>(l, <f32>w1, VELOCITY * 16 + 16);
        store<f32>(l, <f32>w2, VELOCITY * 16 + 32);
        store<f32>(l, <f32>l0, LOAD * 16);
        store<f32>(l, <f32>l1, LOAD * 16 + 16);
        store<f32>(l, <f32>l2, LOAD * 16 + 32);
        store<f32>(l, 0, CHANGE * 16);
        store<f32>(l, 0, CHANGE * 16 + 16);
        store<f32>(l, 0, CHANGE * 16 + 32);
      }
    }
    at += HEAD + POINT * <usize>points;
  }
}

/** The first, second or third numbers of four rows, one a lane. */
@inline function firsts(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), v128.shuffle<f32>(r2, r3, 0, 4, 1, 5), 0, 1, 4, 5);
}
@inline function seconds(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), v128.shuffle<f32>(r2, r3, 0, 4, 1, 5), 2, 3, 6, 7);
}
@inline function thirds(r0: v128, r1: v128, r2: v128, r3: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(r0, r1, 2, 6, 3, 7), v128.shuffle<f32>(r2, r3, 2, 6, 3, 7), 0, 1, 4, 5);
}

/** Writes x, y, z of four lanes to four rows. */
@inline function storeRows(x: v128, y: v128, z: v128, p0: usize, p1: usize, p2: usize, p3: usize, offset: usize): void {
  const zero = f32x4.splat(0);
  let lo = v128.shuffle<f32>(x, y, 0, 4, 1, 5), hi = v128.shuffle<f32>(z, zero, 0, 4, 1, 5);
  v128.store(p0 + offset, v128.shuffle<f32>(lo, hi, 0, 1, 4, 5)); v128.store(p1 + offset, v128.shuffle<f32>(lo, hi, 2, 3, 6, 7));
  lo = v128.shuffle<f32>(x, y, 2, 6, 3, 7); hi = v128.shuffle<f32>(z, zero, 2, 6, 3, 7);
  v128.store(p2 + offset, v128.shuffle<f32>(lo, hi, 0, 1, 4, 5)); v128.store(p3 + offset, v128.shuffle<f32>(lo, hi, 2, 3, 6, 7));
}

/** What is left to do, as the last sweep found it: theta (38) of the diagonally scaled problem (39), half the sum of D dlambda^2 [J]. */
export let residual: f32 = 0;

/**
 * One sweep of projected Gauss-Seidel over all packs; the twin of sweepVelocities in projected-gauss-seidel.ts. Returns whether
 * it changed some relative velocity by more than the tolerance [m/s].
 */
export function sweepVelocities(stream: usize, packs: i32, velocities: usize, tolerance: f32): i32 {
  let at = stream;
  let sum = f32x4.splat(0);
  const zero = f32x4.splat(0);
  const tol = f32x4.splat(tolerance);
  // Lanes without a point have inverses of zero, and changes of zero.
  const least = f32x4.splat(f32.MIN_NORMAL_VALUE);
  let changed = zero;
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    const a0: usize = velocities + load<i32>(at, MOVER_A * 16), a1: usize = velocities + load<i32>(at, MOVER_A * 16 + 4);
    const a2: usize = velocities + load<i32>(at, MOVER_A * 16 + 8), a3: usize = velocities + load<i32>(at, MOVER_A * 16 + 12);
    const b0: usize = velocities + load<i32>(at, MOVER_B * 16), b1: usize = velocities + load<i32>(at, MOVER_B * 16 + 4);
    const b2: usize = velocities + load<i32>(at, MOVER_B * 16 + 8), b3: usize = velocities + load<i32>(at, MOVER_B * 16 + 12);
    // Four bodies' rows into x, y, z of four lanes, for A and B, linear and angular.
    let r0 = v128.load(a0), r1 = v128.load(a1), r2 = v128.load(a2), r3 = v128.load(a3);
    let ax = firsts(r0, r1, r2, r3), ay = seconds(r0, r1, r2, r3), az = thirds(r0, r1, r2, r3);
    r0 = v128.load(a0, 16); r1 = v128.load(a1, 16); r2 = v128.load(a2, 16); r3 = v128.load(a3, 16);
    let aX = firsts(r0, r1, r2, r3), aY = seconds(r0, r1, r2, r3), aZ = thirds(r0, r1, r2, r3);
    r0 = v128.load(b0); r1 = v128.load(b1); r2 = v128.load(b2); r3 = v128.load(b3);
    let bx = firsts(r0, r1, r2, r3), by = seconds(r0, r1, r2, r3), bz = thirds(r0, r1, r2, r3);
    r0 = v128.load(b0, 16); r1 = v128.load(b1, 16); r2 = v128.load(b2, 16); r3 = v128.load(b3, 16);
    let bX = firsts(r0, r1, r2, r3), bY = seconds(r0, r1, r2, r3), bZ = thirds(r0, r1, r2, r3);

    const nx = v128.load(at, NORMAL * 16), ny = v128.load(at, NORMAL * 16 + 16), nz = v128.load(at, NORMAL * 16 + 32);
    const sx = v128.load(at, TANGENT_1 * 16), sy = v128.load(at, TANGENT_1 * 16 + 16), sz = v128.load(at, TANGENT_1 * 16 + 32);
    const tx = v128.load(at, TANGENT_2 * 16), ty = v128.load(at, TANGENT_2 * 16 + 16), tz = v128.load(at, TANGENT_2 * 16 + 32);
    const mA = v128.load(at, MASS_A * 16), mB = v128.load(at, MASS_B * 16), mu = v128.load(at, FRICTION * 16);
    let moved = zero;
    let q: usize = at + HEAD;
    for (let k = 0; k < points; k++) {
      const vx = sub(bx, ax), vy = sub(by, ay), vz = sub(bz, az);
      const wn = add(add(v128.load(q, VELOCITY * 16), dot(nx, ny, nz, vx, vy, vz)), add(
        dot(v128.load(q, TURN_A * 16), v128.load(q, TURN_A * 16 + 16), v128.load(q, TURN_A * 16 + 32), aX, aY, aZ),
        dot(v128.load(q, TURN_B * 16), v128.load(q, TURN_B * 16 + 16), v128.load(q, TURN_B * 16 + 32), bX, bY, bZ)));
      const inverse = v128.load(q, INVERSE_NORMAL * 16);
      const load0 = v128.load(q, LOAD * 16);
      const old = v128.load(q, CHANGE * 16);
      // lambda_n >= 0 for load and change together.
      const now = f32x4.max(sub(zero, load0), sub(old, mul(wn, inverse)));
      const dn = sub(now, old);
      const load1 = v128.load(q, LOAD * 16 + 16), load2 = v128.load(q, LOAD * 16 + 32);
      const old1 = v128.load(q, CHANGE * 16 + 16), old2 = v128.load(q, CHANGE * 16 + 32);
      // Open before and after in all lanes, and so without friction: nothing changes.
      if (!v128.any_true(v128.or(v128.or(dn, add(load0, now)), v128.or(add(load1, old1), add(load2, old2))))) { q += POINT; continue; }
      const w1 = add(add(v128.load(q, VELOCITY * 16 + 16), dot(sx, sy, sz, vx, vy, vz)), add(
        dot(v128.load(q, TURN_A * 16 + 48), v128.load(q, TURN_A * 16 + 64), v128.load(q, TURN_A * 16 + 80), aX, aY, aZ),
        dot(v128.load(q, TURN_B * 16 + 48), v128.load(q, TURN_B * 16 + 64), v128.load(q, TURN_B * 16 + 80), bX, bY, bZ)));
      const w2 = add(add(v128.load(q, VELOCITY * 16 + 32), dot(tx, ty, tz, vx, vy, vz)), add(
        dot(v128.load(q, TURN_A * 16 + 96), v128.load(q, TURN_A * 16 + 112), v128.load(q, TURN_A * 16 + 128), aX, aY, aZ),
        dot(v128.load(q, TURN_B * 16 + 96), v128.load(q, TURN_B * 16 + 112), v128.load(q, TURN_B * 16 + 128), bX, bY, bZ)));
      // What the normal impulse has done along the tangents.
      const u1 = add(w1, mul(dn, v128.load(q, COUPLING * 16)));
      const u2 = add(w2, mul(dn, v128.load(q, COUPLING * 16 + 16)));
      const b12 = v128.load(q, INVERSE_TANGENT * 16 + 16);
      const stick1 = sub(old1, add(mul(v128.load(q, INVERSE_TANGENT * 16), u1), mul(b12, u2)));
      const stick2 = sub(old2, add(mul(b12, u1), mul(v128.load(q, INVERSE_TANGENT * 16 + 32), u2)));
      const limit = mul(mu, add(load0, now));
      const f1 = add(load1, stick1), f2 = add(load2, stick2);
      const slides = f32x4.gt(add(mul(f1, f1), mul(f2, f2)), mul(limit, limit));
      let new1 = stick1, new2 = stick2;
      const step = v128.load(q, TANGENT_STEP * 16);
      if (v128.any_true(slides)) {
        const g1 = sub(add(load1, old1), mul(step, u1)), g2 = sub(add(load2, old2), mul(step, u2));
        const length = f32x4.sqrt(add(mul(g1, g1), mul(g2, g2)));
        const shrink = v128.bitselect(f32x4.div(limit, length), f32x4.splat(1), f32x4.gt(length, limit));
        new1 = v128.bitselect(sub(mul(g1, shrink), load1), stick1, slides);
        new2 = v128.bitselect(sub(mul(g2, shrink), load2), stick2, slides);
      }
      const d1 = sub(new1, old1), d2 = sub(new2, old2);
      changed = v128.or(changed, v128.or(
        f32x4.gt(f32x4.abs(dn), mul(tol, inverse)),
        f32x4.gt(add(f32x4.abs(d1), f32x4.abs(d2)), mul(tol, step))));
      // By the changes alone: a contact that must not act has an infinite w, and zero times that is no number.
      sum = add(sum, add(
        f32x4.div(mul(dn, dn), f32x4.max(inverse, least)),
        f32x4.div(add(mul(d1, d1), mul(d2, d2)), f32x4.max(step, least))));
      moved = v128.or(moved, v128.or(dn, v128.or(d1, d2)));
      v128.store(q, now, CHANGE * 16);
      v128.store(q, new1, CHANGE * 16 + 16);
      v128.store(q, new2, CHANGE * 16 + 32);
      const fx = dot(dn, d1, d2, nx, sx, tx), fy = dot(dn, d1, d2, ny, sy, ty), fz = dot(dn, d1, d2, nz, sz, tz);
      ax = sub(ax, mul(mA, fx)); ay = sub(ay, mul(mA, fy)); az = sub(az, mul(mA, fz));
      bx = add(bx, mul(mB, fx)); by = add(by, mul(mB, fy)); bz = add(bz, mul(mB, fz));
      aX = add(aX, dot(dn, d1, d2, v128.load(q, TURN_A * 16), v128.load(q, TURN_A * 16 + 48), v128.load(q, TURN_A * 16 + 96)));
      aY = add(aY, dot(dn, d1, d2, v128.load(q, TURN_A * 16 + 16), v128.load(q, TURN_A * 16 + 64), v128.load(q, TURN_A * 16 + 112)));
      aZ = add(aZ, dot(dn, d1, d2, v128.load(q, TURN_A * 16 + 32), v128.load(q, TURN_A * 16 + 80), v128.load(q, TURN_A * 16 + 128)));
      bX = add(bX, dot(dn, d1, d2, v128.load(q, TURN_B * 16), v128.load(q, TURN_B * 16 + 48), v128.load(q, TURN_B * 16 + 96)));
      bY = add(bY, dot(dn, d1, d2, v128.load(q, TURN_B * 16 + 16), v128.load(q, TURN_B * 16 + 64), v128.load(q, TURN_B * 16 + 112)));
      bZ = add(bZ, dot(dn, d1, d2, v128.load(q, TURN_B * 16 + 32), v128.load(q, TURN_B * 16 + 80), v128.load(q, TURN_B * 16 + 128)));
      q += POINT;
    }
    at = q;
    if (!v128.any_true(moved)) continue;
    // Back to rows. Rows of bodies that no impulse moves are written as they were.
    storeRows(ax, ay, az, a0, a1, a2, a3, 0);
    storeRows(aX, aY, aZ, a0, a1, a2, a3, 16);
    storeRows(bx, by, bz, b0, b1, b2, b3, 0);
    storeRows(bX, bY, bZ, b0, b1, b2, b3, 16);
  }
  residual = <f32>0.5 * (f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
  return v128.any_true(changed) ? 1 : 0;
}

@inline function putFriction(lambda: usize, share: f64, impulse: usize, change: usize, index: i32, d: f64): void {
  setF64(change, index, d);
  setF64(impulse, index, share * f64At(lambda, index) + d);
}

/** Impulses of the contacts: the share of the load that was started from, and what the sweeps changed (in `change`). */
export function finish(
  manifolds: usize, packs: i32, stream: usize, worldNormal: usize, lambda: usize, share: f64, impulse: usize, change: usize,
): void {
  let at = stream;
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const first = i32At(manifolds, 4 * i + 2);
      const count = i32At(manifolds, 4 * i + 3);
      const h: usize = at + (<usize>lane << 2);
      for (let k = 0; k < count; k++) {
        const l: usize = h + HEAD + POINT * <usize>k;
        const c = first + k;
        const dn = <f64>load<f32>(l, CHANGE * 16), d1 = <f64>load<f32>(l, CHANGE * 16 + 16), d2 = <f64>load<f32>(l, CHANGE * 16 + 32);
        // Rounding must not leave a pull.
        const normal = max<f64>(0, share * f64At(lambda, 4 * c) + dn);
        setF64(impulse, 4 * c, normal);
        setF64(change, 4 * c, normal - share * f64At(lambda, 4 * c));
        const dx = d1 * <f64>load<f32>(h, TANGENT_1 * 16) + d2 * <f64>load<f32>(h, TANGENT_2 * 16);
        const dy = d1 * <f64>load<f32>(h, TANGENT_1 * 16 + 16) + d2 * <f64>load<f32>(h, TANGENT_2 * 16 + 16);
        const dz = d1 * <f64>load<f32>(h, TANGENT_1 * 16 + 32) + d2 * <f64>load<f32>(h, TANGENT_2 * 16 + 32);
        // The tangents are so only to f32.
        const nx = f64At(worldNormal, 3 * c), ny = f64At(worldNormal, 3 * c + 1), nz = f64At(worldNormal, 3 * c + 2);
        const along = dx * nx + dy * ny + dz * nz;
        putFriction(lambda, share, impulse, change, 4 * c + 1, dx - along * nx);
        putFriction(lambda, share, impulse, change, 4 * c + 2, dy - along * ny);
        putFriction(lambda, share, impulse, change, 4 * c + 3, dz - along * nz);
      }
    }
    at += HEAD + POINT * <usize>points;
  }
}

/** How far the step moves a body along one of its six directions: by its velocity and by what has been corrected. */
@inline function shift(u: usize, s: usize, dt: f64, index: i32): f64 { return dt * f64At(u, index) + f64At(s, index); }

/** The gap of contact c as it will be at the end of the step, to first order, of bodies at xa and xb that the step moves by a and b [m]. */
@inline function gapAhead(
  c: i32, worldPoint: usize, worldNormal: usize, gap: usize, bias: usize, xa: f64, ya: f64, za: f64, xb: f64, yb: f64, zb: f64,
  a0: f64, a1: f64, a2: f64, a3: f64, a4: f64, a5: f64, b0: f64, b1: f64, b2: f64, b3: f64, b4: f64, b5: f64,
): f64 {
  // A contact that must not act has an infinite bias.
  if (f64At(bias, c) == Infinity) return 1e30;
  const px = f64At(worldPoint, 3 * c), py = f64At(worldPoint, 3 * c + 1), pz = f64At(worldPoint, 3 * c + 2);
  const ax = px - xa, ay = py - ya, az = pz - za;
  const bx = px - xb, by = py - yb, bz = pz - zb;
  const vx = b0 + b4 * bz - b5 * by - a0 - a4 * az + a5 * ay;
  const vy = b1 + b5 * bx - b3 * bz - a1 - a5 * ax + a3 * az;
  const vz = b2 + b3 * by - b4 * bx - a2 - a3 * ay + a4 * ax;
  return f64At(gap, c) + (vx * f64At(worldNormal, 3 * c) + vy * f64At(worldNormal, 3 * c + 1) + vz * f64At(worldNormal, 3 * c + 2));
}

/** 1 when some gap of `count` manifolds will be below -slop [m] at the end of the step: else there is nothing to correct. */
export function penetrates(
  manifolds: usize, count: i32, worldPoint: usize, worldNormal: usize, gap: usize, bias: usize, u: usize, s: usize, position: usize, dt: f64, slop: f64,
): i32 {
  for (let i = 0; i < count; i++) {
    const first = i32At(manifolds, 4 * i + 2);
    const end = first + i32At(manifolds, 4 * i + 3);
    if (first == end) continue;
    const a = i32At(manifolds, 4 * i), b = i32At(manifolds, 4 * i + 1);
    const xa = f64At(position, 3 * a), ya = f64At(position, 3 * a + 1), za = f64At(position, 3 * a + 2);
    const xb = f64At(position, 3 * b), yb = f64At(position, 3 * b + 1), zb = f64At(position, 3 * b + 2);
    const a0 = shift(u, s, dt, 6 * a), a1 = shift(u, s, dt, 6 * a + 1), a2 = shift(u, s, dt, 6 * a + 2);
    const a3 = shift(u, s, dt, 6 * a + 3), a4 = shift(u, s, dt, 6 * a + 4), a5 = shift(u, s, dt, 6 * a + 5);
    const b0 = shift(u, s, dt, 6 * b), b1 = shift(u, s, dt, 6 * b + 1), b2 = shift(u, s, dt, 6 * b + 2);
    const b3 = shift(u, s, dt, 6 * b + 3), b4 = shift(u, s, dt, 6 * b + 4), b5 = shift(u, s, dt, 6 * b + 5);
    for (let c = first; c < end; c++) {
      const g = gapAhead(c, worldPoint, worldNormal, gap, bias, xa, ya, za, xb, yb, zb, a0, a1, a2, a3, a4, a5, b0, b1, b2, b3, b4, b5);
      if (g < -slop) return 1;
    }
  }
  return 0;
}

/**
 * Makes the problem of the projection (46) of the stream: gaps as they will be at the end of the step, to first order, in place of
 * relative velocities along the normals. Returns half the sum of squares of what overlaps then [m^2].
 */
export function predictGaps(
  manifolds: usize, packs: i32, stream: usize, worldPoint: usize, worldNormal: usize, gap: usize, bias: usize, u: usize, s: usize, position: usize, dt: f64,
): f64 {
  let at = stream;
  let sum: f64 = 0;
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const first = i32At(manifolds, 4 * i + 2);
      const count = i32At(manifolds, 4 * i + 3);
      const h: usize = at + (<usize>lane << 2) + HEAD;
      for (let k = count; k < points; k++) {
        store<f32>(h + POINT * <usize>k, 0, VELOCITY * 16);
        store<f32>(h + POINT * <usize>k, 0, CHANGE * 16);
      }
      if (count == 0) continue;
      const a = i32At(manifolds, 4 * i), b = i32At(manifolds, 4 * i + 1);
      const xa = f64At(position, 3 * a), ya = f64At(position, 3 * a + 1), za = f64At(position, 3 * a + 2);
      const xb = f64At(position, 3 * b), yb = f64At(position, 3 * b + 1), zb = f64At(position, 3 * b + 2);
      const a0 = shift(u, s, dt, 6 * a), a1 = shift(u, s, dt, 6 * a + 1), a2 = shift(u, s, dt, 6 * a + 2);
      const a3 = shift(u, s, dt, 6 * a + 3), a4 = shift(u, s, dt, 6 * a + 4), a5 = shift(u, s, dt, 6 * a + 5);
      const b0 = shift(u, s, dt, 6 * b), b1 = shift(u, s, dt, 6 * b + 1), b2 = shift(u, s, dt, 6 * b + 2);
      const b3 = shift(u, s, dt, 6 * b + 3), b4 = shift(u, s, dt, 6 * b + 4), b5 = shift(u, s, dt, 6 * b + 5);
      for (let k = 0; k < count; k++) {
        const l: usize = h + POINT * <usize>k;
        const g = gapAhead(first + k, worldPoint, worldNormal, gap, bias, xa, ya, za, xb, yb, zb, a0, a1, a2, a3, a4, a5, b0, b1, b2, b3, b4, b5);
        store<f32>(l, <f32>g, VELOCITY * 16);
        store<f32>(l, 0, CHANGE * 16);
        if (g < 0) sum += g * g;
      }
    }
    at += HEAD + POINT * <usize>points;
  }
  return 0.5 * sum;
}

/** Mean of what a unit of impulse at a contact displaces there: the mean of the diagonal of A [1/kg]. */
export function meanMobility(manifolds: usize, packs: i32, stream: usize): f64 {
  let at = stream;
  let sum: f64 = 0;
  let all = 0;
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    for (let lane = 0; lane < 4; lane++) {
      const count = i32At(manifolds, 4 * (4 * p + lane) + 3);
      const l: usize = at + (<usize>lane << 2) + HEAD;
      for (let k = 0; k < count; k++) sum += 1 / <f64>load<f32>(l + POINT * <usize>k, INVERSE_NORMAL * 16);
      all += count;
    }
    at += HEAD + POINT * <usize>points;
  }
  return all > 0 ? sum / all : 0;
}

/**
 * One sweep of the projection (46) over all packs: normals alone, on displacements in place of velocities, with the relaxation (41);
 * the twin of sweepPositions in projected-gauss-seidel.ts.
 */
export function sweepPositions(stream: usize, packs: i32, displacements: usize, compliance: f32): void {
  let at = stream;
  const zero = f32x4.splat(0), one = f32x4.splat(1);
  const c = f32x4.splat(compliance);
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    const a0: usize = displacements + load<i32>(at, MOVER_A * 16), a1: usize = displacements + load<i32>(at, MOVER_A * 16 + 4);
    const a2: usize = displacements + load<i32>(at, MOVER_A * 16 + 8), a3: usize = displacements + load<i32>(at, MOVER_A * 16 + 12);
    const b0: usize = displacements + load<i32>(at, MOVER_B * 16), b1: usize = displacements + load<i32>(at, MOVER_B * 16 + 4);
    const b2: usize = displacements + load<i32>(at, MOVER_B * 16 + 8), b3: usize = displacements + load<i32>(at, MOVER_B * 16 + 12);
    let r0 = v128.load(a0), r1 = v128.load(a1), r2 = v128.load(a2), r3 = v128.load(a3);
    let ax = firsts(r0, r1, r2, r3), ay = seconds(r0, r1, r2, r3), az = thirds(r0, r1, r2, r3);
    r0 = v128.load(a0, 16); r1 = v128.load(a1, 16); r2 = v128.load(a2, 16); r3 = v128.load(a3, 16);
    let aX = firsts(r0, r1, r2, r3), aY = seconds(r0, r1, r2, r3), aZ = thirds(r0, r1, r2, r3);
    r0 = v128.load(b0); r1 = v128.load(b1); r2 = v128.load(b2); r3 = v128.load(b3);
    let bx = firsts(r0, r1, r2, r3), by = seconds(r0, r1, r2, r3), bz = thirds(r0, r1, r2, r3);
    r0 = v128.load(b0, 16); r1 = v128.load(b1, 16); r2 = v128.load(b2, 16); r3 = v128.load(b3, 16);
    let bX = firsts(r0, r1, r2, r3), bY = seconds(r0, r1, r2, r3), bZ = thirds(r0, r1, r2, r3);
    const nx = v128.load(at, NORMAL * 16), ny = v128.load(at, NORMAL * 16 + 16), nz = v128.load(at, NORMAL * 16 + 32);
    const mA = v128.load(at, MASS_A * 16), mB = v128.load(at, MASS_B * 16);
    let moved = false;
    let q: usize = at + HEAD;
    at = q + POINT * <usize>points;
    for (; q < at; q += POINT) {
      const uX = v128.load(q, TURN_A * 16), uY = v128.load(q, TURN_A * 16 + 16), uZ = v128.load(q, TURN_A * 16 + 32);
      const vX = v128.load(q, TURN_B * 16), vY = v128.load(q, TURN_B * 16 + 16), vZ = v128.load(q, TURN_B * 16 + 32);
      const w = add(add(v128.load(q, VELOCITY * 16), dot(nx, ny, nz, sub(bx, ax), sub(by, ay), sub(bz, az))),
        add(dot(uX, uY, uZ, aX, aY, aZ), dot(vX, vY, vZ, bX, bY, bZ)));
      const old = v128.load(q, CHANGE * 16);
      const inverse = v128.load(q, INVERSE_NORMAL * 16);
      const step = mul(add(w, mul(c, old)), inverse);
      const now = f32x4.max(zero, sub(old, compliance > 0 ? f32x4.div(step, add(one, mul(c, inverse))) : step));
      const d = sub(now, old);
      // Most contacts are open, and stay so.
      if (!v128.any_true(d)) continue;
      moved = true;
      v128.store(q, now, CHANGE * 16);
      const fx = mul(d, nx), fy = mul(d, ny), fz = mul(d, nz);
      ax = sub(ax, mul(mA, fx)); ay = sub(ay, mul(mA, fy)); az = sub(az, mul(mA, fz));
      bx = add(bx, mul(mB, fx)); by = add(by, mul(mB, fy)); bz = add(bz, mul(mB, fz));
      aX = add(aX, mul(d, uX)); aY = add(aY, mul(d, uY)); aZ = add(aZ, mul(d, uZ));
      bX = add(bX, mul(d, vX)); bY = add(bY, mul(d, vY)); bZ = add(bZ, mul(d, vZ));
    }
    if (!moved) continue;
    // Rows of bodies that no impulse moves are written as they were.
    storeRows(ax, ay, az, a0, a1, a2, a3, 0);
    storeRows(aX, aY, aZ, a0, a1, a2, a3, 16);
    storeRows(bx, by, bz, b0, b1, b2, b3, 0);
    storeRows(bX, bY, bZ, b0, b1, b2, b3, 16);
  }
}
