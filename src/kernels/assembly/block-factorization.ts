// L D L^T of blocks and solves with it, two columns of a block at a time in f64x2. Every sum runs in the order of
// solvers/quadratic/reference-factorization.ts, which says what is what, and nothing is fused: the results are the same to the bit.

const LEAST_PIVOT: f64 = 1e-14;

@inline function get(base: usize, index: i32): f64 { return load<f64>(base + (<usize>index << 3)); }
@inline function set(base: usize, index: i32, value: f64): void { store<f64>(base + (<usize>index << 3), value); }
@inline function intAt(base: usize, index: i32): i32 { return load<i32>(base + (<usize>index << 2)); }

/** `column` and `transposed` have room for the longest column each, `where` for a number a place. */
export function factorizeBlocks(
  count: i32, size: i32, start: usize, rows: usize, diagonal: usize, below: usize,
  inverse: usize, column: usize, transposed: usize, where: usize,
): void {
  const bytes: usize = <usize>(size * size) << 3;
  for (let p = 0; p < count; p++) {
    const first = intAt(start, p);
    const end = intAt(start, p + 1);
    const pivots = inverse + (<usize>(p * size) << 3);
    const block = diagonal + <usize>p * bytes;
    factorizeBlock(block, size, pivots);
    const blocks = below + <usize>first * bytes;
    for (let i = first; i < end; i++) {
      const at = <usize>(i - first) * bytes;
      writeColumn(blocks + at, size, block, pivots, column + at, transposed + at);
    }
    for (let j = first; j < end; j++) {
      const row = intAt(rows, j);
      const last = intAt(start, row + 1);
      for (let i = intAt(start, row); i < last; i++) store<usize>(where + (<usize>intAt(rows, i) << 2), below + <usize>i * bytes);
      const b = transposed + <usize>(j - first) * bytes;
      let y = column + <usize>(j - first) * bytes;
      if (size == 6) {
        subtract(diagonal + <usize>row * bytes, y, b, 6);
        for (let i = j + 1; i < end; i++) {
          y += bytes;
          subtract(load<usize>(where + (<usize>intAt(rows, i) << 2)), y, b, 6);
        }
      } else {
        subtract(diagonal + <usize>row * bytes, y, b, 12);
        for (let i = j + 1; i < end; i++) {
          y += bytes;
          subtract(load<usize>(where + (<usize>intAt(rows, i) << 2)), y, b, 12);
        }
      }
    }
  }
}

function factorizeBlock(a: usize, size: i32, inverse: usize): void {
  for (let c = 0; c < size; c++) {
    const row = c * size;
    const before = abs(get(a, row + c));
    let pivot = get(a, row + c);
    for (let k = 0; k < c; k++) {
      const product = get(a, row + k);
      const entry = product * get(inverse, k);
      pivot -= product * entry;
      set(a, row + k, entry);
    }
    if (!(abs(pivot) > LEAST_PIVOT * before)) pivot = LEAST_PIVOT * (before > 0 ? before : 1);
    set(inverse, c, 1 / pivot);
    for (let r = c + 1; r < size; r++) {
      const other = r * size;
      let sum = get(a, other + c);
      for (let k = 0; k < c; k++) sum -= get(a, other + k) * get(a, row + k);
      set(a, other + c, sum);
    }
  }
}

/** A block b of a column to L; L D goes to y, and the transpose of L to t. */
function writeColumn(b: usize, size: i32, a: usize, inverse: usize, y: usize, t: usize): void {
  for (let r = 0; r < size; r++) {
    const row = r * size;
    set(y, row, get(b, row));
    for (let c = 1; c < size; c++) {
      let sum = get(b, row + c);
      for (let k = 0; k < c; k++) sum -= get(y, row + k) * get(a, c * size + k);
      set(y, row + c, sum);
    }
    for (let c = 0; c < size; c++) {
      const entry = get(y, row + c) * get(inverse, c);
      set(b, row + c, entry);
      set(t, c * size + r, entry);
    }
  }
}

