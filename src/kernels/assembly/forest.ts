// The factorisation of forests of joints, and solves with it, two columns of a row of six at a time in f64x2. Every sum
// runs in the order of solvers/tree/kernels, which says what is what, and nothing is fused: the results are the same to
// the bit. `table` has the addresses of the arrays (forest-layout.ts).

import {
  ACTIVE, ANSWER, BASE, CARRIED, CARRY, CHANGE, GOAL, IMPULSE, INERTIA, INERTIA_LENGTH, INVERSE, INVERSE_A,
  INVERSE_LENGTH, INVERSE_MASS, LARGEST, MASS, MISSED, OTHER, OUTSIDE, OWN, PARENT, REACH, RESPONSE, ROUNDING, SOFTNESS, SPEED, TURNED, VELOCITY, WANTED,
} from '../forest-layout';
import { f64At, i32At, setF64 } from './quads';

/** A row is dependent when so much of its own response is left by the rows before it [1]. */
const DEPENDENT: f64 = 1e-13;
/** Bytes of six numbers, and of a matrix of six rows. */
const ROW: usize = 48;
const MATRIX: usize = 288;

@inline function addressOf(table: usize, index: i32): usize { return <usize>load<i32>(table + (<usize>index << 2)); }
@inline function splat(at: usize): v128 { return v128.load64_splat(at); }
@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
@inline function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
@inline function dotSix(a: usize, g0: f64, g1: f64, g2: f64, g3: f64, g4: f64, g5: f64): f64 {
  return load<f64>(a) * g0 + load<f64>(a, 8) * g1 + load<f64>(a, 16) * g2 + load<f64>(a, 24) * g3 + load<f64>(a, 32) * g4
    + load<f64>(a, 40) * g5;
}

/** Masses, H'^-1, A^-1, A^-1 J and X of the links from `from` to `to`, which are whole trees, from the last to the first. */
export function factorLinks(table: usize, from: i32, to: i32): void {
  const active = addressOf(table, ACTIVE), parent = addressOf(table, PARENT), mass = addressOf(table, MASS);
  const inertia = addressOf(table, INERTIA), inverse = addressOf(table, INVERSE), inverseMass = addressOf(table, INVERSE_MASS), inverseA = addressOf(table, INVERSE_A);
  const own = addressOf(table, OWN), other = addressOf(table, OTHER), turned = addressOf(table, TURNED);
  const reach = addressOf(table, REACH), carry = addressOf(table, CARRY), softness = addressOf(table, SOFTNESS);
  for (let k = from; k < to; k++) {
    fillMass(mass + <usize>k * MATRIX, inertia + <usize>(k * INERTIA_LENGTH) * 8, inverse + <usize>(k * INVERSE_LENGTH) * 8);
  }
  for (let k = to - 1; k >= from; k--) {
    const m = <usize>k * MATRIX;
    const rows = i32At(active, k);
    invertSix(mass + m, inverseMass + m);
    const least = turnRows(inverseMass + m, own + m, turned + m, mass + m, softness + <usize>k * ROW, rows);
    invertSmall(mass + m, rows, inverseA + m, least);
    const p = i32At(parent, k);
    if (p < 0) continue;
    multiplyRows(inverseA + m, other + m, rows, reach + m);
    addToParent(turned + m, reach + m, other + m, rows, carry + m, mass + <usize>p * MATRIX);
  }
}

/** The lower triangle of M, with an infinite mass along and about axes that are locked. */
@inline function fillMass(m: usize, i: usize, inverse: usize): void {
  memory.fill(m, 0, MATRIX);
  const mass = load<f64>(i);
  setF64(m, 0, mass); setF64(m, 7, mass); setF64(m, 14, mass);
  setF64(m, 21, load<f64>(i, 8)); setF64(m, 28, load<f64>(i, 16)); setF64(m, 35, load<f64>(i, 24));
  setF64(m, 27, load<f64>(i, 32)); setF64(m, 33, load<f64>(i, 40)); setF64(m, 34, load<f64>(i, 48));
  for (let j = 0; j < 6; j++) if (f64At(inverse, j) == 0) setF64(m, 7 * j, f64.POSITIVE_INFINITY);
}

