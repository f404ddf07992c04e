// Transforms points, directions and shapes between the world and the frame of a placed shape.

import type { PlacedShape } from './placed-shape.js';

/** Transforms a point of the world, at[k ..], to the frame of a shape. */
export function bringPoint({ r, x, y, z }: PlacedShape, at: Float64Array, k: number, out: Float64Array): void {
  const dx = at[k] - x;
  const dy = at[k + 1] - y;
  const dz = at[k + 2] - z;
  out[0] = r[0] * dx + r[3] * dy + r[6] * dz;
  out[1] = r[1] * dx + r[4] * dy + r[7] * dz;
  out[2] = r[2] * dx + r[5] * dy + r[8] * dz;
}

/** Transforms a direction of the world, at[k ..], to the frame of a shape, out[to ..]. */
export function bringDirection({ r }: PlacedShape, at: Float64Array, k: number, out: Float64Array, to: number): void {
  const x = at[k];
  const y = at[k + 1];
  const z = at[k + 2];
  out[to] = r[0] * x + r[3] * y + r[6] * z;
  out[to + 1] = r[1] * x + r[4] * y + r[7] * z;
  out[to + 2] = r[2] * x + r[5] * y + r[8] * z;
}

/** Transforms a point of a shape's frame, at[k ..], to the world, out[to ..]. */
export function placePoint(shape: PlacedShape, at: Float64Array, k: number, out: Float64Array, to: number): void {
  turnDirection(shape, at, k, out, to);
  out[to] += shape.x;
  out[to + 1] += shape.y;
  out[to + 2] += shape.z;
}

/** Transforms a direction of a shape's frame, at[k ..], to the world, out[to ..]. */
export function turnDirection({ r }: PlacedShape, at: Float64Array, k: number, out: Float64Array, to: number): void {
  const x = at[k];
  const y = at[k + 1];
  const z = at[k + 2];
  out[to] = r[0] * x + r[1] * y + r[2] * z;
  out[to + 1] = r[3] * x + r[4] * y + r[5] * z;
  out[to + 2] = r[6] * x + r[7] * y + r[8] * z;
}

/** Transforms a shape of the world to the frame of another shape. */
export function bringShape(frame: PlacedShape, shape: PlacedShape, out: PlacedShape): void {
  const { r: f } = frame;
  const { r: s } = shape;
  const { r } = out;
  copyKind(shape, out);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) r[3 * i + j] = f[i] * s[j] + f[3 + i] * s[3 + j] + f[6 + i] * s[6 + j];
  }
  const x = shape.x - frame.x;
  const y = shape.y - frame.y;
  const z = shape.z - frame.z;
  out.x = f[0] * x + f[3] * y + f[6] * z;
  out.y = f[1] * x + f[4] * y + f[7] * z;
  out.z = f[2] * x + f[5] * y + f[8] * z;
}

/** Copies a shape and its pose. */
export function copyShape(shape: PlacedShape, out: PlacedShape): void {
  copyKind(shape, out);
  out.r.set(shape.r);
  copyPlace(shape, out);
}

/** Copies the position of a shape. */
export function copyPlace({ x, y, z }: PlacedShape, out: PlacedShape): void {
  out.x = x;
  out.y = y;
  out.z = z;
}

function copyKind(shape: PlacedShape, out: PlacedShape): void {
  out.kind = shape.kind;
  out.a = shape.a;
  out.b = shape.b;
  out.c = shape.c;
  out.hull = shape.hull;
  out.tree = shape.tree;
  out.surface = shape.surface;
}
