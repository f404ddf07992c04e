// The meshes of a scene that are files become arrays: after that the scene is complete, and nothing else has to be read.

import { InputError, show } from '../input/fields.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { MeshFile, Scene, SceneMesh } from './scene.js';

/** Reads the mesh of a file that a scene names; throws an InputError that says why it cannot. */
export type MeshReader = (file: string) => Promise<TriangleMesh>;

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
    const { positions, triangles } = await read(file);
    return { vertices: [...positions], triangles: [...triangles], ...options };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`meshes.${name}.file is ${show(file)}, which cannot be read: ${error.message}`);
  }
}
