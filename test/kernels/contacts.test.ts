// The loops over contacts and overlaps give the same bits in the compiled kernel and in TypeScript.

import { describe, expect, it } from 'vitest';
import { ContactPlacing, placePoints } from '../../src/contact-problem/place-contacts.js';
import { Anchors } from '../../src/detection/time-of-impact/anchors.js';
import type { Settings } from '../../src/index.js';
import { Random } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { normalizeQuat } from '../../src/math/vector.js';
import { writeGone } from '../../src/steppers/gsp/pair-motion.js';
import { listUncertainPairs, makeUncertainPairs } from '../../src/steppers/gsp/uncertain-pairs.js';
import { Pipeline } from '../detection/contact-graph/parts.js';

/** Boxes and balls in each other, on a mesh-free ground, that have moved by some way since they were detected [m]. */
function movedHeap(seed: number, kernel: Settings['kernel'], way: number): Pipeline {
  const pipeline = new Pipeline({ kernel });
  const random = new Random(seed);
  const any = (size: number): Vec3 => [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
  pipeline.bodies.addBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  for (let i = 0; i < 60; i++) {
    pipeline.bodies.addBody({
      shapes: [random.uniform(0, 1) < 0.6 ? { kind: 'box', size: [0.6, 0.3, 0.5] } : { kind: 'sphere', radius: 0.25 }],
      position: [random.uniform(-1.2, 1.2), random.uniform(0.2, 2), random.uniform(-1.2, 1.2)],
      orientation: normalizeQuat([...any(1), 1]),
      velocity: any(2),
    });
  }
  pipeline.detection.ahead = 0.01;
  pipeline.detect();
  const { columns, size } = pipeline.bodies.nodes;
  for (let k = 3; k < 3 * size; k++) columns.position[k] += random.uniform(-way, way);
  writeGone(pipeline.detection, 0, size);
  return pipeline;
}

function uncertainOf({ detection }: Pipeline, settings: Settings): number[] {
  const uncertain = makeUncertainPairs(detection.state.memory);
  uncertain.ensureCapacity(detection.overlaps.size);
  listUncertainPairs(uncertain, detection, settings);
  return [...uncertain.columns.overlap.subarray(0, uncertain.size)];
}

describe('loops over contacts in the compiled kernel', () => {
  it.each([1, 2, 3, 4])('list the pairs that may be deep as TypeScript does (seed %i)', (seed) => {
    for (const way of [0, 0.001, 0.02, 0.2]) {
      const [mine, plain] = (['compiled', 'reference'] as const).map((kernel) => {
        const heap = movedHeap(seed, kernel, way);
        return { listed: uncertainOf(heap, heap.detection.state.settings), all: heap.detection.overlaps.size };
      });
      expect(mine).toEqual(plain);
      // What has not moved is not asked about, but for rounding; of what has moved far, much is.
      if (way === 0) expect(mine.listed.length).toBeLessThan(mine.all / 20);
      if (way === 0.2) expect(mine.listed.length).toBeGreaterThan(mine.all / 10);
    }
  });

  it.each([1, 2, 3, 4])('place contacts as TypeScript does, to the bit (seed %i)', (seed) => {
    const [mine, plain] = (['compiled', 'reference'] as const).map((kernel) => {
      const { detection } = movedHeap(seed, kernel, 0.02);
      placePoints(new ContactPlacing(), detection, detection.contactEdges.columns.edge, 0, detection.contactEdges.size);
      const { gap, worldPoint, worldNormal } = detection.graph.contacts.columns;
      const { size } = detection.graph.contacts;
      return [gap.slice(0, size), worldPoint.slice(0, 3 * size), worldNormal.slice(0, 3 * size)];
    });
    expect(mine[0].length).toBeGreaterThan(60);
    expect(mine).toEqual(plain);
  });

  it.each([1, 2, 3, 4])('bound how far bodies have gone as TypeScript does, to the bit (seed %i)', (seed) => {
    for (const way of [0, 0.001, 0.02, 0.2]) {
      const [mine, plain] = (['compiled', 'reference'] as const).map((kernel) => {
        const { detection } = movedHeap(seed, kernel, way);
        const { orientation, velocity } = detection.bodies.nodes.columns;
        const random = new Random(seed);
        // Some turn by little, some far, and some by whole turns, of which their spin tells.
        for (let row = 1; row < detection.bodies.nodes.size; row += 2) {
          for (let k = 4 * row; k < 4 * row + 4; k++) orientation[k] += random.uniform(-2 * way, 2 * way);
          velocity[6 * row + 4] += random.uniform(0, 1e4 * way);
        }
        const anchors = new Anchors();
        anchors.takeAtHand(detection);
        const mayBeFar = anchors.mayAnyBeFar(detection);
        const { squares, rows } = detection.extents.farthest.columns;
        const far = [...rows.subarray(0, anchors.farCount)];
        return { squares: [...squares.subarray(0, 2)], far, areFar: mayBeFar && anchors.areAnyFar(detection) };
      });
      expect(mine).toEqual(plain);
      expect(mine.areFar).toBe(way === 0.2);
      expect(mine.far.length > 0).toBe(way === 0.2);
      expect(mine.squares[0] > 0).toBe(way > 0);
      expect(mine.squares[0]).toBeGreaterThanOrEqual(mine.squares[1]);
    }
  });
});
