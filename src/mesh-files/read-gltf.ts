// Reads glTF 2.0 and its binary form GLB: all triangles, strips and fans of the default scene, transformed by node or
// skin, with morph targets applied by their weights. Animations are ignored: the scene is read as it is before they
// begin.

import { InputError, show } from '../input/fields.js';
import { parseJson } from '../input/parse-json.js';
import { makeMesh } from '../mesh/make-mesh.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { bendBySkin } from './bend-by-skin.js';
import { accessorsOfShapes, checkAccessors, checkDrawn, checkNodes, type Gltf, isOfShape } from './check-gltf.js';
import { type ParsedGltf, type PlacedPrimitive, parseGltf } from './libraries.js';
import { decodeText, MOST_BYTES } from './soup.js';

/** Returns the bytes of another file that a glTF file refers to. */
export type ResolveUri = (uri: string) => Uint8Array | Promise<Uint8Array>;

type Bytes = Uint8Array<ArrayBuffer>;

/** Extensions whose vertices cannot be read. */
const UNREADABLE: Readonly<Record<string, string>> = {
  KHR_draco_mesh_compression: 'it is compressed by Draco, which is not supported; export it without compression.',
  EXT_meshopt_compression: 'it is compressed by meshoptimizer, which is not supported; export it without compression.',
  KHR_meshopt_compression: 'it is compressed by meshoptimizer, which is not supported; export it without compression.',
  EXT_mesh_gpu_instancing: 'it draws meshes many times by EXT_mesh_gpu_instancing, which is not supported; export it without.',
};

const GLB_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Replaces accessors that are not read. */
const NO_ACCESSOR = { type: 'SCALAR', componentType: 5126, count: 1 };

const TRIANGLES = 4;
const TRIANGLE_STRIP = 5;
const TRIANGLE_FAN = 6;

export async function readGltf(bytes: Bytes, resolve: ResolveUri | undefined): Promise<TriangleMesh> {
  return joinPrimitives((await parseWhole(parseGltfJson(decodeText(bytes)), undefined, resolve)).primitives);
}

export async function readGlb(bytes: Bytes, resolve: ResolveUri | undefined): Promise<TriangleMesh> {
  const { json, binary } = splitGlb(bytes);
  return joinPrimitives((await parseWhole(parseGltfJson(json), binary, resolve)).primitives);
}

/** Reads a glTF or GLB file: its JSON, the primitives of its default scene, and those of each mesh. */
export async function readParts(
  bytes: Bytes,
  resolve: ResolveUri | undefined,
): Promise<ParsedGltf & { json: Record<string, unknown> }> {
  const isBinary = bytes.length >= 4 && new DataView(bytes.buffer).getUint32(0, true) === GLB_MAGIC;
  const { json, binary } = isBinary ? splitGlb(bytes) : { json: decodeText(bytes), binary: undefined };
  const parsed = await parseWhole(parseGltfJson(json), binary, resolve);
  return { json: parseText(json) as Record<string, unknown>, ...parsed };
}

/** Splits a GLB file into its JSON and its binary chunk. */
function splitGlb(bytes: Bytes): { json: string; binary: Bytes | undefined } {
  const view = new DataView(bytes.buffer);
  if (bytes.length < 20 || view.getUint32(0, true) !== GLB_MAGIC)
    throw new InputError('it does not begin like a GLB file, or is cut short.');
  if (view.getUint32(4, true) !== 2)
    throw new InputError(`it is of version ${view.getUint32(4, true)} of glTF, but must be of version 2.`);
  if (view.getUint32(8, true) > bytes.length)
    throw new InputError(`it is cut short: it names ${view.getUint32(8, true)} bytes, but has ${bytes.length}.`);
  let json: string | undefined;
  let binary: Bytes | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + size > bytes.length) throw new InputError(`it is cut short: a part of ${size} bytes begins at byte ${at}.`);
    if (kind === JSON_CHUNK) json ??= decodeText(bytes.subarray(at + 8, at + 8 + size));
    if (kind === BINARY_CHUNK) binary ??= bytes.slice(at + 8, at + 8 + size);
    at += 8 + size;
  }
  if (json === undefined) throw new InputError('it has no JSON part.');
  return { json, binary };
}

