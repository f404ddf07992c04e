// The meshes and surfaces of a scene that are files become arrays: after that the scene is complete, and nothing else has to be read. A file may be a contact
// tree as well, built before: then it is that tree that the world will have.

import { listsOf } from '../distance-field/cached-tree.js';
import { ContactTree } from '../distance-field/contact-tree.js';
import { InputError, refuse, show } from '../input/fields.js';
import { checkMesh } from '../mesh/make-mesh.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { MeshFile, Scene, SceneMesh, SceneSurface, SurfaceFile } from './scene.js';

/** Reads the mesh, or the contact tree, of a file that a scene names; throws an InputError that says why it cannot. */
export type MeshReader = (file: string) => Promise<TriangleMesh | ContactTree>;

/** The same scene with the arrays of its mesh files in their place; the fields of the scene must have been checked. */
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

/** The entries of a record with the arrays of those that are files in their place. */
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

/** Of a contact tree its mesh alone. */
function surfaceOf(_path: string, found: Found, options: Omit<SurfaceFile, 'file'>): SceneSurface {
  return { ...listsOfMesh(found instanceof ContactTree ? found.mesh : found), ...options };
}

function listsOfMesh(mesh: TriangleMesh): { vertices: number[]; triangles: number[] } {
  checkMesh(mesh);
  return { vertices: [...mesh.positions], triangles: [...mesh.triangles] };
}

/** A tree's own options are those it was built with: others would mean another tree. */
function arraysOfTree(path: string, tree: ContactTree, options: Omit<MeshFile, 'file'>): SceneMesh {
  const given = Object.keys(options)[0];
  if (given !== undefined) {
    throw new InputError(
      `${path}.${given} is given, but a contact tree was built with its own: leave it out, or name the mesh's file.`,
    );
  }
  return listsOf(tree);
}
