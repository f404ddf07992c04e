// Coulomb's law on slopes (any textbook of mechanics): a block on a slope of angle a stays iff tan a <= mu, and otherwise slides
// with g (sin a - mu cos a). The law knows no direction, so neither may the engine: every case runs along the axes and between
// them, on three kinds of slope.

import { describe, expect, it } from 'vitest';
import type { Body, Settings } from '../../src/index.js';
import { World } from '../../src/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import { distance, length, scale, subtract } from '../../src/math/vector.js';
import type { Slope, SlopeShape } from './laboratory.js';
import {
  addGround,
  addOnSlope,
  addSlope,
  along,
  expectVector,
  G,
  impulseBetween,
  makeSlope,
  makeWorld,
  relativeError,
  run,
} from './laboratory.js';

const DT = 1 / 100;
const DEGREE = Math.PI / 180;
const SLAB: Vec3 = [1, 0.4, 0.8];
const SLOPE_SHAPES: readonly SlopeShape[] = ['half-space', 'box', 'hull'];
/** Along an axis, on a diagonal, and at nothing in particular [deg]. */
const HEADINGS = [0, 45, 163];

function slabOnSlope(
  angle: number,
  heading: number,
  friction: number,
  shape: SlopeShape = 'half-space',
  settings: Partial<Settings> = {},
  yaw = 0,
): { world: World; slope: Slope; slab: Body; ground: Body } {
  const world = makeWorld(settings, { friction });
  const slope = makeSlope(angle * DEGREE, heading * DEGREE);
  const ground = addSlope(world, slope, shape);
  const slab = addOnSlope(world, slope, SLAB[1] / 2, yaw, { shapes: [{ kind: 'box', size: SLAB }], mass: 7 });
  return { world, slope, slab, ground };
}

/** Mean acceleration over a second, after a quarter of one to begin sliding [m/s^2]. */
function measureAcceleration(world: World, body: Body): Vec3 {
  run(world, 0.25, DT);
  const before = body.velocity;
  run(world, 1, DT);
  return subtract(body.velocity, before);
}

describe.each(SLOPE_SHAPES)('a slab on a slope made as a %s', (shape) => {
  describe.each(HEADINGS)('heading %i degrees', (heading) => {
    it.each([10, 25, 35])('sticks at %i degrees when mu is 1 percent above tan a', (angle) => {
      const { world, slab } = slabOnSlope(angle, heading, 1.01 * Math.tan(angle * DEGREE), shape);
      const start = slab.position;
      run(world, 2, DT);
      expect(distance(slab.position, start)).toBeLessThan(2e-5);
    });

    it.each([10, 25, 35])('slides at %i degrees when mu is 1 percent below tan a', (angle) => {
      const { world, slab, slope } = slabOnSlope(angle, heading, 0.99 * Math.tan(angle * DEGREE), shape);
      const expected = 0.01 * G * Math.sin(angle * DEGREE);
      expectVector(measureAcceleration(world, slab), scale(slope.downhill, expected), 1e-4 * expected);
    });

    it.each([
      [20, 0],
      [20, 0.2],
      [35, 0.3],
      [35, 0.6],
    ])('slides down %i degrees with mu = %f at g (sin a - mu cos a)', (angle, friction) => {
      const { world, slab, slope } = slabOnSlope(angle, heading, friction, shape);
      const expected = G * (Math.sin(angle * DEGREE) - friction * Math.cos(angle * DEGREE));
      expectVector(measureAcceleration(world, slab), scale(slope.downhill, expected), 1e-5 * expected);
    });
  });
});

describe('a slab turned about the normal of its slope', () => {
  it.each([0.3, Math.PI / 4, 1.2])('by %f rad obeys the same law', (yaw) => {
    const stays = slabOnSlope(25, 45, 1.01 * Math.tan(25 * DEGREE), 'half-space', {}, yaw);
    const start = stays.slab.position;
    run(stays.world, 2, DT);
    expect(distance(stays.slab.position, start)).toBeLessThan(2e-5);

    const { world, slab, slope } = slabOnSlope(25, 45, 0.2, 'box', {}, yaw);
    const expected = G * (Math.sin(25 * DEGREE) - 0.2 * Math.cos(25 * DEGREE));
    expectVector(measureAcceleration(world, slab), scale(slope.downhill, expected), 1e-5 * expected);
  });
});

describe('at the default settings of the engine', () => {
  function addSlab(friction: number, slope: Slope): { world: World; slab: Body } {
    const world = new World();
    world.createMaterial('default', { friction });
    addSlope(world, slope);
    return { world, slab: addOnSlope(world, slope, SLAB[1] / 2, 0.4, { shapes: [{ kind: 'box', size: SLAB }] }) };
  }

  it.each(HEADINGS)(
    'a slab sticks within 1 mm in 2 s below the limit and slides within 1 percent above it, heading %i degrees',
    (heading) => {
      const angle = 25 * DEGREE;
      const slope = makeSlope(angle, heading * DEGREE);
      const stays = addSlab(1.01 * Math.tan(angle), slope);
      const start = stays.slab.position;
      run(stays.world, 2, DT);
      expect(distance(stays.slab.position, start)).toBeLessThan(1e-3);

      const slides = addSlab(0.3, slope);
      const expected = G * (Math.sin(angle) - 0.3 * Math.cos(angle));
      expectVector(measureAcceleration(slides.world, slides.slab), scale(slope.downhill, expected), 0.01 * expected);
    },
  );
});

