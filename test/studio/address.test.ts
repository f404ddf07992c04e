// The page's address: what is chosen, there and back.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { METHODS, type MethodName } from '../../src/index.js';
import { FIRST_ADDRESS, readAddress, readRun, writeAddress } from '../../studio/src/page/address.js';

test('any choice comes back from its address', () => {
  const settings = fc.record(
    {
      gravity: fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(0.5)),
      'gsp.iterations': fc.integer({ min: 1, max: 1e6 }),
      'detection.coherence': fc.constantFrom('tolerant', 'exact', 'off'),
      'impulsive.coldVolumes': fc.array(fc.array(fc.integer(), { minLength: 6, maxLength: 6 })),
    },
    { requiredKeys: [] },
  );
  const choices = fc.record(
    {
      method: fc.constantFrom(...(Object.keys(METHODS) as MethodName[])),
      dt: fc.double({ min: 1e-6, max: 1, noNaN: true }),
      settings,
    },
    { requiredKeys: ['settings'] },
  );
  const source = fc.record({
    kind: fc.constant('built-in' as const),
    name: fc.constantFrom('tower', 'wall'),
    seed: fc.nat(),
    options: fc.record({ noise: fc.double({ min: 0, max: 1, noNaN: true }) }, { requiredKeys: [] }),
  });
  const compare = fc.oneof(
    fc.constant(undefined),
    fc.record({ engine: fc.constantFrom('rapier' as const, 'jolt' as const), setting: fc.constantFrom('default', 'slop 1 mm') }),
    fc.record({ engine: fc.constant('drystone' as const), choices }),
  );
  fc.assert(
    fc.property(source, choices, compare, (source, choices, compare) => {
      const chosen = { source, choices, ...(compare !== undefined && { compare }) };
      const place = readAddress(writeAddress(chosen));
      // JSON does not tell 0 from -0.
      expect(JSON.stringify(place)).toBe(JSON.stringify(chosen));
    }),
  );
});

test('an address says nothing that need not be said', () => {
  for (const name of Object.keys(SCENES)) {
    const place = readAddress(`#scene=${name}`);
    expect(place).toEqual({ source: { kind: 'built-in', name, seed: 1, options: {} }, choices: { settings: {} } });
    expect(writeAddress(place)).toBe(`#scene=${name}`);
  }
  expect(readAddress('')).toEqual(readAddress(FIRST_ADDRESS));
});

test('what an address cannot mean is refused by a sentence', () => {
  expect(() => readAddress('#scene=tower&wind=1')).toThrow(
    'The link says wind, which is neither a setting nor an option of the scene tower.',
  );
  expect(() => readAddress('#scene=tower&ncp.touching=0')).toThrow(
    'ncp.touching is not a setting any more; it is called contact.touching.',
  );
  expect(() => readAddress('#scene=tower&compare=newton')).toThrow(
    'compare is "newton", but must be one of drystone, rapier, jolt.',
  );
  expect(() => readAddress('#scene=tower&compare=drystone&b.wind=1')).toThrow('The link says b.wind, but wind is not a setting.');
  for (const link of ['#x', '#scene=', '#%%%', '#ratio=5']) {
    expect(() => readAddress(link)).toThrow(`The link ${link} names no scene; one that does is #scene=tower.`);
  }
  expect(() => readAddress('#scene=tower&seed=x')).toThrow('seed is "x", but must be a number.');
  expect(() => readAddress('#scene=tower&dt=')).toThrow('dt is "", but must be a number.');
  expect(() => readAddress('#file=mine.json')).toThrow(
    'The scene file mine.json is not part of the link; open it from the panel.',
  );
  const served = { kind: 'file', path: 'mine.json', text: '{}' } as const;
  expect(() => readAddress('#file=mine.json&wind=1', served)).toThrow(
    'The link says wind, which is neither a setting nor an option of the scene mine.json.',
  );
  const place = readAddress('#file=mine.json&gsp.iterations=5&at=2', served);
  expect(place).toEqual({ source: served, choices: { settings: { 'gsp.iterations': 5 } }, at: 2 });
});

test('an address may have the moment that is shown, and the run of a sweep', () => {
  const place = readAddress('#scene=tower&at=2.5');
  expect(place.at).toBe(2.5);
  expect(writeAddress(place)).toBe('#scene=tower&at=2.5');
  for (const word of ['', '-1', 'soon', 'Infinity']) expect(() => readAddress(`#scene=tower&at=${word}`)).toThrow(/^at is /);
  expect(readRun('#run=17&at=0.25')).toEqual({ run: '17', at: 0.25 });
  expect(readRun('#scene=tower')).toBeNull();
  expect(() => readRun('#run=../x')).toThrow('run is "../x", but must be the number of a run.');
  expect(writeAddress({ ...place, run: '17' })).toBe('#run=17&at=2.5');
});
