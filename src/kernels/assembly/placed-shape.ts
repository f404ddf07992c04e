// What the kernel has in the place of shapes/placed-shape.ts, for the kinds that it knows.

import { Numbers } from '../shared/numbers';

@unmanaged export class PlacedShape {
  x: f64; y: f64; z: f64;
  r0: f64; r1: f64; r2: f64; r3: f64; r4: f64; r5: f64; r6: f64; r7: f64; r8: f64;
  a: f64; b: f64; c: f64;
  kind: i32; rest: i32;
  /** Rotation from the shape's frame to the working frame, row major. */
  @inline get r(): Numbers { return changetype<Numbers>(changetype<usize>(this) + offsetof<PlacedShape>("r0")); }
  @inline static bytes(): i32 { return <i32>offsetof<PlacedShape>(); }
}
