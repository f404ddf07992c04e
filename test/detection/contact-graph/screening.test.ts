// Logical and coherence testing: figure 4 of the contact graph paper, and the short circuits of figures 4 and 5.

import { describe, expect, it } from 'vitest';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import { placeInWorld } from '../../../src/detection/place-shape.js';
import { axisAngle } from '../../../src/math/vector.js';
import type { Settings } from '../../../src/settings.js';
import { PlacedShape } from '../../../src/shapes/placed-shape.js';
import type { Body } from '../../../src/world.js';
import { World } from '../../../src/world.js';
import { closest } from '../narrow-phase/placing.js';
import { ball, cube, GROUND, Pipeline } from './parts.js';

const STEP = 1 / 64;

/** A world of cubes all in the same place, and which pairs of them are in contact after a step. */
function crowd(names: string): { world: World; bodies: Record<string, Body>; touching: () => string[] } {
  const world = new World({ settings: { gravity: [0, 0, 0] } });
  const bodies: Record<string, Body> = {};
  for (const name of names) bodies[name] = world.createBody(cube([0, 0, 0], { name }));
  const touching = () => {
    // They are pushed apart by every step; put back, each step is like the first.
    for (const body of world.bodies()) {
      body.position = [0, 0, 0];
      body.velocity = [0, 0, 0];
    }
    world.step(STEP);
    const nameOf = new Map([...world.graph.nodes()].map(({ id, name }) => [id, name]));
    return [...world.graph.edges()]
      .filter(({ state }) => state !== 'separated')
      .map(({ a, b }) => `${nameOf.get(a)}${nameOf.get(b)}`)
      .sort();
  };
  return { world, bodies, touching };
}

describe('rules', () => {
  it('without any, all interact', () => {
    expect(crowd('abc').touching()).toEqual(['ab', 'ac', 'bc']);
  });

  it('ignore: none between the two sides, all else as before', () => {
    const { world, touching } = crowd('abcd');
    world.createRule({ kind: 'ignore', between: ['a', 'b'], and: ['c'] });
    expect(touching()).toEqual(['ab', 'ad', 'bd', 'cd']);
  });

  it('ignore with one side: none within it', () => {
    const { world, touching } = crowd('abcd');
    world.createRule({ kind: 'ignore', between: ['a', 'b', 'c'] });
    expect(touching()).toEqual(['ad', 'bd', 'cd']);
  });

  it('only: each side with the other and nobody else, also not within a side', () => {
    const { world, touching } = crowd('abcde');
    world.createRule({ kind: 'only', between: ['a', 'b'], and: ['c'] });
    expect(touching()).toEqual(['ac', 'bc', 'de']);
  });

  it('only: holds for those under it, whichever of the pair they are', () => {
    const { world, touching } = crowd('abcd');
    world.createRule({ kind: 'only', between: ['c'], and: ['d'] });
    expect(touching()).toEqual(['ab', 'cd']);
  });

  it('only with one side: a world of their own', () => {
    const { world, touching } = crowd('abcd');
    world.createRule({ kind: 'only', between: ['a', 'b'] });
    expect(touching()).toEqual(['ab', 'cd']);
  });

  it('a body on both sides is opposed to all of either', () => {
    const { world, touching } = crowd('abc');
    world.createRule({ kind: 'ignore', between: ['a', 'b'], and: ['b', 'c'] });
    // a and c are on opposite sides, too.
    expect(touching()).toEqual([]);
  });

  it('several on one body must all allow', () => {
    const { world, touching } = crowd('abcd');
    world.createRule({ kind: 'ignore', between: ['a'], and: ['b'] });
    world.createRule({ kind: 'ignore', between: ['c'], and: ['a'] });
    expect(touching()).toEqual(['ad', 'bc', 'bd', 'cd']);
    world.createRule({ kind: 'only', between: ['b'], and: ['a', 'c'] });
    // Nothing but b for a and c now, and b with a is ignored still.
    expect(touching()).toEqual(['bc']);
  });

  it('come and go while the bodies touch', () => {
    const { world, bodies, touching } = crowd('ab');
    expect(touching()).toEqual(['ab']);
    const rule = world.createRule({ kind: 'ignore', between: [bodies.a], and: [bodies.b] });
    expect(touching()).toEqual([]);
    expect(world.graph.edgeBetween(bodies.a, bodies.b)?.contacts).toEqual([]);
    rule.remove();
    expect(touching()).toEqual(['ab']);
    expect(world.graph.edgeBetween(bodies.a, bodies.b)?.contacts).not.toEqual([]);
  });

  it('outlive their bodies', () => {
    const { world, bodies, touching } = crowd('abc');
    const rule = world.createRule({ kind: 'ignore', between: ['a'], and: ['b', 'c'] });
    bodies.b.remove();
    expect(touching()).toEqual([]);
    expect([...world.graph.edgesOf(rule)].map(({ kind }) => kind)).toEqual(['rule vs. rigid', 'rule vs. rigid']);
    // A new body in the freed row is not under the old one's rule.
    world.createBody(cube([0, 0, 0], { name: 'n' }));
    expect(touching().sort()).toEqual(['an', 'nc']);
  });

  it('keep forces off: what ignores the ground falls through it', () => {
    const world = new World();
    const ground = world.createBody(GROUND);
    const falling = world.createBody(cube([0, 1, 0]));
    const resting = world.createBody(cube([5, 0.5, 0]));
    world.createRule({ kind: 'ignore', between: [falling], and: [ground] });
    for (let i = 0; i < 64; i++) world.step(STEP);
    expect(falling.position[1]).toBeLessThan(-3);
    expect(resting.position[1]).toBeCloseTo(0.5, 3);
  });
});