function parseText(text: string): unknown {
  try {
    return parseJson(text, 'it', false);
  } catch (error) {
    throw new InputError(`its JSON is broken or cut short: ${(error as Error).message}`);
  }
}

function parseGltfJson(text: string): Gltf {
  const json = parseText(text);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new InputError('its JSON is not an object.');
  const given = json as Partial<Gltf>;
  if (!given.asset?.version?.startsWith?.('2'))
    throw new InputError(`it must be of version 2 of glTF, which "asset.version" says.`);
  const lists = ['extensionsRequired', 'scenes', 'nodes', 'meshes', 'skins', 'accessors', 'bufferViews', 'buffers'] as const;
  for (const name of lists)
    if (given[name] !== undefined && !(Array.isArray(given[name]) && (given[name] as unknown[]).every((entry) => entry !== null)))
      throw new InputError(`its field "${name}" must be a list.`);
  const filled = Object.fromEntries(lists.map((name) => [name, given[name] ?? []])) as unknown as Gltf;
  return { ...filled, asset: given.asset, ...(given.scene !== undefined && { scene: given.scene }) };
}

async function parseWhole(gltf: Gltf, binary: Bytes | undefined, resolve: ResolveUri | undefined): Promise<ParsedGltf> {
  if (gltf.scenes.length === 0) throw new InputError('it has no scene.');
  for (const [name, reason] of Object.entries(UNREADABLE)) if (needsExtension(gltf, name)) throw new InputError(reason);
  const resources = await fetchBuffers(gltf, resolve);
  return parseSoundly(gltf, binary, resources);
}

/**
 * Whether the file cannot be read without an extension: it is required, a node uses it, or a primitive without vertices
 * of its own does.
 */
function needsExtension({ extensionsRequired, nodes, meshes, accessors }: Gltf, name: string): boolean {
  const uses = (part: { extensions?: object } | null) => typeof part?.extensions === 'object' && name in (part.extensions ?? {});
  if (extensionsRequired.includes(name) || nodes.some(uses)) return true;
  const primitives = meshes.flatMap((mesh) => (Array.isArray(mesh.primitives) ? mesh.primitives : []));
  return primitives.some((primitive) => uses(primitive) && accessors[primitive.attributes?.POSITION]?.bufferView === undefined);
}

/** Parses the file. Errors of the library are reported as faults of the file, since not every field is checked. */
async function parseSoundly(gltf: Gltf, binary: Bytes | undefined, resources: Record<string, Bytes>): Promise<ParsedGltf> {
  try {
    checkNodes(gltf);
    checkAccessors(gltf, sizesOf(gltf, binary, resources));
    checkDrawn(gltf);
    return await parseGltf(bareGeometry(gltf), binary, resources);
  } catch (error) {
    if (error instanceof InputError) throw error;
    // Messages of the JavaScript engine, such as those about undefined values, would not describe the file.
    const isOfEngine = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
    const reason = isOfEngine ? 'its parts do not fit together, or are of the wrong kind' : (error as Error).message;
    throw new InputError(`it is not sound: ${reason}.`);
  }
}

/** Reduces the file to the fields that shapes need, so that faults of others do not matter. */
function bareGeometry(gltf: Gltf): object {
  const used = accessorsOfShapes(gltf);
  return {
    asset: gltf.asset,
    ...(gltf.scene !== undefined && { scene: gltf.scene }),
    scenes: gltf.scenes.map(({ nodes }) => ({ nodes: nodes ?? [] })),
    nodes: gltf.nodes.map((node) => ({ ...node, extensions: undefined, camera: undefined })),
    meshes: gltf.meshes.map(({ primitives, weights }) => ({
      ...(weights !== undefined && { weights }),
      primitives: (primitives ?? []).map(({ attributes, indices, mode, targets }) => ({
        attributes: ofShape(attributes),
        ...(indices !== undefined && { indices }),
        ...(mode !== undefined && { mode }),
        ...(targets !== undefined && { targets: targets.map(ofShape) }),
      })),
    })),
    skins: gltf.skins.map(({ joints, inverseBindMatrices }) => ({
      joints,
      ...(inverseBindMatrices !== undefined && { inverseBindMatrices }),
    })),
    accessors: gltf.accessors.map((accessor, i) => (used.has(i) ? accessor : NO_ACCESSOR)),
    bufferViews: gltf.bufferViews,
    buffers: gltf.buffers,
  };
}

