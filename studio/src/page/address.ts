// The page's address holds scene, method, scheduler, solver, seed, step, what is driven and the settings that were changed: a
// link reproduces what is seen. Options of the scene and settings of the world go by their names, as behind --set of the command
// line.

import { SCENES } from '../../../scenes/index.js';
import type { Settings } from '../../../src/index.js';
import { SETTINGS } from '../../../src/index.js';
import { refuseOldName } from '../../../src/settings.js';
import type { Choices, SceneSource } from '../protocol.js';

export const DEFAULT_SCENE = 'tower';
export const DEFAULT_SEED = 1;
const NAMES = ['method', 'scheduler', 'solver'] as const;

export interface Place {
  readonly source: SceneSource;
  readonly choices: Choices;
  /** Name of the character or vehicle that is driven by keys. */
  readonly drive?: string;
}

/** What an address says; throws a sentence for what it cannot mean. */
export function readAddress(hash: string): Place {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const name = words.get('scene') ?? DEFAULT_SCENE;
  const file = words.get('file');
  if (file !== null) throw new Error(`The scene file ${file} is not part of the link; open it from the panel.`);
  const options: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  for (const [key, word] of words) {
    if (['scene', 'seed', 'dt', 'drive', ...NAMES].includes(key)) continue;
    if (Object.hasOwn(SCENES, name) && Object.hasOwn(SCENES[name].options, key)) options[key] = readWord(word);
    else if (Object.hasOwn(SETTINGS, key)) settings[key] = readWord(word);
    else {
      refuseOldName(key, key);
      throw new Error(`The link says ${key}, which is neither a setting nor an option of the scene ${name}.`);
    }
  }
  const named = Object.fromEntries(NAMES.flatMap((key) => (words.has(key) ? [[key, words.get(key)]] : [])));
  return {
    source: { kind: 'built-in', name, seed: words.has('seed') ? Number(words.get('seed')) : DEFAULT_SEED, options },
    choices: { ...named, ...(words.has('dt') && { dt: Number(words.get('dt')) }), settings: settings as Partial<Settings> },
    ...(words.has('drive') && { drive: words.get('drive') as string }),
  };
}

export function writeAddress({ source, choices, drive }: Place): string {
  const words: [string, string][] = [];
  if (source.kind === 'file') words.push(['file', source.path]);
  else {
    words.push(['scene', source.name]);
    if (source.seed !== DEFAULT_SEED) words.push(['seed', String(source.seed)]);
  }
  for (const key of NAMES) if (choices[key] !== undefined) words.push([key, choices[key]]);
  if (choices.dt !== undefined) words.push(['dt', String(choices.dt)]);
  const options = source.kind === 'built-in' ? source.options : {};
  for (const [key, value] of Object.entries({ ...options, ...choices.settings })) words.push([key, writeWord(value)]);
  if (drive !== undefined) words.push(['drive', drive]);
  return `#${words.map(([key, word]) => `${key}=${encodeURIComponent(word).replaceAll('%2C', ',')}`).join('&')}`;
}

/** A word that is not JSON stands for itself, such as "exact". */
function readWord(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

function writeWord(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