describe('passive bodies', () => {
  it('touch nothing and stay where they are, and take part again when told', () => {
    const world = new World();
    world.createBody(GROUND);
    const body = world.createBody(cube([0, 0.4, 0], { active: false }));
    const other = world.createBody(cube([0.5, 0.5, 0]));
    world.step(STEP);
    expect(world.graph.edgeBetween(body, other)?.state ?? 'separated').toBe('separated');
    expect(body.position).toEqual([0, 0.4, 0]);
    body.active = true;
    world.step(STEP);
    expect(world.graph.edgeBetween(body, other)?.state).toBe('penetrating');
    body.active = false;
    world.step(STEP);
    expect(world.graph.edgeBetween(body, other)?.state).toBe('separated');
    expect(world.graph.edgeBetween(body, other)?.proximity).toBe(false);
    expect(world.graph.edgeBetween(body, other)?.contacts).toEqual([]);
  });

  it('a passive trigger notices nothing', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    world.createBody(ball([0, 0, 0]));
    const trigger = world.createTrigger({ shapes: [{ kind: 'sphere', radius: 1 }], active: false });
    world.step(STEP);
    expect(world.events.count).toBe(0);
    trigger.active = true;
    world.step(STEP);
    expect([...world.events].map(({ kind }) => kind)).toEqual(['in-trigger']);
  });
});

describe('triggers', () => {
  it('have no contacts and no influence', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const body = world.createBody(ball([0, 0, 0], { velocity: [1, 0, 0] }));
    const trigger = world.createTrigger({ shapes: [{ kind: 'box', size: [2, 2, 2] }] });
    world.step(STEP);
    const edge = world.graph.edgeBetween(body, trigger);
    expect(edge?.category).toBe('geometric');
    expect(edge?.contacts).toEqual([]);
    expect(body.velocity).toEqual([1, 0, 0]);
    expect(world.graph.groups()).toEqual([]);
  });
});

