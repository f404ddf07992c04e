// The tables of a world on the device, as the host writes them.

import { Materials } from '../bodies/materials.js';
import type { Vec3 } from '../math/vector.js';
import type { Scene } from '../scene/scene.js';
import { HALF_SPACE } from '../shapes/shape-kinds.js';
import { ELEMENT_BYTES } from './buffers.js';
import type { DeviceBody } from './describe-bodies.js';
import { bitsOf, NOTHING, reachOf } from './describe-bodies.js';
import { octavesTo, powerAbove } from './octaves.js';

/** Levels of the grid [1]. */
const MOST_LEVELS = 32;
const OCTAVES = 1 << (MOST_LEVELS - 2);

export interface DeviceTables {
  bodies: ArrayBuffer;
  traits: Float32Array;
  colliders: ArrayBuffer;
  tables: Uint32Array;
  colliderCount: number;
  planes: number;
  planeList: number;
  surfaces: number;
  materials: number;
  levelMask: number;
  /** Size of a cell of the grid of the lowest level, and of the cells of places [m]. */
  levelSize: number;
  cell: number;
}

export function materialsOf({ materials, materialPairs }: Scene): Materials {
  const table = new Materials();
  for (const [name, material] of Object.entries(materials ?? {})) table.define(name, material);
  for (const {
    between: [a, b],
    ...pair
  } of materialPairs ?? [])
    table.override(a, b, pair);
  return table;
}

/** Sizes of the cells of the grid and of places, where there are such already [m]. */
export type CellSizes = Pick<DeviceTables, 'levelSize' | 'cell'>;

export function writeTables(bodies: readonly DeviceBody[], materials: Materials, sizes?: CellSizes): DeviceTables {
  const shapes = bodies.flatMap((body, row) => body.shapes.map((shape) => ({ body, row, shape })));
  const bounds = shapes
    .filter(({ shape }) => shape.kind !== HALF_SPACE && shape.kind !== NOTHING)
    .map(({ shape }) => shape.bound);
  const levelSize = sizes?.levelSize ?? levelSizeOf(bounds);
  const cell = sizes?.cell ?? powerAbove(Math.SQRT2 * levelSize);
  const hulls = new Map<string, number>();
  const words: number[] = [];
  const colliders = new ArrayBuffer(ELEMENT_BYTES.Collider * shapes.length);
  const f32 = new Float32Array(colliders);
  const u32 = new Uint32Array(colliders);
  const planes: number[] = [];
  let levelMask = 0;
  shapes.forEach(({ body, row, shape }, c) => {
    const at = (ELEMENT_BYTES.Collider / 4) * c;
    const level = shape.kind === HALF_SPACE ? 0 : octavesTo((2 * shape.bound) / levelSize - 1e-6);
    if (shape.kind === HALF_SPACE) planes.push(c);
    else levelMask |= 1 << level;
    f32.set(shape.pose.position, at);
    u32[at + 3] = shape.kind;
    f32.set(shape.pose.orientation, at + 4);
    f32.set(shape.size, at + 8);
    f32[at + 11] = shape.radius;
    const material = materials.indexOf(shape.material, 'material');
    u32.set([row, material, shape.hull === null ? 0 : placeHull(shape.hull, hulls, words), level], at + 12);
    u32.set([body.category, body.mask], at + 16);
    f32[at + 18] = shape.thickness;
    f32[at + 19] = reachOf(shape);
  });
  const planeList = words.length;
  words.push(...planes);
  const surfaces = words.length;
  const { stride } = materials;
  for (let i = 0; i < stride * stride; i++) words.push(bitsOf(materials.friction[i]), bitsOf(materials.restitution[i]));
  return {
    ...writeBodies(bodies, cell),
    colliders,
    tables: Uint32Array.from(words),
    colliderCount: shapes.length,
    planes: planes.length,
    planeList,
    surfaces,
    materials: stride,
    levelMask: levelMask >>> 0,
    levelSize,
    cell,
  };
}

/** The commonest size exactly, so that most cells are as small as they can be, and by so many octaves less that none is smaller [m]. */
function levelSizeOf(bounds: readonly number[]): number {
  if (bounds.length === 0) return 1;
  const counts = new Map<number, number>();
  for (const bound of bounds) counts.set(bound, (counts.get(bound) ?? 0) + 1);
  const commonest = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
  let size = 2 * commonest;
  const least = 2 * bounds.reduce((a, b) => Math.min(a, b));
  const most = 2 * bounds.reduce((a, b) => Math.max(a, b));
  while (size / 2 >= least) size /= 2;
  while (size * OCTAVES < most) size *= 2;
  return size;
}

/** Hulls of the same numbers are kept once. What is an index in a hull is counted from the beginning of the table. */
function placeHull(hull: readonly number[], placed: Map<string, number>, words: number[]): number {
  const key = hull.join();
  const known = placed.get(key);
  if (known !== undefined) return known;
  const first = words.length;
  placed.set(key, first);
  const own = [...hull];
  const [corners, faces] = own;
  for (let k = 3; k < 6; k++) own[k] += first;
  for (let f = 0; f < faces; f++) own[6 + 3 * corners + 6 * f + 5] += first;
  for (const word of own) words.push(word);
  return first;
}

function writeBodies(bodies: readonly DeviceBody[], cell: number) {
  const buffer = new ArrayBuffer(ELEMENT_BYTES.Body * bodies.length);
  const traits = new Float32Array(8 * bodies.length);
  bodies.forEach((body, row) => {
    writeBody(buffer, row, body, cell);
    const { mass, moments, isFixed } = body;
    const [x, y, z] = moments;
    const radius = isFixed ? 1 : Math.sqrt(Math.max(x, y, z) / mass);
    traits.set(isFixed ? [0, 0, 0, 0] : [1 / x, 1 / y, 1 / z, 0], 8 * row);
    traits.set([body.gravityScale, body.linearDamping, body.angularDamping, radius], 8 * row + 4);
  });
  return { bodies: buffer, traits };
}

export function writeBody(buffer: ArrayBuffer, row: number, body: DeviceBody, cell: number): void {
  const f32 = new Float32Array(buffer, ELEMENT_BYTES.Body * row, ELEMENT_BYTES.Body / 4);
  const i32 = new Int32Array(buffer, ELEMENT_BYTES.Body * row, ELEMENT_BYTES.Body / 4);
  const { position, orientation } = body.pose;
  const cells = position.map((x) => Math.round(x / cell)) as Vec3;
  i32.set(cells, 0);
  f32.set(
    position.map((x, k) => x - cells[k] * cell),
    4,
  );
  f32[7] = body.isFixed ? 0 : 1 / body.mass;
  f32.set(orientation, 8);
  f32.set(orientation, 12);
  f32.set(body.velocity, 16);
  f32.set(body.angularVelocity, 20);
}
