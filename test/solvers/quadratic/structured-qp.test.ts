// The structured QP against its judge: the KKT conditions, the oracle, and what can be worked out by hand. The oracle has to pass the
// same, since a judge may be wrong too.

import { beforeAll, describe, expect, it } from 'vitest';
import type { ImpulseProblem } from '../../../src/solvers/index.js';
import { StructuredQP } from '../../../src/solvers/index.js';
import type { Result } from './kkt.js';
import { contactVelocity, infeasibility, kineticEnergy, objectiveOf, worstResidual } from './kkt.js';
import type { Oracle, OracleSolution } from './oracle.js';
import { loadOracle } from './oracle.js';
import type { Box, BoxOptions, ProblemBody, ProblemContact, Vec3 } from './problems.js';
import {
  copyProblem,
  gridOf,
  heavyOnLight,
  makeBoxProblem,
  makeProblem,
  makeRandomProblem,
  RANDOM_KINDS,
  stackOf,
  wallOf,
} from './problems.js';

/** Enough that 200 of them have a solution that the oracle finds. */
const SEEDS = [...Array(220).keys()];
/** Of the KKT conditions, all of them [1]. */
const KKT_LIMIT = 1e-8;
const COSINE = Math.cos(Math.PI / 8);

let askOracle: Oracle;
beforeAll(async () => {
  askOracle = await loadOracle();
});

function largest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return largest(a.map((value, i) => value - b[i]));
}

/** What the structured QP makes of a copy of the problem, with its report and its residual by our conditions. */
function solve(problem: ImpulseProblem) {
  const qp = new StructuredQP();
  const solved = copyProblem(problem);
  const report = { ...qp.solve(solved) };
  return { ...report, velocity: solved.velocity, impulse: solved.impulse, worst: worstResidual(problem, solved, qp) };
}

