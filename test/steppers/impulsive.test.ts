// The fast impulsive contact suite (Schmidl and Milenkovic 2004), method `impulsive`: what its steps must do, in closed
// form where there is one, and what freezing may and may not do.

import { describe, expect, it } from 'vitest';
import { CONTROLS, officeToy, revivalChain, SCENES, stack, unstableSpheres } from '../../scenes/index.js';
import type { Settings } from '../../src/index.js';
import { METHODS, SOLVERS, World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { Scene } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';
import type { Body } from '../../src/world.js';
import { SMALL } from '../golden/small-scenes.js';

const DT = 1 / 30;
const G = 9.81;
const CUBE = { kind: 'box', size: [1, 1, 1] } as const;
const BALL = { kind: 'sphere', radius: 0.5 } as const;

function makeWorld(settings: Partial<Settings> = {}, material = { friction: 0.5, restitution: 0 }): World {
  const world = new World({ stepper: METHODS.impulsive, settings });
  world.createMaterial('default', material);
  return world;
}

/** With the ground. */
function makeGround(settings: Partial<Settings> = {}, material = { friction: 0.5, restitution: 0 }): World {
  const world = makeWorld(settings, material);
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  return world;
}

function simulate(scene: Scene, settings: Partial<Settings> = {}, dt = DT): Simulation {
  return new Simulation(scene, { method: 'impulsive', dt, settings });
}

function stepFor(world: World, seconds: number, dt = DT): void {
  for (let i = 0; i < Math.round(seconds / dt); i++) world.step(dt);
}

function movers(world: World): Body[] {
  return [...world.bodies()].filter((body) => body.mass > 0);
}

describe('the office toy', () => {
  const counts = Array.from({ length: 19 }, (_, i) => i + 2);

  it.each(counts)('of %i balls lets as many leave as arrived, at their speed, with c_b = n - 1', (balls) => {
    for (const incoming of [1, 2]) {
      if (incoming >= balls) continue;
      const { world } = simulate(officeToy({ seed: 1, balls, incoming }), { 'impulsive.bounces': balls - 1 });
      stepFor(world, 0.5);
      movers(world).forEach((ball, i) => {
        expect(ball.velocity[0]).toBeCloseTo(i < balls - incoming ? 0 : 5, 6);
        expect(Math.hypot(ball.velocity[1], ball.velocity[2])).toBe(0);
      });
    }
  });

  it('passes two blows from both sides through each other', () => {
    const world = makeWorld({ gravity: [0, 0, 0], 'impulsive.bounces': 6 }, { friction: 0, restitution: 1 });
    const balls = Array.from({ length: 7 }, (_, i) => {
      const position: Vec3 = [i === 0 ? -0.5 : i === 6 ? 6.5 : i, 0, 0];
      return world.createBody({ shapes: [BALL], position, velocity: [i === 0 ? 5 : i === 6 ? -5 : 0, 0, 0] });
    });
    stepFor(world, 0.5);
    balls.forEach((ball, i) => {
      expect(ball.velocity[0]).toBeCloseTo(i === 0 ? -5 : i === 6 ? 5 : 0, 6);
    });
  });

  it.each(counts.slice(1))('of %i balls is wrong with c_b = 0, as the QP is: all move', (balls) => {
    const { world } = simulate(officeToy({ seed: 1, balls }), { 'impulsive.bounces': 0 });
    stepFor(world, 0.5);
    // The least energy for which the first two part at 5 m/s: v_0 + (n - 1) v = 5 and v - v_0 = 5.
    const v = 10 / balls;
    const speeds = movers(world).map((ball) => ball.velocity[0]);
    speeds.forEach((speed, i) => {
      expect(speed).toBeCloseTo(i === 0 ? v - 5 : v, 6);
    });
    expect(speeds.reduce((sum, speed) => sum + speed, 0)).toBeCloseTo(5, 9);
  });
});

describe('a collision by itself', () => {
  /**
   * A tilted box whose lowest corner touches the ground, in free flight; returns its corner's velocity before and after
   * one step.
   */
  function strike(formula: Settings['impulsive.formula'], friction: number, speed: number) {
    const settings = { gravity: [0, 0, 0] as Vec3, 'impulsive.formula': formula, 'impulsive.bounces': 1 };
    const world = makeGround(settings, { friction, restitution: 0.5 });
    const angle = 0.5;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    // The edge below, of a box turned about z.
    const arm: Vec3 = [-0.5 * c + 0.5 * s, -0.5 * s - 0.5 * c, 0];
    const body = world.createBody({
      shapes: [CUBE],
      position: [0, -arm[1], 0],
      orientation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
      velocity: [speed, -2, 0],
      density: 1,
    });
    world.step(1e-6);
    const spin = body.angularVelocity[2];
    const [vx, vy] = [body.velocity[0] - spin * arm[1], body.velocity[1] + spin * arm[0]];
    return { vx, vy, arm, change: [body.velocity[0] - speed, body.velocity[1] + 2], spin };
  }

  it('leaves at e times its speed by (6), with friction against the slide of mu times the normal impulse', () => {
    const { vy, change } = strike('friction-within', 0.05, 6);
    expect(vy).toBeCloseTo(1, 9);
    expect(change[0]).toBeCloseTo(-0.05 * change[1], 12);
  });

  it('has the normal impulse of a frictionless one by (5)', () => {
    const { change, arm, vy } = strike('friction-after', 0.05, 6);
    // (2): j = (1 + e) 2 / (1 / m + r_x^2 / I), with I = m / 6.
    expect(change[1]).toBeCloseTo(3 / (1 + 6 * arm[0] * arm[0]), 9);
    expect(change[0]).toBeCloseTo(-0.05 * change[1], 12);
    expect(Math.abs(vy - 1)).toBeGreaterThan(0.01);
  });

  it.each(['friction-after', 'friction-within'] as const)(
    'by %s brings a slow slide to rest, and does not turn it around',
    (formula) => {
      const settings = { gravity: [0, 0, 0] as Vec3, 'impulsive.formula': formula, 'impulsive.bounces': 1 };
      const world = makeGround(settings, { friction: 5, restitution: 0.5 });
      const box = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0], velocity: [0.1, -2, 0] });
      world.step(1e-6);
      // Flat: the four corners are one collision in the middle of the face, which does not spin the box but by friction.
      expect(box.velocity[1]).toBeCloseTo(1, 9);
      expect(box.velocity[0] + 0.5 * box.angularVelocity[2]).toBeCloseTo(0, 9);
      // j_t = m v / (1 + m r^2 / I), with I = m / 6 and r = 1 / 2.
      expect(box.velocity[0]).toBeCloseTo(0.1 - 0.1 / 2.5, 9);
    },
  );
});

