// Closed meshes for tests of distance fields: made-up ones with what is hard for a field, those of scenes, of npm packages and of the shared data.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { boxMesh as sceneBox } from '../../scenes/meshes/box.js';
import { bunnyMesh } from '../../scenes/meshes/bunny.js';
import { cowMesh } from '../../scenes/meshes/cow.js';
import { dragonMesh } from '../../scenes/meshes/dragon.js';
import { engravedPlateMesh } from '../../scenes/meshes/engraved-plate.js';
import { jackMesh } from '../../scenes/meshes/jack.js';
import type { Surface } from '../../scenes/meshes/surface.js';
import { boltMesh, nutMesh } from '../../scenes/meshes/thread.js';
import { knotMesh, ringMesh } from '../../scenes/meshes/tubes.js';
import { ballMesh, bowlMesh, postMesh } from '../../scenes/meshes/turned.js';
import { THREAD } from '../../scenes/nut-and-bolt.js';
import type { Random } from '../../src/math/random.js';
import { solidOf } from '../../src/mesh/solid.js';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.js';
import { readMesh } from '../../src/mesh-files/index.js';
import { boxMesh, insideOut, type MeshLists, together, triangleMesh } from '../shapes/mesh-samples.js';

/** A pyramid of height 1 over a square of side 0.02, in one piece with a plate 1 x 0.1 x 1 below it. */
export function spikeMesh(): TriangleMesh {
  const [w, h] = [0.01, 0.5];
  // corners of the plate, of the foot of the spike in its top, and the tip
  const square = (r: number, y: number) => [-r, y, -r, r, y, -r, r, y, r, -r, y, r];
  const vertices = [...square(h, -0.1), ...square(h, 0), ...square(w, 0), 0, 1, 0];
  const triangles = [0, 1, 2, 0, 2, 3];
  for (let i = 0; i < 4; i++) {
    const j = (i + 1) % 4;
    triangles.push(i, 4 + j, j, i, 4 + i, 4 + j);
    triangles.push(4 + i, 8 + j, 4 + j, 4 + i, 8 + i, 8 + j);
    triangles.push(8 + i, 12, 8 + j);
  }
  return triangleMesh({ vertices, triangles });
}

/** A top 1 x 0.05 x 1 on four legs 0.6 long and 0.01 thick, in one piece. */
export function tableMesh(): TriangleMesh {
  const [top, leg] = [0.5, 0.01];
  // rows of corners along x and z: edges of the top and of the legs under it
  const rows = [-top, -0.4, -0.4 + leg, 0.4 - leg, 0.4, top];
  const vertices: number[] = [];
  const names = new Map<string, number>();
  const vertex = (x: number, y: number, z: number): number => {
    const key = `${x},${y},${z}`;
    const known = names.get(key);
    if (known !== undefined) return known;
    names.set(key, vertices.length / 3);
    vertices.push(x, y, z);
    return vertices.length / 3 - 1;
  };
  const triangles: number[] = [];
  const quad = (...[p, q, r, s]: number[]) => triangles.push(p, q, r, p, r, s);
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      const [x0, x1, z0, z1] = [rows[i], rows[i + 1], rows[j], rows[j + 1]];
      const isLeg = i % 2 === 1 && j % 2 === 1;
      const low = isLeg ? -0.6 : 0;
      quad(vertex(x0, 0.05, z0), vertex(x0, 0.05, z1), vertex(x1, 0.05, z1), vertex(x1, 0.05, z0));
      quad(vertex(x0, low, z0), vertex(x1, low, z0), vertex(x1, low, z1), vertex(x0, low, z1));
      if (!isLeg) continue;
      const foot: [number, number][] = [
        [x0, z0],
        [x1, z0],
        [x1, z1],
        [x0, z1],
      ];
      for (let k = 0; k < 4; k++) {
        const [[ax, az], [bx, bz]] = [foot[k], foot[(k + 1) % 4]];
        quad(vertex(ax, low, az), vertex(ax, 0, az), vertex(bx, 0, bz), vertex(bx, low, bz));
      }
    }
  }
  for (let i = 0; i < 5; i++) {
    const [a, b] = [rows[i], rows[i + 1]];
    quad(vertex(a, 0, -top), vertex(a, 0.05, -top), vertex(b, 0.05, -top), vertex(b, 0, -top));
    quad(vertex(b, 0, top), vertex(b, 0.05, top), vertex(a, 0.05, top), vertex(a, 0, top));
    quad(vertex(-top, 0, b), vertex(-top, 0.05, b), vertex(-top, 0.05, a), vertex(-top, 0, a));
    quad(vertex(top, 0, a), vertex(top, 0.05, a), vertex(top, 0.05, b), vertex(top, 0, b));
  }
  return triangleMesh({ vertices, triangles });
}

export const plateMesh = (): TriangleMesh => triangleMesh(boxMesh(1, 0.01, 1));
export const twoBoxesMesh = (): TriangleMesh => triangleMesh(together(boxMesh(1, 1, 1), boxMesh(0.3, 0.5, 0.4, [0.7, 0.1, 0])));
export const hollowBoxMesh = (): TriangleMesh => triangleMesh(together(boxMesh(1, 1, 1), insideOut(boxMesh(0.8, 0.6, 0.7))));

/** A star: its corners in all directions from the middle at random distances, so of any form but never through itself. */
export function starMesh(random: Random): TriangleMesh {
  const lists: MeshLists = icosphere();
  for (let v = 0; v < lists.vertices.length; v += 3) {
    const r = random.uniform(0.2, 1.5);
    for (let k = 0; k < 3; k++) lists.vertices[v + k] *= r;
  }
  return triangleMesh(lists);
}

