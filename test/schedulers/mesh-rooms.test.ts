// Meshes that tumble in rooms of thin meshes, by fixed steps: how far their corners get into the walls, by plain geometry.

import { expect, it } from 'vitest';
import { type Body, METHODS, type Quat, Random, type Vec3, World } from '../../src/index.js';
import { boxMesh } from '../shapes/mesh-samples.js';

const DT = 1 / 60;
/** Half the width of a room, how far its walls reach, and half the thickness of an L [m]. */
const HALF = 1;
const REACH = 4;
const HALF_L = 0.02;
/** The deepest corner, as a share of the half thickness of what is thinner: two fifths, and what contacts leave [1]. */
const DEEPEST = 0.41;

const PROFILE = [[-0.08, -0.08], [0.2, -0.08], [0.2, -0.04], [-0.04, -0.04], [-0.04, 0.2], [-0.08, 0.2]] as const; // biome-ignore format: six corners
const CORNERS = [-0.08, 0.08].flatMap((z) => PROFILE.map(([x, y]): Vec3 => [x, y, z]));

/** An L of plates 4 cm thick: the prism over its profile. */
function makeL() {
  const ends = [1, 2, 3, 4].flatMap((i) => [0, i + 1, i, 6, i + 6, i + 7]);
  const sides = [0, 1, 2, 3, 4, 5].flatMap((i) => [i, (i + 1) % 6, ((i + 1) % 6) + 6, i, ((i + 1) % 6) + 6, i + 6]);
  return { vertices: CORNERS.flat(), triangles: [...ends, ...sides] };
}

function makeRoom(seed: number, method: keyof typeof METHODS): { world: World; bodies: Body[]; thickness: number } {
  const random = new Random(seed);
  const some = (most: number) => random.uniform(-most, most);
  const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
  world.createMaterial('default', { friction: 0.3, restitution: 0.3 });
  world.createMesh('L', makeL());
  const thickness = 10 ** random.uniform(-2.3, -1.3);
  for (let axis = 0; axis < 3; axis++) {
    const size = [0, 1, 2].map((k) => (k === axis ? thickness : REACH));
    world.createMesh(`wall-${axis}`, boxMesh(size[0], size[1], size[2]));
    for (const side of [-1, 1]) {
      const position = [0, 1, 2].map((k) => (k === axis ? side * (HALF + thickness / 2) : 0)) as Vec3;
      world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'mesh', mesh: `wall-${axis}` }] });
    }
  }
  const speed = 10 ** random.uniform(1, 2.5);
  const aim = [some(1), some(1), some(1)];
  const velocity = aim.map((x) => (speed * x) / Math.hypot(...aim)) as Vec3;
  const bodies = [-0.4, 0.4].map((x) => {
    const angularVelocity: Vec3 = [some(300), some(300), some(300)];
    const orientation: Quat = [some(1), some(1), some(1), 1];
    return world.createBody({
      position: [x, x, x],
      velocity,
      angularVelocity,
      orientation,
      shapes: [{ kind: 'mesh', mesh: 'L' }],
    });
  });
  return { world, bodies, thickness };
}

function turned([x, y, z, w]: Readonly<Quat>, [a, b, c]: Readonly<Vec3>): Vec3 {
  const [tx, ty, tz] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

it.each([
  [1, 'vsp'],
  [2, 'vsp'],
  [3, 'gsp'],
  [4, 'ncp'],
  [5, 'isp'],
] as const)('seed %i by %s: no corner gets half way through a wall', (seed, method) => {
  const { world, bodies, thickness } = makeRoom(seed, method);
  const thinner = Math.min(HALF_L, thickness / 2);
  let touched = 0;
  for (let step = 0; step < 25; step++) {
    world.step(DT);
    for (const { position, orientation } of bodies) {
      for (const corner of CORNERS) {
        turned(orientation, corner).forEach((x, k) => {
          const beyond = Math.abs(x + position[k]) - HALF;
          if (beyond > -1e-3) touched++;
          expect(beyond / thinner, `step ${step}`).toBeLessThan(DEEPEST);
        });
      }
    }
  }
  expect(touched).toBeGreaterThan(0);
});
