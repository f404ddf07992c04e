// Random crowds in a room of 2 m, of shapes of every kind, and how deep they are in each other.

import type { Vec3, WorldOptions } from '../../src/index.js';
import { METHODS, Random, World } from '../../src/index.js';
import type { ShapeDescriptor } from '../../src/shapes/shape-kinds.js';
import { type Gap, visitGaps } from '../physics/gaps.js';

const METHOD_NAMES = Object.keys(METHODS) as (keyof typeof METHODS)[];
const KINDS = ['sphere', 'box', 'capsule', 'hull', 'cylinder', 'two'] as const;
type Kind = (typeof KINDS)[number] | 'mesh';

/** The convex parts of a mesh like an L, and the mesh. */
const block = (x: [number, number], y: [number, number]): Vec3[] =>
  x.flatMap((i) => y.flatMap((j) => [-0.08, 0.08].map((k): Vec3 => [i, j, k])));
const MESHES = { ell: [block([-0.08, 0.2], [-0.08, -0.04]), block([-0.08, -0.04], [-0.04, 0.2])] };
const PROFILE = [
  [-0.08, -0.08],
  [0.2, -0.08],
  [0.2, -0.04],
  [-0.04, -0.04],
  [-0.04, 0.2],
  [-0.08, 0.2],
];

function ellMesh() {
  const vertices = [-0.08, 0.08].flatMap((z) => PROFILE.flatMap(([x, y]) => [x, y, z]));
  const triangles = [1, 2, 3, 4].flatMap((i) => [0, i + 1, i, 6, i + 6, i + 7]);
  for (let i = 0; i < 6; i++) {
    const k = (i + 1) % 6;
    triangles.push(i, k, k + 6, i, k + 6, i + 6);
  }
  return { vertices, triangles };
}

export interface Crowd {
  world: World;
  dt: number;
  method: string;
}

/** The crowd of a seed, of up to 20 bodies of up to `fastest` [m/s]; the seed also says of these methods which. */
export function makeCrowd(
  seed: number,
  fastest: number,
  { methods = METHOD_NAMES, ...options }: Omit<WorldOptions, 'stepper' | 'settings'> & { methods?: typeof METHOD_NAMES } = {},
): Crowd {
  const random = new Random(seed);
  const some = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.uniform(0, list.length))];
  const method = pick(methods);
  const [gravity, restitution, friction] = [pick([0, 0, -9.81]), pick([0, 0.3, 0.8, 1]), pick([0, 0.3, 1])];
  const world = new World({ ...options, stepper: METHODS[method], settings: { gravity: [0, gravity, 0] } });
  world.createMaterial('default', { restitution, friction });
  world.createMesh('ell', ellMesh());
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const place = (k: number) => (k === axis ? 1.1 * side : 0);
      const extent = (k: number) => (k === axis ? 0.2 : 2.4);
      const shapes: ShapeDescriptor[] = [{ kind: 'box', size: [extent(0), extent(1), extent(2)] }];
      world.createBody({ kind: 'fixed', position: [place(0), place(1), place(2)], shapes });
    }
  }
  const count = Math.floor(random.uniform(2, 20));
  const speed = 0.5 * (fastest / 0.5) ** random.uniform(0, 1);
  const kinds: readonly Kind[] =
    random.uniform(0, 1) < 0.3 ? ['sphere', 'box', 'capsule', 'hull', 'cylinder', 'mesh', 'two'] : KINDS;
  for (let i = 0; i < count; i++) {
    const kind = pick(kinds);
    const shapes = shapesOf(kind, random.uniform(0.05, 0.17), random, some);
    const at = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)].map((k) => 0.6 * (k - 1)) as Vec3;
    world.createBody({
      name: `${kind}-${i}`,
      position: at,
      velocity: some(speed),
      angularVelocity: some(pick([0, 3, 20])),
      orientation: [...some(1), random.uniform(0.1, 1)],
      shapes,
    });
  }
  return { world, dt: pick([1 / 60, 1 / 100, 1 / 240]), method };
}

function shapesOf(kind: Kind, size: number, random: Random, some: (size: number) => Vec3): ShapeDescriptor[] {
  if (kind === 'sphere') return [{ kind, radius: size }];
  if (kind === 'box') return [{ kind, size: [size, size * random.uniform(0.3, 1.5), size * random.uniform(0.3, 1.5)] }];
  if (kind === 'capsule') return [{ kind, radius: 0.4 * size, length: size }];
  if (kind === 'cylinder') return [{ kind, radius: size, height: size * random.uniform(0.4, 1) }];
  if (kind === 'hull') return [{ kind, points: Array.from({ length: 9 }, () => some(size)) }];
  if (kind === 'mesh') return [{ kind, mesh: 'ell' }];
  return [
    { kind: 'sphere', radius: 0.5 * size, position: [0.5 * size, 0, 0] },
    { kind: 'box', size: [size, 0.5 * size, 0.5 * size], position: [-0.5 * size, 0, 0] },
  ];
}

/** The deepest of all pairs at the end of any step, as a share of the half thickness of the thinner part [1]. */
export function deepestShare(
  world: World,
  step: () => void,
  steps: number,
  options: Parameters<typeof visitGaps>[3] = { meshes: MESHES },
): { share: number; pair: string } {
  let deepest = { share: 0, pair: 'none' };
  for (let i = 0; i < steps; i++) {
    step();
    const note = ({ a, b, gap }: Gap) => {
      const share = -gap / Math.min(a.thickness, b.thickness);
      if (share > deepest.share)
        deepest = { share, pair: `${a.body.name ?? a.body.kind}, ${b.body.name ?? b.body.kind}, step ${i}` };
    };
    visitGaps(world, 0, note, options);
  }
  return deepest;
}
