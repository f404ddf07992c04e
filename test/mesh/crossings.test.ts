// Where a surface crosses itself: against a twin in whole numbers that knows no rounding, and on the meshes of others.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCrossings, makeMesh, type TriangleMesh } from '../../src/index.js';
import { packaged } from '../distance-field/hard-meshes.js';
import { closestOnTriangle, cornersOf, minus, norm } from '../distance-field/reference.js';
import { box, join, move, torus } from './sample-meshes.js';

type Whole = readonly [bigint, bigint, bigint];

const subtract = (p: Whole, q: Whole): Whole => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];

/** The sign of the volume of the tetrahedron abcd. */
function side(a: Whole, b: Whole, c: Whole, d: Whole): number {
  const [u, v, w] = [subtract(b, a), subtract(c, a), subtract(d, a)];
  const volume = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  return volume > 0n ? 1 : volume < 0n ? -1 : 0;
}

/** Whether a stretch passes through the inside of a triangle, neither of them touching the other's border. */
function pierces(p: Whole, q: Whole, [a, b, c]: readonly Whole[]): boolean {
  if (side(a, b, c, p) * side(a, b, c, q) >= 0) return false;
  const turns = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
  return turns.every((s) => s === 1) || turns.every((s) => s === -1);
}

/** True, false, or undefined where they touch in some way that is neither. */
function crossExactly(one: readonly Whole[], two: readonly Whole[]): boolean | undefined {
  const edges = (t: readonly Whole[]) => [0, 1, 2].map((i) => [t[i], t[(i + 1) % 3]] as const);
  const sides = [...one.map((p) => side(two[0], two[1], two[2], p)), ...two.map((p) => side(one[0], one[1], one[2], p))];
  const isPierced = edges(one).some(([p, q]) => pierces(p, q, two)) || edges(two).some(([p, q]) => pierces(p, q, one));
  if (isPierced) return true;
  // An edge that meets an edge, or a corner in a plane: not general.
  const touches = edges(one).some(([p, q]) => edges(two).some(([r, s]) => side(p, q, r, s) === 0));
  return touches || sides.includes(0) ? undefined : false;
}

/** Largest distance of the named places from their triangles over the size of the mesh [1]. */
function worstPlace(mesh: TriangleMesh): number {
  const size = mesh.positions.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  let worst = 0;
  for (const { triangles, at } of findCrossings(mesh))
    for (const t of triangles) worst = Math.max(worst, norm(minus(at, closestOnTriangle(at, cornersOf(mesh, t)))) / size);
  return worst;
}

describe('crossings', () => {
  it('are those of exact arithmetic, with a place on both triangles', () => {
    const coordinate = fc.integer({ min: -9, max: 9 });
    let [crossed, apart] = [0, 0];
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 18, maxLength: 18 }), (numbers) => {
        const mesh = makeMesh(numbers, [0, 1, 2, 3, 4, 5]);
        const corners = [0, 1, 2, 3, 4, 5].map((v) => numbers.slice(3 * v, 3 * v + 3).map(BigInt) as unknown as Whole);
        const expected = crossExactly(corners.slice(0, 3), corners.slice(3));
        const found = findCrossings(mesh);
        if (expected === undefined) return;
        expect(found.map(({ triangles }) => triangles)).toEqual(expected ? [[0, 1]] : []);
        expect(worstPlace(mesh)).toBeLessThan(1e-14);
        if (expected) crossed++;
        else apart++;
      }),
      { numRuns: 3000, seed: 6 },
    );
    expect(Math.min(crossed, apart)).toBeGreaterThan(200);
  });

  it('are the same on all sides, at any scale and far away', () => {
    const mesh = join(torus(9, 7), move(torus(8, 7), 0.7, [1.1, 0.3, 0.2]));
    const expected = findCrossings(mesh).map(({ triangles }) => triangles);
    expect(expected.length).toBeGreaterThan(20);
    for (const scale of [1e-6, 1e6])
      expect(findCrossings(move(mesh, scale, [0, 0, 0])).map(({ triangles }) => triangles)).toEqual(expected);
    expect(findCrossings(move(mesh, 1, [1e3, -1e3, 5e2])).map(({ triangles }) => triangles)).toEqual(expected);
    expect(worstPlace(mesh)).toBeLessThan(1e-14);
  });

  it('are none where solids only touch, or share a corner, an edge or a face', () => {
    for (const place of [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [1, 0.3, 0.4],
    ])
      expect(findCrossings(join(box(), box(1, 1, 1, place)))).toEqual([]);
    expect(findCrossings(torus(13, 11))).toEqual([]);
  });

  it('of the teapot lie on both triangles, of the bunny there are none', () => {
    const teapot = packaged('teapot');
    expect(findCrossings(teapot).length).toBeGreaterThan(40);
    expect(worstPlace(teapot)).toBeLessThan(1e-13);
    expect(findCrossings(packaged('bunny'))).toEqual([]);
  });
});
