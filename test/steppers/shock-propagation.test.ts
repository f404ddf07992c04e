// Velocity-based shock propagation as in the paper: what it is good at, and its known weaknesses, as numbers.

import { describe, expect, it } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import type { Island, Solver, Stepper } from '../../src/index.js';
import { METHODS, SOLVERS, World } from '../../src/index.js';
import { distance } from '../../src/math/vector.js';
import { Simulation } from '../../src/scene/simulation.js';
import { correction, findLayers, LayerSite, propagateShocks } from '../../src/steppers/layers/shock-propagation.js';
import { assemble, move } from '../../src/steppers/part.js';
import { placeAllContacts } from '../../src/steppers/problem-site.js';
import { addGround, G, makeWorld, relativeError, run } from '../physics/laboratory.js';
import { drift, throwTogether } from '../physics/throw-together.js';
import type { Choice } from './behaviours.js';
import { angleOfSeesaw, apexes, readScale, slideOnSlope, speedsOfSled, timeToTopple } from './behaviours.js';

const DT = 1 / 100;
const METHOD = 'vsp';
const BALL = { kind: 'sphere', radius: 0.5 } as const;
const withWeight = (weight: number): Choice => ({ method: METHOD, settings: { 'vsp.weight': weight } });

describe('figure 13: a grid of 125 balls that begin inside each other, corrected by 5 iterations a frame', () => {
  /** A stepper that undergoes a correction and nothing else. */
  const stepperOf = (step: (context: LayerSite, island: Island, dt: number) => void): Stepper => ({
    name: 'correction',
    needs: { solver: 'sweeps' },
    make(site) {
      const context = new LayerSite(site);
      return { begin: (dt) => placeAllContacts(context, dt), step: (island, _, dt) => step(context, island, dt) };
    },
  });
  const plainly = stepperOf((context, island, dt) => {
    assemble(context, island, dt);
    correction(context, 0);
    move(context, island, 0);
  });
  const byLayers = stepperOf((context, island) => {
    findLayers(context, island);
    propagateShocks(context, island, 0, (layer, _, dt) => correction(layer, dt));
  });

  /** Deepest penetration after each of six frames, the balls being `width` apart sideways and `height` upwards [m]. */
  function correct(stepper: Stepper, width: number, height: number): number[] {
    const world = new World({ stepper });
    addGround(world);
    for (let i = 0; i < 125; i++) {
      const [x, y, z] = [i % 5, Math.floor(i / 25), Math.floor(i / 5) % 5];
      world.createBody({ shapes: [BALL], position: [width * (x - 2), height * (y + 0.5), width * (z - 2)] });
    }
    return Array.from({ length: 6 }, () => {
      world.step(DT);
      return world.measurePenetration();
    });
  }

  it.each([
    [1, 0.9],
    [0.9, 0.9],
    [0.98, 0.8],
  ])('balls %f m apart sideways and %f m upwards: none is left with shock propagation, and much without', (width, height) => {
    const start = 1 - Math.min(width, height);
    expect(correct(byLayers, width, height)[5]).toBeLessThan(1e-4 * start);
    expect(correct(plainly, width, height)[5]).toBeGreaterThan(0.05 * start);
  });
});

describe('stacks', () => {
  it.each([
    ['box-stack', {}],
    ['box-stack', { noise: 1 }],
    ['heavy-on-light', { ratio: 1000 }],
    ['tower', {}],
    ['pyramid', {}],
    ['ball-grid', {}],
  ])('%s %o stands for a second with next to no penetration', (name, options) => {
    const simulation = new Simulation(SCENES[name].make({ seed: 1, ...options }), { method: METHOD });
    const { world } = simulation;
    const starts = new Map([...world.bodies()].map(({ id, position }) => [id, position]));
    for (let step = 0; step < 100; step++) {
      simulation.step();
      if (step % 10 === 9) expect(world.measurePenetration()).toBeLessThan(2e-5);
    }
    for (const { id, position } of world.bodies()) expect(distance(position, starts.get(id) ?? position)).toBeLessThan(5e-3);
  });

  it('creep by what 10 iterations leave over, which is not handed up, and less with 30', () => {
    const farthest = (iterations: number): number => {
      const { world } = new Simulation(SCENES['box-stack'].make({ seed: 1 }), {
        method: METHOD,
        settings: { 'vsp.iterations': iterations },
      });
      run(world, 2, DT);
      return Math.max(...[...world.bodies()].map(({ position: [x, , z] }) => Math.sqrt(x * x + z * z)));
    };
    expect(farthest(10)).toBeLessThan(5e-5);
    expect(farthest(30)).toBeLessThan(1e-5);
  });
});

