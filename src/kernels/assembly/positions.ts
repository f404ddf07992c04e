// Gaps at the end of the step, f64, and the sweep of the projection that mends penetration, f32x4.

import { MOVER_A, MOVER_B, MASS_A, MASS_B, NORMAL, POINTS, TURN_A, TURN_B, INVERSE_NORMAL, VELOCITY, CHANGE } from '../layout';
import { HEAD, POINT, f64At, setF64, i32At, mul, add, sub, dot, firsts, seconds, thirds, storeRows } from './quads';
import { beginSweeps } from './sweep-velocities';

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

/** The deepest of the gaps that were last predicted, as a depth; 0 where none is below zero [m]. */
export let deepestAhead: f64 = 0;

/** How many squares the last call of predictGaps() has listed. */
export let squareCount: i32 = 0;

/**
 * Makes the problem of the projection (46) of the stream: gaps as they will be at the end of the step, to first order, in place of
 * relative velocities along the normals. Returns half the sum of squares of what overlaps then [m^2]. Where `squares` is not zero,
 * lists them there: some of the packs may then be done beside others, and all be added up in their order.
 */
export function predictGaps(
  manifolds: usize, packs: i32, stream: usize, worldPoint: usize, worldNormal: usize, gap: usize, bias: usize, u: usize, s: usize, position: usize, dt: f64,
  squares: usize,
): f64 {
  squareCount = 0;
  let at = stream;
  let sum: f64 = 0, least: f64 = 0;
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    for (let k = 0; k < points; k++) {
      const q: usize = at + HEAD + POINT * <usize>k;
      v128.store(q, f32x4.splat(0), VELOCITY * 16);
      v128.store(q, f32x4.splat(0), CHANGE * 16);
    }
    for (let lane = 0; lane < 4; lane++) {
      const i = 4 * p + lane;
      const first = i32At(manifolds, 4 * i + 2);
      const count = i32At(manifolds, 4 * i + 3);
      const h: usize = at + (<usize>lane << 2) + HEAD;
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
        if (!(g < 0)) continue;
        sum += g * g;
        if (g < least) least = g;
        if (squares != 0) setF64(squares, squareCount++, g * g);
      }
    }
    at += HEAD + POINT * <usize>points;
  }
  deepestAhead = -least;
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
 * the twin of sweepPositions in projected-gauss-seidel.ts. Returns whether it changed anything.
 */
export function sweepPositions(stream: usize, packs: i32, displacements: usize, compliance: f32): i32 {
  let at = stream;
  let changed = 0;
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
    changed = 1;
    // Rows of bodies that no impulse moves are written as they were.
    storeRows(ax, ay, az, a0, a1, a2, a3, 0);
    storeRows(aX, aY, aZ, a0, a1, a2, a3, 16);
    storeRows(bx, by, bz, b0, b1, b2, b3, 0);
    storeRows(bX, bY, bZ, b0, b1, b2, b3, 16);
  }
  return changed;
}

/**
 * The projection (46) of the gaps that have been predicted: sweeps until one changes nothing, or `iterations` times, by contacts that
 * yield by a relaxation (41). Adds what they displace `count` movers by to their corrections.
 */
export function correctContacts(
  stream: usize, packs: i32, displacements: usize, movers: usize, count: i32, roots: usize, correction: usize, iterations: i32, compliance: f32,
): void {
  beginSweeps(displacements, displacements, movers, count);
  for (let i = 0; i < iterations; i++) if (sweepPositions(stream, packs, displacements, compliance) == 0) break;
  addDisplacements(displacements, movers, count, roots, correction);
}

/** Adds what sweeps displace `count` movers by to their corrections. */
export function addDisplacements(displacements: usize, movers: usize, count: i32, roots: usize, correction: usize): void {
  for (let i = 0; i < count; i++) {
    const row = i32At(movers, i);
    const v: usize = displacements + <usize>row * 32, r: usize = roots + <usize>row * 32;
    const c = 6 * row;
    for (let j = 0; j < 3; j++) setF64(correction, c + j, f64At(correction, c + j) + f32At(v, j));
    const x = f32At(v, 4), y = f32At(v, 5), z = f32At(v, 6);
    const xx = f32At(r, 0), yy = f32At(r, 1), zz = f32At(r, 2), xy = f32At(r, 3), xz = f32At(r, 4), yz = f32At(r, 5);
    setF64(correction, c + 3, f64At(correction, c + 3) + (xx * x + xy * y + xz * z));
    setF64(correction, c + 4, f64At(correction, c + 4) + (xy * x + yy * y + yz * z));
    setF64(correction, c + 5, f64At(correction, c + 5) + (xz * x + yz * y + zz * z));
  }
}

