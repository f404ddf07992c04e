// The velocity problem of a group whose loads have been applied, from its velocities and back, in one call: most groups are small.

import { finish } from './impulses';
import { sweepUntil } from './sweep-velocities';
import { start } from './write-stream';

/** Changes of impulses go to the contacts and to the velocities of the bodies. Returns how many sweeps it took. */
export function solveContacts(
  manifolds: usize, packs: i32, stream: usize, worldPoint: usize, worldNormal: usize, lambda: usize, bias: usize,
  u: usize, position: usize, inverseMass: usize, inverseInertia: usize, share: f64, velocities: usize, formers: usize,
  movers: usize, count: i32, iterations: i32, tolerance: f32, longest: i32, coarse: f32, impulse: usize,
): i32 {
  start(manifolds, packs, stream, worldPoint, worldNormal, lambda, bias, u, position, share);
  const done = sweepUntil(stream, packs, velocities, formers, movers, count, iterations, tolerance, longest, coarse);
  finish(manifolds, packs, stream, worldPoint, worldNormal, lambda, u, position, inverseMass, inverseInertia, share, impulse);
  return done;
}
