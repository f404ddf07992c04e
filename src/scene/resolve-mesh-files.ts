// The meshes of a scene that are files become arrays: after that the scene is complete, and nothing else has to be read. A file may be a contact
// tree as well, built before: then it is that tree that the world will have.

import { listsOf } from '../distance-field/cached-tree.js';
import { ContactTree } from '../distance-field/contact-tree.js';
import { InputError, show } from '../input/fields.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { MeshFile, Scene, SceneMesh } from './scene.js';

/** Reads the mesh, or the contact tree, of a file that a scene names; throws an InputError that says why it cannot. */
export type MeshReader = (file: string) => Promise<TriangleMesh | ContactTree>;

/** The same scene with the arrays of its mesh files in their place; the fields of the scene must have been checked. */
export async function resolveMeshFiles(scene: Scene, read: MeshReader): Promise<Scene> {
  if (scene.meshes === undefined) return scene;
  const meshes: [string, SceneMesh][] = [];
  for (const [name, mesh] of Object.entries(scene.meshes)) {
    meshes.push([name, 'file' in mesh ? await readFile(name, mesh, read) : mesh]);
  }
  return { ...scene, meshes: Object.fromEntries(meshes) };
}

async function readFile(name: string, { file, ...options }: MeshFile, read: MeshReader): Promise<SceneMesh> {
  try {
    const found = await read(file);
    if (found instanceof ContactTree) return arraysOfTree(name, found, options);
    return { vertices: [...found.positions], triangles: [...found.triangles], ...options };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`meshes.${name}.file is ${show(file)}, which cannot be read: ${error.message}`);
  }
}

/** A tree's own options are those it was built with: others would mean another tree. */
function arraysOfTree(name: string, tree: ContactTree, options: Omit<MeshFile, 'file'>): SceneMesh {
  const given = Object.keys(options)[0];
  if (given !== undefined) {
    throw new InputError(
      `meshes.${name}.${given} is given, but a contact tree was built with its own: leave it out, or name the mesh's file.`,
    );
  }
  return listsOf(tree);
}
