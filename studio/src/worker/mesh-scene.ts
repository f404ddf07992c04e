// A mesh that is dropped on the page, as a scene: one body of it, let go above the ground.

import type { Scene } from '../../../src/index.js';
import { InputError, solidOf } from '../../../src/index.js';

/** How far above the ground it starts, as a share of its size [1]. */
const CLEARANCE = 0.25;

export async function sceneOfMesh(path: string, bytes: Uint8Array): Promise<Scene> {
  // The libraries that read meshes are large, and wanted by few.
  const { readMesh } = await import('../../../src/mesh-files/index.js');
  try {
    const { mesh, actions } = solidOf(await readMesh(bytes, { name: path }), { repair: true });
    const { positions } = mesh;
    const sides = [0, 1, 2].map((axis) => {
      const along = positions.filter((_, i) => i % 3 === axis);
      return along.reduce(({ low, high }, x) => ({ low: Math.min(low, x), high: Math.max(high, x) }), {
        low: Infinity,
        high: -Infinity,
      });
    });
    const size = Math.max(...sides.map(({ low, high }) => high - low));
    const [x, y, z] = sides;
    const name = path.replace(/\.[^.]*$/, '');
    return {
      drystone: 1,
      name,
      description: [`The mesh of ${path}, let go above the ground.`, ...actions].join(' '),
      meshes: { mesh: { vertices: [...positions], triangles: [...mesh.triangles] } },
      bodies: [
        { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] },
        {
          name: name === 'ground' ? 'mesh' : name,
          position: [-(x.low + x.high) / 2 + 0, CLEARANCE * size - y.low, -(z.low + z.high) / 2 + 0],
          shapes: [{ kind: 'mesh', mesh: 'mesh' }],
        },
      ],
    };
  } catch (error) {
    throw new InputError(`${path}: ${(error as Error).message}`);
  }
}
