import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  InputError,
  inspectMesh,
  makeMesh,
  meshArea,
  meshVolume,
  orientMesh,
  repairMesh,
  solidOf,
  type TriangleMesh,
} from '../../src/index.js';
import { box, explode, flip, join, listTriangles, move, tetrahedron, torus, withTriangles } from './sample-meshes.js';
import { closedMeshes, spoiledMeshes } from './spoil.js';

const ALL = () => true;

function expectSolid(mesh: TriangleMesh): void {
  const report = inspectMesh(mesh);
  expect(report).toMatchObject({ isClosed: true, isOriented: true });
  for (const places of [report.nonManifoldVertices, report.degenerateTriangles, report.duplicateTriangles, report.twistedEdges])
    expect(places).toEqual([]);
}

describe('orientMesh', () => {
  it('undoes any flips of a closed mesh, whichever are in the majority', () => {
    fc.assert(
      fc.property(closedMeshes, fc.infiniteStream(fc.boolean()), (mesh, coins) => {
        const flips = listTriangles(mesh).map(() => coins.next().value);
        const { mesh: oriented } = orientMesh(flip(mesh, (t) => flips[t]));
        expect(meshVolume(oriented)).toBeCloseTo(meshVolume(mesh), 9);
        expect(inspectMesh(oriented).isOriented).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('counts what it turned', () => {
    expect(orientMesh(flip(torus(5, 5), (t) => t < 3))).toMatchObject({ turnedTriangles: 3, turnedComponents: 0 });
    expect(orientMesh(flip(torus(5, 5), ALL))).toMatchObject({ turnedTriangles: 0, turnedComponents: 1 });
  });

  it('turns cavities inward and what is in them outward', () => {
    const nested = join(box(4, 4, 4), box(2, 2, 2, [1, 1, 1]), box(1, 1, 1, [1.5, 1.5, 1.5]), box(1, 1, 1, [6, 0, 0]));
    for (const wound of [nested, flip(nested, ALL), flip(nested, (t) => t >= 12 && t % 2 === 0)])
      expect(meshVolume(orientMesh(wound).mesh)).toBeCloseTo(64 - 8 + 1 + 1, 12);
  });
});

describe('repairMesh', () => {
  it('gives a spoiled mesh its volume and area back', () => {
    fc.assert(
      fc.property(spoiledMeshes, fc.boolean(), ({ original, mesh, removed }, loose) => {
        const { mesh: mended, actions } = repairMesh(loose ? explode(mesh) : mesh);
        expectSolid(mended);
        expect(meshVolume(mended) / meshVolume(original)).toBeCloseTo(1, 9);
        expect(meshArea(mended) / meshArea(original)).toBeCloseTo(1, 9);
        expect(mended.triangles.length).toBe(original.triangles.length);
        if (removed.length > 0)
          expect(actions.join(' ')).toMatch(new RegExp(`\\b${removed.length} holes? filled by ${removed.length} triangles?: `));
      }),
      { numRuns: 150 },
    );
  });

  it('does nothing to a sound mesh', () => {
    fc.assert(
      fc.property(closedMeshes, (mesh) => {
        expect(repairMesh(mesh)).toEqual({ mesh, actions: [] });
      }),
      { numRuns: 20 },
    );
  });

  it('fills a flat hole that is not convex by triangles in its plane', () => {
    // A prism over an L, the lid off.
    const corners = [
      [0, 0],
      [3, 0],
      [3, 1],
      [1, 1],
      [1, 2],
      [0, 2],
    ];
    const positions = [0, 1].flatMap((z) => corners.map(([x, y]) => [x, y, z]));
    const walls = corners.flatMap((_, i) => {
      const j = (i + 1) % 6;
      return [
        [i, j, j + 6],
        [i, j + 6, i + 6],
      ];
    });
    const floor = [
      [0, 2, 1],
      [0, 3, 2],
      [0, 5, 3],
      [3, 5, 4],
    ];
    const { mesh, actions } = repairMesh(makeMesh(positions, [...walls, ...floor]));
    expectSolid(mesh);
    expect(meshVolume(mesh)).toBeCloseTo(4, 12);
    expect(meshArea(mesh)).toBeCloseTo(2 * 4 + 10, 12);
    expect(actions).toEqual(['1 hole filled by 4 triangles: 6 edges of together 10 m around (1.333, 1, 1) from vertex 7.']);
  });

  it('closes a crack: a hole without area along an edge that has a vertex on one side only', () => {
    // Of the face x = 1 of a cube, one triangle is split at the middle of its long side, the other is not.
    const mesh = box();
    const positions = [...mesh.positions, 1, 0.5, 0.5];
    const triangles = listTriangles(mesh).flatMap(([a, b, c]) =>
      `${a}${b}${c}` === '137'
        ? [
            [1, 3, 8],
            [8, 3, 7],
          ]
        : [[a, b, c]],
    );
    const cracked = makeMesh(positions, triangles);
    expect(inspectMesh(cracked).holes.map((hole) => hole.vertices.length)).toEqual([3]);
    const { mesh: mended } = repairMesh(cracked);
    expectSolid(mended);
    expect(meshVolume(mended)).toBeCloseTo(1, 12);
    expect(meshArea(mended)).toBeCloseTo(6, 12);
  });

  it('fills the end of a tube of many edges by a fan', () => {
    const n = 400;
    const ring = (z: number) =>
      Array.from({ length: n }, (_, i) => [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n), z]);
    const walls = Array.from({ length: n }, (_, i) => [
      [i, (i + 1) % n, n + ((i + 1) % n)],
      [i, n + ((i + 1) % n), n + i],
    ]).flat();
    const { mesh } = repairMesh(makeMesh([...ring(0), ...ring(2)], walls));
    expectSolid(mesh);
    expect(meshVolume(mesh)).toBeCloseTo(n * Math.sin((2 * Math.PI) / n), 9);
    expect(mesh.positions.length / 3).toBe(2 * n + 2);
  });

  it('separates solids that touch along an edge or at a point', () => {
    for (const place of [
      [1, 1, 0],
      [1, 1, 1],
    ]) {
      const { mesh } = repairMesh(join(box(), box(1, 1, 1, place)));
      expectSolid(mesh);
      expect(meshVolume(mesh)).toBeCloseTo(2, 12);
      expect(mesh.positions.length / 3).toBe(16);
      expect(inspectMesh(mesh).components.map((c) => c.volume.toFixed(9))).toEqual(['1.000000000', '1.000000000']);
    }
  });

  it('joins solids that share a wall, and keeps one side of a mesh drawn from both', () => {
    const { mesh: joined } = repairMesh(join(box(), mirrored(box())));
    expectSolid(joined);
    expect(meshVolume(joined)).toBeCloseTo(2, 12);
    expect(meshArea(joined)).toBeCloseTo(10, 12);
    const { mesh: single } = repairMesh(join(torus(6, 5), flip(torus(6, 5), ALL)));
    expect(single.triangles.length).toBe(torus(6, 5).triangles.length);
    expect(meshVolume(single)).toBeCloseTo(meshVolume(torus(6, 5)), 12);
  });

  it('makes two solids of one with a wall inside', () => {
    // Between the vertices 0, 3, 7, 4 of a cube: two triangles across its inside.
    const mesh = box();
    const { mesh: mended, actions } = repairMesh(withTriangles(mesh, [...listTriangles(mesh), [0, 3, 7], [0, 7, 4]]));
    expectSolid(mended);
    expect(inspectMesh(mended).components.map((c) => c.volume.toFixed(9))).toEqual(['0.500000000', '0.500000000']);
    expect(actions[0]).toMatch(
      /^The surface cut at 4 edges with more than two triangles: between vertices 0 and 3 at \(0\.5, 0\.5, 0\);/,
    );
  });

  it('leaves out what is flat', () => {
    const sheet = makeMesh(
      [
        [5, 0, 0],
        [6, 0, 0],
        [6, 1, 0],
        [5, 1, 0],
      ],
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    );
    const { mesh, actions } = repairMesh(join(box(), sheet));
    expect(mesh).toEqual(box());
    expect(actions[1]).toBe('1 component without volume left out, of 4 triangles.');
  });

  it('gives a solid or a sentence, whatever it is given', () => {
    const vertex = fc.nat(11);
    const soups = fc
      .tuple(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 36, maxLength: 36 }),
        fc.array(fc.tuple(vertex, vertex, vertex), { minLength: 1, maxLength: 30 }),
      )
      .map(([positions, triangles]) => makeMesh(positions, triangles));
    const ruins = fc
      .tuple(closedMeshes, fc.infiniteStream(fc.nat(3)))
      .map(([mesh, dice]) => flip(mesh, () => dice.next().value === 0))
      .chain((mesh) => fc.subarray(listTriangles(mesh), { minLength: 1 }).map((left) => withTriangles(mesh, left)));
    fc.assert(
      fc.property(fc.oneof(soups, ruins), (mesh) => {
        try {
          const { mesh: mended } = repairMesh(mesh);
          expect(inspectMesh(mended)).toMatchObject({ isClosed: true, isOriented: true, nonManifoldVertices: [] });
          expect(meshVolume(mended)).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
          expect(error.message).toMatch(/^The mesh [\s\S]*\.$/);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('refuses what cannot be closed, or has no inside', () => {
    expect(() => repairMesh(makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]))).toThrow(
      'The mesh is flat: nothing of it encloses a volume.',
    );
    expect(() => repairMesh(makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 1]))).toThrow(InputError);
  });
});

describe('solidOf', () => {
  it('lets closed meshes pass, welded', () => {
    const solid = solidOf(explode(torus(9, 7)));
    expect(solid.report).toMatchObject({ isClosed: true, isOriented: true, eulerCharacteristic: 0, vertices: 63 });
    expect(solid.actions).toEqual(['315 vertices merged with another at the same place.']);
  });

  it('flips triangles without area away, and leaves the surface where it is', () => {
    // A vertex in the middle of an edge of a cube, with a triangle without area that closes the surface there.
    const mesh = box();
    const triangles = listTriangles(mesh).flatMap(([a, b, c]) =>
      `${a}${b}${c}` === '137'
        ? [
            [1, 3, 8],
            [8, 3, 7],
            [1, 8, 7],
          ]
        : [[a, b, c]],
    );
    const { mesh: solid, actions, report } = solidOf(makeMesh([...mesh.positions, 1, 0.5, 0.5], triangles));
    expect(report.degenerateTriangles).toEqual([]);
    expect(actions).toEqual(['1 edge flipped to get rid of triangles without area.']);
    expectSolid(solid);
    expect(meshArea(solid)).toBeCloseTo(6, 12);
  });

  it('refuses an open mesh by a sentence, unless repair is asked for', () => {
    const open = withTriangles(tetrahedron(), listTriangles(tetrahedron()).slice(1));
    expect(() => solidOf(open)).toThrow(InputError);
    expect(() => solidOf(open)).toThrow(
      'The mesh is open at 3 edges. 3 edges belong to one triangle only, around 1 hole: 3 edges of together 3.414 m around ' +
        '(0.3333, 0.3333, 0) from vertex 0. A body that moves needs a closed surface that faces outward; ask for repair to have it mended.',
    );
    const { report, actions } = solidOf(open, { repair: true });
    expect(report.volume).toBeCloseTo(1 / 6, 12);
    expect(actions.length).toBe(1);
  });

  it.each<[string, TriangleMesh, RegExp]>([
    ['inside out', flip(box(), ALL), /^The mesh is not oriented\. 1 component inside out/],
    ['flipped in places', flip(torus(7, 7), (t) => t === 5), /^The mesh is not oriented\. 1 triangle wound against the rest/],
    [
      'of boxes that share an edge',
      join(box(), box(1, 1, 1, [1, 1, 0])),
      /^The mesh is not a single surface everywhere\. 1 edge with more/,
    ],
    [
      'of boxes that share a wall',
      join(box(), mirrored(box())),
      /^The mesh is not a single surface everywhere\. .*same vertices as another/,
    ],
  ])('refuses a mesh %s, and takes it with repair', (_, mesh, sentence) => {
    expect(() => solidOf(mesh)).toThrow(InputError);
    expect(() => solidOf(mesh)).toThrow(sentence);
    expectSolid(solidOf(mesh, { repair: true }).mesh);
  });

  it('is not led astray by scale', () => {
    for (const scale of [1e-6, 1e-3, 1e3, 1e6])
      expect(solidOf(move(torus(9, 7), scale, [0, 0, 0])).report.volume / scale ** 3).toBeCloseTo(meshVolume(torus(9, 7)), 9);
  });
});

/** The same box on the other side of x = 0, its wall there the reverse of the first one's. */
function mirrored(mesh: TriangleMesh): TriangleMesh {
  return flip(
    makeMesh(
      mesh.positions.map((x, i) => (i % 3 === 0 ? -x : x)),
      mesh.triangles,
    ),
    ALL,
  );
}
