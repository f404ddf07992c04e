// What the ruler makes of poses: drift, sag, dropped and lost bodies, energy.

import { describe, expect, it } from 'vitest';
import { Ruler } from '../../bench/ruler/ruler.mjs';

type Vec3 = [number, number, number];

function body(shape: object, position: Vec3, own: object = {}) {
  return { isFixed: false, shape, position, orientation: [0, 0, 0, 1], mass: 12, inertia: [1, 2, 3], ...own };
}
const ground = body({ kind: 'half-space' }, [0, 0, 0], { isFixed: true });
const brick = { kind: 'box', size: [1, 0.5, 0.5] };

/** Upright bodies at these positions. */
function poses(...positions: Vec3[]): Float64Array {
  return Float64Array.from(positions.flatMap((position) => [...position, 0, 0, 0, 1]));
}

/** A wall of bricks side by side and on top of each other, all touching. */
function wall(columns: number, rows: number) {
  const places = Array.from({ length: columns * rows }, (_, i): Vec3 => [i % columns, 0.25 + 0.5 * Math.floor(i / columns), 0]);
  return { places, bodies: [ground, ...places.map((place) => body(brick, place))] };
}

describe('the ruler', () => {
  it('finds nothing wrong with a wall as it was built', () => {
    const { places, bodies } = wall(6, 5);
    const ruler = new Ruler(bodies);
    expect(ruler.measure(poses(...places))).toEqual({ depth: 0, drift: 0, sag: 0, dropped: 0, lost: 0 });
    expect(ruler.count).toBe(30);
    expect(ruler.brickHeight).toBe(0.5);
  });

  it('finds the one pair that overlaps, wherever it is', () => {
    const { places, bodies } = wall(6, 5);
    const ruler = new Ruler(bodies);
    for (const moved of [0, 7, 29]) {
      const now = places.map(([x, y, z], i): Vec3 => [x, i === moved ? y - 0.003 : y, z]);
      expect(ruler.measure(poses(...now)).depth).toBeCloseTo(0.003, 12);
    }
  });

  it('measures against fixed bodies, but not these against each other', () => {
    const fixed = [body(brick, [0, 1, 0], { isFixed: true }), body(brick, [0.5, 1.1, 0], { isFixed: true })];
    const ruler = new Ruler([ground, ...fixed, body({ kind: 'sphere', radius: 0.5 }, [5, 5, 5])]);
    expect(ruler.measure(poses([5, 5, 5])).depth).toBe(0);
    expect(ruler.measure(poses([-0.3, 0.35, 0])).depth).toBeCloseTo(0.15, 12);
  });

  it('tells drift from sag, each of the body that went farthest', () => {
    const ruler = new Ruler([ground, body(brick, [0, 2, 0]), body(brick, [5, 2, 0])]);
    const { drift, sag, dropped } = ruler.measure(poses([0.03, 1.98, 0.04], [5.01, 1.97, 0]));
    expect(drift).toBeCloseTo(0.05, 12);
    expect(sag).toBeCloseTo(0.03, 12);
    expect(dropped).toBe(0);
  });

  it('counts as dropped what is lower by half its height, or has gone farther than its size', () => {
    const ruler = new Ruler([ground, body(brick, [0, 2, 0]), body(brick, [5, 2, 0])]);
    const droppedAt = (...positions: Vec3[]) => ruler.measure(poses(...positions)).dropped;
    expect(droppedAt([0, 1.76, 0], [5, 2.4, 0])).toBe(0);
    expect(droppedAt([0, 1.74, 0], [5, 2, 0])).toBe(1);
    expect(droppedAt([0, 1.74, 0], [5, 2, 0.99])).toBe(1);
    expect(droppedAt([0, 1.74, 0], [5, 2, 1.01])).toBe(2);
    expect(droppedAt([0, Number.NaN, 0], [5, 2, 0])).toBe(1);
  });

  it('lets what joins later move, but not pass the ground or into others', () => {
    const ruler = new Ruler([ground, body(brick, [0, 0.25, 0])]);
    ruler.add([body({ kind: 'sphere', radius: 0.5 }, [9, 9, 9])]);
    expect(ruler.brickHeight).toBe(0.5);
    expect(ruler.measure(poses([0, 0.25, 0], [0, 0.9, 0]))).toMatchObject({ drift: 0, sag: 0, dropped: 0, lost: 0 });
    expect(ruler.measure(poses([0, 0.25, 0], [0, 0.9, 0])).depth).toBeCloseTo(0.1, 12);
    expect(ruler.measure(poses([0, 0.25, 0], [9, -0.1, 0])).lost).toBe(1);
  });

  it('sees the kinetic energy of a body that moves and turns', () => {
    const dt = 0.01;
    const ruler = new Ruler([ground, body(brick, [0, 2, 0])]);
    // Turned first, so that the body's own z axis points along the world's x, then by 2 rad/s about that axis.
    const s = Math.SQRT1_2;
    const half = (2 * dt) / 2;
    const earlier = [0, 2, 0, 0, s, 0, s];
    const turn = [Math.sin(half), Math.cos(half)];
    const later = [0.03, 2, 0, s * turn[0], s * turn[1], s * turn[0], s * turn[1]];
    const expected = (12 / 2) * 3 * 3 + (3 / 2) * 2 * 2;
    expect(ruler.kineticEnergy(Float64Array.from(earlier), Float64Array.from(later), dt)).toBeCloseTo(expected, 2);
    const flipped = later.map((value, i) => (i < 3 ? value : -value));
    expect(ruler.kineticEnergy(Float64Array.from(earlier), Float64Array.from(flipped), dt)).toBeCloseTo(expected, 2);
  });
});
