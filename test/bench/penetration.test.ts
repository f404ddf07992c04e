// The ruler's penetration: known overlaps, symmetry, rigid motions, and a search over directions that knows nothing of faces.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, penetrationOf, placeSolid, signedDistance, solidOf } from '../../bench/ruler/penetration.mjs';
import { boxCorners, polytopeOf, shrinkCorners } from '../../bench/ruler/polytope.mjs';
import { add, dot, length, normalize, rotate, scale, subtract } from '../../bench/ruler/vector.mjs';

type Vec3 = [number, number, number];
type Quat = [number, number, number, number];
interface Pose {
  position: Vec3;
  orientation: Quat;
}

const UPRIGHT: Quat = [0, 0, 0, 1];
/** By 45 degrees about z. */
const EIGHTH_TURN: Quat = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];

const cube = { kind: 'box', size: [1, 1, 1] };
const brick = { kind: 'box', size: [1, 0.5, 0.5] };
const ball = { kind: 'sphere', radius: 0.5 };
/** A wedge as of an arch. */
const wedge = {
  kind: 'hull',
  points: [
    [-0.4, -0.5, -0.5],
    [0.4, -0.5, -0.5],
    [-0.4, -0.5, 0.5],
    [0.4, -0.5, 0.5],
    [-0.6, 0.5, -0.5],
    [0.6, 0.5, -0.5],
    [-0.6, 0.5, 0.5],
    [0.6, 0.5, 0.5],
  ],
};
const tetrahedron = {
  kind: 'hull',
  points: [
    [0.7, 0.7, 0.7],
    [-0.7, -0.7, 0.7],
    [-0.7, 0.7, -0.7],
    [0.7, -0.7, -0.7],
  ],
};
const SHAPES = [cube, brick, ball, wedge, tetrahedron];
const halfSpace = { kind: 'half-space' };

function place(shape: object, position: Vec3, orientation: Quat = UPRIGHT) {
  return placeSolid(solidOf(shape), { position, orientation });
}

const share = fc.double({ min: -1, max: 1, noNaN: true });
const unit = fc
  .tuple(share, share, share)
  .filter((v) => length(v) > 0.1)
  .map((v) => normalize(v) as Vec3);
const orientations = fc.tuple(unit, fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })).map(([axis, angle]): Quat => {
  const [x, y, z] = scale(axis, Math.sin(angle / 2));
  return [x, y, z, Math.cos(angle / 2)];
});
const coordinate = fc.double({ min: -0.8, max: 0.8, noNaN: true });
const poses: fc.Arbitrary<Pose> = fc.record({
  position: fc.tuple(coordinate, coordinate, coordinate),
  orientation: orientations,
});
const shapes = fc.constantFrom(...SHAPES);

/** How far the solid reaches along a direction. */
// biome-ignore lint/suspicious/noExplicitAny: solids are plain JavaScript
function reach(solid: any, direction: Vec3): number {
  if (solid.kind === 'ball') return dot(solid.center, direction) + solid.radius;
  return Math.max(...solid.vertices.map((vertex: Vec3) => dot(vertex, direction)));
}

/** To all sides: what bounds a solid changes abruptly, and a search along axes would get stuck. */
const WAYS = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vec3 => [x, y, z])));
/** What the search may miss [m]. */
const MISSED = 1e-4;

/** Least value found of a function of directions: many of them, then ever smaller steps from the best ones. */
function leastOver(value: (direction: Vec3) => number): number {
  const golden = Math.PI * (3 - Math.sqrt(5));
  const start = Array.from({ length: 1500 }, (_, i): Vec3 => {
    const y = 1 - (2 * i + 1) / 1500;
    const r = Math.sqrt(1 - y * y);
    return [r * Math.cos(golden * i), y, r * Math.sin(golden * i)];
  })
    .map((direction) => ({ direction, found: value(direction) }))
    .sort((p, q) => p.found - q.found)
    .slice(0, 6);
  for (const best of start) {
    for (let step = 0.05; step > 1e-6; ) {
      const before = best.found;
      for (const way of WAYS) {
        const direction = normalize(add(best.direction, scale(way, step))) as Vec3;
        const found = value(direction);
        if (found < best.found) Object.assign(best, { direction, found });
      }
      // Along a crease of the function it would go on for ever by less and less.
      if (best.found > before - 1e-3 * step) step /= 2;
    }
  }
  return Math.min(...start.map(({ found }) => found));
}

