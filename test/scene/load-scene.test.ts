import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/input/fields.js';
import { formatScene } from '../../src/scene/format-scene.js';
import { checkScene, parseScene } from '../../src/scene/load-scene.js';
import { BAD_SCENES } from './bad-scenes.js';
import { fullScene } from './full-scene.js';

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  throw new Error('Nothing was thrown.');
}

/** One line that ends with a full stop. */
const SENTENCE = /^[^\n]+\.$/;

test('a scene with every field is accepted, as it is', () => {
  const scene = fullScene();
  expect(checkScene(scene)).toBe(scene);
  expect(scene).toEqual(fullScene());
});

test('the least scene has a version and a name', () => {
  expect(parseScene('{"drystone": 1, "name": "empty"}')).toEqual({ drystone: 1, name: 'empty' });
});

test('a scene file read back is the scene that was written', () => {
  expect(parseScene(formatScene(fullScene()))).toEqual(fullScene());
});

describe('what is refused, and what is said of it', () => {
  for (const { what, says, scene } of BAD_SCENES) {
    test(what, () => {
      const message = messageOf(() => checkScene(scene));
      expect(message).toMatch(says);
      expect(message).toMatch(SENTENCE);
    });
  }
});

describe('texts that are refused', () => {
  const text = formatScene(fullScene());
  const cases: [what: string, says: RegExp, text: string][] = [
    ['nothing', /not valid JSON/, ''],
    ['a truncated file', /not valid JSON/, text.slice(0, text.length / 2)],
    ['two scenes', /not valid JSON/, text + text],
    ['NaN', /not valid JSON/, text.replace('"dt": 0.02', '"dt": NaN')],
    ['a number too large', /dt is Infinity, but must be a finite number/, text.replace('"dt": 0.02', '"dt": 1e999')],
    ['a key given twice', /: name is given twice/, text.replace('"name"', '"name": "first",\n"name"')],
    ['a material given twice', /: materials\.ice is given twice/, text.replace('"ice":', '"ice": {}, "i\\u0063e":')],
    [
      'a key given twice far inside',
      /: bodies\[1\]\.shapes\[0\]\.radius is given/,
      text.replace('"radius":', '"radius": 1, "radius":'),
    ],
  ];
  for (const [what, says, bad] of cases) {
    test(what, () => {
      const message = messageOf(() => parseScene(bad, 'my scene.json'));
      expect(message).toMatch(says);
      expect(message).toMatch(SENTENCE);
      expect(message.startsWith('my scene.json: ')).toBe(true);
    });
  }

  test('any part of a file', () => {
    for (let end = 0; end < text.trimEnd().length; end += 7) {
      expect(messageOf(() => parseScene(text.slice(0, end)))).toMatch(SENTENCE);
    }
  });

  test('but a byte order mark and keys that only look alike are no matter', () => {
    expect(parseScene(`\uFEFF${text}`).name).toBe('everything');
    const lookalikes =
      '{"drystone": 1, "name": "\\"a\\": {", "materials": {"a": {}, "A": {}, "\\"": {}, "\\\\": {}}, "timers": []}';
    expect(Object.keys(parseScene(lookalikes).materials ?? {})).toHaveLength(4);
  });
});