/** H'^-1 J^T, and A in the place of H'. Returns below what share of its own response a row is dependent. */
@inline function turnRows(h: usize, own: usize, turned: usize, a: usize, softness: usize, rows: i32): f64 {
  let least = DEPENDENT;
  for (let r = 0; r < rows; r++) {
    const at = <usize>r * ROW;
    const j = own + at;
    const j0 = load<f64>(j), j1 = load<f64>(j, 8), j2 = load<f64>(j, 16), j3 = load<f64>(j, 24), j4 = load<f64>(j, 32), j5 = load<f64>(j, 40);
    multiplySymmetric(h, j0, j1, j2, j3, j4, j5, turned + at);
    for (let s = 0; s <= r; s++) setF64(a + at, s, dotSix(turned + <usize>s * ROW, j0, j1, j2, j3, j4, j5));
    if (f64At(softness, r) < 0) least = -f64At(softness, r);
    setF64(softness, r, max<f64>(0, f64At(softness, r)));
    setF64(a + at, r, f64At(a + at, r) + f64At(softness, r));
  }
  return least;
}

/** The symmetric matrix at h times six numbers, to to. */
@inline function multiplySymmetric(h: usize, x0: f64, x1: f64, x2: f64, x3: f64, x4: f64, x5: f64, to: usize): void {
  const s0 = f64x2.splat(x0), s1 = f64x2.splat(x1), s2 = f64x2.splat(x2), s3 = f64x2.splat(x3), s4 = f64x2.splat(x4), s5 = f64x2.splat(x5);
  for (let c: usize = 0; c < ROW; c += 16) {
    const p = h + c;
    let sum = mul(v128.load(p), s0);
    sum = add(sum, mul(v128.load(p, 48), s1));
    sum = add(sum, mul(v128.load(p, 96), s2));
    sum = add(sum, mul(v128.load(p, 144), s3));
    sum = add(sum, mul(v128.load(p, 192), s4));
    v128.store(to + c, add(sum, mul(v128.load(p, 240), s5)));
  }
}

/** The first `rows` rows and columns of the symmetric matrix at `square`, times as many rows at `factor`, to `to`. */
@inline function multiplyRows(square: usize, factor: usize, rows: i32, to: usize): void {
  for (let r = 0; r < rows; r++) {
    let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0);
    let f = factor;
    let a = square + <usize>r * ROW;
    for (let l = 0; l < rows; l++) {
      const x = splat(a);
      s0 = add(s0, mul(x, v128.load(f)));
      s1 = add(s1, mul(x, v128.load(f, 16)));
      s2 = add(s2, mul(x, v128.load(f, 32)));
      f += ROW;
      a += 8;
    }
    const at = to + <usize>r * ROW;
    v128.store(at, s0);
    v128.store(at, s1, 16);
    v128.store(at, s2, 32);
  }
}

/** X of a link, and what it adds to H' of its parent; above the diagonal nobody looks. */
@inline function addToParent(turned: usize, reach: usize, other: usize, rows: i32, carry: usize, mass: usize): void {
  for (let i: usize = 0; i < 6; i++) {
    let c0 = f64x2.splat(0), c1 = f64x2.splat(0), c2 = f64x2.splat(0);
    const h = mass + i * ROW;
    let m0 = v128.load(h), m1 = v128.load(h, 16), m2 = v128.load(h, 32);
    let t = turned + (i << 3);
    let o = other + (i << 3);
    let p = reach;
    for (let r = 0; r < rows; r++) {
      const r0 = v128.load(p), r1 = v128.load(p, 16), r2 = v128.load(p, 32);
      const x = splat(t), y = splat(o);
      c0 = sub(c0, mul(x, r0));
      c1 = sub(c1, mul(x, r1));
      c2 = sub(c2, mul(x, r2));
      m0 = add(m0, mul(y, r0));
      m1 = add(m1, mul(y, r1));
      m2 = add(m2, mul(y, r2));
      t += ROW;
      o += ROW;
      p += ROW;
    }
    const c = carry + i * ROW;
    v128.store(c, c0);
    v128.store(c, c1, 16);
    v128.store(c, c2, 32);
    v128.store(h, m0);
    v128.store(h, m1, 16);
    v128.store(h, m2, 32);
  }
}

