// The makers of meshes: every surface is closed, outward and of the size and form it is meant to have.

import { describe, expect, it } from 'vitest';
import { diku } from '../../scenes/diku.js';
import { boxMesh } from '../../scenes/meshes/box.js';
import { bunnyMesh } from '../../scenes/meshes/bunny.js';
import { cowMesh } from '../../scenes/meshes/cow.js';
import { dragonMesh } from '../../scenes/meshes/dragon.js';
import { jackMesh } from '../../scenes/meshes/jack.js';
import { type Surface, scaleSurface } from '../../scenes/meshes/surface.js';
import type { Thread } from '../../scenes/meshes/thread.js';
import { boltMesh, nutMesh } from '../../scenes/meshes/thread.js';
import { knotMesh, ringMesh } from '../../scenes/meshes/tubes.js';
import { ballMesh, bowlMesh, postMesh } from '../../scenes/meshes/turned.js';
import { MeshDistance } from '../../src/distance-field/mesh-distance.js';
import { inspectMesh, makeMesh, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { cross, distance, length, subtract } from '../../src/math/vector.js';
import { vertexAt } from '../../src/mesh/triangle-mesh.js';
import type { MeshArrays } from '../../src/scene/scene.js';

const THREAD: Thread = { radius: 1, depth: 0.25, pitch: 0.8, clearance: 0.06 };
const { PI } = Math;

interface Expected {
  surface: Surface | MeshArrays;
  euler: number;
  /** By closed form, and by how much flat triangles may cut off it [m^3], [1]. */
  volume?: number;
  share?: number;
  /** No edge is shorter [m]. */
  shortest: number;
  most?: number;
}

/** The hexagon around a circle of radius 1.7, and the mean section of the thread. */
const HEXAGON = 2 * Math.sqrt(3) * 1.7 * 1.7;
const SECTION = (radius: number) => PI * (radius * radius + (0.125 * 0.125) / 2);

const MESHES: Record<string, Expected> = {
  box: { surface: boxMesh([1, 2, 3], 4), euler: 2, volume: 6, share: 1e-12, shortest: 0.24 },
  ball: { surface: ballMesh(1), euler: 2, volume: (4 / 3) * PI, share: 0.02, shortest: 0.03 },
  post: { surface: postMesh(0.3, 3), euler: 2, volume: PI * 0.09 * (2.7 + 0.2), share: 0.02, shortest: 0.015 },
  // Half a shell, the rim, and the foot that fills what is below the shell's outside: pi h^2 (R - h / 3) less its own hollow.
  bowl: { surface: bowlMesh(3, 0.3), euler: 2, volume: bowlVolume(3, 0.3), share: 0.02, shortest: 0.04 },
  ring: { surface: ringMesh(1, 0.4), euler: 0, volume: 2 * PI * PI * 0.04, share: 0.06, shortest: 0.1 },
  knot: { surface: knotMesh(1, 0.5), euler: 0, volume: PI * 0.0625 * knotLength(), share: 0.08, shortest: 0.1 },
  bolt: { surface: boltMesh(THREAD, 0.8, 4.8), euler: 2, volume: HEXAGON * 0.8 + SECTION(1) * 4.8, share: 0.06, shortest: 0.05 },
  nut: { surface: nutMesh(THREAD, 1.6), euler: 0, volume: (HEXAGON - SECTION(1.06)) * 1.6, share: 0.06, shortest: 0.05 },
  jack: { surface: jackMesh(1), euler: 2, shortest: 0.02, most: 1500 },
  cow: { surface: cowMesh(), euler: 2, shortest: 0.01, most: 1500 },
  bunny: { surface: bunnyMesh(2), euler: 2, shortest: 0.01, most: 3000 },
  dragon: { surface: dragonMesh(2), euler: 2, shortest: 0.005, most: 3000 },
  plate: {
    surface: diku({ seed: 1, count: 1, plate: 'mesh' }).meshes?.plate as MeshArrays,
    euler: 2,
    volume: 25 * 11 - 0.5 * 68,
    share: 1e-12,
    shortest: 0.45,
  },
};

function bowlVolume(inner: number, wall: number): number {
  const outer = inner + wall;
  const shell = (2 / 3) * PI * (outer * outer * outer - inner * inner * inner);
  const rim = (PI * PI * wall * wall * (inner + wall / 2)) / 4;
  const [radius, height] = [outer * Math.sin(0.4), outer * (1 - Math.cos(0.4))];
  return shell + rim + PI * radius * radius * height - PI * height * height * (outer - height / 3);
}

/** Of the curve in the middle of a knot of radius 1 [m]. */
function knotLength(): number {
  const at = (t: number): Vec3 => {
    const r = 1 + 0.5 * Math.cos(3 * t);
    return [r * Math.cos(2 * t), 0.5 * Math.sin(3 * t), r * Math.sin(2 * t)];
  };
  let sum = 0;
  for (let i = 0; i < 5000; i++) sum += distance(at((2 * PI * i) / 5000), at((2 * PI * (i + 1)) / 5000));
  return sum;
}

describe.each(Object.entries(MESHES))('%s', (_, { surface, euler, volume, share = 0, shortest, most = 20_000 }) => {
  const mesh = makeMesh(surface.vertices, surface.triangles);
  const report = inspectMesh(mesh);

  it('is one closed, outward surface of the form it is meant to have', () => {
    expect(report).toMatchObject({ isClosed: true, isOriented: true, eulerCharacteristic: euler, degenerateTriangles: [] });
    expect(report.components.map(({ depth, isInsideOut }) => [depth, isInsideOut])).toEqual([[0, false]]);
    expect(report.nonManifoldVertices).toEqual([]);
    expect(report.triangles).toBeLessThanOrEqual(most);
  });

  it('has the volume of the solid, less what flat triangles cut off', () => {
    if (volume === undefined) expect(report.volume).toBeGreaterThan(0);
    else expect(Math.abs(report.volume / volume - 1)).toBeLessThan(share);
  });

  it('has no short edges and no slivers', () => {
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => vertexAt(mesh, mesh.triangles[t + k]));
      const sides = [distance(a, b), distance(b, c), distance(c, a)];
      expect(Math.min(...sides)).toBeGreaterThan(shortest);
      const longest = Math.max(...sides);
      expect(length(cross(subtract(b, a), subtract(c, a))) / (longest * longest)).toBeGreaterThan(0.12);
    }
  });

  it('does not cross itself: beside the middle of a triangle is outside, behind it is inside', () => {
    const exact = new MeshDistance(mesh);
    const beside = shortest / 50;
    for (let t = 0; t < mesh.triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => vertexAt(mesh, mesh.triangles[t + k]));
      const normal = cross(subtract(b, a), subtract(c, a));
      const unit = length(normal);
      const place = (side: number) => [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3 + (side * normal[k]) / unit) as Vec3;
      expect(exact.signedDistance(...place(beside))).toBeCloseTo(beside, 9);
      expect(exact.signedDistance(...place(-beside))).toBeCloseTo(-beside, 9);
    }
  });
});

