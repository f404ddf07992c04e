// What is measured from the same bodies for all: scenes as every engine gets them, Drystone's adapter, verdicts and statistics.

import { describe, expect, it } from 'vitest';
import { caseNamed, chooseCases } from '../../bench/comparison/cases.mjs';
import { holdContests } from '../../bench/comparison/contest.mjs';
import { Run } from '../../bench/comparison/run.mjs';
import { judge } from '../../bench/comparison/verdict.mjs';
import { plainScene } from '../../bench/plain-scene.mjs';
import { drystone } from '../../bench/rivals/drystone.mjs';
import { fitExponent, median, quantile } from '../../bench/statistics.mjs';
import { formatTable, short } from '../../bench/tables.mjs';
import { SCENES } from '../../scenes/index.js';
import { Simulation } from '../../src/scene/simulation.js';

interface PlainBody {
  isFixed: boolean;
  shape: { kind: string };
  position: [number, number, number];
  mass: number;
}

function plainBodies(scene: object): PlainBody[] {
  return plainScene(scene).bodies;
}

describe('scenes as every engine gets them', () => {
  it('have stones about their centres of mass, with the masses of the scene', () => {
    const scene = SCENES.arch.make({ seed: 1 });
    const { world } = new Simulation(scene);
    const stones = plainBodies(scene).filter(({ isFixed }) => !isFixed);
    const own = [...world.bodies()].filter(({ kind }) => kind === 'rigid');
    expect(stones.length).toBe(15);
    stones.forEach(({ position, mass }, i) => {
      expect(mass).toBeCloseTo(own[i].mass, 9);
      for (let k = 0; k < 3; k++) expect(position[k]).toBeCloseTo(own[i].centerOfMass[k], 12);
    });
  });

  it('have the walls of a silo one by one, each where it was', () => {
    const fixed = plainBodies(SCENES.silo.make({ seed: 1, count: 10 })).filter(({ isFixed }) => isFixed);
    expect(fixed.length).toBe(1 + 16);
    expect(fixed.filter(({ shape }) => shape.kind === 'box').map(({ position: [x, , z] }) => Math.hypot(x, z))).toEqual(
      Array.from({ length: 8 }, () => expect.closeTo(8.5, 9)),
    );
  });

  it('refuse what only Drystone knows', () => {
    const own = { bodies: [{ name: 'a', shapes: [{ kind: 'capsule', radius: 1, length: 1 }] }] };
    expect(() => plainScene(own)).toThrow('The body a is a capsule, but must be one of box, sphere, hull, half-space.');
    const ice = { bodies: [{ name: 'a', material: 'ice', shapes: [{ kind: 'sphere', radius: 1 }] }] };
    expect(() => plainScene(ice)).toThrow('material of its own');
    expect(() => plainScene({ name: 's', composites: [{}] })).toThrow('The scene s has composites');
  });
});

describe("Drystone's adapter", () => {
  it.each([
    ['default', 'gsp'],
    ['vsp', 'vsp'],
    ['isp', 'isp'],
  ] as const)('with the setting %s steps as Drystone does by %s, bit for bit', async (setting, method) => {
    const scene = SCENES.lintel.make({ seed: 1 });
    const simulation = new Simulation(scene, { dt: 0.01, method });
    const plain = plainScene(scene);
    const world = await drystone.create({ ...plain, dt: 0.01, settings: drystone.settings[setting] });
    for (const body of plain.bodies) world.addBody(body);
    for (let step = 0; step < 50; step++) {
      simulation.step();
      world.step();
    }
    const poses = new Float64Array(7 * 7);
    world.poses(poses);
    const own = [...simulation.world.bodies()].filter(({ kind }) => kind === 'rigid');
    expect([...poses]).toEqual(own.flatMap(({ position, orientation }) => [...position, ...orientation]));
    expect(world.contacts).toBe(simulation.world.report.contacts);
  });
});

describe('a run', () => {
  const ball = {
    isFixed: false,
    shape: { kind: 'sphere', radius: 0.5 },
    mass: 1,
    inertia: [1, 1, 1],
    orientation: [0, 0, 0, 1],
    velocity: [0, -0.1, 0],
    angularVelocity: [0, 2, 0],
  };
  const scene = {
    gravity: [0, -10, 0],
    bodies: [{ ...ball, position: [0, 1, 0] }],
    additions: [{ at: 0.25, bodies: [{ ...ball, position: [5, 1, 0] }] }],
  };

  it('adds bodies when they are due and measures when it is asked to', () => {
    const added: number[] = [];
    let steps = 0;
    const world = {
      addBody: () => added.push(steps),
      step: () => steps++,
      // The first sinks by a millimetre a step.
      poses: (out: Float64Array) =>
        out.set([0, 1 - steps / 1000, 0, 0, 0, 0, 1, ...(added.length > 1 ? [5, 1, 0, 0, 0, 0, 1] : [])]),
    };
    const checks = [
      { at: 0.1, limits: null },
      { at: 0.5, limits: null },
    ];
    const run = new Run(world, scene, { dt: 0.01, seconds: 0.5, checks });
    run.advance(1000);
    expect(added).toEqual([0, 25]);
    expect(run.isDone).toBe(true);
    expect(run.times.length).toBe(50);
    expect(run.measurements.map(({ at, sag }: { at: number; sag: number }) => [at, sag])).toEqual([
      [expect.closeTo(0.1, 12), expect.closeTo(0.01, 12)],
      [expect.closeTo(0.5, 12), expect.closeTo(0.05, 12)],
    ]);
    expect(run.kineticEnergy).toBeCloseTo(0.5 * 0.1 * 0.1, 12);
    expect(run.energies.start).toBeCloseTo(10 * 1 + 0.5 * 0.1 * 0.1 + 0.5 * 2 * 2, 12);
    expect(run.energies.end).toBeCloseTo(10 * 0.95 + 0.5 * 0.1 * 0.1, 12);
  });
});

