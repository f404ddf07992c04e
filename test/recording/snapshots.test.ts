// Snapshots come whole or not at all: what is refused changes nothing, whatever was done to it, and is refused by a sentence.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/input/fields.js';
import { Hash } from '../../src/math/hash.js';
import { decodeRecording, decodeSnapshot, encodeRecording, encodeSnapshot } from '../../src/recording/encode.js';
import { Recorder, replay } from '../../src/recording/recording.js';
import type { Snapshot } from '../../src/recording/snapshot.js';
import { checksumOf } from '../../src/recording/snapshot.js';
import { World } from '../../src/world.js';

const DT = 1 / 60;

/** A little of everything that a snapshot holds. */
function makeWorld(): World {
  const world = new World({ settings: { events: 'queue' } });
  world.createMaterial('ice', { friction: 0 });
  world.createBody({ kind: 'fixed', name: 'ground', shapes: [{ kind: 'half-space' }] });
  const motion = { kind: 'oscillation', translation: [0.2, 0, 0], frequency: 1 } as const;
  world.createBody({
    kind: 'scripted',
    name: 'plate',
    position: [0, 0.1, 0],
    shapes: [{ kind: 'box', size: [3, 0.2, 3] }],
    motion,
  });
  const points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] as const; // biome-ignore format: four points
  for (let i = 0; i < 3; i++) {
    world.createBody({ name: `box-${i}`, position: [0, 0.8 + 1.1 * i, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
    world.createBody({
      position: [2, 0.5 + i, 0],
      shapes: [
        { kind: 'hull', points },
        { kind: 'sphere', radius: 0.3 },
      ],
      material: 'ice',
    });
  }
  world.createComposite({ name: 'pair', members: ['box-1', 'box-2'] });
  world.createRule({ kind: 'ignore', between: ['box-0'], and: ['plate'] });
  world.createTrigger({ name: 'gate', position: [2, 1, 0], shapes: [{ kind: 'box', size: [1, 1, 1] }] });
  world.createTimer({ period: 0.05 });
  for (let i = 0; i < 3; i++)
    world.createBody({ name: `link-${i}`, position: [5 + i, 3, 0], shapes: [{ kind: 'box', size: [1, 0.2, 0.2] }] });
  const hinge = (i: number) =>
    ({ name: `hinge-${i}`, kind: 'revolute', bodyB: `link-${i}`, anchor: [4.5 + i, 3, 0], axis: [0, 0, 1] }) as const;
  world.createMultibody({
    name: 'arm',
    links: ['link-0', 'link-1'],
    joints: [hinge(0), { ...hinge(1), bodyA: 'link-0', coordinates: { angle: { limits: [-1, 1], friction: 1 } } }],
    slots: [1, 2, 3],
  });
  world.createJoint({ ...hinge(2), bodyA: 'link-1', kind: 'ball', coordinates: { swing: { limits: [0, 1] } } });
  world.createJoint({ ...hinge(2), name: 'rope', bodyA: 'box-0', kind: 'distance', anchor: undefined, axis: undefined } as never);
  const angle = (i: number) => ({ joint: `hinge-${i}`, coordinate: 'angle' });
  world.createCoupling({ name: 'gear', first: angle(0), second: angle(1), ratio: 0.5 });
  world.createJoint({ name: 'gone', kind: 'ball', bodyB: 'link-2', anchor: [0, 0, 0] }).remove();
  world.createBody({ position: [9, 9, 9], shapes: [{ kind: 'box', size: [1, 1, 1] }] }).remove();
  return world;
}

function stepped(steps: number): World {
  const world = makeWorld();
  for (let i = 0; i < steps; i++) world.step(DT);
  return world;
}

describe('a snapshot as bytes', () => {
  it('is the same again, in another world', () => {
    const world = stepped(40);
    const again = decodeSnapshot(encodeSnapshot(world.snapshot()));
    const other = makeWorld();
    other.restore(again);
    expect(other.hash()).toBe(world.hash());
    expect([...other.events]).toEqual([...world.events]);
    for (let i = 0; i < 30; i++) {
      world.step(DT);
      other.step(DT);
      expect(other.hash()).toBe(world.hash());
    }
  });

  it('is refused when cut short, altered or of something else', () => {
    const world = stepped(3);
    const bytes = encodeSnapshot(world.snapshot());
    expect(() => decodeSnapshot(bytes.slice(0, 7))).toThrow(InputError);
    expect(() => decodeSnapshot(bytes.slice(0, bytes.length - 8))).toThrow(/cut short/);
    const altered = bytes.slice();
    altered[altered.length - 100] ^= 1;
    expect(() => decodeSnapshot(altered)).toThrow(/checksum/);
    expect(() => decodeRecording(bytes)).toThrow(/but must be 4 of "drystone-recording"/);
    expect(() => decodeSnapshot(encodeRecording(new Recorder(world).recording))).toThrow(/of "drystone-snapshot"/);
    expect(() => decodeSnapshot([] as never)).toThrow(InputError);
    expect(() => encodeSnapshot({ ...world.snapshot(), time: 3 })).toThrow(/checksum/);
  });
});

describe('restore', () => {
  const good = stepped(30).snapshot();
  const wrong: Record<string, unknown> = {
    nothing: undefined,
    'a number': 5,
    'an empty object': {},
    'another version': { ...good, version: 0 },
    'another checksum': { ...good, checksum: '0' },
    'another time': { ...good, time: good.time + 1 },
    'a missing table': { ...good, tables: good.tables.slice(0, 4) },
    'no tables': { ...good, tables: [] },
    'no names': { ...good, names: undefined },
    'no events': { ...good, events: undefined },
    'what went through JSON': JSON.parse(JSON.stringify(good)),
    'a table of contacts with free rows': {
      ...good,
      tables: good.tables.map((table, i) => (i === 3 ? { ...table, firstFree: Symbol('x') } : table)),
    },
    'a shorter column': {
      ...good,
      tables: good.tables.map((table) => ({ ...table, columns: table.columns.map((column) => column.slice(1)) })),
    },
  };

  it.each(Object.keys(wrong))('refuses %s and changes nothing', (name) => {
    const world = stepped(12);
    const twin = stepped(12);
    expect(() => world.restore(wrong[name] as Snapshot)).toThrow(InputError);
    expect([world.hash(), [...world.events]]).toEqual([twin.hash(), [...twin.events]]);
    world.step(DT);
    twin.step(DT);
    expect(world.hash()).toBe(twin.hash());
  });

  it('refuses a snapshot of a world with other materials, and takes one of a world with fewer', () => {
    const ice = new World();
    const rubber = new World();
    ice.createMaterial('ice', { friction: 0 });
    ice.createBody({ shapes: [{ kind: 'sphere', radius: 1 }], material: 'ice' });
    const snapshot = ice.snapshot();
    expect(() => rubber.restore(snapshot)).toThrow('snapshot has the material "ice", but this world has none in its place.');
    rubber.createMaterial('rubber', { friction: 1 });
    expect(() => rubber.restore(snapshot)).toThrow('snapshot has the material "ice", but this world has "rubber" in its place.');
    ice.createMaterial('snow', { friction: 0.1 });
    ice.restore(snapshot);
  });

  it('refuses what was changed and sealed again, or steps on with it: never another kind of error', () => {
    const world = stepped(30);
    const place = fc.record({ table: fc.nat(6), column: fc.nat(60), row: fc.nat(1e6) });
    const value = fc.oneof(
      fc.constantFrom(-1, 0, 1, 2, 7, 1e9, -1e9, Number.NaN, Number.POSITIVE_INFINITY),
      fc.integer(),
      fc.double(),
    );
    let refused = 0;
    fc.assert(
      fc.property(place, value, ({ table, column, row }, number) => {
        const spoilt = decodeSnapshot(encodeSnapshot(good));
        const { columns } = spoilt.tables[table];
        const array = columns[column % columns.length];
        if (array.length === 0) return;
        array[row % array.length] = number;
        const sealed = { ...spoilt, checksum: checksumOf(spoilt) };
        const before = world.hash();
        try {
          world.restore(sealed);
        } catch (error) {
          refused++;
          expect(error).toBeInstanceOf(InputError);
          expect(world.hash()).toBe(before);
          return;
        }
        try {
          for (let i = 0; i < 3; i++) world.step(DT);
        } catch (error) {
          expect((error as Error).name).toBe('StepError');
        }
      }),
      { numRuns: 1500, seed: 12 },
    );
    expect(refused).toBeGreaterThan(300);
  });
});

/** Puts the right checksum in front again. */
function seal(bytes: Uint8Array): Uint8Array {
  const hash = new Hash();
  hash.words(new Int32Array(bytes.buffer, 16, (bytes.length - 16) / 4));
  new Uint32Array(bytes.buffer, 0, 3)[2] = hash.uint32();
  return bytes;
}

describe('a recording that was changed and sealed again', () => {
  const recorder = new Recorder(stepped(5));
  for (let i = 0; i < 6; i++) {
    if (i === 3) recorder.world.find('gate')?.remove();
    recorder.step(DT);
  }
  const bytes = encodeRecording(recorder.recording);
  const headerLength = new Uint32Array(bytes.buffer, 0, 1)[0];

  it('is refused by a sentence, or plays to a difference', () => {
    const world = makeWorld();
    fc.assert(
      fc.property(
        fc.nat(headerLength - 1),
        fc.constantFrom(...'0129-{}[]",:nule$. '),
        fc.boolean(),
        (at, character, isAnywhere) => {
          const changed = bytes.slice();
          if (isAnywhere) changed[16 + ((at * 7919) % (bytes.length - 16))] ^= 1 << (at % 8);
          else changed[16 + at] = character.charCodeAt(0);
          const before = world.hash();
          try {
            const recording = decodeRecording(seal(changed));
            replay(recording, world);
          } catch (error) {
            if ((error as Error).name === 'StepError') return;
            expect(error).toBeInstanceOf(InputError);
            expect(world.hash()).toBe(before);
          }
        },
      ),
      { numRuns: 1500, seed: 3 },
    );
  });

  it('whose parts are missing or of another kind is refused', () => {
    const { recording } = recorder;
    const world = makeWorld();
    const before = world.hash();
    const wrong: unknown[] = [
      undefined,
      {},
      { start: recording.start },
      { ...recording, start: undefined },
      { ...recording, steps: [{}] },
      { ...recording, steps: [{ ...recording.steps[0], dt: 0 }] },
      { ...recording, steps: [{ ...recording.steps[0], hash: 5 }] },
      { ...recording, steps: [{ ...recording.steps[0], bodyIds: [] }] },
      { ...recording, steps: [...recording.steps, { ...recording.steps[0], before: {} }] },
    ];
    for (const each of wrong) expect(() => replay(each as never, world)).toThrow(InputError);
    expect(() => replay(recording, new World({ settings: { kernel: 'reference' } }))).toThrow(/gives other bits/);
    expect(world.hash()).toBe(before);
  });
});
