// Small islands that move are swept and moved by the kernel together (small-islands.ts): none of them knows of the others.

import { describe, expect, it } from 'vitest';
import type { Body } from '../../../src/index.js';
import { Random } from '../../../src/math/random.js';
import { World } from '../../../src/world.js';

const STEPS = 120;

/** Pairs of bodies far from each other, on the ground: a ball rolls into a box, which slides and tips. */
function makeWorld(pairs: readonly number[], restitution: number): { world: World; bodies: Body[] } {
  const world = new World();
  world.setMaterialPair('default', 'default', { friction: 0.4, restitution });
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  const bodies: Body[] = [];
  for (const pair of pairs) {
    const random = new Random(pair + 1);
    const place = 100 * pair;
    const speed = random.uniform(1, 6);
    const ball = world.createBody({
      position: [place - 1, 0.25, 0],
      velocity: [speed, 0, 0],
      angularVelocity: [0, 0, -4 * speed],
      shapes: [{ kind: 'sphere', radius: 0.25 }],
    });
    const z = random.uniform(-0.1, 0.1);
    const box = world.createBody({ position: [place, 0.25, z], shapes: [{ kind: 'box', size: [0.5, 0.5, 0.5] }] });
    bodies.push(ball, box);
  }
  return { world, bodies };
}

function motionOf(bodies: readonly Body[]): number[] {
  return bodies.flatMap(({ position, orientation, velocity, angularVelocity }) => [
    ...position,
    ...orientation,
    ...velocity,
    ...angularVelocity,
  ]);
}

describe('small islands that move', () => {
  for (const restitution of [0, 0.6]) {
    it(`move alike alone and among others, to the bit, with restitution ${restitution}`, () => {
      const among = makeWorld([0, 1, 2, 3, 4, 5, 6, 7], restitution);
      const alone = makeWorld([3], restitution);
      for (let step = 0; step < STEPS; step++) {
        among.world.step(1 / 100);
        alone.world.step(1 / 100);
        expect(motionOf(among.bodies.slice(6, 8))).toEqual(motionOf(alone.bodies));
      }
      // They have met: the box is elsewhere.
      expect(Math.abs(alone.bodies[1].position[0] - 300)).toBeGreaterThan(0.01);
    });
  }
});
