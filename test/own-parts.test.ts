// A method, a solver and a scheduler made outside the library, by its types alone: they work by meeting the interface, and what
// does not fit is refused.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../scenes/index.js';
import type { Scene, Scheduler, Solver, Stepper, WorldOptions } from '../src/index.js';
import { METHODS, SOLVERS, World } from '../src/index.js';
import { fillWorld } from '../src/scene/build-world.js';

function build(scene: Scene, options: WorldOptions): World {
  const world = new World(options);
  fillWorld(world, scene);
  return world;
}

/** Every body falls, whatever is in its way. */
const falling: Stepper = {
  name: 'falling',
  needs: { solver: 'velocities' },
  make({ state, detection }) {
    return {
      begin() {},
      step({ firstBody, bodyCount }, _, dt) {
        const { position, velocity } = state.bodies.nodes.columns;
        const rows = detection.groups.movers.columns.member.subarray(firstBody, firstBody + bodyCount);
        for (const row of rows) {
          for (let k = 0; k < 3; k++) {
            velocity[6 * row + k] += dt * state.settings.gravity[k];
            position[3 * row + k] += dt * velocity[6 * row + k];
          }
        }
      },
    };
  },
};

/** Gauss-Seidel that counts how often it is asked. */
function counting(abilities: Solver['abilities']): Solver & { asked: number } {
  return {
    ...SOLVERS.pgs,
    name: 'counting',
    abilities,
    asked: 0,
    makeWorkspace() {
      const model = SOLVERS.pgs.makeWorkspace();
      return {
        ...model,
        solveVelocities: (...given) => {
          this.asked++;
          return model.solveVelocities(...given);
        },
      };
    },
  };
}

/** Fixed steps whose islands are stepped from the last to the first, the free bodies before them. */
const backwards: Scheduler = {
  name: 'backwards',
  offers: [],
  advance(stages, dt) {
    const { stepper, islands } = stages;
    stages.prepare(dt);
    stages.detect(dt);
    stepper.begin(dt);
    stepper.step(islands.free, stages.time, dt);
    for (let i = islands.count - 1; i >= 0; i--) stepper.step(islands.list[i], stages.time, dt);
    stepper.finish?.(dt);
    stages.conclude(dt);
  },
};

describe('a method from outside', () => {
  it('is what every island undergoes', () => {
    const world = new World({ stepper: falling });
    world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
    const ball = world.createBody({ position: [0, 0.4, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] });
    for (let i = 0; i < 100; i++) world.step(0.01);
    expect(ball.position[1]).toBeCloseTo(0.4 - 0.5 * 9.81 * 1.01, 9);
    expect(world.time).toBeCloseTo(1, 12);
  });

  it('that needs what no solver here can do is refused', () => {
    const strange = { ...falling, needs: { solver: 'oracles' as never } };
    expect(() => new World({ stepper: strange })).toThrow(
      'Method "falling" needs a solver of "oracles", and there is none here.',
    );
  });
});

describe('a solver from outside', () => {
  it.each(['ncp', 'vsp', 'substeps'] as const)('is asked by %s, with the same result as the one it imitates', (method) => {
    const solver = counting(['velocities', 'sweeps']);
    const scene = SCENES['box-stack'].make({ seed: 1 });
    const own = build(scene, { stepper: METHODS[method], solver });
    const usual = build(scene, { stepper: METHODS[method] });
    for (let i = 0; i < 20; i++) {
      own.step(0.01);
      usual.step(0.01);
    }
    expect(solver.asked).toBeGreaterThanOrEqual(20);
    expect(own.hash()).toBe(usual.hash());
  });

  it.each(['gsp', 'isp'] as const)('that %s would not ask is refused', (method) => {
    const solver = counting(['velocities', 'sweeps']);
    expect(() => new World({ stepper: METHODS[method], solver })).toThrow(
      `solver is "counting", but method ${method} works with "pgs".`,
    );
  });
});

describe('a scheduler from outside', () => {
  it.each(['gsp', 'ncp', 'substeps', 'isp', 'impulsive'] as const)(
    '%s: islands stepped in another order give the same bits',
    (method) => {
      const scene = SCENES.silo.make({ seed: 1, count: 120 });
      const own = build(scene, { stepper: METHODS[method], scheduler: backwards });
      const usual = build(scene, { stepper: METHODS[method] });
      let most = 0;
      for (let i = 0; i < 60; i++) {
        own.step(0.01);
        usual.step(0.01);
        most = Math.max(most, usual.report.groups);
        expect(own.hash(), `step ${i}`).toBe(usual.hash());
      }
      expect(most).toBeGreaterThan(2);
    },
  );

  it('that does not offer what a method needs is refused', () => {
    expect(() => new World({ stepper: METHODS.vsp, scheduler: backwards })).toThrow(
      'method is "vsp", which needs "second-detection", but scheduler "backwards" offers nothing of the kind.',
    );
  });
});
