// World.rest(): what it passes over is what step() would have done, to the bit, and it passes over nothing else.

import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import type { WorldOptions } from '../../src/index.js';
import { METHODS, SCHEDULERS, Simulation, World } from '../../src/index.js';

const DT = 0.01;

function simulationOf(name: string): Simulation {
  return new Simulation(SCENES[name].make({ seed: 1, ...('noise' in SCENES[name].options && { noise: 0.5 }) }), {
    controls: CONTROLS,
  });
}

/** Takes steps up to a count, resting wherever the world lets it; returns how many were passed over. */
function stepTo(simulation: Simulation, count: number): number {
  let passed = 0;
  while (simulation.world.stepCount < count) {
    simulation.step();
    passed += simulation.rest(count - simulation.world.stepCount);
  }
  return passed;
}

function expectSame(a: World, b: World): void {
  expect(a.hash()).toBe(b.hash());
  expect(a.time).toBe(b.time);
  expect(a.snapshot()).toEqual(b.snapshot());
  expect(a.report).toEqual(b.report);
}

/** A cube that has come to rest on the ground. */
function restingCube(options: WorldOptions = {}): World {
  const world = new World(options);
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [0, 0.5, 0] });
  for (let i = 0; i < 20; i++) world.step(DT);
  return world;
}

describe('World.rest()', () => {
  it.each(['box-stack', 'wall', 'arch', 'jenga', 'seesaw', 'cs-stack', 'bridge', 'torus-on-post', 'figure-2', 'sled', 'walker'])(
    'has the bits of steps, until a blow and after it: %s',
    (name) => {
      const rested = simulationOf(name);
      const stepped = simulationOf(name);
      for (const until of [250, 500]) {
        stepTo(rested, until);
        while (stepped.world.stepCount < until) stepped.step();
        expectSame(rested.world, stepped.world);
        for (const { world } of [rested, stepped]) {
          const bodies = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
          const body = bodies[Math.floor(bodies.length / 2)];
          body?.applyImpulse([0.5 * body.mass, 0.2 * body.mass, 0]);
        }
      }
    },
  );

  it('passes over most of a stack that has come to rest', () => {
    expect(stepTo(simulationOf('box-stack'), 1000)).toBeGreaterThan(800);
  });

  it('counts time as steps add it up, and takes all or none', () => {
    const [world, stepped] = [restingCube(), restingCube()];
    expect(world.rest(DT, 12345)).toBe(12345);
    for (let i = 0; i < 12345; i++) stepped.step(DT);
    expectSame(world, stepped);
    expect(world.rest(DT, 0)).toBe(0);
  });

  it('takes none where the next step may change something', () => {
    const world = restingCube();
    const [, cube] = world.bodies();
    expect(world.rest(0.02, 5)).toBe(0);
    cube.applyForce([0, 1, 0]);
    expect(world.rest(DT, 5)).toBe(0);
    for (let i = 0; i < 20; i++) world.step(DT);
    expect(world.rest(DT, 5)).toBe(5);
    world.set('gravity', [0, 1, 0]);
    expect(world.rest(DT, 5)).toBe(0);
    world.step(DT);
    expect(world.rest(DT, 5)).toBe(0);
    const fallen = restingCube();
    fallen.createBody({ shapes: [{ kind: 'sphere', radius: 0.1 }], position: [0, 3, 0] });
    fallen.step(DT);
    expect(fallen.rest(DT, 5)).toBe(0);
    const begun = restingCube();
    begun.restore(begun.snapshot());
    expect(begun.rest(DT, 5)).toBe(0);
    begun.clear();
    expect(begun.rest(DT, 5)).toBe(0);
  });

  it('takes none where something happens by the time alone, or is told of or asked for in every step', () => {
    const ticking = restingCube();
    ticking.createTimer({ period: 1 });
    const told = restingCube();
    told.events.on('persistent-touching', () => {});
    const hooked = restingCube();
    hooked.hookContacts(() => {});
    const scripted = restingCube();
    scripted.createBody({
      kind: 'scripted',
      motion: { kind: 'function', pose: () => {} },
      position: [0, 9, 0],
      shapes: [{ kind: 'sphere', radius: 1 }],
    });
    const sleepy = restingCube({ settings: { 'sleeping.enabled': 'on' } });
    const remembering = restingCube({ history: { seconds: 1 } });
    for (const world of [ticking, told, hooked, scripted, sleepy, remembering]) {
      for (let i = 0; i < 20; i++) world.step(DT);
      expect(world.rest(DT, 5)).toBe(0);
    }
    for (const stepper of Object.values(METHODS)) {
      const world = restingCube({ stepper });
      const rested = world.rest(DT, 5);
      expect(rested).toBe(stepper.name === 'gsp' ? 5 : 0);
    }
    for (const scheduler of Object.values(SCHEDULERS)) {
      expect(restingCube({ scheduler }).rest(DT, 5)).toBe(scheduler.name === 'fixed' ? 5 : 0);
    }
  });

  it('is where a step that fails afterwards is taken back to', () => {
    const world = restingCube();
    world.rest(DT, 1000);
    world.step(DT);
    const { time, stepCount } = world;
    const hash = world.hash();
    const { clock } = world.profiler;
    let calls = 0;
    world.profiler.clock = () => {
      if (calls++ === 3) throw new Error('The clock has stopped.');
      return 0;
    };
    expect(() => world.step(DT)).toThrow('The clock has stopped.');
    expect([world.time, world.stepCount, world.hash()]).toEqual([time, stepCount, hash]);
    world.profiler.clock = clock;
    expect(world.rest(DT, 5)).toBe(0);
    for (let i = 0; i < 5; i++) world.step(DT);
    expect(world.rest(DT, 5)).toBe(5);
  });

  it('refuses what is no step and no number of steps', () => {
    const world = restingCube();
    expect(() => world.rest(0, 1)).toThrow('dt');
    expect(() => world.rest(DT, -1)).toThrow('steps');
    expect(() => world.rest(DT, 1.5)).toThrow('steps');
  });
});
