// A load on a scale: what presses on the plate below it must be its weight. A method that props a stack up, instead of letting it
// carry itself, shows here.

import { oneOf, refuse } from '../src/input/fields.js';
import type { Scene, SceneBody } from '../src/scene/scene.js';
import type { World } from '../src/world.js';
import { column } from './column.js';
import { heavyColumn } from './heavy-on-light.js';
import type { About, SceneOptions } from './parts.js';
import { EDGE, fixture, stoneScene } from './parts.js';
import { ringReach, towerBricks } from './tower.js';

export interface ScaleOptions extends SceneOptions {
  /** What is weighed. */
  load?: keyof typeof LOADS;
}

/** What can be weighed, and how wide it is [m]. */
const LOADS = {
  boxes: () => ({ stones: column(10), width: EDGE }),
  'heavy-on-light': () => ({ stones: heavyColumn(1000), width: EDGE }),
  'roof-tower': () => ({ stones: towerBricks(40, 20, 0, 0), width: 2 * ringReach(20, 0) }),
};

export const about: About<ScaleOptions> = {
  name: 'scale',
  description: 'A stack of ten boxes on the plate of a scale.',
  source: 'not in the papers; whether a stack is felt to weigh, velocity-based shock propagation, section 4',
  options: {
    load: oneOf(
      'What is weighed: ten boxes, the same with the top one 1000 times as heavy, or 40 rings of 20 bricks',
      Object.keys(LOADS),
    ),
  },
};

/** How far the plate reaches beyond the load [m]. */
const RIM = 0.5;
const PLATE_HEIGHT = 0.5;

export function scale({ load = 'boxes' }: ScaleOptions): Scene {
  const { stones, width } = LOADS[load]();
  const side = width + 2 * RIM;
  const plate = fixture('plate', [{ kind: 'box', size: [side, PLATE_HEIGHT, side] }], [0, PLATE_HEIGHT / 2, 0]);
  return stoneScene(about, [plate, ...stones.map(liftOntoPlate)]);
}

function liftOntoPlate(stone: SceneBody): SceneBody {
  const [x, y, z] = stone.position ?? [0, 0, 0];
  return { ...stone, position: [x, y + PLATE_HEIGHT, z] };
}

/**
 * What presses down on the body of that name, by the impulses of its contacts in the last step, which took `dt` [s]. Of the plate, and of
 * any body in a stack, that is the weight of all that it carries while that is at rest [N].
 */
export function loadOn(world: World, name: string, dt: number): number {
  const body = world.find(name);
  if (body === undefined) return refuse('name', name, 'the name of a body in the world');
  const impulses = [...world.graph.edgesOf(body)].flatMap(({ a, contacts }) =>
    contacts.map(({ impulseOnA, impulseOnB }) => (a === body.id ? impulseOnA : impulseOnB)),
  );
  return impulses.reduce((load, [, y]) => load + Math.max(0, -y), 0) / dt;
}
