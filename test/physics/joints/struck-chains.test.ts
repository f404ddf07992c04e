// Chains that are struck so hard that their links turn by several times in a step: their joints stay closed, and they gain nothing.

import { describe, expect, it } from 'vitest';
import { METHODS, Random, World } from '../../../src/index.js';
import { boxMesh } from '../../shapes/mesh-samples.js';
import { gapOf } from './linkage.js';

const DT = 1 / 100;
const LINKS = 4;
const STEPS = 12;
/** What spins by ten radians in a step keeps its energy to this share of what it had at first [1]. */
const GAIN = 1e-3;
/** A step that closes joints may leave them open by less than a fifth of a link [m]. */
const OPEN = 0.016;

/** A chain of 300 to 1000 m/s in front of a wall of 2 cm. */
function makeStruckChain(method: 'gsp' | 'ncp' | 'substeps' | 'impulsive', random: Random): World {
  const world = new World({ stepper: METHODS[method], settings: { gravity: [0, 0, 0] } });
  world.createMaterial('default', { friction: 0, restitution: random.uniform(0, 1) });
  world.createMesh('wall', boxMesh(0.02, 6, 6));
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'mesh', mesh: 'wall' }] });
  const speed = random.uniform(300, 1000);
  const x = -random.uniform(0.5, 2 * speed * DT);
  const y = random.uniform(-0.3, 0.3);
  const links = Array.from({ length: LINKS }, (_, i) =>
    world.createBody({
      position: [x, y + 0.1 * i, 0],
      velocity: [speed, 0, 0],
      shapes: [{ kind: 'box', size: [0.04, 0.08, 0.04] }],
      mass: 1,
    }),
  );
  for (let i = 0; i + 1 < LINKS; i++)
    world.createJoint({ kind: 'ball', bodyA: links[i], bodyB: links[i + 1], anchor: [x, y + 0.1 * i + 0.05, 0] });
  return world;
}

describe('a chain that strikes a wall', () => {
  it.each(['gsp', 'ncp', 'substeps', 'impulsive'] as const)('keeps its joints closed, and gains nothing, by %s', (method) => {
    const random = new Random(5);
    for (let run = 0; run < 6; run++) {
      const world = makeStruckChain(method, random);
      const first = world.kineticEnergy();
      let energy = first;
      for (let step = 0; step < STEPS; step++) {
        world.step(DT);
        const now = world.kineticEnergy();
        expect(now - energy, `energy of run ${run} in step ${step}`).toBeLessThan(GAIN * first);
        energy = now;
        for (const joint of world.joints()) expect(gapOf(joint), `gap of run ${run} in step ${step}`).toBeLessThan(OPEN);
      }
      expect(energy).toBeLessThan(0.9 * first);
    }
  });
});