describe('a body in one layer', () => {
  it.each([0, 0.01, 1])('slides and falls as it should, with the weight %f', (weight) => {
    const choice = withWeight(weight);
    for (const degrees of [15, 35]) {
      const free = G * Math.sin((degrees * Math.PI) / 180);
      for (const share of [0, 0.5]) {
        expect(relativeError(slideOnSlope(choice, degrees, share).acceleration, free * (1 - share))).toBeLessThan(1e-3);
      }
      expect(slideOnSlope(choice, degrees, 1.05).moved).toBeLessThan(0.01);
    }
    expect(readScale(choice, 1)).toBeCloseTo(1, 6);
    for (const e of [0.3, 0.9]) {
      const [first] = apexes(choice, e, { kind: 'sphere', radius: 0.25 }, 1 / 1000);
      expect(Math.abs(first - e * e)).toBeLessThan(0.01);
    }
  });

  it('rides on a scripted platform', () => {
    const world = makeWorld({}, { friction: 0.8 }, METHOD);
    const platform = world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'box', size: [3, 1, 3] }],
      // From rest.
      motion: { kind: 'oscillation', frequency: 0.5, translation: [0.3, 0.2, 0], phase: -Math.PI / 2 },
    });
    const [x, y] = platform.position;
    const box = world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [x, y + 1, 0] });
    const rider = world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [x, y + 2, 0] });
    run(world, 4, DT, () => {
      expect(Math.abs(box.position[0] - platform.position[0])).toBeLessThan(0.01);
      expect(Math.abs(box.position[1] - platform.position[1] - 1)).toBeLessThan(1e-3);
      expect(Math.abs(rider.position[1] - platform.position[1] - 2)).toBeLessThan(2e-3);
    });
  });

  it('may be a composite, and have another on top', () => {
    const world = makeWorld({}, {}, METHOD);
    addGround(world);
    const shapes = [{ kind: 'box', size: [1, 1, 1] }] as const;
    for (let i = 0; i < 3; i++) {
      for (const side of [-1, 1]) world.createBody({ name: `${i} ${side}`, shapes, position: [0.5 * side, i + 0.5, 0] });
      world.createComposite({ members: [`${i} -1`, `${i} 1`] });
    }
    run(world, 1, DT);
    for (const { position, mass, name } of world.bodies()) {
      if (mass > 0) expect(Math.abs(position[1] - Number(name?.[0]) - 0.5)).toBeLessThan(1e-3);
    }
  });
});

describe('a gap that closes within the step', () => {
  // Half of it is closed in each of the two dynamics steps, however strong gravity is. Contacts are attached to the members of a
  // composite, which must have come along when the second one sees them.
  it.each([true, false])('is closed and no more, of a composite: %s', (isComposite) => {
    const world = makeWorld({ gravity: [0, -2000, 0], 'vsp.weight': 0.5 }, {}, METHOD);
    addGround(world);
    const gap = 0.08;
    const boxes = [-0.5, 0.5].map((x) =>
      world.createBody({ shapes: [{ kind: 'box', size: [1, 1, 1] }], position: [x, 0.5 + gap, 0], velocity: [0, -9, 0] }),
    );
    if (isComposite) world.createComposite({ members: boxes });
    world.step(DT);
    for (const { position, velocity } of boxes) {
      expect(Math.abs(position[1] - 0.5)).toBeLessThan(2e-3);
      expect(relativeError(velocity[1], -gap / DT)).toBeLessThan(0.05);
    }
  });
});

describe('bodies that float', () => {
  it('are one layer in which nothing is fixated: their momentum is kept', () => {
    const world = makeWorld({ gravity: [0, 0, 0] }, { friction: 0.5, restitution: 0.3 }, METHOD);
    throwTogether(world, 1);
    const { linear, contacts } = drift(world);
    expect(contacts).toBeGreaterThan(1000);
    expect(linear).toBeLessThan(1e-13);
  });
});

