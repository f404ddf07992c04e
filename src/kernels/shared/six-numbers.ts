// Six numbers at a time, spelt out: compilers of kernels do not unroll loops over them.

import type { F64, I32, Numbers } from './numbers.js';

export function clearSix(m: Numbers, to: I32): void {
  m[to] = 0;
  m[to + 1] = 0;
  m[to + 2] = 0;
  m[to + 3] = 0;
  m[to + 4] = 0;
  m[to + 5] = 0;
}

export function copySix(m: Numbers, from: I32, to: I32): void {
  m[to] = m[from];
  m[to + 1] = m[from + 1];
  m[to + 2] = m[from + 2];
  m[to + 3] = m[from + 3];
  m[to + 4] = m[from + 4];
  m[to + 5] = m[from + 5];
}

/** a - b. */
export function subtractSix(m: Numbers, a: I32, b: I32, to: I32): void {
  m[to] = m[a] - m[b];
  m[to + 1] = m[a + 1] - m[b + 1];
  m[to + 2] = m[a + 2] - m[b + 2];
  m[to + 3] = m[a + 3] - m[b + 3];
  m[to + 4] = m[a + 4] - m[b + 4];
  m[to + 5] = m[a + 5] - m[b + 5];
}

/** a + share b. */
export function addSix(m: Numbers, a: I32, share: F64, b: I32, to: I32): void {
  m[to] = m[a] + share * m[b];
  m[to + 1] = m[a + 1] + share * m[b + 1];
  m[to + 2] = m[a + 2] + share * m[b + 2];
  m[to + 3] = m[a + 3] + share * m[b + 3];
  m[to + 4] = m[a + 4] + share * m[b + 4];
  m[to + 5] = m[a + 5] + share * m[b + 5];
}

/** In pairs, of which none waits for another. */
export function dotSix(m: Numbers, i: I32, j: I32): F64 {
  const first = m[i] * m[j] + m[i + 1] * m[j + 1];
  const second = m[i + 2] * m[j + 2] + m[i + 3] * m[j + 3];
  return first + second + (m[i + 4] * m[j + 4] + m[i + 5] * m[j + 5]);
}