/** Phi of the links from `from` to `to`, which are whole trees, from the first to the last. */
export function respondLinks(table: usize, from: i32, to: i32): void {
  const active = addressOf(table, ACTIVE), parent = addressOf(table, PARENT), mass = addressOf(table, MASS);
  const inverseMass = addressOf(table, INVERSE_MASS), inverseA = addressOf(table, INVERSE_A), turned = addressOf(table, TURNED);
  const carry = addressOf(table, CARRY), response = addressOf(table, RESPONSE);
  for (let k = from; k < to; k++) {
    const m = <usize>k * MATRIX;
    const rows = i32At(active, k);
    const scratch = mass + m;
    const phi = response + m;
    multiplyRows(inverseA + m, turned + m, rows, scratch);
    for (let i: usize = 0; i < 6; i++) {
      const h = inverseMass + m + i * ROW;
      let s0 = v128.load(h), s1 = v128.load(h, 16), s2 = v128.load(h, 32);
      let t = turned + m + (i << 3);
      let p = scratch;
      for (let r = 0; r < rows; r++) {
        const x = splat(t);
        s0 = sub(s0, mul(x, v128.load(p)));
        s1 = sub(s1, mul(x, v128.load(p, 16)));
        s2 = sub(s2, mul(x, v128.load(p, 32)));
        t += ROW;
        p += ROW;
      }
      v128.store(phi + i * ROW, s0);
      v128.store(phi + i * ROW, s1, 16);
      v128.store(phi + i * ROW, s2, 32);
    }
    const p = i32At(parent, k);
    if (p >= 0) addCarried(carry + m, response + <usize>p * MATRIX, phi);
    for (let i = 0; i < 6; i++) for (let j = i + 1; j < 6; j++) setF64(phi, 6 * i + j, f64At(phi, 6 * j + i));
  }
}

/** Adds X Phi_p X^T to the lower triangle at `phi`. */
@inline function addCarried(carry: usize, ofParent: usize, phi: usize): void {
  for (let i: usize = 0; i < 6; i++) {
    const x = carry + i * ROW;
    let s0 = mul(splat(x), v128.load(ofParent)), s1 = mul(splat(x), v128.load(ofParent, 16)), s2 = mul(splat(x), v128.load(ofParent, 32));
    let p = ofParent + ROW;
    for (let l: usize = 8; l < ROW; l += 8) {
      const a = splat(x + l);
      s0 = add(s0, mul(a, v128.load(p)));
      s1 = add(s1, mul(a, v128.load(p, 16)));
      s2 = add(s2, mul(a, v128.load(p, 32)));
      p += ROW;
    }
    const c0 = f64x2.extract_lane(s0, 0), c1 = f64x2.extract_lane(s0, 1), c2 = f64x2.extract_lane(s1, 0);
    const c3 = f64x2.extract_lane(s1, 1), c4 = f64x2.extract_lane(s2, 0), c5 = f64x2.extract_lane(s2, 1);
    const row = phi + i * ROW;
    for (let j: usize = 0; j <= i; j++) {
      const y = carry + j * ROW;
      const to = row + (j << 3);
      store<f64>(to, load<f64>(to) + (c0 * load<f64>(y) + c1 * load<f64>(y, 8) + c2 * load<f64>(y, 16) + c3 * load<f64>(y, 24)
        + c4 * load<f64>(y, 32) + c5 * load<f64>(y, 40)));
    }
  }
}