describe('the known weaknesses', () => {
  // A layer feels what is in it, and the rest only through the share `a` of a step of unconverged dynamics.
  it('the ground reads little more than the weight of the lowest of 25 cubes', () => {
    expect(readScale(withWeight(0))).toBeCloseTo(1 / 25, 4);
    expect(readScale(withWeight(0.01))).toBeGreaterThan(0.04);
    expect(readScale(withWeight(0.01))).toBeLessThan(0.045);
  });

  it('a leaning stack never falls', () => {
    expect(timeToTopple(withWeight(0.01))).toBe(Number.POSITIVE_INFINITY);
  });

  it('five cubes do not outweigh three', () => {
    expect(Math.abs(angleOfSeesaw(withWeight(0.01), 2))).toBeLessThan(0.1);
  });

  it('momentum goes where bodies are fixated, the less the larger the weight', () => {
    const speeds = [0, 0.01, 0.1, 0.5].map((weight) => speedsOfSled(withWeight(weight)).plate);
    expect(Math.abs(speeds[0])).toBeLessThan(1e-3);
    expect(speeds[1]).toBeLessThan(0.05);
    for (let i = 1; i < speeds.length; i++) expect(speeds[i]).toBeGreaterThan(speeds[i - 1]);
    expect(speeds[3]).toBeLessThan(0.9);
  });
});

describe('the detection at the end of a step', () => {
  it('shows the gaps where the bodies have come to, and counts', () => {
    const world = makeWorld({ 'detection.coherence': 'off' }, {}, METHOD);
    const ground = addGround(world);
    const ball = world.createBody({ shapes: [BALL], position: [0, 0.45, 0] });
    world.step(DT);
    expect(world.report.narrowPhaseTests).toBe(2);
    expect(world.report.penetration).toBeCloseTo(0.05, 12);
    expect(Math.abs(world.graph.edgeBetween(ground, ball)?.gap ?? 1)).toBeLessThan(1e-3);
    expect(Math.abs(ball.position[1] - 0.5)).toBeLessThan(1e-3);
  });

  it('does not hide that two have met on the way', () => {
    for (const events of ['safe', 'queue'] as const) {
      const world = makeWorld({ gravity: [0, 0, 0], events }, { restitution: 1 }, METHOD);
      addGround(world);
      const ball = world.createBody({ shapes: [BALL], position: [0, 0.7, 0], velocity: [0, -30, 0] });
      const kinds: string[] = [];
      run(world, 0.05, DT, () => kinds.push(...world.events.take().map(({ kind }) => kind)));
      expect(ball.velocity[1]).toBeCloseTo(30, 9);
      expect(kinds.filter((kind) => kind === 'new-touching')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'vanishing-touching')).toHaveLength(1);
    }
  });

  it('is not believed of a pair that has met on the way: the next one looks again, moved or not', () => {
    const world = makeWorld({ gravity: [0, 0, 0], events: 'safe' }, { restitution: 1 }, METHOD);
    addGround(world);
    const plate = world.createBody({
      shapes: [{ kind: 'box', size: [1, 0.1, 1] }],
      position: [0, 0.06, 0],
      velocity: [0, -30, 0],
    });
    world.step(DT);
    expect(world.events.countOf('new-touching')).toBe(1);
    expect(plate.position[1]).toBeGreaterThan(0.3);
    // Stopped in mid air, far from the ground and where it was already when detected.
    plate.velocity = [0, 0, 0];
    world.step(DT);
    expect(world.events.countOf('vanishing-touching')).toBe(1);
  });
});

describe('bad settings', () => {
  it.each([
    ['vsp.weight', -0.1],
    ['vsp.weight', 1.5],
    ['vsp.weight', Number.NaN],
    ['vsp.iterations', 0],
    ['vsp.correctionIterations', 0],
    ['substeps.count', 0],
    ['substeps.hertz', 0],
    ['substeps.dampingRatio', 0],
    ['substeps.pushRate', 0],
    ['substeps.bounceIterations', 0],
  ] as const)('%s = %f is refused by name', (name, value) => {
    expect(() => new World({ settings: { [name]: value } })).toThrow(new RegExp(`settings\\.${name.replace('.', '\\.')} is `));
  });

  it.each(['vsp', 'substeps'] as const)('a solver that does not fit is refused by method %s', (method) => {
    const solver: Solver = { ...SOLVERS.pgs, name: 'oracle', abilities: ['velocities'] };
    expect(() => new World({ stepper: METHODS[method], solver })).toThrow(new RegExp(`solver is "oracle".*method ${method}`));
  });
});
