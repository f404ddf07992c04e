// Worlds that rollback is shown in: piles apart, and crowds of all that there is.

import type { Body, WorldOptions } from '../../src/index.js';
import { METHODS, Random, World } from '../../src/index.js';
import type { MethodName } from '../../src/methods.js';

export const NAMES = Object.keys(METHODS) as MethodName[];
export const DT = 1 / 100;

export interface Scene {
  readonly world: World;
  readonly bodies: readonly Body[];
}

/** Piles of five, boxes and balls by turns, 6 m apart; they fall, tumble and come to rest. */
export function makePiles(piles: number, options: WorldOptions): Scene {
  const world = new World(options);
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  const random = new Random(3);
  const bodies = Array.from({ length: 5 * piles }, (_, k) => {
    const [pile, i] = [Math.floor(k / 5), k % 5];
    const [x, z] = [6 * (pile % 20) + random.uniform(-0.2, 0.2), 6 * Math.floor(pile / 20) + random.uniform(-0.2, 0.2)];
    return world.createBody({
      name: `${pile}-${i}`,
      position: [x, 0.3 + 0.7 * i, z],
      shapes: [i % 2 === 1 ? { kind: 'sphere', radius: 0.3 } : { kind: 'box', size: [0.7, 0.5, 0.8] }],
    });
  });
  return { world, bodies };
}

/**
 * Bodies of all kinds that fall on each other: with a lift, a gate, a clock, a composite and, by methods that know
 * joints, a chain whose multibody counts its steps in a slot.
 */
export function makeCrowd(seed: number, options: WorldOptions): Scene {
  const random = new Random(seed);
  const world = new World(options);
  world.createMaterial('default', { friction: 0.5, restitution: 0.2 });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  const motion = { kind: 'oscillation', translation: [0.3, 0.2, 0], rotation: [0, 0.3, 0], frequency: 1 } as const;
  world.createBody({ kind: 'scripted', position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [2, 0.4, 2] }], motion });
  world.createTrigger({ name: 'gate', position: [0, 1, 0], shapes: [{ kind: 'box', size: [2, 0.5, 2] }] });
  world.createTimer({ name: 'clock', period: 0.033 });
  const wide = random.uniform(1, 5);
  const bodies = Array.from({ length: 8 + Math.floor(random.uniform(0, 10)) }, (_, i) =>
    world.createBody({
      name: `body ${i}`,
      position: [random.uniform(-wide, wide), 0.4 + 0.25 * i, random.uniform(-wide, wide)],
      velocity: [random.uniform(-2, 2), 0, random.uniform(-2, 2)],
      shapes: [i % 2 === 0 ? { kind: 'sphere', radius: 0.3 } : { kind: 'box', size: [0.6, 0.5, 0.7] }],
    }),
  );
  const members = [0, 1].map((k) =>
    world.createBody({ position: [1 + 0.5 * k, 3, 0], shapes: [{ kind: 'box', size: [0.5, 0.4, 0.4] }] }),
  );
  world.createComposite({ name: 'composite', members });
  if (options.stepper?.blocks?.includes('joint')) bodies.push(...addChain(world));
  return { world, bodies: [...bodies, ...members] };
}

function addChain(world: World): Body[] {
  const joints = [0, 1, 2].map((i) => ({
    kind: 'revolute' as const,
    bodyA: i,
    bodyB: i + 1,
    anchor: [0.5 * i - 0.75, 1.5, 1] as const,
    axis: [0, 0, 1] as const,
    coordinates: { angle: { motor: { kind: 'velocity' as const, target: 0, maxForce: 5 } } },
  }));
  const chain = world.createMultibody({
    name: 'chain',
    links: [0, 1, 2, 3].map((i) => ({
      position: [0.5 * i - 1, 1.5, 1] as const,
      shapes: [{ kind: 'box', size: [0.4, 0.1, 0.1] }],
    })),
    joints,
    slots: [0],
    control: ({ slots, joints: own }) => {
      slots[0]++;
      for (const joint of own) joint.coordinates[0].target = slots[0] % 20 < 10 ? 1 : -1;
    },
  });
  return chain.links;
}

