// Shapes on their way against every kind of shape: where a twin, the distance of the two at every place of the way, says so.

import { describe, expect, it } from 'vitest';
import { closest } from '../../src/detection/narrow-phase/closest.js';
import { PairWorkspace } from '../../src/detection/narrow-phase/pair-workspace.js';
import { PrincipalContact } from '../../src/detection/narrow-phase/principal-contact.js';
import type { ConvexDescriptor, ShapeDescriptor, Vec3 } from '../../src/index.js';
import { Random, World } from '../../src/index.js';
import { ConvexHull } from '../../src/shapes/convex-hull.js';
import { placeShape } from '../../src/shapes/descriptor.js';
import { PlacedShape } from '../../src/shapes/placed-shape.js';
import { add, DART, dot, firstZero, least, len, mul, randomTurn, randomVector, SHAPES, sub, unit } from './twins.js';

const CASTS = 200;
const SAMPLES = 30;
const CASTERS = Object.values(SHAPES).filter(({ kind }) => kind !== 'half-space' && kind !== 'mesh') as ConvexDescriptor[];

/** The dart once more as a sheet, of which both sides are met. */
const TARGETS: [string, ShapeDescriptor][] = [...Object.entries(SHAPES), ['surface', { kind: 'surface', surface: 'sheet' }]];

type Gap = (shift: Vec3) => number;

/** How far the caster, shifted, is from the target: by the distance of the narrow phase, of a mesh to every triangle. */
function gapOf(caster: PlacedShape, targets: readonly PlacedShape[]): Gap {
  const out = new PrincipalContact();
  const work = new PairWorkspace();
  const moved = new PlacedShape();
  Object.assign(moved, { kind: caster.kind, a: caster.a, b: caster.b, c: caster.c, hull: caster.hull });
  moved.r.set(caster.r);
  return (shift) => {
    [moved.x, moved.y, moved.z] = [caster.x + shift[0], caster.y + shift[1], caster.z + shift[2]];
    return Math.min(...targets.map((target) => (closest(moved, target, 100, out, work) ? out.gap : 100)));
  };
}

/** The target as convex parts: the dart as thin wedges over its triangles, whose surfaces are the triangles to 1e-9. */
function partsOf(shape: ShapeDescriptor, position: Vec3, orientation: [number, number, number, number]): PlacedShape[] {
  const at = { position, orientation };
  if (shape.kind !== 'mesh' && shape.kind !== 'surface') return [placed({ ...shape, ...at })];
  return DART.faces.map((corners) => {
    const points = corners.map((v) => DART.points[v]);
    const middle = mul(add(add(points[0], points[1]), points[2]), 1 / 3);
    const inner = add(middle, mul(sub([0, 0.4, 0], middle), 1e-3));
    return placed({ kind: 'hull', points: [...points, inner], ...at });
  });
}

function placed(shape: ShapeDescriptor): PlacedShape {
  const out = new PlacedShape();
  placeShape(shape, out, shape.kind === 'hull' ? ConvexHull.fromPoints(shape.points) : null);
  return out;
}

describe.each(TARGETS)('shapes cast on a %s', (kind, target) => {
  it.each(CASTERS.map((caster) => [caster.kind, caster] as const))(`a %s meets it where ${CASTS} twins do`, (_, caster) => {
    const random = new Random(5);
    const world = new World();
    world.createMesh('dart', { vertices: DART.vertices, triangles: DART.triangles, error: 0.05 });
    world.createSurface('sheet', { vertices: DART.vertices, triangles: DART.triangles, sides: 'both' });
    const at = randomVector(random, 1);
    const turn = randomTurn(random);
    world.createBody({ kind: 'fixed', position: at, orientation: turn, shapes: [target] });
    const parts = partsOf(target, at, turn);
    let hits = 0;
    for (let i = 0; i < CASTS; i++) {
      const position = add(at, mul(unit(randomVector(random, 1)), random.uniform(1, 5)));
      const orientation = randomTurn(random);
      const displacement = mul(unit(sub(add(at, randomVector(random, 1.2)), position)), 7);
      const gap = gapOf(placed({ ...caster, position, orientation }), parts);
      const along = (t: number) => gap(mul(displacement, t));
      const hit = world.queries.castShape(caster, { position, orientation }, displacement);
      expect(world.queries.castShapeAny(caster, { position, orientation }, displacement)).toBe(hit !== undefined);
      if (hit?.inside) {
        expect(kind === 'mesh' ? 0 : along(0)).toBeLessThan(1e-9);
        continue;
      }
      const expected = firstZero(along, 1, SAMPLES);
      if (hit === undefined) {
        expect(expected === Infinity || least(along, 1, 10 * SAMPLES) > -1e-6).toBe(true);
        continue;
      }
      hits++;
      // A contact that grazes is between two samples, or where the samples find the way out.
      if (expected === Infinity) expect(least(along, 1, 10 * SAMPLES)).toBeLessThan(2e-3);
      else expect(hit.fraction).toBeLessThan(expected + 1e-8);
      const touching = along(hit.fraction);
      expect(Math.abs(touching)).toBeLessThan(1e-8);
      expect(Math.abs(len(hit.normal) - 1)).toBeLessThan(1e-9);
      expect(dot(hit.normal, displacement)).toBeLessThan(1e-6);
      checkPoint(hit.point, hit.normal, parts, caster, { position: add(position, mul(displacement, hit.fraction)), orientation });
    }
    expect(hits).toBeGreaterThan(CASTS / 4);
  });
});

/** The point is on both surfaces, and the plane through it, square to the normal, has the caster on its other side. */
function checkPoint(
  point: Vec3,
  normal: Vec3,
  parts: readonly PlacedShape[],
  caster: ConvexDescriptor,
  pose: { position: Vec3; orientation: [number, number, number, number] },
): void {
  const dotAt = gapOf(placed({ kind: 'sphere', radius: 1e-9 }), parts);
  expect(Math.abs(dotAt(point))).toBeLessThan(1e-6);
  const own = gapOf(placed({ kind: 'sphere', radius: 1e-9 }), [placed({ ...caster, ...pose })]);
  expect(Math.abs(own(point))).toBeLessThan(1e-6);
  const half = gapOf(placed({ ...caster, ...pose }), [
    placed({ kind: 'half-space', position: sub(point, mul(normal, 1e-7)), orientation: turnUpTo(normal) }),
  ]);
  expect(half([0, 0, 0])).toBeGreaterThan(-1e-6);
}

/** A rotation that brings y to a unit vector. */
function turnUpTo([x, y, z]: Vec3): [number, number, number, number] {
  if (y < -1 + 1e-12) return [1, 0, 0, 0];
  const s = 1 / Math.sqrt(2 * (1 + y));
  return [z * s, 0, -x * s, (1 + y) * s];
}
