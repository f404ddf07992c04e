// A world in a worker: the same calls, the same bits, poses handed over or shared.

import { MessageChannel, Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { SCENES } from '../../dist/scenes/index.js';
import type { Vec3 } from '../../dist/src/index.js';
import { Simulation, World } from '../../dist/src/index.js';
import { connectWorld, serveWorld } from '../../dist/src/worker/index.js';

const workers: Worker[] = [];
function startWorker(): Worker {
  const worker = new Worker(new URL('./world.worker.mjs', import.meta.url));
  workers.push(worker);
  return worker;
}
afterAll(() => Promise.all(workers.map((worker) => worker.terminate())));

const BOX = { kind: 'box', size: [1, 1, 1] } as const;
const GROUND = { kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] } as const;

describe.each(['transfer', 'shared'] as const)('a world in a worker, poses by %s', (poses) => {
  it('steps to the same bits as here, and shows the same poses', async () => {
    const scene = SCENES.stack.make({ seed: 1 });
    const here = new Simulation(scene);
    const remote = await connectWorld(startWorker(), { scene, poses });
    let steps = 0;
    for (let i = 0; i < 10; i++) steps += await remote.advance(2.5 * here.dt);
    for (let i = 0; i < steps; i++) here.step();
    expect(steps).toBe(25);
    expect(await remote.world.hash()).toBe(here.world.hash());
    await remote.step();
    here.step();
    const count = remote.ids.length;
    expect(count).toBe([...here.world.bodies()].length);
    const [there, mine] = [new Float32Array(7 * count), new Float32Array(7 * count)];
    expect(remote.writePoses(there)).toBe(count);
    here.world.writePoses(mine);
    expect([...there]).toEqual([...mine]);
  });

  it('has bodies and joints made, changed and removed by calls', async () => {
    const remote = await connectWorld(startWorker(), { dt: 0.01, poses, maxSteps: 1000 });
    const { world } = remote;
    await world.createBody(GROUND);
    const box = await world.createBody({ name: 'box', position: [0, 3, 0], shapes: [BOX] });
    const arm = await world.createBody({ name: 'arm', position: [0, 5, 0], shapes: [BOX] });
    const joint = await world.createJoint({ kind: 'revolute', bodyA: box, bodyB: arm, anchor: [0, 4, 0] });
    expect(await joint.get('kind')).toBe('revolute');
    expect((await joint.get('bodyA'))?.id).toBe(box.id);
    const angle = await joint.coordinate('angle');
    await angle.set('motor', { kind: 'velocity', target: 1, maxForce: 1000 });
    await box.set('velocity', [1, 0, 0]);
    await box.applyImpulse([0, 0, 1000]);
    expect(await box.get('velocity')).toEqual([1, 0, 1]);
    expect((await world.bodies()).map(({ id }) => id)).toEqual([...(await idsAfterAdvance(remote))]);
    await world.remove(arm);
    await expect(arm.get('position')).rejects.toThrow(/^The body of id \d+ is no longer in the world\.$/);
    expect(await world.find('arm')).toBeUndefined();
    const before = await world.snapshot();
    await remote.advance(0.5);
    expect(await world.get('stepCount')).toBe(50);
    await world.restore(before);
    expect(await world.get('stepCount')).toBe(0);
  });

  it('grows, and tells whose poses come', async () => {
    const remote = await connectWorld(startWorker(), { poses });
    const out = new Float32Array(7 * 300);
    for (let i = 0; i < 200; i++) void remote.world.createBody({ position: [2 * i, i, 0], shapes: [BOX] });
    await remote.advance(0);
    expect(remote.ids.length).toBe(200);
    expect(remote.writePoses(out)).toBe(200);
    expect([...out.subarray(7 * 199, 7 * 199 + 3)]).toEqual([398, 199, 0]);
    expect(() => remote.writePoses(new Float32Array(7))).toThrow('out has 7 numbers, but the poses of 200 bodies take 1400.');
  });
});