describe('bodies under gravity', () => {
  it.each(['optimised', 'plain'] as const)('a ball bounces to e^2 of its height, position %s', (position) => {
    const world = makeGround({ 'impulsive.position': position }, { friction: 0.5, restitution: 0.8 });
    const ball = world.createBody({ shapes: [BALL], position: [0, 2.5, 0] });
    let [top, previous] = [0, 0];
    for (let i = 0; i < 2000; i++) {
      world.step(1 / 1000);
      if (previous < 0 && ball.velocity[1] >= 0 && top === 0) top = ball.position[1];
      previous = ball.velocity[1];
      if (top > 0) top = Math.max(top, ball.position[1]);
      if (top > 0.6 && ball.velocity[1] < 0) break;
    }
    expect(top - 0.5).toBeGreaterThan(0.98 * 0.64 * 2);
    expect(top - 0.5).toBeLessThan(1.02 * 0.64 * 2);
  });

  it('a stack that drops at dt = 1/30 ends with every cube on the one below, without penetration on the way', () => {
    for (const freezing of ['on', 'off'] as const) {
      const { world } = simulate(stack({ seed: 1 }), { 'impulsive.freezing': freezing, 'impulsive.freezeAfter': 1 });
      for (let i = 0; i < 300; i++) {
        world.step(DT);
        expect(world.report.penetration).toBeLessThan(1e-4);
      }
      movers(world).forEach((cube, i) => {
        expect(Math.abs(cube.position[1] - (i + 0.5))).toBeLessThan(0.001);
      });
      expect(world.report.asleep).toBe(freezing === 'on' ? 10 : 0);
    }
  });

  it.each([0.45, 0.51])('a box on a slope of friction 0.5 sticks below mu cos(pi / 8) and slides above mu: slope %f', (slope) => {
    const angle = Math.atan(slope);
    const gravity: Vec3 = [G * Math.sin(angle), -G * Math.cos(angle), 0];
    const world = makeGround({ gravity, 'impulsive.freezing': 'off' });
    const box = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0] });
    stepFor(world, 1);
    if (slope < 0.5) expect(Math.abs(box.position[0])).toBeLessThan(1e-6);
    else expect(box.position[0]).toBeGreaterThan(0.05);
  });

  it('what slides lifts off by the published QP, and stays where that is removed: it stops by mu cos(pi / 8)', () => {
    const [published, removed] = (['as-published', 'removed'] as const).map((lift) => {
      const world = makeGround({ 'impulsive.lift': lift });
      const box = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0], velocity: [5, 0, 0] });
      let [hop, stop] = [0, 0];
      for (let i = 0; i < 150; i++) {
        world.step(1 / 100);
        hop = Math.max(hop, box.position[1] - 0.5);
        if (stop === 0 && box.velocity[0] < 1e-3) stop = world.time;
      }
      return { hop, stop, distance: box.position[0] };
    });
    expect(published.hop).toBeGreaterThan(0.1);
    expect(removed.hop).toBeLessThan(1e-3);
    // The world's tangents are along the axes here: the slide is towards the middle of a side of the pyramid.
    const deceleration = 0.5 * Math.cos(Math.PI / 8) * G;
    expect(Math.abs(removed.stop - 5 / deceleration)).toBeLessThan(0.021);
    expect(removed.distance).toBeGreaterThan(0.98 * (12.5 / deceleration));
    expect(removed.distance).toBeLessThan(1.02 * (12.5 / deceleration));
  });

  it('what carries a stack reads its weight', () => {
    const world = makeGround({ 'impulsive.freezing': 'off' });
    const masses = [100, 20, 3].map((mass, i) => {
      world.createBody({ shapes: [CUBE], mass, position: [0, 0.5 + i, 0] });
      return mass;
    });
    stepFor(world, 1);
    let load = 0;
    for (const edge of world.graph.edges()) {
      if (!edge.kind.includes('fixed')) continue;
      for (const contact of edge.contacts) load += contact.normalImpulse;
    }
    expect(load / DT).toBeCloseTo(G * masses.reduce((sum, mass) => sum + mass, 0), 4);
  });
});

