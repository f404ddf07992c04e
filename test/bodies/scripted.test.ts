// Scripted bodies: they are exactly where their motion has them at the end of each step, and carry what rides on them.

import { describe, expect, it } from 'vitest';
import type { Body, Motion, World } from '../../src/index.js';
import { axisAngle } from '../../src/index.js';
import type { Quat, Vec3 } from '../../src/math/vector.js';
import { distance, multiply } from '../../src/math/vector.js';
import { expectVector, G, makeWorld, run } from '../physics/laboratory.js';

const DT = 1 / 100;
const PLATE = { kind: 'box', size: [20, 1, 20] } as const;
const CRATE = { kind: 'box', size: [1, 0.5, 1] } as const;

function addPlatform(world: World, motion: Motion, position: Vec3 = [0, -0.5, 0]): Body {
  return world.createBody({ kind: 'scripted', shapes: [PLATE], position, motion });
}

function addCrate(world: World): Body {
  return world.createBody({ shapes: [CRATE], mass: 5, position: [0, 0.25, 0] });
}

/** Angle between two orientations [rad]. */
function angleBetween(a: Quat, b: Quat): number {
  const [x, y, z] = multiply([-a[0], -a[1], -a[2], a[3]], b);
  return 2 * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z)));
}

describe('the pose of a scripted body', () => {
  it('runs straight between keyframes at a constant turn, and rests before and after them', () => {
    const world = makeWorld();
    const turned = axisAngle([0, 1, 0], 2);
    const body = addPlatform(world, {
      kind: 'keyframes',
      keyframes: [
        { time: 0.5, position: [1, 2, 3] },
        { time: 1.5, position: [5, 2, 1], orientation: turned },
        { time: 2, position: [5, 0, 1], orientation: turned },
      ],
    });
    expectVector(body.position, [1, 2, 3], 1e-15);
    run(world, 2.5, DT, () => {
      const t = world.time;
      const s = Math.min(1, Math.max(0, t - 0.5));
      const fall = Math.min(1, Math.max(0, (t - 1.5) / 0.5));
      expectVector(body.position, [1 + 4 * s, 2 - 2 * fall, 3 - 2 * s], 1e-12);
      expect(angleBetween(body.orientation, axisAngle([0, 1, 0], 2 * s))).toBeLessThan(1e-7);
    });
  });

  it('starts again from the first keyframe when it repeats', () => {
    const world = makeWorld();
    const body = addPlatform(world, {
      kind: 'keyframes',
      repeat: true,
      keyframes: [
        { time: 0, position: [0, 0, 0] },
        { time: 0.25, position: [1, 0, 0] },
        { time: 1, position: [0, 0, 0] },
      ],
    });
    for (const [steps, x] of [
      [25, 1],
      [50, 1 / 3],
      [50, 1],
    ] as const) {
      for (let i = 0; i < steps; i++) world.step(DT);
      expectVector(body.position, [x, 0, 0], 1e-12);
    }
  });

  it('swings as a sine about its initial pose, in position and angle', () => {
    const world = makeWorld();
    const orientation = axisAngle([1, 0, 0], 0.4);
    const body = world.createBody({
      kind: 'scripted',
      shapes: [PLATE],
      position: [4, 5, 6],
      orientation,
      motion: { kind: 'oscillation', translation: [1, -2, 0.5], rotation: [0, 0.6, 0.8], frequency: 0.7, phase: 0.3 },
    });
    run(world, 3, DT, () => {
      const wave = Math.sin(2 * Math.PI * 0.7 * world.time + 0.3);
      expectVector(body.position, [4 + wave, 5 - 2 * wave, 6 + 0.5 * wave], 1e-12);
      expect(angleBetween(body.orientation, multiply(axisAngle([0, 0.6, 0.8], wave), orientation))).toBeLessThan(1e-7);
    });
  });

  it('is what a function writes, and its velocity what leads there', () => {
    const world = makeWorld();
    const body = addPlatform(world, {
      kind: 'function',
      pose(t, position, orientation) {
        position[1] += t * t;
        orientation.splice(0, 4, ...axisAngle([0, 1, 0], 3 * t));
      },
    });
    run(world, 1, DT, () => {
      const t = world.time;
      expectVector(body.position, [0, -0.5 + t * t, 0], 1e-12);
      expectVector(body.velocity, [0, (t * t - (t - DT) * (t - DT)) / DT, 0], 1e-10);
      expectVector(body.angularVelocity, [0, 3, 0], 1e-9);
    });
  });

  it('is not moved by what hits it', () => {
    const world = makeWorld();
    const platform = addPlatform(world, { kind: 'oscillation', translation: [0.1, 0, 0], frequency: 1 });
    world.createBody({ shapes: [CRATE], mass: 1e6, position: [0, 1, 0], velocity: [0, -5, 0] });
    run(world, 1, DT, () => {
      expectVector(platform.position, [0.1 * Math.sin(2 * Math.PI * world.time), -0.5, 0], 1e-12);
    });
  });
});