/** 80 triangles about the origin, corners at distance 1. */
export function icosphere(): MeshLists {
  const g = (1 + Math.sqrt(5)) / 2;
  const points: number[][] = [];
  for (const a of [-1, 1]) for (const b of [-g, g]) points.push([0, a, b], [a, b, 0], [b, 0, a]);
  const length = Math.sqrt(1 + g * g);
  const unit = points.map((p) => p.map((x) => x / length));
  const faces: number[][] = [];
  const isEdge = (i: number, j: number) => Math.abs(points[i].reduce((s, x, k) => s + (x - points[j][k]) ** 2, 0) - 4) < 1e-9;
  for (let i = 0; i < 12; i++)
    for (let j = i + 1; j < 12; j++)
      for (let k = j + 1; k < 12; k++) {
        if (!isEdge(i, j) || !isEdge(j, k) || !isEdge(k, i)) continue;
        const [a, b, c] = [unit[i], unit[j], unit[k]];
        const volume =
          a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
        faces.push(volume > 0 ? [i, j, k] : [i, k, j]);
      }
  const between = new Map<string, number>();
  const middle = (i: number, j: number): number => {
    const key = i < j ? `${i} ${j}` : `${j} ${i}`;
    if (!between.has(key)) {
      const m = unit[i].map((x, k) => x + unit[j][k]);
      const size = Math.sqrt(m.reduce((s, x) => s + x * x, 0));
      between.set(key, unit.length);
      unit.push(m.map((x) => x / size));
    }
    return between.get(key) as number;
  };
  const triangles = faces.flatMap(([i, j, k]) => {
    const [p, q, r] = [middle(i, j), middle(j, k), middle(k, i)];
    return [i, p, r, j, q, p, k, r, q, p, q, r];
  });
  return { vertices: unit.flat(), triangles };
}

export function fromSurface(surface: Surface): TriangleMesh {
  return solidOf({ positions: Float64Array.from(surface.vertices), triangles: Uint32Array.from(surface.triangles) }).mesh;
}

/** Meshes of the scenes, by name. */
export const SCENE_MESHES: Record<string, () => TriangleMesh> = {
  box: () => fromSurface(sceneBox([1, 2, 0.5])),
  'box of 12,000 triangles': () => fromSurface(sceneBox([1, 1, 1], 32)),
  cow: () => fromSurface(cowMesh()),
  bunny: () => fromSurface(bunnyMesh(2)),
  dragon: () => fromSurface(dragonMesh(2)),
  jack: () => fromSurface(jackMesh(1)),
  bolt: () => fromSurface(boltMesh(THREAD, 1, 3)),
  nut: () => fromSurface(nutMesh(THREAD, 1.2)),
  ring: () => fromSurface(ringMesh(1, 0.2)),
  knot: () => fromSurface(knotMesh(1, 0.2)),
  ball: () => fromSurface(ballMesh(1)),
  post: () => fromSurface(postMesh(0.2, 1)),
  'engraved plate': () =>
    fromSurface(
      engravedPlateMesh({ drawing: ['......', '.##.#.', '.#..#.', '....#.', '......'], cell: 0.2, depth: 0.05, floor: 0.1 }),
    ),
  bowl: () => fromSurface(bowlMesh(1, 0.1)),
};

/**
 * A mesh made coarser in the plainest way: vertices of one cell of a grid become one, at their mean. Sheets closer than a cell fall onto each
 * other and pass through each other.
 */
export function coarsened({ positions, triangles }: TriangleMesh, cell: number): TriangleMesh {
  const numbers = new Map<string, number>();
  const sums: number[][] = [];
  const numberOf = Array.from({ length: positions.length / 3 }, (_, v) => {
    const point = [...positions.subarray(3 * v, 3 * v + 3)];
    const key = point.map((x) => Math.floor(x / cell)).join(' ');
    const number = numbers.get(key) ?? sums.push([0, 0, 0, 0]) - 1;
    numbers.set(key, number);
    [...point, 1].forEach((x, k) => {
      sums[number][k] += x;
    });
    return number;
  });
  const left: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => numberOf[triangles[t + k]]);
    if (new Set(corners).size === 3) left.push(...corners);
  }
  return {
    positions: Float64Array.from(sums.flatMap(([x, y, z, n]) => [x / n, y / n, z / n])),
    triangles: Uint32Array.from(left),
  };
}

export function packaged(name: string): TriangleMesh {
  const { positions, cells } = createRequire(import.meta.url)(name) as { positions: number[][]; cells: number[][] };
  return { positions: Float64Array.from(positions.flat()), triangles: Uint32Array.from(cells.flat()) };
}

/** A mesh of the shared data's folder. */
export async function readShared(folder: string, name: string): Promise<TriangleMesh> {
  return solidOf(await readMesh(readFileSync(`${folder}/${name}.obj`), { name: `${name}.obj` })).mesh;
}

/** Made up, with what is hard for a field. */
export const HARD_MESHES: Record<string, () => TriangleMesh> = {
  spike: spikeMesh,
  table: tableMesh,
  plate: plateMesh,
  'two boxes': twoBoxesMesh,
  'hollow box': hollowBoxMesh,
};

/** Names of the shared data's meshes. */
export const SHARED_NAMES = ['cow', 'diku', 'funnel', 'jack', 'knot', 'propella'] as const;
