// Makes the mesh of a heightfield: a grid of heights over the plane y = 0, with two triangles in each cell that face
// up.

import type { TriangleMesh } from './triangle-mesh.js';

/** Heights row by row, each row along x. The grid is centred on the origin. */
export interface Heights {
  readonly heights: ArrayLike<number>;
  /** Number of heights along x and along z. */
  readonly columns: number;
  readonly rows: number;
  /** Distance of neighbours along x and along z [m]. */
  readonly spacing: readonly [number, number];
}

/**
 * Makes the mesh. Cell (i, j) has the triangles 2 (j (columns - 1) + i) and the next one, on the two sides of its
 * diagonal from low to high x and z.
 */
export function meshOfHeights({ heights, columns, rows, spacing }: Heights): TriangleMesh {
  const positions = new Float64Array(3 * columns * rows);
  for (let j = 0, at = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, at += 3) {
      positions[at] = (i - 0.5 * (columns - 1)) * spacing[0];
      positions[at + 1] = heights[j * columns + i];
      positions[at + 2] = (j - 0.5 * (rows - 1)) * spacing[1];
    }
  }
  const triangles = new Uint32Array(6 * (columns - 1) * (rows - 1));
  for (let j = 0, at = 0; j < rows - 1; j++) {
    for (let i = 0; i < columns - 1; i++, at += 6) {
      const near = j * columns + i;
      const far = near + columns;
      triangles[at] = near;
      triangles[at + 1] = far;
      triangles[at + 2] = far + 1;
      triangles[at + 3] = near;
      triangles[at + 4] = far + 1;
      triangles[at + 5] = near + 1;
    }
  }
  return { positions, triangles };
}
