// What stands still is passed over, and nothing that follows differs by a bit from a world that looks at everything anew.

import { describe, expect, it } from 'vitest';
import { relativePlacement } from '../../src/detection/contact-graph/coherence.js';
import { roomBetween } from '../../src/detection/narrow-phase/far-apart.js';
import { PrincipalContact } from '../../src/detection/narrow-phase/principal-contact.js';
import { placeInBody, placeInOtherBody } from '../../src/detection/place-shape.js';
import { CENTRED, updateBounds } from '../../src/detection/update-bounds.js';
import { Random } from '../../src/math/random.js';
import type { Quat } from '../../src/math/vector.js';
import { normalizeQuat } from '../../src/math/vector.js';
import type { MethodName } from '../../src/methods.js';
import { DEFAULT_METHOD, METHODS } from '../../src/methods.js';
import { PlacedShape } from '../../src/shapes/placed-shape.js';
import type { Body } from '../../src/world.js';
import { World } from '../../src/world.js';
import { ball, cube, GROUND, Pipeline } from './contact-graph/parts.js';
import { closest } from './narrow-phase/placing.js';

const STEP = 1 / 64;

/** Cubes on a floor and on each other, a ball beside them, and no gravity: nothing moves until something is done to it. */
function stillWorld(method = DEFAULT_METHOD): { world: World; bodies: Body[] } {
  const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
  world.createBody(GROUND);
  const bodies: Body[] = [];
  for (let i = 0; i < 12; i++) {
    const orientation = normalizeQuat([0, 0.1 * i, 0, 1]);
    bodies.push(world.createBody(cube([2 * (i % 4), 0.5 + Math.floor(i / 4), 0], { name: `cube-${i}`, orientation })));
  }
  bodies.push(world.createBody(ball([1, 0.5, 3], { name: 'ball' })));
  return { world, bodies };
}

/** Everything that can be done to a world between two steps. */
const EDITS: Record<string, (world: World, bodies: Body[]) => void> = {
  nothing: () => {},
  'a velocity': (_, bodies) => {
    bodies[11].velocity = [0.5, -0.2, 0];
  },
  'a stop': (world, bodies) => {
    for (const [i, body] of bodies.entries()) {
      if (!body.isAlive || (world.find('both') !== undefined && (i === 2 || i === 3))) continue;
      body.velocity = [0, 0, 0];
      body.angularVelocity = [0, 0, 0];
    }
  },
  'another place': (_, bodies) => {
    bodies[4].position = [0.3, 1.49, 0.2];
  },
  'a new body': (world) => {
    world.createBody(cube([2.4, 3.4, 0.1]));
  },
  'a body gone': (_, bodies) => {
    if (bodies[9].isAlive) bodies[9].remove();
  },
  'a rule': (world) => {
    if (world.find('rule') === undefined) world.createRule({ kind: 'ignore', between: ['cube-1', 'cube-5'], name: 'rule' });
  },
  'a rule that sleeps': (world) => {
    const rule = world.find('rule');
    if (rule !== undefined) rule.active = !rule.active;
  },
  'a passive body': (_, bodies) => {
    bodies[6].active = !bodies[6].active;
  },
  'a wider envelope': (world) => world.set('detection.envelope', 0.05),
  'the same envelope': (world) => world.set('detection.envelope', world.settings['detection.envelope']),
  'gravity for a while': (world) => world.set('gravity', world.settings.gravity[1] === 0 ? [0, -1, 0] : [0, 0, 0]),
  'a smoother material': (world) => world.createMaterial('default', { friction: 0.1 }),
  'half of gravity': (_, bodies) => {
    bodies[7].gravityScale = 1.5 - bodies[7].gravityScale;
  },
  'a composite': (world, bodies) => {
    if (world.find('both') === undefined) world.createComposite({ members: [bodies[2], bodies[3]], name: 'both' });
  },
  'a measurement': (world) => {
    world.measurePenetration();
  },
};

