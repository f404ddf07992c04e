// The parts of a glTF file that are read, and the checks of their sizes. A few bytes can claim a billion vertices,
// share a buffer among as many accessors, or draw a mesh as often. All sizes are checked before memory is allocated.

import { InputError, show } from '../input/fields.js';
import { checkCorners } from './soup.js';

/** Most bytes that all accessors of shapes take together. */
const MOST_ACCESSOR_BYTES = 1 << 28;
/** Deepest nesting of nodes. */
const MOST_NESTED = 1000;

/** Bytes of a number, by componentType. */
const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

/** Numbers of an element, by the type of the accessor. */
const NUMBERS = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 } as const;
export type ElementType = keyof typeof NUMBERS;

/** The parts of a glTF file that are read. The rest (materials, images, animations) is ignored. */
export interface Gltf {
  readonly asset: { readonly version: string };
  readonly extensionsRequired: readonly string[];
  readonly scene?: number;
  readonly scenes: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes: readonly GltfNode[];
  readonly meshes: readonly { readonly primitives: readonly GltfPrimitive[]; readonly weights?: readonly number[] }[];
  readonly skins: readonly GltfSkin[];
  readonly accessors: readonly GltfAccessor[];
  readonly bufferViews: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
  }[];
  readonly buffers: readonly { readonly uri?: string; readonly byteLength: number }[];
}

export interface GltfAccessor extends GltfSpan {
  readonly type: string;
  readonly componentType: number;
  readonly count: number;
  readonly sparse?: {
    readonly count: number;
    readonly indices: GltfSpan & { readonly componentType: number };
    readonly values: GltfSpan;
  };
}

interface GltfSpan {
  readonly bufferView?: number;
  readonly byteOffset?: number;
}

interface GltfNode {
  readonly mesh?: number;
  readonly skin?: number;
  readonly weights?: readonly number[];
  readonly children?: readonly number[];
  readonly extensions?: object;
}

interface GltfPrimitive {
  /** POSITION, and for a skinned mesh JOINTS_0, WEIGHTS_0 and so on. */
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly mode?: number;
  readonly targets?: readonly Readonly<Record<string, number>>[];
  readonly extensions?: object;
}

interface GltfSkin {
  readonly joints: readonly number[];
  readonly inverseBindMatrices?: number;
}

/** Whether an attribute of a vertex determines its position. */
export function isOfShape(attribute: string): boolean {
  return attribute === 'POSITION' || /^(JOINTS|WEIGHTS)_\d+$/.test(attribute);
}

/** The accessors that determine the triangles, with their types. All others are ignored. */
export function accessorsOfShapes({ meshes, skins }: Gltf): Map<number, ElementType> {
  const used = new Map<number, ElementType>();
  const use = (accessor: number | undefined, type: ElementType) => {
    if (accessor === undefined) return;
    if ((used.get(accessor) ?? type) !== type)
      throw new InputError(`accessor ${show(accessor)} is used as ${used.get(accessor)} and as ${type}, but has one type.`);
    used.set(accessor, type);
  };
  for (const { primitives } of meshes) {
    for (const { attributes, indices, targets } of primitives ?? []) {
      for (const [name, accessor] of Object.entries(attributes ?? {}))
        if (isOfShape(name)) use(accessor, name === 'POSITION' ? 'VEC3' : 'VEC4');
      for (const target of targets ?? []) use(target.POSITION, 'VEC3');
      use(indices, 'SCALAR');
    }
  }
  for (const { inverseBindMatrices } of skins) use(inverseBindMatrices, 'MAT4');
  return used;
}

/** Throws unless all accessors of shapes lie in their buffers, whose available bytes are `sizes`. */
export function checkAccessors(gltf: Gltf, sizes: readonly number[]): void {
  let total = 0;
  for (const [index, type] of accessorsOfShapes(gltf)) {
    const accessor = gltf.accessors[index];
    if (typeof accessor !== 'object') throw new InputError(`it has no accessor ${show(index)}, which a mesh names.`);
    const numbers = NUMBERS[type];
    const bytes = COMPONENT_BYTES[accessor.componentType];
    if (accessor.type !== type || bytes === undefined)
      throw new InputError(`accessor ${index} must have the type ${type} and a componentType of glTF.`);
    checkCount(accessor.count, `accessor ${index}`);
    // An accessor without a buffer view is all zeros, of which the sparse part replaces some.
    if (accessor.sparse === undefined || accessor.bufferView !== undefined)
      checkSpan(gltf, sizes, accessor, accessor.count, numbers * bytes, `accessor ${index}`);
    if (accessor.sparse !== undefined) checkSparse(gltf, sizes, accessor, numbers * bytes, `accessor ${index}`);
    total += accessor.count * numbers * bytes;
    if (total > MOST_ACCESSOR_BYTES)
      throw new InputError(
        `its vertices and triangles take more than ${MOST_ACCESSOR_BYTES} bytes, which is more than may be read.`,
      );
  }
}

