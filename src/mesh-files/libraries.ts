// The libraries that read mesh files, and the only module that imports them: the build puts them into it, so that the published
// package depends on nothing. What they return is checked by the readers: they pass over much that is wrong with a file.

import { type Accessor, GLB_BUFFER, type GLTF, Logger, WebIO } from '@gltf-transform/core';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';

/** The corners of all triangles of an OBJ text, nine numbers a triangle. */
export function parseObj(text: string): number[] {
  const soup: number[] = [];
  for (const object of new OBJLoader().parse(text).children)
    if (object.isMesh) for (const coordinate of Array.from(object.geometry.getAttribute('position').array)) soup.push(coordinate);
  return soup;
}

/** The corners of all triangles of a binary STL file, nine numbers a triangle. */
export function parseStl(data: ArrayBuffer): ArrayLike<number> {
  return new STLLoader().parse(data).getAttribute('position').array;
}

/** A mesh of a glTF scene, and where it stands. */
export interface PlacedPrimitive {
  /** The number of its node in the file. */
  readonly node: number;
  readonly mode: number;
  /** How many vertices and indices there are to read. */
  readonly count: number;
  readonly readPositions: () => ArrayLike<number>;
  /** Gives undefined if the vertices are taken in their order. */
  readonly readIndices: () => ArrayLike<number> | undefined;
  /** Its place in the scene, sixteen numbers column by column. */
  readonly matrix: readonly number[];
}

/**
 * The primitives of the default scene of a glTF file, or of the first. `binary` is the chunk that a GLB file has beside its JSON.
 */
export async function parseGltf(
  json: object,
  binary: Uint8Array<ArrayBuffer> | undefined,
  resources: Record<string, Uint8Array<ArrayBuffer>>,
): Promise<PlacedPrimitive[]> {
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  const all = binary === undefined ? resources : { ...resources, [GLB_BUFFER]: binary };
  const root = (await io.readJSON({ json: json as GLTF.IGLTF, resources: all })).getRoot();
  const placed: PlacedPrimitive[] = [];
  const numbers = new Map(root.listNodes().map((node, i) => [node, i]));
  (root.getDefaultScene() ?? root.listScenes()[0]).traverse((node) => {
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      const position = primitive.getAttribute('POSITION');
      if (position === null) continue;
      const indices = primitive.getIndices();
      placed.push({
        node: numbers.get(node) as number,
        mode: primitive.getMode(),
        count: position.getCount() + (indices?.getCount() ?? 0),
        readPositions: () => readElements(position),
        readIndices: () => (indices === null ? undefined : readElements(indices)),
        matrix: node.getWorldMatrix(),
      });
    }
  });
  return placed;
}

/** The numbers of an accessor as they are meant: those stored as fractions of an integer's range too. */
function readElements(accessor: Accessor): number[] {
  const numbers: number[] = [];
  const element: number[] = [];
  for (let i = 0; i < accessor.getCount(); i++) numbers.push(...accessor.getElement(i, element));
  return numbers;
}
