// How steep a pile of cubes is, by their friction: poured onto the ground a few at a time, they come to rest as a cone.

import { atan2 } from '../../../src/math/portable.js';
import { Random } from '../../../src/math/random.js';
import type { Addition, Scene, SceneBody } from '../../../src/scene/scene.js';
import type { RunSoFar, Study } from '../study.js';

const EDGE = 0.2;
/** Cubes that fall together, and how often. */
const AT_ONCE = 4;
const PAUSE = 0.25;
const COUNT = 80;
/** From where they fall, and how far off the middle at the most [m]. */
const DROP = 1.6;
const SPREAD = 0.22;

function scene({ friction }: Readonly<Record<string, unknown>>, { seed }: { seed: number }): Scene {
  const random = new Random(seed);
  const additions: Addition[] = Array.from({ length: COUNT / AT_ONCE }, (_, i) => ({
    at: i * PAUSE,
    bodies: Array.from({ length: AT_ONCE }, (_, k) => cube(i * AT_ONCE + k, k, random)),
  }));
  return {
    drystone: 1,
    name: 'pile',
    materials: { default: { friction: friction as number } },
    bodies: [{ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] }],
    additions,
    seconds: (COUNT / AT_ONCE) * PAUSE + 2,
  };
}

/** One above the other, turned by chance. */
function cube(index: number, level: number, random: Random): SceneBody {
  const [x, z] = [random.uniform(-SPREAD, SPREAD), random.uniform(-SPREAD, SPREAD)];
  const [a, b, c, d] = Array.from({ length: 4 }, () => random.uniform(-1, 1));
  return {
    name: `cube-${index}`,
    position: [x, DROP + 2 * EDGE * level, z],
    orientation: [a, b, c, d + 1.1],
    shapes: [{ kind: 'box', size: [EDGE, EDGE, EDGE] }],
  };
}

function cubesOf({ world }: RunSoFar): (readonly number[])[] {
  return [...world.bodies()].filter(({ kind }) => kind === 'rigid').map(({ position }) => position);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The angle of the cone of the same mean height and mean square radius. Of a cone of height H and radius R, points are at H/4 and at
 * 3/10 R^2 in the mean; the height of a cube that lies on the ground counts as 0 [degrees].
 */
function angle(run: RunSoFar): number {
  const places = cubesOf(run);
  const height = 4 * Math.max(0, mean(places.map(([, y]) => y)) - EDGE / 2);
  const [cx, cz] = [mean(places.map(([x]) => x)), mean(places.map(([, , z]) => z))];
  const radius = Math.sqrt((10 / 3) * mean(places.map(([x, , z]) => (x - cx) * (x - cx) + (z - cz) * (z - cz))));
  return (atan2(height, radius) * 180) / Math.PI;
}

export const angleOfRepose: Study = {
  sweep: 1,
  name: 'angle-of-repose',
  description: 'Friction against the angle of repose of a pile: 80 cubes, poured onto the ground.',
  scene,
  parameters: { friction: { values: [0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1] } },
  repetitions: 4,
  measures: {
    angle,
    height: (run) => Math.max(...cubesOf(run).map(([, y]) => y)) + EDGE / 2,
    kineticEnergy: 'kineticEnergy.end',
  },
  keep: 'extremes',
};
