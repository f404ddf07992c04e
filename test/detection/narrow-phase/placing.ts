// Placed shapes for the tests of the narrow phase and of contact determination, random ones too, and slow independent geometry to
// hold the results against: supports, signed distances, and the gap as the largest separation over all directions.

import {
  determineContacts as determineContactsOf,
  ManifoldWorkspace,
} from '../../../src/detection/contact-determination/determine-contacts.js';
import type { Manifold } from '../../../src/detection/contact-determination/manifold.js';
import { closest as closestOf } from '../../../src/detection/narrow-phase/closest.js';
import { convexPair as convexPairOf } from '../../../src/detection/narrow-phase/convex-pair.js';
import { PairWorkspace } from '../../../src/detection/narrow-phase/pair-workspace.js';
import type { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import type { Random } from '../../../src/math/random.js';
import { matrixOfQuat } from '../../../src/math/symmetric.js';
import type { Pose, Quat, Vec3 } from '../../../src/math/vector.js';
import {
  add,
  composePoses,
  cross,
  dot,
  IDENTITY,
  length,
  normalize,
  normalizeQuat,
  scale,
  subtract,
} from '../../../src/math/vector.js';
import { ConvexHull } from '../../../src/shapes/convex-hull.js';
import { PlacedShape } from '../../../src/shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, HULL, SPHERE } from '../../../src/shapes/shape-kinds.js';

// As in a world, all pairs are tested in one workspace, one after the other.
const pairs = new PairWorkspace();
const manifolds = new ManifoldWorkspace();

export const closest = (a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact): boolean =>
  closestOf(a, b, envelope, out, pairs);
export const convexPair = (a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact): boolean =>
  convexPairOf(a, b, envelope, out, pairs);
export const determineContacts = (
  a: PlacedShape,
  b: PlacedShape,
  principal: PrincipalContact,
  envelope: number,
  most: number,
  out: Manifold,
): void => determineContactsOf(manifolds, a, b, principal, envelope, most, out);

export interface Shape {
  kind: number;
  a?: number;
  b?: number;
  c?: number;
  hull?: ConvexHull;
}

export const sphere = (radius: number): Shape => ({ kind: SPHERE, a: radius });
/** By its full edge lengths. */
export const box = (x: number, y: number, z: number): Shape => ({ kind: BOX, a: x / 2, b: y / 2, c: z / 2 });
export const capsule = (radius: number, segment: number): Shape => ({ kind: CAPSULE, a: radius, b: segment / 2 });
export const cylinder = (radius: number, height: number): Shape => ({ kind: CYLINDER, a: radius, b: height / 2 });
export const hull = (points: readonly Readonly<Vec3>[]): Shape => ({ kind: HULL, hull: ConvexHull.fromPoints(points) });
export const halfSpace = (): Shape => ({ kind: HALF_SPACE });
export const boxHull = (x: number, y: number, z: number): Shape =>
  hull(Array.from({ length: 8 }, (_, i): Vec3 => [i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2]));

export function place(shape: Shape, position: Readonly<Vec3> = [0, 0, 0], orientation: Readonly<Quat> = IDENTITY): PlacedShape {
  const placed = new PlacedShape();
  placed.kind = shape.kind;
  placed.a = shape.a ?? 0;
  placed.b = shape.b ?? 0;
  placed.c = shape.c ?? 0;
  placed.hull = shape.hull ?? null;
  [placed.x, placed.y, placed.z] = position;
  placed.r.set(matrixOfQuat(orientation));
  return placed;
}

export const placeAt = (shape: Shape, pose: Pose): PlacedShape => place(shape, pose.position, pose.orientation);
export const moved = (pose: Pose, by: Pose): Pose => composePoses(by, pose);

export function randomUnit(random: Random): Vec3 {
  for (;;) {
    const v: Vec3 = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const l = length(v);
    if (l > 0.1 && l < 1) return scale(v, 1 / l);
  }
}
export function randomQuat(random: Random): Quat {
  return normalizeQuat([random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1) + 1e-3]);
}
export function randomPoint(random: Random, reach: number): Vec3 {
  return [random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)];
}
export function randomHull(random: Random, points = 16): Shape {
  return hull(Array.from({ length: points }, () => scale(randomUnit(random), random.uniform(0.4, 1))));
}
export function randomShape(random: Random, kind: number): Shape {
  const size = () => random.uniform(0.2, 1);
  switch (kind) {
    case SPHERE:
      return sphere(size());
    case BOX:
      return box(2 * size(), 2 * size(), 2 * size());
    case CAPSULE:
      return capsule(0.5 * size(), 2 * size());
    case CYLINDER:
      return cylinder(size(), 2 * size());
    case HULL:
      return randomHull(random, 6 + (random.uint32() % 20));
    default:
      return halfSpace();
  }
}

