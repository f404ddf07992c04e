import { describe, expect, test } from 'vitest';
import { CONTROLS, SCENES } from '../../scenes/index.js';
import { InputError } from '../../src/input/fields.js';
import type { Multibody } from '../../src/multibody.js';
import { decodeRecording, encodeRecording } from '../../src/recording/encode.js';
import { Recorder, replay } from '../../src/recording/recording.js';
import { formatScene } from '../../src/scene/format-scene.js';
import { parseScene } from '../../src/scene/load-scene.js';
import type { Scene } from '../../src/scene/scene.js';
import { Simulation } from '../../src/scene/simulation.js';
import { fullScene } from './full-scene.js';

const ball = (name: string, x: number) => ({
  name,
  position: [x, 5, 0] as const,
  shapes: [{ kind: 'sphere', radius: 0.5 }] as const,
});

/** Balls that join at these times [s]. */
function sceneWithAdditions(...times: number[]): Scene {
  return {
    drystone: 1,
    name: 'additions',
    bodies: [{ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] }],
    additions: times.map((at, i) => ({ at, bodies: [ball(`ball-${i}`, 2 * i)] })),
  };
}
/** Counts the steps, in a slot, and turns the wrist. */
function wave({ joints: [wrist], slots }: Multibody, t: number): void {
  wrist.coordinate('angle').target = 0.3 * t;
  if (slots.length > 0) slots[0]++;
}

function namesIn({ world }: Simulation): (string | undefined)[] {
  return [...world.bodies()].map(({ name }) => name);
}

describe('a simulation', () => {
  test('builds everything of its scene and runs it', () => {
    const simulation = new Simulation(fullScene(), { controls: { wave } });
    expect(simulation.dt).toBe(0.02);
    expect(simulation.world.settings['ncp.iterations']).toBe(20);
    const bodies = ['ground', 'ball', 'box', 'left', 'right', 'lift', 'swing', 'block', 'waiting'];
    expect(namesIn(simulation)).toEqual([...bodies, 'hand', undefined]);
    for (const name of ['wrist', 'thumb', 'rope', 'slide']) expect(simulation.world.findJoint(name)?.name).toBe(name);
    expect(simulation.world.findCoupling('gear')?.ratio).toBe(2);
    for (const name of ['pair', 'pass', 'gate', 'clock', 'arm']) expect(simulation.world.find(name)?.name).toBe(name);
    for (let i = 0; i < 60; i++) simulation.step();
    expect(simulation.world.stepCount).toBe(60);
    expect(namesIn(simulation)).toContain('late');
  });

  test('puts its options before the scene', () => {
    const { world, dt, method } = new Simulation(fullScene(), {
      dt: 0.5,
      method: 'ncp',
      settings: { 'ncp.iterations': 3 },
      controls: { wave },
    });
    expect([dt, method]).toEqual([0.5, 'ncp']);
    expect(world.settings['ncp.iterations']).toBe(3);
    expect(world.settings.gravity).toEqual([0, -1, 0]);
  });

  test('has defaults for everything', () => {
    const { dt, method, scheduler, solver } = new Simulation({ drystone: 1, name: 'empty' });
    expect(dt).toBe(0.01);
    expect([method, scheduler, solver].every((name) => name.length > 0)).toBe(true);
  });

  test('refuses options that are not allowed', () => {
    const scene: Scene = { drystone: 1, name: 'empty' };
    expect(() => new Simulation(scene, { dt: 0 })).toThrow(InputError);
    expect(() => new Simulation(scene, { method: 'magic' as never })).toThrow(/^method is "magic"/);
    expect(() => new Simulation(scene, { scheduler: 'toString' as never })).toThrow(/^scheduler is "toString"/);
    expect(() => new Simulation(scene, { solver: '' as never })).toThrow(/^solver is ""/);
    expect(() => new Simulation(scene, { settings: { 'ncp.iterations': -1 } })).toThrow(/^settings\.ncp\.iterations is -1/);
  });

  test('a built-in scene and its file are the same to the last bit', () => {
    const scene = SCENES['box-stack'].make({ seed: 3, noise: 1 });
    const [direct, fromFile] = [scene, parseScene(formatScene(scene))].map((each) => {
      const simulation = new Simulation(each);
      for (let i = 0; i < 20; i++) simulation.step();
      return simulation.world.hash();
    });
    expect(fromFile).toBe(direct);
  });
});

