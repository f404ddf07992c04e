// The world on the GPU as users have it: what they read, what joins and leaves, snapshots, and a device that is lost.
//
// Kernels take long to compile for SwiftShader, so all worlds share them; the last test destroys the device.

import { afterAll, describe, expect, it } from 'vitest';
import { BALL, BOX, fixture, stone, stoneScene } from '../../scenes/parts.js';
import type { GpuDevice, GpuWorldOptions, Pipelines, PlacedWorld } from '../../src/gpu/index.js';
import { createGpuWorld, prepareDevice } from '../../src/gpu/index.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { Scene } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';
import { deviceErrors, openDevice } from './open-device.js';

const DT = 0.01;
const device = await openDevice();
const pipelines = device === null ? null : await prepareDevice({ device });
const open: PlacedWorld[] = [];

async function makeWorld(scene: Scene, options: Partial<GpuWorldOptions> = {}): Promise<PlacedWorld> {
  if (pipelines === null) throw new Error('There is no device.');
  const world = await createGpuWorld({ scene, device: pipelines, ...options });
  open.push(world);
  return world;
}
/** Four boxes on each other, and a ball that comes down beside them. */
function small(): Scene {
  const boxes = [0, 1, 2, 3].map((i) => stone(`box-${i}`, BOX, [0, 0.5 + i, 0]));
  return stoneScene({ name: 'small', description: 'A test.', source: 'Of a test.', options: {} }, [
    ...boxes,
    stone('ball', BALL, [4, 0.8, 0]),
  ]);
}
/** A floor of one box, so that all is of bodies alone. */
const alone = (bodies: Scene['bodies'] = []): Scene => ({
  drystone: 1,
  name: 'alone',
  bodies: [fixture('floor', [{ kind: 'box', size: [40, 1, 40] }], [0, -0.5, 0]), ...bodies],
});
/** The device with a limit of the size of buffers [bytes] that can be lowered later. */
function narrowDevice(): { own: Pipelines; allow: (bytes: number) => void } {
  const { limits } = device as GpuDevice;
  let most = Number.POSITIVE_INFINITY;
  const narrow = new Proxy(device as GpuDevice, {
    get(target, key) {
      if (key === 'limits') return { ...limits, maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: most };
      const value = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const allow = (bytes: number) => {
    most = bytes;
  };
  return { own: { ...(pipelines as Pipelines), device: narrow }, allow };
}
async function heightOf(world: PlacedWorld, id: number): Promise<number> {
  const { ids, values } = await world.poses();
  return values[7 * ids.indexOf(id) + 1];
}

describe.skipIf(pipelines === null)('a world on the GPU', () => {
  afterAll(() => {
    for (const world of open) world.destroy();
  });

  it('does what the processor does: poses, energies, contacts and their impulses', async () => {
    const world = await makeWorld(small());
    expect([world.place, world.reason]).toEqual(['gpu', 'The world runs on the GPU.']);
    const { world: there } = new Simulation(small(), { dt: DT });
    const before = await world.energies();
    expect(before.kinetic).toBe(0);
    expect(before.potential).toBeCloseTo(there.potentialEnergy(), 1);
    for (let i = 0; i < 60; i++) there.step(DT);
    await world.steps(20, DT);
    await world.steps(40, DT);
    expect([world.stepCount, world.time]).toEqual([60, there.time]);
    const { ids, values } = await world.poses();
    expect(ids).toEqual(world.ids);
    for (const body of there.bodies()) {
      const at = 7 * ids.indexOf(world.find(body.name ?? '') as number);
      body.position.forEach((x, k) => {
        expect(values[at + k], `${body.name} ${k}`).toBeCloseTo(x, 2);
      });
    }
    const { potential, kinetic } = await world.energies();
    expect(Math.abs(potential / there.potentialEnergy() - 1)).toBeLessThan(1e-4);
    expect(kinetic).toBeLessThan(1);
    // The lowest box carries three others: what its ground gives it in a step is the weight of four.
    const graph = await world.graph();
    const lowest = world.find('box-0') as number;
    const ground = there.find('box-0');
    const edge = graph.edgesOf(lowest).find(({ a, b }) => ![a, b].includes(world.find('box-1') as number));
    const load = Math.abs(edge?.impulseOnB[1] ?? 0);
    expect(load / (4 * (ground?.mass ?? 0) * 9.81 * DT)).toBeCloseTo(1, 3);
    expect(edge?.isTouching).toBe(true);
    expect(graph.edgeBetween(lowest, world.find('box-1') as number)?.contacts.length).toBe(4);
    for (const { normal, normalImpulse, point } of edge?.contacts ?? []) {
      expect(Math.abs(normal[1])).toBeCloseTo(1, 5);
      expect(normalImpulse).toBeGreaterThan(0);
      expect(point[1]).toBeCloseTo(0, 3);
    }
  });

  it('has the same hash in two runs, however its steps are sent, and another one after another step', async () => {
    const [a, b] = [await makeWorld(small()), await makeWorld(small())];
    await a.steps(30, DT);
    for (let i = 0; i < 30; i++) await b.step(DT);
    expect(await a.hash()).toMatch(/^gpu-[0-9a-f]{16}$/);
    expect(await b.hash()).toBe(await a.hash());
    await b.step(DT);
    expect(await b.hash()).not.toBe(await a.hash());
  });

  it('tells of touches that begin and end', async () => {
    const scene = {
      ...alone([stone('ball', BALL, [0, 0.6, 0], { material: 'rubber' })]),
      materials: { rubber: { restitution: 1 } },
    };
    const world = await makeWorld(scene);
    expect(await world.events()).toEqual([]);
    const kinds: string[] = [];
    for (let i = 0; i < 40; i++) {
      await world.step(DT);
      for (const { kind, a, b } of await world.events()) kinds.push(`${kind} ${a} ${b}`);
    }
    // It falls 10 cm within 0.143 s, and again within 0.286 s.
    expect(kinds.slice(0, 2)).toEqual(['new-touching 0 1', 'vanishing-touching 0 1']);
  });

  it('takes bodies that join and leave between steps; ids stay, and room grows', async () => {
    const world = await makeWorld(alone([stone('first', BOX, [0, 0.5, 0])]));
    await world.steps(3, DT);
    const { rooms } = (world.device as NonNullable<typeof world.device>).core.engine;
    // More than there is room for at first.
    const ids = Array.from({ length: 72 }, (_, i) =>
      world.createBody({
        name: `new-${i}`,
        shapes: [{ kind: 'sphere', radius: 0.25 }],
        position: [(i % 9) - 4, 0.25, 6 + Math.floor(i / 9)],
      }),
    );
    expect(ids).toEqual(ids.map((_, i) => i + 2));
    await world.steps(5, DT);
    const grown = (world.device as NonNullable<typeof world.device>).core.engine.rooms;
    expect(grown.bodies).toBeGreaterThan(rooms.bodies);
    const { ids: order, values } = await world.poses();
    for (const id of ids) expect(values[7 * order.indexOf(id) + 1]).toBeCloseTo(0.25, 4);
    // A hull like no other, a shape of another size, and ground below the floor: each is known once it is there.
    const corners = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z) => [x, y, z] as Vec3)));
    const cube = world.createBody({ shapes: [{ kind: 'hull', points: corners }], position: [6, 0.5, 0] });
    const large = world.createBody({ shapes: [{ kind: 'sphere', radius: 4 }], position: [-12, 4, 0] });
    const ground = world.createBody({ kind: 'fixed', position: [0, -2, 0], shapes: [{ kind: 'half-space' }] });
    const deep = world.createBody({ shapes: [{ kind: 'sphere', radius: 0.5 }], position: [30, -1.5, 0] });
    await world.steps(5, DT);
    for (const [id, height] of [
      [cube, 0.5],
      [large, 4],
      [deep, -1.5],
    ])
      expect(await heightOf(world, id)).toBeCloseTo(height, 3);
    expect(await heightOf(world, 1)).toBeCloseTo(0.5, 5);
    // What lies on a body that leaves falls.
    const top = world.createBody({ shapes: [BOX], position: [0, 1.5, 0] });
    await world.steps(10, DT);
    expect(await heightOf(world, top)).toBeCloseTo(1.5, 3);
    world.remove(1);
    world.remove(ids[0]);
    expect(world.find('first')).toBeUndefined();
    expect(() => world.remove(1)).toThrow('id is 1, but must be that of a body of this world.');
    const rest = world.createBody({ name: 'first', shapes: [{ kind: 'sphere', radius: 0.25 }], position: [0, 5, 9] });
    await world.steps(20, DT);
    expect(await heightOf(world, top)).toBeCloseTo(1.5 - 0.5 * 9.81 * 0.04, 1);
    expect(await heightOf(world, rest)).toBeCloseTo(5 - 0.5 * 9.81 * 0.04, 1);
    expect(world.ids).toEqual([0, ...ids.slice(1), cube, large, ground, deep, top, rest]);
    expect((await world.poses()).ids).toEqual(world.ids);
  });

  it('tells no contact of who has left as one of who has come', async () => {
    const world = await makeWorld(alone([stone('first', BOX, [0, 0.5, 0])]));
    await world.steps(3, DT);
    expect((await world.contacts()).length).toBe(4);
    const snapshot = await world.snapshot();
    for (const isRestored of [false, true]) {
      if (isRestored) await world.restore(snapshot);
      world.remove(1);
      if (isRestored) await world.restore(await world.snapshot());
      const next = world.createBody({ shapes: [BOX], position: [5, 3, 0] });
      expect(await world.contacts()).toEqual([]);
      await world.step(DT);
      expect(await world.contacts()).toEqual([]);
      expect(await heightOf(world, next)).toBeCloseTo(3 - 9.81 * DT * DT, 5);
      world.remove(next);
    }
  });

  it('goes on on the processor where its device is too small for more', async () => {
    const { own, allow } = narrowDevice();
    const world = await makeWorld(small(), { device: own, keepEvery: 5 });
    const strict = await makeWorld(small(), { device: own, fallback: 'none' });
    await world.steps(10, DT);
    allow(2 ** 15);
    // More than there is room for.
    const ids = Array.from({ length: 80 }, (_, i) =>
      world.createBody({ shapes: [{ kind: 'sphere', radius: 0.25 }], position: [9 + (i % 9), 0.25, Math.floor(i / 9)] }),
    );
    await world.steps(5, DT);
    const sentence = /^The device allows 32768 for maxBufferSize, but this world needs \d+\./;
    expect([world.place, world.stepCount, world.ids.length]).toEqual(['cpu', 15, 6 + ids.length]);
    expect(world.reason).toMatch(sentence);
    expect(world.reason).toMatch(/ The world goes on on the processor from step 10; 0 steps are lost\.$/);
    expect(await heightOf(world, ids[79])).toBeCloseTo(0.25, 3);
    for (let i = 0; i < 80; i++) strict.createBody({ shapes: [BALL], position: [9, 2 * i, 9] });
    await expect(strict.step(DT)).rejects.toThrow(sentence);
    await expect(strict.step(DT)).rejects.toThrow(sentence);
  });

  it('has room for more contacts than it was made for, and loses no step', async () => {
    // Nine marbles of each of eight bodies meet the floor.
    const marbles = Array.from(
      { length: 9 },
      (_, i) => ({ kind: 'sphere', radius: 0.3, position: [0.5 * (i % 3), 0, 0.5 * Math.floor(i / 3)] }) as const,
    );
    const scene = alone(
      [0, 1, 2, 3, 4, 5, 6, 7].map((i) => stone(`cluster-${i}`, BOX, [3 * i - 12, 0.3, 0], { shapes: marbles })),
    );
    const world = await makeWorld(scene);
    const { core } = world.device as NonNullable<typeof world.device>;
    Object.assign(core.engine.rooms, { pairs: 64, manifolds: 16 });
    await world.steps(12, DT);
    expect(world.stepCount).toBe(12);
    expect(world.device?.core).not.toBe(core);
    const other = await makeWorld(scene);
    await other.steps(12, DT);
    const [a, b] = [await world.poses(), await other.poses()];
    a.values.forEach((x, i) => {
      expect(x).toBeCloseTo(b.values[i], 2);
    });
  });

  it('goes back to a snapshot exactly, with the bodies of then, and takes that of another world', async () => {
    const world = await makeWorld(small());
    await world.steps(15, DT);
    const snapshot = await world.snapshot();
    const then = await world.hash();
    await world.steps(10, DT);
    const later = await world.hash();
    const added = world.createBody({ shapes: [BALL], position: [0, 8, 0] });
    world.remove(world.find('box-3') as number);
    await world.steps(10, DT);
    await world.restore(snapshot);
    expect(world.ids).not.toContain(added);
    expect(world.find('box-3')).toBeDefined();
    expect([world.stepCount, await world.hash()]).toEqual([15, then]);
    await world.steps(10, DT);
    expect(await world.hash()).toBe(later);
    const other = await makeWorld(small());
    await other.restore(snapshot);
    await other.steps(10, DT);
    expect(await other.hash()).toBe(later);
  });

  it('does all calls in the order in which they are made, also those that nobody waits for', async () => {
    const world = await makeWorld(alone([stone('first', BALL, [0, 5, 0])]));
    const empty = await world.snapshot();
    const early = world.createBody({ name: 'early', shapes: [BALL], position: [4, 5, 0] });
    const step = world.step(DT);
    const next = world.createBody({ name: 'next', shapes: [BALL], position: [8, 5, 0] });
    const poses = world.poses();
    world.remove(early);
    const snapshot = world.snapshot();
    const later = world.createBody({ name: 'later', shapes: [BALL], position: [12, 5, 0] });
    expect(world.ids).toEqual([0, 1, next, later]);
    await step;
    const { ids, values } = await poses;
    // Who joins after a step has not fallen in it, and is there in what is read next.
    expect(ids).toEqual([0, 1, early, next]);
    [5 - 9.81 * DT * DT, 5 - 9.81 * DT * DT, 5].forEach((height, i) => {
      expect(values[7 * (i + 1) + 1]).toBeCloseTo(height, 5);
    });
    expect((await snapshot).bodies.map(({ id }) => id)).toEqual([0, 1, next]);
    // What is there before a snapshot is restored is gone after it; what joins or leaves after that call stays or is gone.
    const back = world.restore(empty);
    const stays = world.createBody({ name: 'stays', shapes: [BALL], position: [16, 5, 0] });
    world.remove(next);
    world.remove(1);
    expect(() => world.createBody({ name: 'first', shapes: [BALL] })).toThrow('body.name is "first"');
    await back;
    expect(world.ids).toEqual([0, stays]);
    await world.step(DT);
    expect((await world.poses()).ids).toEqual([0, stays]);
    expect(await heightOf(world, stays)).toBeCloseTo(5 - 9.81 * DT * DT, 5);
    expect([world.find('stays'), world.find('next')]).toEqual([stays, undefined]);
  });

  it('is as it was where its device has no room for a snapshot', async () => {
    const { own, allow } = narrowDevice();
    const large = await makeWorld(alone([stone('first', BOX, [0, 0.5, 0])]));
    for (let i = 0; i < 80; i++) large.createBody({ shapes: [BALL], position: [9, 2 * i, 9] });
    const snapshot = await large.snapshot();
    const world = await makeWorld(alone([stone('first', BOX, [0, 0.5, 0])]), { device: own, fallback: 'none' });
    await world.step(DT);
    const before = await world.hash();
    allow(2 ** 15);
    await expect(world.restore(snapshot)).rejects.toThrow(/^The device allows 32768 for maxBufferSize/);
    expect([await world.hash(), world.ids, world.stepCount]).toEqual([before, [0, 1], 1]);
    expect((await world.contacts()).length).toBe(4);
    expect(await heightOf(world, 1)).toBeCloseTo(0.5, 5);
    await world.step(DT);
    expect(await heightOf(world, 1)).toBeCloseTo(0.5, 5);
  });

  it('lets bodies meet by the same categories and masks as the processor does', async () => {
    const masks = [
      {},
      { category: 2 },
      { mask: 2 },
      { mask: 4 },
      { category: 4, mask: 1 },
      { category: 4, mask: 4 },
      { mask: 0 },
    ];
    const floor = { ...fixture('floor', [{ kind: 'box', size: [40, 1, 40] }], [0, -0.5, 0]), mask: 5 };
    const balls = masks.map((own, i) => stone(`ball-${i}`, BALL, [3 * i - 9, 0.5, 0], own));
    const world = await makeWorld({ drystone: 1, name: 'masks', bodies: [floor, ...balls] });
    await world.steps(10, DT);
    const { ids, values } = await world.poses();
    const heights = ids.slice(1).map((_, i) => values[7 * (i + 1) + 1]);
    // Who falls has fallen 5 cm. The floor is of category 1, and meets 1 and 4.
    expect(heights.map((height) => height > 0.49)).toEqual([true, false, false, false, true, false, false]);
  });

  it('tells the graph of the call, with who has joined by then', async () => {
    const world = await makeWorld({ ...alone(), additions: [{ at: 0.02, bodies: [stone('late', BOX, [0, 0.5, 0])] }] } as Scene);
    const steps = world.steps(4, DT);
    const graph = world.graph();
    const after = world.createBody({ shapes: [BALL], position: [9, 9, 9] });
    await steps;
    const late = world.find('late') as number;
    expect((await graph).nodes).toEqual([0, late]);
    expect((await graph).edgesOf(late).map(({ isTouching }) => isTouching)).toEqual([true]);
    expect((await world.graph()).nodes).toEqual([0, late, after].sort((a, b) => a - b));
  });

  it('does what it has begun when it is destroyed, and nothing more', async () => {
    const world = await makeWorld(small());
    const step = world.steps(5, DT);
    const next = world.step(DT);
    // The first call is on its way to the device.
    await Promise.resolve();
    world.destroy();
    await step;
    await expect(next).rejects.toThrow('The world was destroyed.');
    await expect(async () => world.poses()).rejects.toThrow('The world was destroyed.');
    expect([world.place, world.stepCount, deviceErrors]).toEqual(['gpu', 5, []]);
  });

  it('adds what the scene adds, in the step of its time', async () => {
    const late = stone('late', BALL, [3, 4, 0]);
    const scene = { ...small(), additions: [{ at: 0.055, bodies: [late] }] } as Scene;
    const world = await makeWorld(scene);
    await world.steps(5, DT);
    expect(world.find('late')).toBeUndefined();
    await world.steps(15, DT);
    const simulation = new Simulation(scene, { dt: DT });
    for (let i = 0; i < 20; i++) simulation.step();
    const height = await heightOf(world, world.find('late') as number);
    // Fifteen steps, each with the velocity of its end; on the processor it falls on its parabola.
    expect(height).toBeCloseTo(4 - (9.81 * DT * DT * 15 * 16) / 2, 4);
    const body = simulation.world.find('late') as unknown as { position: number[] };
    expect(body.position[1] - height).toBeCloseTo((9.81 * DT * DT * 15) / 2, 4);
    const other = await makeWorld(scene);
    await other.steps(20, DT);
    expect(await other.hash()).toBe(await world.hash());
  });

  it('goes on on the processor when the device is lost, from the last snapshot and with the bodies of now', async () => {
    const late = { at: 0.12, bodies: [stone('late', BALL, [9, 6, 0])] };
    const later = { at: 0.18, bodies: [stone('later', BALL, [-9, 6, 0])] };
    const world = await makeWorld({ ...small(), additions: [late, later] } as Scene, { keepEvery: 10 });
    const strict = await makeWorld(small(), { fallback: 'none' });
    await world.steps(10, DT);
    await world.steps(5, DT);
    const added = world.find('late');
    const snapshot = await strict.snapshot();
    const box = world.createBody({ name: 'new', shapes: [BOX], position: [-5, 0.5, 0] });
    world.remove(world.find('ball') as number);
    device?.destroy();
    await world.steps(5, DT);
    expect(world.place).toBe('cpu');
    expect(world.reason).toMatch(/^The device was lost.*The world goes on on the processor from step 10; 5 steps are lost\.$/);
    expect([world.stepCount, world.find('new'), world.find('ball')]).toEqual([15, box, undefined]);
    for (let i = 0; i < 4; i++) expect(await heightOf(world, world.find(`box-${i}`) as number)).toBeCloseTo(0.5 + i, 3);
    expect(await world.hash()).toMatch(/^[0-9a-f]{16}$/);
    // What the scene had added since then has joined again, and what was to join then has not.
    expect([world.find('late'), world.find('later')]).toEqual([added, undefined]);
    await world.steps(5, DT);
    expect(world.find('later')).toBe(box + 1);
    expect((await world.poses()).ids).toEqual(world.ids);
    await world.restore(snapshot);
    expect([world.place, world.stepCount, world.find('later')]).toEqual(['cpu', 0, undefined]);
    expect(await heightOf(world, world.find('box-3') as number)).toBeCloseTo(3.5, 4);
    await expect(strict.step(DT)).rejects.toThrow(/^The device was lost/);
    const next = await createGpuWorld({ scene: small(), device: pipelines as never });
    await next.step(DT);
    expect(next.place).toBe('cpu');
  });
});
