// Who has gone far since the detection of the step: one pass over all movers in every step, two numbers at a time, to the bits of
// detection/time-of-impact/far-movers.ts, which says what is asked and why.

import { f64At, setF64 } from './quads';

@inline function difference(a: usize, b: usize): v128 { return f64x2.sub(v128.load(a), v128.load(b)); }
@inline function firstOf(a: v128): f64 { return f64x2.extract_lane(a, 0); }
@inline function secondOf(a: v128): f64 { return f64x2.extract_lane(a, 1); }

export function noteFarMovers(
  squares: usize, far: usize, room: i32, farCount: i32, position: usize, orientation: usize, velocity: usize, detected: usize, width: i32,
  thinness: usize, slenderness: usize, length: f64, enough: f64, first: i32, end: i32,
): i32 {
  const squareOfLength = length * length;
  let most = f64At(squares, 0), next = f64At(squares, 1);
  let count = farCount;
  let p = position + 24 * <usize>first, d = detected + 8 * <usize>(width * first);
  let q = orientation + 32 * <usize>first, w = velocity + 48 * <usize>first + 24;
  for (let row = first; row < end; row++) {
    const way = difference(p, d);
    const up = load<f64>(p, 16) - load<f64>(d, 16);
    const ways = f64x2.mul(way, way);
    let square = f64At(thinness, row) * (firstOf(ways) + secondOf(ways) + up * up);
    const slender = f64At(slenderness, row);
    if (slender != 0) {
      const a = difference(q, d + 24), b = difference(q + 16, d + 40);
      const turns = f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b));
      const turn = firstOf(turns) + secondOf(turns);
      if (turn != 0) {
        const spin = v128.load(w), last = load<f64>(w, 16);
        const spins = f64x2.mul(spin, spin);
        const spun = squareOfLength * (firstOf(spins) + secondOf(spins) + last * last);
        const turned = (turn < 0.1 ? 2.01 * 2.01 : Math.PI * Math.PI) * turn;
        const swing = slender * (turned > spun ? turned : spun);
        const bound = 2 * (square + swing);
        if (bound > next || bound > enough) square += swing + 2 * Math.sqrt(square * swing);
      }
    }
    if (square > next) {
      next = square > most ? most : square;
      if (square > most) most = square;
    }
    if (square > enough) {
      if (count < room) store<i32>(far + (<usize>count << 2), row);
      count++;
    }
    p += 24;
    d += 8 * <usize>width;
    q += 32;
    w += 48;
  }
  setF64(squares, 0, most);
  setF64(squares, 1, next);
  return count;
}
