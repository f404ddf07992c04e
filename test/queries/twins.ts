// Plain twins of what queries answer, which share no code with them: signed distances written from the definitions, every triangle of a
// mesh, dense samples along a way and bisection.

import type { Random, ShapeDescriptor, Vec3 } from '../../src/index.js';

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const mul = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const len = (a: Vec3): number => Math.sqrt(dot(a, a));
export const unit = (a: Vec3): Vec3 => mul(a, 1 / len(a));

/** A point of the world in the frame of a body at a place with an orientation. */
export function toLocal(p: Vec3, position: Vec3, [x, y, z, w]: readonly [number, number, number, number]): Vec3 {
  const q: Vec3 = [-x, -y, -z];
  const v = sub(p, position);
  const t = mul(cross(q, v), 2);
  return add(add(v, mul(t, w)), cross(q, t));
}

export interface Solid {
  /** Below 0 inside; its size is a distance for all but hulls, of which only the sign is meant. */
  readonly distance: (p: Vec3) => number;
}

export const CUBE_POINTS: Vec3[] = [
  [0.9, 0.1, 0.2],
  [-0.8, 0.3, 0.1],
  [0.1, 0.9, -0.2],
  [0.2, -0.7, 0.3],
  [-0.1, 0.2, 0.8],
  [0.3, 0.1, -0.9],
  [0.6, 0.6, 0.5],
  [-0.5, -0.5, -0.6],
  [-0.4, 0.6, 0.5],
];

/** A solid of five points, concave: a dart, with its triangles outward. */
export const DART = (() => {
  const v: Vec3[] = [
    [0, 1, 0],
    [0.8, -0.5, 0.8],
    [-0.8, -0.5, 0.8],
    [-0.8, -0.5, -0.8],
    [0.8, -0.5, -0.8],
    [0, 0.1, 0],
  ];
  const t = [
    [0, 2, 1],
    [0, 3, 2],
    [0, 4, 3],
    [0, 1, 4],
    [5, 1, 2],
    [5, 2, 3],
    [5, 3, 4],
    [5, 4, 1],
  ];
  return { vertices: v.flat(), triangles: t.flat(), points: v, faces: t };
})();

export const SHAPES: Record<string, ShapeDescriptor> = {
  sphere: { kind: 'sphere', radius: 0.7 },
  box: { kind: 'box', size: [1.2, 0.8, 1.7] },
  capsule: { kind: 'capsule', radius: 0.4, length: 1.1 },
  cylinder: { kind: 'cylinder', radius: 0.6, height: 1.3 },
  hull: { kind: 'hull', points: CUBE_POINTS },
  'half-space': { kind: 'half-space' },
  mesh: { kind: 'mesh', mesh: 'dart' },
};

/** The signed distance in the shape's own frame. */
export function solidOf(shape: ShapeDescriptor): Solid {
  switch (shape.kind) {
    case 'sphere':
      return { distance: (p) => len(p) - shape.radius };
    case 'box': {
      const half = mul([...shape.size] as Vec3, 0.5);
      return {
        distance: (p) => {
          const q = p.map((x, k) => Math.abs(x) - half[k]) as Vec3;
          const out = q.map((x) => Math.max(x, 0)) as Vec3;
          return len(out) + Math.min(0, Math.max(...q));
        },
      };
    }
    case 'capsule':
      return {
        distance: ([x, y, z]) => {
          const end = Math.max(-shape.length / 2, Math.min(shape.length / 2, y));
          return len([x, y - end, z]) - shape.radius;
        },
      };
    case 'cylinder':
      return {
        distance: ([x, y, z]) => {
          const side = Math.sqrt(x * x + z * z) - shape.radius;
          const cap = Math.abs(y) - shape.height / 2;
          return Math.sqrt(Math.max(side, 0) ** 2 + Math.max(cap, 0) ** 2) + Math.min(0, Math.max(side, cap));
        },
      };
    case 'hull': {
      const planes = hullPlanes([...shape.points] as Vec3[]);
      return { distance: (p) => Math.max(...planes.map(({ n, d }) => dot(n, p) - d)) };
    }
    case 'half-space':
      return { distance: (p) => p[1] };
    case 'mesh':
      return { distance: (p) => meshDistance(p) };
    case 'surface':
      throw new Error('A surface is no solid.');
  }
}

