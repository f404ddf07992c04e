// Joints stay closed where links strike the ground and each other, spin, and are moved out of what they are in.

import { expect, test } from 'vitest';
import type { Body, Vec3 } from '../../../src/index.js';
import { METHODS, World } from '../../../src/index.js';
import { rotate } from '../../../src/math/vector.js';

const LINKS = 20;
/** From the centre of a link to its joints [m]. */
const REACH = 0.11;

function endOf(link: Body, side: number): Vec3 {
  const arm = rotate(link.orientation, [0, side * REACH, 0]);
  return link.position.map((x, k) => x + arm[k]) as Vec3;
}

test.each(['gsp', 'ncp', 'impulsive'] as const)('A chain that falls on its end stays closed: %s', (method) => {
  const world = new World({ stepper: METHODS[method] });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const links = Array.from({ length: LINKS }, (_, i) =>
    world.createBody({
      position: [0, 0.3 + 2 * REACH * i, 0],
      // Not upright to the bit, so that it falls over.
      velocity: [0, 0, 0.001 * i],
      shapes: [{ kind: 'capsule', radius: 0.04, length: 0.12 }],
      mass: 0.2,
    }),
  );
  for (let i = 1; i < LINKS; i++) {
    const frameA = { position: [0, REACH, 0] } as const;
    world.createJoint({ kind: 'ball', bodyA: links[i - 1], bodyB: links[i], frameA, frameB: { position: [0, -REACH, 0] } });
  }
  let widest = 0;
  for (let i = 0; i < 180; i++) {
    world.step(1 / 60);
    for (let k = 1; k < LINKS; k++) {
      const [a, b] = [endOf(links[k - 1], 1), endOf(links[k], -1)];
      widest = Math.max(widest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
  }
  expect(widest).toBeLessThan(1e-9);
});
