import { describe, expect, it } from 'vitest';
import { wall } from '../../scenes/index.js';
import { InputError } from '../../src/input/fields.js';
import { decodeRecording, encodeRecording } from '../../src/recording/encode.js';
import { compareRecordings, describeDifference, Recorder, replay } from '../../src/recording/recording.js';
import { Simulation } from '../../src/scene/simulation.js';
import { World } from '../../src/world.js';

const DT = 0.01;

/** Boxes, balls and hulls falling onto a floor and an oscillating slab: every kind of row that a recording must bring back. */
function makePile(): World {
  const world = new World();
  world.createMaterial('rubber', { friction: 0.9, restitution: 0.5 });
  world.createBody({ kind: 'fixed', name: 'floor', shapes: [{ kind: 'half-space' }] });
  world.createBody({
    kind: 'scripted',
    name: 'slab',
    position: [0, 0.3, 0],
    shapes: [{ kind: 'box', size: [4, 0.2, 4] }],
    motion: { kind: 'oscillation', translation: [0.2, 0, 0], frequency: 1 },
  });
  const tetrahedron = { kind: 'hull', points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] } as const; // biome-ignore format: four points
  for (let i = 0; i < 4; i++) {
    world.createBody({ name: `box-${i}`, position: [0.1 * i, 1 + i, 0], shapes: [{ kind: 'box', size: [0.8, 0.5, 0.6] }] });
    world.createBody({
      name: `ball-${i}`,
      position: [1, 1 + i, 0.1 * i],
      shapes: [{ kind: 'sphere', radius: 0.3 }],
      material: 'rubber',
    });
    world.createBody({ name: `hull-${i}`, position: [-1.2, 1 + 1.2 * i, 0], shapes: [tetrahedron] });
  }
  return world;
}

function record(world: World, steps: number, between: (step: number) => void = () => {}): Recorder {
  const recorder = new Recorder(world);
  for (let step = 0; step < steps; step++) {
    between(step);
    recorder.step(DT);
  }
  return recorder;
}

describe('a recording', () => {
  it('replays to the same hashes in the world it was made in and in another made the same way', () => {
    const world = makePile();
    const { recording } = record(world, 120);
    expect(replay(recording, world)).toBeUndefined();
    expect(replay(recording, makePile())).toBeUndefined();
    expect(new Set(recording.steps.map(({ hash }) => hash)).size).toBe(120);
  });

  it('replays what users did between steps', () => {
    const world = makePile();
    const { recording } = record(world, 90, (step) => {
      if (step === 20) world.createBody({ name: 'late', position: [0, 5, 0], shapes: [{ kind: 'sphere', radius: 0.4 }] });
      if (step === 40) world.find('box-1')?.remove();
      if (step > 50 && step < 60) (world.find('late') as ReturnType<World['createBody']>).applyForce([500, 0, 0]);
    });
    expect(recording.steps.filter(({ before }) => before !== undefined).length).toBe(11);
    expect(replay(recording, makePile())).toBeUndefined();
  });

  it('names the first step and body where another run parts from it', () => {
    const world = makePile();
    const { recording } = record(world, 60);
    const other = makePile();
    const nudged = record(other, 60, (step) => {
      if (step === 33) (other.find('ball-2') as ReturnType<World['createBody']>).applyImpulse([1e-12, 0, 0]);
    }).recording;
    const found = compareRecordings(recording, nudged, world);
    expect(found).toEqual({ step: 33, body: world.find('ball-2')?.id, name: 'ball-2' });
    expect(found && describeDifference(found)).toContain('step 33, first at body "ball-2"');
  });

  it('finds the difference when the replaying world is not the same', () => {
    const { recording } = record(makePile(), 60);
    const slippery = makePile();
    slippery.createMaterial('rubber', { friction: 0.9, restitution: 0.4 });
    const found = replay(recording, slippery);
    expect(found?.name).toMatch(/^ball-/);
    expect(found?.step).toBeGreaterThan(5);
  });

  it('says when one run is longer', () => {
    const { recording } = record(makePile(), 10);
    const shorter = { ...recording, steps: recording.steps.slice(0, 7) };
    expect(compareRecordings(recording, shorter)).toEqual({ step: 7, body: undefined, name: undefined });
    expect(compareRecordings(recording, recording)).toBeUndefined();
  });

  it('survives being written to bytes and read again', () => {
    const world = makePile();
    const { recording } = record(world, 40, (step) => {
      if (step === 10) world.find('hull-0')?.remove();
    });
    const again = decodeRecording(encodeRecording({ ...recording, origin: { scene: 'mine', seed: 3 } }));
    expect(again.origin).toEqual({ scene: 'mine', seed: 3 });
    expect(compareRecordings(recording, again)).toBeUndefined();
    expect(replay(again, makePile())).toBeUndefined();
    const { world: wallWorld } = new Simulation(wall({ seed: 1 }));
    const wallRecording = record(wallWorld, 5).recording;
    expect(replay(decodeRecording(encodeRecording(wallRecording)), new Simulation(wall({ seed: 1 })).world)).toBeUndefined();
  });

  it('is refused when cut short, altered, of another version, or holding a function', () => {
    const world = makePile();
    const bytes = encodeRecording(record(world, 3).recording);
    expect(() => decodeRecording(bytes.slice(0, 7))).toThrow(InputError);
    expect(() => decodeRecording(bytes.slice(0, bytes.length - 8))).toThrow(/cut short or altered/);
    const altered = bytes.slice();
    altered[altered.length - 100] ^= 1;
    expect(() => decodeRecording(altered)).toThrow(/checksum/);
    world.createBody({
      kind: 'scripted',
      shapes: [{ kind: 'sphere', radius: 1 }],
      motion: {
        kind: 'function',
        pose: (t, position) => {
          position[1] = 10 + t;
        },
      },
    });
    expect(() => encodeRecording(record(world, 1).recording)).toThrow(/motion is a function/);
  });
});
