// Figure 1 of contact trees: a mesh, two levels of its contact tree, and a simulation.

import { bunnyMesh } from '../../../scenes/meshes/bunny.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import { OCTANTS, PIECE, PIECE_SIZE } from '../../../src/distance-field/tree-layout.js';
import type { Vec3 } from '../../../src/math/vector.js';
import { axisAngle, transformPoint } from '../../../src/math/vector.js';
import { makeMesh } from '../../../src/mesh/make-mesh.js';
import { World } from '../../../src/world.js';
import { short } from '../../page/charts.js';
import type { DrawnShape, Face } from '../drawing/picture.js';
import { drawShapes } from '../drawing/picture.js';
import { defineEntry } from '../entry.js';
import { drawPanels } from '../panels.js';

type Options = { readonly levels: readonly number[]; readonly steps: number; readonly bodies: number };
type Result = {
  /** Vertices [m] and triangles of the mesh. */
  readonly vertices: number[];
  readonly triangles: number[];
  /** Bounding balls of the surface pieces of each level: centre and radius [m]. */
  readonly levels: { readonly level: number; readonly spheres: number[] }[];
  readonly counts: { readonly level: number; readonly cells: number; readonly withSurface: number; readonly error: number }[];
  /** Poses of the bodies at the end: position and orientation. */
  readonly poses: number[][];
  readonly contacts: number;
};

const FROM: Vec3 = [0.5, 0.35, 1];

export const treeLevels = defineEntry<Options, Result>({
  name: 'contact-trees-figure-1',
  paper: 'contact-trees',
  title: 'Figure 1: levels of a contact tree',
  published: 'Figure 1: "Base mesh, two levels of contact trees, and a simulation." The text has the caption alone.',
  sizes: {
    full: 'The bunny of the scene mesh-zoo at an error of 1/64 of its size, levels 3 and 5, and three bunnies dropped onto each other for 1.5 s.',
    quick:
      'The bunny of the scene mesh-zoo at an error of 1/64 of its size, levels 3 and 5, and three bunnies dropped onto each other for 1.5 s.',
  },
  plan: () => [{ id: 'levels', options: { levels: [3, 5], steps: 150, bodies: 3 }, seconds: 8 }],
  async run({ levels, steps, bodies }, task) {
    const { vertices, triangles } = bunnyMesh(1);
    const mesh = makeMesh(vertices, triangles);
    const tree = ContactTree.build(mesh, { error: 1 / 64 });
    const found = walkLevels(tree);
    const { poses, contacts } = await simulate(tree, bodies, steps, (share) => task.pulse(share));
    return {
      vertices: Array.from(mesh.positions, (value) => Number(value.toFixed(4))),
      triangles: Array.from(mesh.triangles),
      levels: levels.map((level) => ({ level, spheres: found[level]?.spheres ?? [] })),
      counts: found
        .map(({ cells, spheres, error }, level) => ({ level, cells, withSurface: spheres.length / 4, error: short(error) }))
        .slice(1),
      poses,
      contacts,
    };
  },
  present(runs) {
    const { vertices, triangles, levels, counts, poses, contacts } = runs[0].result;
    const bounds = boundsOfPoints(vertices);
    const camera = { from: FROM, bounds, width: 300, height: 300 };
    const still = facesOf(vertices, triangles, [0, 0, 0, 0, 0, 0, 1], 0);
    const fallen = poses.flatMap((pose, i) => facesOf(vertices, triangles, pose, i));
    const all = boundsOfPoints(fallen.flatMap(({ corners }) => corners.flat()));
    const panels: [string, string][] = [
      [`mesh, ${triangles.length / 3} triangles`, drawShapes([], camera, still)],
      ...levels.map(({ level, spheres }): [string, string] => [
        `level ${level}, ${spheres.length / 4} pieces`,
        drawShapes(ballsOf(spheres), camera),
      ]),
      [`simulation, ${contacts} contacts`, drawShapes([], { ...camera, bounds: all }, fallen)],
    ];
    return {
      blocks: [
        {
          kind: 'figure',
          name: 'figure-1',
          caption:
            'Figure 1: the mesh, the spheres about the pieces of surface of cuts through the tree at two levels, and bodies of that mesh at rest.',
          svg: drawPanels(panels),
          key: [],
          data: {
            columns: ['level', 'x [m]', 'y [m]', 'z [m]', 'radius [m]'],
            rows: levels.flatMap(({ level, spheres }) =>
              Array.from({ length: spheres.length / 4 }, (_, i) => [level, ...spheres.slice(4 * i, 4 * i + 4)]),
            ),
          },
        },
        {
          kind: 'table',
          name: 'levels',
          caption:
            "Cells of each level, the pieces of surface of a cut there, which has the leaves above it too, and by how much interpolation in a cell with surface may be off at the most, in parts of a bunny's height.",
          data: {
            columns: ['level', 'cells', 'pieces of the cut', 'largest error'],
            rows: counts.map(({ level, cells, withSurface, error }) => [level, cells, withSurface, error]),
          },
        },
      ],
      remark:
        "The paper's mesh is not named, so ours is a bunny of our own. Spheres of ours are about the piece of surface in a cell and not about the whole cell, which is tighter; the deeper the level, the closer they follow the mesh.",
    };
  },
});

