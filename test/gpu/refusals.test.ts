// What a world on the GPU refuses, and what it is without a device. Needs none.

import { describe, expect, it } from 'vitest';
import { BALL, BOX, stone, stoneScene } from '../../scenes/parts.js';
import { createGpuWorld, prepareDevice } from '../../src/gpu/index.js';
import type { Scene } from '../../src/scene/scene.js';

const plain = (): Scene =>
  stoneScene({ name: 'plain', description: 'A test.', source: 'Of a test.', options: {} }, [stone('box', BOX, [0, 0.5, 0])]);
const bodies = (body: object): Scene => ({ ...plain(), bodies: [{ shapes: [BALL], ...body }] }) as Scene;

const REFUSED: [string, Scene, string][] = [
  [
    'joints',
    { ...plain(), joints: [{ kind: 'ball', bodyB: 'box', anchor: [0, 1, 0] }] } as never,
    'joints has 1, but must have none in a world on the GPU.',
  ],
  [
    'triggers',
    { ...plain(), triggers: [{ shapes: [BALL] }] } as never,
    'triggers has 1, but must have none in a world on the GPU.',
  ],
  ['timers', { ...plain(), timers: [{ period: 1 }] } as never, 'timers has 1, but must have none in a world on the GPU.'],
  ['methods', { ...plain(), method: 'substeps' }, 'method is "substeps", but must be "gsp" in a world on the GPU.'],
  ['schedulers', { ...plain(), scheduler: 'timewarp' }, 'scheduler is "timewarp", but must be "fixed" in a world on the GPU.'],
  ['solvers', { ...plain(), solver: 'jacobi' }, 'solver is "jacobi", but must be "pgs" in a world on the GPU.'],
  [
    'settings',
    { ...plain(), settings: { 'sleeping.enabled': 'on' } },
    'settings.sleeping.enabled is "on", but must be "off", its default, in a world on the GPU.',
  ],
  [
    'rolling friction',
    { ...plain(), materials: { felt: { rollingFriction: 0.1 } } },
    'materials.felt.rollingFriction is 0.1, but must be 0 in a world on the GPU.',
  ],
  [
    'scripted bodies',
    bodies({ kind: 'scripted', motion: { kind: 'oscillation', frequency: 1 } }),
    'bodies[0].kind is "scripted", but must be rigid or fixed in a world on the GPU.',
  ],
  ['locks', bodies({ locks: ['x'] }), 'bodies[0].locks is ["x"], but must be left out in a world on the GPU.'],
  ['passive bodies', bodies({ active: false }), 'bodies[0].active is false, but must be true in a world on the GPU.'],
  [
    'meshes',
    bodies({ shapes: [{ kind: 'mesh', mesh: 'cow' }] }),
    'bodies[0].shapes[0].kind is "mesh", but must be sphere, box, capsule, cylinder, hull or half-space in a world on the GPU.',
  ],
  ['bodies without mass', bodies({ shapes: [] }), 'bodies[0].shapes is an empty list, but a rigid body without shapes needs'],
  [
    'half-spaces that move',
    bodies({ shapes: [{ kind: 'half-space' }] }),
    'bodies[0].shapes[0].kind is "half-space", but a rigid body has finite shapes only; make the body fixed.',
  ],
  [
    'what contradicts itself',
    bodies({ mass: 1, density: 1 }),
    'bodies[0].density is 1, but must be left out where mass (1) is given.',
  ],
  [
    'places that whole numbers of cells do not reach',
    bodies({ position: [0, 2e6, 0] }),
    'bodies[0].position is [0, 2000000, 0], but must be at most 1000000 m from the origin along each axis in a world on the GPU.',
  ],
  ['masses whose reciprocals are no numbers there', bodies({ mass: 1e-40 }), 'bodies[0].shapes give a mass of 1e-40 kg'],
  ['one name for two', { ...plain(), bodies: [0, 1].map(() => stone('twin', BOX, [0, 0, 0])) }, 'bodies[1].name is "twin"'],
  [
    'materials that there are not, of bodies that join later',
    { ...plain(), additions: [{ at: 1, bodies: [{ shapes: [BALL], material: 'cheese' }] }] },
    'additions[0].bodies[0].material is "cheese"',
  ],
  [
    'joints that join later',
    { ...plain(), additions: [{ at: 1, joints: [{ kind: 'ball', bodyB: 'box', anchor: [0, 1, 0] }] }] } as never,
    'additions[0].joints has 1, but must have none in a world on the GPU.',
  ],
];