export const originOf = (s: PlacedShape): Vec3 => [s.x, s.y, s.z];
export const axisOf = (s: PlacedShape, i: number): Vec3 => [s.r[i], s.r[3 + i], s.r[6 + i]];
const toLocal = (s: PlacedShape, p: Readonly<Vec3>): Vec3 => {
  const d = subtract(p, originOf(s));
  return [dot(d, axisOf(s, 0)), dot(d, axisOf(s, 1)), dot(d, axisOf(s, 2))];
};

/** Farthest reach of the true shape along a unit direction, from the definition of each kind. */
export function reach(s: PlacedShape, n: Readonly<Vec3>): number {
  const local: Vec3 = [dot(n, axisOf(s, 0)), dot(n, axisOf(s, 1)), dot(n, axisOf(s, 2))];
  const centre = dot(n, originOf(s));
  switch (s.kind) {
    case SPHERE:
      return centre + s.a;
    case BOX:
      return centre + s.a * Math.abs(local[0]) + s.b * Math.abs(local[1]) + s.c * Math.abs(local[2]);
    case CAPSULE:
      return centre + s.a + s.b * Math.abs(local[1]);
    case CYLINDER:
      return centre + s.a * Math.sqrt(local[0] ** 2 + local[2] ** 2) + s.b * Math.abs(local[1]);
    case HULL: {
      const v = s.hull?.vertices ?? new Float64Array();
      let best = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < v.length; i += 3) best = Math.max(best, v[i] * local[0] + v[i + 1] * local[1] + v[i + 2] * local[2]);
      return centre + best;
    }
    default:
      return local[1] > 1 - 1e-12 ? centre : Number.POSITIVE_INFINITY;
  }
}

/** How far apart the shapes are along a unit direction from A to B; the gap is the largest of these. */
export function separation(a: PlacedShape, b: PlacedShape, n: Readonly<Vec3>): number {
  return -reach(a, n) - reach(b, scale(n, -1));
}

/** The largest separation near `start` by ever smaller random steps, so a lower bound of the gap. */
export function climb(a: PlacedShape, b: PlacedShape, start: Readonly<Vec3>, random: Random, steps = 400): number {
  let n: Vec3 = normalize(start);
  let best = separation(a, b, n);
  let step = 0.3;
  for (let i = 0; i < steps; i++) {
    const trial = normalize(add(n, scale(randomUnit(random), step * random.uniform(0, 1))));
    const value = separation(a, b, trial);
    if (value > best) {
      best = value;
      n = trial;
    } else step *= 0.97;
  }
  return best;
}

/** A lower bound of the gap that is close to it: the best of many climbs. */
export function sampledGap(a: PlacedShape, b: PlacedShape, random: Random, directions = 200, climbs = 4): number {
  const starts = Array.from({ length: directions }, () => randomUnit(random))
    .map((n) => ({ n, value: separation(a, b, n) }))
    .sort((p, q) => q.value - p.value)
    .slice(0, climbs);
  return Math.max(...starts.map(({ n }) => climb(a, b, n, random)));
}