describe('a cow', () => {
  it('is as long as it was asked for, and the same at every size', () => {
    const cow = cowMesh(2.5);
    const along = cow.vertices.filter((_, i) => i % 3 === 0);
    expect(Math.max(...along) - Math.min(...along)).toBeCloseTo(2.5, 12);
    const small = scaleSurface(cowMesh(0.25), 10);
    expect(small.triangles).toEqual(cow.triangles);
    small.vertices.forEach((x, i) => {
      expect(x).toBeCloseTo(cow.vertices[i], 12);
    });
  });

  it('has four flat hooves on the ground, one at each corner', () => {
    const { vertices } = cowMesh();
    const soles: string[] = [];
    for (let i = 0; i < vertices.length; i += 3) {
      expect(vertices[i + 1]).toBeGreaterThanOrEqual(0);
      if (vertices[i + 1] === 0) soles.push(`${vertices[i] > 0 ? 'fore' : 'hind'} ${vertices[i + 2] > 0 ? 'left' : 'right'}`);
      else expect(vertices[i + 1]).toBeGreaterThan(0.01);
    }
    expect(new Set(soles).size).toBe(4);
    expect(soles.length).toBeGreaterThan(4 * 6);
  });
});

describe.each([
  ['bunny', bunnyMesh, 0.6],
  ['dragon', dragonMesh, 0.35],
] as const)('a %s', (_, make, most) => {
  it('is about the middle of its bounds, as large as it was asked for, and the same at every size', () => {
    const { vertices, triangles } = make(2);
    const sides = [0, 1, 2].map((axis) => {
      const along = vertices.filter((_, i) => i % 3 === axis);
      expect(Math.max(...along) + Math.min(...along)).toBeCloseTo(0, 12);
      return Math.max(...along) - Math.min(...along);
    });
    expect(Math.max(...sides)).toBeCloseTo(2, 12);
    const small = scaleSurface(make(0.2), 10);
    expect(small.triangles).toEqual(triangles);
    small.vertices.forEach((x, i) => {
      expect(x).toBeCloseTo(vertices[i], 12);
    });
  });

  it('is concave: it fills no more than a share of the convex hull of its vertices', () => {
    const { vertices, triangles } = make(2);
    const points = Array.from({ length: vertices.length / 3 }, (_, v) => vertices.slice(3 * v, 3 * v + 3) as Vec3);
    const world = new World();
    const hull = world.createBody({ shapes: [{ kind: 'hull', points }], density: 1 });
    expect(inspectMesh(makeMesh(vertices, triangles)).volume / hull.mass).toBeLessThan(most);
  });
});

describe('a nut', () => {
  it('is everywhere about its clearance away from the bolt it is on', () => {
    const bolt = new MeshDistance(makeMesh(MESHES.bolt.surface.vertices, MESHES.bolt.surface.triangles));
    const { vertices } = MESHES.nut.surface;
    // A whole number of turns above the ground the threads are in phase.
    const lift = 4 * THREAD.pitch;
    let closest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < vertices.length; i += 3) {
      closest = Math.min(closest, bolt.signedDistance(vertices[i], vertices[i + 1] + lift, vertices[i + 2]));
    }
    expect(closest).toBeGreaterThan(0.5 * THREAD.clearance);
    expect(closest).toBeLessThan(THREAD.clearance);
  });
});