/** What a player may do to a body. */
export const DEEDS: readonly ((body: Body) => void)[] = [
  (body) => body.applyImpulse([200, 50, -100]),
  (body) => body.applyForce([2000, 3000, 0]),
  (body) => body.applyTorque([100, 0, 50]),
  (body) => body.applyAngularImpulse([0, 20, 0]),
];

/** What can be done to bodies that are not members of a composite. */
export const DEEDS_OF_MOVERS: readonly ((body: Body) => void)[] = [
  (body) => {
    body.velocity = [0, 5, 1];
  },
  (body) => {
    body.angularVelocity = [3, 1, 4];
  },
  (body) => {
    const [x, y, z] = body.position;
    body.position = [x + 0.3, y + 1, z];
  },
  (body) => {
    body.linearDamping = 0.5;
  },
];

/** The events of a world, in an order of their own: those of one time are of no order. */
export function eventsOf(world: World): string[] {
  return [...world.events].map(({ kind, a, b, time }) => `${time.toFixed(9)} ${kind} ${a} ${b}`).sort();
}

/** What is done to a body at the beginning of a step, and with which step word of it comes. */
export interface Plan {
  readonly at: number;
  readonly arrives: number;
  readonly body: number;
  readonly deed: (body: Body) => void;
}

/** Takes steps, with inputs as word of them comes. Returns how many steps of bodies were redone. */
export function runLate({ world, bodies }: Scene, plans: readonly Plan[], steps: number): number {
  const times = [world.time];
  let bodySteps = 0;
  for (let step = 0; step <= steps; step++) {
    plans.forEach(({ at, arrives, body, deed }, order) => {
      if (arrives === step) bodySteps += world.input(bodies[body], deed, { time: times[at], order }).bodySteps;
    });
    if (step < steps) world.step(DT);
    times.push(world.time);
  }
  return bodySteps;
}

/** Takes the same steps with everything done in time, by the handles. */
export function runInTime({ world, bodies }: Scene, plans: readonly Plan[], steps: number): void {
  for (let step = 0; step <= steps; step++) {
    for (const { at, body, deed } of plans) if (at === step) deed(bodies[body]);
    if (step < steps) world.step(DT);
  }
}

export function push(body: Body): void {
  body.applyImpulse([300, 100, 0]);
}

/**
 * A room with thin walls in which balls fly that would pass them, among piles, a lift and, by methods that know joints,
 * a chain.
 */
export function makeRoom(seed: number, options: WorldOptions): Scene {
  const random = new Random(seed);
  const world = new World(options);
  world.createMaterial('default', { friction: 0.3, restitution: 0.7 });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  for (const side of [-1, 1]) {
    world.createBody({ kind: 'fixed', position: [3 * side, 2, 0], shapes: [{ kind: 'box', size: [0.02, 4, 6] }] });
    world.createBody({ kind: 'fixed', position: [0, 2, 3 * side], shapes: [{ kind: 'box', size: [6, 4, 0.02] }] });
  }
  world.createBody({ kind: 'fixed', position: [0, 4, 0], shapes: [{ kind: 'box', size: [6, 0.02, 6] }] });
  const motion = { kind: 'oscillation', translation: [0.3, 0.5, 0], frequency: 2 } as const;
  world.createBody({ kind: 'scripted', position: [0, 1.5, 0], shapes: [{ kind: 'box', size: [1, 0.05, 1] }], motion });
  const bodies = Array.from({ length: 14 }, (_, i) => {
    const isFast = i % 2 === 0;
    const speed = isFast ? 10 ** random.uniform(1, 2.3) : 0;
    const [x, y, z] = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const share = speed / Math.hypot(x, y, z);
    return world.createBody({
      name: `body ${i}`,
      position: [random.uniform(-2.5, 2.5), isFast ? random.uniform(2.2, 3.5) : 0.2 + 0.3 * (i % 4), random.uniform(-2.5, 2.5)],
      velocity: [share * x, share * y, share * z],
      shapes: [isFast ? { kind: 'sphere', radius: 0.1 } : { kind: 'box', size: [0.4, 0.3, 0.5] }],
    });
  });
  if (options.stepper?.blocks?.includes('joint')) bodies.push(...addChain(world));
  return { world, bodies };
}
