// The page's address: what is chosen, there and back.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { METHODS, type MethodName } from '../../src/index.js';
import { readAddress, writeAddress } from '../../studio/src/page/address.js';

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
  fc.assert(
    fc.property(source, choices, (source, choices) => {
      const place = readAddress(writeAddress({ source, choices }));
      // JSON does not tell 0 from -0.
      expect(JSON.stringify(place)).toBe(JSON.stringify({ source, choices }));
    }),
  );
});

test('an address says nothing that need not be said', () => {
  for (const name of Object.keys(SCENES)) {
    const place = readAddress(`#scene=${name}`);
    expect(place).toEqual({ source: { kind: 'built-in', name, seed: 1, options: {} }, choices: { settings: {} } });
    expect(writeAddress(place)).toBe(`#scene=${name}`);
  }
  expect(readAddress('')).toEqual(readAddress('#scene=tower'));
});

test('what an address cannot mean is refused by a sentence', () => {
  expect(() => readAddress('#scene=tower&wind=1')).toThrow(
    'The link says wind, which is neither a setting nor an option of the scene tower.',
  );
  expect(() => readAddress('#scene=tower&ncp.touching=0')).toThrow(
    'ncp.touching is not a setting any more; it is called contact.touching.',
  );
  expect(() => readAddress('#file=mine.json')).toThrow(
    'The scene file mine.json is not part of the link; open it from the panel.',
  );
});