/** `answer` and `change` from `impulse`, which is used up, and `wanted`: links from `from` to `to`, which are whole trees. */
export function solveLinks(table: usize, from: i32, to: i32): void {
  const active = addressOf(table, ACTIVE), parent = addressOf(table, PARENT), inverseMass = addressOf(table, INVERSE_MASS);
  const inverseA = addressOf(table, INVERSE_A), turned = addressOf(table, TURNED), other = addressOf(table, OTHER);
  const reach = addressOf(table, REACH), impulse = addressOf(table, IMPULSE), answer = addressOf(table, ANSWER);
  const wanted = addressOf(table, WANTED), change = addressOf(table, CHANGE);
  for (let k = to - 1; k >= from; k--) {
    const g = <usize>k * ROW;
    const m = <usize>k * MATRIX;
    const rows = i32At(active, k);
    const f = impulse + g;
    const g0 = load<f64>(f), g1 = load<f64>(f, 8), g2 = load<f64>(f, 16), g3 = load<f64>(f, 24), g4 = load<f64>(f, 32), g5 = load<f64>(f, 40);
    // The answer's place holds what is left of `wanted` until the walk down.
    for (let r = 0; r < rows; r++) {
      setF64(answer + g, r, f64At(wanted + g, r) - dotSix(turned + m + <usize>r * ROW, g0, g1, g2, g3, g4, g5));
    }
    let p0 = f64x2.splat(0), p1 = f64x2.splat(0), p2 = f64x2.splat(0);
    for (let r = 0; r < rows; r++) {
      const at = m + <usize>r * ROW;
      let lambda: f64 = 0;
      for (let j = 0; j < rows; j++) lambda += f64At(inverseA + at, j) * f64At(answer + g, j);
      setF64(change + g, r, lambda);
      const x = f64x2.splat(lambda);
      p0 = add(p0, mul(v128.load(other + at), x));
      p1 = add(p1, mul(v128.load(other + at, 16), x));
      p2 = add(p2, mul(v128.load(other + at, 32), x));
    }
    const up = i32At(parent, k);
    if (up < 0) continue;
    const p = impulse + <usize>up * ROW;
    v128.store(p, add(v128.load(p), p0));
    v128.store(p, add(v128.load(p, 16), p1), 16);
    v128.store(p, add(v128.load(p, 32), p2), 32);
  }
  for (let k = from; k < to; k++) {
    const g = <usize>k * ROW;
    const m = <usize>k * MATRIX;
    const rows = i32At(active, k);
    const f = impulse + g;
    const a = answer + g;
    const up = i32At(parent, k);
    multiplySymmetric(inverseMass + m, load<f64>(f), load<f64>(f, 8), load<f64>(f, 16), load<f64>(f, 24), load<f64>(f, 32), load<f64>(f, 40), a);
    const p = up >= 0 ? answer + <usize>up * ROW : a;
    const q0 = load<f64>(p), q1 = load<f64>(p, 8), q2 = load<f64>(p, 16), q3 = load<f64>(p, 24), q4 = load<f64>(p, 32), q5 = load<f64>(p, 40);
    let a0 = v128.load(a), a1 = v128.load(a, 16), a2 = v128.load(a, 32);
    for (let r = 0; r < rows; r++) {
      const at = m + <usize>r * ROW;
      let lambda = f64At(change + g, r);
      if (up >= 0) {
        lambda -= dotSix(reach + at, q0, q1, q2, q3, q4, q5);
        setF64(change + g, r, lambda);
      }
      const x = f64x2.splat(lambda);
      a0 = add(a0, mul(v128.load(turned + at), x));
      a1 = add(a1, mul(v128.load(turned + at, 16), x));
      a2 = add(a2, mul(v128.load(turned + at, 32), x));
    }
    v128.store(a, a0);
    v128.store(a, a1, 16);
    v128.store(a, a2, 32);
  }
}

