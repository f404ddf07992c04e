// What is wrong with a study is said by a sentence with its place, before anything is done.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { loadStudy } from '../../cli/sweep/load-study.js';
import { drystone, temporaryFolder } from '../cli/command.js';
import { writeStudy } from './results.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;
const path = (study: object | string, ending = 'json') => writeStudy(folder, `study-${count++}.${ending}`, study);
const good = { sweep: 1, name: 'good', scene: 'heavy-on-light', parameters: { ratio: [1, 10] } };

/** What is changed in a good study, and what is said of it. */
const CASES: [change: object, says: RegExp][] = [
  [{ sweep: undefined }, /: sweep is missing; a study needs it, and it must be 1/],
  [{ sweep: 2 }, /:2:3: sweep is 2, but must be 1/],
  [{ name: '' }, /name is "", but must be a text/],
  [{ scene: undefined }, /scene is missing/],
  [{ scene: 'no-such' }, /:\d+:\d+: scene is "no-such", but must be one of box-stack/],
  [{ scene: 'wall.json' }, /A scene file is given as \{ "file": "wall\.json" \}/],
  [{ scene: { file: 'nowhere.json' } }, /scene\.file is "nowhere\.json", which cannot be read: there is no such file/],
  [{ scene: { file: '../../etc/passwd' } }, /scene\.file .* outside the folder/],
  [{ colour: 'red' }, /colour is not a field of a study; allowed are sweep, name, scene/],
  [
    { parameters: { rato: [1] } },
    /:6:5: parameters\.rato is not known: it must be an option of the scene \(ratio, noise\), one of method/,
  ],
  [{ parameters: { ratio: [] } }, /:6:5: parameters\.ratio is an empty list/],
  [{ parameters: { ratio: [1, 1] } }, /parameters\.ratio\[1\] is the same as parameters\.ratio\[0\]/],
  [{ parameters: { ratio: [-1] } }, /parameters\.ratio\[0\] is -1, but must be a finite number above 0/],
  [{ parameters: { ratio: 5 } }, /parameters\.ratio is 5, but must be a list of values or an object with values/],
  [{ parameters: { ratio: { from: 5, to: 1, count: 3 } } }, /parameters\.ratio is from 5 to 1, which is empty/],
  [{ parameters: { ratio: { from: 1, to: 5, count: 0 } } }, /parameters\.ratio\.count is 0/],
  [
    { parameters: { ratio: { from: 0, to: 5, count: 3, scale: 'log' } } },
    /parameters\.ratio is from 0, but must be from above 0/,
  ],
  [{ parameters: { ratio: { random: [3, 3] } }, samples: 2 }, /parameters\.ratio\.random is 3 to 3, which is empty/],
  [
    { parameters: { noise: { latin: [0, 2] } }, samples: 2 },
    /parameters\.noise is 2, but must be a finite number of at least 0 and of at most 1/,
  ],
  [{ parameters: { ratio: { random: [1, 2] } } }, /samples is missing/],
  [{ samples: 3 }, /samples is 3, but no parameter is random or latin/],
  [{ parameters: { method: ['magic'] } }, /parameters\.method\[0\] is "magic", but must be one of "gsp"/],
  [{ parameters: { 'gsp.iterations': [0.5] } }, /parameters\.gsp\.iterations\[0\] is 0\.5, but must be a whole number/],
  [{ parameters: { 'ncp.touching': [1] } }, /is not a setting any more; it is called contact\.touching/],
  [
    { parameters: { 'materials.glass.friction': [0.1] } },
    /The place materials\.glass\.friction is not in the scene: "glass" is not among "default"/,
  ],
  [
    { parameters: { mass: { values: [1], path: 'bodies.nobody.mass' } } },
    /The place bodies\.nobody\.mass is not in the scene: "nobody" is neither a name nor a number/,
  ],
  [{ parameters: { 'materials.default.friction': [-3] } }, /friction is -3, but must be/],
  [
    { parameters: { run: { values: [1], path: 'seconds' } } },
    /parameters\.run cannot be called so: every row has a column of that name/,
  ],
  [{ fixed: { ratio: 3 } }, /fixed\.ratio is given, but ratio is among the parameters as well/],
  [{ fixed: { wind: 3 } }, /fixed\.wind is not known/],
  [{ measures: { ratio: 'drift.max' } }, /measures\.ratio cannot be called so: parameters\.ratio is called so/],
  [{ measures: { a: 'drift.most' } }, /measures\.a is "drift\.most", but must be one of bodies/],
  [{ measures: { a: 5 } }, /measures\.a is 5, but must be a number of the report/],
  [
    { measures: { a: { firstContact: ['box-0'] } } },
    /measures\.a\.firstContact is \["box-0"\], but must be a list of the names of two/,
  ],
  [
    { measures: { a: { firstContact: ['box-0', 'nobody'] } } },
    /measures\.a\.firstContact\[1\] is "nobody", but the scene has no body of that name/,
  ],
  [{ moment: 'hit' }, /moment is "hit", but must be one of the measures/],
  [{ limits: { seconds: 0 } }, /limits\.seconds is 0/],
  [{ limits: { memory: 1 } }, /limits\.memory is 1/],
  [{ keep: 'some' }, /keep is "some", but must be one of "none", "failures", "extremes", "all"/],
  [{ repetitions: 0 }, /repetitions is 0/],
  [
    { parameters: { ratio: { from: 1, to: 2, count: 1e6 } }, repetitions: 1e6 },
    /The study has 1000000000000 runs, but must have at most/,
  ],
];

