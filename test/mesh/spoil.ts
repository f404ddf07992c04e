// Random closed meshes, and random harm done to them that is written down: what an inspection has to find and a repair to undo.

import fc from 'fast-check';
import type { TriangleMesh } from '../../src/index.js';
import { makeMesh } from '../../src/index.js';
import { box, flip, join, listTriangles, move, torus, withTriangles } from './sample-meshes.js';

export interface Spoiled {
  readonly original: TriangleMesh;
  readonly mesh: TriangleMesh;
  /** Numbers of triangles of `mesh`, rising. */
  readonly flipped: readonly number[];
  readonly duplicates: readonly number[];
  readonly degenerate: readonly number[];
  /** The vertices of each triangle that was taken away, rising. */
  readonly removed: readonly (readonly number[])[];
}

/** One or two tori, or a torus and a box, apart from each other. */
export const closedMeshes: fc.Arbitrary<TriangleMesh> = fc
  .tuple(
    fc.integer({ min: 5, max: 11 }),
    fc.integer({ min: 4, max: 9 }),
    fc.constantFrom('one', 'two', 'box'),
    fc.integer({ min: -3, max: 3 }),
  )
  .map(([n, m, kind, power]) => {
    const mesh = torus(n, m);
    const whole =
      kind === 'one' ? mesh : join(mesh, kind === 'two' ? move(torus(m, n), 0.5, [5, 1, 0]) : box(1, 2, 3, [7, 7, 7]));
    return move(whole, 2 ** power, [0.3, -2, 1]);
  });

export const spoiledMeshes: fc.Arbitrary<Spoiled> = fc
  .tuple(
    closedMeshes,
    fc.array(fc.nat(), { maxLength: 5 }),
    fc.array(fc.nat(), { maxLength: 5 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.boolean()), { maxLength: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
  )
  .map(([original, removals, flips, copies, collapsed]) => {
    const all = listTriangles(original);
    const touched = new Set<number>();
    const removed: number[] = [];
    for (const pick of removals) {
      const t = pick % all.length;
      // No two holes share a vertex.
      if (all[t].some((v) => touched.has(v))) continue;
      for (const v of all[t]) touched.add(v);
      removed.push(t);
    }
    const left = all.filter((_, t) => !removed.includes(t));
    const flipped = [...new Set(flips.map((pick) => pick % left.length))].sort((a, b) => a - b);
    // The box has twelve triangles: at most five of them are flipped, which is no majority.
    const wound = listTriangles(flip(withTriangles(original, left), (t) => flipped.includes(t)));
    const triangles = [...wound];
    const copied = new Set<number>();
    const duplicates: number[] = [];
    for (const [pick, turn, reverse] of copies) {
      const t = pick % wound.length;
      if (copied.has(t)) continue;
      copied.add(t);
      const turned = [0, 1, 2].map((k) => wound[t][(k + turn) % 3]);
      duplicates.push(triangles.length);
      triangles.push(reverse ? turned.reverse() : turned);
    }
    const degenerate: number[] = [];
    for (const [p, q] of collapsed) {
      const vertices = original.positions.length / 3;
      degenerate.push(triangles.length);
      triangles.push([p % vertices, q % vertices, p % vertices]);
    }
    return {
      original,
      mesh: makeMesh(original.positions, triangles),
      flipped,
      duplicates,
      degenerate,
      removed: removed.map((t) => [...all[t]].sort((a, b) => a - b)),
    };
  });
