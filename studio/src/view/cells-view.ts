// Cells of contact trees, drawn as boxes of lines, with the sample points of the surface in them.

import type { BufferGeometry as Geometry, Material, Scene } from 'three';
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Quaternion, Vector3 } from 'three';
import { CELL_WIDTH } from '../protocol.js';
import { Instances } from './instances.js';

export const CELL_COLOUR = '#5b7fa6';
export const SAMPLE_COLOUR = '#d0552c';
/** Corners at the ends of the twelve edges of a cell; the bits of a corner's index are its sides in x, y and z. */
const EDGES = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3].flatMap((side) => {
    const from = ((side & 1) << ((axis + 1) % 3)) | ((side >> 1) << ((axis + 2) % 3));
    return [from, from | (1 << axis)];
  }),
);
/** Radius of a sample point, as a fraction of half the side of its cell [1]. */
const SAMPLE = 0.14;

export class CellsView {
  /** Number of drawn cells. */
  count = 0;
  readonly #lines: LineSegments;
  readonly #samples: Instances;

  constructor(scene: Scene, ball: Geometry, order: number, material: Material) {
    this.#lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: CELL_COLOUR }));
    this.#lines.frustumCulled = false;
    this.#lines.visible = false;
    this.#samples = new Instances(scene, ball, order, material);
    scene.add(this.#lines);
  }

  show(cells: Float32Array | null): void {
    this.count = cells === null ? 0 : cells.length / CELL_WIDTH;
    this.#lines.visible = this.count > 0;
    this.#samples.begin(this.count);
    const lines = new Float32Array(3 * EDGES.length * this.count);
    for (let i = 0; i < this.count; i++) {
      const c = cells as Float32Array;
      const at = CELL_WIDTH * i;
      writeEdges(c, at, lines, 3 * EDGES.length * i);
      this.#samples.addDot(c, at + 8, SAMPLE * c[at + 7], SAMPLE_COLOUR);
    }
    this.#samples.end();
    if (this.count === 0) return;
    this.#lines.geometry.dispose();
    this.#lines.geometry = new BufferGeometry();
    this.#lines.geometry.setAttribute('position', new BufferAttribute(lines, 3));
  }
}

const turn = new Quaternion();
const corners = Array.from({ length: 8 }, () => new Vector3());

function writeEdges(cells: Float32Array, at: number, lines: Float32Array, to: number): void {
  turn.fromArray(cells, at + 3);
  const half = cells[at + 7];
  corners.forEach((corner, c) => {
    corner.set(c & 1 ? half : -half, c & 2 ? half : -half, c & 4 ? half : -half).applyQuaternion(turn);
    corner.set(corner.x + cells[at], corner.y + cells[at + 1], corner.z + cells[at + 2]);
  });
  EDGES.forEach((corner, i) => {
    corners[corner].toArray(lines, to + 3 * i);
  });
}
