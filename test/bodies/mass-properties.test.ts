import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MassProperties } from '../../src/bodies/mass-properties.js';
import { combineMassProperties, shapeMassProperties } from '../../src/bodies/mass-properties.js';
import { Random } from '../../src/math/random.js';
import { rotateSym } from '../../src/math/symmetric.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, scale, transformPoint } from '../../src/math/vector.js';
import { ConvexHull } from '../../src/shapes/convex-hull.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import { boxCorners, boxSurface, direction, orientation, pose } from '../shapes/hull-samples.js';

/** Equal to `relative` of the size of each of mass, centre and inertia. */
function expectSame(actual: MassProperties, expected: MassProperties, relative: number): void {
  expect(Math.abs(actual.mass - expected.mass)).toBeLessThanOrEqual(relative * expected.mass);
  const reach = Math.sqrt(Math.max(...expected.inertia) / expected.mass) + Math.max(...expected.center.map(Math.abs));
  const moment = Math.max(...expected.inertia);
  for (let k = 0; k < 3; k++) expect(Math.abs(actual.center[k] - expected.center[k])).toBeLessThanOrEqual(relative * reach);
  for (let k = 0; k < 6; k++) expect(Math.abs(actual.inertia[k] - expected.inertia[k])).toBeLessThanOrEqual(relative * moment);
}

describe('closed forms', () => {
  it.each([
    [{ kind: 'sphere', radius: 0.5 }, 3, [Math.PI / 2, [0.05 * Math.PI, 0.05 * Math.PI, 0.05 * Math.PI]]],
    [{ kind: 'box', size: [1, 2, 3] }, 2, [12, [13, 10, 5]]],
    [{ kind: 'cylinder', radius: 2, height: 3 }, 1, [12 * Math.PI, [21 * Math.PI, 24 * Math.PI, 21 * Math.PI]]],
    // Cylinder pi, ends 4/3 pi: along 1/2 + 8/15, across (1/12 + 1/4) + 4/3 (2/5 + 1/4 + 3/8).
    [{ kind: 'capsule', radius: 1, length: 1 }, 1, [(7 / 3) * Math.PI, [1.7 * Math.PI, (31 / 30) * Math.PI, 1.7 * Math.PI]]],
  ] as [ShapeDescriptor, number, [number, Vec3]][])('$kind', (shape, density, [mass, moments]) => {
    expectSame(shapeMassProperties(shape, density), { mass, center: [0, 0, 0], inertia: [...moments, 0, 0, 0] }, 1e-14);
  });

  it('a capsule without length is a sphere', () => {
    const capsule = shapeMassProperties({ kind: 'capsule', radius: 0.3, length: 0 }, 700);
    expectSame(capsule, shapeMassProperties({ kind: 'sphere', radius: 0.3 }, 700), 1e-14);
  });

  it('a tetrahedron at the corner of the axes', () => {
    const points: Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const { mass, center, inertia } = shapeMassProperties({ kind: 'hull', points }, 6);
    // Volume 1/6; xx = 1/10 and xy = 1/20 of the mass about the origin, less the 1/16 of the centre.
    const xx = 1 / 10 - 1 / 16;
    const xy = 1 / 20 - 1 / 16;
    const expected: MassProperties = { mass: 1, center: [0.25, 0.25, 0.25], inertia: [2 * xx, 2 * xx, 2 * xx, -xy, -xy, -xy] };
    expectSame({ mass, center, inertia }, expected, 1e-14);
  });
});

describe('against sums over slices', () => {
  it('a capsule', () => {
    const [radius, segment, density, slices] = [0.4, 1.1, 950, 200000];
    const top = segment / 2 + radius;
    const thickness = (2 * top) / slices;
    let mass = 0;
    let along = 0;
    let across = 0;
    for (let i = 0; i < slices; i++) {
      const y = -top + (i + 0.5) * thickness;
      const beyond = Math.max(0, Math.abs(y) - segment / 2);
      const squared = radius * radius - beyond * beyond;
      const disc = density * Math.PI * squared * thickness;
      mass += disc;
      along += (disc * squared) / 2;
      across += disc * (squared / 4 + y * y);
    }
    const exact = shapeMassProperties({ kind: 'capsule', radius, length: segment }, density);
    expectSame(exact, { mass, center: [0, 0, 0], inertia: [across, along, across, 0, 0, 0] }, 1e-8);
  });

  it('a hull, by Monte Carlo', () => {
    const random = new Random(12);
    const points = Array.from({ length: 30 }, () => direction(random));
    const hull = ConvexHull.fromPoints(points);
    const samples = 200000;
    let hits = 0;
    let sum: Vec3 = [0, 0, 0];
    const second = [0, 0, 0, 0, 0, 0];
    for (let i = 0; i < samples; i++) {
      const [x, y, z] = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
      let inside = true;
      for (let f = 0; f < hull.facePlanes.length && inside; f += 4) {
        const [a, b, c, d] = [hull.facePlanes[f], hull.facePlanes[f + 1], hull.facePlanes[f + 2], hull.facePlanes[f + 3]];
        inside = a * x + b * y + c * z <= d;
      }
      if (!inside) continue;
      hits++;
      sum = add(sum, [x, y, z]);
      [x * x, y * y, z * z, x * y, x * z, y * z].forEach((product, k) => {
        second[k] += product;
      });
    }
    const mass = (8 * hits) / samples;
    const [x, y, z] = scale(sum, 1 / hits);
    const [xx, yy, zz, xy, xz, yz] = second.map((s) => (s * mass) / hits);
    const sampled: MassProperties = {
      mass,
      center: [x, y, z],
      inertia: [
        yy + zz - mass * (y * y + z * z),
        xx + zz - mass * (x * x + z * z),
        xx + yy - mass * (x * x + y * y),
        mass * x * y - xy,
        mass * x * z - xz,
        mass * y * z - yz,
      ],
    };
    expectSame(shapeMassProperties({ kind: 'hull', points }, 1), sampled, 0.01);
  });
});