/** The planes through three points that have all others on one side. */
export function hullPlanes(points: readonly Vec3[]): { n: Vec3; d: number }[] {
  const planes: { n: Vec3; d: number }[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = 0; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        if (i === j || i === k) continue;
        const c = cross(sub(points[j], points[i]), sub(points[k], points[i]));
        if (len(c) < 1e-12) continue;
        for (const n of [unit(c), mul(unit(c), -1)]) {
          const d = dot(n, points[i]);
          if (points.every((p) => dot(n, p) <= d + 1e-12)) planes.push({ n, d });
        }
      }
    }
  }
  return planes;
}

export function closestOnTriangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3): Vec3 {
  const n = unit(cross(sub(b, a), sub(c, a)));
  const foot = sub(p, mul(n, dot(sub(p, a), n)));
  const isIn = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([u, v]) => dot(cross(sub(v, u), sub(foot, u)), n) >= 0);
  if (isIn) return foot;
  let best = a;
  for (const [u, v] of [
    [a, b],
    [b, c],
    [c, a],
  ]) {
    const e = sub(v, u);
    const t = Math.max(0, Math.min(1, dot(sub(p, u), e) / dot(e, e)));
    const q = add(u, mul(e, t));
    if (len(sub(p, q)) < len(sub(p, best))) best = q;
  }
  return best;
}

/** The sign by the solid angles of all triangles (van Oosterom and Strackee 1983). */
function meshDistance(p: Vec3): number {
  let nearest = Infinity;
  let angle = 0;
  for (const [i, j, k] of DART.faces) {
    const [a, b, c] = [DART.points[i], DART.points[j], DART.points[k]];
    nearest = Math.min(nearest, len(sub(p, closestOnTriangle(p, a, b, c))));
    const [u, v, w] = [sub(a, p), sub(b, p), sub(c, p)];
    const [lu, lv, lw] = [len(u), len(v), len(w)];
    angle += 2 * Math.atan2(dot(u, cross(v, w)), lu * lv * lw + dot(u, v) * lw + dot(v, w) * lu + dot(w, u) * lv);
  }
  return angle > 2 * Math.PI ? -nearest : nearest;
}

/** Where a ray first passes a triangle of the dart, all of which are looked at (Moeller and Trumbore 1997). */
export function firstTriangle(origin: Vec3, along: Vec3): number {
  let first = Infinity;
  for (const [i, j, k] of DART.faces) {
    const [a, b, c] = [DART.points[i], DART.points[j], DART.points[k]];
    const [u, v] = [sub(b, a), sub(c, a)];
    const p = cross(along, v);
    const volume = dot(u, p);
    const from = sub(origin, a);
    const s = dot(from, p) / volume;
    const q = cross(from, u);
    const t = dot(along, q) / volume;
    const distance = dot(v, q) / volume;
    if (s >= 0 && t >= 0 && s + t <= 1 && distance >= 0) first = Math.min(first, distance);
  }
  return first;
}

/** The first place at which f falls to 0 or below, between 0 and `end`: of so many samples, made exact by halving. */
export function firstZero(f: (t: number) => number, end: number, samples: number): number {
  let before = 0;
  if (f(0) <= 0) return 0;
  for (let i = 1; i <= samples; i++) {
    const t = (end * i) / samples;
    if (f(t) <= 0) {
      let [low, high] = [before, t];
      for (let round = 0; round < 36; round++) {
        const middle = (low + high) / 2;
        if (f(middle) <= 0) high = middle;
        else low = middle;
      }
      return high;
    }
    before = t;
  }
  return Infinity;
}

/** The deepest that f comes to between 0 and `end`. */
export function least(f: (t: number) => number, end: number, samples: number): number {
  let lowest = Infinity;
  for (let i = 0; i <= samples; i++) lowest = Math.min(lowest, f((end * i) / samples));
  return lowest;
}

export function randomVector(random: Random, size: number): Vec3 {
  return [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
}

export function randomTurn(random: Random): [number, number, number, number] {
  const q = [0, 0, 0, 0].map(() => random.uniform(-1, 1));
  const s = 1 / Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
  return q.map((x) => x * s) as [number, number, number, number];
}
