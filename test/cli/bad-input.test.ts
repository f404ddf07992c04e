// Whatever is wrong with the input, the command line ends with code 2 and one sentence on stderr, and prints nothing else.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { drystone, temporaryFolder } from './command.js';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
const good = file('good.json', '{"drystone": 1, "name": "empty"}');
const truncated = file('truncated.json', '{"drystone": 1, "name": "emp');
const newer = file('newer.json', '{"drystone": 2, "name": "empty"}');
const flat = file(
  'flat.json',
  '{"drystone": 1, "name": "flat", "bodies": [{"shapes": [{"kind": "hull", "points": [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}]}]}',
);
const subfolder = join(folder, 'sub');
mkdirSync(subfolder);

const CASES: [says: RegExp, ...words: string[]][] = [
  [/unknown command 'fly'/, 'fly'],
  [/unknown option '--fast'/, 'run', 'wall', '--fast'],
  [/unknown option '--jsn'.*--json/, 'run', 'wall', '--jsn'],
  [/missing required argument 'SCENE'/, 'run'],
  [/missing required argument 'FILE'/, 'check'],
  [/too many arguments/, 'run', 'wall', 'tower'],
  [/'--dt <S>' argument missing/, 'run', 'wall', '--dt'],
  [/SCENE is "nowhere", but must be the path of a scene file or one of box-stack, wall/, 'run', 'nowhere'],
  [/SCENE is ""/, 'run', ''],
  [/SCENE is "toString"/, 'run', 'toString'],
  [/cannot be read: it is a folder/, 'run', subfolder],
  [/truncated\.json: The scene is not valid JSON/, 'run', truncated],
  [/newer\.json:\d+:\d+: drystone is 2, but must be 1/, 'run', newer],
  [/flat\.json:\d+:\d+: bodies\[0\]\.shapes\[0\]\.points/, 'run', flat],
  [/--dt is "abc", but must be a finite number of at least 1e-9/, 'run', 'wall', '--dt', 'abc'],
  [/--dt is -1, but must be/, 'run', 'wall', '--dt', '-1'],
  [/--dt is 0, but must be/, 'run', 'wall', '--dt', '0'],
  [/--dt is "", but must be/, 'run', 'wall', '--dt', ''],
  [/--seconds is "NaN", but must be/, 'run', 'wall', '--seconds', 'NaN'],
  [/--seconds is Infinity, but must be/, 'run', 'wall', '--seconds', '1e999'],
  [/--seconds is 1e\+30.*at most/, 'run', 'wall', '--seconds', '1e30'],
  [/--seed is 1\.5, but must be a whole number/, 'run', 'wall', '--seed', '1.5'],
  [/--seed is -1, but must be/, 'run', 'wall', '--seed', '-1'],
  [/--output is missing; it names the picture to write/, 'shot', 'wall'],
  [/--output is "wall\.gif", but must end in one of \.png, \.jpg, \.webp/, 'shot', 'wall', '-o', 'wall.gif'],
  [
    /--overlay is "ghosts", but must be one of graph, contacts, boxes/,
    'shot',
    'wall',
    '--overlay',
    'graph,ghosts',
    '-o',
    'a.png',
  ],
  [/--colour is "blue", but must be one of stone, group/, 'shot', 'wall', '--colour', 'blue', '-o', 'a.png'],
  [/--size is "big", but must be of the form WIDTHxHEIGHT/, 'shot', 'wall', '--size', 'big', '-o', 'a.png'],
  [/--size is 1, but must be a whole number of at least 16/, 'shot', 'wall', '--size', '1x1', '-o', 'a.png'],
  [/--theme is "sepia", but must be one of light, dark/, 'shot', 'wall', '--theme', 'sepia', '-o', 'a.png'],
  [/--at is -1, but must be/, 'shot', 'wall', '--at', '-1', '-o', 'a.png'],
  [/SCENE is "nowhere", but must be/, 'shot', 'nowhere', '-o', 'a.png'],
  [/solver is "qp", but method gsp works with "pgs"/, 'shot', 'wall', '--solver', 'qp', '-o', 'a.png'],
  [/--port is 70000, but must be a whole number/, 'studio', '--port', '70000'],
  [/SCENE is "nowhere", but must be/, 'studio', 'nowhere', '--no-open'],
  [/--runs is "nowhere", but there are no results of a sweep/, 'studio', '--runs', 'nowhere', '--no-open'],
  [/flat\.json:\d+:\d+: bodies\[0\]\.shapes\[0\]\.points/, 'studio', flat, '--no-open'],
  [/--every is 0, but must be a whole number of at least 1/, 'run', 'wall', '--every', '0'],
  [/--set is "noise", but must be of the form name=value/, 'run', 'wall', '--set', 'noise'],
  [/--set is "=1", but must be/, 'run', 'wall', '--set', '=1'],
  [
    /--set unknown is not a setting; allowed are courses, length, noise of this scene, and what "drystone settings" lists\.\n/,
    'run',
    'wall',
    '--set',
    'unknown=1',
  ],
  [/--set lenght is not a setting;.*lists; the nearest is length\.\n/, 'run', 'wall', '--set', 'lenght=1'],
  [
    /--set gsp\.iteration is not a setting;.*lists; the nearest is gsp\.iterations\.\n/,
    'run',
    'wall',
    '--set',
    'gsp.iteration=1',
  ],
  [/--set ncp\.touching is not a setting any more; it is called contact\.touching/, 'run', 'wall', '--set', 'ncp.touching=0'],
  [/--set ratio is not a setting/, 'run', good, '--set', 'ratio=1'],
  [/settings\.ncp\.iterations is "many", but must be a whole number/, 'run', 'wall', '--set', 'ncp.iterations=many'],
  [/settings\.gravity is \[0, 1\]/, 'run', 'wall', '--set', 'gravity=[0,1]'],
  [/courses is 0\.5, but must be a whole number/, 'run', 'wall', '--set', 'courses=0.5'],
  [/method is "magic", but must be one of/, 'run', 'wall', '--method', 'magic'],
  [/scheduler is "magic", but must be one of/, 'run', 'wall', '--scheduler', 'magic'],
  [/solver is "magic", but must be one of/, 'run', 'wall', '--solver', 'magic'],
  [/--poses ".*" cannot be written: there is no such/, 'run', 'wall', '--poses', join(folder, 'no', 'such', 'folder')],
  [/--poses ".*" cannot be written: it is a folder/, 'run', 'wall', '--poses', folder],
  [/The scene is "nothing", but must be one of box-stack/, 'scenes', 'nothing'],
  [/The scene is ".*good\.json", but must be one of/, 'scenes', good],
  [/--output needs the name/, 'scenes', '-o', join(folder, 'out.json')],
  [/--output ".*" cannot be written: it is a folder/, 'scenes', 'wall', '-o', folder],
  [/--seed is "x"/, 'scenes', 'wall', '--seed', 'x'],
  [/The scene file "wall" cannot be read: there is no such file/, 'check', 'wall'],
  [/truncated\.json: The scene is not valid JSON/, 'check', truncated],
  [/newer\.json:\d+:\d+: drystone is 2/, 'check', newer],
  [/flat\.json:\d+:\d+: bodies\[0\]\.shapes\[0\]\.points/, 'check', flat],
];

describe('bad input ends with code 2 and one sentence', () => {
  for (const [says, ...words] of CASES) {
    test(words.map((word) => word.replace(folder, '')).join(' '), () => {
      const { code, stdout, stderr } = drystone(...words);
      expect(stderr).toMatch(says);
      expect(stderr).toMatch(/^drystone: [^\n]+\.\n$/);
      expect(stdout).toBe('');
      expect(code).toBe(2);
    });
  }
});

test('a file of poses is not touched when something else is wrong', () => {
  const path = join(folder, 'untouched.poses');
  expect(drystone('run', 'wall', '--poses', path, '--dt', 'abc').code).toBe(2);
  expect(drystone('run', truncated, '--poses', path).code).toBe(2);
  expect(existsSync(path)).toBe(false);
});