/** `wanted` and `impulse` of the links from `from` to `to`, which are whole trees, and how much is missed. */
export function missGoals(table: usize, from: i32, to: i32): void {
  const active = addressOf(table, ACTIVE), parent = addressOf(table, PARENT), velocity = addressOf(table, VELOCITY);
  const base = addressOf(table, BASE), own = addressOf(table, OWN), other = addressOf(table, OTHER), softness = addressOf(table, SOFTNESS);
  const goal = addressOf(table, GOAL), carried = addressOf(table, CARRIED), wanted = addressOf(table, WANTED);
  const outside = addressOf(table, OUTSIDE), impulse = addressOf(table, IMPULSE), inertia = addressOf(table, INERTIA);
  let largest: f64 = 0, speed: f64 = 0;
  for (let k = from; k < to; k++) {
    const g = <usize>k * ROW;
    const m = <usize>k * MATRIX;
    const up = i32At(parent, k);
    const u = velocity + g;
    const v = up >= 0 ? velocity + <usize>up * ROW : base + g;
    const i = inertia + <usize>(k * INERTIA_LENGTH) * 8;
    const u0 = load<f64>(u), u1 = load<f64>(u, 8), u2 = load<f64>(u, 16), u3 = load<f64>(u, 24), u4 = load<f64>(u, 32), u5 = load<f64>(u, 40);
    const v0 = load<f64>(v), v1 = load<f64>(v, 8), v2 = load<f64>(v, 16), v3 = load<f64>(v, 24), v4 = load<f64>(v, 32), v5 = load<f64>(v, 40);
    const mass = load<f64>(i), xy = load<f64>(i, 32), xz = load<f64>(i, 40), yz = load<f64>(i, 48);
    const out = outside + g, f = impulse + g;
    store<f64>(f, load<f64>(out) - mass * u0);
    store<f64>(f, load<f64>(out, 8) - mass * u1, 8);
    store<f64>(f, load<f64>(out, 16) - mass * u2, 16);
    store<f64>(f, load<f64>(out, 24) - (load<f64>(i, 8) * u3 + xy * u4 + xz * u5), 24);
    store<f64>(f, load<f64>(out, 32) - (xy * u3 + load<f64>(i, 16) * u4 + yz * u5), 32);
    store<f64>(f, load<f64>(out, 40) - (xz * u3 + yz * u4 + load<f64>(i, 24) * u5), 40);
    const rows = i32At(active, k);
    for (let r = 0; r < rows; r++) {
      const j = own + m + <usize>r * ROW, o = other + m + <usize>r * ROW;
      const lambda = f64At(carried + g, r);
      const along = load<f64>(j) * u0 + load<f64>(j, 8) * u1 + load<f64>(j, 16) * u2;
      const about = load<f64>(j, 24) * u3 + load<f64>(j, 32) * u4 + load<f64>(j, 40) * u5;
      const miss = f64At(goal + g, r) - (f64At(softness + g, r) * lambda + along + about + dotSix(o, v0, v1, v2, v3, v4, v5));
      setF64(wanted + g, r, miss);
      const size = abs(miss), moved = abs(along) + abs(about);
      if (size > largest) largest = size;
      if (moved > speed) speed = moved;
      if (lambda == 0) continue;
      push(f, j, lambda);
      // A parent comes before its children: its impulse is there already.
      if (up >= 0) push(impulse + <usize>up * ROW, o, lambda);
    }
  }
  const missed = addressOf(table, MISSED);
  setF64(missed, LARGEST, largest);
  setF64(missed, SPEED, speed);
}

@inline function push(f: usize, j: usize, lambda: f64): void {
  const x = f64x2.splat(lambda);
  v128.store(f, add(v128.load(f), mul(v128.load(j), x)));
  v128.store(f, add(v128.load(f, 16), mul(v128.load(j, 16), x)), 16);
  v128.store(f, add(v128.load(f, 32), mul(v128.load(j, 32), x)), 32);
}

/** Raises LARGEST to what the links would move by, each alone, by the momenta that are missed. */
function weighMissedMomenta(table: usize, from: i32, to: i32): void {
  const impulse = addressOf(table, IMPULSE), inverse = addressOf(table, INVERSE), missed = addressOf(table, MISSED);
  let largest = f64At(missed, LARGEST);
  for (let k = from; k < to; k++) {
    const f = impulse + <usize>k * ROW;
    const i = inverse + <usize>(k * INVERSE_LENGTH) * 8;
    for (let j = 0; j < 3; j++) {
      const along = abs(f64At(f, j)) * f64At(i, j), about = abs(f64At(f, 3 + j)) * f64At(i, 3 + j);
      if (along > largest) largest = along;
      if (about > largest) largest = about;
    }
  }
  setF64(missed, LARGEST, largest);
}

/** Takes over what a solve has found. */
function takeAnswers(table: usize, from: i32, to: i32): void {
  const active = addressOf(table, ACTIVE), velocity = addressOf(table, VELOCITY), answer = addressOf(table, ANSWER);
  const change = addressOf(table, CHANGE), carried = addressOf(table, CARRIED);
  for (let k = from; k < to; k++) {
    const g = <usize>k * ROW;
    for (let j: usize = 0; j < ROW; j += 16) v128.store(velocity + g + j, add(v128.load(velocity + g + j), v128.load(answer + g + j)));
    const rows = i32At(active, k);
    for (let r = 0; r < rows; r++) setF64(carried + g, r, f64At(carried + g, r) + f64At(change + g, r));
  }
}

