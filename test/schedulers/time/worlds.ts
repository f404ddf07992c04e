// Worlds in which bodies fly freely between collisions, and the schedulers that must agree on them.

import type { HistoryOptions, Scheduler, TimeScheduler } from '../../../src/index.js';
import { makeConservative, makeRetroactive, makeTimeWarp, Random, World } from '../../../src/index.js';
import type { Settings } from '../../../src/settings.js';
import type { ShapeDescriptor } from '../../../src/shapes/shape-kinds.js';

/** Every scheduler of time; `adversarial` ones take events in an order that is as wrong as can be. */
export function allSchedulers(window = 0.05): Record<string, TimeScheduler> {
  return {
    retroactive: makeRetroactive(),
    conservative: makeConservative(),
    'conservative by exact times': makeConservative({ bounds: 'exact' }),
    timewarp: makeTimeWarp(),
    'timewarp, events at random': adversarial(window, 3),
    'timewarp, the fourth event first': makeTimeWarp({ window, pick: () => 3 }),
  };
}

export function adversarial(window: number, seed: number): TimeScheduler {
  const random = new Random(seed);
  return makeTimeWarp({ window, pick: (count) => random.uniform(0, count) });
}

export function emptyWorld(
  scheduler: Scheduler | TimeScheduler,
  restitution = 1,
  friction = 0,
  settings: Partial<Settings> = {},
  history?: HistoryOptions,
) {
  const world = new World({ scheduler, history, settings: { gravity: [0, 0, 0], ...settings } });
  world.createMaterial('default', { restitution, friction });
  return world;
}

/** Six walls about a room of this size [m]. */
export function addRoom(world: World, size: number): void {
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-1, 1]) {
      const position: [number, number, number] = [0, 0, 0];
      position[axis] = side * (size / 2 + 0.1);
      const extents: [number, number, number] = [size + 0.4, size + 0.4, size + 0.4];
      extents[axis] = 0.2;
      world.createBody({ kind: 'fixed', position, shapes: [{ kind: 'box', size: extents }] });
    }
  }
}

/** Bodies on a lattice in a room of 1 m, each with a velocity and a spin of its own. */
export function addLattice(world: World, side: number, seed: number, shapesOf: (i: number) => ShapeDescriptor[]): void {
  const random = new Random(seed);
  const some = (most: number) => random.uniform(-most, most);
  for (let i = 0; i < side ** 3; i++) {
    const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)].map((k) => (k + 0.5) / side - 0.5);
    world.createBody({
      position: [place[0], place[1], place[2]],
      velocity: [some(1), some(1), some(1)],
      angularVelocity: [some(5), some(5), some(5)],
      shapes: shapesOf(i),
    });
  }
}

/** Sum of all linear momenta [kg m/s]. */
export function momentumOf(world: World): number[] {
  const sum = [0, 0, 0];
  for (const body of world.bodies()) {
    if (body.kind !== 'rigid') continue;
    for (let k = 0; k < 3; k++) sum[k] += body.mass * body.velocity[k];
  }
  return sum;
}
