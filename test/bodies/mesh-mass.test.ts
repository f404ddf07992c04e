// Mass, centre and inertia of the solid within a mesh.

import { describe, expect, it } from 'vitest';
import type { MassProperties } from '../../src/bodies/mass-properties.js';
import { shapeMassProperties } from '../../src/bodies/mass-properties.js';
import { ContactTree, World } from '../../src/index.js';
import { Random } from '../../src/math/random.js';
import { add } from '../../src/math/vector.js';
import { ConvexHull } from '../../src/shapes/convex-hull.js';
import type { ShapePlacement } from '../../src/shapes/shape-kinds.js';
import { direction, pose } from '../shapes/hull-samples.js';
import type { MeshLists } from '../shapes/mesh-samples.js';
import { boxMesh, cornerMesh, hullMesh, insideOut, together, torusMesh, triangleMesh } from '../shapes/mesh-samples.js';

function massOf(mesh: MeshLists, density: number, placement: ShapePlacement = {}): MassProperties {
  return shapeMassProperties(
    { kind: 'mesh', mesh: 'any', ...placement },
    density,
    ContactTree.build(triangleMesh(mesh), { error: 0.5 }),
  );
}

/** Equal to `relative` of the size of each of mass, centre and inertia. */
function expectSame(actual: MassProperties, expected: MassProperties, relative: number): void {
  const moment = Math.max(...expected.inertia);
  const reach = Math.sqrt(moment / expected.mass) + Math.max(...expected.center.map(Math.abs));
  expect(Math.abs(actual.mass - expected.mass)).toBeLessThanOrEqual(relative * expected.mass);
  for (let k = 0; k < 3; k++) expect(Math.abs(actual.center[k] - expected.center[k])).toBeLessThanOrEqual(relative * reach);
  for (let k = 0; k < 6; k++) expect(Math.abs(actual.inertia[k] - expected.inertia[k])).toBeLessThanOrEqual(relative * moment);
}

describe('the mass properties of a mesh', () => {
  it('of a box are those of the box, wherever it is', () => {
    expectSame(massOf(boxMesh(1, 2, 3), 700), shapeMassProperties({ kind: 'box', size: [1, 2, 3] }, 700), 1e-14);
    const far = shapeMassProperties({ kind: 'box', size: [1, 2, 3], position: [4096, -2048, 8192] }, 700);
    expectSame(massOf(boxMesh(1, 2, 3, [4096, -2048, 8192]), 700), far, 1e-13);
  });

  it('of a tetrahedron at the corner of the axes are known', () => {
    // Volume 1/6; xx = 1/10 and xy = 1/20 of the mass about the origin, less the 1/16 of the centre.
    const xx = 1 / 10 - 1 / 16;
    const xy = 1 / 20 - 1 / 16;
    const expected: MassProperties = { mass: 1, center: [0.25, 0.25, 0.25], inertia: [2 * xx, 2 * xx, 2 * xx, -xy, -xy, -xy] };
    expectSame(massOf(cornerMesh(), 6), expected, 1e-14);
  });

  it('of ever finer tori go to those of the torus, with the square of the fineness', () => {
    const [radius, tube, density] = [1, 0.4, 3];
    const mass = density * 2 * Math.PI * Math.PI * radius * tube * tube;
    const along = mass * (radius * radius + 0.75 * tube * tube);
    const across = mass * (0.5 * radius * radius + 0.625 * tube * tube);
    const errors = [12, 24].map((segments) => {
      const found = massOf(torusMesh(radius, tube, 2 * segments, segments), density);
      for (const c of found.center) expect(Math.abs(c)).toBeLessThan(1e-14);
      expect(Math.abs(found.inertia[0] - found.inertia[2])).toBeLessThan(1e-13);
      return [found.mass / mass, found.inertia[1] / along, found.inertia[0] / across].map((ratio) => 1 - ratio);
    });
    for (let k = 0; k < 3; k++) {
      expect(errors[1][k]).toBeGreaterThan(0);
      expect(errors[1][k]).toBeLessThan(0.03);
      expect(errors[0][k] / errors[1][k]).toBeGreaterThan(3.9);
      expect(errors[0][k] / errors[1][k]).toBeLessThan(4.1);
    }
  });

  it('of convex meshes are those of hulls, placed anyhow', () => {
    const random = new Random(7);
    for (let round = 0; round < 10; round++) {
      const points = Array.from({ length: 20 }, () => add(direction(random), [3, -1, 2]));
      const placement = pose(random);
      const hull = shapeMassProperties({ kind: 'hull', points, ...placement }, 2400);
      expectSame(massOf(hullMesh(ConvexHull.fromPoints(points)), 2400, placement), hull, 1e-12);
    }
  });

  it('of a hollow box are the difference of two', () => {
    const hollow = massOf(together(boxMesh(2, 2, 2), insideOut(boxMesh(1, 1, 1))), 1);
    // 8 - 1, and 8 * 8 / 12 - 2 / 12.
    expectSame(hollow, { mass: 7, center: [0, 0, 0], inertia: [31 / 6, 31 / 6, 31 / 6, 0, 0, 0] }, 1e-14);
  });

  it('make the body: its origin stays where it was put', () => {
    const world = new World();
    world.createMesh('corner', cornerMesh());
    const body = world.createBody({ position: [5, 6, 7], shapes: [{ kind: 'mesh', mesh: 'corner' }], density: 6 });
    expect(body.mass).toBeCloseTo(1, 14);
    expect(body.position).toEqual([5, 6, 7]);
    body.centerOfMass.forEach((x, k) => {
      expect(x).toBeCloseTo([5.25, 6.25, 7.25][k], 14);
    });
  });
});