describe('additions', () => {
  test('join before the step that their time falls into, each once', () => {
    const simulation = new Simulation(sceneWithAdditions(0, 0.1, 0.105, 0.2));
    const counts: number[] = [];
    for (let i = 0; i < 30; i++) {
      simulation.step();
      counts.push(namesIn(simulation).length - 1);
    }
    expect(counts[0]).toBe(1);
    expect(counts[8]).toBe(1);
    expect(counts[10]).toBe(3);
    expect(counts.at(-1)).toBe(4);
  });

  test('join again after a rewind, and all goes as before', () => {
    const simulation = new Simulation(sceneWithAdditions(0.05, 0.15));
    const run = () => {
      for (let i = 0; i < 20; i++) simulation.step();
      return simulation.world.hash();
    };
    const start = simulation.world.snapshot();
    const once = run();
    expect(namesIn(simulation)).toEqual(['ground', 'ball-0', 'ball-1']);
    simulation.world.restore(start);
    expect(namesIn(simulation)).toEqual(['ground']);
    expect(run()).toBe(once);
    expect(namesIn(simulation)).toEqual(['ground', 'ball-0', 'ball-1']);
  });

  test('that cannot be built are refused at once, not when their time comes', () => {
    const flat = [0, 1, 2, 3].map((i) => [i, i * i, 0] as const);
    const scene = sceneWithAdditions(5);
    const bad: Scene = { ...scene, additions: [{ at: 5, bodies: [{ name: 'flat', shapes: [{ kind: 'hull', points: flat }] }] }] };
    expect(() => new Simulation(bad)).toThrow(/^additions\[0\]\.bodies\[0\]\.shapes\[0\]\.points/);
  });
});

test('the masses of built-in scenes are those of their stones', () => {
  const massOf = (name: string, body: string): number => {
    const { world } = new Simulation(SCENES[name].make({ seed: 1 }));
    return [...world.bodies()].find((each) => each.name === body)?.mass ?? 0;
  };
  expect(massOf('wall', 'brick-12')).toBeCloseTo(500, 9);
  expect(massOf('box-stack', 'box-24')).toBeCloseTo(2000, 9);
  expect(massOf('heavy-on-light', 'box-9')).toBeCloseTo(200000, 6);
  expect(massOf('ball-grid', 'ball-0')).toBeCloseTo((2000 * Math.PI) / 6, 9);
  // A wedge between the radii 4 m and 5 m, with flat faces inside and outside.
  expect(massOf('arch', 'voussoir-3')).toBeCloseTo(2000 * 0.5 * Math.sin(Math.PI / 15) * (25 - 16), 6);
});

describe('a control that a scene names', () => {
  const scene = (): Scene => {
    const full = fullScene();
    return { ...full, multibodies: (full.multibodies ?? []).map((multibody) => ({ ...multibody, slots: [0] })) };
  };

  test('is called before each step, and is the same after going back and in a recording of a file', () => {
    const { world, dt } = new Simulation(parseScene(formatScene(scene())), { controls: { wave } });
    const arm = world.find('arm') as Multibody;
    const start = world.snapshot();
    const recorder = new Recorder(world);
    for (let i = 0; i < 10; i++) recorder.step(dt);
    expect([...arm.slots]).toEqual([10]);
    expect(world.findJoint('wrist')?.coordinate('angle').target).toBeCloseTo(0.3 * 9 * dt, 12);
    const hash = world.hash();
    world.restore(start);
    expect([...arm.slots]).toEqual([0]);
    for (let i = 0; i < 10; i++) world.step(dt);
    expect(world.hash()).toBe(hash);
    const recording = decodeRecording(encodeRecording(recorder.recording));
    expect(replay(recording, new Simulation(scene(), { controls: { wave } }).world)).toBeUndefined();
  });

  test('is refused where nobody has it', () => {
    expect(() => new Simulation(scene())).toThrow(
      /^multibodies\[0\]\.control is "wave", but must be one of those given, and none is/,
    );
    expect(() => new Simulation(scene(), { controls: { nod: wave } })).toThrow(/control is "wave", but must be one of "nod"\.$/);
    expect(() => new Simulation(scene(), { controls: { wave: 1 as never } })).toThrow(/^multibodies\[0\]\.control is 1/);
    expect(() => new Simulation(scene(), { controls: null as never })).toThrow(/^controls is null/);
  });
});

describe('built-in scenes as the engine sees them', () => {
  for (const name of Object.keys(SCENES)) {
    test(`${name} starts without penetration`, () => {
      const { world } = new Simulation(SCENES[name].make({ seed: 1 }), { controls: CONTROLS });
      expect(world.measurePenetration()).toBeLessThan(1e-9);
    });
  }
});