/** Signed distance of a point from a shape's surface, < 0 inside; outside a hull it is a lower bound. */
export function signedDistance(s: PlacedShape, p: Readonly<Vec3>): number {
  const [x, y, z] = toLocal(s, p);
  switch (s.kind) {
    case SPHERE:
      return length([x, y, z]) - s.a;
    case BOX: {
      const d: Vec3 = [Math.abs(x) - s.a, Math.abs(y) - s.b, Math.abs(z) - s.c];
      return length([Math.max(0, d[0]), Math.max(0, d[1]), Math.max(0, d[2])]) + Math.min(0, Math.max(...d));
    }
    case CAPSULE:
      return length([x, y - Math.max(-s.b, Math.min(s.b, y)), z]) - s.a;
    case CYLINDER: {
      const side = Math.sqrt(x * x + z * z) - s.a;
      const cap = Math.abs(y) - s.b;
      return length([Math.max(0, side), Math.max(0, cap), 0]) + Math.min(0, Math.max(side, cap));
    }
    case HULL: {
      const planes = s.hull?.facePlanes ?? new Float64Array();
      let most = Number.NEGATIVE_INFINITY;
      for (let f = 0; f < planes.length; f += 4)
        most = Math.max(most, planes[f] * x + planes[f + 1] * y + planes[f + 2] * z - planes[f + 3]);
      return most;
    }
    default:
      return y;
  }
}

/** Area of the convex polygon around points of one plane, in any order. */
export function areaAround(points: readonly Vec3[], n: Readonly<Vec3>): number {
  const u = normalize(cross(n, Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
  const v = cross(n, u);
  const flat = points.map((p) => [dot(p, u), dot(p, v)] as const).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const turns = (o: readonly [number, number], p: readonly [number, number], q: readonly [number, number]) =>
    (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const chain = (list: readonly (readonly [number, number])[]) => {
    const kept: (readonly [number, number])[] = [];
    for (const p of list) {
      while (kept.length > 1 && turns(kept[kept.length - 2], kept[kept.length - 1], p) <= 0) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  const outline = [...chain(flat), ...chain([...flat].reverse())];
  return outline.reduce((sum, p, i) => {
    const q = outline[(i + 1) % outline.length];
    return sum + (p[0] * q[1] - q[0] * p[1]) / 2;
  }, 0);
}

/** The unit normal, the witnesses and the gap of a contact as tuples. */
export function readContact(c: PrincipalContact): { n: Vec3; a: Vec3; b: Vec3; gap: number } {
  return { n: [c.nx, c.ny, c.nz], a: [c.ax, c.ay, c.az], b: [c.bx, c.by, c.bz], gap: c.gap };
}

/** Both shapes at random, B about as far from A as they touch, sometimes deep inside. */
export function randomPair(random: Random, kindA: number, kindB: number): { a: PlacedShape; b: PlacedShape } {
  const a = place(randomShape(random, kindA), randomPoint(random, 0.3), randomQuat(random));
  const b = place(randomShape(random, kindB), randomPoint(random, random.uniform(0, 1.5)), randomQuat(random));
  return { a, b };
}

/** Every pair of kinds that may be asked for, in both orders. */
export const KIND_PAIRS: readonly (readonly [number, number])[] = [SPHERE, BOX, CAPSULE, CYLINDER, HULL, HALF_SPACE].flatMap(
  (p) =>
    [SPHERE, BOX, CAPSULE, CYLINDER, HULL, HALF_SPACE]
      .filter((q) => p !== HALF_SPACE || q !== HALF_SPACE)
      .map((q) => [p, q] as const),
);

/** Options of fast-check: so many runs, the same ones every time. */
export const runs = (numRuns: number) => ({ numRuns, seed: Number(process.env.PROPERTY_SEED ?? 1) });