describe('friction on level ground', () => {
  /** Deceleration of a slab that is pushed along a heading, over mu g; and how far its path bends [m]. */
  function slide(heading: number, friction: Settings['contact.friction']): { strength: number; bend: number } {
    const mu = 0.4;
    const world = makeWorld({ 'contact.friction': friction }, { friction: mu });
    addGround(world);
    const direction: Vec3 = [Math.cos(heading), 0, Math.sin(heading)];
    const slab = world.createBody({
      shapes: [{ kind: 'box', size: SLAB }],
      position: [0, SLAB[1] / 2, 0],
      velocity: scale(direction, 4),
    });
    run(world, 0.5, DT);
    const { position, velocity } = slab;
    return {
      strength: (4 - length(velocity)) / (0.5 * mu * G),
      bend: length(subtract(position, scale(direction, along(position, direction)))) - SLAB[1] / 2,
    };
  }

  const headings = Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8 + 0.05);

  it('is mu g in every direction with the cone, and straight against the motion', () => {
    for (const heading of headings) {
      const { strength, bend } = slide(heading, 'cone');
      expect(Math.abs(strength - 1)).toBeLessThan(1e-3);
      expect(Math.abs(bend)).toBeLessThan(1e-4);
    }
  });

  // The square |f1| <= mu n, |f2| <= mu n holds the disc; its corner is sqrt 2 away. The tangents of a horizontal contact are the
  // axes x and z.
  it('is mu g along the tangents with the pyramid, and sqrt 2 times that along a diagonal', () => {
    for (const quarter of [0, 1, 2, 3]) {
      expect(Math.abs(slide((quarter * Math.PI) / 2, 'pyramid').strength - 1)).toBeLessThan(1e-3);
      expect(relativeError(slide(((quarter + 0.5) * Math.PI) / 2, 'pyramid').strength, Math.SQRT2)).toBeLessThan(1e-3);
    }
    for (const heading of headings) {
      const { strength } = slide(heading, 'pyramid');
      expect(strength).toBeGreaterThan(1 - 1e-3);
      expect(strength).toBeLessThan(Math.SQRT2 + 1e-3);
    }
  });

  // v^2 = 2 mu g s in the continuum; the discrete sum of n steps of speed v_0 - k mu g dt lies v_0 dt / 2 short of it.
  it('stops a slab after v^2 / (2 mu g) and keeps it there', () => {
    const world = makeWorld({}, { friction: 0.4 });
    addGround(world);
    const slab = world.createBody({ shapes: [{ kind: 'box', size: SLAB }], position: [0, SLAB[1] / 2, 0], velocity: [3, 0, 0] });
    run(world, 1, DT);
    const stop = 9 / (2 * 0.4 * G);
    expect(Math.abs(slab.position[0] - (stop - (3 * DT) / 2))).toBeLessThan(2e-3);
    const halted = slab.position;
    run(world, 1, DT);
    expect(distance(slab.position, halted)).toBeLessThan(1e-6);
  });
});

describe('the impulses of a slope', () => {
  it.each(HEADINGS)('balance the weight of a slab at rest, heading %i degrees', (heading) => {
    const angle = 20 * DEGREE;
    const { world, slab, ground, slope } = slabOnSlope(20, heading, 0.5);
    run(world, 1, DT);
    const weight = 7 * G * DT;
    const impulse = impulseBetween(world, ground, slab);
    expect(relativeError(along(impulse, slope.normal), weight * Math.cos(angle))).toBeLessThan(1e-4);
    expect(relativeError(-along(impulse, slope.downhill), weight * Math.sin(angle))).toBeLessThan(1e-4);
    expect(Math.abs(along(impulse, slope.across))).toBeLessThan(1e-4 * weight);
    expectVector(impulseBetween(world, slab, ground), scale(impulse, -1), 1e-300);
  });

  it('are at the limit of the cone while it slides, against the motion', () => {
    const { world, slab, ground, slope } = slabOnSlope(30, 45, 0.3);
    run(world, 1, DT);
    const impulse = impulseBetween(world, ground, slab);
    const normal = along(impulse, slope.normal);
    expect(relativeError(normal, 7 * G * Math.cos(30 * DEGREE) * DT)).toBeLessThan(1e-3);
    expect(relativeError(-along(impulse, slope.downhill), 0.3 * normal)).toBeLessThan(1e-4);
  });
});
