// Cost and benefit of a contact tree against its depth: its error, its memory, and the number of contacts it gives.

import { cowMesh } from '../../../scenes/meshes/cow.js';
import { knotMesh } from '../../../scenes/meshes/tubes.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import { Random } from '../../../src/math/random.js';
import { axisAngle } from '../../../src/math/vector.js';
import { makeMesh } from '../../../src/mesh/make-mesh.js';
import { World } from '../../../src/world.js';
import { processorTime } from '../../machine.js';
import { drawChart, short } from '../../page/charts.js';
import { defineEntry } from '../entry.js';

/** `parts`: the mesh's size divided by the allowed error [1]. */
type Options = { readonly mesh: 'cow' | 'knot'; readonly parts: number };
type Result = {
  readonly depth: number;
  readonly cells: number;
  readonly bytes: number;
  /** Memory of a uniform grid with cells as small as the smallest of the tree. */
  readonly gridBytes: number;
  readonly buildMs: number;
  /** Errors relative to the size: the allowed one, and the largest at random points near the surface [1]. */
  readonly allowed: number;
  readonly measured: number;
  /** Contacts of two such bodies pressed into each other, with an unlimited budget; time of their detection [ms]. */
  readonly contacts: number;
  readonly narrowMs: number;
};

const MESHES = { cow: () => cowMesh(1), knot: () => knotMesh(0.5, 0.1) };
/** Number of points at which the field is compared with the exact distance. */
const POINTS = 4000;
/** Smallest depth by which two bodies are pressed into each other [m]. */
const PRESSED = 0.02;
/** Number of timed detections of the pair. */
const TIMES = 5;

export const treeDepth = defineEntry<Options, Result>({
  name: 'contact-trees-depth',
  paper: 'contact-trees',
  title: 'Error, memory and contacts of contact trees against their depth',
  published:
    'The octree is refined "until each cell\'s local trilinear interpolation of the distance field has an error less than eps_s", up to a maximum depth; contacts of "large flat polygonal regions" are found "in a time and memory efficient manner". The abstract has no numbers.',
  sizes: {
    full: 'Trees of a cow and of a knot, 1 m in size, at errors from 1/16 to 1/512 of that.',
    quick: 'Trees of a cow and of a knot, 1 m in size, at errors from 1/16 to 1/128 of that.',
  },
  plan: (size) =>
    (['cow', 'knot'] as const).flatMap((mesh) =>
      (size === 'quick' ? [16, 32, 64, 128] : [16, 32, 64, 128, 256, 512]).map((parts) => ({
        id: `${mesh}-${parts}`,
        options: { mesh, parts },
        seconds: 1 + (parts * parts) / 80000,
      })),
    ),
  async run({ mesh: name, parts }) {
    const { vertices, triangles } = MESHES[name]();
    const mesh = makeMesh(vertices, triangles);
    const start = processorTime();
    const tree = ContactTree.build(mesh, { error: 1 / parts });
    const buildMs = processorTime() - start;
    const side = 2 ** tree.depth + 1;
    return {
      depth: tree.depth,
      cells: tree.cellCount,
      bytes: tree.byteLength,
      gridBytes: 4 * side * side * side,
      buildMs: short(buildMs),
      allowed: 1 / parts,
      measured: short(measureError(tree)),
      ...pressTogether(tree, 1 / parts),
    };
  },
  present(runs) {
    const names = [...new Set(runs.map(({ options }) => options.mesh))];
    const chart = (name: string, caption: string, y: string, pick: (result: Result) => number) =>
      drawChart({
        name,
        caption,
        x: { label: 'depth' },
        y: { label: y, isLogarithmic: true },
        series: names.map((mesh) => ({
          name: mesh,
          points: runs
            .filter(({ options }) => options.mesh === mesh)
            .map(({ result }): [number, number] => [result.depth, pick(result)]),
          look: 'both' as const,
        })),
        height: 240,
      });
    return {
      blocks: [
        {
          kind: 'table',
          name: 'trees',
          caption:
            "Trees at ever smaller errors; lengths in metres. The grid has the tree's finest cells everywhere, in single precision.",
          data: {
            columns: [
              'mesh',
              'allowed error',
              'largest error found',
              'depth',
              'cells',
              'kB',
              'grid / tree',
              'build [ms]',
              'contacts of a pair',
              'detection [ms]',
            ],
            rows: runs.map(({ options, result }) => [
              options.mesh,
              result.allowed,
              result.measured,
              result.depth,
              result.cells,
              result.bytes / 1000,
              result.gridBytes / result.bytes,
              result.buildMs,
              result.contacts,
              result.narrowMs,
            ]),
          },
        },
        chart('error', 'The largest error at random points inside or near the surface.', 'error [m]', ({ measured }) => measured),
        chart('memory', 'Memory of the tree.', 'memory [kB]', ({ bytes }) => bytes / 1000),
        chart(
          'contacts',
          'Contacts of two such bodies pressed into each other, with room for all.',
          'contacts',
          ({ contacts }) => contacts,
        ),
      ],
      remark:
        'The abstract has no numbers to set ours against. Errors stay below what is allowed; memory grows two to three times a level, where that of a grid grows eight times. Contacts of a pair are few while cells are coarse, because samples that say the same are merged, and become more as pieces of surface become smaller; a world keeps 16 of them unless told otherwise.',
    };
  },
});

/** The largest difference from the exact distance at random points inside or within the margin [m]. */
function measureError(tree: ContactTree): number {
  const random = new Random(5);
  const { bounds, margin } = tree;
  let worst = 0;
  for (let found = 0; found < POINTS; ) {
    const [x, y, z] = [0, 1, 2].map((k) => random.uniform(bounds[k] - margin, bounds[3 + k] + margin));
    const exact = tree.exact.signedDistance(x, y, z);
    if (Math.abs(exact) > margin) continue;
    found++;
    worst = Math.max(worst, Math.abs(tree.distance(x, y, z) - exact));
  }
  return worst;
}

/** Detects two bodies of the mesh, the upper one rotated and moved a little into the lower one. */
function pressTogether(tree: ContactTree, error: number): { contacts: number; narrowMs: number } {
  const world = new World({ settings: { 'mesh.maxContacts': 4096, 'detection.coherence': 'off' } });
  world.createMesh('mesh', { vertices: tree.mesh.positions, triangles: tree.mesh.triangles, error });
  const height = tree.bounds[4] - tree.bounds[1];
  const shapes = [{ kind: 'mesh', mesh: 'mesh' }] as const;
  const lower = world.createBody({ kind: 'fixed', shapes });
  const upper = world.createBody({ position: [0, height, 0], orientation: axisAngle([0, 1, 0], 1.3), shapes });
  for (let y = height; y > 0 && world.measurePenetration() < PRESSED; y -= PRESSED / 4) upper.position = [0, y, 0];
  const start = processorTime();
  for (let i = 0; i < TIMES; i++) world.detect();
  const narrowMs = (processorTime() - start) / TIMES;
  const edge = world.graph.edgeBetween(lower, upper);
  return { contacts: edge?.contacts.length ?? 0, narrowMs: short(narrowMs) };
}
