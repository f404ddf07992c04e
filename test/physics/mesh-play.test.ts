// A mesh that hangs on another with play: it does not leave, does not go in, and swings no higher than it began.

import { describe, expect, it, vi } from 'vitest';
import type { MeshDescriptor } from '../../src/index.js';
import { axisAngle, World } from '../../src/index.js';
import { length } from '../../src/math/vector.js';
import { turned } from './hollow-meshes.js';

vi.setConfig({ testTimeout: 120_000 });

/** A closed profile of radius and height, turned about y in `sides` steps: what has a hole. */
function eye(inner: number, outer: number, high: number, sides: number): MeshDescriptor {
  const half = high / 2;
  return turned(
    [
      [inner, -half],
      [outer, -half],
      [outer, half],
      [inner, half],
      [inner, -half],
    ],
    sides,
  );
}

function rod(radius: number, long: number, sides: number): MeshDescriptor {
  return turned(
    [
      [0, -long / 2],
      [radius, -long / 2],
      [radius, long / 2],
      [0, long / 2],
    ],
    sides,
  );
}

/** [1] */
const ROUNDING = 1e-12;

const energyOf = (world: World): number => world.kineticEnergy() + world.potentialEnergy();

describe('an arm that hangs by its eye on a pin', () => {
  const RADIUS = 0.1;
  const WIDE = 0.12;
  const LEVEL = axisAngle([0, 0, 1], Math.PI / 2);

  it.each([
    [16, 0.005, 0, 1 / 60],
    [32, 0.02, 0, 1 / 60],
    [64, 0.02, 0, 1 / 60],
  ])('of %d facets with a play of %d m and friction %d stays on it, at %d s', (sides, play, friction, dt) => {
    const world = new World();
    world.createMaterial('default', { friction, restitution: 0 });
    const outer = RADIUS + play + 0.08;
    world.createMesh('eye', { ...eye(RADIUS + play, outer, WIDE, sides), error: 0.004 });
    world.createMesh('pin', { ...rod(RADIUS, 0.6, sides), error: 0.004 });
    world.createBody({ kind: 'fixed', orientation: LEVEL, shapes: [{ kind: 'mesh', mesh: 'pin' }] });
    const arm = world.createBody({
      position: [0, -0.98 * play, 0],
      orientation: axisAngle([1, 0, 0], 1.2),
      shapes: [
        { kind: 'mesh', mesh: 'eye', orientation: LEVEL },
        { kind: 'box', size: [WIDE, 1, WIDE], position: [0, -outer - 0.48, 0] },
      ],
      density: 1000,
    });
    const start = energyOf(world);
    for (let step = 0; step < 2 / dt; step++) {
      world.step(dt);
      const [x, y, z] = arm.position;
      expect(Math.abs(x)).toBeLessThan(0.3 - WIDE / 2);
      // How far its middle may be from the pin's.
      expect(length([0, y, z])).toBeLessThan(play + 0.003);
      expect(world.measurePenetration()).toBeLessThan(0.003);
      expect(energyOf(world) - start).toBeLessThan(ROUNDING * Math.abs(start));
    }
  });
});