describe('freezing', () => {
  /** A cube that has lain on the ground until it froze. */
  function frozenCube(settings: Partial<Settings> = {}): { world: World; cube: Body } {
    const world = makeGround({ 'impulsive.freezeAfter': 3, ...settings });
    const cube = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0] });
    for (let i = 0; i < 5; i++) world.step(DT);
    return { world, cube };
  }

  it('takes a body that was still and supported for more than c_f steps, and leaves its contacts out', () => {
    const { world, cube } = frozenCube();
    const other = makeGround({ 'impulsive.freezeAfter': 3 });
    const twin = other.createBody({ shapes: [CUBE], position: [0, 0.5, 0] });
    for (let i = 0; i < 3; i++) other.step(DT);
    expect(twin.isFrozen).toBe(false);
    other.step(DT);
    expect(twin.isFrozen).toBe(true);
    expect(cube.isFrozen).toBe(true);
    expect(world.report.contacts).toBe(0);
    expect(world.report.asleep).toBe(1);
    expect(cube.velocity).toEqual([0, 0, 0]);
    const { position } = cube;
    stepFor(world, 5);
    expect(cube.position).toEqual(position);
  });

  it('by (15): below the energy that gravity gives in a step, turning included, and not at it', () => {
    // Sliding on ice: linear energy alone. A spinning disc: angular energy alone.
    for (const [factor, isFrozen] of [
      [0.99, true],
      [1.01, false],
    ] as const) {
      const world = makeGround({ 'impulsive.freezeAfter': 0 }, { friction: 0, restitution: 0 });
      const slider = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0], velocity: [factor * G * DT, 0, 0] });
      // Of a cube, I = m / 6: m g^2 dt^2 / 2 = I w^2 / 2.
      const spin = factor * G * DT * Math.sqrt(6);
      const spinner = world.createBody({ shapes: [CUBE], position: [5, 0.5, 0], angularVelocity: [0, spin, 0] });
      world.step(DT);
      expect([slider.isFrozen, spinner.isFrozen]).toEqual([isFrozen, isFrozen]);
    }
  });

  it('needs something fixed or frozen to lie on', () => {
    const world = makeGround({ 'impulsive.freezeAfter': 2 });
    const cubes = [0.5, 1.5, 2.5].map((y) => world.createBody({ shapes: [CUBE], position: [0, y, 0] }));
    const frozenAt = cubes.map(() => 0);
    for (let step = 1; step <= 20; step++) {
      world.step(DT);
      cubes.forEach((cube, i) => {
        if (cube.isFrozen && frozenAt[i] === 0) frozenAt[i] = step;
      });
    }
    expect(frozenAt).toEqual([3, 6, 9]);
  });

  it('happens in cold volumes alone, where there are any', () => {
    const world = makeGround({ 'impulsive.freezeAfter': 1, 'impulsive.coldVolumes': [[4, 0, -1, 6, 1, 1]] });
    const [outside, inside] = [0, 5].map((x) => world.createBody({ shapes: [CUBE], position: [x, 0.5, 0] }));
    stepFor(world, 1);
    expect([outside.isFrozen, inside.isFrozen]).toEqual([false, true]);
  });

  it('does not happen without gravity, which is its measure', () => {
    const { cube } = frozenCube({ gravity: [0, 0, 0] });
    expect(cube.isFrozen).toBe(false);
  });

  it('ends with a collision that gives more energy than (15), and only then', () => {
    for (const [speed, isFrozen] of [
      [0.2, true],
      [3, false],
    ] as const) {
      const { world, cube } = frozenCube({ 'impulsive.freezeAfter': 3 });
      world.createBody({ shapes: [BALL], position: [-1.005, 0.6, 0], velocity: [speed, 0, 0], gravityScale: 0 });
      stepFor(world, 2 * DT);
      expect(cube.isFrozen).toBe(isFrozen);
    }
  });

  it('ends with a velocity, a force or a place given by the user, and when thawed', () => {
    const disturb: ((cube: Body) => void)[] = [
      (cube) => {
        cube.velocity = [0.01, 0, 0];
      },
      (cube) => {
        cube.applyForce([1, 0, 0]);
      },
      (cube) => {
        cube.position = [0, 3, 0];
      },
      (cube) => cube.thaw(),
    ];
    for (const change of disturb) {
      const { world, cube } = frozenCube();
      change(cube);
      world.step(DT);
      expect(cube.isFrozen).toBe(false);
    }
  });

  it('ends when the support is gone: by removal, or because it moves away', () => {
    const world = makeGround({ 'impulsive.freezeAfter': 2 });
    const [lower, upper] = [0.5, 1.5].map((y) => world.createBody({ shapes: [CUBE], position: [0, y, 0] }));
    stepFor(world, 1);
    expect(upper.isFrozen).toBe(true);
    lower.remove();
    stepFor(world, 1);
    expect(upper.position[1]).toBeCloseTo(0.5, 4);

    const ground = makeGround({ 'impulsive.freezeAfter': 2 });
    const [base, top] = [0.5, 1.5].map((y) => ground.createBody({ shapes: [CUBE], position: [0, y, 0] }));
    stepFor(ground, 1);
    base.position = [5, 0.5, 0];
    stepFor(ground, 1);
    expect(top.position[1]).toBeCloseTo(0.5, 4);
  });

  it('ends when a scripted body that it lies on sets out', () => {
    const world = makeWorld({ 'impulsive.freezeAfter': 2 });
    world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [4, 1, 4] }],
      position: [0, -0.5, 0],
      motion: {
        kind: 'keyframes',
        keyframes: [
          { time: 1, position: [0, -0.5, 0] },
          { time: 3, position: [0, 0.5, 0] },
        ],
      },
    });
    const cube = world.createBody({ shapes: [CUBE], position: [0, 0.5, 0] });
    stepFor(world, 0.5);
    expect(cube.isFrozen).toBe(true);
    stepFor(world, 2.5);
    expect(cube.position[1]).toBeCloseTo(0.5 + 2 * 0.5, 2);
  });

  it('is part of the state: taken back with a snapshot, and told apart by the hash', () => {
    const { world, cube } = frozenCube();
    const frozen = world.snapshot();
    const hash = world.hash();
    cube.thaw();
    expect(world.hash()).not.toBe(hash);
    world.restore(frozen);
    expect(cube.isFrozen).toBe(true);
    expect(world.hash()).toBe(hash);
  });

  it('ends everywhere when it is switched off', () => {
    const { world, cube } = frozenCube();
    world.set('impulsive.freezing', 'off');
    world.step(DT);
    expect(cube.isFrozen).toBe(false);
  });

  it('lets the upper ball of figure 4 roll off at the default c_f, and hang at one that is too low', () => {
    const heights = [undefined, 3].map((steps) => {
      const { world } = simulate(unstableSpheres({ seed: 1 }), steps === undefined ? {} : { 'impulsive.freezeAfter': steps });
      stepFor(world, 4);
      return Math.max(...movers(world).map((ball) => ball.position[1]));
    });
    expect(heights[0]).toBeCloseTo(0.5, 2);
    expect(heights[1]).toBeCloseTo(1.5, 2);
  });

  it.each([2, 5, 20])('the cluster of %i cubes of figure 5 wakes in one step; by the QP alone, one cube does', (count) => {
    for (const [bounces, awake] of [
      ['auto', count],
      [0, 1],
    ] as const) {
      const { world } = simulate(revivalChain({ seed: 1, count }), { 'impulsive.bounces': bounces, 'impulsive.freezeAfter': 10 });
      stepFor(world, 1.5);
      expect(world.report.asleep).toBe(count);
      let asleep = count;
      for (let step = 0; step < 30 && asleep === count; step++) {
        world.step(DT);
        asleep = world.report.asleep;
      }
      expect(asleep).toBe(count - awake);
    }
  });
});

