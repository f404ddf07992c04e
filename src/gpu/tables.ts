// The tables of a world on the device, which the host writes: bodies, colliders, hulls, half-spaces, materials.

import { Materials } from '../bodies/materials.js';
import type { Vec3 } from '../math/vector.js';
import type { Scene } from '../scene/scene.js';
import { HALF_SPACE } from '../shapes/shape-kinds.js';
import { ELEMENT_BYTES } from './buffers.js';
import type { DeviceBody, DeviceShape } from './describe-bodies.js';
import { bitsOf, NOTHING, reachOf } from './describe-bodies.js';
import { octavesTo, powerAbove } from './octaves.js';

/** Largest number of levels of the grid [1]. */
const MOST_LEVELS = 32;
const OCTAVES = 1 << (MOST_LEVELS - 2);
/** Least size of the cells of positions [m]: the farthest position is still a whole number of them. */
const LEAST_CELL = 1 / 512;

/** Layout of the tables. */
export interface TableLayout {
  colliderCount: number;
  /** Index of the first collider of each row. */
  readonly firstColliders: number[];
  /** Begin of each hull in the table, by the text of all its words. */
  readonly hulls: ReadonlyMap<string, number>;
  planes: number;
  planeList: number;
  surfaces: number;
  materials: number;
  /** Size of a cell of the grid of the lowest level, and of the cells of positions [m]. */
  levelSize: number;
  cell: number;
}

/** Tables of rows, as the host writes them. */
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

/** Sizes of the cells of the grid and of positions, of an existing world [m]. */
export type CellSizes = Pick<TableLayout, 'levelSize' | 'cell'>;

export function writeTables(bodies: readonly DeviceBody[], materials: Materials, sizes?: CellSizes): DeviceTables {
  const shapes = bodies.flatMap((body) => body.shapes);
  const bounds = shapes.filter(({ kind }) => kind !== HALF_SPACE && kind !== NOTHING).map(({ bound }) => bound);
  const levelSize = sizes?.levelSize ?? levelSizeOf(bounds);
  const cell = sizes?.cell ?? Math.max(LEAST_CELL, powerAbove(Math.SQRT2 * levelSize));
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
    levelSize,
    cell,
  };
  return { ...writeRows([...bodies.entries()], layout, materials), tables: Uint32Array.from(words), layout };
}

/**
 * Whether a shape can be written without a change of the lists of hulls and half-spaces, or of the grid's cell size.
 */
export function isOfTables(shape: DeviceShape, { hulls, levelSize }: TableLayout): boolean {
  if (shape.kind === NOTHING) return true;
  if (shape.kind === HALF_SPACE || (shape.hull !== null && !hulls.has(shape.hull.join()))) return false;
  // Much smaller shapes would share cells, and all of them would be tested with each other.
  return 4 * shape.bound >= levelSize;
}

/** Writes rows contiguously; new rows get colliders in the layout. */
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
  const level = isEndless ? 0 : Math.min(MOST_LEVELS - 1, octavesTo((2 * shape.bound) / layout.levelSize - 1e-6));
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

/**
 * Cell size of the lowest level [m]: the commonest diameter, divided by a power of two so that the smallest shapes are
 * in the lowest level. So shapes of the commonest size fill their cells. It is larger if levels would run out.
 */
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

/** Adds a hull to the table unless an equal one is there. Its begins of lists become relative to the table. */
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