/**
 * Solves the active rows of the links from `from` to `to`, which are whole trees, in so many passes at the most
 * (close-rows.ts).
 */
export function closeLinks(table: usize, from: i32, to: i32, passes: i32): void {
  const missed = addressOf(table, MISSED);
  let before: f64 = Infinity;
  for (let pass = 0; ; pass++) {
    missGoals(table, from, to);
    if (pass > 0) {
      weighMissedMomenta(table, from, to);
      const largest = f64At(missed, LARGEST);
      if (largest <= ROUNDING * f64At(missed, SPEED) || largest > before / 2) return;
      before = largest;
    }
    solveLinks(table, from, to);
    takeAnswers(table, from, to);
    if (pass + 1 == passes) return;
  }
}

/** The inverse of an n x n matrix (solvers/tree/kernels/invert-symmetric.ts). */
function invertSmall(a: usize, n: i32, to: usize, least: f64): void {
  for (let j = 0; j < n; j++) {
    const rowJ = a + <usize>j * ROW;
    const own = f64At(rowJ, j);
    let d = own;
    for (let k = 0; k < j; k++) {
      const ld = f64At(rowJ, k);
      const l = ld * f64At(a, 7 * k);
      d -= ld * l;
      setF64(rowJ, k, l);
    }
    const dependent = !(d > least * own);
    if (dependent) for (let k = 0; k < j; k++) setF64(rowJ, k, 0);
    setF64(rowJ, j, dependent ? 0 : 1 / d);
    for (let i = j + 1; i < n; i++) {
      const rowI = a + <usize>i * ROW;
      let sum: f64 = dependent ? 0 : f64At(rowI, j);
      if (!dependent) for (let k = 0; k < j; k++) sum -= f64At(rowI, k) * f64At(rowJ, k);
      setF64(rowI, j, sum);
    }
  }
  for (let i = 1; i < n; i++) {
    const rowI = a + <usize>i * ROW;
    for (let j = 0; j < i; j++) {
      let sum = f64At(rowI, j);
      for (let k = j + 1; k < i; k++) sum += f64At(rowI, k) * f64At(a, 6 * k + j);
      setF64(rowI, j, -sum);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i == j ? f64At(a, 7 * i) : f64At(a, 7 * i) * f64At(a, 6 * i + j);
      for (let k = i + 1; k < n; k++) sum += f64At(a, 6 * k + i) * f64At(a, 7 * k) * f64At(a, 6 * k + j);
      setF64(to, 6 * i + j, sum);
      setF64(to, 6 * j + i, sum);
    }
  }
}

@inline function get(a: usize, i: usize): f64 { return load<f64>(a + (i << 3)); }
@inline function put(a: usize, i: usize, value: f64): void { store<f64>(a + (i << 3), value); }

/**
 * The inverse of a positive definite 6 x 6 matrix of which the lower triangle is at a
 * (solvers/tree/kernels/invert-symmetric.ts).
 */
