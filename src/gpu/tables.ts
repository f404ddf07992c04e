// The tables of a world on the device, as the host writes them.

import { Materials } from '../bodies/materials.js';
import type { Vec3 } from '../math/vector.js';
import type { Scene } from '../scene/scene.js';
import { HALF_SPACE } from '../shapes/shape-kinds.js';
import { ELEMENT_BYTES } from './buffers.js';
import type { DeviceBody, DeviceShape } from './describe-bodies.js';
import { bitsOf, NOTHING, reachOf } from './describe-bodies.js';
import { octavesTo, powerAbove } from './octaves.js';

/** Levels of the grid [1]. */
const MOST_LEVELS = 32;
const OCTAVES = 1 << (MOST_LEVELS - 2);

/** What is where in the tables. */
export interface TableLayout {
  colliderCount: number;
  /** The collider of the first shape of each row. */
  readonly firstColliders: number[];
  /** Where the numbers of hulls begin, by all numbers of each. */
  readonly hulls: ReadonlyMap<string, number>;
  planes: number;
  planeList: number;
  surfaces: number;
  materials: number;
  levelMask: number;
  /** Size of a cell of the grid of the lowest level, and of the cells of places [m]. */
  levelSize: number;
  cell: number;
}

/** What the host writes of rows. */
export interface RowTables {
  bodies: ArrayBuffer;
  traits: Float32Array;
  colliders: ArrayBuffer;
}

export interface DeviceTables extends RowTables {
  tables: Uint32Array;
  layout: TableLayout;
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
export type CellSizes = Pick<TableLayout, 'levelSize' | 'cell'>;

export function writeTables(bodies: readonly DeviceBody[], materials: Materials, sizes?: CellSizes): DeviceTables {
  const shapes = bodies.flatMap((body) => body.shapes);
  const bounds = shapes.filter(({ kind }) => kind !== HALF_SPACE && kind !== NOTHING).map(({ bound }) => bound);
  const levelSize = sizes?.levelSize ?? levelSizeOf(bounds);
  const cell = sizes?.cell ?? powerAbove(Math.SQRT2 * levelSize);
  const hulls = new Map<string, number>();
  const words: number[] = [];
  for (const { hull } of shapes) if (hull !== null) placeHull(hull, hulls, words);
  const planeList = words.length;
  shapes.forEach(({ kind }, c) => {
    if (kind === HALF_SPACE) words.push(c);
  });
  const surfaces = words.length;
  const { stride } = materials;
  for (let i = 0; i < stride * stride; i++) words.push(bitsOf(materials.friction[i]), bitsOf(materials.restitution[i]));
  const layout = {
    colliderCount: 0,
    firstColliders: [],
    hulls,
    planes: surfaces - planeList,
    planeList,
    surfaces,
    materials: stride,
    levelMask: 0,
    levelSize,
    cell,
  };
  return { ...writeRows([...bodies.entries()], layout, materials), tables: Uint32Array.from(words), layout };
}

/** Whether rows can be written without that lists in the tables change: those of hulls and of half-spaces. */
export function isOfTables(shape: DeviceShape, { hulls, levelSize }: TableLayout): boolean {
  if (shape.kind === NOTHING) return true;
  if (shape.kind === HALF_SPACE || (shape.hull !== null && !hulls.has(shape.hull.join()))) return false;
  // Many small shapes in one cell would all be tested with each other.
  return 4 * shape.bound >= levelSize;
}

/** Writes rows one behind the other; the layout gets places for those that are new. */
export function writeRows(
  rows: readonly (readonly [number, DeviceBody])[],
  layout: TableLayout,
  materials: Materials,
): RowTables {
  const bodies = new ArrayBuffer(ELEMENT_BYTES.Body * rows.length);
  const traits = new Float32Array(8 * rows.length);
  const colliders = new ArrayBuffer(ELEMENT_BYTES.Collider * rows.reduce((sum, [, { shapes }]) => sum + shapes.length, 0));
  const words = { f32: new Float32Array(colliders), u32: new Uint32Array(colliders) };
  let c = 0;
  rows.forEach(([row, body], i) => {
    writeBody(bodies, i, body, layout.cell);
    writeTraits(traits, i, body);
    if (layout.firstColliders[row] === undefined) {
      layout.firstColliders[row] = layout.colliderCount;
      layout.colliderCount += body.shapes.length;
    }
    for (const shape of body.shapes) writeCollider(words, c++, row, body, shape, layout, materials);
  });
  return { bodies, traits, colliders };
}

function writeCollider(
  { f32, u32 }: { f32: Float32Array; u32: Uint32Array },
  c: number,
  row: number,
  { category, mask }: DeviceBody,
  shape: DeviceShape,
  layout: TableLayout,
  materials: Materials,
): void {
  const at = (ELEMENT_BYTES.Collider / 4) * c;
  const isEndless = shape.kind === HALF_SPACE;
  const level = isEndless ? 0 : octavesTo((2 * shape.bound) / layout.levelSize - 1e-6);
  if (!isEndless) layout.levelMask = (layout.levelMask | (1 << level)) >>> 0;
  f32.set(shape.pose.position, at);
  u32[at + 3] = shape.kind;
  f32.set(shape.pose.orientation, at + 4);
  f32.set(shape.size, at + 8);
  f32[at + 11] = shape.radius;
  const hull = shape.hull === null ? 0 : (layout.hulls.get(shape.hull.join()) as number);
  u32.set([row, materials.indexOf(shape.material, 'material'), hull, level, category, mask], at + 12);
  f32[at + 18] = shape.thickness;
  f32[at + 19] = reachOf(shape);
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
function placeHull(hull: readonly number[], placed: Map<string, number>, words: number[]): void {
  const key = hull.join();
  if (placed.has(key)) return;
  const first = words.length;
  placed.set(key, first);
  const own = [...hull];
  const [corners, faces] = own;
  for (let k = 3; k < 6; k++) own[k] += first;
  for (let f = 0; f < faces; f++) own[6 + 3 * corners + 6 * f + 5] += first;
  for (const word of own) words.push(word);
}

function writeTraits(traits: Float32Array, row: number, body: DeviceBody): void {
  const { mass, moments, isFixed } = body;
  const [x, y, z] = moments;
  const radius = isFixed ? 1 : Math.sqrt(Math.max(x, y, z) / mass);
  traits.set(isFixed ? [0, 0, 0, 0] : [1 / x, 1 / y, 1 / z, 0], 8 * row);
  traits.set([body.gravityScale, body.linearDamping, body.angularDamping, radius], 8 * row + 4);
}

function writeBody(buffer: ArrayBuffer, row: number, body: DeviceBody, cell: number): void {
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
