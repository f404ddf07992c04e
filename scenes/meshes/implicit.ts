// Organic solids: rounded cones melted into each other, as one signed distance, and its zero surface as triangles.
//
// The surface is found by surface nets (Gibson, Constrained Elastic Surface Nets, 1998): one vertex in every cell of a grid that the surface
// passes through, in the middle of where it crosses the cell's edges and then drawn onto the surface; one quad around every edge of the
// grid that it crosses. Quads around edges leave no gap, and triangles are well shaped. Where a cell would hold two sheets of the surface they
// are made one: what is between them is filled.

import type { Vec3 } from '../../src/math/vector.js';
import { add, dot, length, scale, subtract } from '../../src/math/vector.js';
import type { Surface } from './surface.js';
import { addQuad, surfaceOf } from './surface.js';

/** Distance to a surface, negative inside [m]; it need be exact near the surface only. */
export type Field = (point: Readonly<Vec3>) => number;

/** A cone between two balls, and what it is melted together with the solid so far by. */
export interface RoundCone {
  from: Readonly<Vec3>;
  to: Readonly<Vec3>;
  /** Of the ball at `from`, and at `to`; default the same [m]. */
  radius: number;
  radiusTo?: number;
  /** How wide the fillet is between this part and those before it [m]; default 0. */
  melt?: number;
}

/** The parts, and as many on the other side of the plane z = 0. */
export function mirrored(parts: readonly RoundCone[]): RoundCone[] {
  const mirror = ([x, y, z]: Readonly<Vec3>): Vec3 => [x, y, -z];
  return parts.flatMap((part) => [part, { ...part, from: mirror(part.from), to: mirror(part.to) }]);
}

/** Cones from each ball to the next: x, y, z and radius of a ball [m]. */
export function chainOf(balls: readonly (readonly [number, number, number, number])[], melt = 0): RoundCone[] {
  return balls.slice(1).map(([x, y, z, radiusTo], i) => {
    const [fromX, fromY, fromZ, radius] = balls[i];
    return { from: [fromX, fromY, fromZ], to: [x, y, z], radius, radiusTo, melt };
  });
}

/** The parts melted into one. */
export function meltTogether(parts: readonly RoundCone[]): Field {
  return (point) => {
    let distance = Number.POSITIVE_INFINITY;
    for (const part of parts) distance = smoothMinimum(distance, distanceTo(part, point), part.melt ?? 0);
    return distance;
  };
}

/** Distance to the ball of the cone that is at the foot of the perpendicular: exact for a capsule, and close for a slender cone. */
function distanceTo({ from, to, radius, radiusTo = radius }: RoundCone, point: Readonly<Vec3>): number {
  const [ax, ay, az] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const [px, py, pz] = [point[0] - from[0], point[1] - from[1], point[2] - from[2]];
  const square = ax * ax + ay * ay + az * az;
  const along = square === 0 ? 0 : Math.max(0, Math.min(1, (px * ax + py * ay + pz * az) / square));
  const [x, y, z] = [px - along * ax, py - along * ay, pz - along * az];
  return Math.sqrt(x * x + y * y + z * z) - (radius + along * (radiusTo - radius));
}

/** The smaller of the two, rounded off where they differ by less than `width`. */
function smoothMinimum(a: number, b: number, width: number): number {
  const overlap = width - Math.abs(a - b);
  return Math.min(a, b) - (overlap > 0 ? (overlap * overlap) / (4 * width) : 0);
}

export interface Grid {
  /** The corner with the smallest coordinates [m]. What reaches down to it is cut flat half a cell above. */
  from: Readonly<Vec3>;
  /** The solid must end before this corner [m]. */
  to: Readonly<Vec3>;
  /** Edge of a cell [m]. */
  cell: number;
  /** Whether vertices are drawn onto the surface; default true. A rough field would draw them across each other. */
  isSmooth?: boolean;
}

/** Edges of a cell as pairs of corners; a corner has a bit for each axis. */
const EDGES = [1, 2, 4].flatMap((bit) =>
  [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => (corner & bit) === 0).map((corner) => [corner, corner | bit] as const),
);
/** The four upper corners. */
const UPPER = [2, 3, 6, 7];

/** The zero surface of a field. */
export function extractSurface(field: Field, { from, to, cell, isSmooth = true }: Grid): Surface {
  const size = [0, 1, 2].map((k) => Math.ceil((to[k] - from[k]) / cell) + 1);
  const [row, layer] = [size[0], size[0] * size[1]];
  const placeOf = (i: number, j: number, k: number): Vec3 => [from[0] + cell * i, from[1] + cell * j, from[2] + cell * k];

  const values = new Float64Array(layer * size[2]);
  forEach(size, (i, j, k) => {
    const value = field(placeOf(i, j, k));
    values[i + j * row + k * layer] = j === 0 ? Math.max(value, cell / 2) : value;
  });

  fillDoubtfulCells(values, size, cell);

  const points: Vec3[] = [];
  const vertexOfCell = new Int32Array(values.length).fill(-1);
  forEach([size[0] - 1, size[1] - 1, size[2] - 1], (i, j, k) => {
    const at = i + j * row + k * layer;
    const corners = [0, 1, row, row + 1, layer, layer + 1, layer + row, layer + row + 1].map((step) => values[at + step]);
    const middle = middleOfCrossings(corners);
    if (middle === undefined) return;
    const start = add(placeOf(i, j, k), scale(middle, cell));
    if (!isSmooth) points.push(start);
    else if (j > 0) points.push(drawOnto(field, start, [1, 1, 1], cell));
    else {
      const onFloor: Vec3 = [start[0], from[1] + cell / 2, start[2]];
      const isRim = UPPER.some((corner) => corners[corner] >= 0);
      points.push(isRim ? drawOnto(field, onFloor, [1, 0, 1], cell) : onFloor);
    }
    vertexOfCell[at] = points.length - 1;
  });

  const triangles: number[] = [];
  forEach(size, (i, j, k) => {
    const at = i + j * row + k * layer;
    // Along an axis, the four cells around the edge are those before and behind it along the other two.
    for (const [step, u, v] of [
      [1, row, layer],
      [row, layer, 1],
      [layer, 1, row],
    ]) {
      const [inside, beyond] = [values[at] < 0, values[at + step] < 0];
      if (inside === beyond || at + step >= values.length) continue;
      const around = [at - u - v, at - v, at, at - u].map((place) => vertexOfCell[place]);
      addQuad(points, inside ? around : around.reverse(), triangles);
    }
  });
  return surfaceOf(points, triangles);
}

