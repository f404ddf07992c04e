// DebugView: as many lines as there is to see, where it is.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.js';
import { DebugView } from '../../src/three/index.js';

const OFF = { shapes: false, contacts: false, graph: false, joints: false, bounds: false };
const countLines = ({ geometry }: DebugView) => geometry.drawRange.count / 2;
const cornersOf = ({ geometry }: DebugView) =>
  Array.from({ length: geometry.drawRange.count }, (_, i) =>
    Array.from(geometry.getAttribute('position').array.slice(3 * i, 3 * i + 3)),
  );

function makeBoxOnGround(): World {
  const world = new World();
  world.createBody({ kind: 'fixed', shapes: [{ kind: 'half-space' }] });
  world.createBody({ position: [0, 0.5, 0], density: 2000, shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  for (let i = 0; i < 10; i++) world.step(1 / 100);
  return world;
}

describe('DebugView', () => {
  it('draws the twelve edges of a box where it stands', () => {
    const view = new DebugView(makeBoxOnGround(), { ...OFF, shapes: true });
    expect(countLines(view)).toBe(12);
    for (const [x, y, z] of cornersOf(view)) {
      expect([Math.abs(x), Math.abs(z)]).toEqual([0.5, 0.5]);
      expect([0, 1]).toContain(y);
    }
  });

  it('draws four contacts with their impulses to scale, which add up to the weight of a step', () => {
    const view = new DebugView(makeBoxOnGround(), { ...OFF, contacts: true, impulseScale: 0.001 });
    // A cross of three, the normal, the impulse.
    expect(countLines(view)).toBe(4 * 5);
    const corners = cornersOf(view);
    const impulses = [0, 1, 2, 3].map((k) => Math.abs(corners[10 * k + 9][1] - corners[10 * k + 8][1]));
    expect(impulses.reduce((sum, x) => sum + x, 0)).toBeCloseTo(0.001 * 2000 * 9.81 * 0.01, 6);
  });

  it('draws a line of the graph from what moves to where it touches', () => {
    const view = new DebugView(makeBoxOnGround(), { ...OFF, graph: true });
    const [[, from], [, to]] = cornersOf(view);
    expect(countLines(view)).toBe(1);
    expect(from).toBeCloseTo(0.5, 6);
    expect(to).toBeCloseTo(0, 6);
  });

  it('draws joints and boxes, and can be switched', () => {
    const world = makeBoxOnGround();
    const hanging = world.createBody({ position: [5, 3, 0], shapes: [{ kind: 'sphere', radius: 0.5 }] });
    world.createJoint({ kind: 'ball', bodyB: hanging, anchor: [5, 5, 0] } as never);
    world.step(1 / 100);
    const view = new DebugView(world, { ...OFF, joints: true });
    // Three axes an end, and a line from the one body.
    expect(countLines(view)).toBe(7);
    view.bounds = true;
    view.update();
    expect(countLines(view)).toBe(7 + 2 * 12);
    view.joints = view.bounds = false;
    view.update();
    expect(countLines(view)).toBe(0);
  });

  it('refuses by a sentence', () => {
    expect(() => new DebugView(new World(), { size: 0 })).toThrow('options.size is 0, but must be');
    expect(() => new DebugView(new World(), { graph: 1 as never })).toThrow('options.graph is 1, but must be');
  });
});