describe('a world that stands still', () => {
  it('is not tested again, and says again that everything persists', () => {
    const { world } = stillWorld();
    world.set('events.persistent', 'on');
    for (let step = 0; step < 3; step++) world.step(STEP);
    const kinds = [...world.events].map(({ kind, a, b }) => [kind, a, b]);
    expect(kinds.length).toBeGreaterThan(20);
    const groups = world.graph.groups();
    world.step(STEP);
    expect([world.report.narrowPhaseTests, world.report.narrowPhaseSkipped > 0]).toEqual([0, true]);
    expect([...world.events].map(({ kind, a, b }) => [kind, a, b])).toEqual(kinds);
    for (const { time } of world.events) expect(time).toBe(3 * STEP);
    expect(world.graph.groups()).toEqual(groups);
  });

  it('stays where it is to the last bit, however it is turned', () => {
    const { world, bodies } = stillWorld();
    const orientations = bodies.map((body) => body.orientation);
    for (let step = 0; step < 20; step++) world.step(STEP);
    expect(bodies.map((body) => body.orientation)).toEqual(orientations);
  });
});

it.each(Object.keys(METHODS) as MethodName[])(
  '%s: whatever is done between steps, nothing differs from a world that forgets everything before each',
  (method) => {
    const random = new Random(5);
    const names = Object.keys(EDITS);
    for (let run = 0; run < (method === DEFAULT_METHOD ? 8 : 3); run++) {
      const one = stillWorld(method);
      const other = stillWorld(method);
      for (let step = 0; step < 60; step++) {
        const edit = random.uniform() < 0.6 ? 'nothing' : names[Math.floor(random.uniform(0, names.length))];
        EDITS[edit](one.world, one.bodies);
        EDITS[edit](other.world, other.bodies);
        other.world.restore(other.world.snapshot());
        one.world.step(STEP);
        other.world.step(STEP);
        expect([edit, one.world.hash()]).toEqual([edit, other.world.hash()]);
        expect([...one.world.events]).toEqual([...other.world.events]);
        expect(one.world.graph.groups()).toEqual(other.world.graph.groups());
      }
    }
  },
);

it('pairs that are seen to be apart without being placed are apart', () => {
  const random = new Random(9);
  const between = (low: number, high: number) => random.uniform(low, high);
  const turn = (): Quat => normalizeQuat([between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)]);
  const shapes = [
    { kind: 'box', size: [1, 0.5, 0.7] },
    { kind: 'sphere', radius: 0.5 },
    { kind: 'half-space' },
    { kind: 'capsule', radius: 0.3, length: 0.8 },
  ] as const;
  const [shapeA, shapeB, principal] = [new PlacedShape(), new PlacedShape(), new PrincipalContact()];
  const relative = new Float64Array(7);
  let apart = 0;
  for (let trial = 0; trial < 1200; trial++) {
    const { bodies, detection, settings } = new Pipeline();
    const kinds = [shapes[trial % 4], shapes[(trial >> 2) % 4]];
    if (kinds[0].kind === 'half-space' && kinds[1].kind === 'half-space') continue;
    const [a, b] = kinds.map((shape) =>
      bodies.addBody({
        kind: shape.kind === 'half-space' ? 'fixed' : 'rigid',
        shapes: [shape],
        position: [between(-0.7, 0.7), between(-0.7, 0.7), between(-0.7, 0.7)],
        orientation: turn(),
      }),
    );
    bodies.nodes.columns.moved.fill(1);
    updateBounds(detection, settings);
    const columns = bodies.shapes.columns;
    expect([columns.centred[0], columns.centred[1]]).toEqual([CENTRED, CENTRED]);
    relativePlacement(bodies.nodes.columns, a, b, relative, 0);
    placeInBody(bodies, 0, shapeA);
    placeInOtherBody(bodies, 1, relative, 0, shapeB);
    const gap = closest(shapeA, shapeB, 10, principal) ? principal.gap : Number.POSITIVE_INFINITY;
    // An envelope a hair wider than the gap: they are not apart, and must not be said to be.
    const envelopes = Float64Array.of(Math.max(gap, 0) * (1 + 1e-9), 0);
    for (let axis = -1; axis < 6; axis++) {
      expect(roomBetween(bodies.nodes.columns, columns, a, b, 0, 1, relative, 0, envelopes, 0, axis)).toBeLessThanOrEqual(0);
      const room = roomBetween(bodies.nodes.columns, columns, a, b, 0, 1, relative, 0, envelopes, 1, axis);
      if (!(room > 0)) continue;
      expect(gap).toBeGreaterThan(room);
      apart++;
    }
  }
  expect(apart).toBeGreaterThan(300);
});
