// Runs as GLB files: valid by the validator of Khronos, and read back by another library with the poses of the run.

import { Logger, type Node, WebIO } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type Object3D, Quaternion, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import { GlbRecorder } from '../../src/gltf/index.js';
import { Simulation } from '../../src/scene/simulation.js';
import { World } from '../../src/world.js';

async function expectValid(bytes: Uint8Array): Promise<void> {
  const { issues } = await validateBytes(bytes);
  expect(issues.messages.slice(0, 3)).toEqual([]);
}

const parse = (bytes: Uint8Array) => new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).readBinary(bytes);

/** The keys of one body: what is animated, with times and values. */
async function channelsOf(bytes: Uint8Array, name: string) {
  const root = (await parse(bytes)).getRoot();
  const channels = root.listAnimations().flatMap((animation) => animation.listChannels());
  return channels
    .filter((channel) => channel.getTargetNode()?.getName() === name)
    .map((channel) => ({
      path: channel.getTargetPath(),
      times: [...(channel.getSampler()?.getInput()?.getArray() ?? [])],
      values: [...(channel.getSampler()?.getOutput()?.getArray() ?? [])],
      interpolation: channel.getSampler()?.getInterpolation(),
    }));
}

describe('a run as GLB', () => {
  it('is played by three.js to the poses of the run, at keys and between them', async () => {
    const world = new World();
    const spun = world.createBody({
      name: 'spun',
      position: [0, 1, 0],
      velocity: [1, 2, 0],
      angularVelocity: [0, 12, 3],
      shapes: [{ kind: 'box', size: [1, 2, 3], position: [0.5, 0, 0] }],
    });
    const recorder = new GlbRecorder(world);
    let fastest = 0;
    const seen: { time: number; position: Vector3; orientation: Quaternion }[] = [];
    recorder.capture();
    for (let step = 1; step <= 100; step++) {
      world.step(1 / 100);
      fastest = Math.max(fastest, new Vector3(...spun.angularVelocity).length());
      // Every other step is a key.
      if (step % 2 === 0) recorder.capture();
      seen.push({
        time: world.time,
        position: new Vector3(...spun.position),
        orientation: new Quaternion(...spun.orientation),
      });
    }
    const bytes = await recorder.write();
    await expectValid(bytes);
    const { scene, animations } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
    expect(animations.map(({ name }) => name)).toEqual(['run']);
    const node = scene.getObjectByName('spun') as Object3D;
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]).play();
    for (const { time, position, orientation } of seen.slice(0, -1)) {
      mixer.setTime(time);
      // The origin goes round the centre at r = 0.5 m, and falls. A line between keys errs by (omega^2 r + g) h^2 / 8.
      const isKey = Math.round(100 * time) % 2 === 0;
      expect(node.position.distanceTo(position)).toBeLessThan(isKey ? 1e-6 : (fastest ** 2 * 0.5 + 9.81) * (0.02 ** 2 / 8));
      // The world goes from step to step about one axis; between two of them it does not.
      expect(node.quaternion.angleTo(orientation)).toBeLessThan(5e-3);
    }
  });

  it('has one node and no key more for a body that does not move, and two for a rest', async () => {
    const world = new World();
    world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
    const box = world.createBody({ name: 'box', position: [0, 0.5, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    const recorder = new GlbRecorder(world);
    const poses: string[] = [];
    const capture = () => {
      recorder.capture();
      poses.push(Float32Array.from([...box.position, ...box.orientation]).join());
    };
    capture();
    for (let i = 0; i < 50; i++) {
      world.step(1 / 100);
      capture();
    }
    expect((await validateBytes(await recorder.write())).info.animationCount).toBe(0);
    box.velocity = [1, 0, 0];
    for (let i = 0; i < 100; i++) {
      world.step(1 / 100);
      capture();
    }
    const bytes = await recorder.write();
    await expectValid(bytes);
    expect(await channelsOf(bytes, 'ground')).toEqual([]);
    const [translation, rotation] = await channelsOf(bytes, 'box');
    expect([translation.path, rotation.path]).toEqual(['translation', 'rotation']);
    const isKept = (i: number) => poses[i] !== poses[i - 1] || poses[i] !== poses[i + 1];
    const kept = [...poses.keys()].filter(isKept);
    expect(kept.slice(0, 3)).toEqual([0, 50, 51]);
    expect(kept.length).toBeLessThan(40);
    expect(translation.times.map((time) => Math.round(100 * time))).toEqual(kept);
  });

  it('lets bodies come, go and change their shapes', async () => {
    const world = new World({ settings: { gravity: [0, 0, 0] } });
    const shapes = [{ kind: 'sphere', radius: 1 } as const];
    const first = world.createBody({ name: 'first', shapes });
    const changed = world.createBody({ name: 'changed', position: [9, 0, 0], shapes });
    const recorder = new GlbRecorder(world);
    const step = () => {
      recorder.capture();
      world.step(0.25);
    };
    step();
    world.createBody({ name: 'second', position: [5, 0, 0], shapes });
    step();
    world.remove(first);
    world.changeBody(changed, { shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    step();
    step();
    const bytes = await recorder.write();
    await expectValid(bytes);
    const scales = async (name: string) =>
      (await channelsOf(bytes, name)).map(({ path, times, values }) => [path, times, values]);
    expect(await scales('first')).toEqual([['scale', [0, 0.5], [1, 1, 1, 0, 0, 0]]]);
    expect(await scales('second')).toEqual([['scale', [0, 0.25], [0, 0, 0, 1, 1, 1]]]);
    expect(await scales('changed')).toEqual([
      ['scale', [0, 0.5], [1, 1, 1, 0, 0, 0]],
      ['scale', [0, 0.5], [0, 0, 0, 1, 1, 1]],
    ]);
    expect((await channelsOf(bytes, 'second'))[0].interpolation).toBe('STEP');
  });

  it.each(['torus-on-post', 'terrain', 'ragdolls', 'cs-stack', 'roof-tower'] as const)('of %s is valid', async (name) => {
    const { make } = SCENES[name];
    const simulation = new Simulation(make({ seed: 1 }), { controls: CONTROLS });
    const recorder = new GlbRecorder(simulation.world, { name });
    recorder.capture();
    for (let i = 0; i < 5; i++) {
      simulation.step();
      recorder.capture();
    }
    const bytes = await recorder.write();
    await expectValid(bytes);
    const scene = (await parse(bytes)).getRoot().listScenes()[0];
    const bodies = [...simulation.world.bodies()];
    expect(scene.getName()).toBe(name);
    expect(scene.listChildren().length).toBe(bodies.length);
    const shapes = scene.listChildren().flatMap((node: Node) => node.listChildren());
    expect(shapes.length).toBe(bodies.reduce((sum, { shapes }) => sum + shapes.length, 0));
  });
});

describe('bad input', () => {
  const world = new World();

  it('is refused by a sentence', async () => {
    // @ts-expect-error: no world
    expect(() => new GlbRecorder({})).toThrow(/^world is .*, but must be a World\.$/);
    // @ts-expect-error: no such option
    expect(() => new GlbRecorder(world, { color: 1 })).toThrow(/^options/);
    expect(() => new GlbRecorder(world, { groundWidth: 0 })).toThrow(/^options\.groundWidth is 0, but must be/);
    await expect(new GlbRecorder(world).write()).rejects.toThrow('There is nothing to write: no body has been captured.');
  });

  it('a moment that is captured already, and a colour that is none', () => {
    world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] });
    const recorder = new GlbRecorder(world);
    recorder.capture();
    expect(() => recorder.capture()).toThrow('The time is 0 s, but must be after 0 s, which is captured.');
    const red = new GlbRecorder(world, { colour: () => 0x1000000 });
    expect(() => red.capture()).toThrow(
      /^what options\.colour returned is 16777216, but must be an integer from 0 to 0xffffff\.$/,
    );
  });
});