describe('hulls', () => {
  it.each([
    [1, 2, 3],
    [1e-4, 1, 1],
    [1e4, 1, 5],
  ])('of the corners of a box %d x %d x %d have the mass properties of the box', (x, y, z) => {
    const box = shapeMassProperties({ kind: 'box', size: [x, y, z] }, 2400);
    expectSame(shapeMassProperties({ kind: 'hull', points: boxCorners(x, y, z) }, 2400), box, 1e-13);
    const points = boxSurface(new Random(4), 100, [x, y, z]);
    expectSame(shapeMassProperties({ kind: 'hull', points }, 2400, ConvexHull.fromPoints(points)), box, 1e-13);
  });

  it('keep their inertia far from the origin', () => {
    const points = boxCorners(1, 2, 3).map((corner) => add(corner, [4096, -2048, 8192]));
    const placed = shapeMassProperties({ kind: 'box', size: [1, 2, 3], position: [4096, -2048, 8192] }, 1);
    const hull = shapeMassProperties({ kind: 'hull', points }, 1);
    expect(hull.center).toEqual([4096, -2048, 8192]);
    expectSame(hull, placed, 1e-14);
  });
});

describe('placement', () => {
  it('carries the centre along and turns the inertia', () => {
    const turned = shapeMassProperties({ kind: 'box', size: [1, 2, 3], position: [5, 6, 7], orientation: [0, 0, 2, 2] }, 2);
    // A quarter turn about z swaps the extents along x and y.
    const swapped = shapeMassProperties({ kind: 'box', size: [2, 1, 3] }, 2);
    expectSame(turned, { ...swapped, center: [5, 6, 7] }, 1e-14);
  });

  it('of a hull is the same as moving its points', () => {
    const random = new Random(31);
    for (let round = 0; round < 20; round++) {
      const points = Array.from({ length: 20 }, () => direction(random));
      const placed = pose(random);
      const moved = points.map((point) => transformPoint(placed, point));
      const expected = shapeMassProperties({ kind: 'hull', points: moved }, 3);
      expectSame(shapeMassProperties({ kind: 'hull', points, ...placed }, 3), expected, 1e-12);
    }
  });
});

describe('combination', () => {
  it('of two halves of a box is the box, cut anywhere and turned anyhow', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), fc.nat(), (cut, seed) => {
        const turn = orientation(new Random(seed));
        const half = (width: number, x: number): MassProperties =>
          shapeMassProperties(
            {
              kind: 'box',
              size: [width, 3, 1],
              orientation: turn,
              position: transformPoint({ position: [1, 2, 3], orientation: turn }, [x, 0, 0]),
            },
            10,
          );
        const whole = combineMassProperties([half(2 * cut, cut - 1), half(2 - 2 * cut, cut)]);
        expectSame(whole, half(2, 0), 1e-13);
      }),
    );
  });

  it('of a cylinder and two half balls as fine hulls comes near the capsule', () => {
    const sides = 64;
    const rim = (y: number, r: number): Vec3[] =>
      Array.from({ length: sides }, (_, i) => {
        const angle = (2 * Math.PI * i) / sides;
        return [r * Math.cos(angle), y, r * Math.sin(angle)];
      });
    const cap: Vec3[] = [];
    for (let i = 0; i < sides / 4; i++) {
      const angle = (2 * Math.PI * i) / sides;
      cap.push(...rim(0.5 * Math.sin(angle), 0.5 * Math.cos(angle)));
    }
    cap.push([0, 0.5, 0]);
    const parts = [
      shapeMassProperties({ kind: 'hull', points: [...rim(-0.6, 0.5), ...rim(0.6, 0.5)] }, 1),
      shapeMassProperties({ kind: 'hull', points: cap, position: [0, 0.6, 0] }, 1),
      shapeMassProperties({ kind: 'hull', points: cap, position: [0, -0.6, 0], orientation: [1, 0, 0, 0] }, 1),
    ];
    expectSame(combineMassProperties(parts), shapeMassProperties({ kind: 'capsule', radius: 0.5, length: 1.2 }, 1), 0.006);
  });

  it('of one part is that part, about any frame', () => {
    const part = shapeMassProperties(
      { kind: 'capsule', radius: 0.2, length: 1, position: [1, 2, 3], orientation: [1, 2, 3, 4] },
      5,
    );
    expectSame(combineMassProperties([part]), part, 1e-15);
    const upright = shapeMassProperties({ kind: 'capsule', radius: 0.2, length: 1 }, 5);
    const norm = Math.sqrt(30);
    const turned = rotateSym([1 / norm, 2 / norm, 3 / norm, 4 / norm], upright.inertia);
    expectSame(part, { mass: upright.mass, center: [1, 2, 3], inertia: turned }, 1e-15);
  });
});

describe('refusals', () => {
  it('a half-space, and no parts at all', () => {
    expect(() => shapeMassProperties({ kind: 'half-space' }, 1)).toThrow(
      'kind is half-space, which has no finite mass: only shapes of finite volume can have mass properties.',
    );
    expect(() => combineMassProperties([])).toThrow('parts has 0 entries, but a body with mass needs at least 1.');
  });
});
