// Sweeps over the contacts of a forest, and the tour over its links, two numbers of six at a time in f64x2. Every sum
// runs in the order of solvers/tree/kernels (sweep-tour.ts, tour.ts), which say what is what, and nothing is fused: the
// results are the same to the bit. `table` has the addresses of the arrays (tour-layout.ts). Loops have no part in it.

import {
  ANGULAR, BIAS, BLOCK, CARRY, CARRY_TURNED, COLUMNS_A, COLUMNS_B, CONTACTS, CURSOR, DIRECTION, FRICTION, HAS_PENDING, INVERSE_GAP,
  INVERSE_NORMAL, INVERSE_TANGENT_BLOCK, KNOWN, LAMBDA, LAST, LINKS, MOST_TURNS, PARENT, PATH, PENDING, RESPONSE, ROOT, TANGENT_STEP,
  TOURED_LENGTH, VELOCITY, WITHIN_TREE, WORTH_A_TURN,
} from '../tour-layout';
import { f64At, i32At, setF64 } from './quads';

/** Bytes of six numbers, of a matrix of six rows, and of a contact. */
const ROW: usize = 48;
const MATRIX: usize = 288;
const CONTACT: usize = TOURED_LENGTH * 8;

@inline function addressOf(table: usize, index: i32): usize { return <usize>load<i32>(table + (<usize>index << 2)); }
@inline function setI32(base: usize, index: i32, value: i32): void { store<i32>(base + (<usize>index << 2), value); }
@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }

/** The sum of the rows of a matrix, as many times as x says, of two columns. */
@inline function sumRows(m: usize, x0: v128, x1: v128, x2: v128, x3: v128, x4: v128, x5: v128): v128 {
  let sum = mul(v128.load(m), x0);
  sum = add(sum, mul(v128.load(m, 48), x1));
  sum = add(sum, mul(v128.load(m, 96), x2));
  sum = add(sum, mul(v128.load(m, 144), x3));
  sum = add(sum, mul(v128.load(m, 192), x4));
  return add(sum, mul(v128.load(m, 240), x5));
}
@inline function low(a: v128): v128 { return v128.shuffle<f64>(a, a, 0, 0); }
@inline function high(a: v128): v128 { return v128.shuffle<f64>(a, a, 1, 1); }
@inline function addTo(at: usize, x: v128): void { v128.store(at, add(v128.load(at), x)); }

/** Brings the velocity of a link up to date. */
@inline function moveTo(table: usize, root: usize, cursor: usize, link: i32): void {
  if (i32At(cursor, i32At(root, link)) != link) walk(table, link);
}

function walk(table: usize, link: i32): void {
  const parent = addressOf(table, PARENT), last = addressOf(table, LAST), root = addressOf(table, ROOT);
  const cursor = addressOf(table, CURSOR), path = addressOf(table, PATH), hasPending = addressOf(table, HAS_PENDING);
  const velocity = addressOf(table, VELOCITY), pending = addressOf(table, PENDING), known = addressOf(table, KNOWN);
  const carry = addressOf(table, CARRY), turned = addressOf(table, CARRY_TURNED), response = addressOf(table, RESPONSE);
  const tree = i32At(root, link);
  let at = i32At(cursor, tree);
  while (link < at || link > i32At(last, at)) {
    const p = i32At(parent, at);
    const q = <usize>p * ROW;
    if (i32At(hasPending, at) == 1) {
      push(carry + <usize>at * MATRIX, response + <usize>p * MATRIX, pending + <usize>at * ROW, velocity + q, pending + q);
      setI32(hasPending, at, 0);
      setI32(hasPending, p, 1);
    }
    copySix(velocity + q, known + <usize>at * ROW);
    at = p;
  }
  let length = 0;
  for (let k = link; k != at; k = i32At(parent, k)) setI32(path, length++, k);
  while (length > 0) {
    const k = i32At(path, --length);
    const q = velocity + <usize>i32At(parent, k) * ROW;
    learn(turned + <usize>k * MATRIX, q, known + <usize>k * ROW, velocity + <usize>k * ROW);
  }
  setI32(cursor, tree, link);
}

@inline function copySix(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
}