function invertSix(a: usize, to: usize): void {
  // L D in columns, and 1 / D.
  const d0 = 1 / get(a, 0); const s10 = get(a, 6); const s20 = get(a, 12); const s30 = get(a, 18); const s40 = get(a, 24);
  const s50 = get(a, 30); const l10 = s10 * d0; const d1 = 1 / (get(a, 7) - s10 * l10); const s21 = get(a, 13) - s20 * l10;
  const s31 = get(a, 19) - s30 * l10; const s41 = get(a, 25) - s40 * l10; const s51 = get(a, 31) - s50 * l10;
  const l20 = s20 * d0; const l21 = s21 * d1; const d2 = 1 / (get(a, 14) - s20 * l20 - s21 * l21);
  const s32 = get(a, 20) - s30 * l20 - s31 * l21; const s42 = get(a, 26) - s40 * l20 - s41 * l21;
  const s52 = get(a, 32) - s50 * l20 - s51 * l21; const l30 = s30 * d0; const l31 = s31 * d1; const l32 = s32 * d2;
  const d3 = 1 / (get(a, 21) - s30 * l30 - s31 * l31 - s32 * l32); const s43 = get(a, 27) - s40 * l30 - s41 * l31 - s42 * l32;
  const s53 = get(a, 33) - s50 * l30 - s51 * l31 - s52 * l32; const l40 = s40 * d0; const l41 = s41 * d1;
  const l42 = s42 * d2; const l43 = s43 * d3; const d4 = 1 / (get(a, 28) - s40 * l40 - s41 * l41 - s42 * l42 - s43 * l43);
  const s54 = get(a, 34) - s50 * l40 - s51 * l41 - s52 * l42 - s53 * l43; const l50 = s50 * d0; const l51 = s51 * d1;
  const l52 = s52 * d2; const l53 = s53 * d3; const l54 = s54 * d4;
  const d5 = 1 / (get(a, 35) - s50 * l50 - s51 * l51 - s52 * l52 - s53 * l53 - s54 * l54);
  // L^-1.
  const i10 = -l10; const i20 = -(l20 + l21 * i10); const i30 = -(l30 + l31 * i10 + l32 * i20);
  const i40 = -(l40 + l41 * i10 + l42 * i20 + l43 * i30); const i50 = -(l50 + l51 * i10 + l52 * i20 + l53 * i30 + l54 * i40);
  const i21 = -l21; const i31 = -(l31 + l32 * i21); const i41 = -(l41 + l42 * i21 + l43 * i31);
  const i51 = -(l51 + l52 * i21 + l53 * i31 + l54 * i41); const i32 = -l32; const i42 = -(l42 + l43 * i32);
  const i52 = -(l52 + l53 * i32 + l54 * i42); const i43 = -l43; const i53 = -(l53 + l54 * i43); const i54 = -l54;
  // L^-T D^-1 L^-1.
  const w10 = d1 * i10; const w20 = d2 * i20; const w30 = d3 * i30; const w40 = d4 * i40; const w50 = d5 * i50;
  const w21 = d2 * i21; const w31 = d3 * i31; const w41 = d4 * i41; const w51 = d5 * i51; const w32 = d3 * i32;
  const w42 = d4 * i42; const w52 = d5 * i52; const w43 = d4 * i43; const w53 = d5 * i53; const w54 = d5 * i54;
  put(to, 0, d0 + w10 * i10 + w20 * i20 + w30 * i30 + w40 * i40 + w50 * i50);
  const e10 = d1 * i10 + w21 * i20 + w31 * i30 + w41 * i40 + w51 * i50; put(to, 6, e10); put(to, 1, e10);
  put(to, 7, d1 + w21 * i21 + w31 * i31 + w41 * i41 + w51 * i51); const e20 = d2 * i20 + w32 * i30 + w42 * i40 + w52 * i50;
  put(to, 12, e20); put(to, 2, e20); const e21 = d2 * i21 + w32 * i31 + w42 * i41 + w52 * i51; put(to, 13, e21);
  put(to, 8, e21); put(to, 14, d2 + w32 * i32 + w42 * i42 + w52 * i52); const e30 = d3 * i30 + w43 * i40 + w53 * i50;
  put(to, 18, e30); put(to, 3, e30); const e31 = d3 * i31 + w43 * i41 + w53 * i51; put(to, 19, e31); put(to, 9, e31);
  const e32 = d3 * i32 + w43 * i42 + w53 * i52; put(to, 20, e32); put(to, 15, e32); put(to, 21, d3 + w43 * i43 + w53 * i53);
  const e40 = d4 * i40 + w54 * i50; put(to, 24, e40); put(to, 4, e40); const e41 = d4 * i41 + w54 * i51; put(to, 25, e41);
  put(to, 10, e41); const e42 = d4 * i42 + w54 * i52; put(to, 26, e42); put(to, 16, e42); const e43 = d4 * i43 + w54 * i53;
  put(to, 27, e43); put(to, 22, e43); put(to, 28, d4 + w54 * i54); const e50 = d5 * i50; put(to, 30, e50); put(to, 5, e50);
  const e51 = d5 * i51; put(to, 31, e51); put(to, 11, e51); const e52 = d5 * i52; put(to, 32, e52); put(to, 17, e52);
  const e53 = d5 * i53; put(to, 33, e53); put(to, 23, e53); const e54 = d5 * i54; put(to, 34, e54); put(to, 29, e54);
  put(to, 35, d5);
}
