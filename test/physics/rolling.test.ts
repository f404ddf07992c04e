// Rolling (Goldsmith's and any textbook's closed forms). A round body of radius r and inertia k m r^2 on a slope rolls without
// slipping iff mu >= k / (1 + k) tan a, with the acceleration g sin a / (1 + k); else it slides with g (sin a - mu cos a) and
// spins up at mu g cos a / (k r). A ball has k = 2/5: mu >= 2/7 tan a, 5/7 g sin a. A cylinder has k = 1/2: mu >= tan(a) / 3, 2/3
// g sin a.

import { describe, expect, it } from 'vitest';
import type { Body, ShapeDescriptor, World } from '../../src/index.js';
import { axisAngle } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { add, cross, length, multiply, scale, subtract } from '../../src/math/vector.js';
import type { Slope, SlopeShape } from './laboratory.js';
import { addGround, addSlope, along, expectVector, G, makeSlope, makeWorld, relativeError, run } from './laboratory.js';

const DT = 1 / 100;
const DEGREE = Math.PI / 180;
const RADIUS = 0.4;

const ROUND_BODIES: readonly { name: string; shape: ShapeDescriptor; k: number; tolerance: number }[] = [
  { name: 'ball', shape: { kind: 'sphere', radius: RADIUS }, k: 2 / 5, tolerance: 1e-6 },
  { name: 'cylinder', shape: { kind: 'cylinder', radius: RADIUS, height: 1 }, k: 1 / 2, tolerance: 1e-4 },
];

function place(
  shape: ShapeDescriptor,
  angle: number,
  heading: number,
  friction: number,
  kind: SlopeShape,
): { world: World; slope: Slope; body: Body } {
  const world = makeWorld({}, { friction });
  const slope = makeSlope(angle * DEGREE, heading * DEGREE);
  addSlope(world, slope, kind);
  // The cylinder's axis is y of its frame: first along x, then turned to lie across the slope.
  const lying = axisAngle([0, 0, 1], Math.PI / 2);
  const across = axisAngle([0, 1, 0], Math.PI / 2 - heading * DEGREE);
  const orientation = multiply(slope.orientation, multiply(across, lying));
  const body = world.createBody({ shapes: [shape], mass: 3, position: scale(slope.normal, RADIUS), orientation });
  return { world, slope, body };
}

/** Linear and angular acceleration over a second. */
function measure(world: World, body: Body): { linear: Vec3; angular: Vec3 } {
  run(world, 0.1, DT);
  const { velocity, angularVelocity } = body;
  run(world, 1, DT);
  return { linear: subtract(body.velocity, velocity), angular: subtract(body.angularVelocity, angularVelocity) };
}

describe.each(ROUND_BODIES)('a $name on a slope', ({ shape, k, tolerance }) => {
  describe.each(['half-space', 'box', 'hull'] as const)('made as a %s', (kind) => {
    it.each([
      [15, 0],
      [30, 45],
      [30, 200],
      [40, 90],
    ])('of %i degrees heading %i rolls without slipping just above the limit', (angle, heading) => {
      const limit = (k / (1 + k)) * Math.tan(angle * DEGREE);
      const { world, slope, body } = place(shape, angle, heading, 1.01 * limit, kind);
      const { linear, angular } = measure(world, body);
      const expected = (G * Math.sin(angle * DEGREE)) / (1 + k);
      expectVector(linear, scale(slope.downhill, expected), tolerance * expected);
      expectVector(angular, scale(slope.across, expected / RADIUS), (tolerance * expected) / RADIUS);
      const slip = add(body.velocity, cross(body.angularVelocity, scale(slope.normal, -RADIUS)));
      expect(length(slip)).toBeLessThan(tolerance * length(body.velocity));
    });

    it.each([
      [15, 0],
      [30, 45],
      [30, 200],
      [40, 90],
    ])('of %i degrees heading %i slips below the limit', (angle, heading) => {
      const limit = (k / (1 + k)) * Math.tan(angle * DEGREE);
      for (const friction of [0, 0.5 * limit, 0.95 * limit]) {
        const { world, slope, body } = place(shape, angle, heading, friction, kind);
        const { linear, angular } = measure(world, body);
        const expected = G * (Math.sin(angle * DEGREE) - friction * Math.cos(angle * DEGREE));
        const spinUp = (friction * G * Math.cos(angle * DEGREE)) / (k * RADIUS);
        expectVector(linear, scale(slope.downhill, expected), tolerance * expected);
        expectVector(angular, scale(slope.across, spinUp), tolerance * Math.max(spinUp, 1));
      }
    });
  });
});

// Friction passes through the point of contact, so k v + r w (per mass and radius) is kept: v_end = (v_0 + k r w_0) / (1 + k),
// whatever mu is; for a ball 5/7 v_0 + 2/7 r w_0. Sliding ends after (v_0 - r w_0) / ((1 + 1/k) mu g).
describe('a ball thrown along level ground', () => {
  it.each([
    ['without spin', 0],
    ['with topspin below rolling', 5],
    ['with topspin beyond rolling', 25],
    ['with backspin', -10],
    ['with so much backspin that it comes back', -30],
  ])('%s ends rolling at (5 v + 2 r w) / 7', (_, spin) => {
    for (const heading of [0, 0.7, Math.PI / 4]) {
      for (const friction of [0.1, 0.5]) {
        const world = makeWorld({}, { friction });
        addGround(world);
        const direction: Vec3 = [Math.cos(heading), 0, Math.sin(heading)];
        const turn = cross([0, 1, 0], direction);
        const speed = 4;
        const ball = world.createBody({
          shapes: [{ kind: 'sphere', radius: RADIUS }],
          position: [0, RADIUS, 0],
          velocity: scale(direction, speed),
          angularVelocity: scale(turn, spin),
        });
        const slip = Math.abs(speed - RADIUS * spin);
        const slidingTime = slip / (3.5 * friction * G);
        run(world, slidingTime - 2 * DT, DT);
        expect(Math.abs(along(ball.velocity, direction) - RADIUS * along(ball.angularVelocity, turn))).toBeGreaterThan(1e-3);
        run(world, 5 * DT, DT);
        const end = (5 * speed + 2 * RADIUS * spin) / 7;
        expectVector(ball.velocity, scale(direction, end), 1e-9 * speed);
        expectVector(ball.angularVelocity, scale(turn, end / RADIUS), 1e-9 * (speed / RADIUS));
        run(world, 1, DT);
        expectVector(ball.velocity, scale(direction, end), 1e-9 * speed);
      }
    }
  });

  it('goes on for ever once it rolls, and loses nothing', () => {
    const world = makeWorld({}, { friction: 0.5 });
    addGround(world);
    const ball = world.createBody({
      shapes: [{ kind: 'sphere', radius: RADIUS }],
      position: [0, RADIUS, 0],
      velocity: [2, 0, 0],
      angularVelocity: [0, 0, -2 / RADIUS],
    });
    run(world, 10, DT);
    expect(relativeError(ball.velocity[0], 2)).toBeLessThan(1e-9);
    expect(relativeError(ball.position[0], 20)).toBeLessThan(1e-9);
  });
});