describe('the parts of a world in a worker', () => {
  it('are asked as here: queries, events and settings', async () => {
    const { port1, port2 } = new MessageChannel();
    serveWorld(port1);
    const remote = await connectWorld(port2, { dt: 0.01 });
    const here = new World();
    const { world } = remote;
    await world.set('events', 'queue');
    await world.set('gravity', [0, -5, 0]);
    here.set('events', 'queue');
    here.set('gravity', [0, -5, 0]);
    const bodies = [await world.createBody(GROUND), await world.createBody({ name: 'box', position: [0, 1, 0], shapes: [BOX] })];
    const twins = [here.createBody(GROUND), here.createBody({ name: 'box', position: [0, 1, 0], shapes: [BOX] })];
    await remote.step(80);
    for (let i = 0; i < 80; i++) here.step(0.01);
    expect(await world.hash()).toBe(here.hash());
    expect((await world.get('settings')).gravity).toEqual([0, -5, 0]);
    const ray = [[0, 9, 0] as Vec3, [0, -1, 0] as Vec3] as const;
    const [hit, twin] = [await world.queries.castRay(...ray), here.queries.castRay(...ray)];
    expect(hit?.body.id).toBe(bodies[1].id);
    expect({ ...hit, body: 0 }).toEqual({ ...twin, body: 0 });
    expect((await world.queries.castRay(...ray, { except: bodies[1] }))?.body.id).toBe(bodies[0].id);
    const [events, told] = [await world.events.take(), here.events.take()];
    expect(events.map(({ kind, a, b, time, contact }) => ({ kind, a, b, time, contact }))).toEqual(
      told.map(({ kind, a, b, time, contact }) => ({ kind, a, b, time, contact })),
    );
    expect(events.length).toBeGreaterThan(1);
    const touch = events.find(({ kind }) => kind === 'new-touching');
    expect([touch?.nodeA?.id, touch?.nodeB?.id]).toEqual(twins.map(({ id }) => id));
    expect(await touch?.nodeB?.get('name')).toBe('box');
    expect(await world.events.get('count')).toBe(0);
    port2.close();
  });

  it('are refused as values, and nothing takes their place', async () => {
    const { port1, port2 } = new MessageChannel();
    serveWorld(port1);
    const { world } = await connectWorld(port2);
    const body = await world.createBody({ shapes: [BOX] });
    const hash = await world.hash();
    await expect(world.get('queries')).rejects.toThrow('name is "queries", but must be that of a property of plain data');
    await expect(world.get('graph')).rejects.toThrow('name is "graph"');
    // @ts-expect-error: no setting
    await expect(world.set('store', {})).rejects.toThrow('settings.store is not a setting');
    await expect(body.set('id', 7)).rejects.toThrow('name is "id", but must be the name of a property that can be changed.');
    await expect(body.set('remove', (() => {}) as never)).rejects.toThrow('cannot be posted');
    await expect(body.set('world', {} as never)).rejects.toThrow('name is "world"');
    await expect(body.set('sleep', {} as never)).rejects.toThrow('name is "sleep"');
    expect(await world.hash()).toBe(hash);
    port2.close();
  });
});

async function idsAfterAdvance(remote: { advance(elapsed: number): Promise<number>; ids: readonly number[] }) {
  await remote.advance(0);
  return remote.ids;
}

describe('bad input', () => {
  it('comes back as a sentence', async () => {
    const { port1, port2 } = new MessageChannel();
    serveWorld(port1);
    // @ts-expect-error: no such method
    await expect(connectWorld(port2, { method: 'gps' })).rejects.toThrow(/^method is "gps"/);
    // @ts-expect-error: no such way
    await expect(connectWorld(port2, { poses: 'pigeon' })).rejects.toThrow(/^options\.poses is "pigeon"/);
    const remote = await connectWorld(port2);
    await expect(connectWorld(port2)).rejects.toThrow('This worker has a world already.');
    await expect(remote.world.step(-1)).rejects.toThrow(/^dt is -1/);
    // @ts-expect-error: there is none
    await expect(remote.world.get('constructor')).rejects.toThrow(/^name is "constructor"/);
    // @ts-expect-error: there is none
    await expect(remote.world.explode()).rejects.toThrow(/^name is "explode"/);
    await expect(remote.advance(Number.NaN)).rejects.toThrow(/^elapsed is NaN/);
    const motion = { kind: 'function', pose: () => ({}) } as never;
    await expect(remote.world.createBody({ kind: 'scripted', shapes: [BOX], motion })).rejects.toThrow(
      /^What was given cannot be posted to a worker/,
    );
    port2.close();
    // @ts-expect-error: no port
    await expect(connectWorld({})).rejects.toThrow(/^port is .*a worker/);
  });
});
