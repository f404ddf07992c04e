// Exact signed distances against a twin that looks at every triangle, and against winding numbers.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MeshDistance } from '../../src/distance-field/mesh-distance.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { solidOf } from '../../src/mesh/solid.js';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.js';
import { boxMesh, cornerMesh, grooveMesh, torusMesh, triangleMesh } from '../shapes/mesh-samples.js';
import { HARD_MESHES, SCENE_MESHES, starMesh } from './hard-meshes.js';
import {
  blend,
  closestOnTriangle,
  cornersOf,
  cross,
  distanceTo,
  dot,
  minus,
  norm,
  randomDirection,
  surfaceSampler,
  type Triple,
  windingNumber,
} from './reference.js';

const MESHES: Record<string, () => TriangleMesh> = {
  cube: () => triangleMesh(boxMesh()),
  tetrahedron: () => triangleMesh(cornerMesh()),
  torus: () => triangleMesh(torusMesh(1, 0.3, 17, 9)),
  groove: () => triangleMesh(grooveMesh()),
  knot: SCENE_MESHES.knot,
  jack: SCENE_MESHES.jack,
  ...HARD_MESHES,
};

function sizeOf({ positions }: TriangleMesh): number {
  return positions.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
}

/** A point anywhere, or close to the surface. */
function drawPoint(mesh: TriangleMesh, random: Random, onSurface: () => Vec3): Vec3 {
  const size = sizeOf(mesh);
  if (random.uniform() < 0.4) return [0, 1, 2].map(() => random.uniform(-1.5 * size, 1.5 * size)) as Vec3;
  return blend(onSurface(), random.uniform(0, 0.05 * size), randomDirection(random));
}

function expectTwin(mesh: TriangleMesh, distance: MeshDistance, p: Vec3): void {
  const size = sizeOf(mesh);
  const away = distanceTo(mesh, p);
  const found = distance.signedDistance(...p);
  expect(Math.abs(Math.abs(found) - away)).toBeLessThan(1e-12 * size);
  // The closest point is at that distance, and on the triangle it is said to be on.
  const closest = [...distance.closest] as Vec3;
  expect(Math.abs(norm(minus(p, closest)) - away)).toBeLessThan(1e-12 * size);
  const onTriangle = closestOnTriangle(closest, cornersOf(mesh, distance.feature[0]));
  expect(norm(minus(onTriangle, closest))).toBeLessThan(1e-12 * size);
  // Nearer than this the winding number cannot tell either.
  if (away > 1e-9 * size) expect(found < 0).toBe(windingNumber(mesh, p) > 0.5);
}

describe.each(Object.keys(MESHES))('%s', (name) => {
  const mesh = MESHES[name]();
  const distance = new MeshDistance(mesh);

  it('is a solid, so that the winding number is 0 or 1', () => {
    const { report, actions } = solidOf(mesh);
    expect(report).toMatchObject({ isClosed: true, isOriented: true });
    expect(report.volume).toBeGreaterThan(0);
    expect(actions).toEqual([]);
  });

  it('has the distances and signs of the twin', () => {
    const random = new Random(11);
    const onSurface = surfaceSampler(mesh, random);
    const count = mesh.triangles.length > 3000 ? 150 : 600;
    for (let i = 0; i < count; i++) expectTwin(mesh, distance, drawPoint(mesh, random, onSurface));
  });

  it('is nought on vertices, edges and faces, and has the right sign just beside them', () => {
    const random = new Random(12);
    const size = sizeOf(mesh);
    for (let round = 0; round < 60; round++) {
      const corners = cornersOf(mesh, Math.floor(random.uniform(0, mesh.triangles.length / 3)));
      const share = random.uniform();
      const places: Vec3[] = [
        corners[0],
        blend(corners[1], share, minus(corners[2], corners[1])),
        blend(blend(corners[0], share / 2, minus(corners[1], corners[0])), share / 2, minus(corners[2], corners[0])),
      ];
      for (const place of places) {
        // Rounding, times how long triangles are against their width: up to a hundred here.
        expect(Math.abs(distance.signedDistance(...place))).toBeLessThan(1e-12 * size);
        expectTwin(mesh, distance, blend(place, 1e-6 * size, randomDirection(random)));
      }
    }
  });

  it('is the same whatever bound is handed in, if only it holds', () => {
    const random = new Random(13);
    const onSurface = surfaceSampler(mesh, random);
    for (let i = 0; i < 400; i++) {
      const p = drawPoint(mesh, random, onSurface);
      const plain = distance.signedDistance(...p);
      const [closest, feature] = [[...distance.closest], [...distance.feature]];
      for (const bound of [Math.abs(plain), 1.0001 * Math.abs(plain), 2 * Math.abs(plain) + 1e-6]) {
        expect(distance.signedDistance(...p, bound)).toBe(plain);
        expect([...distance.closest]).toEqual(closest);
        expect(distance.feature[1]).toBe(feature[1]);
      }
    }
  });
});