@inline function f32At(base: usize, index: i32): f64 { return <f64>load<f32>(base + (<usize>index << 2)); }

/**
 * Half the sum of squares of what still overlaps once movers have been displaced [m^2]. Where `squares` is not zero, lists those of
 * each pack there, as predictGaps() does.
 */
export function overlapLeft(stream: usize, packs: i32, displacements: usize, squares: usize): f64 {
  squareCount = 0;
  let at = stream;
  let sum: f64 = 0;
  const zero = f32x4.splat(0);
  for (let p = 0; p < packs; p++) {
    const points = load<i32>(at, POINTS * 16);
    const a0: usize = displacements + load<i32>(at, MOVER_A * 16), a1: usize = displacements + load<i32>(at, MOVER_A * 16 + 4);
    const a2: usize = displacements + load<i32>(at, MOVER_A * 16 + 8), a3: usize = displacements + load<i32>(at, MOVER_A * 16 + 12);
    const b0: usize = displacements + load<i32>(at, MOVER_B * 16), b1: usize = displacements + load<i32>(at, MOVER_B * 16 + 4);
    const b2: usize = displacements + load<i32>(at, MOVER_B * 16 + 8), b3: usize = displacements + load<i32>(at, MOVER_B * 16 + 12);
    let r0 = v128.load(a0), r1 = v128.load(a1), r2 = v128.load(a2), r3 = v128.load(a3);
    const ax = firsts(r0, r1, r2, r3), ay = seconds(r0, r1, r2, r3), az = thirds(r0, r1, r2, r3);
    r0 = v128.load(a0, 16); r1 = v128.load(a1, 16); r2 = v128.load(a2, 16); r3 = v128.load(a3, 16);
    const aX = firsts(r0, r1, r2, r3), aY = seconds(r0, r1, r2, r3), aZ = thirds(r0, r1, r2, r3);
    r0 = v128.load(b0); r1 = v128.load(b1); r2 = v128.load(b2); r3 = v128.load(b3);
    const bx = firsts(r0, r1, r2, r3), by = seconds(r0, r1, r2, r3), bz = thirds(r0, r1, r2, r3);
    r0 = v128.load(b0, 16); r1 = v128.load(b1, 16); r2 = v128.load(b2, 16); r3 = v128.load(b3, 16);
    const bX = firsts(r0, r1, r2, r3), bY = seconds(r0, r1, r2, r3), bZ = thirds(r0, r1, r2, r3);
    const along = dot(v128.load(at, NORMAL * 16), v128.load(at, NORMAL * 16 + 16), v128.load(at, NORMAL * 16 + 32),
      sub(bx, ax), sub(by, ay), sub(bz, az));
    let four = zero;
    let q: usize = at + HEAD;
    at = q + POINT * <usize>points;
    for (; q < at; q += POINT) {
      const w = add(add(v128.load(q, VELOCITY * 16), along), add(
        dot(v128.load(q, TURN_A * 16), v128.load(q, TURN_A * 16 + 16), v128.load(q, TURN_A * 16 + 32), aX, aY, aZ),
        dot(v128.load(q, TURN_B * 16), v128.load(q, TURN_B * 16 + 16), v128.load(q, TURN_B * 16 + 32), bX, bY, bZ)));
      // A lane without this point has an inverse of zero.
      const overlap = v128.and(f32x4.min(w, zero), f32x4.gt(v128.load(q, INVERSE_NORMAL * 16), zero));
      four = add(four, mul(overlap, overlap));
    }
    const left = <f64>(f32x4.extract_lane(four, 0) + f32x4.extract_lane(four, 1) + f32x4.extract_lane(four, 2) + f32x4.extract_lane(four, 3));
    sum += left;
    if (squares != 0) setF64(squares, squareCount++, left);
  }
  return 0.5 * sum;
}