describe('a study that is wrong', () => {
  it.each(CASES)('%o', async (change, says) => {
    await expect(loadStudy(path({ ...good, ...change }), false)).rejects.toThrow(says);
  });

  it('is none at all', async () => {
    await expect(loadStudy(path('{"sweep": 1, "name": "cut'), false)).rejects.toThrow(
      /The study is not valid JSON: .* line 1, column/,
    );
    await expect(loadStudy(path('[]'), false)).rejects.toThrow(/The study is \[\], but must be an object/);
    await expect(loadStudy(path('{"sweep": 1, "sweep": 1}'), false)).rejects.toThrow(/sweep is given twice/);
    await expect(loadStudy('nowhere.json', false)).rejects.toThrow(
      /FILE is "nowhere\.json", but must be the path of a study or one of angle-of-repose/,
    );
    await expect(loadStudy(folder, false)).rejects.toThrow(/cannot be read: it is a folder/);
  });
});

test('the command line says so with code 2, and leaves nothing behind', () => {
  const out = join(folder, 'out');
  const refused = (...words: string[]) => {
    const { code, stdout, stderr } = drystone('sweep', ...words, '--out', out);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^drystone: [^\n]+\.\n$/);
    expect(existsSync(out)).toBe(false);
    return stderr;
  };
  const file = path(good);
  expect(refused(path({ ...good, parameters: { rato: [1] } }))).toMatch(/study-\d+\.json:6:5: parameters\.rato is not known/);
  expect(refused(file, '--jobs', '0')).toMatch(/--jobs is 0/);
  expect(refused(file, '--jobs', '2', '--queue', 'redis://127.0.0.1:1')).toMatch(/--jobs is given with --queue/);
  expect(refused(file, '--priority', '1')).toMatch(/--priority is given, but there is no --queue/);
  expect(refused(file, '--queue', 'http://secret@host')).toMatch(/--queue must be of the form redis:\/\/HOST:PORT/);
  expect(refused(file, '--queue', 'http://secret@host')).not.toContain('secret');
});

// By the command line: the runner of tests would load modules in a way of its own.
test.each([
  ['export const study = {};', /it exports no study by default/],
  ['const a = 1;\nexport default {{;', /\.mjs:2 cannot be loaded: /],
  ['throw new Error("no luck");', /cannot be loaded: no luck\./],
  ['import "lodash"; export default {};', /one file, and imports nothing but drystone/],
  ['import "./beside.mjs"; export default {};', /one file, and imports nothing but drystone/],
  ['export default { sweep: 1, name: "x", scene: () => { throw new Error("empty"); } };', /scene threw: empty\./],
  ['export default { sweep: 1, name: "x", scene: () => 5 };', /scene\(\) returned 5, but must return a scene/],
])('a module is refused: %s', (text, says) => {
  const { code, stdout, stderr } = drystone('sweep', path(text, 'mjs'), '--out', join(folder, 'out'));
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(/^drystone: [^\n]+\.\n$/);
});