describe('what rides on a platform', () => {
  /** A platform that moves at a speed along x. */
  const conveyor = (speed: number): Motion => ({
    kind: 'function',
    pose(t, position) {
      position[0] += speed * t;
    },
  });

  // Friction accelerates it with mu g until it moves with the platform, after v / (mu g), having lagged v^2 / (2 mu g) behind.
  it('is brought to the speed of a moving platform by friction', () => {
    const world = makeWorld({}, { friction: 0.4 });
    const platform = addPlatform(world, conveyor(2));
    const crate = addCrate(world);
    run(world, 0.3, DT);
    expect(Math.abs(crate.velocity[0] - 0.4 * G * 0.3)).toBeLessThan(1e-6);
    run(world, 1.7, DT);
    expectVector(crate.velocity, [2, 0, 0], 1e-6);
    const lag = platform.position[0] - crate.position[0];
    expect(Math.abs(lag - 4 / (2 * 0.4 * G))).toBeLessThan((2 * DT) / 2 + 1e-3);
  });

  // A platform that swings with amplitude s and frequency f accelerates with s (2 pi f)^2 at most: the crate stays on it iff that
  // is below mu g.
  it.each([0, 1, Math.PI / 4])('stays on a platform that swings within friction, along %f rad', (heading) => {
    const omega = 2 * Math.PI;
    const amplitude = (0.9 * 0.5 * G) / (omega * omega);
    const world = makeWorld({}, { friction: 0.5 });
    const translation: Vec3 = [amplitude * Math.cos(heading), 0, amplitude * Math.sin(heading)];
    const platform = addPlatform(world, { kind: 'oscillation', translation, frequency: 1, phase: Math.PI / 2 }, [0, -0.5, 0]);
    const crate = world.createBody({ shapes: [CRATE], mass: 5, position: [translation[0], 0.25, translation[2]] });
    run(world, 3, DT, () => {
      expect(distance([crate.position[0], 0, crate.position[2]], [platform.position[0], 0, platform.position[2]])).toBeLessThan(
        2e-3,
      );
    });
  });

  it('slips on a platform that swings beyond friction', () => {
    const omega = 2 * Math.PI;
    const amplitude = (2 * 0.5 * G) / (omega * omega);
    const world = makeWorld({}, { friction: 0.5 });
    const platform = addPlatform(world, {
      kind: 'oscillation',
      translation: [amplitude, 0, 0],
      frequency: 1,
      phase: Math.PI / 2,
    });
    const crate = world.createBody({ shapes: [CRATE], mass: 5, position: [amplitude, 0.25, 0] });
    let slip = 0;
    let before = 0;
    run(world, 3, DT, () => {
      slip = Math.max(slip, Math.abs(crate.position[0] - platform.position[0]));
      // Friction cannot accelerate it beyond mu g.
      expect(Math.abs(crate.velocity[0] - before)).toBeLessThan(0.5 * G * DT * (1 + 1e-4));
      before = crate.velocity[0];
    });
    expect(slip).toBeGreaterThan(0.05);
  });

  it.each([1.5, -1.5])('rises and sinks with a lift at %f m/s', (speed) => {
    const world = makeWorld();
    addPlatform(world, {
      kind: 'function',
      pose(t, position) {
        position[1] += speed * t;
      },
    });
    const crate = addCrate(world);
    run(world, 2, DT);
    expect(Math.abs(crate.position[1] - (0.25 + 2 * speed))).toBeLessThan(5e-3);
    expectVector(crate.velocity, [0, speed, 0], 1e-6);
  });

  // A lift that falls away faster than gravity leaves its load behind; one that rises with acceleration a presses with m (g + a).
  it('is pressed with m (g + a) by an accelerating lift, and left behind by one faster than free fall', () => {
    for (const a of [3, -4, -15]) {
      const world = makeWorld();
      const lift = addPlatform(world, {
        kind: 'function',
        pose(t, position) {
          position[1] += (a * t * t) / 2;
        },
      });
      const crate = addCrate(world);
      run(world, 0.5, DT);
      let normal = 0;
      for (const contact of world.graph.edgeBetween(lift, crate)?.contacts ?? []) normal += contact.normalImpulse;
      const expected = Math.max(0, 5 * (G + a) * DT);
      expect(Math.abs(normal - expected)).toBeLessThan(0.01 * 5 * G * DT);
      if (a < -G) expect(crate.position[1] - lift.position[1] - 0.75).toBeGreaterThan(0.5);
    }
  });

  it('is carried round by a turntable within friction', () => {
    const world = makeWorld({}, { friction: 0.5 });
    const rate = 1;
    addPlatform(world, {
      kind: 'function',
      pose(t, _, orientation) {
        orientation.splice(0, 4, ...axisAngle([0, 1, 0], rate * t));
      },
    });
    // w^2 r = 3 m/s^2 < mu g. Each step moves it by w x r dt, along the tangent: so r grows by sqrt(1 + w^2 dt^2) a step, and the
    // angle by atan(w dt). In the limit of small steps that is the circle.
    const crate = world.createBody({ shapes: [CRATE], position: [3, 0.25, 0], velocity: [0, 0, -3], angularVelocity: [0, 1, 0] });
    for (let n = 1; n <= 314; n++) {
      world.step(DT);
      const radius = 3 * (1 + rate * rate * DT * DT) ** (n / 2);
      const angle = n * Math.atan(rate * DT);
      expectVector([crate.position[0], 0, crate.position[2]], [radius * Math.cos(angle), 0, -radius * Math.sin(angle)], 1e-4);
    }
  });
});