describe('what cannot be is refused', () => {
  it('settings by name', () => {
    const world = makeWorld();
    expect(() => world.set('impulsive.bounces', -1)).toThrow(/impulsive\.bounces is -1, but must be/);
    expect(() => world.set('impulsive.bounces', 'many' as 'auto')).toThrow(
      /impulsive\.bounces is "many", but must be "auto" or a number/,
    );
    expect(() => world.set('impulsive.freezeAfter', 1.5)).toThrow(/impulsive\.freezeAfter is 1\.5/);
    expect(() => world.set('impulsive.coldVolumes', [[0, 0, 0, 1]])).toThrow(/impulsive\.coldVolumes\[0\]/);
    expect(world.settings['impulsive.bounces']).toBe('auto');
  });

  it('solvers that do not fit', () => {
    expect(() => new World({ stepper: METHODS.impulsive, solver: SOLVERS.pgs })).toThrow(/solver is "pgs", but method impulsive/);
    expect(() => new World({ solver: SOLVERS.qp })).toThrow(/solver is "qp", but method gsp/);
    expect(() => new World().impulseProblems(DT)).toThrow(/"gsp", which solves no quadratic programs/);
  });

  it('nothing of the world: every built-in scene steps by it, or by its own method', () => {
    for (const { name, options: allowed, make } of Object.values(SCENES)) {
      const own = 'bodies' in allowed ? SMALL[name] : {};
      const options = name === 'silo' || name === 'cubeglass' ? { count: 20 } : name === 'roof-tower' ? { layers: 4 } : own;
      const scene = make({ seed: 1, ...options });
      const { world, dt } = new Simulation(scene, { method: 'impulsive', controls: CONTROLS });
      for (let i = 0; i < 3; i++) world.step(dt);
      expect(Number.isFinite(world.kineticEnergy())).toBe(true);
      // Groups with joints are swept, and are no quadratic programs.
      if (scene.joints === undefined && scene.multibodies === undefined) expect(world.report.residual).toBeLessThan(1e-7);
    }
  });
});
