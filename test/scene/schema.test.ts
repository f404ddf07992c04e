// The published JSON Schema says the same as our own checks, wherever a schema can say it.

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCENES } from '../../scenes/index.js';
import { InputError } from '../../src/input/fields.js';
import { checkScene } from '../../src/scene/load-scene.js';
import { sceneField, sceneSchema } from '../../src/scene/scene-fields.js';
import { fullScene } from './full-scene.js';

const bySchema = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(sceneSchema());

function accepts(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

test('the schema names its draft and itself', () => {
  expect(sceneSchema()).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: 'urn:drystone:scene:1' });
});

test('a scene with every field passes both', () => {
  expect(bySchema(fullScene())).toBe(true);
  expect(accepts(() => checkScene(fullScene()))).toBe(true);
});

describe('every built-in scene passes both', () => {
  for (const { name, make } of Object.values(SCENES)) {
    test(name, () => {
      const scene: unknown = JSON.parse(JSON.stringify(make({ seed: 7 })));
      expect(bySchema(scene), JSON.stringify(bySchema.errors?.[0])).toBe(true);
      expect(() => checkScene(scene)).not.toThrow();
    });
  }
});

/** All places in a value, as paths of keys; the root is the empty path. */
function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, entry]) => placesIn(entry).map((place) => [key, ...place]));
  return [[], ...inner];
}

type Change = (parent: Record<string, unknown>, key: string) => void;

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1,
    1,
    0.5,
    1e12,
    '',
    'default',
    'box',
    'rigid',
    'fixed',
    null,
    true,
    [],
    {},
    [0, 0, 0],
    [1, 1],
    [0, 0, 0, 1],
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const unknownKey = fc.constantFrom('extra', 'Kind', 'shape', 'radius', 'mass', 'points', 'and', 'time', 'size');
const change: fc.Arbitrary<Change> = fc.oneof(
  anyValue.map(
    (value): Change =>
      (parent, key) => {
        parent[key] = structuredClone(value);
      },
  ),
  fc.constant<Change>((parent, key) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  }),
  fc.tuple(unknownKey, anyValue).map(
    ([extra, value]): Change =>
      (parent, key) => {
        const target = parent[key];
        if (Array.isArray(target)) target.push(structuredClone(value));
        else if (typeof target === 'object' && target !== null)
          (target as Record<string, unknown>)[extra] = structuredClone(value);
      },
  ),
);

/** Whether a quaternion of no length is somewhere in the value: a schema cannot measure one. */
function hasDegenerateQuaternion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, entry]) =>
      (key === 'orientation' &&
        Array.isArray(entry) &&
        entry.length === 4 &&
        !(entry.reduce((sum, x) => sum + x * x, 0) > 1e-12 && entry.reduce((sum, x) => sum + x * x, 0) < 1e12)) ||
      hasDegenerateQuaternion(entry),
  );
}

test('schema and checks agree on scenes changed at random', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 }), (changes) => {
      const holder: Record<string, unknown> = { scene: fullScene() };
      for (const [pick, apply] of changes) {
        const places = placesIn(holder.scene);
        const path = ['scene', ...places[pick % places.length]];
        let parent = holder;
        for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
        apply(parent, String(path.at(-1)));
      }
      const { scene } = holder;
      if (scene === undefined) return;
      const schemaAccepts = bySchema(scene);
      expect(accepts(() => sceneField.check(scene, ''))).toBe(schemaAccepts && !hasDegenerateQuaternion(scene));
      // The whole check also follows names, so it may only be the stricter one.
      if (accepts(() => checkScene(scene))) expect(schemaAccepts).toBe(true);
    }),
    { numRuns: 500, seed: 1 },
  );
});
