// Transforms the vertices of a skinned glTF mesh to the scene: each is the weighted mean of the positions that its
// joints give it. The transform of the mesh's own node is ignored, as glTF demands.

import { InputError } from '../input/fields.js';
import type { PrimitiveSkin } from './libraries.js';

/** Number of joints of a vertex in each set. */
const PER_SET = 4;

export function bendBySkin(positions: ArrayLike<number>, { matrices, readSets }: PrimitiveSkin): number[] {
  const sets = readSets();
  const count = positions.length / 3;
  if (sets.length === 0) throw new InputError('a mesh with a skin has no JOINTS_0 and WEIGHTS_0.');
  if (sets.some(({ joints, weights }) => joints.length !== PER_SET * count || weights.length !== PER_SET * count))
    throw new InputError('a mesh with a skin has another number of joints or weights than of vertices.');
  const bent: number[] = [];
  const mean = new Float64Array(16);
  for (let v = 0; v < count; v++) {
    mean.fill(0);
    let total = 0;
    for (const { joints, weights } of sets) {
      for (let k = PER_SET * v; k < PER_SET * (v + 1); k++) {
        const weight = weights[k];
        if (weight === 0) continue;
        const matrix = matrices[joints[k]];
        if (matrix === undefined)
          throw new InputError(`vertex ${v} names joint ${joints[k]} of a skin of ${matrices.length} joints.`);
        for (let i = 0; i < 16; i++) mean[i] += weight * matrix[i];
        total += weight;
      }
    }
    if (!(total > 0)) throw new InputError(`vertex ${v} of a mesh with a skin has no weight, so that no joint says where it is.`);
    const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    for (let i = 0; i < 3; i++) bent.push((mean[i] * x + mean[4 + i] * y + mean[8 + i] * z + mean[12 + i]) / total);
  }
  return bent;
}
