// Closed meshes with hollows, and an icosphere, made of triangles that are welded by place.

import type { MeshDescriptor } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, dot, normalize, scale } from '../../src/math/vector.js';

type Triangle = [Vec3, Vec3, Vec3];

/** Corners at the same place become one; what faces inwards is turned. */
function weld(triangles: readonly Triangle[]): MeshDescriptor {
  const known = new Map<string, number>();
  const vertices: number[] = [];
  const numbers = triangles.map((corners) =>
    corners.map((p) => {
      const key = p.map((x) => Math.round(1e7 * x)).join();
      if (!known.has(key)) {
        known.set(key, vertices.length / 3);
        vertices.push(...p);
      }
      return known.get(key) as number;
    }),
  );
  const volume = triangles.reduce((sum, [a, b, c]) => sum + dot(a, cross(b, c)), 0);
  const whole = numbers.filter(([a, b, c]) => a !== b && b !== c && c !== a);
  return { vertices, triangles: whole.flatMap(([a, b, c]) => (volume > 0 ? [a, b, c] : [a, c, b])) };
}

/** A profile in the plane of x and y, all of which can be seen from `middle`, drawn out along z. */
export function prism(profile: readonly [number, number][], depth: number, middle: [number, number]): MeshDescriptor {
  const at = ([x, y]: readonly [number, number], side: number): Vec3 => [x, y, (side * depth) / 2];
  return weld(
    profile.flatMap((p, i): Triangle[] => {
      const q = profile[(i + 1) % profile.length];
      return [
        [at(p, -1), at(q, -1), at(q, 1)],
        [at(p, -1), at(q, 1), at(p, 1)],
        [at(middle, 1), at(p, 1), at(q, 1)],
        [at(middle, -1), at(q, -1), at(p, -1)],
      ];
    }),
  );
}

/** A profile of radius and height from axis to axis, turned about y in `sides` steps. */
export function turned(profile: readonly [number, number][], sides: number): MeshDescriptor {
  const at = ([r, y]: readonly [number, number], k: number): Vec3 => {
    const angle = (2 * Math.PI * (k % sides)) / sides;
    return [r * Math.cos(angle), y, r * Math.sin(angle)];
  };
  return weld(
    profile.slice(1).flatMap((q, i) =>
      Array.from({ length: sides }, (_, k): Triangle[] => [
        [at(profile[i], k), at(q, k), at(q, k + 1)],
        [at(profile[i], k), at(q, k + 1), at(profile[i], k + 1)],
      ]).flat(),
    ),
  );
}

/** The box from low to high, without the one from hollowLow to hollowHigh. */
export function withoutBox(low: Vec3, high: Vec3, hollowLow?: Vec3, hollowHigh?: Vec3): MeshDescriptor {
  const cuts = [0, 1, 2].map((k) => {
    const all = [low[k], high[k]];
    if (hollowLow !== undefined && hollowHigh !== undefined) all.push(hollowLow[k], hollowHigh[k]);
    return [...new Set(all)].sort((p, q) => p - q);
  });
  const isSolid = (i: readonly number[]): boolean => {
    if (i.some((at, k) => at < 0 || at + 1 >= cuts[k].length)) return false;
    if (hollowLow === undefined || hollowHigh === undefined) return true;
    return i.some((at, k) => cuts[k][at] < hollowLow[k] || cuts[k][at + 1] > hollowHigh[k]);
  };
  const triangles: Triangle[] = [];
  const cells = cuts[0].flatMap((_, i) => cuts[1].flatMap((__, j) => cuts[2].map((___, k) => [i, j, k])));
  for (const cell of cells.filter(isSolid)) {
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        if (isSolid(cell.map((at, k) => at + (k === axis ? 2 * side - 1 : 0)))) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const corner = (du: number, dv: number): Vec3 =>
          cell.map((at, k) => cuts[k][at + (k === axis ? side : k === u ? du : k === v ? dv : 0)]) as Vec3;
        const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if (side === 1) triangles.push([a, b, c], [a, c, d]);
        else triangles.push([a, c, b], [a, d, c]);
      }
    }
  }
  return weld(triangles);
}

/** Each triangle of an icosahedron divided in four, `times` times over. Some of its corners lie in planes of symmetry. */
export function icosphere(radius: number, times: number): MeshDescriptor {
  const golden = (1 + Math.sqrt(5)) / 2;
  const corners: Vec3[] = [];
  for (const s of [-1, 1]) for (const t of [-golden, golden]) corners.push([s, t, 0], [0, s, t], [t, 0, s]);
  const onSphere = (p: Vec3): Vec3 => scale(normalize(p), radius);
  const isNear = (p: Vec3, q: Vec3): boolean => Math.abs(dot(p, q) - golden) < 1e-9;
  let triangles: Triangle[] = [];
  for (const p of corners)
    for (const q of corners)
      for (const r of corners) {
        if (!isNear(p, q) || !isNear(q, r) || !isNear(r, p) || dot(p, cross(q, r)) < 0) continue;
        // each triangle once, from its first corner
        if (corners.indexOf(p) < corners.indexOf(q) && corners.indexOf(p) < corners.indexOf(r)) {
          triangles.push([onSphere(p), onSphere(q), onSphere(r)]);
        }
      }
  for (let i = 0; i < times; i++) {
    triangles = triangles.flatMap(([a, b, c]): Triangle[] => {
      const [d, e, f] = [onSphere(add(a, b)), onSphere(add(b, c)), onSphere(add(c, a))];
      return [
        [a, d, f],
        [d, b, e],
        [f, e, c],
        [d, e, f],
      ];
    });
  }
  return weld(triangles);
}

/** A cube of side 1 with a square hole of a third through each pair of sides: the first Menger sponge. */
export function sponge(): MeshDescriptor {
  const at = (i: number): number => i / 3 - 0.5;
  const isSolid = (cell: readonly number[]): boolean =>
    cell.every((i) => i >= 0 && i < 3) && cell.filter((i) => i === 1).length < 2;
  const triangles: Triangle[] = [];
  for (let n = 0; n < 27; n++) {
    const cell = [n % 3, Math.floor(n / 3) % 3, Math.floor(n / 9)];
    if (!isSolid(cell)) continue;
    for (let axis = 0; axis < 3; axis++) {
      for (const side of [0, 1]) {
        if (isSolid(cell.map((i, k) => i + (k === axis ? 2 * side - 1 : 0)))) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const corner = (du: number, dv: number): Vec3 =>
          cell.map((i, k) => at(i + (k === axis ? side : k === u ? du : k === v ? dv : 0))) as Vec3;
        const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if (side === 1) triangles.push([a, b, c], [a, c, d]);
        else triangles.push([a, c, b], [a, d, c]);
      }
    }
  }
  return weld(triangles);
}