/** A parent learns what a link got: impulse goes up by X^T, and its velocity answers by Phi, which is symmetric. */
@inline function push(x: usize, phi: usize, got: usize, velocity: usize, pending: usize): void {
  const a01 = v128.load(got), a23 = v128.load(got, 16), a45 = v128.load(got, 32);
  const a0 = low(a01), a1 = high(a01), a2 = low(a23), a3 = high(a23), a4 = low(a45), a5 = high(a45);
  const f01 = sumRows(x, a0, a1, a2, a3, a4, a5);
  const f23 = sumRows(x + 16, a0, a1, a2, a3, a4, a5);
  const f45 = sumRows(x + 32, a0, a1, a2, a3, a4, a5);
  const f0 = low(f01), f1 = high(f01), f2 = low(f23), f3 = high(f23), f4 = low(f45), f5 = high(f45);
  addTo(velocity, sumRows(phi, f0, f1, f2, f3, f4, f5));
  addTo(velocity + 16, sumRows(phi + 16, f0, f1, f2, f3, f4, f5));
  addTo(velocity + 32, sumRows(phi + 32, f0, f1, f2, f3, f4, f5));
  addTo(pending, f01);
  addTo(pending + 16, f23);
  addTo(pending + 32, f45);
  const zero = f64x2.splat(0);
  v128.store(got, zero);
  v128.store(got, zero, 16);
  v128.store(got, zero, 32);
}

/** A link learns what its parent, whose velocity is at q, has done since. */
@inline function learn(x: usize, q: usize, known: usize, velocity: usize): void {
  const q01 = v128.load(q), q23 = v128.load(q, 16), q45 = v128.load(q, 32);
  const d01 = f64x2.sub(q01, v128.load(known)), d23 = f64x2.sub(q23, v128.load(known, 16)), d45 = f64x2.sub(q45, v128.load(known, 32));
  const d0 = low(d01), d1 = high(d01), d2 = low(d23), d3 = high(d23), d4 = low(d45), d5 = high(d45);
  addTo(velocity, sumRows(x, d0, d1, d2, d3, d4, d5));
  addTo(velocity + 16, sumRows(x + 16, d0, d1, d2, d3, d4, d5));
  addTo(velocity + 32, sumRows(x + 32, d0, d1, d2, d3, d4, d5));
  v128.store(known, q01);
  v128.store(known, q23, 16);
  v128.store(known, q45, 32);
}

/** Velocity of a row of the contact at k, what is added to it included. */
@inline function rowVelocity(k: usize, row: i32, dx: f64, dy: f64, dz: f64, a: usize, b: usize): f64 {
  const d = DIRECTION + 3 * row, r = ANGULAR + 6 * row;
  return 0.0 + f64At(k, BIAS + row) + f64At(k, d) * dx + f64At(k, d + 1) * dy + f64At(k, d + 2) * dz
    + f64At(k, r) * f64At(a, 3) + f64At(k, r + 1) * f64At(a, 4) + f64At(k, r + 2) * f64At(a, 5)
    + f64At(k, r + 3) * f64At(b, 3) + f64At(k, r + 4) * f64At(b, 4) + f64At(k, r + 5) * f64At(b, 5);
}

/**
 * Gives a link the impulses dn, d1, d2 of the contact at k; `sign` is that of its directions, `side` where its angular
 * parts are.
 */
@inline function pushLink(k: usize, velocity: usize, pending: usize, columns: i32, side: i32, sign: f64, dn: f64, d1: f64, d2: f64): void {
  const c = k + (<usize>columns << 3);
  const n = f64x2.splat(dn), t1 = f64x2.splat(d1), t2 = f64x2.splat(d2);
  addTo(velocity, add(add(mul(v128.load(c), n), mul(v128.load(c, 48), t1)), mul(v128.load(c, 96), t2)));
  addTo(velocity + 16, add(add(mul(v128.load(c, 16), n), mul(v128.load(c, 64), t1)), mul(v128.load(c, 112), t2)));
  addTo(velocity + 32, add(add(mul(v128.load(c, 32), n), mul(v128.load(c, 80), t1)), mul(v128.load(c, 128), t2)));
  const r = ANGULAR + side;
  for (let j = 0; j < 3; j++) {
    const along = f64At(k, DIRECTION + j) * dn + f64At(k, DIRECTION + 3 + j) * d1 + f64At(k, DIRECTION + 6 + j) * d2;
    setF64(pending, j, f64At(pending, j) + sign * along);
    const about = f64At(k, r + j) * dn + f64At(k, r + 6 + j) * d1 + f64At(k, r + 12 + j) * d2;
    setF64(pending, 3 + j, f64At(pending, 3 + j) + about);
  }
}