describe('unchanged placement', () => {
  /** A pair of cubes within their envelope, detected once. */
  function pair(coherence: Settings['detection.coherence']): { pipeline: Pipeline; a: number; b: number } {
    const pipeline = new Pipeline({ 'detection.coherence': coherence });
    const a = pipeline.bodies.addBody(cube([0, 0, 0]));
    const b = pipeline.bodies.addBody(cube([0, 1.002, 0]));
    pipeline.detect();
    expect([pipeline.detection.narrowPhaseTests, pipeline.detection.narrowPhaseSkipped]).toEqual([1, 0]);
    return { pipeline, a, b };
  }
  const counts = ({ detection }: Pipeline) => [detection.narrowPhaseTests, detection.narrowPhaseSkipped];
  /** An envelope is 0.02 times half an edge, of which a tenth is tolerated [m]. */
  const TOLERATED = 0.1 * 0.02 * 0.5;

  it('is skipped for, its contacts kept', () => {
    for (const coherence of ['tolerant', 'exact'] as const) {
      const { pipeline, a, b } = pair(coherence);
      pipeline.detect();
      expect(counts(pipeline)).toEqual([0, 1]);
      const edge = pipeline.graph.find(a, b);
      expect(pipeline.graph.edges.columns.contactState[edge]).toBe(1);
      expect(pipeline.graph.edges.columns.contactCount[edge]).toBe(4);
      expect(pipeline.detection.contactEdges.size).toBe(1);
    }
  });

  it('off never skips', () => {
    const { pipeline } = pair('off');
    for (let i = 0; i < 3; i++) {
      pipeline.detect();
      expect(counts(pipeline)).toEqual([1, 0]);
    }
  });

  it('exact: a last bit makes the difference', () => {
    const { pipeline, b } = pair('exact');
    pipeline.move(b, [0, 1.002 + 2 ** -52, 0]);
    pipeline.detect();
    expect(counts(pipeline)).toEqual([1, 0]);
  });

  it('exact: a pair that moves as one is skipped where the numbers allow', () => {
    const { pipeline, a, b } = pair('exact');
    pipeline.move(a, [8, 0, 16]);
    pipeline.move(b, [8, 1.002, 16]);
    pipeline.detect();
    expect(counts(pipeline)).toEqual([0, 1]);
  });

  it('tolerant: moves below the tolerance are skipped for, those above are not', () => {
    const { pipeline, b } = pair('tolerant');
    pipeline.move(b, [0.9 * TOLERATED, 1.002, 0]);
    pipeline.detect();
    expect(counts(pipeline)).toEqual([0, 1]);
    pipeline.move(b, [1.1 * TOLERATED, 1.002, 0]);
    pipeline.detect();
    expect(counts(pipeline)).toEqual([1, 0]);
  });

  /** Detects once more, with a body as fast as that along an axis, a hundredth of a second ahead. */
  function detectMoving(pipeline: Pipeline, row: number, axis: number, speed: number): number[] {
    pipeline.detection.ahead = 0.01;
    pipeline.bodies.nodes.columns.velocity[6 * row + axis] = speed;
    pipeline.detect();
    return counts(pipeline);
  }

  it('tolerant: bodies that slide together are not tested for being faster, since their contacts are all there are', () => {
    for (const [coherence, expected] of [['tolerant', [0, 1]] as const, ['exact', [1, 0]] as const]) {
      const { pipeline, a, b } = pair(coherence);
      for (const speed of [1, 2, 5, 20]) {
        pipeline.bodies.nodes.columns.velocity[6 * a] = speed;
        expect(detectMoving(pipeline, b, 0, speed)).toEqual(expected);
      }
      expect(pipeline.graph.edges.columns.contactCount[pipeline.graph.find(a, b)]).toBe(4);
    }
  });

  it('tolerant: a body is tested again when it is so fast that corners farther from the ground are looked at', () => {
    const pipeline = new Pipeline({ gravity: [0, 0, 0] });
    pipeline.bodies.addBody(GROUND);
    // Two corners 2 mm above the ground, two 50 mm above these.
    const tilt = Math.asin(0.05);
    const b = pipeline.bodies.addBody(
      cube([0, 0.002 + 0.5 * (Math.cos(tilt) + Math.sin(tilt)), 0], { orientation: axisAngle([0, 0, 1], tilt) }),
    );
    const { contactCount } = pipeline.graph.edges.columns;
    expect(detectMoving(pipeline, b, 0, 1)).toEqual([1, 0]);
    for (const speed of [2, 3, 4]) expect(detectMoving(pipeline, b, 0, speed)).toEqual([0, 1]);
    expect(contactCount[pipeline.graph.find(0, b)]).toBe(2);
    expect(detectMoving(pipeline, b, 0, 4.5)).toEqual([1, 0]);
    expect(contactCount[pipeline.graph.find(0, b)]).toBe(4);
  });

  it('tolerant: a pair that is about to meet is left alone until it has moved; exact asks again', () => {
    for (const [coherence, expected] of [['tolerant', [0, 1]] as const, ['exact', [1, 0]] as const]) {
      const { pipeline, b } = pair(coherence);
      pipeline.move(b, [0, 1.004, 0]);
      expect(detectMoving(pipeline, b, 1, -1)).toEqual([1, 0]);
      expect(detectMoving(pipeline, b, 1, -1.01)).toEqual(expected);
    }
  });

  it('tolerant: small moves do not add up unseen', () => {
    const { pipeline, b } = pair('tolerant');
    let tests = 0;
    for (let i = 1; i <= 100; i++) {
      pipeline.move(b, [0.05 * TOLERATED * i, 1.002, 0]);
      pipeline.detect();
      tests += pipeline.detection.narrowPhaseTests;
    }
    // Five tolerances in all.
    expect(tests).toBeGreaterThanOrEqual(4);
    expect(tests).toBeLessThanOrEqual(5);
  });

  it('tolerant: a turn counts by what it moves at the reach of the body', () => {
    const reach = Math.sqrt(0.75);
    for (const which of ['a', 'b'] as const) {
      const { pipeline, a, b } = pair('tolerant');
      const row = which === 'a' ? a : b;
      const position = which === 'a' ? ([0, 0, 0] as const) : ([0, 1.002, 0] as const);
      pipeline.move(row, position, axisAngle([0, 1, 0], (0.9 * TOLERATED) / reach));
      pipeline.detect();
      expect(counts(pipeline)).toEqual([0, 1]);
      pipeline.move(row, position, axisAngle([0, 1, 0], (1.2 * TOLERATED) / reach));
      pipeline.detect();
      expect(counts(pipeline)).toEqual([1, 0]);
    }
  });

  it('tolerant: of a body of several shapes, the one that moves most counts', () => {
    // A small foot on the ground near the centre of mass, and a bar's end far out that hovers above another foot's ground.
    const pipeline = new Pipeline();
    pipeline.bodies.addBody(GROUND);
    const foot = { kind: 'box', size: [0.1, 0.1, 0.1] } as const;
    const far = { kind: 'box', size: [0.1, 0.1, 0.1], position: [10, 0.004, 0] } as const;
    const row = pipeline.bodies.addBody({
      shapes: [foot, far],
      centerOfMass: [0, 0, 0],
      inertia: [1, 1, 1, 0, 0, 0],
      mass: 1,
      position: [0, 0.0502, 0],
    });
    pipeline.detect();
    const edge = pipeline.graph.find(0, row);
    expect(pipeline.graph.edges.columns.contactCount[edge]).toBe(4);
    // The near foot moves by less than its tolerance of 1e-4 m, the far one by 8 mm into the ground.
    pipeline.move(row, [0, 0.0502, 0], axisAngle([0, 0, 1], -8e-4));
    pipeline.detect();
    expect(pipeline.graph.edges.columns.contactState[edge]).toBe(2);
    expect(pipeline.graph.edges.columns.contactCount[edge]).toBeGreaterThan(4);
  });

  it('tolerant: round shapes are skipped on equality only, for their contacts wander', () => {
    const pipeline = new Pipeline();
    const a = pipeline.bodies.addBody(GROUND);
    const b = pipeline.bodies.addBody(ball([0, 0.502, 0]));
    pipeline.detect();
    pipeline.detect();
    expect(counts(pipeline)).toEqual([0, 1]);
    pipeline.move(b, [1e-9, 0.502, 0]);
    pipeline.detect();
    expect(counts(pipeline)).toEqual([1, 0]);
    expect(pipeline.graph.find(a, b)).toBeGreaterThanOrEqual(0);
  });

  it.each(['tolerant', 'exact'] as const)('%s: a change of settings of detection takes effect on pairs at rest', (coherence) => {
    const world = new World({ settings: { gravity: [0, 0, 0], 'detection.coherence': coherence } });
    const a = world.createBody(cube([0, 0, 0]));
    const b = world.createBody(cube([0, 1.002, 0]));
    world.step(STEP);
    expect(world.graph.edgeBetween(a, b)?.contacts).toHaveLength(4);
    world.set('detection.maxContacts', 1);
    world.step(STEP);
    expect(world.graph.edgeBetween(a, b)?.contacts).toHaveLength(1);
    world.set('detection.envelope', 0.002);
    world.step(STEP);
    expect(world.graph.edgeBetween(a, b)?.state).toBe('separated');
  });
});