describe('known overlaps', () => {
  it('of two boxes face to face', () => {
    expect(penetrationOf(place(cube, [0, 0, 0]), place(cube, [0, 0.99, 0]))).toBeCloseTo(0.01, 12);
    expect(penetrationOf(place(cube, [0, 0, 0]), place(brick, [0.3, 0.7, 0.1]))).toBeCloseTo(0.05, 12);
  });

  it('of boxes that touch or are apart', () => {
    expect(penetrationOf(place(cube, [0, 0, 0]), place(cube, [0, 1, 0]))).toBe(0);
    expect(penetrationOf(place(cube, [0, 0, 0]), place(cube, [0.99, 1.01, 0]))).toBe(0);
  });

  it('of an edge in a face', () => {
    const tilted = place(cube, [0, 0.5 + Math.SQRT1_2 - 0.02, 0], EIGHTH_TURN);
    expect(penetrationOf(place(cube, [0, 0, 0]), tilted)).toBeCloseTo(0.02, 12);
  });

  it('of two crossed edges, found by the cross product of the edges alone', () => {
    // One edge along z on top of the lower cube, one along x below the upper.
    const lower = place(cube, [0, 0, 0], EIGHTH_TURN);
    const [z, w] = [EIGHTH_TURN[2], EIGHTH_TURN[3]];
    const upper = place(cube, [0, Math.SQRT2 - 0.03, 0], [z, 0, 0, w]);
    expect(penetrationOf(lower, upper)).toBeCloseTo(0.03, 12);
  });

  it('of a box within a box: out through the nearest face', () => {
    const small = { kind: 'box', size: [0.2, 0.2, 0.2] };
    expect(penetrationOf(place(cube, [0, 0, 0]), place(small, [0.1, 0, 0]))).toBeCloseTo(0.5, 12);
  });

  it('of balls', () => {
    expect(penetrationOf(place(ball, [0, 0, 0]), place(ball, [0.6, 0, 0.6]))).toBeCloseTo(1 - 0.6 * Math.SQRT2, 12);
    expect(penetrationOf(place(ball, [0, 0, 0]), place(ball, [0.8, 0, 0.8]))).toBe(0);
  });

  it('of a ball over a face, an edge and a corner of a box, and with its centre inside', () => {
    const box = place(cube, [0, 0, 0]);
    expect(penetrationOf(place(ball, [0.2, 0.9, 0]), box)).toBeCloseTo(0.1, 12);
    expect(penetrationOf(place(ball, [0.8, 0.8, 0]), box)).toBeCloseTo(0.5 - 0.3 * Math.SQRT2, 12);
    expect(penetrationOf(place(ball, [0.7, 0.7, 0.7]), box)).toBeCloseTo(0.5 - 0.2 * Math.sqrt(3), 12);
    expect(penetrationOf(place(ball, [0.3, 0, 0.1]), box)).toBeCloseTo(0.7, 12);
  });

  it('with the ground', () => {
    const ground = place(halfSpace, [0, 0, 0]);
    expect(penetrationOf(place(ball, [7, 0.45, 3]), ground)).toBeCloseTo(0.05, 12);
    expect(penetrationOf(ground, place(cube, [7, Math.SQRT1_2 - 0.01, 3], EIGHTH_TURN))).toBeCloseTo(0.01, 12);
    expect(penetrationOf(ground, place(cube, [7, 0.5, 3]))).toBe(0);
  });
});

