// Replaces the mesh files of a scene's meshes and surfaces by their arrays. The scene is then complete, and no other
// file is read. A file may also hold a contact tree that was built before; the world then uses that tree.

import { listsOf } from '../distance-field/cached-tree.js';
import { ContactTree } from '../distance-field/contact-tree.js';
import { InputError, refuse, show } from '../input/fields.js';
import { checkMesh } from '../mesh/make-mesh.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { MeshFile, Scene, SceneMesh, SceneSurface, SurfaceFile } from './scene.js';

/** Reads the mesh or contact tree in a file that a scene names. Throws an InputError if it cannot. */
export type MeshReader = (file: string) => Promise<TriangleMesh | ContactTree>;

/** Returns the scene with arrays in place of its mesh files. The fields of the scene must have been checked. */
export async function resolveMeshFiles(scene: Scene, read: MeshReader): Promise<Scene> {
  if (!isObject(scene) || (!isObject(scene.meshes) && !isObject(scene.surfaces))) return scene;
  if (typeof read !== 'function') refuse('read', read, 'a function that reads a mesh');
  const { meshes, surfaces } = scene;
  return {
    ...scene,
    ...(isObject(meshes) && { meshes: await readFiles('meshes', meshes, read, meshOf) }),
    ...(isObject(surfaces) && { surfaces: await readFiles('surfaces', surfaces, read, surfaceOf) }),
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

type Found = TriangleMesh | ContactTree;

/** Returns the entries of a record with arrays in place of files. */
async function readFiles<T extends object, F extends T & { readonly file: string }>(
  list: string,
  entries: Readonly<Record<string, T>>,
  read: MeshReader,
  arraysOf: (path: string, found: Found, options: Omit<F, 'file'>) => T,
): Promise<Record<string, T>> {
  const done: [string, T][] = [];
  for (const [name, entry] of Object.entries(entries)) {
    if (!isObject(entry) || !('file' in entry)) {
      done.push([name, entry]);
      continue;
    }
    const { file, ...options } = entry as F;
    try {
      done.push([name, arraysOf(`${list}.${name}`, await read(file), options)]);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`${list}.${name}.file is ${show(file)}, which cannot be read: ${error.message}`);
    }
  }
  return Object.fromEntries(done);
}

function meshOf(path: string, found: Found, options: Omit<MeshFile, 'file'>): SceneMesh {
  if (found instanceof ContactTree) return arraysOfTree(path, found, options);
  return { ...listsOfMesh(found), ...options };
}

/** The arrays of a surface. Of a contact tree only its mesh is used. */
function surfaceOf(_path: string, found: Found, options: Omit<SurfaceFile, 'file'>): SceneSurface {
  return { ...listsOfMesh(found instanceof ContactTree ? found.mesh : found), ...options };
}

function listsOfMesh(mesh: TriangleMesh): { vertices: number[]; triangles: number[] } {
  checkMesh(mesh);
  return { vertices: [...mesh.positions], triangles: [...mesh.triangles] };
}

/** The arrays of a contact tree. Options are refused, since the tree was built with its own. */
function arraysOfTree(path: string, tree: ContactTree, options: Omit<MeshFile, 'file'>): SceneMesh {
  const given = Object.keys(options)[0];
  if (given !== undefined) {
    throw new InputError(
      `${path}.${given} is given, but a contact tree was built with its own: leave it out, or name the mesh's file.`,
    );
  }
  return listsOf(tree);
}