describe('a passive scripted body', () => {
  it('waits, and is where its script has it when it takes part again, without sweeping there in one step', () => {
    const world = makeWorld();
    const platform = addPlatform(world, {
      kind: 'function',
      pose(t, position) {
        position[0] += 3 * t;
      },
    });
    run(world, 0.5, DT);
    platform.active = false;
    const waiting = platform.position;
    run(world, 1, DT);
    expectVector(platform.position, waiting, 1e-15);
    platform.active = true;
    run(world, DT, DT);
    expectVector(platform.position, [3 * world.time, -0.5, 0], 1e-12);
    expectVector(platform.velocity, [3, 0, 0], 1e-9);
  });
});

describe('setting the position of a scripted body', () => {
  it('moves what its motion is about, without a sweep', () => {
    const world = makeWorld();
    const motion: Motion = { kind: 'oscillation', translation: [1, 0, 0], frequency: 1, phase: Math.PI / 2 };
    const body = world.createBody({ kind: 'scripted', shapes: [PLATE], motion });
    run(world, 0.5, DT);
    body.position = [50, 2, 0];
    world.step(DT);
    expectVector(body.position, [50 + Math.cos(2 * Math.PI * world.time), 2, 0], 1e-12);
    expect(Math.abs(body.velocity[0])).toBeLessThan(2 * Math.PI);
  });

  it('leaves how it is turned to its motion, and turning it where it is', () => {
    const world = makeWorld();
    const motion: Motion = {
      kind: 'oscillation',
      translation: [1, 0, 0],
      rotation: [0, 0.5, 0],
      frequency: 1,
      phase: Math.PI / 2,
    };
    const body = world.createBody({ kind: 'scripted', shapes: [PLATE], motion });
    const still = world.createBody({ kind: 'scripted', position: [9, 0, 0], shapes: [PLATE], motion });
    run(world, 0.1, DT);
    body.position = [50, 2, 0];
    run(world, 0.1, DT);
    expect(body.orientation).toEqual(still.orientation);
    body.orientation = [0, 1, 0, 0];
    expectVector(body.position, [50 + Math.cos(2 * Math.PI * world.time), 2, 0], 1e-12);
  });

  it('is taken where keyframes or a function leave it open, and where it changes nothing', () => {
    const world = makeWorld();
    const turning = { kind: 'keyframes', keyframes: [{ time: 0 }, { time: 1, orientation: [0, 1, 0, 0] }] } as const;
    const wheel = world.createBody({ kind: 'scripted', shapes: [PLATE], motion: turning });
    wheel.position = [1, 2, 3];
    const rising: Motion = { kind: 'function', pose: (t, position) => Object.assign(position, { 1: position[1] + t }) };
    const lift = world.createBody({ kind: 'scripted', shapes: [PLATE], motion: rising });
    lift.position = [0, 5, 0];
    const placed: Motion = { kind: 'keyframes', keyframes: [{ time: 0, position: [7, 7, 7] }] };
    const fixed = world.createBody({ kind: 'scripted', position: [1, 1, 1], shapes: [PLATE], motion: placed });
    fixed.orientation = [0, 1, 0, 0];
    world.setPose(fixed, [1, 1, 1], [0, 1, 0, 0]);
    run(world, 0.5, DT);
    expectVector(wheel.position, [1, 2, 3], 1e-12);
    expectVector(lift.position, [0, 5 + world.time, 0], 1e-12);
    expectVector(fixed.position, [7, 7, 7], 1e-12);
    expect(fixed.orientation).toEqual([0, 1, 0, 0]);
  });
});

describe('a passive body', () => {
  it('keeps the velocity and the impulse it is given until it takes part', () => {
    const world = makeWorld({ gravity: [0, 0, 0] });
    const body = world.createBody({ shapes: [PLATE], active: false, mass: 2 });
    body.velocity = [1, 0, 0];
    body.applyImpulse([2, 0, 0]);
    run(world, 0.1, DT);
    expectVector(body.position, [0, 0, 0], 1e-15);
    body.active = true;
    run(world, 0.5, DT);
    expectVector(body.position, [1, 0, 0], 1e-9);
  });
});