describe('a world on the GPU', () => {
  it.each(REFUSED)('refuses %s by name', async (_, scene, sentence) => {
    await expect(createGpuWorld({ scene })).rejects.toThrow(sentence);
  });

  it('refuses what every world refuses, and options that are not allowed', async () => {
    await expect(createGpuWorld({ scene: bodies({ material: 'cheese' }) })).rejects.toThrow('"cheese"');
    await expect(createGpuWorld({ scene: plain(), fallback: 'gpu' as never })).rejects.toThrow('options.fallback is "gpu"');
    await expect(createGpuWorld({ scene: plain(), keepEvery: 0 })).rejects.toThrow('options.keepEvery is 0');
    const world = await createGpuWorld({ scene: plain() });
    const before = await world.hash();
    expect(() => world.createBody({ shapes: [BOX], material: 'cheese' })).toThrow('body.material is "cheese"');
    expect(() => world.createBody({ shapes: [BOX], locks: ['x'] })).toThrow('body.locks');
    expect(() => world.createBody({ shapes: [BOX], inertia: [1, 1, -1, 0, 0, 0] })).toThrow(
      'body.inertia is [1, 1, -1, 0, 0, 0]',
    );
    expect(() => world.createBody({ name: 'box', shapes: [BOX] })).toThrow('body.name is "box"');
    expect(() => world.step(-1)).toThrow('dt is -1');
    expect(() => world.steps(0.5, 0.01)).toThrow('count is 0.5');
    for (const snapshot of [null, {}, { bodies: [] }])
      expect(() => world.restore(snapshot as never)).toThrow(/^snapshot is .*, but must be one that snapshot\(\) has made\.$/);
    expect(await world.hash()).toBe(before);
  });

  it('is of no use once it was destroyed, and says so', async () => {
    const world = await createGpuWorld({ scene: plain() });
    const snapshot = await world.snapshot();
    const late = world.step();
    world.destroy();
    world.destroy();
    await expect(late).rejects.toThrow('The world was destroyed.');
    for (const use of [
      () => world.step(),
      () => world.poses(),
      () => world.graph(),
      () => world.restore(snapshot),
      () => world.createBody({ shapes: [BALL] }),
      () => world.remove(0),
    ])
      await expect(async () => use()).rejects.toThrow('The world was destroyed.');
  });

  it('is as large as its device allows, whatever the processor has room for', async () => {
    const limits = { maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 15 };
    const device = { device: { limits, lost: new Promise(() => {}) }, kernels: new Map(), stageLayout: null } as never;
    const balls = Array.from({ length: 3000 }, (_, i) => ({
      shapes: [BALL],
      position: [2 * i, 0, 0] as [number, number, number],
    }));
    const scene = { ...plain(), bodies: balls, settings: { 'limits.memory': 1 } };
    await expect(createGpuWorld({ scene, device, fallback: 'none' })).rejects.toThrow(
      /^The device allows 32768 for maxBufferSize/,
    );
    await expect(createGpuWorld({ scene })).rejects.toThrow('limits.memory allows 1');
  });

  const NONE: [string, object, string][] = [
    ['no WebGPU', {}, 'There is no WebGPU here: navigator.gpu is missing.'],
    ['no adapter', { gpu: { requestAdapter: async () => null } }, 'WebGPU has no adapter here.'],
    [
      'a limit that is too small',
      { adapter: { limits: { maxStorageBuffersPerShaderStage: 8 }, features: new Set() } },
      'The adapter allows 8 for maxStorageBuffersPerShaderStage, but a world on the GPU needs 10.',
    ],
  ];
  it.each(NONE)('with %s says so, and runs on the processor', async (_, choice, sentence) => {
    const world = await createGpuWorld({ scene: plain(), ...choice });
    expect([world.place, world.reason]).toEqual(['cpu', `${sentence} The world runs on the processor.`]);
    const id = world.createBody({ name: 'ball', shapes: [BALL], position: [3, 0.5, 0] });
    await world.steps(20, 0.01);
    const snapshot = await world.snapshot();
    expect((await world.graph()).edgesOf(id).map(({ isTouching }) => isTouching)).toEqual([true]);
    expect((await world.events()).map(({ kind }) => kind)).toEqual(['new-touching', 'new-touching']);
    const hash = await world.hash();
    world.remove(id);
    await world.steps(5, 0.01);
    await world.restore(snapshot);
    expect([await world.hash(), world.find('ball'), world.stepCount]).toEqual([hash, id, 20]);
    expect((await world.energies()).kinetic).toBe(0);
    const back = world.restore(snapshot);
    const stays = world.createBody({ shapes: [BALL], position: [6, 0.5, 0] });
    world.remove(id);
    await back;
    await world.step();
    expect((await world.poses()).ids).toEqual([0, 1, stays]);
    expect(world.ids).toEqual([0, 1, stays]);
    await expect(createGpuWorld({ scene: plain(), fallback: 'none', ...choice })).rejects.toThrow(sentence);
    await expect(prepareDevice(choice)).rejects.toThrow(sentence);
  });

  it('that is too large for its device says so, and runs on the processor', async () => {
    const limits = { maxStorageBufferBindingSize: 2 ** 27, maxBufferSize: 2 ** 15 };
    const device = { device: { limits, lost: new Promise(() => {}) }, kernels: new Map(), stageLayout: null } as never;
    const sentence = /^The device allows 32768 for maxBufferSize, but this world needs \d+\./;
    const world = await createGpuWorld({ scene: plain(), device });
    expect([world.place, world.reason]).toEqual(['cpu', expect.stringMatching(sentence)]);
    await world.steps(5, 0.01);
    expect(world.stepCount).toBe(5);
    await expect(createGpuWorld({ scene: plain(), device, fallback: 'none' })).rejects.toThrow(sentence);
  });
});
