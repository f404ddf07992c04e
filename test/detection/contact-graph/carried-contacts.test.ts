// Contacts that are carried along instead of found anew, where a pair has moved by less than `detection.coherenceTolerance` allows: what
// they err by is bounded by how far the pair has moved.

import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/index.js';
import type { Quat, Vec3 } from '../../../src/math/vector.js';
import { normalizeQuat } from '../../../src/math/vector.js';
import { Pipeline } from './parts.js';

const SIZES: readonly Vec3[] = [
  [1, 1, 1],
  [0.8, 0.3, 0.6],
];

interface Place {
  readonly position: Vec3;
  readonly orientation: Quat;
}

/** One box on the other, with a little gap or overlap, turned by chance. */
function anyPlace(random: Random, isFlat: boolean): Place {
  const turn = (): number => (isFlat ? 0 : random.uniform(-0.5, 0.5));
  const orientation = normalizeQuat([turn(), random.uniform(-1, 1), turn(), 1]);
  return { position: [random.uniform(-0.4, 0.4), 0.65 + random.uniform(-0.004, 0.2), random.uniform(-0.4, 0.4)], orientation };
}

/** A little further, by about so much. */
function moved({ position, orientation }: Place, random: Random, by: number): Place {
  const [x, y, z, w] = orientation;
  const any = () => random.uniform(-by, by);
  const turned = normalizeQuat([x + 0.5 * any(), y + 0.5 * any(), z + 0.5 * any(), w]);
  return { position: position.map((at) => at + any()) as unknown as Vec3, orientation: turned };
}

function pairAt(place: Place, tolerance: number): Pipeline {
  const pipeline = new Pipeline({ 'detection.coherenceTolerance': tolerance });
  pipeline.bodies.addBody({ shapes: [{ kind: 'box', size: SIZES[0] }] });
  pipeline.bodies.addBody({ shapes: [{ kind: 'box', size: SIZES[1] }], ...place });
  pipeline.detect();
  return pipeline;
}

/** The smallest gap of the contacts, as their anchors are now: A is where the world is. */
function carriedGap({ graph, bodies }: Pipeline): number {
  const { anchorA, anchorB, normal } = graph.contacts.columns;
  const { position, rotation: r } = bodies.nodes.columns;
  const { firstContact, contactCount } = graph.edges.columns;
  let least = Number.POSITIVE_INFINITY;
  for (let contact = firstContact[0]; contact < firstContact[0] + contactCount[0]; contact++) {
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      const at = 9 + 3 * k;
      const turned = r[at] * anchorB[3 * contact] + r[at + 1] * anchorB[3 * contact + 1] + r[at + 2] * anchorB[3 * contact + 2];
      gap += normal[3 * contact + k] * (position[3 + k] + turned - anchorA[3 * contact + k]);
    }
    least = Math.min(least, gap);
  }
  return least;
}

describe('contacts that are carried along', () => {
  it.each([0.1, 0.5, 1])('err by no more than twice what the pair may move (tolerance %d)', (tolerance) => {
    const random = new Random(7);
    // The envelope is a share of the thinner half thickness.
    const most = tolerance * new Pipeline().settings['detection.envelope'] * 0.15;
    let kept = 0;
    let sum = 0;
    for (let i = 0; i < 160; i++) {
      const place = anyPlace(random, i % 2 === 0);
      const pipeline = pairAt(place, tolerance);
      if (pipeline.edges().length === 0 || pipeline.graph.edges.columns.contactCount[0] === 0) continue;
      const next = moved(place, random, 0.5 * most);
      pipeline.move(1, next.position, next.orientation);
      pipeline.detect();
      if (pipeline.detection.candidates.size > 0) continue;
      const fresh = pairAt(next, 0);
      if (fresh.graph.edges.columns.contactCount[0] === 0) continue;
      const error = Math.abs(carriedGap(pipeline) - carriedGap(fresh));
      expect(error).toBeLessThanOrEqual(2 * most);
      sum += error / most;
      kept++;
    }
    expect(kept).toBeGreaterThan(20);
    // On average far less: to first order a gap that is carried along is the gap.
    expect(sum / kept).toBeLessThan(0.2);
  });
});
