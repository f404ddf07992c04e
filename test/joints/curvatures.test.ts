// How gaps open while bodies go on as they move: second derivatives against differences of the gaps themselves.

import { describe, expect, it } from 'vitest';
import { JointMotion, writeCurvatures } from '../../src/joints/curvatures.js';
import { placeFrames } from '../../src/joints/joint-frames.js';
import { A, B, JOINT, JointSite, KINDS, randomNumbers, randomPose, randomVector } from './joint-site.js';

/** Rows of joints that let nothing turn: there both bodies have the same spin. */
const TURNS_NOTHING = KINDS.filter((kind) => /^(fixed|prismatic)$/.test(kind) || /^generic( slide.)*$/.test(kind));
const STEP = 1e-4;

describe.each(KINDS)('locked rows of a %s joint', (kind) => {
  it('have the second derivatives of their gaps along the motion of the bodies', () => {
    const random = randomNumbers(11);
    for (let trial = 0; trial < 10; trial++) {
      const site = new JointSite(kind, randomPose(random), randomPose(random));
      site.put(A, randomPose(random));
      site.putRelative({ position: [0, 0, 0], orientation: [0, 0, 0, 1] });
      const motion = new JointMotion();
      motion.a.velocity.set(randomVector(random));
      motion.a.spin.set(randomVector(random));
      motion.b.velocity.set(randomVector(random));
      motion.b.spin.set(TURNS_NOTHING.includes(kind) ? motion.a.spin : randomVector(random));
      const found = new Float64Array(6);
      placeFrames(site.frames, site.joints, site.nodes, JOINT);
      writeCurvatures(site.frames, motion, site.joints.kind[JOINT], found, 0);
      const poses = [site.pose(A), site.pose(B)];
      const [before, now, after] = [-STEP, 0, STEP].map((time) => {
        for (const [node, { velocity, spin }] of [motion.a, motion.b].entries()) {
          site.put(node, poses[node]);
          site.move(
            node,
            [...velocity, ...spin].map((rate) => rate * time),
          );
        }
        return site.gaps();
      });
      for (let row = 0; row < site.locked; row++) {
        expect(found[row]).toBeCloseTo((before[row] - 2 * now[row] + after[row]) / STEP ** 2, 5);
      }
    }
  });
});
