// A budget of nodes that does not last is spent on the largest stored errors.

import { describe, expect, it } from 'vitest';
import { RawContacts } from '../../../src/detection/contact-trees/raw-contacts.js';
import { SurfaceWalk, walkSurface } from '../../../src/detection/contact-trees/walk-surface.js';
import { PairAtHand, UNLIMITED } from '../../../src/detection/narrow-phase/pair-at-hand.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import { OCTANTS } from '../../../src/distance-field/tree-layout.js';
import { MESH } from '../../../src/shapes/shape-kinds.js';
import { SCENE_MESHES } from '../../distance-field/hard-meshes.js';
import { halfSpace, place } from '../narrow-phase/placing.js';

const tree = ContactTree.build(SCENE_MESHES.cow(), { error: 2.5 / 48 });

/** The pieces that stand for the surface when no more than `nodes` are visited: all of it is inside a half-space. */
function piecesWithin(nodes: number): Set<number> {
  const cow = place({ kind: MESH });
  cow.tree = tree;
  const raw = new RawContacts();
  const pair = new PairAtHand();
  pair.a = cow;
  pair.b = place(halfSpace(), [0, 100, 0]);
  pair.reach = pair.envelope = 0.01;
  pair.budget = { ...UNLIMITED, nodes };
  walkSurface(new SurfaceWalk(), pair, pair.a, pair.b, 1, raw);
  return new Set(Array.from(raw.feature.subarray(0, raw.count), (name) => name / 2));
}

describe.each([20, 60, 150])('with %i nodes', (nodes) => {
  it('no branch is left that errs more than one that was refined', () => {
    const { links, errors, pieceOfGroup } = tree.columns;
    const kept = piecesWithin(nodes);
    let leastRefined = Infinity;
    let largestLeft = 0;
    const look = (group: number): void => {
      for (let node = OCTANTS * group; node < OCTANTS * (group + 1); node++) {
        const link = links[node];
        if (link <= 0 || pieceOfGroup[link] < 0) continue;
        if (kept.has(pieceOfGroup[link])) largestLeft = Math.max(largestLeft, errors[node]);
        else {
          leastRefined = Math.min(leastRefined, errors[node]);
          look(link);
        }
      }
    };
    look(0);
    expect(kept.size).toBeGreaterThan(1);
    expect(largestLeft).toBeGreaterThan(0);
    expect(largestLeft).toBeLessThanOrEqual(leastRefined);
  });
});
