// Late inputs case by case: who joins and when, what is refused.

import { describe, expect, it } from 'vitest';
import type { Body, Joint } from '../../src/index.js';
import { METHODS, Random, World } from '../../src/index.js';
import { DT, eventsOf, makeCrowd, makePiles, push, runInTime, runLate, type Scene } from './scenes.js';

it('a ball that is thrown at a stack in the past: the stack joins when it is hit, and not before', () => {
  const make = (history?: { seconds: number }): Scene => {
    const world = new World({ history });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const bodies = Array.from({ length: 10 }, (_, i) =>
      world.createBody({ position: [0, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }),
    );
    bodies.push(world.createBody({ position: [-8, 2.5, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] }));
    return { world, bodies };
  };
  const throwIt = (ball: Body) => {
    ball.velocity = [20, 2, 0];
  };
  const plans = [{ at: 10, arrives: 80, body: 10, deed: throwIt }];
  const [late, inTime] = [make({ seconds: 1 }), make()];
  const bodySteps = runLate(late, plans, 80);
  runInTime(inTime, plans, 80);
  expect(late.world.hash()).toBe(inTime.world.hash());
  // 6.5 m of way at 20 m/s are 33 steps: 70 of the ball, about 38 of the stack.
  expect(bodySteps).toBeGreaterThan(70 + 10 * 30);
  expect(bodySteps).toBeLessThan(70 + 10 * 48);
});

it('what was hit in the old history and is missed in the new one is redone as well', () => {
  const make = (history?: { seconds: number }): Scene => {
    const world = new World({ history, settings: { gravity: [0, 0, 0] } });
    const ball = (x: number, y: number, velocity: number) =>
      world.createBody({ position: [x, y, 0], velocity: [velocity, 0, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] });
    return { world, bodies: [ball(0, 0, 10), ball(5, 0, 0), ball(10, 0, 0), ball(0, 50, 1)] };
  };
  const stop = (body: Body) => {
    body.velocity = [0, 0, 0];
  };
  const plans = [{ at: 20, arrives: 120, body: 0, deed: stop }];
  const [late, inTime] = [make({ seconds: 2 }), make()];
  runLate(late, plans, 120);
  runInTime(inTime, plans, 120);
  expect(late.bodies[2].position).toEqual([10, 0, 0]);
  expect(late.world.hash()).toBe(inTime.world.hash());
});

it('a link on a body that a script swings, while others sleep, hangs on it once', () => {
  const make = (history?: { seconds: number }): Scene => {
    const world = new World({ history, settings: { 'sleeping.enabled': 'on', 'sleeping.steps': 5 } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    world.createBody({ position: [9, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const motion = { kind: 'oscillation', translation: [0.2, 0, 0], frequency: 1 } as const;
    const hook = world.createBody({ kind: 'scripted', position: [0, 4, 0], shapes: [{ kind: 'sphere', radius: 0.1 }], motion });
    const link = world.createBody({ position: [0.4, 4, 0], shapes: [{ kind: 'box', size: [0.6, 0.1, 0.1] }] });
    world.createJoint({ kind: 'revolute', bodyA: hook, bodyB: link, anchor: [0, 4, 0], axis: [0, 0, 1] });
    return { world, bodies: [link] };
  };
  const plans = [{ at: 30, arrives: 40, body: 0, deed: (link: Body) => link.applyImpulse([0, 1, 0]) }];
  const [late, inTime] = [make({ seconds: 1 }), make()];
  runLate(late, plans, 40);
  runInTime(inTime, plans, 40);
  expect(inTime.world.report.asleep).toBe(1);
  expect(late.world.hash()).toBe(inTime.world.hash());
});

it('sleepers that what was thrown in the past hits wake when it hits them', () => {
  const make = (history?: { seconds: number }): Scene => {
    const world = new World({ history, settings: { 'sleeping.enabled': 'on', 'sleeping.steps': 5 } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const bodies = [0, 1, 2].map((i) =>
      world.createBody({ position: [0, 0.5 + i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] }),
    );
    bodies.push(world.createBody({ position: [-8, 2.5, 0], shapes: [{ kind: 'sphere', radius: 0.5 }], gravityScale: 0 }));
    return { world, bodies };
  };
  const throwIt = (ball: Body) => {
    ball.velocity = [20, 0, 0];
  };
  const plans = [{ at: 20, arrives: 70, body: 3, deed: throwIt }];
  const [late, inTime] = [make({ seconds: 1 }), make()];
  runLate(late, plans, 70);
  runInTime(inTime, plans, 70);
  // 7 m of way at 20 m/s from 0.2 s on.
  expect(late.bodies[2].sleep.since).toBeGreaterThan(0.5);
  expect(late.bodies[2].sleep.since).toBeLessThan(0.6);
  expect(late.world.hash()).toBe(inTime.world.hash());
});

it('what scripts do among sleepers and triggers that are not redone stays as it is', () => {
  const make = (history?: { seconds: number }): Scene => {
    const world = new World({ history, settings: { 'sleeping.enabled': 'on', 'sleeping.steps': 5 } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const box = (x: number, y: number) => world.createBody({ position: [x, y, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    // A lift goes through a gate. A cart passes the place where a box falls later, and sleeps.
    const motion = { kind: 'oscillation', translation: [0, 1, 0], frequency: 0.7 } as const;
    world.createBody({ kind: 'scripted', position: [9, 3, 0], shapes: [{ kind: 'sphere', radius: 0.5 }], motion });
    world.createTrigger({ position: [9, 3, 0], shapes: [{ kind: 'box', size: [2, 1, 2] }] });
    const keyframes = [
      { time: 0, position: [5, 0.5, 0] as const },
      { time: 0.3, position: [0, 0.5, 0] as const },
      { time: 2, position: [-0.01, 0.5, 0] as const },
    ];
    world.createBody({ kind: 'scripted', shapes: [{ kind: 'box', size: [1, 1, 1] }], motion: { kind: 'keyframes', keyframes } });
    const ball = world.createBody({ position: [-15, 0.5, 0], shapes: [{ kind: 'sphere', radius: 0.5 }], gravityScale: 0 });
    return { world, bodies: [box(2, 2), box(-5, 0.5), ball] };
  };
  const throwIt = (ball: Body) => {
    ball.velocity = [20, 0, 0];
  };
  const plans = [{ at: 10, arrives: 85, body: 2, deed: throwIt }];
  for (const steps of [85, 95]) {
    const [late, inTime] = [make({ seconds: 1 }), make()];
    runLate(late, plans, steps);
    runInTime(inTime, plans, steps);
    expect(late.bodies.map(({ sleep }) => sleep.asleep)).toEqual([true, false, false]);
    expect(late.world.hash()).toBe(inTime.world.hash());
  }
});

it('a fixed body that was put beside a sleeper wakes it in steps that are redone, too', () => {
  const make = (history?: { seconds: number }) => {
    const world = new World({ history, settings: { 'sleeping.enabled': 'on', 'sleeping.steps': 5 } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const block = world.createBody({ kind: 'fixed', position: [5, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const box = (x: number) => world.createBody({ position: [x, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const bodies = [box(0), box(-1.5)];
    for (let i = 0; i < 30; i++) world.step(DT);
    world.setPose(block, [0.97, 0.5, 0], [0, 0, 0, 1]);
    return { world, bodies };
  };
  const rise = (body: Body) => {
    body.velocity = [0, 2, 0];
  };
  const [late, inTime] = [make({ seconds: 1 }), make()];
  expect(late.bodies[0].sleep.asleep).toBe(true);
  runLate(late, [{ at: 0, arrives: 3, body: 1, deed: rise }], 3);
  runInTime(inTime, [{ at: 0, arrives: 3, body: 1, deed: rise }], 3);
  expect(late.bodies[0].sleep.asleep).toBe(false);
  expect(late.world.hash()).toBe(inTime.world.hash());
});

it('grains in a silo: the cone grows to all, with the same bits', () => {
  const make = (history?: { seconds: number }): Scene => {
    const world = new World({ history });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    for (const [x, z, sx, sz] of [
      [-1.6, 0, 0.2, 3.4],
      [1.6, 0, 0.2, 3.4],
      [0, -1.6, 3.4, 0.2],
      [0, 1.6, 3.4, 0.2],
    ])
      world.createBody({ kind: 'fixed', position: [x, 3, z], shapes: [{ kind: 'box', size: [sx, 6, sz] }] });
    const random = new Random(2);
    const bodies = Array.from({ length: 100 }, (_, i) =>
      world.createBody({
        position: [
          (i % 5) * 0.6 - 1.2 + random.uniform(0, 0.05),
          0.4 + 0.6 * Math.floor(i / 25),
          (Math.floor(i / 5) % 5) * 0.6 - 1.2,
        ],
        shapes: [{ kind: 'sphere', radius: 0.28 }],
      }),
    );
    return { world, bodies };
  };
  const plans = [
    { at: 5, arrives: 35, body: 62, deed: push },
    { at: 3, arrives: 40, body: 80, deed: push },
  ];
  const [late, inTime] = [make({ seconds: 1 }), make()];
  runLate(late, plans, 45);
  runInTime(inTime, plans, 45);
  expect(late.world.hash()).toBe(inTime.world.hash());
});

it('the targets of a motor and the numbers of a control, at an earlier time', () => {
  const make = (history?: { seconds: number }) => makeCrowd(6, { stepper: METHODS.gsp, history }).world;
  const [late, inTime] = [make({ seconds: 1 }), make()];
  for (let i = 0; i < 30; i++) {
    if (i === 8) {
      const [chain] = inTime.multibodies();
      chain.slots[0] += 7;
      for (const joint of chain.joints) joint.coordinates[0].friction = 3;
    }
    late.step(DT);
    inTime.step(DT);
  }
  const [chain] = late.multibodies();
  const [joint] = chain.joints;
  late.input(joint, (one) => (one.coordinates[0].friction = 3), { time: 8 * DT + 1e-9 });
  late.input(
    chain,
    ({ slots, joints }) => {
      slots[0] += 7;
      for (const one of joints) one.coordinates[0].friction = 3;
    },
    { time: 8 * DT + 1e-9 },
  );
  expect(late.hash()).toBe(inTime.hash());
});

it('what breaks a joint, and the rotor of another, at an earlier time', () => {
  const make = (history?: { seconds: number }) => makeCrowd(6, { stepper: METHODS.gsp, history }).world;
  const change = ([first, second]: readonly Joint[]) => {
    first.coordinates[0].armature = 0.5;
    second.breakForce = 1e-3;
  };
  const [late, inTime, untouched] = [make({ seconds: 1 }), make(), make()];
  for (let i = 0; i < 30; i++) {
    if (i === 8) change([...inTime.multibodies()][0].joints);
    for (const world of [late, inTime, untouched]) world.step(DT);
  }
  const [chain] = late.multibodies();
  late.input(chain, ({ joints }) => change(joints), { time: 8 * DT + 1e-9 });
  expect(chain.joints[1].isBroken).toBe(true);
  expect(late.hash()).toBe(inTime.hash());
  expect(late.hash()).not.toBe(untouched.hash());
});

it('a world can be rewound to before late inputs, and after them, and takes more of them', () => {
  const { world, bodies } = makePiles(4, { history: { seconds: 2 } });
  const other = makePiles(4, {});
  for (let i = 0; i < 40; i++) world.step(DT);
  world.input(bodies[7], push, { time: 10 * DT + 1e-9 });
  world.rewind(30 * DT + 1e-9);
  world.input(bodies[3], push, { time: 20 * DT + 1e-9 });
  for (let i = 0; i < 40; i++) {
    if (i === 10) push(other.bodies[7]);
    if (i === 20) push(other.bodies[3]);
    other.world.step(DT);
    if (i === 29) expect(world.hash()).toBe(other.world.hash());
  }
  for (let i = 0; i < 10; i++) world.step(DT);
  expect(world.hash()).toBe(other.world.hash());
  world.rewind(5 * DT + 1e-9);
  const plain = makePiles(4, {}).world;
  for (let i = 0; i < 5; i++) plain.step(DT);
  expect(world.hash()).toBe(plain.hash());
});

describe('is refused by a sentence, and changes nothing', () => {
  function settled(): Scene & { readonly hash: string } {
    const scene = makeCrowd(3, { stepper: METHODS.gsp, history: { seconds: 0.3 } });
    for (let i = 0; i < 60; i++) scene.world.step(DT);
    return { ...scene, hash: scene.world.hash() };
  }

  it('a time out of reach', () => {
    const { world, bodies, hash } = settled();
    expect(() => world.input(bodies[0], push, { time: 0.1 })).toThrow('time is 0.1, but must be from ');
    expect(() => world.input(bodies[0], push, { time: 3 })).toThrow('which is now.');
    expect(() => world.input(bodies[0], push, { when: 3 } as never)).toThrow('when');
    expect(() => new World().input(bodies[0], push)).toThrow('This world keeps no history');
    expect(world.hash()).toBe(hash);
  });

  it('a function that throws, at once or when it is called again', () => {
    const { world, bodies, hash } = settled();
    const events = eventsOf(world);
    const time = world.time - 0.2;
    const fail = (body: Body) => {
      push(body);
      throw new Error('no');
    };
    expect(() => world.input(bodies[0], fail, { time })).toThrow('no');
    expect(world.hash()).toBe(hash);
    let calls = 0;
    const failLater = (body: Body) => (calls++ > 0 ? fail(body) : push(body));
    world.input(bodies[0], failLater, { time: world.time - 0.1 });
    const after = world.hash();
    expect(() => world.input(bodies[0], push, { time })).toThrow('no');
    expect(world.hash()).toBe(after);
    expect(eventsOf(world).length).toBeGreaterThan(0);
    expect(events.length).toBeGreaterThan(0);
    const twin = settled();
    twin.world.input(twin.bodies[0], push, { time: twin.world.time - 0.1 });
    for (let i = 0; i < 5; i++) for (const one of [world, twin.world]) one.step(DT);
    expect(world.hash()).toBe(twin.world.hash());
  });

  it('a control that throws in a step that is redone', () => {
    const make = () => {
      const scene = makePiles(2, { history: { seconds: 1 } });
      let isArmed = false;
      scene.world.createMultibody({
        links: [0, 1].map((i) => ({ position: [3 + i, 1, 0] as const, shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] })),
        joints: [{ kind: 'ball', bodyA: 0, bodyB: 1, anchor: [3.5, 1, 0] }],
        slots: [0],
        control: ({ slots }) => {
          slots[0]++;
          if (isArmed && slots[0] === 25) throw new Error('out of control');
        },
      });
      for (let i = 0; i < 30; i++) scene.world.step(DT);
      return { ...scene, arm: () => (isArmed = !isArmed) };
    };
    const [one, twin] = [make(), make()];
    const [multibody] = one.world.multibodies();
    one.arm();
    expect(() => one.world.input(multibody.links[0], push, { time: 0.1 })).toThrow('out of control');
    expect(multibody.slots[0]).toBe(30);
    expect(one.world.hash()).toBe(twin.world.hash());
    one.arm();
    for (const { world } of [one, twin]) world.input([...world.multibodies()][0].links[0], push, { time: 0.1 });
    for (const { world } of [one, twin]) world.step(DT);
    expect(one.world.hash()).toBe(twin.world.hash());
  });

  it.each([
    ['another body', (world: World) => push([...world.bodies()][6]), 'may change that alone'],
    ['what there is', (world: World) => world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] }), 'may change that alone'],
    ['settings', (world: World) => world.set('gravity', [0, 0, 0]), 'may change that alone'],
    ['time', (world: World) => world.step(DT), 'is being taken'],
    ['the past', (world: World) => world.rewind(world.time), 'may change that alone'],
  ])('a function that changes %s', (_, deed, sentence) => {
    const { world, bodies, hash } = settled();
    const change = (body: Body) => {
      push(body);
      deed(world);
    };
    expect(() => world.input(bodies[0], change, { time: world.time - 0.1 })).toThrow(sentence);
    expect(world.hash()).toBe(hash);
    world.step(DT);
  });

  it('what does not move, what is no body, and no function', () => {
    const { world, bodies, hash } = settled();
    const ground = world.find('ground') as Body;
    expect(() => world.input(ground, () => {})).toThrow('target is "ground", of kind fixed, but an input is of what moves');
    expect(() => world.input('body 0' as never, () => {})).toThrow('target is "body 0", but must be a body');
    expect(() => world.input(bodies[0], 5 as never)).toThrow('change is 5, but must be a function');
    expect(world.hash()).toBe(hash);
  });

  it('a time before the world was changed by other means', () => {
    const { world, bodies } = settled();
    bodies[1].applyForce([1, 0, 0]);
    world.step(DT);
    expect(() => world.input(bodies[0], push, { time: world.time - 0.1 })).toThrow('other than by an input');
    world.input(bodies[0], push, { time: world.time - DT });
  });
});