/**
 * One sweep over `count` contacts; `ground` is the link that does not move. Returns 1 where it changed a relative
 * velocity by more than `tolerance`.
 */
export function sweepTour(table: usize, count: i32, ground: i32, pyramid: i32, tolerance: f64): i32 {
  const contacts = addressOf(table, CONTACTS), links = addressOf(table, LINKS), withinTree = addressOf(table, WITHIN_TREE);
  const velocity = addressOf(table, VELOCITY), pending = addressOf(table, PENDING), hasPending = addressOf(table, HAS_PENDING);
  const root = addressOf(table, ROOT), cursor = addressOf(table, CURSOR);
  let changed = 0;
  for (let i = 0; i < count; i++) {
    const k = contacts + <usize>i * CONTACT;
    const inverse = f64At(k, INVERSE_NORMAL);
    if (inverse == 0) continue;
    const linkA = i32At(links, 2 * i), linkB = i32At(links, 2 * i + 1);
    moveTo(table, root, cursor, linkA);
    moveTo(table, root, cursor, linkB);
    const a = velocity + <usize>linkA * ROW, b = velocity + <usize>linkB * ROW;
    const dx = f64At(b, 0) - f64At(a, 0), dy = f64At(b, 1) - f64At(a, 1), dz = f64At(b, 2) - f64At(a, 2);
    const wn = rowVelocity(k, 0, dx, dy, dz, a, b);
    const oldNormal = f64At(k, LAMBDA), old1 = f64At(k, LAMBDA + 1), old2 = f64At(k, LAMBDA + 2);
    if (oldNormal == 0 && wn >= 0 && old1 == 0 && old2 == 0) continue;
    const w1 = rowVelocity(k, 1, dx, dy, dz, a, b), w2 = rowVelocity(k, 2, dx, dy, dz, a, b);
    const nn = f64At(k, BLOCK), n1 = f64At(k, BLOCK + 1), n2 = f64At(k, BLOCK + 2);
    const a11 = f64At(k, BLOCK + 3), a12 = f64At(k, BLOCK + 4), a22 = f64At(k, BLOCK + 5);
    const tangents = max<f64>(a11, a22), friction = f64At(k, FRICTION);
    let dn: f64 = 0, d1: f64 = 0, d2: f64 = 0, lastChange: f64 = 0, firstChange: f64 = 0;
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const beforeN = dn, before1 = d1, before2 = d2;
      const lambdaN = max<f64>(0, oldNormal + dn - (wn + nn * dn + n1 * d1 + n2 * d2) * inverse);
      dn = lambdaN - oldNormal;
      const limit = friction * lambdaN;
      const s1 = w1 + n1 * dn + a11 * d1 + a12 * d2;
      const s2 = w2 + n2 * dn + a12 * d1 + a22 * d2;
      let lambda1 = old1 + d1, lambda2 = old2 + d2;
      if (pyramid != 0) {
        if (a11 > 0) lambda1 -= s1 / a11;
        lambda1 = max<f64>(-limit, min<f64>(limit, lambda1));
        if (a22 > 0) lambda2 -= (s2 + a12 * (lambda1 - old1 - d1)) / a22;
        lambda2 = max<f64>(-limit, min<f64>(limit, lambda2));
      } else {
        const b12 = f64At(k, INVERSE_TANGENT_BLOCK + 1);
        lambda1 -= f64At(k, INVERSE_TANGENT_BLOCK) * s1 + b12 * s2;
        lambda2 -= b12 * s1 + f64At(k, INVERSE_TANGENT_BLOCK + 2) * s2;
        if (lambda1 * lambda1 + lambda2 * lambda2 > limit * limit) {
          lambda1 = old1 + d1 - f64At(k, TANGENT_STEP) * s1;
          lambda2 = old2 + d2 - f64At(k, TANGENT_STEP) * s2;
          const length = sqrt<f64>(lambda1 * lambda1 + lambda2 * lambda2);
          const shrink = length > limit ? limit / length : 1;
          lambda1 *= shrink;
          lambda2 *= shrink;
        }
      }
      d1 = lambda1 - old1;
      d2 = lambda2 - old2;
      if ((dn - beforeN) * lastChange < 0) {
        dn = (dn + beforeN) / 2;
        d1 = (d1 + before1) / 2;
        d2 = (d2 + before2) / 2;
      }
      lastChange = dn - beforeN;
      const change = max<f64>(abs<f64>(dn - beforeN) * nn, (abs<f64>(d1 - before1) + abs<f64>(d2 - before2)) * tangents);
      if (change > tolerance) changed = 1;
      if (turn == 0) firstChange = change;
      else if (change < WORTH_A_TURN * firstChange) break;
      if (change <= tolerance) break;
    }
    setF64(k, LAMBDA, oldNormal + dn);
    setF64(k, LAMBDA + 1, old1 + d1);
    setF64(k, LAMBDA + 2, old2 + d2);
    if (linkB != ground) {
      pushLink(k, b, pending + <usize>linkB * ROW, COLUMNS_B, 3, 1, dn, d1, d2);
      setI32(hasPending, linkB, 1);
    }
    if (i32At(withinTree, i) == 1) moveTo(table, root, cursor, linkA);
    if (linkA == ground) continue;
    pushLink(k, a, pending + <usize>linkA * ROW, COLUMNS_A, 0, -1, dn, d1, d2);
    setI32(hasPending, linkA, 1);
  }
  return changed;
}

