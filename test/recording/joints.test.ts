// Joints in snapshots, recordings and hashes: every step of every kind of joint, with its laws at work, is the same
// when done again.

import { describe, expect, it } from 'vitest';
import type { MethodName, Snapshot } from '../../src/index.js';
import {
  compareRecordings,
  decodeRecording,
  decodeSnapshot,
  encodeRecording,
  encodeSnapshot,
  METHODS,
  Recorder,
  replay,
  World,
} from '../../src/index.js';
import { KINDS, makeEveryKind } from '../joints/every-kind.js';

const DT = 1 / 60;
const KNOWING = (Object.keys(METHODS) as MethodName[]).filter((name) => METHODS[name].blocks?.includes('joint'));

/** What can be asked of joints, of which poses alone say nothing. */
function askJoints(world: World): unknown[] {
  return [...world.joints()].map(({ name, isBroken, wrench, coordinates }) => [
    name,
    isBroken,
    wrench,
    coordinates.map(({ value, velocity, force, target }) => [value, velocity, force, target]),
  ]);
}

/** A snapshot as a file has it: without the function that controls the ring. */
function throughBytes(world: World): Snapshot {
  const [ring] = world.multibodies();
  const { control } = ring;
  ring.control = undefined;
  const bytes = encodeSnapshot(world.snapshot());
  ring.control = control;
  return decodeSnapshot(bytes);
}

describe.each(KNOWING)('%s', (method) => {
  it('every step of a rod that swings against a limit, from a snapshot, is the same step', () => {
    const world = new World({ stepper: METHODS[method] });
    const shapes = [{ kind: 'sphere', radius: 0.1 }] as const;
    const arm = world.createBody({ position: [0, 2, 0.5], shapes, mass: 1, angularVelocity: [1, 0.3, 2] });
    const ball = world.createBody({ position: [1, 2, 0.5], shapes, mass: 5, angularVelocity: [3, 1, 2] });
    const coordinates = { angle2: { limits: [-0.6, 0.26] } } as const;
    world.createJoint({ kind: 'universal', bodyB: arm, anchor: [0, 2, 0], axis: [1, 0, 0], axis2: [0, 1, 0], coordinates });
    const center = { position: [0, 0, 0] } as const;
    const rod = { length: { limits: [1, 1] } } as const;
    world.createJoint({ kind: 'distance', bodyA: arm, bodyB: ball, frameA: center, frameB: center, coordinates: rod });
    for (let i = 0; i < 150; i++) {
      const snapshot = world.snapshot();
      world.step(1 / 100);
      const hash = world.hash();
      world.restore(snapshot);
      world.step(1 / 100);
      expect(world.hash()).toBe(hash);
    }
  });

  it('has every law at work', () => {
    const world = makeEveryKind(method);
    for (let i = 0; i < 60; i++) world.step(DT);
    expect(world.findJoint('bolt')?.isBroken).toBe(true);
    const forces = KINDS.flatMap((kind) => world.findJoint(`${kind}-1`)?.coordinates ?? []).filter(({ force }) => force !== 0);
    expect(forces.length).toBeGreaterThan(10);
    expect([...world.multibodies()][0].slots[0]).toBe(60);
  });

  it('every step from a snapshot, and from its bytes in another world, is the same step', () => {
    const world = makeEveryKind(method);
    const other = makeEveryKind(method);
    for (let i = 0; i < 30; i++) {
      const snapshot = world.snapshot();
      const before = world.hash();
      const asked = askJoints(world);
      if (i % 5 === 0) {
        other.restore(throughBytes(world));
        [...other.multibodies()][0].control = [...world.multibodies()][0].control;
      } else other.restore(snapshot);
      expect(other.hash()).toBe(before);
      expect(askJoints(other)).toEqual(asked);
      other.step(DT);
      world.step(DT);
      expect(other.hash(), `step ${i}`).toBe(world.hash());
      expect(askJoints(other)).toEqual(askJoints(world));
    }
  });

  it('goes back to any time, and from there the same way again', () => {
    const world = makeEveryKind(method);
    const past: Snapshot[] = [];
    const hashes: string[] = [];
    const events: unknown[] = [];
    for (let i = 0; i < 30; i++) {
      past.push(world.snapshot());
      hashes.push(world.hash());
      events.push([...world.events]);
      world.step(DT);
    }
    for (const from of [20, 0, 9]) {
      world.restore(past[from]);
      for (let i = from; i < 30; i++) {
        expect(world.hash(), `step ${i} from ${from}`).toBe(hashes[i]);
        expect([...world.events]).toEqual(events[i]);
        world.step(DT);
      }
    }
  });

  it('is recorded, written, read and played again to the bit', () => {
    const world = makeEveryKind(method);
    [...world.multibodies()][0].control = undefined;
    const recorder = new Recorder(world);
    for (let i = 0; i < 30; i++) recorder.step(DT);
    const read = decodeRecording(encodeRecording(recorder.recording));
    expect(replay(read, makeEveryKind(method))).toBeUndefined();
    expect(compareRecordings(read, recorder.recording)).toBeUndefined();
  });

  it('shows in the hash whatever is changed of a joint', () => {
    const world = makeEveryKind(method);
    for (let i = 0; i < 10; i++) world.step(DT);
    const snapshot = world.snapshot();
    const before = world.hash();
    const angle = world.findJoint('universal-1')?.coordinate('angle1');
    const changes: (() => void)[] = [
      () => Object.assign(angle ?? {}, { target: 0.31 }),
      () => Object.assign(angle ?? {}, { limits: [-2, 2] }),
      () => Object.assign(angle ?? {}, { friction: 1e-3 }),
      () => Object.assign(angle ?? {}, { damping: 1e-3 }),
      () => Object.assign(angle ?? {}, { spring: { stiffness: 1e-3 } }),
      () => Object.assign(angle ?? {}, { motor: undefined }),
      () => Object.assign(angle ?? {}, { armature: 1e-3 }),
      () => Object.assign(angle?.joint ?? {}, { breakForce: 1e6 }),
      () => Object.assign(angle?.joint ?? {}, { breakTorque: 1e6 }),
      () => Object.assign(world.findJoint('free-1') ?? {}, { active: false }),
      () => world.findCoupling('gear')?.remove(),
      () => world.findJoint('planar-1')?.remove(),
      () => {
        [...world.multibodies()][0].slots[0] = 7;
      },
    ];
    for (const [i, change] of changes.entries()) {
      change();
      expect(world.hash(), `change ${i}`).not.toBe(before);
      world.restore(snapshot);
      expect(world.hash()).toBe(before);
    }
  });
});
