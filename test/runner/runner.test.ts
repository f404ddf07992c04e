// A runner takes even steps out of uneven frames, and shows the world between them.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Runner, Simulation, World } from '../../dist/src/index.js';

const BALL = { kind: 'sphere', radius: 0.5 } as const;
const GROUND = { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] } as const;

function falling(): World {
  const world = new World();
  world.createBody(GROUND);
  world.createBody({ name: 'ball', position: [0, 5, 0], shapes: [BALL], angularVelocity: [0, 0, 3] });
  return world;
}

describe('steps', () => {
  it('are the same bits whatever the frames, and as many as time has gone by', () => {
    const plain = falling();
    for (let i = 0; i < 60; i++) plain.step(1 / 60);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.06, noNaN: true }), { minLength: 20, maxLength: 60 }), (frames) => {
        const runner = new Runner(falling(), { dt: 1 / 60 });
        let steps = 0;
        let elapsed = 0;
        for (const frame of frames) {
          if (runner.world.stepCount === 60) break;
          const due = Math.min(frame, 1 - elapsed);
          steps += runner.advance(due);
          elapsed += due;
          expect(runner.alpha).toBeGreaterThanOrEqual(0);
          expect(runner.alpha).toBeLessThan(1);
        }
        expect(steps).toBe(runner.world.stepCount);
        expect(Math.abs((steps + runner.alpha) / 60 - elapsed)).toBeLessThan(1e-9);
        runner.step(Math.max(60 - steps, 1));
        if (steps < 60) expect(runner.world.hash()).toBe(plain.hash());
      }),
      { numRuns: 15 },
    );
  });

  it('go with the time scale, stop in a pause, and can be taken one by one', () => {
    const runner = new Runner(falling(), { dt: 0.01, maxSteps: 1000 });
    runner.timeScale = 0.25;
    expect(runner.advance(1.0000001)).toBe(25);
    runner.paused = true;
    expect(runner.advance(10)).toBe(0);
    runner.step(3);
    expect(runner.world.stepCount).toBe(28);
    runner.paused = false;
    runner.timeScale = 0;
    expect(runner.advance(10)).toBe(0);
  });

  it('beyond the most in one frame are dropped, and counted', () => {
    const runner = new Runner(falling(), { dt: 0.01, maxSteps: 3 });
    expect(runner.advance(1.005)).toBe(3);
    expect(runner.dropped).toBeCloseTo(0.97, 10);
    expect(runner.alpha).toBeCloseTo(0.5, 8);
    expect(runner.advance(0.005)).toBe(1);
  });

  it('of a simulation have its length, and add what its scene adds', () => {
    const late = { at: 0.05, bodies: [{ name: 'late', position: [0, 9, 0] as const, shapes: [BALL] }] };
    const runner = new Runner(new Simulation({ drystone: 1, name: 'late', dt: 0.02, additions: [late] }));
    expect(runner.dt).toBe(0.02);
    runner.advance(0.0500001);
    expect(runner.world.find('late')).toBeUndefined();
    runner.advance(0.05);
    expect(runner.world.find('late')).toBeDefined();
  });

  it('are announced, for inputs', () => {
    const times: number[] = [];
    const runner = new Runner(falling(), { dt: 0.5, beforeStep: (time, dt) => times.push(time, dt) });
    runner.advance(1);
    expect(times).toEqual([0, 0.5, 0.5, 0.5]);
  });
});

