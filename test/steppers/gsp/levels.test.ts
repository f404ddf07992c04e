// Holding goes level by level. Bodies of one level do not touch each other, and it makes no difference in which order they are held.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../../scenes/index.js';
import type { Detection } from '../../../src/detection/detection.js';
import { METHODS, Random, World } from '../../../src/index.js';
import { fillWorld } from '../../../src/scene/build-world.js';
import type { State } from '../../../src/state/state.js';
import { findSupports, SupportGraph } from '../../../src/steppers/gsp/support/support-graph.js';
import type { Stepper } from '../../../src/steppers/stepper.js';
import type { Schema } from '../../../src/table/table.js';
import { Table } from '../../../src/table/table.js';
import { lookingOn, makeLadenPlate, makePile } from './pile.js';

const MAKERS: Record<string, (stepper: Stepper) => World> = {
  'a pile': (stepper) => makePile(stepper, 1, 60),
  'another pile': (stepper) => makePile(stepper, 2, 60),
  'a laden plate': makeLadenPlate,
  'a wall': (stepper) => makeScene(stepper, 'wall', { courses: 6, length: 6, noise: 0.001 }),
  'a pyramid': (stepper) => makeScene(stepper, 'pyramid', { base: 6 }),
  'a lintel': (stepper) => makeScene(stepper, 'lintel'),
  'a tower': (stepper) => makeScene(stepper, 'tower', { layers: 4, noise: 0.001 }),
};

function makeScene(stepper: Stepper, name: string, options = {}): World {
  const world = new World({ stepper });
  fillWorld(world, SCENES[name].make({ seed: 1, ...options }));
  return world;
}

/** The levels of an island, from the ground up, each a list of bodies. */
function levelsOf({ order, levels, islands }: Pick<SupportGraph, 'order' | 'levels' | 'islands'>, island: number): Int32Array[] {
  const { firstBody, bodyCount } = levels.columns;
  const first = islands.columns.firstLevel[island];
  return Array.from({ length: islands.columns.levelCount[island] }, (_, i) =>
    order.columns.body.subarray(firstBody[first + i], firstBody[first + i] + bodyCount[first + i]),
  );
}

function checkLevels(support: SupportGraph, { groups, bodies, graph }: Detection, island: number): number {
  const { firstBody, bodyCount, firstEdge, edgeCount } = groups.list[island];
  const levels = levelsOf(support, island);
  const levelOf = new Map(levels.flatMap((rows, level) => [...rows].map((row) => [row, level] as const)));
  const members = groups.movers.columns.member.subarray(firstBody, firstBody + bodyCount);
  expect([...levels.flatMap((rows) => [...rows])].sort()).toEqual([...members].sort());
  expect(levels.every((rows) => rows.length > 0)).toBe(true);
  const { mover, inverseMass } = bodies.nodes.columns;
  const { rank } = support.standing.columns;
  for (const edge of groups.edges.columns.member.subarray(firstEdge, firstEdge + edgeCount)) {
    const [a, b] = [0, 1].map((side) => mover[graph.edges.columns.nodes[2 * edge + side]]);
    if (inverseMass[a] === 0 || inverseMass[b] === 0 || a === b) continue;
    // Who asks is above who is asked.
    expect(Math.sign((levelOf.get(a) as number) - (levelOf.get(b) as number))).toBe(Math.sign(rank[a] - rank[b]));
  }
  return levels.length;
}

describe.each(Object.entries(MAKERS))('%s', (_, make) => {
  it('has levels whose bodies do not touch each other, and which hold each body once', () => {
    const supports = new Map<State, SupportGraph>();
    let most = 0;
    const world = make(
      lookingOn((detection, state) => {
        const support = supports.get(state) ?? new SupportGraph(state.memory);
        supports.set(state, support);
        findSupports(support, detection, state.settings.gravity);
        for (let i = 0; i <= detection.groups.count; i++) most = Math.max(most, checkLevels(support, detection, i));
      }),
    );
    for (let step = 0; step < 10; step++) world.step(0.01);
    expect(most).toBeGreaterThan(1);
  });

  it('takes the same steps, in whatever order the bodies of a level are held', () => {
    const shuffled: Shuffled = { count: 0 };
    const plain = make(METHODS.gsp);
    const mixed = make(shuffling(shuffled));
    for (let step = 0; step < 40; step++) {
      plain.step(0.01);
      mixed.step(0.01);
      expect(mixed.hash()).toBe(plain.hash());
    }
    expect(shuffled.count).toBeGreaterThan(10);
  });
});

interface Shuffled {
  /** Bodies that have come to another place in their level. */
  count: number;
}

/** The method, which in every step finds the bodies of each level in another order. */
function shuffling(shuffled: Shuffled): Stepper {
  const random = new Random(7);
  return {
    ...METHODS.gsp,
    make(site) {
      const { method, support } = makeLaidOpen(site);
      return {
        ...method,
        begin(dt) {
          method.begin(dt);
          for (let i = 0; i <= site.detection.groups.count; i++) {
            for (const rows of levelsOf(support, i)) shuffled.count += shuffle(rows, random);
          }
        },
      };
    },
  };
}

/** The method at work, and the tables of its support graph, known by their columns among those that it makes in the memory. */
function makeLaidOpen(site: Parameters<Stepper['make']>[0]) {
  const { memory } = site.state;
  const tables: Table<Schema>[] = [];
  const register = memory.register.bind(memory);
  memory.register = (holder) => {
    if (holder instanceof Table) tables.push(holder);
    register(holder);
  };
  const method = METHODS.gsp.make(site);
  memory.register = register;
  const find = (...columns: string[]) =>
    tables.find(({ schema }) => Object.keys(schema).length === columns.length && columns.every((each) => each in schema));
  const support = {
    order: find('body', 'path', 'open'),
    levels: find('firstBody', 'bodyCount'),
    islands: find('firstBody', 'bodyCount', 'firstLevel', 'levelCount'),
  } as unknown as SupportGraph;
  return { method, support };
}

/** Returns how many have come to another place. */
function shuffle(rows: Int32Array, random: Random): number {
  const before = rows.slice();
  for (let i = rows.length - 1; i > 0; i--) {
    const k = Math.floor(random.uniform(0, i + 1));
    [rows[i], rows[k]] = [rows[k], rows[i]];
  }
  return rows.filter((row, i) => row !== before[i]).length;
}