/** The same over displacements in place of velocities: normal rows alone, with the gap as bias. */
export function sweepTourOfGaps(table: usize, count: i32, ground: i32, tolerance: f64): i32 {
  const contacts = addressOf(table, CONTACTS), links = addressOf(table, LINKS), withinTree = addressOf(table, WITHIN_TREE);
  const velocity = addressOf(table, VELOCITY), pending = addressOf(table, PENDING), hasPending = addressOf(table, HAS_PENDING);
  const root = addressOf(table, ROOT), cursor = addressOf(table, CURSOR);
  let changed = 0;
  for (let i = 0; i < count; i++) {
    const k = contacts + <usize>i * CONTACT;
    const inverse = f64At(k, INVERSE_GAP);
    if (inverse == 0) continue;
    const linkA = i32At(links, 2 * i), linkB = i32At(links, 2 * i + 1);
    moveTo(table, root, cursor, linkA);
    moveTo(table, root, cursor, linkB);
    const a = velocity + <usize>linkA * ROW, b = velocity + <usize>linkB * ROW;
    let w = 0.0 + f64At(k, BIAS);
    for (let j = 0; j < 3; j++) {
      w += f64At(k, DIRECTION + j) * (f64At(b, j) - f64At(a, j)) + f64At(k, ANGULAR + j) * f64At(a, 3 + j)
        + f64At(k, ANGULAR + 3 + j) * f64At(b, 3 + j);
    }
    const old = f64At(k, LAMBDA);
    const lambda = max<f64>(0, old - w * inverse);
    if (lambda == old) continue;
    if (abs<f64>(lambda - old) > tolerance * inverse) changed = 1;
    setF64(k, LAMBDA, lambda);
    if (linkB != ground) {
      pushLink(k, b, pending + <usize>linkB * ROW, COLUMNS_B, 3, 1, lambda - old, 0, 0);
      setI32(hasPending, linkB, 1);
    }
    if (i32At(withinTree, i) == 1) moveTo(table, root, cursor, linkA);
    if (linkA == ground) continue;
    pushLink(k, a, pending + <usize>linkA * ROW, COLUMNS_A, 0, -1, lambda - old, 0, 0);
    setI32(hasPending, linkA, 1);
  }
  return changed;
}
