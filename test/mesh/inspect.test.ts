import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeReport, inspectMesh, makeMesh, meshArea, meshVolume } from '../../src/index.js';
import { box, flip, join, listTriangles, move, tetrahedron, torus, withTriangles } from './sample-meshes.js';
import { spoiledMeshes } from './spoil.js';

describe('inspectMesh', () => {
  it('measures a box and a tetrahedron', () => {
    const cube = inspectMesh(box());
    expect(cube).toMatchObject({ vertices: 8, triangles: 12, eulerCharacteristic: 2, isClosed: true, isOriented: true });
    expect(cube.volume).toBeCloseTo(1, 14);
    expect(cube.area).toBeCloseTo(6, 14);
    const simplex = inspectMesh(tetrahedron());
    expect(simplex).toMatchObject({ vertices: 4, triangles: 4, eulerCharacteristic: 2, isClosed: true, isOriented: true });
    expect(simplex.volume).toBeCloseTo(1 / 6, 14);
    expect(simplex.area).toBeCloseTo(1.5 + Math.sqrt(3) / 2, 14);
    expect(describeReport(cube)).toEqual([
      'The mesh has 12 triangles, 8 vertices, 1 component, an area of 6 m^2 and a volume of 1 m^3; its Euler characteristic is 2.',
    ]);
  });

  it('measures a torus, and keeps its digits far from the origin', () => {
    const mesh = torus(200, 150, 2, 0.7);
    const report = inspectMesh(mesh);
    expect(report).toMatchObject({ eulerCharacteristic: 0, isClosed: true, isOriented: true });
    const volume = 2 * Math.PI ** 2 * 2 * 0.49;
    expect(report.volume / volume).toBeCloseTo(1, 2);
    expect(report.area / (4 * Math.PI ** 2 * 2 * 0.7)).toBeCloseTo(1, 2);
    expect(meshVolume(move(mesh, 1, [1e6, -1e6, 1e6]))).toBeCloseTo(report.volume, 6);
    expect(meshArea(move(mesh, 3, [0, 0, 0]))).toBeCloseTo(9 * report.area, 9);
  });

  it('names exactly what was done to a mesh', () => {
    fc.assert(
      fc.property(spoiledMeshes, ({ mesh, flipped, duplicates, degenerate, removed }) => {
        const report = inspectMesh(mesh);
        expect(report.flippedTriangles.map((place) => place.triangle)).toEqual(flipped);
        expect(report.duplicateTriangles.map((place) => place.triangle)).toEqual(duplicates);
        expect(report.degenerateTriangles.map((place) => place.triangle)).toEqual(degenerate);
        expect(report.openEdges.length).toBe(3 * removed.length);
        const holes = report.holes.map((hole) => [...hole.vertices].sort((a, b) => a - b).join());
        expect(holes.sort()).toEqual(removed.map((triangle) => triangle.join()).sort());
        expect(report.holes.every((hole) => hole.closed)).toBe(true);
        expect(report.nonManifoldEdges).toEqual([]);
        expect(report.nonManifoldVertices).toEqual([]);
        expect(report.isClosed).toBe(removed.length === 0 && duplicates.length === 0);
        expect(report.isOriented).toBe(flipped.length === 0);
      }),
      { numRuns: 150 },
    );
  });

  it('says where holes are, and how long their rims', () => {
    const triangles = listTriangles(box()).filter((_, t) => t > 1);
    const report = inspectMesh(withTriangles(box(), triangles));
    expect(report.openEdges.length).toBe(4);
    expect(report.holes).toEqual([{ vertices: [0, 1, 3, 2], at: [0.5, 0.5, 0], closed: true, length: 4 }]);
    expect(report.openEdges[0]).toEqual({ vertices: [0, 1], at: [0.5, 0, 0] });
    expect(describeReport(report)[1]).toBe(
      '4 edges belong to one triangle only, around 1 hole: 4 edges of together 4 m around (0.5, 0.5, 0) from vertex 0.',
    );
  });

  it('tells two holes that meet at a vertex apart', () => {
    const mesh = torus(7, 7);
    const [first, second] = [listTriangles(mesh)[0], listTriangles(mesh)[1]];
    // The triangles 0 and 1 share an edge; 0 and one across vertex 0 share only that.
    const other = listTriangles(mesh).findIndex((t) => t.filter((v) => first.includes(v)).length === 1 && t.includes(0));
    const report = inspectMesh(
      withTriangles(
        mesh,
        listTriangles(mesh).filter((_, t) => t !== 0 && t !== other),
      ),
    );
    expect(report.holes.map((hole) => hole.vertices.length)).toEqual([3, 3]);
    const joined = inspectMesh(withTriangles(mesh, listTriangles(mesh).slice(2)));
    expect(joined.holes.map((hole) => [...hole.vertices].sort((a, b) => a - b))).toEqual([
      [...new Set([...first, ...second])].sort((a, b) => a - b),
    ]);
  });

  it('finds edges of four triangles, and surfaces that meet at a point', () => {
    const edge = withSharedVertices(join(box(), box(1, 1, 1, [1, 1, 0])));
    expect(inspectMesh(edge).nonManifoldEdges).toEqual([{ vertices: [3, 7], at: [1, 1, 0.5] }]);
    expect(inspectMesh(edge)).toMatchObject({ isClosed: false, isOriented: true, nonManifoldVertices: [] });
    const point = withSharedVertices(join(box(), box(1, 1, 1, [1, 1, 1])));
    expect(inspectMesh(point).nonManifoldVertices).toEqual([{ vertices: [7], at: [1, 1, 1] }]);
    expect(inspectMesh(point)).toMatchObject({ isClosed: true, isOriented: true, nonManifoldEdges: [] });
  });

  it('tells a cavity from a component that is inside out', () => {
    const all = () => true;
    const outer = box(4, 4, 4);
    const inner = box(2, 2, 2, [1, 1, 1]);
    const core = box(0.5, 0.5, 0.5, [1.5, 1.5, 1.5]);
    const hollow = inspectMesh(join(outer, flip(inner, all), core));
    expect(hollow.components.map((c) => [c.depth, c.isInsideOut])).toEqual([
      [0, false],
      [1, false],
      [2, false],
    ]);
    expect(hollow.isOriented).toBe(true);
    expect(hollow.volume).toBeCloseTo(64 - 8 + 0.125, 12);
    const wrong = inspectMesh(join(flip(outer, all), inner, core));
    expect(wrong.components.map((c) => c.isInsideOut)).toEqual([true, true, false]);
    expect(describeReport(wrong).slice(1)).toEqual([
      '1 component inside out: the one of triangle 0 at (1.333, 2.667, 0).',
      '1 component inside another but facing outward, which makes no cavity: the one of triangle 12 at (1.667, 2.333, 1).',
    ]);
    // Side by side, and one through the other: neither lies in the other.
    const crossing = inspectMesh(join(outer, box(1, 1, 9, [1, 1, -2]), box(1, 1, 1, [9, 0, 0])));
    expect(crossing.components.map((c) => c.depth)).toEqual([0, 0, 0]);
  });

  it('finds that a Moebius strip has one side', () => {
    const n = 12;
    const positions = Array.from({ length: 2 * n }, (_, i) => {
      const u = (2 * Math.PI * Math.floor(i / 2)) / n;
      const w = (i % 2 === 0 ? -0.3 : 0.3) * 1;
      return [(1 + w * Math.cos(u / 2)) * Math.cos(u), (1 + w * Math.cos(u / 2)) * Math.sin(u), w * Math.sin(u / 2)];
    });
    const at = (i: number, side: number) => (i < n ? 2 * i + side : 1 - side);
    const triangles = Array.from({ length: n }, (_, i) => [
      [at(i, 0), at(i + 1, 0), at(i + 1, 1)],
      [at(i, 0), at(i + 1, 1), at(i, 1)],
    ]).flat();
    const report = inspectMesh(makeMesh(positions, triangles));
    expect(report.twistedEdges.length).toBeGreaterThan(0);
    expect(report).toMatchObject({ isOriented: false, eulerCharacteristic: 0 });
    expect(report.holes.map((hole) => hole.vertices.length)).toEqual([2 * n]);
  });

  it('spells three places out and counts the rest', () => {
    const report = inspectMesh(flip(torus(9, 9), (t) => t % 16 === 0));
    const sentence = describeReport(report).find((line) => line.includes('wound against'));
    expect(sentence).toMatch(
      /^11 triangles wound against the rest of the surface: (triangle \d+ at \([^)]*\); ){3}and 8 more\.$/,
    );
  });
});

/** Vertices at equal places made one, by hand. */
function withSharedVertices(mesh: ReturnType<typeof box>) {
  const places = Array.from({ length: mesh.positions.length / 3 }, (_, v) => mesh.positions.subarray(3 * v, 3 * v + 3).join());
  return makeMesh(
    mesh.positions,
    mesh.triangles.map((v) => places.indexOf(places[v])),
  );
}