/** C -= Y B^T, b being B^T: nine tenths of the time of a factorization go here. */
@inline function subtract(c: usize, y: usize, b: usize, size: i32): void {
  const stride: usize = <usize>size << 3;
  for (let k: usize = 0; k < stride; k += 48) {
    const part = b + k * <usize>size;
    for (let j: usize = 0; j < stride; j += 16) {
      const b0 = v128.load(part + j);
      const b1 = v128.load(part + j + stride);
      const b2 = v128.load(part + j + 2 * stride);
      const b3 = v128.load(part + j + 3 * stride);
      const b4 = v128.load(part + j + 4 * stride);
      const b5 = v128.load(part + j + 5 * stride);
      let to = c + j;
      let from = y + k;
      for (let i = 0; i < size; i += 3) {
        subtractRow(to, from, b0, b1, b2, b3, b4, b5);
        subtractRow(to + stride, from + stride, b0, b1, b2, b3, b4, b5);
        subtractRow(to + 2 * stride, from + 2 * stride, b0, b1, b2, b3, b4, b5);
        to += 3 * stride;
        from += 3 * stride;
      }
    }
  }
}

@inline function subtractRow(c: usize, y: usize, b0: v128, b1: v128, b2: v128, b3: v128, b4: v128, b5: v128): void {
  let sum = f64x2.mul(v128.load64_splat(y), b0);
  sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(y, 8), b1));
  sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(y, 16), b2));
  sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(y, 24), b3));
  sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(y, 32), b4));
  sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(y, 40), b5));
  v128.store(c, f64x2.sub(v128.load(c), sum));
}

/** Solves for the right-hand side in x, in place. */
export function solveBlocks(
  count: i32, size: i32, start: usize, rows: usize, diagonal: usize, below: usize, inverse: usize, x: usize,
): void {
  const bytes: usize = <usize>(size * size) << 3;
  const stride: usize = <usize>size << 3;
  for (let p = 0; p < count; p++) {
    const at = x + <usize>p * stride;
    const block = diagonal + <usize>p * bytes;
    for (let r = 1; r < size; r++) {
      let sum = get(at, r);
      for (let c = 0; c < r; c++) sum -= get(block, r * size + c) * get(at, c);
      set(at, r, sum);
    }
    const end = intAt(start, p + 1);
    for (let i = intAt(start, p); i < end; i++) {
      subtractProduct(x + <usize>intAt(rows, i) * stride, below + <usize>i * bytes, at, stride);
    }
  }
  for (let i = 0; i < count * size; i++) set(x, i, get(x, i) * get(inverse, i));
  for (let p = count - 1; p >= 0; p--) {
    const at = x + <usize>p * stride;
    const first = intAt(start, p);
    const end = intAt(start, p + 1);
    for (let k: usize = 0; k < stride; k += 48) {
      let x0 = v128.load(at + k);
      let x1 = v128.load(at + k, 16);
      let x2 = v128.load(at + k, 32);
      for (let i = first; i < end; i++) {
        let b = below + <usize>i * bytes + k;
        const from = x + <usize>intAt(rows, i) * stride;
        for (let r: usize = 0; r < stride; r += 8) {
          const value = v128.load64_splat(from + r);
          x0 = f64x2.sub(x0, f64x2.mul(v128.load(b), value));
          x1 = f64x2.sub(x1, f64x2.mul(v128.load(b, 16), value));
          x2 = f64x2.sub(x2, f64x2.mul(v128.load(b, 32), value));
          b += stride;
        }
      }
      v128.store(at + k, x0);
      v128.store(at + k, x1, 16);
      v128.store(at + k, x2, 32);
    }
    const block = diagonal + <usize>p * bytes;
    for (let r = size - 1; r > 0; r--) {
      const value = get(at, r);
      for (let c = 0; c < r; c++) set(at, c, get(at, c) - get(block, r * size + c) * value);
    }
  }
}

/** y -= B x of a block, the products of even and of odd columns summed apart. */
@inline function subtractProduct(y: usize, b: usize, x: usize, stride: usize): void {
  for (let k: usize = 0; k < stride; k += 48) {
    const x0 = v128.load(x + k);
    const x1 = v128.load(x + k, 16);
    const x2 = v128.load(x + k, 32);
    let row = b + k;
    for (let r: usize = 0; r < stride; r += 16) {
      const upper = sumProducts(row, x0, x1, x2);
      const lower = sumProducts(row + stride, x0, x1, x2);
      const even = v128.shuffle<f64>(upper, lower, 0, 2);
      const odd = v128.shuffle<f64>(upper, lower, 1, 3);
      v128.store(y + r, f64x2.sub(v128.load(y + r), f64x2.add(even, odd)));
      row += 2 * stride;
    }
  }
}

@inline function sumProducts(b: usize, x0: v128, x1: v128, x2: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(v128.load(b), x0), f64x2.mul(v128.load(b, 16), x1)), f64x2.mul(v128.load(b, 32), x2));
}