describe('short circuit', () => {
  /** Ten pairs of cubes; those of the given numbers penetrate. */
  function pairs(deep: readonly number[]): { pipeline: Pipeline; tested: () => number } {
    const pipeline = new Pipeline();
    for (let i = 0; i < 10; i++) {
      pipeline.bodies.addBody(cube([3 * i, 0, 0]));
      pipeline.bodies.addBody(cube([3 * i, deep.includes(i) ? 0.9 : 1.002, 0]));
    }
    const tested = () => {
      const { placementKnown } = pipeline.graph.edges.columns;
      return pipeline.edges().filter((edge) => placementKnown[edge] !== 0).length;
    };
    return { pipeline, tested };
  }

  it('stops at the first penetration in the order of the nodes', () => {
    const { pipeline, tested } = pairs([4, 7]);
    expect(pipeline.detect({ shortCircuit: true })).toBe(false);
    expect(tested()).toBe(5);
  });

  it('does not stop where nothing penetrates, or unless told', () => {
    const none = pairs([]);
    expect(none.pipeline.detect({ shortCircuit: true })).toBe(true);
    expect(none.tested()).toBe(10);
    const some = pairs([4]);
    expect(some.pipeline.detect()).toBe(true);
    expect(some.tested()).toBe(10);
  });

  it('stops at a penetration whose placement is unchanged, before anything is tested', () => {
    const { pipeline } = pairs([4]);
    pipeline.detect();
    pipeline.move(0, [0, 0.001, 0]);
    const { relative } = pipeline.graph.edges.columns;
    const before = [...relative.slice(0, 7)];
    expect(pipeline.detect({ shortCircuit: true })).toBe(false);
    expect([...relative.slice(0, 7)]).toEqual(before);
  });

  it('a full detection afterwards finds all contacts, those of the stopped one included', () => {
    const { pipeline } = pairs([4]);
    expect(pipeline.detect({ shortCircuit: true })).toBe(false);
    expect(pipeline.detect()).toBe(true);
    expect(pipeline.edges().map((edge) => pipeline.graph.edges.columns.contactCount[edge])).toEqual(new Array(10).fill(4));
    expect(pipeline.detection.groups.count).toBe(10);
  });

  it('touching within the tolerance does not count as penetration', () => {
    const pipeline = new Pipeline();
    pipeline.bodies.addBody(cube([0, 0, 0]));
    // A tenth of the envelope of 0.01 m is allowed.
    const b = pipeline.bodies.addBody(cube([0, 0.9991, 0]));
    expect(pipeline.detect({ shortCircuit: true })).toBe(true);
    pipeline.move(b, [0, 0.998, 0]);
    expect(pipeline.detect({ shortCircuit: true })).toBe(false);
  });
});

