// The groups of scenes in the gallery. A scene that is in no group is shown among the others.

import { SCENES } from '../../../scenes/index.js';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Towers that are hit': ['roof-tower', 'ball-at-base', 'field', 'bullet', 'avalanche'],
  'Stacks that stand': [
    'tower',
    'wall',
    'box-stack',
    'heavy-on-light',
    'pyramid',
    'jenga',
    'arch',
    'lintel',
    'leaning-stack',
    'ball-grid',
    'stack',
    'cs-stack',
  ],
  'Heaps and pouring': ['silo', 'diku', 'cubejam', 'cubeglass', 'cow-pile', 'jack-bowl', 'mesh-zoo', 'terrain'],
  'Robots, vehicles and joints': [
    'robots',
    'walker',
    'vehicle',
    'cars',
    'course',
    'ragdolls',
    'crane',
    'bridge',
    'chain',
    'ring-chain',
  ],
  'Meshes in each other': ['nut-and-bolt', 'torus-on-post', 'single-body'],
  'A hundred thousand bodies, on the GPU': ['city-wall', 'square-pyramid', 'stadium', 'poured'],
  'Textbook and collisions': [
    'seesaw',
    'scale',
    'sled',
    'office-toy',
    'revival-chain',
    'unstable-spheres',
    'billiards',
    'gas',
    'atoms',
    'figure-2',
  ],
};

/** All scenes by the title of their group, each once. */
export function groupScenes(): [title: string, names: string[]][] {
  const names = Object.keys(SCENES);
  const grouped = Object.entries(GROUPS).map(([title, members]): [string, string[]] => [
    title,
    members.filter((name) => names.includes(name)),
  ]);
  const others = names.filter((name) => !grouped.some(([, members]) => members.includes(name)));
  return [...grouped, ['Others', others] as [string, string[]]].filter(([, members]) => members.length > 0);
}