function ofShape(attributes: Readonly<Record<string, number>> | undefined): Record<string, number> {
  return Object.fromEntries(Object.entries(attributes ?? {}).filter(([name]) => isOfShape(name)));
}

/** Fetches the other files that hold buffers. */
async function fetchBuffers({ buffers }: Gltf, resolve: ResolveUri | undefined): Promise<Record<string, Bytes>> {
  const resources: Record<string, Bytes> = {};
  let total = 0;
  for (const { uri } of buffers) {
    if (typeof uri !== 'string' || uri.startsWith('data:')) continue;
    if (resolve === undefined)
      throw new InputError(
        `it keeps its vertices in another file, ${show(uri)}; give readMesh a function "resolve" that returns the bytes of it, or use a GLB file.`,
      );
    if (resources[uri] !== undefined) continue;
    const bytes = await resolve(uri);
    if (!(bytes instanceof Uint8Array))
      throw new InputError(`"resolve" gives ${show(bytes)} for ${show(uri)}, but must give a Uint8Array.`);
    total += bytes.length;
    if (total > MOST_BYTES)
      throw new InputError(`it keeps more than ${MOST_BYTES} bytes in other files, which is the most that is read.`);
    resources[uri] = Uint8Array.from(bytes);
  }
  return resources;
}

/** The size of each buffer; for one embedded as a data URI, an upper bound [bytes]. */
function sizesOf({ buffers }: Gltf, binary: Bytes | undefined, resources: Record<string, Bytes>): number[] {
  return buffers.map(({ uri }, i) => {
    if (typeof uri !== 'string') return i === 0 ? (binary?.length ?? 0) : 0;
    return uri.startsWith('data:') ? uri.length : resources[uri].length;
  });
}

/** Joins all triangles to one mesh, in the scene's frame. */
export function joinPrimitives(primitives: readonly PlacedPrimitive[]): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const primitive of primitives) {
    const placed = placedPositions(primitive);
    const count = placed.length / 3;
    const corners = listCorners(primitive, count);
    if (corners.length === 0) continue;
    const base = positions.length / 3;
    for (const corner of corners) {
      if (!(corner < count)) throw new InputError(`a triangle names vertex ${corner} of a mesh of ${count} vertices.`);
      triangles.push(base + corner);
    }
    for (const coordinate of placed) positions.push(coordinate);
  }
  if (triangles.length === 0) throw new InputError('its scene has no triangles.');
  return makeMesh(positions, triangles);
}

/** The corners of triangles, three for each, counter-clockwise seen from outside. */
function listCorners({ mode, readIndices, matrix, skin }: PlacedPrimitive, vertices: number): number[] {
  const order = Array.from(readIndices() ?? Array.from({ length: vertices }, (_, i) => i));
  const corners: number[] = [];
  if (mode === TRIANGLES) for (let i = 0; i + 2 < order.length; i += 3) corners.push(order[i], order[i + 1], order[i + 2]);
  // Every second triangle of a strip has the opposite winding.
  if (mode === TRIANGLE_STRIP)
    for (let i = 0; i + 2 < order.length; i++) corners.push(order[i], order[i + 1 + (i % 2)], order[i + 2 - (i % 2)]);
  if (mode === TRIANGLE_FAN) for (let i = 1; i + 1 < order.length; i++) corners.push(order[0], order[i], order[i + 1]);
  // A mirroring node reverses the winding too; skins do not mirror.
  if (skin === undefined && determinant(matrix) < 0)
    for (let i = 0; i < corners.length; i += 3) [corners[i + 1], corners[i + 2]] = [corners[i + 2], corners[i + 1]];
  return corners;
}

function determinant(m: readonly number[]): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
}

/** The vertices of a primitive in the scene's frame, three numbers each. */
export function placedPositions({ readPositions, matrix: m, skin }: PlacedPrimitive): number[] {
  const local = readPositions();
  if (skin !== undefined) return bendBySkin(local, skin);
  const placed: number[] = [];
  for (let i = 0; i < local.length; i += 3)
    for (let k = 0; k < 3; k++) placed.push(m[k] * local[i] + m[4 + k] * local[i + 1] + m[8 + k] * local[i + 2] + m[12 + k]);
  return placed;
}