describe('random problems', () => {
  const problems = SEEDS.map((seed) => ({
    seed,
    kind: RANDOM_KINDS[seed % RANDOM_KINDS.length],
    problem: makeRandomProblem(seed),
  }));
  let truths: OracleSolution[];
  beforeAll(() => {
    truths = problems.map(({ problem }) => askOracle(problem));
  });

  it('are decided by the oracle, every one, and 200 of them have a solution', () => {
    expect(truths.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(truths.filter(({ status }) => status === 'solved').length).toBeGreaterThanOrEqual(200);
    expect(truths.filter(({ status }) => status === 'infeasible').length).toBeGreaterThan(5);
  });

  it('have solutions by the oracle that meet the constraints, and most of them all conditions', () => {
    const residuals = problems.flatMap(({ problem }, i) => {
      const truth = truths[i];
      if (truth.status !== 'solved') return [];
      expect(infeasibility(problem, truth)).toBeLessThan(1e-9);
      expect(Math.abs(objectiveOf(problem, truth) - truth.objective)).toBeLessThan(
        1e-11 * kineticEnergy(problem, problem.velocity),
      );
      return [worstResidual(problem, truth, truth)];
    });
    expect(residuals.filter((residual) => residual <= KKT_LIMIT).length).toBeGreaterThanOrEqual(200);
  });

  it.each(problems)(
    'of seed $seed, $kind, is solved as the oracle solves it, or found to have no solution',
    ({ seed, problem }) => {
      const truth = truths[seed];
      const { status, velocity, impulse, objective, worst, residual } = solve(problem);
      expect(status).toBe(truth.status);
      if (status !== 'solved') return;
      expect(worst).toBeLessThanOrEqual(KKT_LIMIT);
      expect(residual).toBeLessThanOrEqual(KKT_LIMIT);
      const energy = kineticEnergy(problem, problem.velocity);
      expect(Math.abs(objective - objectiveOf(problem, { velocity, impulse }))).toBeLessThanOrEqual(1e-12 * energy);
      // A few solutions of the oracle are not within the limit themselves.
      if (worstResidual(problem, truth, truth) > KKT_LIMIT) return;
      expect(Math.abs(objective - truth.objective)).toBeLessThanOrEqual(
        1e-6 * Math.max(Math.abs(truth.objective), 1e-3 * energy),
      );
      // The velocities are unique, unlike the impulses; but where multipliers are weak, 1e-8 of the conditions is less of them.
      expect(largestDifference(velocity, truth.velocity)).toBeLessThanOrEqual(1e-5 * largest(problem.velocity));
    },
  );

  it('gain no kinetic energy without bounds and drift', () => {
    for (const { kind, problem } of problems) {
      if (kind !== 'plain') continue;
      const before = kineticEnergy(problem, problem.velocity);
      const { status, velocity } = solve(problem);
      expect(status).toBe('solved');
      expect(kineticEnergy(problem, velocity)).toBeLessThanOrEqual(before * (1 + 1e-12));
    }
  });

  it('come out the same in other units of mass and speed', () => {
    for (const seed of SEEDS.slice(0, 40)) {
      const problem = makeRandomProblem(seed, 'moving ground');
      const other = copyProblem(problem);
      const [mass, speed] = [1024, 1 / 64];
      for (const array of [other.inverseMass, other.inverseInertia]) array.set(array.map((value) => value / mass));
      for (const array of [other.velocity, other.drift, other.bound]) array.set(array.map((value) => value * speed));
      const one = solve(problem);
      const two = solve(other);
      expect(two.status).toBe(one.status);
      expect(
        largestDifference(
          two.velocity,
          one.velocity.map((u) => u * speed),
        ),
      ).toBeLessThanOrEqual(1e-9 * speed);
    }
  });
});

describe('boxes on top of each other', () => {
  const CASES: [string, Box[], BoxOptions][] = [
    ['a stack of 10', stackOf(10), {}],
    ['a stack of 25', stackOf(25), {}],
    ['a stack of 100', stackOf(100), {}],
    ['a stack of 10 in unrest', stackOf(10), { unrest: 1 }],
    ['a stack of 10 on ice, in unrest', stackOf(10), { unrest: 1, friction: 0 }],
    ['1000 times the mass on top of 9', heavyOnLight(10, 1000), {}],
    ['1000 times the mass on top of 9, in unrest', heavyOnLight(10, 1000), { unrest: 1 }],
    ['a stack with every contact twice', stackOf(10), { copies: 2 }],
    ['a stack with every contact twice, in unrest', stackOf(10), { copies: 2, unrest: 1 }],
    ['a wall', wallOf(5, 5), {}],
    ['a wall in unrest', wallOf(5, 5), { unrest: 1 }],
    ['a grid', gridOf(3), {}],
    ['a grid in unrest', gridOf(3), { unrest: 1 }],
    ['a grid of 512', gridOf(8), {}],
  ];

  it.each(CASES)('%s: all conditions hold', (_, boxes, options) => {
    const { status, worst } = solve(makeBoxProblem(boxes, options));
    expect(status).toBe('solved');
    expect(worst).toBeLessThanOrEqual(KKT_LIMIT);
  });

  it.each([
    ['a stack', stackOf(5), {}],
    ['a stack in unrest', stackOf(4), { unrest: 1 }],
    ['1000 times the mass on top', heavyOnLight(4, 1000), { unrest: 1 }],
    ['a wall in unrest', wallOf(2, 3), { unrest: 1 }],
    ['a stack with every contact twice', stackOf(2), { copies: 2, unrest: 1 }],
  ] as [string, Box[], BoxOptions][])('%s: the oracle agrees', (_, boxes, options) => {
    const problem = makeBoxProblem(boxes, options);
    const truth = askOracle(problem, { timeLimit: 2 });
    const { velocity, objective } = solve(problem);
    expect(truth.status).toBe('solved');
    expect(infeasibility(problem, truth)).toBeLessThan(1e-8);
    const energy = kineticEnergy(problem, problem.velocity);
    expect(Math.abs(objective - truth.objective)).toBeLessThanOrEqual(1e-6 * Math.max(Math.abs(truth.objective), 1e-3 * energy));
    expect(largestDifference(velocity, truth.velocity)).toBeLessThanOrEqual(1e-6 * largest(problem.velocity));
  });

  it('come to rest, each carrying what is above it', () => {
    const count = 10;
    const problem = makeBoxProblem(stackOf(count));
    const { velocity, impulse } = solve(problem);
    expect(largest(velocity)).toBeLessThan(1e-9);
    const loads = new Float64Array(count);
    problem.movers.forEach((body, i) => {
      if (i % 2 === 1) loads[body] += impulse[3 * (i >> 1)];
    });
    loads.forEach((load, i) => {
      expect(load).toBeCloseTo((count - i) * 0.0981, 7);
    });
  });

  it.each([
    ['a stack in unrest', stackOf(10), { unrest: 1 }],
    ['a wall', wallOf(5, 5), {}],
    ['a wall in unrest', wallOf(5, 5), { unrest: 1 }],
    ['a grid in unrest', gridOf(3), { unrest: 1 }],
  ] as [string, Box[], BoxOptions][])(
    '%s starts from its own solution: fewer iterations, the same velocities',
    (_, boxes, options) => {
      const problem = makeBoxProblem(boxes, options);
      const cold = solve(problem);
      const warm = copyProblem(problem);
      warm.impulse.set(cold.impulse);
      const { status, iterations } = new StructuredQP().solve(warm, { warmStart: true });
      expect(status).toBe('solved');
      expect(iterations).toBeLessThan(cold.iterations);
      expect(largestDifference(warm.velocity, cold.velocity)).toBeLessThanOrEqual(1e-7 * largest(problem.velocity));
    },
  );

  it('give the same bits whatever the solver did before, and change velocities and impulses alone', () => {
    const used = new StructuredQP();
    for (const boxes of [stackOf(12), gridOf(2), wallOf(3, 4)]) {
      const problem = makeBoxProblem(boxes, { unrest: 1 });
      const solved = copyProblem(problem);
      used.solve(makeBoxProblem(stackOf(30)));
      used.solve(solved);
      const { velocity, impulse } = solve(problem);
      expect(solved).toEqual({ ...problem, velocity, impulse });
    }
  });
});

// --- By hand ---

const solvers: [string, (problem: ImpulseProblem) => Result & { status: string }][] = [
  ['the structured QP', solve],
  ['the oracle', (problem) => askOracle(problem, { timeLimit: 2 })],
];

const RADIUS = 0.5;
const MASS = 2;
/** 2/5 m r^2 of a ball, inverse. */
const INVERSE_INERTIA = 1 / (0.4 * MASS * RADIUS * RADIUS);

function ball(velocity: Vec3, position: Vec3 = [0, RADIUS, 0]): ProblemBody {
  const I = INVERSE_INERTIA;
  return { mass: MASS, inverseInertia: [I, I, I, 0, 0, 0], position, velocity: [...velocity, 0, 0, 0] };
}

function expectVelocity(velocity: Float64Array, expected: number[], within = 1e-7): void {
  expected.forEach((value, i) => {
    expect(Math.abs(velocity[i] - value), `velocity ${i} is ${velocity[i]}, not ${value}`).toBeLessThan(within);
  });
}

describe.each(solvers)('%s by hand', (_, solveBy) => {
  const ground: ProblemContact = { a: -1, b: 0, point: [0, 0, 0], normal: [0, 1, 0], friction: 0.5 };

  it.each([0, 0.3, 1])('lets a ball bounce with restitution %s', (e) => {
    const { status, velocity, impulse } = solveBy(makeProblem([ball([0, -3, 0])], [{ ...ground, bound: 3 * e }]));
    expect(status).toBe('solved');
    expectVelocity(velocity, [0, 3 * e, 0, 0, 0, 0]);
    expect(impulse[0]).toBeCloseTo(MASS * 3 * (1 + e), 6);
  });

  it('lets friction stop the slip of a ball that lands, and turn it', () => {
    const { velocity } = solveBy(makeProblem([ball([1, -3, 0])], [{ ...ground, bound: 1.5 }]));
    const push = 1 / (1 / MASS + RADIUS * RADIUS * INVERSE_INERTIA);
    expectVelocity(velocity, [1 - push / MASS, 1.5, 0, 0, 0, -push * RADIUS * INVERSE_INERTIA]);
  });

  it('lets go what parts', () => {
    const problem = makeProblem([ball([1, 3, 0])], [{ ...ground, friction: 0 }]);
    const { velocity, impulse } = solveBy(problem);
    expectVelocity(velocity, [...problem.velocity]);
    expect(largest(impulse)).toBeLessThan(1e-7);
  });

  it('lets two equal balls exchange their velocities', () => {
    const contact: ProblemContact = { a: 0, b: 1, point: [0, 0, 0], normal: [1, 0, 0], friction: 0, bound: 5 };
    const { velocity } = solveBy(makeProblem([ball([5, 0, 0], [-RADIUS, 0, 0]), ball([0, 0, 0], [RADIUS, 0, 0])], [contact]));
    expectVelocity(velocity, [0, 0, 0, 0, 0, 0, 5, 0, 0]);
  });

  it('stops a ball at the speed at which its gap closes, and carries it where its ground goes', () => {
    // A gap of 20 mm at 1/100 s leaves 2 m/s.
    const falling = solveBy(makeProblem([ball([0, -3, 0])], [{ ...ground, friction: 0, drift: [2, 0, 0] }]));
    expectVelocity(falling.velocity, [0, -2, 0, 0, 0, 0]);
    const lifted = solveBy(makeProblem([ball([0, 0, 0])], [{ ...ground, friction: 0, drift: [-2, 0, 0] }]));
    expectVelocity(lifted.velocity, [0, 2, 0, 0, 0, 0]);
  });

  it('leaves a box at rest on the ground', () => {
    const { velocity, impulse } = solveBy(makeBoxProblem(stackOf(1)));
    expectVelocity(velocity, [0, 0, 0, 0, 0, 0]);
    expect([0, 3, 6, 9].reduce((sum, i) => sum + impulse[i], 0)).toBeCloseTo(0.0981, 7);
  });

  /** A cube on a slope that falls along a direction of the ground, as the ground sees it: what tilts is gravity. */
  function onSlope(tangent: number, along: number, friction: number): ImpulseProblem {
    const problem = makeBoxProblem(stackOf(1), { friction });
    const cosine = 1 / Math.hypot(1, tangent);
    const fall = 0.0981;
    problem.velocity.set([fall * tangent * cosine * Math.cos(along), -fall * cosine, fall * tangent * cosine * Math.sin(along)]);
    return problem;
  }

  it.each([
    ['across a side of the pyramid', 0, COSINE],
    ['across a diagonal side', Math.PI / 4, COSINE],
    ['along an edge', Math.PI / 8, 1],
  ])('lets a box stick on a slope up to the limit %s, and slide beyond', (_, along, share) => {
    const friction = 0.4;
    const limit = friction * share;
    expectVelocity(solveBy(onSlope(0.99 * limit, along, friction)).velocity, [0, 0, 0, 0, 0, 0]);

    // Beyond, the least energy is where (13) is not tight: the box moves out along the dual cone, v+ = limit times the slip.
    const tangent = 1.5 * limit;
    const { velocity } = solveBy(onSlope(tangent, along, friction));
    const slip = (0.0981 * (tangent - limit)) / Math.hypot(1, tangent) / (1 + limit * limit);
    expectVelocity(velocity, [slip * Math.cos(along), limit * slip, slip * Math.sin(along), 0, 0, 0]);
  });

  it.each([0, 0.5])('finds no solution for a ball between walls that both must be left, with friction %s', (friction) => {
    const wall: ProblemContact = { ...ground, friction };
    const opposite: ProblemContact = { ...wall, point: [0, 2 * RADIUS, 0], normal: [0, -1, 0] };
    const clamp = (low: number, high: number) =>
      makeProblem(
        [ball([0, -1, 0])],
        [
          { ...wall, bound: low },
          { ...opposite, bound: high },
        ],
      );
    expect(solveBy(clamp(1, 0)).status).toBe('infeasible');
    expect(solveBy(clamp(0, 1)).status).toBe('infeasible');
    const { status, velocity } = solveBy(clamp(0, 0));
    expect(status).toBe('solved');
    expectVelocity(velocity, [0, 0, 0, 0, 0, 0]);
  });
});

describe('the contact velocity of problems', () => {
  it('is that of (10): the velocity of B at the point less that of A, along the frame', () => {
    const still = ball([0, 0, 0], [0, 0, 0]);
    const spinning: ProblemBody = { ...ball([1, 2, 3], [0, 0, 0]), velocity: [1, 2, 3, 0, 0, 4] };
    const contact: ProblemContact = { a: 0, b: 1, point: [0.5, 0, 0], normal: [0, 1, 0], friction: 0 };
    // v + w x r = (1, 2 + 4 / 2, 3).
    const problem = makeProblem([still, spinning], [contact]);
    const [normal, ...tangents] = contactVelocity(problem, 0, problem.velocity);
    expect(normal).toBeCloseTo(4, 12);
    expect(Math.hypot(...tangents)).toBeCloseTo(Math.hypot(1, 3), 12);
    const swapped = makeProblem([spinning, still], [contact]);
    expect(contactVelocity(swapped, 0, swapped.velocity)[0]).toBeCloseTo(-4, 12);
  });
});

describe('the KKT conditions', () => {
  it('notice what is wrong with a solution', () => {
    const problem = makeBoxProblem(stackOf(2), { unrest: 1 });
    const truth = askOracle(problem, { timeLimit: 2 });
    expect(worstResidual(problem, truth, truth)).toBeLessThan(1e-7);
    for (const name of ['velocity', 'impulse', 'boundMultiplier', 'coneMultiplier'] as const) {
      for (let i = 0; i < truth[name].length; i++) {
        const wrong = { ...truth, [name]: truth[name].map((value, k) => value + (k === i ? 1e-3 : 0)) };
        expect(worstResidual(problem, wrong, wrong), `${name} ${i}`).toBeGreaterThan(1e-5);
      }
    }
    expect(worstResidual(problem, { ...truth, velocity: truth.velocity.map(() => Number.NaN) }, truth)).toBeNaN();
  });
});

describe('what makes no problem is refused, and nothing changed', () => {
  const good = () => makeRandomProblem(8);
  const CASES: [string, (problem: ImpulseProblem) => void, RegExp][] = [
    ['too few velocities', (problem) => (problem.velocity = problem.velocity.slice(1)), /velocity/],
    ['too few rows', (problem) => (problem.rows = problem.rows.slice(1)), /rows/],
    ['too few impulses', (problem) => (problem.impulse = problem.impulse.slice(1)), /impulse/],
    ['too few coefficients of friction', (problem) => (problem.friction = problem.friction.slice(1)), /friction/],
    ['half a body', (problem) => (problem.bodies = 0.5), /bodies.*0\.5/],
    ['fewer contacts than none', (problem) => (problem.contacts = -1), /contacts.*-1/],
    ['a velocity that is no number', (problem) => problem.velocity.fill(Number.NaN, 2, 3), /velocity\[2\].*NaN/],
    ['a row that is no number', (problem) => problem.rows.fill(Number.NaN, 7, 8), /rows\[7\].*NaN/],
    ['a boundless drift', (problem) => problem.drift.fill(Number.POSITIVE_INFINITY, 1, 2), /drift\[1\].*Infinity/],
    ['a negative mass', (problem) => problem.inverseMass.fill(-2, 1, 2), /inverseMass\[1\].*-2/],
    ['an inertia that is none', (problem) => problem.inverseInertia.set([1, 1, -1, 0, 0, 0]), /inverseInertia.*-1/],
    ['products of inertia that no body has', (problem) => problem.inverseInertia.set([1, 1, 1, 2, 0, 0]), /inverseInertia/],
    ['negative friction', (problem) => problem.friction.fill(-0.1, 0, 1), /friction\[0\].*-0\.1/],
    ['a body that is not there', (problem) => problem.movers.fill(problem.bodies, 1, 2), /movers\[1\]/],
    ['a body below those that are', (problem) => problem.movers.fill(-2, 0, 1), /movers\[0\].*-2/],
    ['a body that touches itself', (problem) => problem.movers.set([0, 0]), /movers/],
  ];

  it.each(CASES)('%s', (_, spoil, words) => {
    const problem = good();
    spoil(problem);
    const copy = copyProblem(problem);
    let refusal: unknown;
    try {
      new StructuredQP().solve(problem);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(RangeError);
    expect((refusal as RangeError).message).toMatch(words);
    expect((refusal as RangeError).message).toMatch(/^[A-Za-z].*but .*\.$/);
    expect(problem).toEqual(copy);
  });
});
