// What the tests of contact groups are built from: piles, and a scheduler that steps each of them as a group.

import type { BodyDescriptor, Scheduler } from '../../../src/index.js';
import { METHODS, Random, World } from '../../../src/index.js';
import type { MethodName } from '../../../src/methods.js';
import { Groups } from '../../../src/schedulers/groups/groups.js';
import type { Settings } from '../../../src/settings.js';
import type { State } from '../../../src/state/state.js';

/** A power of two: the sum of steps of any length is then exact. */
export const DT = 1 / 128;
/** Where piles are [m]: two on the ground, one on a lift. */
export const PLACES = [0, 40, 80];

export function scheduled(advance: Scheduler['advance'], tellsEvents = false): Scheduler {
  return { name: 'of a test', offers: ['second-detection'], advance, tellsEvents };
}

/** Boxes, balls and a composite about x [m], from y [m] on: they fall on each other, bounce, slide, and come to rest. */
export function addPile(world: World, x: number, y: number, seed: number): void {
  const random = new Random(seed);
  for (let i = 0; i < 5; i++) {
    world.createBody({
      name: `${x}-${i}`,
      position: [x + random.uniform(-0.3, 0.3), y + 0.4 + 0.6 * i, random.uniform(-0.3, 0.3)],
      shapes: [i % 3 === 1 ? { kind: 'sphere', radius: 0.3 } : { kind: 'box', size: [0.7, 0.5, 0.8] }],
    });
  }
  const members = [0, 1].map((k) =>
    world.createBody({ position: [x + 0.5 * k, y + 3.6, 0], shapes: [{ kind: 'box', size: [0.5, 0.4, 0.4] }] }),
  );
  world.createComposite({ name: `${x}-composite`, members });
}

/** A world with a ground, a lift and piles at some of the places. */
export function makePiles(
  method: MethodName,
  scheduler: Scheduler | undefined,
  places = PLACES,
  settings: Partial<Settings> = {},
): World {
  const world = new World({ stepper: METHODS[method], settings, ...(scheduler && { scheduler }) });
  world.createMaterial('default', { friction: 0.5, restitution: 0.2 });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  world.createBody({
    kind: 'scripted',
    name: 'lift',
    position: [80, 3, 0],
    shapes: [{ kind: 'box', size: [8, 1, 6] }],
    motion: { kind: 'oscillation', translation: [0.1, 0.2, 0], rotation: [0, 0.01, 0], frequency: 0.7 },
  });
  for (const x of places) addPile(world, x, x === 80 ? 3.5 : 0, 1 + x);
  return world;
}

/** The rows of the movers about x [m]. */
export function pileAt({ bodies }: State, x: number): number[] {
  const { inverseMass, mover, position } = bodies.nodes.columns;
  const rows = Array.from({ length: bodies.nodes.size }, (_, row) => row);
  return rows.filter((row) => inverseMass[row] > 0 && mover[row] === row && Math.abs(position[3 * row] - x) < 15);
}

/**
 * Steps of each pile as a group of its own that never falls apart, `parts` in a step of the world. `order` says which
 * pile comes first.
 */
export function inGroups(parts: number, order: (places: number[]) => number[] = (places) => places): Scheduler {
  let groups: Groups | undefined;
  const slots = new Map<number, number>();
  return scheduled((stages, dt) => {
    groups ??= new Groups(stages, Number.POSITIVE_INFINITY);
    for (const x of PLACES) {
      const rows = slots.has(x) ? [] : pileAt(stages.state, x);
      if (rows.length > 0) slots.set(x, groups.found(rows));
    }
    for (const x of order([...slots.keys()])) {
      const begin = groups.states.timeOf(slots.get(x) as number);
      for (let k = 1; k <= parts; k++) {
        const slot = slots.get(x) as number;
        slots.set(x, groups.step(slot, dt / parts, k === parts ? begin + dt : begin + (k * dt) / parts));
        groups.release(slot);
      }
    }
    for (const slot of slots.values()) groups.states.restore(slot);
  });
}

export function box(position: [number, number, number], size = 1, more: Partial<BodyDescriptor> = {}): BodyDescriptor {
  return { position, shapes: [{ kind: 'box', size: [size, size, size] }], ...more };
}
