// npm run studio:gallery: the pictures of the gallery and of the README, all by `drystone shot`.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCENES } from '../dist/scenes/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const gallery = `${root}studio/public/gallery`;
const images = `${root}docs/images`;

const THEMES = ['light', 'dark'];

/** When a scene is at its best [s]; most are so after one second. */
const MOMENTS = {
  atoms: 3,
  avalanche: 6,
  'ball-at-base': 0.6,
  billiards: 0.5,
  bullet: 0.03,
  cars: 3.4,
  course: 9,
  'city-wall': 0.1,
  'cow-pile': 5.6,
  'cs-stack': 0.6,
  cubejam: 14,
  cubeglass: 7,
  diku: 3,
  'jack-bowl': 2,
  'leaning-stack': 0.5,
  'mesh-zoo': 3,
  'office-toy': 0.4,
  poured: 2.2,
  'revival-chain': 0.8,
  robots: 4.9,
  'roof-tower': 5,
  silo: 4,
  'square-pyramid': 0.1,
  stack: 0.3,
  stadium: 1.3,
  terrain: 2.2,
  'unstable-spheres': 1.2,
  vehicle: 2.1,
  walker: 6,
};
/** What is chosen for the picture of a scene. */
const CHOSEN = {
  'city-wall': 'bodies=8000',
  'square-pyramid': 'bodies=5000',
  stadium: 'bodies=3000',
  poured: 'bodies=2000',
};
const HEAVY = ['heavy-on-light', '--set', 'ratio=1000', '--at', '0.5', '--size', '480x440'];
const README_PICTURES = [
  [...HEAVY, '--method', 'gsp', '-o', `${images}/stack-gsp.png`],
  [...HEAVY, '--method', 'ncp', '-o', `${images}/stack-ncp.png`],
  ['tower', '--at', '1', '--overlay', 'graph', '--size', '680x440', '-o', `${images}/tower-graph.png`],
];

for (const theme of THEMES) mkdirSync(`${gallery}/${theme}`, { recursive: true });
mkdirSync(images, { recursive: true });
// Without a name, all of them.
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
for (const name of Object.keys(SCENES).filter(isWanted)) {
  for (const theme of THEMES) {
    const look = ['--at', String(MOMENTS[name] ?? 1), '--size', '320x200', '--theme', theme];
    const chosen = CHOSEN[name] === undefined ? [] : ['--set', CHOSEN[name]];
    take([name, ...look, ...chosen, '-o', `${gallery}/${theme}/${name}.webp`]);
  }
}
if (isWanted('readme')) for (const words of README_PICTURES) take(words);

function take(words) {
  process.stderr.write(`${words.join(' ')}\n`);
  const { status } = spawnSync(process.execPath, [`${root}dist/cli/drystone.js`, 'shot', ...words], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