describe('any overlap', () => {
  it('is the same seen from either solid, and wherever both are moved and turned', () => {
    fc.assert(
      fc.property(shapes, poses, shapes, poses, poses, (one, at, other, there, by) => {
        const solids = [solidOf(one), solidOf(other)];
        const depth = penetrationOf(placeSolid(solids[0], at), placeSolid(solids[1], there));
        expect(penetrationOf(placeSolid(solids[1], there), placeSolid(solids[0], at))).toBeCloseTo(depth, 10);
        const moved = ({ position, orientation }: Pose) => ({
          position: add(rotate(by.orientation, position), by.position),
          orientation: multiply(by.orientation, orientation),
        });
        const after = penetrationOf(placeSolid(solids[0], moved(at)), placeSolid(solids[1], moved(there)));
        expect(after).toBeCloseTo(depth, 9);
      }),
      { numRuns: 300 },
    );
  });

  it('is the shortest way apart among all directions', () => {
    fc.assert(
      fc.property(shapes, poses, shapes, poses, (one, at, other, there) => {
        const a = placeSolid(solidOf(one), at);
        const b = placeSolid(solidOf(other), there);
        // To part them along a direction, b has to go from where a reaches to beyond its own lowest point.
        const searched = leastOver((direction) => reach(a, direction) + reach(b, scale(direction, -1) as Vec3));
        expect(penetrationOf(a, b)).toBeLessThan(Math.max(0, searched) + 1e-9);
        expect(penetrationOf(a, b)).toBeGreaterThan(searched - MISSED);
      }),
      { numRuns: 25 },
    );
  });

  it('of a point and a polytope is the largest height over any plane that bounds it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(cube, brick, wedge, tetrahedron),
        poses,
        fc.tuple(coordinate, coordinate, coordinate),
        (shape, at, point) => {
          const solid = placeSolid(solidOf(shape), at);
          const searched = -leastOver((direction) => reach(solid, direction) - dot(point, direction));
          expect(signedDistance(point, solid)).toBeGreaterThan(searched - 1e-9);
          expect(signedDistance(point, solid)).toBeLessThan(searched + MISSED);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('polytopes', () => {
  it('have the faces, edges and axes that they should', () => {
    const count = ({ faces, axes, edges }: ReturnType<typeof polytopeOf>) => [faces.length, axes.length, edges.length];
    expect(count(polytopeOf(boxCorners([1, 0.5, 2])))).toEqual([6, 3, 3]);
    expect(count(polytopeOf(wedge.points))).toEqual([6, 4, 4]);
    expect(count(polytopeOf(tetrahedron.points))).toEqual([4, 4, 6]);
  });

  it('have faces that go round anticlockwise seen from outside', () => {
    for (const points of [boxCorners([1, 0.5, 2]), wedge.points, tetrahedron.points]) {
      const { vertices, faces, normals } = polytopeOf(points);
      faces.forEach((face, f) => {
        face.forEach((vertex, i) => {
          const along = subtract(vertices[face[(i + 1) % face.length]], vertices[vertex]);
          const next = subtract(vertices[face[(i + 2) % face.length]], vertices[face[(i + 1) % face.length]]);
          const turn = [
            along[1] * next[2] - along[2] * next[1],
            along[2] * next[0] - along[0] * next[2],
            along[0] * next[1] - along[1] * next[0],
          ];
          expect(dot(turn, normals[f])).toBeGreaterThan(0);
        });
      });
    }
  });

  it('shrink by the same depth behind every face', () => {
    for (const points of [boxCorners([1, 0.5, 2]), wedge.points, tetrahedron.points]) {
      const polytope = polytopeOf(points);
      const corners = shrinkCorners(polytope, 0.04);
      polytope.faces.forEach((face, f) => {
        const offset = dot(polytope.normals[f], polytope.vertices[face[0]]);
        const deepest = Math.max(...corners.map((corner: Vec3) => dot(polytope.normals[f], corner)));
        expect(offset - deepest).toBeCloseTo(0.04, 12);
      });
    }
  });

  it('have bounds that hold them', () => {
    const { low, high } = boundsOf(place(cube, [1, 2, 3], EIGHTH_TURN));
    [1 - Math.SQRT1_2, 2 - Math.SQRT1_2, 2.5].forEach((x, k) => {
      expect(low[k]).toBeCloseTo(x, 12);
    });
    [1 + Math.SQRT1_2, 2 + Math.SQRT1_2, 3.5].forEach((x, k) => {
      expect(high[k]).toBeCloseTo(x, 12);
    });
  });
});

function multiply([ax, ay, az, aw]: Quat, [bx, by, bz, bw]: Quat): Quat {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
