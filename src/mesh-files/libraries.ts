// Calls the libraries that parse mesh files. This is the only module that imports them; the build bundles them into it,
// so that the published package has no dependencies. The readers check the results, since the libraries ignore many
// faults of files.

import {
  type Accessor,
  GLB_BUFFER,
  type GLTF,
  Logger,
  type Mesh,
  type Node,
  type Primitive,
  type Skin,
  WebIO,
} from '@gltf-transform/core';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';

/** The corners of all triangles of an OBJ text, nine numbers for each triangle. */
export function parseObj(text: string): number[] {
  const soup: number[] = [];
  for (const object of new OBJLoader().parse(text).children)
    if (object.isMesh) for (const coordinate of Array.from(object.geometry.getAttribute('position').array)) soup.push(coordinate);
  return soup;
}

/** The corners of all triangles of a binary STL file, nine numbers for each triangle. */
export function parseStl(data: ArrayBuffer): ArrayLike<number> {
  return new STLLoader().parse(data).getAttribute('position').array;
}

/** A primitive of a glTF mesh, with its transform. */
export interface PlacedPrimitive {
  /** Index of its node in the file; undefined for a mesh read without a node. */
  readonly node: number | undefined;
  readonly mode: number;
  /** Returns positions in the primitive's frame, morph targets applied. */
  readonly readPositions: () => ArrayLike<number>;
  /** Returns indices, or undefined if vertices are used in their order. */
  readonly readIndices: () => ArrayLike<number> | undefined;
  /** Transform to the scene, sixteen numbers in column-major order. A skinned primitive uses its joints instead. */
  readonly matrix: readonly number[];
  readonly skin: PrimitiveSkin | undefined;
}

/** The joints and weights that transform the vertices of a skinned primitive. */
export interface PrimitiveSkin {
  /** Transform from the mesh to the scene by each joint, sixteen numbers in column-major order. */
  readonly matrices: readonly (readonly number[])[];
  /** Returns sets of four joints and four weights for each vertex. */
  readonly readSets: () => { readonly joints: readonly number[]; readonly weights: readonly number[] }[];
}

export interface ParsedGltf {
  /** The primitives of the default scene, or of the first scene. */
  readonly primitives: PlacedPrimitive[];
  /** The primitives of each mesh, in its own frame. */
  readonly meshes: PlacedPrimitive[][];
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Parses a glTF file. `binary` is the binary chunk of a GLB file. */
export async function parseGltf(
  json: object,
  binary: Uint8Array<ArrayBuffer> | undefined,
  resources: Record<string, Uint8Array<ArrayBuffer>>,
): Promise<ParsedGltf> {
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const all = binary === undefined ? resources : { ...resources, [GLB_BUFFER]: binary };
  const root = (await io.readJSON({ json: json as GLTF.IGLTF, resources: all })).getRoot();
  const primitives: PlacedPrimitive[] = [];
  const numbers = new Map(root.listNodes().map((node, i) => [node, i]));
  (root.getDefaultScene() ?? root.listScenes()[0]).traverse((node) => {
    const mesh = node.getMesh();
    if (mesh !== null) primitives.push(...primitivesOf(mesh, node, numbers.get(node)));
  });
  return { primitives, meshes: root.listMeshes().map((mesh) => primitivesOf(mesh, undefined, undefined)) };
}

function primitivesOf(mesh: Mesh, node: Node | undefined, number: number | undefined): PlacedPrimitive[] {
  const ofNode = node?.getWeights() ?? [];
  const weights = ofNode.length > 0 ? ofNode : mesh.getWeights();
  const matrices = matricesOf(node?.getSkin() ?? null);
  return mesh.listPrimitives().flatMap((primitive) => {
    const position = primitive.getAttribute('POSITION');
    if (position === null) return [];
    const indices = primitive.getIndices();
    return {
      node: number,
      mode: primitive.getMode(),
      readPositions: () => morph(readElements(position), primitive, weights),
      readIndices: () => (indices === null ? undefined : readElements(indices)),
      matrix: node?.getWorldMatrix() ?? IDENTITY,
      skin: matrices && { matrices, readSets: () => setsOf(primitive) },
    };
  });
}

/** Adds each morph target times its weight. */
function morph(positions: number[], primitive: Primitive, weights: readonly number[]): number[] {
  primitive.listTargets().forEach((target, i) => {
    const shifts = target.getAttribute('POSITION');
    const weight = weights[i] ?? 0;
    if (shifts === null || weight === 0) return;
    readElements(shifts).forEach((shift, k) => {
      positions[k] += weight * shift;
    });
  });
  return positions;
}

/** By joint: its world matrix times its inverse bind matrix. */
function matricesOf(skin: Skin | null): number[][] | undefined {
  const bindings = skin?.getInverseBindMatrices() ?? null;
  return skin?.listJoints().map((joint, i) => {
    const place = joint.getWorldMatrix();
    return bindings === null ? [...place] : multiply(place, bindings.getElement(i, []));
  });
}

function multiply(a: readonly number[], b: readonly number[]): number[] {
  return IDENTITY.map((_, i) => {
    const [row, column] = [i % 4, i - (i % 4)];
    return a[row] * b[column] + a[row + 4] * b[column + 1] + a[row + 8] * b[column + 2] + a[row + 12] * b[column + 3];
  });
}

function setsOf(primitive: Primitive): { joints: number[]; weights: number[] }[] {
  const sets: { joints: number[]; weights: number[] }[] = [];
  for (let k = 0; ; k++) {
    const [joints, weights] = [primitive.getAttribute(`JOINTS_${k}`), primitive.getAttribute(`WEIGHTS_${k}`)];
    if (joints === null || weights === null) return sets;
    sets.push({ joints: readElements(joints), weights: readElements(weights) });
  }
}

/** The numbers of an accessor. Normalized integers are converted to fractions. */
function readElements(accessor: Accessor): number[] {
  const numbers: number[] = [];
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i++) numbers.push(...accessor.getElement(i, element));
  return numbers;
}
