import { describe, expect, it } from 'vitest';
import { axisAngle } from '../../src/math/vector.js';
import { World } from '../../src/world.js';

describe('a trigger that is a half-space', () => {
  it('meets a floor that is one, unless they face each other across a gap', () => {
    for (const [height, turn, inside] of [
      [5, 0, true],
      [5, Math.PI, false],
      [-5, Math.PI, true],
      [5, 1, true],
    ] as const) {
      const world = new World();
      const floor = world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
      const trigger = world.createTrigger({
        position: [0, height, 0],
        orientation: axisAngle([1, 0, 0], turn),
        shapes: [{ kind: 'half-space' }],
      });
      world.step(0.01);
      expect(world.graph.edgeBetween(floor, trigger)?.state !== 'separated').toBe(inside);
      expect(world.events.countOf('in-trigger')).toBe(inside ? 1 : 0);
    }
  });

  it('sees a ball fall into it', () => {
    const world = new World();
    const trigger = world.createTrigger({ position: [0, -3, 0], shapes: [{ kind: 'half-space' }] });
    const ball = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.5 }] });
    let entered = -1;
    for (let step = 0; step < 100 && entered < 0; step++) {
      world.step(0.01);
      if (world.events.countOf('in-trigger') > 0) entered = world.time;
    }
    // The lowest point has 2.5 m to fall; it is seen by the detection at the beginning of the next step.
    expect(entered).toBeCloseTo(Math.sqrt((2 * 2.5) / 9.81), 1);
    expect([...world.events].find(({ kind }) => kind === 'in-trigger')).toMatchObject({ a: trigger.id, b: ball.id });
  });
});