describe('sharp corners', () => {
  it('a point beyond one, behind the plane of the closest face, is outside nevertheless', () => {
    // The tip of a needle: beyond it, each face's own normal says inside for a part of the points.
    const mesh = HARD_MESHES.spike();
    const distance = new MeshDistance(mesh);
    const random = new Random(3);
    let misledByFace = 0;
    for (let i = 0; i < 500; i++) {
      const p = blend([0, 1, 0], random.uniform(1e-4, 0.1), blend([0, 0.2, 0], 1, randomDirection(random)));
      const found = distance.signedDistance(...p);
      const [a, b, c] = cornersOf(mesh, distance.feature[0]);
      const behindFace = dot(cross(minus(b, a), minus(c, a)), minus(p, a)) < 0;
      const isOutside = windingNumber(mesh, p) < 0.5;
      expect(found > 0).toBe(isOutside);
      if (behindFace === isOutside) misledByFace++;
    }
    expect(misledByFace).toBeGreaterThan(20);
  });

  it('a sum of normals not weighted by angles would be wrong: one face in many triangles beside two in one each', () => {
    // A sharp tip of three faces, one of which is a fan of thin triangles about it: a plain sum of normals leans towards that face.
    const tip: Vec3 = [0, 0, 0];
    const base: Vec3[] = [0, 1, 2].map((i) => [
      0.15 * Math.sin((2 * Math.PI * i) / 3),
      -1,
      0.15 * Math.cos((2 * Math.PI * i) / 3),
    ]);
    const parts = 64;
    const onEdge = Array.from({ length: parts - 1 }, (_, i) => blend(base[0], (i + 1) / parts, minus(base[1], base[0])));
    const rim = [base[0], ...onEdge, base[1], base[2]];
    const triangles: number[] = [];
    for (let i = 0; i < rim.length; i++) triangles.push(0, 1 + i, 1 + ((i + 1) % rim.length));
    for (let i = 0; i < parts; i++) triangles.push(2 + i, 1 + i, rim.length);
    const { mesh, actions } = solidOf(triangleMesh({ vertices: [...tip, ...rim.flat()], triangles }));
    expect(actions).toEqual([]);
    const distance = new MeshDistance(mesh);
    const random = new Random(4);
    let misled = 0;
    for (let i = 0; i < 2000; i++) {
      const p = blend(tip, 1e-3, randomDirection(random));
      const isOutside = windingNumber(mesh, p) < 0.5;
      const found = distance.signedDistance(...p);
      expect(found > 0).toBe(isOutside);
      if (distance.feature[1] > 2 || norm([...distance.closest] as Vec3) > 0) continue;
      const plainSum: Vec3 = [0, 0, 0];
      for (let t = 0; t < mesh.triangles.length / 3; t++) {
        const corners = cornersOf(mesh, t);
        if (!corners.some((c) => norm(c) === 0)) continue;
        const n = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]));
        for (let k = 0; k < 3; k++) plainSum[k] += n[k] / norm(n);
      }
      if (dot(plainSum, p) > 0 !== isOutside) misled++;
    }
    expect(misled).toBeGreaterThan(100);
  });
});

