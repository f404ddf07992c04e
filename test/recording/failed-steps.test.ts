// A step that fails leaves the world at the step before, to the bit, and what may not be done within a step is refused
// by a sentence.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisAngle } from '../../src/math/vector.js';
import type { MethodName } from '../../src/methods.js';
import { METHODS } from '../../src/methods.js';
import { PHASES } from '../../src/phases.js';
import { StepError } from '../../src/recording/step-error.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';

const DT = 1 / 60;
const CUBE = { kind: 'box', size: [1, 1, 1] } as const;
const BALL = { kind: 'sphere', radius: 0.4 } as const;

/** A little heap, a plate that oscillates, a trigger and a timer. */
function heap(method: MethodName): World {
  const world = new World({ stepper: METHODS[method], settings: { events: 'queue' } });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  world.createBody({
    kind: 'scripted',
    name: 'plate',
    position: [0, 0.2, 0],
    shapes: [{ kind: 'box', size: [2, 0.2, 2] }],
    motion: { kind: 'oscillation', translation: [0.2, 0, 0], frequency: 1 },
  });
  for (let i = 0; i < 4; i++) {
    world.createBody({ name: `cube-${i}`, position: [0.1 * i, 0.9 + 1.05 * i, 0], shapes: [CUBE] });
    world.createBody({ name: `ball-${i}`, position: [1.5, 0.5 + i, 0.1 * i], shapes: [BALL] });
  }
  world.createTrigger({ name: 'gate', position: [1.5, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  world.createTimer({ name: 'timer', period: 0.07 });
  return world;
}

/** Everything of a world that a step may change. */
function stateOf(world: World): unknown {
  return { hash: world.hash(), time: world.time, steps: world.stepCount, events: [...world.events] };
}

describe('a number that is not finite', () => {
  it.each(Object.keys(METHODS) as MethodName[])(
    '%s: leaves nothing of itself where the steps before are taken again',
    (method) => {
      const world = heap(method);
      for (let i = 0; i < 30; i++) world.step(DT);
      const state = stateOf(world);
      for (const { schema, columns } of [world.store.nodes, world.store.shapes])
        for (const [name, { role, type }] of Object.entries(schema))
          if (role === 'scratch' && type === 'f64') (columns as unknown as Record<string, Float64Array>)[name].fill(Number.NaN);
      world.profiler.probe = (phase) => {
        if (phase === 'groups') throw new Error('half way');
      };
      expect(() => world.step(DT)).toThrow();
      world.profiler.probe = null;
      expect(stateOf(world)).toEqual(state);
      const twin = heap(method);
      for (let i = 0; i < 40; i++) twin.step(DT);
      for (let i = 0; i < 10; i++) world.step(DT);
      expect(world.hash()).toBe(twin.hash());
    },
  );

  it.each(Object.keys(METHODS) as MethodName[])('%s: is refused with body, step and phase named, or never made', (method) => {
    const sizes = fc.double({ min: 0, max: 14.69, noNaN: true });
    let refusals = 0;
    fc.assert(
      fc.property(sizes, sizes, fc.integer({ min: 0, max: 3 }), (speed, spin, before) => {
        const world = new World({ stepper: METHODS[method] });
        world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
        const bodies = [0, 1, 2].map((i) => world.createBody({ name: `box-${i}`, position: [0.9 * i, 0.6, 0], shapes: [CUBE] }));
        for (let i = 0; i < before; i++) world.step(DT);
        bodies.forEach((body, i) => {
          body.velocity = [10 ** speed * (1 - i), 0, 0];
          body.angularVelocity = [10 ** spin, 10 ** spin * i, -(10 ** spin)];
        });
        for (let step = before; step < before + 3; step++) {
          const state = stateOf(world);
          try {
            world.step(DT);
          } catch (error) {
            refusals++;
            expect(error).toBeInstanceOf(StepError);
            const { step: number, bodyName, phase, message } = error as StepError;
            expect(number).toBe(step);
            expect(bodyName).toMatch(/^box-[012]$/);
            expect(PHASES).toContain(phase);
            expect(message).toContain(`Step ${step} would give body "${bodyName}"`);
            expect(stateOf(world)).toEqual(state);
            return;
          }
          for (const body of bodies) expect([...body.position, ...body.velocity].every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 40, seed: 1 },
    );
    if (method === 'substeps') expect(refusals).toBeGreaterThan(0);
  });

  it('three boxes at 1e15 m/s that spin at 1e14 rad/s, by substeps: the world goes on once they are slowed down', () => {
    const world = new World({ stepper: METHODS.substeps });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const bodies = [0, 1, 2].map((i) => {
      const velocity = [1e15 * (1 - i), 0, 0] as const;
      return world.createBody({ position: [1.1 * i, 1, 0], shapes: [CUBE], velocity, angularVelocity: [1e14, 1e14 * i, -1e14] });
    });
    expect(() => {
      for (let i = 0; i < 10; i++) world.step(DT);
    }).toThrow(StepError);
    for (const body of bodies) body.velocity = body.angularVelocity = [0, 0, 0];
    for (let i = 0; i < 10; i++) world.step(DT);
    expect(Number.isFinite(world.kineticEnergy())).toBe(true);
  });
});

describe('a throw in the middle of a step', () => {
  it.each(Object.keys(METHODS) as MethodName[])('%s: leaves the world at the step before, wherever it comes from', (method) => {
    const world = heap(method);
    const twin = heap(method);
    let calls = 0;
    let failing = Number.POSITIVE_INFINITY;
    const clock = () => {
      if (++calls === failing) throw new RangeError('The clock is broken.');
      return calls;
    };
    for (let step = 0; step < 60; step++) {
      if (step === 30) for (const each of [world, twin]) (each.find('ball-0') as Body).velocity = [-3, 2, 0];
      if (step % 7 === 3) {
        const state = stateOf(world);
        calls = 0;
        failing = 1 + (step % 13);
        world.profiler.clock = clock;
        expect(() => world.step(DT)).toThrow('The clock is broken.');
        expect(stateOf(world)).toEqual(state);
        world.profiler.clock = null;
      }
      world.step(DT);
      twin.step(DT);
      expect([step, stateOf(world)]).toEqual([step, stateOf(twin)]);
    }
  });

  it('by a motion: nothing has changed, whichever of its evaluations it is', () => {
    for (const failing of [1, 2, 3, 5, 8, 13]) {
      const world = heap('vsp');
      let calls = 0;
      const pose = (t: number, position: number[]) => {
        if (calls++ === failing) throw new Error('lost');
        position[1] = 5 + t;
      };
      world.createBody({ kind: 'scripted', shapes: [BALL], motion: { kind: 'function', pose } });
      const failed: number[] = [];
      for (let step = 0; step < 15; step++) {
        const state = stateOf(world);
        try {
          world.step(DT);
        } catch (error) {
          failed.push(step);
          expect((error as Error).message).toBe('lost');
          expect(stateOf(world)).toEqual(state);
        }
      }
      expect(failed).toHaveLength(1);
    }
  });
});

describe('within a detection', () => {
  it('nothing is changed by what looks at it', () => {
    const world = heap('gsp');
    for (let i = 0; i < 5; i++) world.step(DT);
    const state = stateOf(world);
    world.profiler.probe = () => world.createBody({ shapes: [CUBE] });
    expect(() => world.detect()).toThrow('The world is in the middle of a step; change it between steps.');
    world.profiler.probe = null;
    expect(stateOf(world)).toEqual(state);
    world.contactProblems(DT);
    expect(stateOf(world)).toEqual(state);
  });
});

describe('within a step', () => {
  const deeds: Record<string, (world: World, body: Body) => void> = {
    setPose: (world, body) => world.setPose(body, [9, 9, 9], [0, 0, 0, 1]),
    position: (_, body) => {
      body.position = [9, 9, 9];
    },
    velocity: (_, body) => {
      body.velocity = [9, 9, 9];
    },
    angularVelocity: (_, body) => {
      body.angularVelocity = [9, 9, 9];
    },
    linearDamping: (_, body) => {
      body.linearDamping = 3;
    },
    angularDamping: (_, body) => {
      body.angularDamping = 3;
    },
    gravityScale: (_, body) => {
      body.gravityScale = 3;
    },
    applyForce: (_, body) => body.applyForce([1e4, 0, 0]),
    applyTorque: (_, body) => body.applyTorque([1e4, 0, 0]),
    applyImpulse: (_, body) => body.applyImpulse([1e4, 0, 0]),
    applyAngularImpulse: (_, body) => body.applyAngularImpulse([1e4, 0, 0]),
    setActive: (world, body) => world.setActive(body, false),
    thaw: (_, body) => body.thaw(),
    set: (world) => world.set('gravity', [0, 0, 0]),
    createMaterial: (world) => world.createMaterial('default', { friction: 0 }),
    setMaterialPair: (world) => world.setMaterialPair('default', 'default', { friction: 0 }),
    createBody: (world) => world.createBody({ shapes: [CUBE] }),
    createTrigger: (world) => world.createTrigger({ shapes: [CUBE] }),
    createTimer: (world) => world.createTimer({ period: 1 }),
    createRule: (world) => world.createRule({ kind: 'ignore', between: ['ground'], and: ['cube-0'] }),
    createComposite: (world) => world.createComposite({ members: ['cube-0', 'cube-1'] }),
    createMesh: (world) => world.createMesh('m', { vertices: [], triangles: [] }),
    remove: (_, body) => body.remove(),
    snapshot: (world) => world.snapshot(),
    step: (world) => world.step(DT),
    contactProblems: (world) => world.contactProblems(DT),
    take: (world) => world.events.take(),
    clear: (world) => world.events.clear(),
    unwind: (world) => world.events.unwind(0),
  };

  it.each(Object.keys(deeds))('%s is refused by a sentence, from a motion and from a clock', (deed) => {
    const world = heap('gsp');
    const twin = heap('gsp');
    for (const each of [world, twin]) {
      let isBusy = false;
      const attempt = () => {
        if (!isBusy) return;
        expect(() => deeds[deed](each, each.find('cube-0') as Body)).toThrow(/^The world is in the middle of a step/);
      };
      const tries = each === world ? attempt : () => {};
      const pose = (t: number, position: number[]) => {
        tries();
        position[1] = 5 + t;
      };
      each.createBody({ kind: 'scripted', shapes: [BALL], motion: { kind: 'function', pose } });
      isBusy = true;
      each.profiler.clock = () => {
        tries();
        return 0;
      };
      for (let i = 0; i < 5; i++) each.step(DT);
      isBusy = false;
    }
    expect(stateOf(world)).toEqual(stateOf(twin));
  });

  it('a motion that spoils the arrays it is given spoils nothing else', () => {
    const spoilers: ((position: number[], orientation: number[]) => void)[] = [
      (position) => {
        position.length = 0;
      },
      (_, orientation) => orientation.pop(),
      (position) => {
        (position as unknown[])[1] = '5';
      },
      (position) => {
        position[2] = Number.POSITIVE_INFINITY;
      },
      (_, orientation) => orientation.fill(0),
    ];
    for (const spoil of spoilers) {
      const world = heap('gsp');
      let isOn = false;
      const pose = (_: number, position: number[], orientation: number[]) => {
        if (isOn) spoil(position, orientation);
      };
      world.createBody({
        kind: 'scripted',
        name: 'ghost',
        position: [9, 9, 9],
        shapes: [BALL],
        motion: { kind: 'function', pose },
      });
      world.step(DT);
      const state = stateOf(world);
      isOn = true;
      expect(() => world.step(DT)).toThrow(/^motion of "ghost" gives/);
      expect(stateOf(world)).toEqual(state);
      isOn = false;
      world.step(DT);
      expect((world.find('ghost') as Body).position).toEqual([9, 9, 9]);
    }
    const world = heap('gsp');
    const pose = (_: number, position: number[], orientation: number[]) => {
      Object.freeze(position);
      Object.freeze(orientation);
    };
    world.createBody({ kind: 'scripted', position: [9, 9, 9], shapes: [BALL], motion: { kind: 'function', pose } });
    world.step(DT);
  });
});

describe('what is handed out', () => {
  it('cannot spoil the state', () => {
    const world = heap('gsp');
    const twin = heap('gsp');
    const tetrahedron = { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] };
    for (const each of [world, twin]) {
      each.createMesh('tetrahedron', tetrahedron);
      each.createBody({ position: [5, 1, 0], shapes: [{ kind: 'mesh', mesh: 'tetrahedron' }] });
    }
    const body = world.find('cube-1') as Body;
    const arrays: number[][] = [body.position, body.orientation, body.velocity, body.angularVelocity, body.centerOfMass];
    for (const array of arrays) array.length = 0;
    expect(() => Object.assign(world.settings, { gravity: [0, 9, 0] })).toThrow(TypeError);
    expect(() => Object.assign(world.settings.gravity, [0, 9, 0])).toThrow(TypeError);
    (world.meshes as unknown[]).length = 0;
    for (let i = 0; i < 30; i++) {
      world.step(DT);
      twin.step(DT);
    }
    expect(stateOf(world)).toEqual(stateOf(twin));
    expect(world.settings.gravity).toEqual([0, -9.81, 0]);
    world.set('gravity', [0, -1, 0]);
    expect(world.settings.gravity).toEqual([0, -1, 0]);
  });
});

describe('what needs a motion to be evaluated', () => {
  it('creates, switches and places a body only if the motion says where', () => {
    const world = new World();
    let isLost = false;
    const pose = (t: number, position: number[]) => {
      if (isLost) throw new Error('lost');
      position[0] += t;
    };
    const lift = world.createBody({ kind: 'scripted', shapes: [BALL], motion: { kind: 'function', pose } });
    lift.active = false;
    world.step(DT);
    const state = stateOf(world);
    isLost = true;
    expect(() => world.setActive(lift, true)).toThrow('lost');
    expect(() => world.setPose(lift, [1, 2, 3], [0, 0, 0, 1])).toThrow('lost');
    expect(() => world.createBody({ kind: 'scripted', shapes: [BALL], motion: { kind: 'function', pose } })).toThrow('lost');
    expect(stateOf(world)).toEqual(state);
    // A body without a motion has nothing to do with it.
    world.createBody({ shapes: [BALL] });
    isLost = false;
    lift.active = true;
    expect(lift.position).toEqual([DT, 0, 0]);
  });
});

it('a box that hardly spins at all is moved out of another: the squares of such numbers are 0', () => {
  for (let i = 0; i < 6; i++) {
    const world = new World({ stepper: METHODS.impulsive, settings: { gravity: [0, 0, 0] } });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'box', size: [2, 1, 2] }] });
    const spin = 1e-84 * (1 + i);
    const box = world.createBody({
      position: [0, 0.55, 0],
      orientation: axisAngle([1, 0.3, 0.2], 0.3 + 0.1 * i),
      velocity: [spin, 0, 0],
      angularVelocity: [spin, 2 * spin, -spin],
      shapes: [{ kind: 'box', size: [0.3, 0.2, 0.4] }],
    });
    for (let step = 0; step < 10; step++) world.step(DT);
    expect(box.position[1]).toBeGreaterThan(0.55);
  }
});