describe('verdicts', () => {
  const good = { depth: 0.004, drift: 0.004, dropped: 0, lost: 0, limits: { depth: 0.01, drift: 0.01 } };
  it('pass what keeps its limits, at every check', () => {
    expect(judge([good, good], 0.5)).toBe('PASS');
    expect(judge([good], 0.3)).toBe('stands');
    expect(judge([{ ...good, depth: 0.006 }, good], 0.5)).toBe('stands');
    expect(judge([{ ...good, drift: 0.006 }], 0.5)).toBe('stands');
    expect(judge([{ ...good, drift: 6, limits: { depth: 0.01 } }], 0.5)).toBe('PASS');
    expect(judge([{ ...good, dropped: 1 }, good], 0.5)).toBe('falls');
  });
  it('ask of what is poured or broken only that it stays above the ground', () => {
    expect(judge([{ ...good, dropped: 9, limits: null }], 0.5)).toBe('holds');
    expect(judge([{ ...good, lost: 1, limits: null }], 0.5)).toBe('leaks');
    expect(judge([good, { ...good, dropped: 9, limits: null }], 0.5)).toBe('PASS');
    expect(judge([good, { ...good, lost: 1, limits: null }], 0.5)).toBe('stands');
  });
});

describe('a contest', () => {
  const hold = (engine: string, budget: number, setting = 'default', name = 'lintel') =>
    holdContests({
      cases: [caseNamed(name)],
      contenders: [{ engine, setting }],
      dt: 0.01,
      seconds: 1,
      budget,
      say: () => {},
    });

  it('reports who passes, who is stopped and who does not run', async () => {
    expect(await hold('drystone', 60)).toMatchObject([{ case: 'lintel', engine: 'drystone', verdict: 'PASS', reached: 1 }]);
    expect(await hold('drystone', 1e-9)).toMatchObject([{ verdict: 'too slow', reached: expect.closeTo(0.5, 12) }]);
    expect(await hold('nobody', 60)).toMatchObject([
      { verdict: 'does not run', failure: expect.stringMatching('There is no engine nobody') },
    ]);
  });

  it.each(['vsp', 'isp'])('lets the roof-tower of 800 bricks stand by %s too', async (setting) => {
    expect(await hold('drystone', 60, setting, 'roof-tower')).toMatchObject([{ setting, verdict: 'PASS', reached: 1 }]);
  });

  it('is of cases that exist', () => {
    expect(chooseCases(['wall', 'tower'], () => {}).map(({ name }) => name)).toEqual(['wall', 'tower']);
    expect(() => chooseCases(['castle'], () => {})).toThrow('--only names castle, but must name some of box-stack');
    for (const { name, scene } of chooseCases(null, () => {})) {
      expect(SCENES[scene], name).toBeDefined();
    }
  });
});

describe('statistics', () => {
  it('of many numbers', () => {
    const values = Array.from({ length: 100 }, (_, i) => 99 - i);
    expect(median(values)).toBe(50);
    expect(quantile(values, 0.99)).toBe(99);
    expect(median([])).toBeNaN();
  });
  it('fit the exponent of a power', () => {
    const xs = [100, 320, 1000, 3200, 10000];
    expect(
      fitExponent(
        xs,
        xs.map((x) => 7 * x ** 1.25),
      ),
    ).toBeCloseTo(1.25, 12);
    const noisy = xs.map((x, i) => x * [1.02, 0.98, 1, 0.99, 1.01][i]);
    expect(Math.abs(fitExponent(xs, noisy) - 1)).toBeLessThan(0.01);
  });
});

describe('tables', () => {
  it('line up, numbers to the right', () => {
    expect(
      formatTable(
        ['who', 'ms'],
        [
          ['a', '1.5'],
          ['bcdef', '10.25'],
        ],
      ).split('\n'),
    ).toEqual(['| who   |    ms |', '|-------|------:|', '| a     |   1.5 |', '| bcdef | 10.25 |']);
  });
  it('show three digits of a number', () => {
    expect([0, 0.012345, 1.2345, 123.45, 12345, Number.NaN].map((value) => short(value))).toEqual([
      '0',
      '0.0123',
      '1.23',
      '123',
      '12345',
      '',
    ]);
  });
});
