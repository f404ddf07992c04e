// Whether a stack of boxes can stand at all, by plain statics that owes nothing to the engine.
//
// From the top down, each box hands its weight and what it carries to the boxes below, at the corners of the faces they share. If
// that can be done with forces that only push, the forces are an equilibrium, and the stack can stand without friction.

import type { Vec3 } from '../../src/math/vector.js';
import type { Scene } from '../../src/scene/scene.js';
import type { Solid } from './solids.js';
import { solidsOf } from './solids.js';

/** A point seen from above [m]. */
type Point = [x: number, z: number];

/** Mass of each rigid body by name [kg]. */
export function massesOf(scene: Scene): Map<string, number> {
  const volumes = new Map<string, number>();
  for (const { body, volume } of solidsOf(scene)) volumes.set(body, (volumes.get(body) ?? 0) + volume);
  const rigid = (scene.bodies ?? []).filter(({ kind = 'rigid' }) => kind === 'rigid');
  return new Map(rigid.map(({ name = '?', mass, density = 0 }) => [name, mass ?? density * (volumes.get(name) ?? 0)]));
}

/** Whether `upper` stands on `lower`: their faces meet and share an area. */
export function restsOn(upper: Solid, lower: Solid): boolean {
  return Math.abs(bottomOf(upper) - topOf(lower)) < 1e-12 && areaOf(sharedFace(upper, lower)) > 1e-6;
}

/**
 * The first box, from the top, whose load misses its supports; null if the stack can stand. Of each shared face only the part that is
 * left when it shrinks by `margin` towards its middle may carry [1].
 */
export function findUnsupported(scene: Scene, margin: number): string | null {
  const solids = solidsOf(scene);
  const masses = massesOf(scene);
  const boxes = solids.filter(({ fixed }) => !fixed).sort((a, b) => bottomOf(b) - bottomOf(a));
  const loads = new Map(boxes.map(({ body, center }) => [body, [momentsAt([center[0], center[2]], masses.get(body) ?? 0)]]));
  for (const box of boxes) {
    const places = supportsOf(box, solids).flatMap(({ name, face }) => shrink(face, margin).map((point) => ({ name, point })));
    const forces = shareLoad(
      places.map(({ point }) => point),
      sum(loads.get(box.body) ?? []),
    );
    if (forces === null) return box.body;
    places.forEach(({ name, point }, i) => {
      loads.get(name)?.push(momentsAt(point, forces[i]));
    });
  }
  return null;
}

function supportsOf(box: Solid, solids: readonly Solid[]): { name: string; face: Point[] }[] {
  if (bottomOf(box) === 0) return [{ name: 'ground', face: footprint(box) }];
  return solids.filter((other) => restsOn(box, other)).map((other) => ({ name: other.body, face: sharedFace(box, other) }));
}

/** A force downwards at a point: the force, and its moments about the two horizontal axes. */
function momentsAt([x, z]: Point, force: number): Vec3 {
  return [force, force * x, force * z];
}

function sum(vectors: readonly Vec3[]): Vec3 {
  return vectors.reduce(([a, b, c], [d, e, f]) => [a + d, b + e, c + f], [0, 0, 0]);
}

/** Forces at these points, none negative, that add up to the load: those of least squares among the points that push. */
function shareLoad(points: readonly Point[], load: Vec3): number[] | null {
  // About the middle of the points, so that the three equations are of one size.
  const middle = meanOf(points);
  const rows = points.map(([x, z]): Vec3 => [1, x - middle[0], z - middle[1]]);
  const target: Vec3 = [load[0], load[1] - load[0] * middle[0], load[2] - load[0] * middle[1]];
  let pushing = points.map(() => true);
  for (;;) {
    const active = rows.filter((_, i) => pushing[i]);
    const multipliers = active.length < 3 ? null : solve3(gram(active), target);
    if (multipliers === null) return null;
    const forces = rows.map((row, i) => (pushing[i] ? row.reduce((f, entry, k) => f + entry * multipliers[k], 0) : 0));
    if (forces.every((force) => force >= 0)) return forces;
    pushing = forces.map((force) => force > 0);
  }
}

function gram(rows: readonly Vec3[]): Vec3[] {
  return [0, 1, 2].map((i) => [0, 1, 2].map((j) => rows.reduce((total, row) => total + row[i] * row[j], 0)) as Vec3);
}

/** Cramer's rule; null where there is no one solution. */
export function solve3(m: readonly Vec3[], b: Readonly<Vec3>): Vec3 | null {
  const det = (p: readonly Vec3[]) =>
    p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
    p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
    p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
  const whole = det(m);
  if (Math.abs(whole) < 1e-12) return null;
  const replaced = (column: number) => m.map((row, i) => row.map((value, j) => (j === column ? b[i] : value)) as Vec3);
  return [0, 1, 2].map((column) => det(replaced(column)) / whole) as Vec3;
}

function bottomOf({ points }: Solid): number {
  return Math.min(...points.map((p) => p[1]));
}
function topOf({ points }: Solid): number {
  return Math.max(...points.map((p) => p[1]));
}

/** The lower face of a box from above, its corners in turn; its upper face is the same. */
function footprint(box: Solid): Point[] {
  const bottom = bottomOf(box);
  const corners = box.points.filter((p) => p[1] < bottom + 1e-9).map(([x, , z]): Point => [x, z]);
  const [cx, cz] = meanOf(corners);
  const angle = ([x, z]: Point) => Math.atan2(z - cz, x - cx);
  return corners.sort((a, b) => angle(a) - angle(b));
}

/** What two footprints have in common: the one, cut along each edge of the other. */
function sharedFace(a: Solid, b: Solid): Point[] {
  const knife = footprint(b);
  return knife.reduce((face, p, i) => cut(face, p, knife[(i + 1) % knife.length]), footprint(a));
}

/** The part of a convex polygon to the left of the line from p to q. */
function cut(polygon: readonly Point[], p: Point, q: Point): Point[] {
  const side = ([x, z]: Point) => (q[0] - p[0]) * (z - p[1]) - (q[1] - p[1]) * (x - p[0]);
  return polygon.flatMap((a, i) => {
    const b = polygon[(i + 1) % polygon.length];
    const [sideA, sideB] = [side(a), side(b)];
    const t = sideA / (sideA - sideB);
    const crossing: Point[] = sideA < 0 !== sideB < 0 ? [[a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]] : [];
    return sideA >= 0 ? [a, ...crossing] : crossing;
  });
}

function areaOf(polygon: readonly Point[]): number {
  return polygon.reduce((area, [x, z], i) => {
    const [u, w] = polygon[(i + 1) % polygon.length];
    return area + (x * w - u * z) / 2;
  }, 0);
}

function shrink(polygon: readonly Point[], margin: number): Point[] {
  const [cx, cz] = meanOf(polygon);
  return polygon.map(([x, z]) => [x + margin * (cx - x), z + margin * (cz - z)]);
}

function meanOf(points: readonly Point[]): Point {
  const n = points.length;
  return [points.reduce((s, [x]) => s + x / n, 0), points.reduce((s, [, z]) => s + z / n, 0)];
}
