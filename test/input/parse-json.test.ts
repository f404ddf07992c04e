// What is wrong with a JSON text is said by line and column, by the same words everywhere.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError, printable, show } from '../../src/input/fields.js';
import { parseJson } from '../../src/input/parse-json.js';
import { parseScene } from '../../src/scene/load-scene.js';

function refusal(text: string, isQuoted = true): string {
  try {
    parseJson(text, 'It', isQuoted);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error('It was read.');
}

describe('a text that is not JSON', () => {
  it.each([
    ['', 'a value must be at line 1, column 1.'],
    ['{\n  "a": 1,\n  "b" 2\n}', 'a colon must be at line 3, column 7, in "\\"b\\" 2".'],
    ['{"a": 1,}', 'a name in quotes must be at line 1, column 9, in "{\\"a\\": 1,}".'],
    ['{a: 1}', 'a name in quotes or "}" must be at line 1, column 2, in "{a: 1}".'],
    ['[1, 2', 'a comma or "]" must be at line 1, column 6, in "[1, 2".'],
    ['[1,\r\n 2,\r\n]', 'a value must be at line 3, column 1, in "]".'],
    ['[1 2]', 'a comma or "]" must be at line 1, column 4, in "[1 2]".'],
    ['{"a": NaN}', 'a value must be at line 1, column 7, in "{\\"a\\": NaN}".'],
    ['{"a": 01}', 'a comma or "}" must be at line 1, column 8, in "{\\"a\\": 01}".'],
    ['{"a": "b\n"}', 'the closing quote of a text must be at line 1, column 9, in "{\\"a\\": \\"b".'],
    ['{"a": "\\x"}', 'an escape that JSON knows must be at line 1, column 8, in "{\\"a\\": \\"\\\\x\\"}".'],
    ['{} {}', 'the end must be at line 1, column 4, in "{} {}".'],
  ])('%j', (text, says) => {
    expect(refusal(text)).toBe(`It is not valid JSON: ${says}`);
    expect(refusal(text, false)).toBe(`It is not valid JSON: ${says.replace(/, in ".*/, '.')}`);
  });

  it('is shown around the place, cut and without what a terminal acts upon', () => {
    const said = refusal(`{"a": "${'x'.repeat(500)}", "\u009b31mb\u007f" oops ${'y'.repeat(500)}`);
    expect(said).toMatch(
      /^It is not valid JSON: a colon must be at line 1, column 520, in "x+\\", \\"\\u009b31mb\\u007f\\" oops y+"\.$/,
    );
    expect(said.length).toBeLessThan(160);
    expect(said).toBe(printable(said));
  });

  it('is found wherever it ends or is changed, and no valid text is', () => {
    const text = JSON.stringify({ a: [1, -2.5e-3, { b: 'c\\"\u2028', d: [] }], e: null, f: [true, false, {}] }, null, 1);
    for (let length = 0; length < text.length; length++)
      expect(refusal(text.slice(0, length))).toMatch(/^It is not valid JSON: .+\.$/);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 3, unit: 'binary' }), (at, put) => {
        const altered = text.slice(0, at) + put + text.slice(at + 1);
        let isValid = true;
        try {
          JSON.parse(altered);
        } catch {
          isValid = false;
        }
        if (isValid) expect(parseJson(altered, 'It', true)).toEqual(JSON.parse(altered));
        else expect(refusal(altered)).toMatch(/^It is not valid JSON: .+ must be at line \d+, column \d+/);
      }),
      { numRuns: 3000, seed: 3 },
    );
  });

  it('may be a million brackets deep', () => {
    expect(refusal('['.repeat(1_000_000))).toMatch(/column 1000001/);
  });

  it('is said of a scene', () => {
    expect(() => parseScene('{\n "drystone": 1,\n "name": "a" "b"\n}', 'a.json')).toThrow(
      'a.json: The scene is not valid JSON: a comma or "}" must be at line 3, column 14, in "\\"name\\": \\"a\\" \\"b\\"".',
    );
    expect(() => parseScene(' '.repeat((1 << 26) + 1))).toThrow(
      'The scene is 67108865 characters long, but must have at most 67108864.',
    );
  });
});

it('nothing shown is acted upon by a terminal', () => {
  expect(show('\u001b]0;title\u0007\u009b31m\u202egnp.exe\u007f\ud800')).toBe(
    '"\\u001b]0;title\\u0007\\u009b31m\\u202egnp.exe\\u007f\\ud800"',
  );
  expect(show('Gr\u00fc\u00dfe, \u65e5\u672c \u{1f9f1}')).toBe('"Gr\u00fc\u00dfe, \u65e5\u672c \u{1f9f1}"');
});