interface Level {
  cells: number;
  readonly spheres: number[];
  error: number;
}

/**
 * The cut through the tree at each level, from the root at level 0: its cells, and the surface pieces of them and of
 * leaves above.
 */
function walkLevels({ columns: { links, pieceOfGroup, pieces, errors } }: ContactTree): Level[] {
  const levels: Level[] = [{ cells: 1, spheres: [], error: 0 }];
  let groups = [0];
  /** Surface pieces of leaves of the levels above, which are part of every cut below them. */
  const leaves: number[] = [];
  while (groups.length > 0) {
    const level: Level = { cells: OCTANTS * groups.length, spheres: [...leaves], error: 0 };
    const below: number[] = [];
    for (const group of groups) {
      for (let node = OCTANTS * group; node < OCTANTS * (group + 1); node++) {
        const link = links[node];
        if (link > 0) below.push(link);
        const piece = link > 0 ? pieceOfGroup[link] : -1 - link;
        if (piece < 0 || link === 0) continue;
        const k = PIECE_SIZE * piece + PIECE.sphere;
        const sphere = Array.from(pieces.subarray(k, k + 4), (value) => Number(value.toFixed(4)));
        level.spheres.push(...sphere);
        if (link < 0) leaves.push(...sphere);
        level.error = Math.max(level.error, errors[node]);
      }
    }
    levels.push(level);
    groups = below;
  }
  return levels;
}

async function simulate(
  tree: ContactTree,
  count: number,
  steps: number,
  pulse: (share: number) => Promise<void>,
): Promise<{ poses: number[][]; contacts: number }> {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  world.createMesh('bunny', { vertices: tree.mesh.positions, triangles: tree.mesh.triangles, error: 1 / 64 });
  const bodies = Array.from({ length: count }, (_, i) =>
    world.createBody({
      position: [0.45 * (i % 2), 0.1 + 1.15 * i, 0],
      orientation: axisAngle([0, 1, 0], 1.1 * i),
      shapes: [{ kind: 'mesh', mesh: 'bunny' }],
    }),
  );
  for (let step = 1; step <= steps; step++) {
    world.step(0.01);
    await pulse(step / steps);
  }
  return {
    poses: bodies.map(({ position, orientation }) => [...position, ...orientation].map(short)),
    contacts: world.report.contacts,
  };
}

function ballsOf(spheres: readonly number[]): DrawnShape[] {
  return Array.from({ length: spheres.length / 4 }, (_, i) => ({
    ball: spheres[4 * i + 3],
    pose: spheres.slice(4 * i, 4 * i + 3),
    tone: 2,
  }));
}

function facesOf(vertices: readonly number[], triangles: readonly number[], pose: readonly number[], tone: number): Face[] {
  const [x, y, z, qx, qy, qz, qw] = pose;
  const place = { position: [x, y, z] as Vec3, orientation: [qx, qy, qz, qw] as [number, number, number, number] };
  const corner = (i: number): Vec3 => transformPoint(place, [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]]);
  return Array.from({ length: triangles.length / 3 }, (_, i) => ({
    corners: [0, 1, 2].map((k) => corner(triangles[3 * i + k])),
    tone,
  }));
}

function boundsOfPoints(points: readonly number[]): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  points.forEach((value, i) => {
    bounds[i % 3] = Math.min(bounds[i % 3], value);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], value);
  });
  return bounds;
}