describe('random stars', () => {
  it('have the distances and signs of the twin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const random = new Random(seed);
        const mesh = starMesh(random);
        const distance = new MeshDistance(mesh);
        const onSurface = surfaceSampler(mesh, random);
        for (let i = 0; i < 20; i++) expectTwin(mesh, distance, drawPoint(mesh, random, onSurface));
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});

describe('facedDistance', () => {
  const cube = new MeshDistance(triangleMesh(boxMesh()));
  const out = new Float64Array(4);
  const ask = (p: Triple, facing: Triple, blur: number): number[] => {
    cube.facedDistance(Float64Array.from(p), ...facing, blur, out);
    return [...out].map((x) => Number(x.toFixed(9)) + 0);
  };

  it('without blur is the distance and its gradient', () => {
    const random = new Random(8);
    const onSurface = surfaceSampler(cube.mesh, random);
    const step = 1e-6;
    for (let i = 0; i < 200; i++) {
      const p = drawPoint(cube.mesh, random, onSurface);
      cube.facedDistance(Float64Array.from(p), ...randomDirection(random), 0, out);
      const found = [...out];
      expect(found[0]).toBeCloseTo(cube.signedDistance(...p), 12);
      expect(Math.abs(norm([found[1], found[2], found[3]]) - 1)).toBeLessThan(1e-9);
      // Outside of a convex solid the distance is smooth but on the surface.
      if (found[0] < 1e-3) continue;
      for (let k = 0; k < 3; k++) {
        const [q, r]: [Vec3, Vec3] = [[...p], [...p]];
        q[k] += step;
        r[k] -= step;
        expect((cube.signedDistance(...q) - cube.signedDistance(...r)) / (2 * step)).toBeCloseTo(found[1 + k], 4);
      }
    }
  });

  it('at an edge takes the face that looks most against what is there, whichever is closer by rounding', () => {
    for (const beside of [-1e-7, 0, 1e-7]) {
      const p: Triple = [0.5 + beside, 0.5, 0.1];
      expect(ask(p, [0, -1, 0], 1e-3).slice(1)).toEqual([0, 1, 0]);
      expect(ask(p, [-1, 0, 0], 1e-3).slice(1)).toEqual([1, 0, 0]);
      expect(ask(p, [-0.6, -0.8, 0], 1e-3).slice(1)).toEqual([0, 1, 0]);
    }
  });

  it('at a corner has the choice of three', () => {
    for (let axis = 0; axis < 3; axis++) {
      const facing: Vec3 = [-0.1, -0.1, -0.1];
      facing[axis] = -1;
      const expected = [0, 0, 0];
      expected[axis] = 1;
      expect(ask([0.5, 0.5, 0.5], facing, 1e-3).slice(1)).toEqual(expected);
      expect(ask([0.4999, 0.4998, 0.4997], facing, 1e-3).slice(1)).toEqual(expected);
    }
  });

  it('gives the height over the chosen plane, which is within the blur of the distance', () => {
    expect(ask([0.4998, 0.4999, 0], [-1, 0, 0], 1e-3)).toEqual([-0.0002, 1, 0, 0]);
    expect(ask([0.4998, 0.4999, 0], [0, -1, 0], 1e-3)).toEqual([-0.0001, 0, 1, 0]);
    const random = new Random(9);
    const onSurface = surfaceSampler(cube.mesh, random);
    for (let i = 0; i < 500; i++) {
      const p = blend(onSurface(), random.uniform(0, 0.01), randomDirection(random));
      cube.facedDistance(Float64Array.from(p), ...randomDirection(random), 0.004, out);
      expect(Math.abs(out[0] - cube.signedDistance(...p))).toBeLessThanOrEqual(0.004 + 1e-12);
      expect(Math.abs(norm([out[1], out[2], out[3]]) - 1)).toBeLessThan(1e-12);
    }
  });

  it('beyond the blur has no choice', () => {
    expect(ask([0.49, 0.499, 0], [-1, 0, 0], 1e-3)).toEqual([-0.001, 0, 1, 0]);
    // Over the face, but further beside the other one's edge than the blur.
    expect(ask([0.4, 0.5001, 0], [-1, 0, 0], 1e-3)).toEqual([0.0001, 0, 1, 0]);
  });

  it('never takes the face on the other side of a thin plate', () => {
    const plate = new MeshDistance(triangleMesh(boxMesh(1, 0.0005, 1)));
    plate.facedDistance(Float64Array.of(0.1, 0.0002, 0.1), 0, 1, 0, 1e-3, out);
    expect([...out.subarray(1)]).toEqual([0, 1, 0]);
  });
});

describe('what was asked for before', () => {
  // On the surface, rounding decides what is closest; rollback needs the same bits whatever came before.
  it.each(Object.entries(MESHES))('does not change what is found at %s', (_, make) => {
    const mesh = make();
    const random = new Random(5);
    const onSurface = surfaceSampler(mesh, random);
    const used = new MeshDistance(mesh);
    const { positions } = mesh;
    for (let i = 0; i < 300; i++) {
      const vertex = 3 * Math.floor(random.uniform(0, positions.length / 3));
      const corner: Triple = [positions[vertex], positions[vertex + 1], positions[vertex + 2]];
      const off = i % 3 === 0 ? 0 : sizeOf(mesh) * 10 ** random.uniform(-16, 1);
      const point = blend(i % 2 === 0 ? corner : onSurface(), off, randomDirection(random));
      const fresh = new MeshDistance(mesh);
      expect(used.signedDistance(...point)).toBe(fresh.signedDistance(...point));
      expect([...used.closest, ...used.feature]).toEqual([...fresh.closest, ...fresh.feature]);
    }
  });
});
