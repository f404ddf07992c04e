// Writes the stream that the sweeps go over: what is fixed in a step, and the velocities that the sweeps start from.

import {
  MOVER_A, MOVER_B, MASS_A, MASS_B, NORMAL, TANGENT_1, TANGENT_2, FRICTION, POINTS,
  TURN_A, TURN_B, INVERSE_NORMAL, INVERSE_TANGENT, TANGENT_STEP, COUPLING, VELOCITY, LOAD, CHANGE, FORMER, MANIFOLD_WIDTH,
} from '../layout';
import { HEAD, POINT, f64At, i32At, mul, add, sub, dot } from './quads';

/**
 * Heads and the unchanging parts of all points of `count` ranges of packs, one behind the other: notes where each begins, and behind the last
 * where that ends, as offsets [bytes].
 */
export function prepareRanges(
  firstLane: usize, packCount: usize, start: usize, count: i32, manifolds: usize, friction: usize, stream: usize, worldPoint: usize,
  worldNormal: usize, position: usize, roots: usize, velocityBytes: i32,
): void {
  let end = stream;
  for (let i = 0; i < count; i++) {
    store<i32>(start + (<usize>i << 2), <i32>(end - stream));
    const lane = <usize>i32At(firstLane, i);
    end = prepare(manifolds + 4 * MANIFOLD_WIDTH * lane, friction + 8 * lane, i32At(packCount, i), end, worldPoint, worldNormal,
      position, roots, velocityBytes);
  }
  store<i32>(start + (<usize>count << 2), <i32>(end - stream));
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

/** Nothing is known of a point: lanes without one stay so. */
@inline function clearPoint(q: usize): void {
  const zero = f32x4.splat(0);
  for (let k: usize = 0; k < 3; k++) {
    v128.store(q + (k << 4), zero, VELOCITY * 16);
    v128.store(q + (k << 4), zero, LOAD * 16);
    v128.store(q + (k << 4), zero, CHANGE * 16);
    v128.store(q + (k << 4), zero, FORMER * 16);
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
    for (let k = 0; k < points; k++) clearPoint(at + HEAD + POINT * <usize>k);
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const a = i32At(manifolds, 4 * i), b = i32At(manifolds, 4 * i + 1);
      const first = i32At(manifolds, 4 * i + 2);
      const count = i32At(manifolds, 4 * i + 3);
      const h: usize = at + (<usize>lane << 2);
      // The tangents as the kernel has them, and the normal as the world has it.
      const sx = <f64>load<f32>(h, TANGENT_1 * 16), sy = <f64>load<f32>(h, TANGENT_1 * 16 + 16), sz = <f64>load<f32>(h, TANGENT_1 * 16 + 32);
      const tx = <f64>load<f32>(h, TANGENT_2 * 16), ty = <f64>load<f32>(h, TANGENT_2 * 16 + 16), tz = <f64>load<f32>(h, TANGENT_2 * 16 + 32);
      const ax = f64At(position, 3 * a), ay = f64At(position, 3 * a + 1), az = f64At(position, 3 * a + 2);
      const bx = f64At(position, 3 * b), by = f64At(position, 3 * b + 1), bz = f64At(position, 3 * b + 2);
      const a0 = f64At(u, 6 * a), a1 = f64At(u, 6 * a + 1), a2 = f64At(u, 6 * a + 2);
      const a3 = f64At(u, 6 * a + 3), a4 = f64At(u, 6 * a + 4), a5 = f64At(u, 6 * a + 5);
      const b0 = f64At(u, 6 * b), b1 = f64At(u, 6 * b + 1), b2 = f64At(u, 6 * b + 2);
      const b3 = f64At(u, 6 * b + 3), b4 = f64At(u, 6 * b + 4), b5 = f64At(u, 6 * b + 5);
      for (let k = 0; k < count; k++) {
        const l: usize = h + HEAD + POINT * <usize>k;
        const c = first + k;
        const px = f64At(worldPoint, 3 * c), py = f64At(worldPoint, 3 * c + 1), pz = f64At(worldPoint, 3 * c + 2);
        const fromAx = px - ax, fromAy = py - ay, fromAz = pz - az;
        const fromBx = px - bx, fromBy = py - by, fromBz = pz - bz;
        const vx = b0 + b4 * fromBz - b5 * fromBy - a0 - a4 * fromAz + a5 * fromAy;
        const vy = b1 + b5 * fromBx - b3 * fromBz - a1 - a5 * fromAx + a3 * fromAz;
        const vz = b2 + b3 * fromBy - b4 * fromBx - a2 - a3 * fromAy + a4 * fromAx;
        const w = vx * f64At(worldNormal, 3 * c) + vy * f64At(worldNormal, 3 * c + 1) + vz * f64At(worldNormal, 3 * c + 2) + f64At(bias, c);
        const qx = f64At(lambda, 4 * c + 1), qy = f64At(lambda, 4 * c + 2), qz = f64At(lambda, 4 * c + 3);
        store<f32>(l, <f32>w, VELOCITY * 16);
        store<f32>(l, <f32>(vx * sx + vy * sy + vz * sz), VELOCITY * 16 + 16);
        store<f32>(l, <f32>(vx * tx + vy * ty + vz * tz), VELOCITY * 16 + 32);
        store<f32>(l, <f32>(share * f64At(lambda, 4 * c)), LOAD * 16);
        store<f32>(l, <f32>(share * (qx * sx + qy * sy + qz * sz)), LOAD * 16 + 16);
        store<f32>(l, <f32>(share * (qx * tx + qy * ty + qz * tz)), LOAD * 16 + 32);
      }
    }
    at += HEAD + POINT * <usize>points;
  }
}
