// Everything in one place: pairs grow as the square of the bodies. What would take more memory than it may is refused by a sentence, and the
// world stays as it is.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { METHODS, MemoryError, World } from '../../src/index.js';
import { drystone, temporaryFolder } from '../cli/command.js';

const CUBE = { shapes: [{ kind: 'box', size: [1, 1, 1] }] } as const;

function heap(count: number, memory: number, stepper = METHODS.gsp): World {
  const world = new World({ stepper, settings: { 'limits.memory': memory, events: 'queue' } });
  for (let i = 0; i < count; i++) world.createBody(CUBE);
  return world;
}

function refusal(act: () => void): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(MemoryError);
    return (error as Error).message;
  }
  throw new Error('It was not refused.');
}

describe('bodies in one place', () => {
  it('a thousand of them are refused, and the world is as before', () => {
    const world = heap(1000, 1024);
    const before = world.hash();
    expect(refusal(() => world.step(0.01))).toMatch(
      /^Step 0 is not taken: 499500 pairs of shapes are near each other\. Bodies, pairs and contacts would take \d+ MiB, but limits\.memory allows 1024\.$/,
    );
    expect([world.hash(), world.stepCount, world.time, world.graph.edgeCount]).toEqual([before, 0, 0, 0]);
    for (const [i, body] of [...world.bodies()].entries()) body.position = [3 * i, 0, 0];
    world.step(0.01);
    expect(world.stepCount).toBe(1);
  });

  it('are refused by the number of pairs before these are kept', () => {
    const world = new World();
    world.createBody({ shapes: Array.from({ length: 2900 }, () => ({ kind: 'sphere', radius: 1 }) as const) });
    world.createBody({ shapes: Array.from({ length: 2900 }, () => ({ kind: 'sphere', radius: 1 }) as const) });
    const before = world.hash();
    const said = /More than 4194304 pairs of shapes are near each other, which is more than can be kept\.$/;
    expect(refusal(() => world.step(0.01))).toMatch(said);
    expect(refusal(() => world.measurePenetration())).toMatch(said);
    expect(world.hash()).toBe(before);
  });

  it.each(Object.entries(METHODS))('later on the way, by %s, as if it had not been tried', (_, stepper) => {
    const twins = [heap(12, 8, stepper), heap(12, 8, stepper)];
    for (const world of twins) for (let i = 0; i < 3; i++) world.step(0.01);
    const world = twins[0];
    const newcomers = twins.map((twin) => Array.from({ length: 120 }, () => twin.createBody(CUBE)));
    const before = [world.hash(), world.events.next];
    expect(refusal(() => world.step(0.01))).toMatch(/^Step 3 is not taken: \d+ pairs/);
    expect(refusal(() => world.detect())).toMatch(/limits\.memory allows 8\.$/);
    expect(refusal(() => world.contactProblems(0.01))).toMatch(/limits\.memory allows 8\.$/);
    expect([world.hash(), world.events.next]).toEqual(before);
    for (const body of newcomers.flat()) body.remove();
    for (const twin of twins) twin.step(0.01);
    expect(twins[0].hash()).toBe(twins[1].hash());
    expect(twins[0].events.take()).toEqual(twins[1].events.take());
  });

  it('go on when more memory is allowed', () => {
    const world = heap(150, 8);
    refusal(() => world.step(0.01));
    world.set('limits.memory', 256);
    world.step(0.01);
    expect(world.graph.edgeCount).toBe((150 * 149) / 2);
  });
});

describe('what is made', () => {
  it('is refused as a whole when there is no room for it', () => {
    const world = new World({ settings: { 'limits.memory': 1 } });
    const shapes = Array.from({ length: 40 }, (_, i) => ({ kind: 'sphere', radius: 1 + i }) as const);
    let count = 0;
    const said = refusal(() => {
      for (; count < 1000; count++) world.createBody({ name: `b${count}`, shapes });
    });
    expect(said).toMatch(/^Bodies, pairs and contacts would take \d+ MiB, but limits\.memory allows 1\.$/);
    expect([[...world.bodies()].length, world.find(`b${count}`)]).toEqual([count, undefined]);
    const hash = world.hash();
    const names = [...world.bodies()].map(({ name }) => name as string);
    const larger = new World();
    for (let i = 0; i < 3000; i++) larger.createBody({ kind: 'fixed', shapes: [{ kind: 'sphere', radius: 1 }] });
    refusal(() => world.restore(larger.snapshot()));
    expect(world.hash()).toBe(hash);
    expect([...world.bodies()].map(({ name }) => name)).toEqual(names);
  });
});

it('the command line says so in one sentence', () => {
  const path = join(temporaryFolder(), 'heap.json');
  const scene = { drystone: 1, name: 'heap', settings: { 'limits.memory': 16 }, bodies: Array.from({ length: 300 }, () => CUBE) };
  writeFileSync(path, JSON.stringify(scene));
  const { code, stderr, stdout } = drystone('run', path);
  expect(stderr).toMatch(/^drystone: Step 0 is not taken: 44850 pairs [^\n]+ allows 16\.\n$/);
  expect([code, stdout]).toEqual([2, '']);
});
