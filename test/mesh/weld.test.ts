import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeMesh, meshVolume, weldMesh } from '../../src/index.js';
import { box, explode, listTriangles, move, torus, withTriangles } from './sample-meshes.js';

describe('weldMesh', () => {
  it('gives loose triangles back their common vertices', () => {
    const mesh = torus(9, 7);
    const { mesh: welded, ...counts } = weldMesh(explode(mesh));
    expect(welded.positions.length).toBe(mesh.positions.length);
    expect(counts).toEqual({ mergedVertices: 6 * 63 - 63, unusedVertices: 0, collapsedTriangles: 0, duplicateTriangles: 0 });
    expect(meshVolume(welded)).toBeCloseTo(meshVolume(mesh), 12);
  });

  it('agrees with a look at every pair of vertices, in order', () => {
    const coordinate = fc.integer({ min: 0, max: 12 }).map((i) => i / 4);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 3, maxLength: 60 }),
        fc.constantFrom(0, 0.1, 0.26, 0.6),
        (points, tolerance) => {
          const kept: number[] = [];
          for (const [v, p] of points.entries())
            if (!kept.some((u) => points[u].reduce((sum, x, k) => sum + (x - p[k]) * (x - p[k]), 0) <= tolerance * tolerance))
              kept.push(v);
          const all = points.map((_, v) => [v, (v + 1) % points.length, (v + 2) % points.length]);
          const { mergedVertices } = weldMesh(makeMesh(points, all), tolerance);
          expect(mergedVertices).toBe(points.length - kept.length);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes vertices in single precision for the same, but not those a thousandth apart', () => {
    const exact = box(1, 1, 1, [0.1, 0.2, 0.3]);
    const loose = explode(exact);
    const rounded = makeMesh(
      loose.positions.map((x, i) => (i % 2 === 0 ? Math.fround(x) : x)),
      loose.triangles,
    );
    expect(weldMesh(rounded).mesh.positions.length / 3).toBe(8);
    const apart = makeMesh(
      loose.positions.map((x, i) => (i < 9 ? x + 1e-3 : x)),
      loose.triangles,
    );
    expect(weldMesh(apart).mesh.positions.length / 3).toBe(11);
    expect(weldMesh(apart, 0.01).mesh.positions.length / 3).toBe(8);
  });

  it('welds across the borders of its cells, far from the origin too', () => {
    for (const origin of [0, 1e4, -1e6]) {
      const step = 1e-3;
      const positions = Array.from({ length: 40 }, (_, i) => [
        origin + step * Math.floor(i / 2) + (i % 2) * 2e-4,
        -origin,
        origin,
      ]);
      const triangles = Array.from({ length: 38 }, (_, i) => [i, i + 1, i + 2]);
      expect(weldMesh(makeMesh(positions, triangles), 3e-4).mergedVertices).toBe(20);
    }
  });

  it('comes to an end for a speck at the edge of the world, and for a mesh across all of it', () => {
    for (const [scale, offset] of [
      [1e-4, 9e8],
      [1e-9, 0],
      [4e8, 0],
    ])
      for (const tolerance of [0, 1e-12, undefined]) {
        const mesh = explode(move(box(), scale, [offset, offset, offset]));
        expect(weldMesh(mesh, tolerance).mesh.positions.length / 3).toBe(8);
      }
  });

  it('drops and counts triangles that are nothing, copies, and vertices of no triangle', () => {
    const mesh = box();
    const spoiled = withTriangles(makeMesh([...mesh.positions, 5, 5, 5, 0, 0, 1e-9], mesh.triangles), [
      ...listTriangles(mesh),
      [0, 0, 3],
      [4, 9, 1],
      [3, 0, 2],
      [2, 3, 0],
    ]);
    const { mesh: welded, ...counts } = weldMesh(spoiled);
    // Vertex 9 lies on vertex 0, not on 4: its triangle (4, 0, 1) stays.
    expect(counts).toEqual({ mergedVertices: 1, unusedVertices: 1, collapsedTriangles: 1, duplicateTriangles: 2 });
    expect(welded.triangles.length / 3).toBe(13);
  });

  it('keeps a triangle and its reverse, which only a repair may judge', () => {
    const mesh = box();
    expect(weldMesh(withTriangles(mesh, [...listTriangles(mesh), [2, 0, 3]])).duplicateTriangles).toBe(0);
  });
});
