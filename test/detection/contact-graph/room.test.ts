// Shapes that are apart are left alone until they have come nearer to each other by what parts them, and what is found is what tests of
// all pairs find.

import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/math/random.js';
import { normalizeQuat, type Quat, type Vec3 } from '../../../src/math/vector.js';
import type { Settings } from '../../../src/settings.js';
import type { ShapeDescriptor } from '../../../src/shapes/shape-kinds.js';
import { ball, cube, Pipeline } from './parts.js';

const counts = ({ detection }: Pipeline) => [detection.narrowPhaseTests, detection.narrowPhaseSkipped];
/** The envelope of two shapes of half thickness 0.5 m [m]. */
const ENVELOPE = 0.02 * 0.5;

describe('two shapes that are apart', () => {
  /** Two balls whose boxes overlap, so far from contact as is said [m], along the diagonal of x and y. */
  function pair(
    room: number,
    kernel: Settings['kernel'],
    more: object = {},
  ): { pipeline: Pipeline; place: (room: number) => void } {
    const pipeline = new Pipeline({ kernel, 'detection.coherence': 'exact' });
    const at = (left: number): Vec3 => [(1 + ENVELOPE + left) * Math.SQRT1_2, (1 + ENVELOPE + left) * Math.SQRT1_2, 0];
    pipeline.bodies.addBody(ball([0, 0, 0]));
    const b = pipeline.bodies.addBody(ball(at(room), more));
    pipeline.detect();
    expect(counts(pipeline)).toEqual([1, 0]);
    return { pipeline, place: (left) => pipeline.move(b, at(left)) };
  }

  it.each(['compiled', 'reference'] as const)(
    'are tested once they have come nearer by what parts them, in steps or at once (%s)',
    (kernel) => {
      for (const steps of [1, 10]) {
        const { pipeline, place } = pair(0.1, kernel);
        for (let step = 1; step <= steps; step++) {
          place(0.1 - (0.0999 * step) / steps);
          pipeline.detect();
          expect(counts(pipeline)).toEqual([0, 1]);
        }
        place(-0.0001);
        pipeline.detect();
        expect(counts(pipeline)).toEqual([1, 0]);
        const edge = pipeline.graph.find(0, 1);
        expect(pipeline.graph.edges.columns.contactCount[edge]).toBe(1);
      }
    },
  );

  it('spend on ways to and fro what they have, and get it back by a test', () => {
    const { pipeline, place } = pair(0.1, 'auto');
    const tests = Array.from({ length: 12 }, (_, i) => {
      place(i % 2 === 0 ? 0.13 : 0.1);
      pipeline.detect();
      return pipeline.detection.narrowPhaseTests;
    });
    // Three times 0.03 are spent of 0.1, then 0.13 are had and four times 0.03 spent.
    expect(tests).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('look further ahead when they are faster', () => {
    const { pipeline, place } = pair(0.1, 'auto');
    pipeline.detection.ahead = 0.01;
    const { velocity } = pipeline.bodies.nodes.columns;
    const step = (speed: number) => {
      velocity[7] = -speed;
      place(0.1);
      pipeline.detect();
      return pipeline.detection.narrowPhaseTests;
    };
    expect([step(4), step(9), step(11)]).toEqual([0, 0, 1]);
  });

  it('of which one has several shapes are tested whenever they have moved', () => {
    const shapes: ShapeDescriptor[] = [
      { kind: 'sphere', radius: 0.5 },
      { kind: 'sphere', radius: 0.1, position: [0, 0, 0.5] },
    ];
    const { pipeline, place } = pair(0.1, 'auto', { shapes });
    place(0.0999);
    pipeline.detect();
    expect(counts(pipeline)).toEqual([1, 0]);
  });
});

it.each(['compiled', 'reference'] as const)(
  'bodies that wander about have the contacts that tests of all pairs find (%s)',
  (kernel) => {
    const random = new Random(5);
    const between = (least: number, most: number) => random.uniform(least, most);
    const anywhere = (size: number): Vec3 => [between(-size, size), between(-size, size), between(-size, size)];
    const bodies = Array.from({ length: 40 }, (_, i) => ({
      ...(i % 3 === 0 ? ball([0, 0, 0]) : cube([0, 0, 0])),
      position: anywhere(2.2),
    }));
    const all = (['exact', 'off'] as const).map((coherence) => {
      const pipeline = new Pipeline({ kernel, 'detection.coherence': coherence });
      for (const body of bodies) pipeline.bodies.addBody(body);
      return pipeline;
    });
    const places = bodies.map(({ position }) => ({ position, orientation: [0, 0, 0, 1] as Quat }));
    let skipped = 0;
    for (let round = 0; round < 100; round++) {
      for (const place of places) {
        place.position = place.position.map((x) => x + between(-0.004, 0.004)) as unknown as Vec3;
        place.orientation = normalizeQuat(place.orientation.map((x) => x + between(-0.002, 0.002)) as unknown as Quat);
      }
      for (const pipeline of all) {
        for (const [row, { position, orientation }] of places.entries()) pipeline.move(row, position, orientation);
        pipeline.detect();
      }
      skipped += all[0].detection.narrowPhaseSkipped;
      const found = all.map(({ graph: { edges, contacts } }) => {
        const { nodes, contactCount, firstContact, relative, gap } = edges.columns;
        return Array.from({ length: edges.size }, (_, edge) => edge)
          .filter((edge) => edges.isLive(edge))
          .map((edge) => [
            ...nodes.subarray(2 * edge, 2 * edge + 2),
            ...relative.subarray(7 * edge, 7 * edge + 7),
            gap[edge],
            ...contacts.columns.gap.subarray(firstContact[edge], firstContact[edge] + contactCount[edge]),
          ]);
      });
      expect(found[0]).toEqual(found[1]);
    }
    expect(skipped).toBeGreaterThan(500);
  },
);
