// Recorders, players and writers say by a sentence what they were given that is no world, recording or frame.

import { describe, expect, it } from 'vitest';
import {
  compareRecordings,
  describeDifference,
  encodeRecording,
  InputError,
  plotSuite,
  Recorder,
  replay,
  Simulation,
  SuiteStatistics,
  World,
} from '../../src/index.js';

const WRONG = [undefined, null, 5, {}, [], Symbol('x')];

describe('recordings', () => {
  const world = new World();
  world.createBody({ shapes: [{ kind: 'sphere', radius: 1 }] });
  const recorder = new Recorder(world);
  recorder.step(0.01);
  const { recording } = recorder;

  it('of what is no world', () => {
    for (const value of WRONG) {
      expect(() => new Recorder(value as never)).toThrow(/^world is .*, but must be a World\.$/);
      expect(() => new SuiteStatistics(value as never)).toThrow(InputError);
      expect(() => replay(recording, value as never)).toThrow(InputError);
    }
    expect(() => compareRecordings(recording, recording, {} as never)).toThrow('world is an object, but must be a World.');
  });

  it('that are none', () => {
    for (const value of WRONG) {
      expect(() => compareRecordings(recording, value as never)).toThrow(/^b(\.start)? is /);
      expect(() => compareRecordings(value as never, recording)).toThrow(/^a(\.start)? is /);
      expect(() => encodeRecording(value as never)).toThrow(InputError);
    }
    expect(() => describeDifference(null as never)).toThrow(InputError);
  });

  it('of an origin that JSON cannot hold', () => {
    const round: Record<string, unknown> = {};
    round.self = round;
    for (const origin of [10n, round])
      expect(() => encodeRecording({ ...recording, origin })).toThrow(/^origin holds what JSON cannot/);
    expect(encodeRecording({ ...recording, origin: { scene: 'wall' } }).length).toBeGreaterThan(100);
  });

  it('plots have frames of numbers', () => {
    for (const frames of [...WRONG.filter((value) => !Array.isArray(value)), [null], [{ contacts: 'x' }]])
      expect(() => plotSuite(frames as never)).toThrow(/^frames/);
  });

  it('simulations have options that are some', () => {
    expect(() => new Simulation({ drystone: 1, name: 'x' }, null as never)).toThrow('options is null, but must be an object.');
  });
});
