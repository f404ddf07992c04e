import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../src/input/fields.js';
import {
  boolean,
  InputError,
  list,
  literal,
  number,
  numbers,
  object,
  oneOf,
  quaternion,
  record,
  show,
  tagged,
  text,
  tuple,
  vec3,
} from '../../src/input/fields.js';

function sentence(field: Field, value: unknown, path = 'x'): string | undefined {
  try {
    field.check(value, path);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
}

const circle = object<{ kind: string; radius: number }>('A circle', 'a circle', {
  kind: literal('circle'),
  radius: number('Radius', { above: 0 }),
});
const label = object<{ kind: string; text: string; size?: number }>(
  'A label',
  'a label',
  { kind: literal('label'), text: text('What it says') },
  { size: number('Size', { min: 1, max: 9, integer: true }) },
);
const figure = tagged('A figure', 'a figure', 'kind', { circle, label });

describe('the sentence of a field', () => {
  const cases: [string, Field, unknown, string][] = [
    ['a number', number(''), '3', 'x is "3", but must be a finite number.'],
    ['a number', number(''), Number.NaN, 'x is NaN, but must be a finite number.'],
    ['a number', number(''), null, 'x is null, but must be a finite number.'],
    ['a number', number(''), Number.NEGATIVE_INFINITY, 'x is -Infinity, but must be a finite number.'],
    ['a number', number(''), -1e200, 'x is -1e+200, but must be a number of at most 1e+15 in size.'],
    ['a vector', vec3(''), [0, 1e16, 0], 'x[1] is 10000000000000000, but must be a number of at most 1e+15 in size.'],
    ['a bounded number', number('', { above: 0, max: 2 }), 0, 'x is 0, but must be a finite number above 0 and of at most 2.'],
    [
      'a bounded number',
      number('', { above: 0, max: 2 }),
      2.5,
      'x is 2.5, but must be a finite number above 0 and of at most 2.',
    ],
    ['a bounded number', number('', { min: 1 }), 0.5, 'x is 0.5, but must be a finite number of at least 1.'],
    ['a whole number', number('', { integer: true }), 1.5, 'x is 1.5, but must be a whole number.'],
    ['a boolean', boolean(''), 1, 'x is 1, but must be true or false.'],
    ['a text', text(''), '', 'x is "", but must be a text that is not empty.'],
    ['a text', text(''), ['a'], 'x is ["a"], but must be a text that is not empty.'],
    ['a choice', oneOf('', ['a', 'b']), 'c', 'x is "c", but must be one of "a", "b".'],
    ['a choice of numbers', oneOf('', [1, 2]), '1', 'x is "1", but must be one of 1, 2.'],
    ['a tuple', tuple('', 2), [1], 'x is [1], but must be a list of 2 finite numbers.'],
    ['a tuple', tuple('', 2), [1, 'b'], 'x[1] is "b", but must be a finite number.'],
    ['a vector', vec3(''), [1, 2, 3, 4, 5, 6, 7], 'x is a list of 7, but must be a list of 3 finite numbers.'],
    ['a vector above', vec3('', 0), [1, 0, 1], 'x[1] is 0, but must be a finite number above 0.'],
    ['a vector above', vec3('', 0), 7, 'x is 7, but must be a list of 3 finite numbers above 0.'],
    [
      'a quaternion',
      quaternion(''),
      [0, 0, 0, 0],
      'x is [0, 0, 0, 0], but must be a quaternion [x, y, z, w] of a length between 1e-6 and 1e6, not zero.',
    ],
    ['a quaternion', quaternion(''), [0, 0, 1], 'x is [0, 0, 1], but must be a list of 4 finite numbers.'],
    ['a list', list('', number('')), { 0: 1 }, 'x is an object, but must be a list.'],
    ['a list', list('', number(''), 2), [1], 'x is [1], but must be a list of at least 2.'],
    ['a list', list('', number('')), [1, true], 'x[1] is true, but must be a finite number.'],
    ['a literal', literal('a'), 'b', 'x is "b", but must be "a".'],
    ['a literal', literal(1), '1', 'x is "1", but must be 1.'],
    ['a record', record('', number('')), [1], 'x is [1], but must be an object.'],
    ['a record', record('', number('')), { a: 1, b: '2' }, 'x.b is "2", but must be a finite number.'],
    ['an object', circle, 'round', 'x is "round", but must be an object: a circle.'],
    ['an object', circle, { kind: 'circle' }, 'x.radius is missing; a circle needs it.'],
    ['an object', circle, { kind: 'circle', radius: 0 }, 'x.radius is 0, but must be a finite number above 0.'],
    [
      'an object',
      circle,
      { kind: 'circle', radius: 1, raduis: 2 },
      'x.raduis is not a field of a circle; allowed are kind, radius.',
    ],
    ['a tagged object', figure, null, 'x is null, but must be an object: a figure.'],
    ['a tagged object', figure, { kind: 'square' }, 'x.kind is "square", but must be one of "circle", "label".'],
    ['a tagged object', figure, {}, 'x.kind is undefined, but must be one of "circle", "label".'],
    ['a tagged object', figure, { kind: 'toString' }, 'x.kind is "toString", but must be one of "circle", "label".'],
    [
      'a tagged object',
      figure,
      { kind: 'label', text: 'a', size: 10 },
      'x.size is 10, but must be a whole number of at least 1 and of at most 9.',
    ],
  ];
  it.each(cases)('of %s names field, value and what is allowed (%#)', (_, field, value, expected) => {
    expect(sentence(field, value)).toBe(expected);
  });

  it('leaves the path out where the value is the whole', () => {
    expect(sentence(circle, { kind: 'circle' }, '')).toBe('radius is missing; a circle needs it.');
  });

  it('refuses fields that every JavaScript object inherits, like any other that is not declared', () => {
    for (const key of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
      expect(sentence(circle, { kind: 'circle', radius: 1, [key]: 1 })).toBe(
        `x.${key} is not a field of a circle; allowed are kind, radius.`,
      );
    }
  });

  it('refuses a list with holes', () => {
    // biome-ignore lint/suspicious/noSparseArray: holes are what is tested
    expect(sentence(list('', number('')), [1, , 3])).toBe('x[1] is undefined, but must be a finite number.');
  });

  it('shows long and strange values briefly', () => {
    expect(show('a'.repeat(100))).toBe(`"${'a'.repeat(57)}..."`);
    expect(show([1, 'b', null])).toBe('[1, "b", null]');
    expect(show([1, [2, 'b'], null])).toBe('a list of 3');
    expect(show(() => 1)).toBe('a function');
    expect(show(10n)).toBe('a bigint');
    expect(show({})).toBe('an object');
  });
});

describe('the JSON Schema of a field', () => {
  const fields: [string, Field][] = [
    ['a number', number('', { min: -1, max: 2 })],
    ['a number above', number('', { above: 0 })],
    ['a whole number', number('', { min: 0, integer: true })],
    ['a boolean', boolean('')],
    ['a text', text('')],
    ['a choice', oneOf('', ['a', 'b', 1])],
    ['a tuple', tuple('', 2)],
    ['a vector above', vec3('', 0)],
    ['a list', list('', number(''), 1)],
    ['a literal', literal('circle')],
    ['a record', record('', number(''))],
    ['an object', label],
    ['a tagged object', figure],
    ['a list of tagged objects', list('', figure, 1)],
  ];
  /** Values near what the fields allow, so that both answers are common. */
  const leaf = fc.oneof(
    fc.constantFrom(0, 1, -1, 2, 1.5, 10, '', 'a', 'b', 'circle', 'label', true, null),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const key = fc.constantFrom('kind', 'radius', 'text', 'size', 'other', 'constructor');
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value')),
      tie('figure'),
    ),
    figure: fc.record(
      {
        kind: fc.constantFrom('circle', 'label', 'square'),
        radius: fc.constantFrom(0, 1, 'a'),
        text: fc.constantFrom('', 'a', 1),
        size: fc.constantFrom(0, 1, 1.5, 9, 10),
      },
      { requiredKeys: ['kind'] },
    ),
  })).value;

  it.each(fields)('of %s allows exactly what the field does', (_, field) => {
    const allows = new Ajv2020({ strict: false }).compile(field.schema());
    fc.assert(
      fc.property(value, (given) => {
        // What a file can hold: no negative zeros, no inherited fields.
        const read = JSON.parse(JSON.stringify(given));
        expect(allows(read)).toBe(sentence(field, read) === undefined);
      }),
      { numRuns: 400 },
    );
  });

  it('of a quaternion allows all that the field does; that zero is no rotation is beyond a schema', () => {
    const field = quaternion('');
    const allows = new Ajv2020({ strict: false }).compile(field.schema());
    expect(allows([0, 0, 0, 1])).toBe(true);
    expect(allows([0, 0, 0])).toBe(false);
    expect(sentence(field, [0, 0, 0, 1])).toBeUndefined();
    expect(sentence(field, [1e-9, 0, 0, 0])).toBeDefined();
  });

  it('carries the documentation', () => {
    for (const make of [number, boolean, text, quaternion, vec3])
      expect(make('What it is').schema().description).toBe('What it is');
    expect(oneOf('What it is', ['a']).schema().description).toBe('What it is');
    expect(list('What it is', text('')).schema().description).toBe('What it is');
    expect(record('What it is', text('')).schema().description).toBe('What it is');
    expect(circle.schema().description).toBe('A circle');
    expect(figure.schema().description).toBe('A figure');
  });
});

