// Triangles of shapes, for drawing.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { World } from '../world.js';

/** The triangles of a mesh or surface, the same object in each call; null for other shapes. */
export function trianglesOf({ store: { meshes, surfaces } }: Pick<World, 'store'>, shape: ShapeDescriptor): TriangleMesh | null {
  if (shape.kind === 'mesh') return meshes.list[meshes.indexOf(shape.mesh, 'mesh')].tree.mesh;
  return shape.kind === 'surface' ? surfaces.list[surfaces.indexOf(shape.surface, 'surface')].surface.mesh : null;
}