/** By which corners of a cell are inside, as bits: whether one sheet of surface cannot part them from the others. */
const IS_DOUBTFUL = Array.from({ length: 256 }, (_, inside) => {
  const isWhole = (corners: number): boolean => {
    let reached = corners & -corners;
    for (let round = 0; round < 8; round++) {
      for (const [a, b] of EDGES) {
        if ((reached & (1 << a)) !== 0 || (reached & (1 << b)) !== 0) reached |= corners & ((1 << a) | (1 << b));
      }
    }
    return reached === corners;
  };
  const isChequered = [1, 2, 4].some((u, axis) => {
    const [v, w] = [1, 2, 4].filter((_, k) => k !== axis);
    return [0, u].some((base) => {
      const [p, q, r, s] = [base, base | v, base | v | w, base | w].map((corner) => (inside >> corner) & 1);
      return p === r && q === s && p !== q;
    });
  });
  return isChequered || !isWhole(inside) || !isWhole(255 & ~inside);
});

/** Puts a corner of every doubtful cell inside, the one closest to being there, until there is none; the lowest corners stay outside. */
function fillDoubtfulCells(values: Float64Array, size: readonly number[], cell: number): void {
  const [row, layer] = [size[0], size[0] * size[1]];
  const steps = [0, 1, row, row + 1, layer, layer + 1, layer + row, layer + row + 1];
  for (let filled = 1; filled > 0; ) {
    filled = 0;
    forEach([size[0] - 1, size[1] - 1, size[2] - 1], (i, j, k) => {
      const at = i + j * row + k * layer;
      if (!IS_DOUBTFUL[steps.reduce((bits, step, c) => bits | (values[at + step] < 0 ? 1 << c : 0), 0)]) return;
      const outside = steps.filter((step, c) => values[at + step] >= 0 && (j > 0 || (c & 2) !== 0));
      if (outside.length === 0) return;
      const closest = outside.reduce((best, step) => (values[at + step] < values[at + best] ? step : best));
      values[at + closest] = -0.1 * cell;
      filled++;
    });
  }
}

function forEach([x, y, z]: readonly number[], visit: (i: number, j: number, k: number) => void): void {
  for (let k = 0; k < z; k++) for (let j = 0; j < y; j++) for (let i = 0; i < x; i++) visit(i, j, k);
}

/** The middle of the points in which the surface crosses the edges of a cell of size 1, unless it crosses none. */
function middleOfCrossings(corners: readonly number[]): Vec3 | undefined {
  let sum: Vec3 = [0, 0, 0];
  let count = 0;
  for (const [a, b] of EDGES) {
    if (corners[a] < 0 === corners[b] < 0) continue;
    const share = corners[a] / (corners[a] - corners[b]);
    sum = add(sum, add(scale(placeOfCorner(a), 1 - share), scale(placeOfCorner(b), share)));
    count++;
  }
  return count === 0 ? undefined : scale(sum, 1 / count);
}

function placeOfCorner(corner: number): Vec3 {
  return [corner & 1, (corner >> 1) & 1, (corner >> 2) & 1];
}

/** So many times a vertex is drawn towards the surface, and at most so far, as a share of a cell. */
const DRAWS = 2;
const FARTHEST_DRAW = 0.3;

/** The point drawn onto the surface along the axes that are allowed (1, else 0), but not far from where it was. */
function drawOnto(field: Field, start: Vec3, allowed: Readonly<Vec3>, cell: number): Vec3 {
  let point = start;
  for (let draw = 0; draw < DRAWS; draw++) point = stepTowards(field, point, allowed, 0.01 * cell);
  const drawn = subtract(point, start);
  const far = length(drawn) / (FARTHEST_DRAW * cell);
  return far > 1 ? add(start, scale(drawn, 1 / far)) : point;
}

/** One of Newton's steps towards the surface; `probe` is over what distance the gradient is taken [m]. */
export function stepTowards(field: Field, point: Readonly<Vec3>, allowed: Readonly<Vec3>, probe: number): Vec3 {
  const value = field(point);
  const gradient = allowed.map((share, k) => {
    const beside: Vec3 = [...point];
    beside[k] += probe;
    return share === 0 ? 0 : (field(beside) - value) / probe;
  }) as Vec3;
  // Where parts are melted together the field may be flat, and a step would go anywhere.
  return subtract(point, scale(gradient, value / Math.max(0.1, dot(gradient, gradient))));
}