function checkCount(count: unknown, what: string): void {
  if (!(Number.isSafeInteger(count) && (count as number) >= 1))
    throw new InputError(`${what} has a count that is not a whole number of at least 1.`);
}

function checkSparse(gltf: Gltf, sizes: readonly number[], { count, sparse }: GltfAccessor, size: number, what: string): void {
  if (typeof sparse !== 'object' || sparse === null) throw new InputError(`${what} has a field "sparse" that is not an object.`);
  checkCount(sparse.count, `the sparse part of ${what}`);
  const bytes = COMPONENT_BYTES[sparse.indices?.componentType as number];
  if (sparse.count > count || bytes === undefined) throw new InputError(`the sparse part of ${what} has more than its whole.`);
  checkSpan(gltf, sizes, sparse.indices, sparse.count, bytes, `the sparse part of ${what}`);
  checkSpan(gltf, sizes, sparse.values, sparse.count, size, `the sparse part of ${what}`);
}

/** Throws unless `count` elements of `size` bytes lie in the buffer view of `span`, and the view in its buffer. */
function checkSpan(
  { bufferViews }: Gltf,
  sizes: readonly number[],
  span: { readonly bufferView?: number; readonly byteOffset?: number } | undefined,
  count: number,
  size: number,
  what: string,
): void {
  const view = bufferViews[span?.bufferView ?? -1];
  if (typeof view !== 'object')
    throw new InputError(`${what} has no buffer view, so that nothing says where its ${count} elements are.`);
  const { buffer, byteOffset = 0, byteLength, byteStride = size } = view;
  const offset = span?.byteOffset ?? 0;
  const isWhole = [byteOffset, byteLength, byteStride, offset].every((n) => Number.isSafeInteger(n) && n >= 0);
  const needed = offset + (count - 1) * byteStride + size;
  if (!isWhole || byteStride < size || needed > byteLength || !(byteOffset + byteLength <= (sizes[buffer] ?? -1)))
    throw new InputError(`it is cut short: ${what} names ${count} elements, for which it has too few bytes.`);
}

/** Throws unless the nodes form trees of limited depth, since the library visits them recursively. */
export function checkNodes({ nodes, scenes }: Gltf): void {
  const parent = new Map<number, number>();
  for (const [i, node] of nodes.entries())
    for (const child of node.children ?? []) {
      if (parent.has(child) || child === i) throw new InputError(`its nodes are not a tree: node ${child} is a child twice.`);
      parent.set(child, i);
    }
  /** Depth of each node visited so far. */
  const above = new Map<number, number>();
  for (let i = 0; i < nodes.length; i++) {
    const way: number[] = [];
    let up: number | undefined = i;
    for (; up !== undefined && !above.has(up); up = parent.get(up)) {
      if (way.length > MOST_NESTED) break;
      way.push(up);
    }
    if (way.length > MOST_NESTED) {
      const isRing = new Set(way).size < way.length;
      throw new InputError(
        isRing ? `its nodes are not a tree: node ${i} is above itself.` : `its nodes are nested more than ${MOST_NESTED} deep.`,
      );
    }
    let depth = up === undefined ? -1 : (above.get(up) as number);
    for (const node of way.reverse()) above.set(node, ++depth);
    if (depth > MOST_NESTED) throw new InputError(`its nodes are nested more than ${MOST_NESTED} deep.`);
  }
  for (const { nodes: roots = [] } of scenes)
    if (new Set(roots).size < roots.length) throw new InputError('its nodes are not a tree: a scene names one of them twice.');
}

/**
 * Throws if the scene draws too many vertices; a mesh counts as often as it is drawn. The nodes must have been checked.
 */
export function checkDrawn({ scene = 0, scenes, nodes, meshes, accessors }: Gltf): void {
  const countOf = (accessor: number | undefined) => (accessor === undefined ? 0 : (accessors[accessor]?.count ?? 0));
  const counts = meshes.map(({ primitives }) =>
    (primitives ?? []).reduce((sum, { attributes, indices }) => sum + countOf(attributes?.POSITION) + countOf(indices), 0),
  );
  const open = [...(scenes[scene]?.nodes ?? [])];
  let total = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { mesh, children = [] } = nodes[node] ?? {};
    total += mesh === undefined ? 0 : (counts[mesh] ?? 0);
    for (const child of children) open.push(child);
  }
  checkCorners(total);
}
