// Time is the scheduler's alone: islands that are stepped without each other, each at a time and with a step of its
// own, go the same way as they do together, by every method. Schedulers are defined here, by what the library gives to
// them.

import { describe, expect, it } from 'vitest';
import type { Body, BodyDescriptor, Scheduler, Stages, WorldEvent } from '../../src/index.js';
import { METHODS, Random, stepBodies, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';
import type { Settings } from '../../src/settings.js';
import { BodyMotion, putMotionBack, saveMotion } from '../../src/state/body-motion.js';
import type { State } from '../../src/state/state.js';
import { motion } from '../detection/contact-graph/parts.js';

/** A power of two: the sum of steps of any length is then exact. */
const DT = 1 / 128;
/** Steps of an island in a step of the world. */
const STEPS = 10;
const NAMES = Object.keys(METHODS) as MethodName[];
const OFFERS = ['second-detection'] as const;
/** Where piles are [m]: two on the ground, two on one lift. */
const GROUNDED = [0, 40];
const LIFTED = [80, 96];
const PLACES = [...GROUNDED, ...LIFTED];

/** Boxes, balls and a composite about x [m], from y [m] on: they fall on each other, bounce, slide, and come to rest. */
function addPile(world: World, x: number, y: number, seed: number): void {
  const random = new Random(seed);
  for (let i = 0; i < 6; i++) {
    world.createBody({
      name: `${x}-${i}`,
      position: [x + random.uniform(-0.3, 0.3), y + 0.4 + 0.6 * i, random.uniform(-0.3, 0.3)],
      shapes: [i % 3 === 1 ? { kind: 'sphere', radius: 0.3 } : { kind: 'box', size: [0.7, 0.5, 0.8] }],
    });
  }
  const members = [0, 1].map((k) =>
    world.createBody({ position: [x + 0.5 * k, y + 4.2, 0], shapes: [{ kind: 'box', size: [0.5, 0.4, 0.4] }] }),
  );
  world.createComposite({ name: `${x}-composite`, members });
}

/** A world with piles at some of the places, and the lift. */
function makeWorld(method: MethodName, scheduler: Scheduler, places = PLACES, settings: Partial<Settings> = {}): World {
  const world = new World({ stepper: METHODS[method], scheduler, settings: { 'detection.coherence': 'exact', ...settings } });
  world.createMaterial('default', { friction: 0.5, restitution: 0.2 });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  world.createBody({
    kind: 'scripted',
    name: 'lift',
    position: [88, 3, 0],
    shapes: [{ kind: 'box', size: [24, 1, 6] }],
    motion: { kind: 'oscillation', translation: [0.1, 0.2, 0], rotation: [0, 0.01, 0], frequency: 0.7 },
  });
  for (const x of places) addPile(world, x, LIFTED.includes(x) ? 3.5 : 0, 1 + x);
  return world;
}

/** The rows of the movers about x [m]. */
function pileAt({ bodies }: State, x: number): number[] {
  const { inverseMass, mover, position } = bodies.nodes.columns;
  const rows = Array.from({ length: bodies.nodes.size }, (_, row) => row);
  return rows.filter((row) => inverseMass[row] > 0 && mover[row] === row && Math.abs(position[3 * row] - x) < 8);
}

/** The rows of the bodies of some names. */
function pileRows({ bodies }: State, isChosen: (name: string) => boolean): number[] {
  return [...bodies.rowsByName].filter(([name]) => isChosen(name)).map(([, row]) => row);
}

function scheduled(advance: Scheduler['advance']): Scheduler {
  return { name: 'of a test', offers: OFFERS, advance };
}

/** All bodies together. */
const together = scheduled((stages, dt) => {
  for (let i = 0; i < STEPS; i++) stepBodies(stages, dt / STEPS);
});

/** One pile after the other, each through all its steps before the next is begun. */
const inTurn = scheduled((stages, dt) => {
  for (const x of [...PLACES].reverse()) {
    const movers = pileAt(stages.state, x);
    for (let i = 0; i < STEPS; i++) stepBodies(stages, dt / STEPS, movers);
  }
});

function push(world: World): void {
  (world.find(`${GROUNDED[1]}-3`) as Body).applyForce([3e4, 2e4, 1e4]);
  (world.find(`${LIFTED[0]}-2`) as Body).applyForce([0, 1e4, 2e4]);
}

/** What can be saved of the motion of some movers. */
function motionOf(state: State, rows: readonly number[]): BodyMotion[] {
  return rows.map((row) => {
    const saved = new BodyMotion();
    saveMotion(state, row, saved);
    return saved;
  });
}

function numbersOf(saved: readonly BodyMotion[]): number[][] {
  return saved.map(({ numbers, numberCount, integers, integerCount }) => [
    ...numbers.subarray(0, numberCount),
    ...integers.subarray(0, integerCount),
  ]);
}

describe.each(NAMES)('%s', (method) => {
  it('piles that are stepped one after the other go the same way as together, scripted bodies and forces included', () => {
    const whole = makeWorld(method, together);
    const parts = makeWorld(method, inTurn);
    for (let i = 0; i < 10; i++) {
      for (const world of [whole, parts]) {
        if (i % 3 === 1) push(world);
        world.step(STEPS * DT);
      }
      expect(motion(parts), `step ${i}`).toEqual(motion(whole));
      expect(parts.hash(), `step ${i}`).toBe(whole.hash());
    }
    expect(parts.report.contacts).toBeGreaterThan(10);
    expect(parts.report.groups).toBe(whole.report.groups);
    expect(parts.time).toBe(whole.time);
  });

  it('stacks at rest, stepped together and one after the other by turns, stay as they stay together', () => {
    const byTurns = scheduled((stages, dt) => {
      for (const x of GROUNDED) stepBodies(stages, dt / 2, pileAt(stages.state, x));
      stepBodies(stages, dt / 2);
    });
    const twice = scheduled((stages, dt) => {
      for (let i = 0; i < 2; i++) stepBodies(stages, dt / 2);
    });
    const [parts, whole] = [byTurns, twice].map((scheduler) => {
      const world = new World({ stepper: METHODS[method], scheduler });
      world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      for (const x of GROUNDED) {
        for (let i = 0; i < 3; i++) world.createBody({ position: [x, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
      }
      return world;
    });
    for (let i = 0; i < 40; i++) {
      for (const world of [parts, whole]) {
        if (i === 20) [...world.bodies()][6].applyForce([0, 5e4, 0]);
        if (i === 30) [...world.bodies()][2].applyImpulse([0, 0, 500]);
        world.step(2 * DT);
      }
      expect(parts.hash(), `step ${i}`).toBe(whole.hash());
    }
  });

  it('bodies that are not stepped do not change by a bit, nor do the forces on them, nor their contacts', () => {
    let looks = 0;
    const looking = scheduled((stages, dt) => {
      for (const x of PLACES) {
        const others = PLACES.filter((place) => place !== x).flatMap((place) => pileAt(stages.state, place));
        const before = numbersOf(motionOf(stages.state, others));
        const impulses = contactsOf(stages.state, x);
        for (let i = 0; i < STEPS; i++) stepBodies(stages, dt / STEPS, pileAt(stages.state, x));
        expect(numbersOf(motionOf(stages.state, others))).toEqual(before);
        expect(contactsOf(stages.state, x)).toEqual(impulses);
        looks++;
      }
    });
    const world = makeWorld(method, looking);
    for (let i = 0; i < 8; i++) {
      push(world);
      world.step(STEPS * DT);
    }
    expect(looks).toBe(8 * PLACES.length);
  });

  it('a pile that is stepped twice as finely, and the others, go as each would in a world of its own', () => {
    const fine = LIFTED[0];
    const mixed = scheduled((stages, dt) => {
      for (const x of PLACES) {
        const parts = x === fine ? 2 : 1;
        for (let i = 0; i < parts; i++) stepBodies(stages, dt / parts, pileAt(stages.state, x));
      }
    });
    const all = makeWorld(method, mixed);
    const alone = PLACES.map((x) => makeWorld(method, scheduled(stepBodies), [x]));
    for (let i = 0; i < 80; i++) {
      all.step(DT);
      PLACES.forEach((x, k) => {
        for (let part = 0; part < (x === fine ? 2 : 1); part++) alone[k].step(x === fine ? DT / 2 : DT);
      });
    }
    // The ground and the lift come first.
    const size = (motion(all).length - 2) / PLACES.length;
    const piles = PLACES.map((_, k) => motion(all).slice(2 + size * k, 2 + size * (k + 1)));
    expect(piles).toEqual(alone.map((world) => motion(world).slice(2)));
  });

  it('bodies that are stepped by different lengths meet at a time that is said', () => {
    const mixed = scheduled((stages, dt) => {
      const end = stages.time + dt;
      PLACES.forEach((x, k) => {
        for (let i = k; i >= 0; i--) stepBodies(stages, dt / (k + 1), pileAt(stages.state, x), i === 0 ? end : undefined);
      });
    });
    const world = makeWorld(method, mixed);
    for (let i = 0; i < 20; i++) world.step(0.01);
    let time = 0;
    for (let i = 0; i < 20; i++) time += 0.01;
    expect(world.time).toBe(time);
    expect([...new Set(world.store.nodes.columns.time.subarray(0, world.store.nodes.size))]).toEqual([time]);
  });

  it('bodies that come to where others are at another time do not meet them', () => {
    const flying = (stages: Stages) => pileRows(stages.state, (name) => ['ball', 'target', 'stick'].includes(name));
    const standing = (stages: Stages) => pileRows(stages.state, (name) => name.startsWith('stone'));
    const inOrder = scheduled((stages, dt) => {
      stepBodies(stages, dt / STEPS);
      for (const rows of [flying(stages), standing(stages)]) {
        for (let i = 0; i < STEPS && rows.length > 0; i++) stepBodies(stages, dt / STEPS, rows);
      }
    });
    const make = (flies: boolean, stands: boolean): World => {
      const world = new World({ stepper: METHODS[method], scheduler: inOrder });
      world.createMaterial('rubber', { friction: 0, restitution: 1 });
      world.setMaterialPair('rubber', 'rubber', { restitution: 1 });
      world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
      for (let i = 0; stands && i < 3; i++) {
        world.createBody({ name: `stone ${i}`, position: [0, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
      }
      const flight = { velocity: [60, 0, 0], angularVelocity: [1, 9, 5] } as const;
      const fliers: BodyDescriptor[] = [
        { name: 'ball', position: [-3, 1.2, 0.2], shapes: [{ kind: 'sphere', radius: 0.3 }], material: 'rubber', ...flight },
        { name: 'stick', position: [-2.5, 2.4, 0.6], shapes: [{ kind: 'box', size: [0.2, 1, 0.2] }], ...flight },
        // What is hit goes where no detection has looked.
        { name: 'target', position: [-1.2, 1.2, 0.2], shapes: [{ kind: 'sphere', radius: 0.2 }], material: 'rubber', mass: 0.01 },
      ];
      if (flies) for (const flier of fliers) world.createBody({ ...flier, gravityScale: 0 });
      return world;
    };
    const [both, wall, flight] = [make(true, true), make(false, true), make(true, false)];
    for (const world of [both, wall, flight]) world.step(STEPS * DT);
    for (const name of ['ball', 'stick', 'target']) expect((both.find(name) as Body).position[0]).toBeGreaterThan(1);
    const [, ...stones] = motion(wall);
    const [, ...fliers] = motion(flight);
    expect(motion(both).slice(1)).toEqual([...stones, ...fliers]);
  });

  it('a pile that is rolled back and stepped again goes the same way', () => {
    const redoing = scheduled((stages, dt) => {
      for (const x of PLACES) {
        const movers = pileAt(stages.state, x);
        const saved = motionOf(stages.state, movers);
        for (let i = 0; i < STEPS; i++) stepBodies(stages, dt / STEPS, movers);
        const once = numbersOf(motionOf(stages.state, movers));
        movers.forEach((row, i) => {
          putMotionBack(stages.state, row, saved[i]);
        });
        for (let i = 0; i < STEPS; i++) stepBodies(stages, dt / STEPS, movers);
        expect(sorted(numbersOf(motionOf(stages.state, movers)))).toEqual(sorted(once));
      }
    });
    const whole = makeWorld(method, together);
    const redone = makeWorld(method, redoing);
    for (let i = 0; i < 8; i++) {
      for (const world of [whole, redone]) {
        push(world);
        world.step(STEPS * DT);
      }
      expect(motion(redone), `step ${i}`).toEqual(motion(whole));
    }
  });

  it('events of a queue are those of piles stepped together, in the order of time', () => {
    const settings = { events: 'queue' } as const;
    const [whole, parts] = [together, inTurn].map((scheduler) => makeWorld(method, scheduler, PLACES, settings));
    for (const world of [whole, parts]) {
      world.createTimer({ name: 'clock', period: 0.0101 });
      world.createTrigger({ name: 'gate', position: [40, 1, 0], shapes: [{ kind: 'box', size: [2, 0.5, 2] }] });
      for (let i = 0; i < 6; i++) world.step(STEPS * DT);
    }
    const times = [...parts.events].map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect([...parts.events].map(lineOf).sort()).toEqual([...whole.events].map(lineOf).sort());
    expect(parts.events.countOf('new-touching')).toBeGreaterThan(20);
  });
});

it('boxes at rest carry their weight as steps change, together or not', () => {
  const [weight, lengths] = [1000 * 9.81, [1, 1, 0.5, 2, 0.25, 0.25, 3]];
  const advance: Scheduler['advance'] = (stages, dt) => {
    for (const x of GROUNDED) for (let i = 0; i < 1 + x / 40; i++) stepBodies(stages, dt / (1 + x / 40), pileAt(stages.state, x));
  };
  for (const scheduler of [scheduled(stepBodies), scheduled(advance)]) {
    // One sweep finds little more than what it starts from.
    const world = new World({ stepper: METHODS.ncp, scheduler, settings: { 'ncp.iterations': 1 } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const boxes = GROUNDED.map((x) => world.createBody({ position: [x, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }));
    for (let i = 0; i < 60; i++) world.step(DT);
    for (const length of lengths) {
      world.step(length * DT);
      boxes.forEach((box, i) => {
        const impulses = [...world.graph.edgesOf(box)].flatMap(({ contacts }) =>
          contacts.map((contact) => contact.normalImpulse),
        );
        const parts = scheduler.advance === advance ? 1 + i : 1;
        const share = impulses.reduce((sum, impulse) => sum + impulse, 0) / ((weight * length * DT) / parts);
        expect(share, `box ${i} in a step of ${length}`).toBeCloseTo(1, 3);
      });
    }
  }
});

/** Edges may be listed in another order. */
function sorted(motions: readonly number[][]): number[][] {
  return motions.map((numbers) => [...numbers].sort((a, b) => a - b));
}

function lineOf({ kind, a, b, time }: WorldEvent): string {
  return `${time} ${kind} ${a} ${b}`;
}

/** All columns of the contacts that are not of the pile at x [m]. */
function contactsOf({ bodies, graph }: State, x: number): number[][] {
  const { edges, contacts } = graph;
  const { nodes, firstContact, contactCount } = edges.columns;
  const { position } = bodies.nodes.columns;
  const { gap, worldPoint, impulse, load, anchorA } = contacts.columns;
  const rows: number[][] = [];
  for (let edge = 0; edge < edges.size; edge++) {
    if (!edges.isLive(edge) || Math.abs(position[3 * nodes[2 * edge + 1]] - x) < 8) continue;
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      const [place, from] = [3 * c, 4 * c];
      const numbers = [worldPoint.slice(place, place + 3), anchorA.slice(place, place + 3), impulse.slice(from, from + 4)];
      rows.push([edge, gap[c], ...numbers.flatMap((each) => [...each]), ...load.slice(from, from + 4)]);
    }
  }
  return rows;
}

describe('bodies that cannot be stepped alone', () => {
  const rowOf = ({ state }: Stages, name: string): number => state.bodies.rowsByName.get(name) as number;

  /** Two boxes on each other, at rest; what a scheduler does in the next step is what it is refused for. */
  function refusalOf(advance: Scheduler['advance']): () => void {
    const world = new World({ scheduler: scheduled((stages, dt) => (stages.time === 0 ? stepBodies : advance)(stages, dt)) });
    world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
    for (let i = 0; i < 2; i++) {
      const name = ['lower', 'upper'][i];
      world.createBody({ name, position: [0, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    }
    world.createBody({ name: 'far', position: [20, 3, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    world.step(0.01);
    const before = world.hash();
    return () => {
      try {
        world.step(0.01);
      } finally {
        expect(world.hash()).toBe(before);
      }
    };
  }

  it('are refused where they touch others', () => {
    expect(refusalOf((stages, dt) => stepBodies(stages, dt, [rowOf(stages, 'upper')]))).toThrow(
      'Body "upper" cannot be stepped alone: it is of one island with body "lower".',
    );
  });

  it('are refused where they do not move by themselves, or there are none', () => {
    expect(refusalOf((stages, dt) => stepBodies(stages, dt, [rowOf(stages, 'ground')]))).toThrow(
      'Row 0 cannot be stepped: it is not that of a body that moves by itself.',
    );
    expect(refusalOf((stages, dt) => stepBodies(stages, dt, []))).toThrow(
      'There are no bodies to be stepped: the list of movers is empty.',
    );
  });

  it('are refused where they are at different times', () => {
    const advance: Scheduler['advance'] = (stages, dt) => {
      stepBodies(stages, dt / 2, [rowOf(stages, 'far')]);
      stepBodies(
        stages,
        dt / 2,
        ['far', 'lower', 'upper'].map((name) => rowOf(stages, name)),
      );
    };
    expect(refusalOf(advance)).toThrow('Body "far" is at 0.015 s and body "lower" at 0.01 s: they cannot be stepped together.');
  });

  it('are not left at different times', () => {
    expect(refusalOf((stages, dt) => stepBodies(stages, dt, [rowOf(stages, 'far')]))).toThrow(
      'Body "lower" is at 0.01 s and body "far" at 0.02 s: they cannot be stepped together.',
    );
  });
});
