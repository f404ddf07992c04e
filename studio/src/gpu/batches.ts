// Batches of shapes that share a geometry and are drawn in one call. An instance refers to its collider on the device.

import type { BufferGeometry } from 'three';
import type { DeviceBody, DeviceShape } from '../../../src/gpu/describe-bodies.js';
import type { ShapeDescriptor } from '../../../src/shapes/shape-kinds.js';
import { SHAPE_KINDS } from '../../../src/shapes/shape-kinds.js';
import { geometryOfPicture, makeBall } from '../view/geometry.js';

/** Numbers per vertex: position, normal, direction along the face from the bevelled edge, and brightness. */
export const CORNER_WIDTH = 10;
/** Bytes per instance: its collider and three scale factors. */
export const INSTANCE_BYTES = 16;
/** Number of bodies above which balls are drawn with fewer faces [1]. */
const MANY = 5000;

export interface Batch {
  readonly corners: Float32Array;
  readonly indices: Uint32Array;
  readonly instances: ArrayBuffer;
  readonly count: number;
}

export interface Batches {
  readonly solid: readonly Batch[];
  readonly glass: readonly Batch[];
  /** Colliders that are half-spaces. */
  readonly grounds: readonly number[];
}

/** Makes batches of the shapes of rows `from` on. Colliders are in the order of rows, and of shapes in each row. */
export function batchShapes(bodies: readonly DeviceBody[], isGlass: ReadonlySet<number>, from = 0): Batches {
  const lists = new Map<string, { make(): BufferGeometry; isGlass: boolean; placed: [number, readonly number[]][] }>();
  const grounds: number[] = [];
  const isMany = bodies.length > MANY;
  let collider = bodies.slice(0, from).reduce((sum, { shapes }) => sum + shapes.length, 0) - 1;
  for (let row = from; row < bodies.length; row++) {
    for (const shape of bodies[row].shapes) {
      collider++;
      const descriptor = descriptorOf(shape);
      if (descriptor === null) continue;
      const geometry = geometryOfPicture({ shape: descriptor, position: [], orientation: [], mesh: null });
      if (geometry === null) {
        grounds.push(collider);
        continue;
      }
      const key = `${geometry.key} ${isGlass.has(row)}`;
      let list = lists.get(key);
      if (list === undefined) {
        const make = geometry.key === 'sphere' && isMany ? () => makeBall(12, 8) : geometry.make;
        list = { make, isGlass: isGlass.has(row), placed: [] };
        lists.set(key, list);
      }
      list.placed.push([collider, geometry.scale]);
    }
  }
  const made = [...lists.values()].map(({ make, isGlass, placed }) => ({ isGlass, batch: makeBatch(make(), placed) }));
  return {
    solid: made.filter((one) => !one.isGlass).map(({ batch }) => batch),
    glass: made.filter((one) => one.isGlass).map(({ batch }) => batch),
    grounds,
  };
}

/** Descriptor of a shape on the device, centred at its middle; null for a missing shape. */
function descriptorOf({ kind, size, radius, hull }: DeviceShape): ShapeDescriptor | null {
  switch (SHAPE_KINDS[kind]) {
    case 'sphere':
      return { kind: 'sphere', radius };
    case 'box':
      return { kind: 'box', size: [2 * size[0], 2 * size[1], 2 * size[2]] };
    case 'capsule':
      return { kind: 'capsule', radius, length: 2 * size[1] };
    case 'cylinder':
      return { kind: 'cylinder', radius, height: 2 * size[1] };
    case 'hull':
      return { kind: 'hull', points: cornersOf(hull as number[]) };
    case 'half-space':
      return { kind: 'half-space' };
    default:
      return null;
  }
}

/** Corners of a hull from its words: the first is their number, from the sixth on there are three coordinates each. */
function cornersOf(words: readonly number[]): [number, number, number][] {
  const numbers = new Float32Array(Uint32Array.from(words.slice(6, 6 + 3 * words[0])).buffer);
  return Array.from({ length: words[0] }, (_, i) => [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]]);
}

function makeBatch(geometry: BufferGeometry, placed: readonly [number, readonly number[]][]): Batch {
  const [position, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
  const inset = geometry.hasAttribute('inset') ? geometry.getAttribute('inset') : null;
  const shade = geometry.hasAttribute('color') ? geometry.getAttribute('color') : null;
  const corners = new Float32Array(CORNER_WIDTH * position.count);
  for (let i = 0; i < position.count; i++) {
    for (const [k, of] of [position, normal, inset].entries())
      if (of !== null) corners.set([of.getX(i), of.getY(i), of.getZ(i)], CORNER_WIDTH * i + 3 * k);
    corners[CORNER_WIDTH * i + 9] = shade === null ? 1 : shade.getX(i);
  }
  const indices = Uint32Array.from(geometry.index?.array ?? Array.from({ length: position.count }, (_, i) => i));
  const instances = new ArrayBuffer(INSTANCE_BYTES * placed.length);
  const [u32, f32] = [new Uint32Array(instances), new Float32Array(instances)];
  placed.forEach(([collider, scale], i) => {
    u32[4 * i] = collider;
    f32.set(scale, 4 * i + 1);
  });
  return { corners, indices, instances, count: placed.length };
}