describe('long lists of numbers', () => {
  const any = numbers('Any', false);
  const plain = numbers('Plain', true, { min: 0, integer: true });

  it.each([
    [any, [], undefined],
    [any, [1, -2.5], undefined],
    [any, new Float64Array(3), undefined],
    [any, [1, 2, Number.NaN], 'x[2] is NaN, but must be a finite number.'],
    [any, [1, '2'], 'x[1] is "2", but must be a finite number.'],
    [any, Float32Array.of(Number.POSITIVE_INFINITY), 'x[0] is Infinity, but must be a finite number.'],
    [any, [1e16], 'x[0] is 10000000000000000, but must be a number of at most 1e+15 in size.'],
    [any, '123', 'x is "123", but must be a list of numbers.'],
    [any, new DataView(new ArrayBuffer(8)), 'x is an object, but must be a list of numbers.'],
    [any, { length: 0 }, 'x is an object, but must be a list of numbers.'],
    [plain, [0, 7], undefined],
    [plain, new Uint32Array(3), 'x is an object, but must be a list of numbers.'],
    [plain, [0, -1], 'x[1] is -1, but must be a whole number of at least 0.'],
    [plain, [0.5], 'x[0] is 0.5, but must be a whole number of at least 0.'],
  ])('%#', (field, value, says) => {
    expect(sentence(field, value)).toBe(says);
  });
});