describe('proximity only', () => {
  it('gives gaps and states, but no contacts and no groups', () => {
    const pipeline = new Pipeline();
    const rows = [0, 1.004, 1.95].map((y) => pipeline.bodies.addBody(cube([0, y, 0])));
    expect(pipeline.detect({ onlyProximity: true })).toBe(true);
    const { gap, contactState, contactCount } = pipeline.graph.edges.columns;
    const lower = pipeline.graph.find(rows[0], rows[1]);
    const upper = pipeline.graph.find(rows[1], rows[2]);
    expect(gap[lower]).toBeCloseTo(0.004, 12);
    expect(gap[upper]).toBeCloseTo(-0.054, 12);
    expect([contactState[lower], contactState[upper]]).toEqual([1, 2]);
    expect([contactCount[lower], contactCount[upper]]).toEqual([0, 0]);
    expect(pipeline.detection.groups.count).toBe(0);
  });

  it('a full detection afterwards finds the contacts, though nothing has moved', () => {
    const pipeline = new Pipeline();
    pipeline.bodies.addBody(cube([0, 0, 0]));
    pipeline.bodies.addBody(cube([0, 1.004, 0]));
    pipeline.detect({ onlyProximity: true });
    pipeline.detect();
    expect(pipeline.graph.edges.columns.contactCount[pipeline.graph.find(0, 1)]).toBe(4);
  });
});

describe('the gap of an edge', () => {
  it('is that of its closest shapes', () => {
    const pipeline = new Pipeline({ 'detection.envelope': 0.5 });
    const shapes = [
      { kind: 'sphere', radius: 0.3, position: [0.4, 0, 0] },
      { kind: 'box', size: [0.5, 0.4, 0.6], position: [-0.4, 0.1, 0] },
    ] as const;
    const a = pipeline.bodies.addBody({ shapes });
    const b = pipeline.bodies.addBody({ shapes, position: [0.1, 0.5, 0.1], orientation: axisAngle([1, 2, 3], 0.7) });
    pipeline.detect();
    const [placedA, placedB, principal] = [new PlacedShape(), new PlacedShape(), new PrincipalContact()];
    let smallest = Number.POSITIVE_INFINITY;
    for (const shapeA of [0, 1]) {
      for (const shapeB of [2, 3]) {
        placeInWorld(pipeline.bodies, shapeA, placedA);
        placeInWorld(pipeline.bodies, shapeB, placedB);
        if (closest(placedA, placedB, 10, principal)) smallest = Math.min(smallest, principal.gap);
      }
    }
    expect(pipeline.graph.edges.columns.gap[pipeline.graph.find(a, b)]).toBeCloseTo(smallest, 10);
  });
});