describe('poses', () => {
  it('of a world are those of the handles', () => {
    const world = falling();
    const shapes = [BALL, { ...BALL, position: [1, 0, 0] as const }];
    const off = world.createBody({ position: [3, 4, 5], orientation: [0.5, 0.5, 0.5, 0.5], shapes });
    const out = new Float64Array(21);
    expect(world.writePoses(out)).toBe(3);
    for (const [i, body] of [...world.bodies()].entries()) {
      for (const [k, value] of [...body.position, ...body.orientation].entries()) expect(out[7 * i + k]).toBeCloseTo(value, 14);
    }
    const one = new Float32Array(7);
    expect(world.writePoses(one, [off])).toBe(1);
    expect([...one.subarray(0, 3)]).toEqual([3, 4, 5]);
  });

  it('are between the last two states: even motion is shown even', () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const ball = world.createBody({ shapes: [BALL], velocity: [1, 0, 0], angularVelocity: [0, 1, 0] });
    const runner = new Runner(world, { dt: 0.1 });
    const out = new Float64Array(7);
    runner.advance(0.3);
    for (let i = 0; i < 20; i++) {
      const elapsed = 0.3 + 0.013 * (i + 1);
      runner.advance(0.013);
      runner.writePoses(out, [ball]);
      const shown = elapsed - 0.1;
      expect(out[0]).toBeCloseTo(shown, 10);
      expect(2 * Math.atan2(out[4], out[6])).toBeCloseTo(shown, 4);
      expect(Math.hypot(out[3], out[4], out[5], out[6])).toBeCloseTo(1, 14);
    }
  });

  it('of what was moved, made or taken back since the step are where it is', () => {
    const world = falling();
    const runner = new Runner(world, { dt: 0.1 });
    const before = world.snapshot();
    runner.advance(0.35);
    const ball = [...world.bodies()][1];
    const out = new Float64Array(7);
    ball.position = [100, 1, 0];
    runner.writePoses(out, [ball]);
    expect([...out.subarray(0, 3)]).toEqual([100, 1, 0]);
    const made = world.createBody({ position: [0, 0, 50], shapes: [BALL] });
    runner.writePoses(out, [made]);
    expect(out[2]).toBe(50);
    world.restore(before);
    runner.writePoses(out, [ball]);
    expect([...out.subarray(0, 3)]).toEqual([0, 5, 0]);
  });
});

describe('bad input', () => {
  it('is refused by a sentence, and changes nothing', () => {
    const world = falling();
    const hash = world.hash();
    expect(() => new Runner(world, { dt: 0 })).toThrow(/^options\.dt is 0/);
    expect(() => new Runner(world, { maxSteps: 0.5 })).toThrow(/^options\.maxSteps is 0\.5/);
    expect(() => new Runner(world, { timeScale: -1 })).toThrow(/^options\.timeScale is -1/);
    // @ts-expect-error: no function
    expect(() => new Runner(world, { beforeStep: 3 })).toThrow('options.beforeStep is 3, but must be a function');
    // @ts-expect-error: no world
    expect(() => new Runner({})).toThrow(/^source is .*a world or a simulation/);
    const runner = new Runner(world);
    expect(() => runner.advance(Number.NaN)).toThrow(/^elapsed is NaN/);
    expect(() => runner.advance(-1)).toThrow(/^elapsed is -1/);
    expect(() => runner.writePoses(new Float32Array(6))).toThrow('out has 6 numbers, but the poses of 2 bodies take 14.');
    const other = falling().find('ball');
    // @ts-expect-error: perhaps no body
    expect(() => runner.writePoses(new Float32Array(7), [other])).toThrow(/^bodies\[0\] is .*a body of this world/);
    expect(world.hash()).toBe(hash);
  });

  it('a step that fails is told, and the world shown as it is', () => {
    const world = falling();
    const motion = {
      kind: 'function',
      pose: () => {
        throw new Error('no pose');
      },
    } as const;
    const runner = new Runner(world, { dt: 0.1 });
    runner.advance(0.1);
    expect(() => world.createBody({ kind: 'scripted', shapes: [BALL], motion })).toThrow('no pose');
    let isBroken = false;
    const pose = () => {
      if (isBroken) throw new Error('lost');
      return { position: [9, 9, 9] as const, orientation: [0, 0, 0, 1] as const };
    };
    world.createBody({ kind: 'scripted', shapes: [BALL], motion: { kind: 'function', pose } });
    isBroken = true;
    expect(() => runner.advance(0.1)).toThrow('lost');
    expect(world.stepCount).toBe(1);
    isBroken = false;
    runner.advance(0.1);
    expect(world.stepCount).toBe(2);
  });
});
