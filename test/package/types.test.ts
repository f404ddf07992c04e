// What does not compile: wrong names, and what a node does not have. `npm run check:types` fails where one of these
// lines compiles; what the same mistakes do at run time is tested beside it.

import { describe, expect, it } from 'vitest';
import type { Body, MethodName, Scene, SettingName, Vec3 } from './public.js';
import { loadOn, METHODS, SCHEDULERS, SETTINGS, Simulation, SOLVERS, World } from './public.js';

const SHAPE = { kind: 'box', size: [1, 1, 1] } as const;
const EMPTY: Scene = { drystone: 1, name: 'empty' };

describe('a name that does not exist', () => {
  it('of a method, a scheduler or a solver is refused, not taken for the default', () => {
    // @ts-expect-error: there is no method gps
    const stepper = METHODS.gps;
    // @ts-expect-error: nor a scheduler
    const scheduler = SCHEDULERS.fixde;
    // @ts-expect-error: nor a solver
    const solver = SOLVERS.psg;
    expect(() => new World({ stepper })).toThrow(
      "options.stepper is undefined, but must be a stepper such as those of drystone's METHODS: gsp, ncp, substeps, vsp, isp, impulsive.",
    );
    expect(() => new World({ scheduler })).toThrow(
      /^options\.scheduler is undefined.*SCHEDULERS: fixed, retroactive, conservative, timewarp\.$/,
    );
    expect(() => new World({ solver })).toThrow(/^options\.solver is undefined.*SOLVERS: pgs, /);
    for (const method of Object.keys(METHODS) as MethodName[]) new World({ stepper: METHODS[method] });
  });

  it('of a method in a scene or a simulation', () => {
    // @ts-expect-error: there is no method gps
    expect(() => new Simulation(EMPTY, { method: 'gps' })).toThrow(/^method is "gps"/);
    // @ts-expect-error: there is no solver psg
    const scene: Scene = { ...EMPTY, solver: 'psg' };
    expect(() => new Simulation(scene)).toThrow(/solver is "psg"/);
    // @ts-expect-error: there is no scheduler fixde
    expect(() => new Simulation(EMPTY, { scheduler: 'fixde' })).toThrow(/^scheduler is "fixde"/);
  });

  it('of a setting', () => {
    // @ts-expect-error: it is called gsp.iterations
    expect(() => new World({ settings: { 'gsp.iteration': 5 } })).toThrow(/^settings\.gsp\.iteration is not a setting/);
    // @ts-expect-error: it is called gsp.iterations
    expect(() => new World().set('gsp.iteration', 5)).toThrow(/^settings\.gsp\.iteration is not a setting/);
    // @ts-expect-error: a number
    expect(() => new World().set('gsp.iterations', 'many')).toThrow(/^settings\.gsp\.iterations is "many"/);
    // @ts-expect-error: no such choice
    expect(() => new World({ settings: { events: 'sometimes' } })).toThrow(/^settings\.events is "sometimes"/);
    // @ts-expect-error: there is none
    expect(SETTINGS['gsp.iteration']).toBeUndefined();
    const name: SettingName = 'gsp.iterations';
    expect(SETTINGS[name].default).toBe(12);
  });
});

describe('what is found by name', () => {
  const world = new World();
  world.createBody({ name: 'box', shapes: [SHAPE], velocity: [1, 2, 3] });
  world.createTimer({ name: 'clock', period: 1 });
  const [left, right] = [-2, 2].map((x) => world.createBody({ position: [x, 0, 0], shapes: [SHAPE] }));
  world.createComposite({ name: 'pair', members: [left, right] });

  it('has a velocity when it is a body', () => {
    const velocity: Vec3 | undefined = world.find('box')?.velocity;
    expect(velocity).toEqual([1, 2, 3]);
    const found = world.find('box');
    if (found?.kind !== 'rigid') throw new Error('It is a rigid body.');
    const body: Body = found;
    body.velocity = [4, 5, 6];
    expect(world.find('box')?.velocity).toEqual([4, 5, 6]);
    expect(loadOn(world, 'box', 0.01)).toBe(0);
  });

  it('has none when it is no body, and none can be given to it', () => {
    const clock = world.find('clock');
    expect(clock?.velocity).toBeUndefined();
    expect(() => {
      // @ts-expect-error: what is found may be no body
      (clock as NonNullable<typeof clock>).velocity = [1, 0, 0];
    }).toThrow(TypeError);
    expect(world.find('pair')?.kind).toBe('composite');
    expect(world.find('nobody')?.velocity).toBeUndefined();
  });
});
