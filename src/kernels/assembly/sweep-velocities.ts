// The sweep over velocities, f32x4.

import {
  MOVER_A, MOVER_B, MASS_A, MASS_B, NORMAL, TANGENT_1, TANGENT_2, FRICTION, POINTS,
  TURN_A, TURN_B, INVERSE_NORMAL, INVERSE_TANGENT, TANGENT_STEP, COUPLING, VELOCITY, LOAD, CHANGE, FORMER,
} from '../layout';
import { HEAD, POINT, i32At, mul, add, sub, dot, firsts, seconds, thirds, storeRows } from './quads';

/** What is left to do, as the last sweep found it: theta (38) of the diagonally scaled problem (39), half the sum of D dlambda^2 [J]. */
export let residual: f32 = 0;

/**
 * Sweeps over all packs with momentum, until one changes no relative velocity by more than the tolerance [m/s]; after `iterations`
 * sweeps a coarse tolerance is enough, and after `longest` sweeps it ends. Velocities are those of `count` movers. The twin is
 * src/solvers/carried-sweeps.ts, which says how and why. Returns how many sweeps it took.
 */
export function sweepUntil(
  stream: usize, packs: i32, velocities: usize, formers: usize, movers: usize, count: i32,
  iterations: i32, tolerance: f32, longest: i32, coarse: f32,
): i32 {
  beginSweeps(velocities, formers, movers, count);
  let further: f32 = 0;
  let last = f32.MAX_VALUE;
  let done = 0;
  while (done < longest) {
    done++;
    if (sweepVelocities(stream, packs, velocities, done < iterations ? tolerance : coarse, further) == 0) break;
    further = residual < last ? Mathf.sqrt(residual / last) : 0;
    last = residual;
    carryOn(velocities, formers, movers, count, further);
  }
  return done;
}

/** Sets the velocities of `count` movers to zero, and what they were before. */
export function beginSweeps(velocities: usize, formers: usize, movers: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const row: usize = <usize>i32At(movers, i) * 32;
    v128.store(velocities + row, f32x4.splat(0)); v128.store(velocities + row, f32x4.splat(0), 16);
    v128.store(formers + row, f32x4.splat(0)); v128.store(formers + row, f32x4.splat(0), 16);
  }
}

/** Carries the velocities on by so many times what the last sweep has changed, as the next sweep does with the impulses. */
export function carryOn(velocities: usize, formers: usize, movers: usize, count: i32, further: f32): void {
  const share = f32x4.splat(further);
  for (let i = 0; i < count; i++) {
    const row: usize = <usize>i32At(movers, i) * 32;
    const v: usize = velocities + row, f: usize = formers + row;
    const linear = v128.load(v), angular = v128.load(v, 16);
    v128.store(v, add(linear, mul(share, sub(linear, v128.load(f)))));
    v128.store(v, add(angular, mul(share, sub(angular, v128.load(f, 16)))), 16);
    v128.store(f, linear);
    v128.store(f, angular, 16);
  }
}

/**
 * One sweep of projected Gauss-Seidel over all packs; the twin of src/solvers/kernels/sweep-velocities.ts. Impulses are first carried
 * on by so many times what the last sweep has changed. Returns whether it changed some relative velocity by more than the
 * tolerance [m/s].
 */
export function sweepVelocities(stream: usize, packs: i32, velocities: usize, tolerance: f32, further: f32): i32 {
  return sweepPacks(stream, packs, velocities, tolerance, further, 0);
}

/**
 * The same of some of the packs, which others may sweep beside it that share no moving body with these. What each point adds to the
 * residual goes to `sums`, a quad a point, where these are: addUp() then adds up all of them in their order.
 */
export function sweepPacks(stream: usize, packs: i32, velocities: usize, tolerance: f32, further: f32, sums: usize): i32 {
  let at = stream;
  let term = sums;
  const share = f32x4.splat(further);
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
      const change0 = v128.load(q, CHANGE * 16), change1 = v128.load(q, CHANGE * 16 + 16), change2 = v128.load(q, CHANGE * 16 + 32);
      const old = add(change0, mul(share, sub(change0, v128.load(q, FORMER * 16))));
      // lambda_n >= 0 for load and change together.
      const now = f32x4.max(sub(zero, load0), sub(old, mul(wn, inverse)));
      const dn = sub(now, old);
      const load1 = v128.load(q, LOAD * 16 + 16), load2 = v128.load(q, LOAD * 16 + 32);
      const old1 = add(change1, mul(share, sub(change1, v128.load(q, FORMER * 16 + 16))));
      const old2 = add(change2, mul(share, sub(change2, v128.load(q, FORMER * 16 + 32))));
      v128.store(q, change0, FORMER * 16);
      v128.store(q, change1, FORMER * 16 + 16);
      v128.store(q, change2, FORMER * 16 + 32);
      // Open before and after in all lanes, and so without friction: nothing changes.
      if (!v128.any_true(v128.or(v128.or(dn, add(load0, now)), v128.or(add(load1, old1), add(load2, old2))))) {
        q += POINT;
        if (sums != 0) { v128.store(term, zero); term += 16; }
        continue;
      }
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
      const left = add(
        f32x4.div(mul(dn, dn), f32x4.max(inverse, least)),
        f32x4.div(add(mul(d1, d1), mul(d2, d2)), f32x4.max(step, least)));
      sum = add(sum, left);
      if (sums != 0) { v128.store(term, left); term += 16; }
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
  residual = halfOf(sum);
  return v128.any_true(changed) ? 1 : 0;
}

/** The residual of which the terms are those quads. */
export function addUp(sums: usize, count: i32): f32 {
  let sum = f32x4.splat(0);
  for (let i = 0; i < count; i++) sum = add(sum, v128.load(sums + (<usize>i << 4)));
  return halfOf(sum);
}

@inline function halfOf(sum: v128): f32 {
  return <f32>0.5 * (f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
}
