// What shared/numbers.ts is to TypeScript: numbers, and arrays of them that begin at an address.

export type F64 = f64;
export type I32 = i32;

@unmanaged export class Numbers {
  @inline @operator("[]") get(index: i32): f64 { return load<f64>(changetype<usize>(this) + (<usize>index << 3)); }
  @inline @operator("[]=") set(index: i32, value: f64): void { store<f64>(changetype<usize>(this) + (<usize>index << 3), value); }
}

@unmanaged export class Integers {
  @inline @operator("[]") get(index: i32): i32 { return load<i32>(changetype<usize>(this) + (<usize>index << 2)); }
  @inline @operator("[]=") set(index: i32, value: i32): void { store<i32>(changetype<usize>(this) + (<usize>index << 2), value); }
}

export const INFINITE: f64 = Infinity;

@inline export function wholeOf(value: f64): i32 { return <i32>value; }

@inline export function lowestZeroOf(word: i32): i32 { return ctz(~word); }
