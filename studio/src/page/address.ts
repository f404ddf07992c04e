// The page's address. It holds scene, method, scheduler, solver, seed, time, driven body, changed settings and the
// other side of a comparison, so that a link reproduces the view. Options of the scene and settings of the world have
// their names, as after --set on the command line; those of the other side have the prefix "b.".

import { SCENES } from '../../../scenes/index.js';
import type { Settings } from '../../../src/index.js';
import { SETTINGS } from '../../../src/index.js';
import { refuseOldName } from '../../../src/settings.js';
import type { Choices, Rival, SceneSource } from '../protocol.js';
import { RIVALS } from '../protocol.js';

export const DEFAULT_SEED = 1;
/** The scene opened for an empty address: a body falls on a tower, and then another hits it. */
export const FIRST_ADDRESS = '#scene=roof-tower&layers=12&ring=14';
const NAMES = ['method', 'scheduler', 'solver'] as const;
const OTHER = 'b.';

/** The other side of a comparison: Drystone with other choices, or another engine with one of its settings. */
export type Opponent =
  | { readonly engine: 'drystone'; readonly choices: Choices }
  | { readonly engine: Rival; readonly setting: string };

export interface Place {
  readonly source: SceneSource;
  readonly choices: Choices;
  /** Number of the run of a sweep; the server of the page has its scene. */
  readonly run?: string;
  /** Time that is shown first [s]. */
  readonly at?: number;
  /** Name of the character or vehicle that keys drive. */
  readonly drive?: string;
  readonly compare?: Opponent;
}

/** Reads an address; `served` is the file that it names, if the server has it. Throws if the address is invalid. */
export function readAddress(hash: string, served: SceneSource | null = null): Place {
  const words = new URLSearchParams((hash.length < 2 ? FIRST_ADDRESS : hash).replace(/^#/, ''));
  const name = words.get('scene') ?? '';
  const file = words.get('file');
  if (file !== null && served === null)
    throw new Error(`The scene file ${file} is not part of the link; open it from the panel.`);
  if (file === null && name === '') throw new Error(`The link ${hash} names no scene; one that does is #scene=tower.`);
  const options: Record<string, unknown> = {};
  const rest = new Map<string, string>();
  const ofOther = new Map<string, string>();
  for (const [key, word] of words) {
    if (['scene', 'file', 'seed', 'at', 'drive', 'compare'].includes(key)) continue;
    if (Object.hasOwn(SCENES, name) && Object.hasOwn(SCENES[name].options, key)) options[key] = readWord(word);
    else if (key.startsWith(OTHER)) ofOther.set(key.slice(OTHER.length), word);
    else rest.set(key, word);
  }
  const compare = words.get('compare');
  const seed = words.has('seed') ? readNumber('seed', words.get('seed') as string) : DEFAULT_SEED;
  return {
    source: served ?? { kind: 'built-in', name, seed, options },
    choices: readChoices(rest, (key) => `${key}, which is neither a setting nor an option of the scene ${file ?? name}`),
    ...readMoment(words),
    ...(words.has('drive') && { drive: words.get('drive') as string }),
    ...(compare !== null && { compare: readOpponent(compare, ofOther) }),
  };
}

function readMoment(words: URLSearchParams): { at?: number } {
  const word = words.get('at');
  if (word === null) return {};
  const at = Number(word);
  if (word === '' || !(at >= 0 && at < Number.POSITIVE_INFINITY))
    throw new Error(`at is ${JSON.stringify(word)}, but must be a time from the start on, in seconds.`);
  return { at };
}

/** The run of a sweep that an address names, with its time; null for other addresses. */
export function readRun(hash: string): { run: string; at?: number } | null {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const run = words.get('run');
  if (run === null) return null;
  if (!/^\d+$/.test(run)) throw new Error(`run is ${JSON.stringify(run)}, but must be the number of a run.`);
  return { run, ...readMoment(words) };
}

/** The scene file that an address names; null for other addresses. */
export function readFile(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('file');
}

function readChoices(words: ReadonlyMap<string, string>, describe: (key: string) => string): Choices {
  const choices: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  for (const [key, word] of words) {
    if ((NAMES as readonly string[]).includes(key)) choices[key] = word;
    else if (key === 'dt') choices.dt = readNumber('dt', word);
    else if (Object.hasOwn(SETTINGS, key)) settings[key] = readWord(word);
    else {
      refuseOldName(key, key);
      throw new Error(`The link says ${describe(key)}.`);
    }
  }
  return { ...choices, settings: settings as Partial<Settings> };
}

function readOpponent(engine: string, words: ReadonlyMap<string, string>): Opponent {
  if (engine === 'drystone') {
    return { engine, choices: readChoices(words, (key) => `${OTHER}${key}, but ${key} is not a setting`) };
  }
  if (!Object.hasOwn(RIVALS, engine)) {
    throw new Error(`compare is ${JSON.stringify(engine)}, but must be one of drystone, ${Object.keys(RIVALS).join(', ')}.`);
  }
  return { engine: engine as Rival, setting: words.get('setting') ?? 'default' };
}

export function writeAddress({ source, choices, run, at, drive, compare }: Place): string {
  const words: [string, string][] = [];
  if (run !== undefined) words.push(['run', run]);
  else if (source.kind === 'file') words.push(['file', source.path]);
  else {
    words.push(['scene', source.name]);
    if (source.seed !== DEFAULT_SEED) words.push(['seed', String(source.seed)]);
    for (const [key, value] of Object.entries(source.options)) words.push([key, writeWord(value)]);
  }
  if (run === undefined) words.push(...writeChoices(choices));
  if (at !== undefined) words.push(['at', String(at)]);
  if (drive !== undefined) words.push(['drive', drive]);
  if (compare !== undefined) words.push(['compare', compare.engine], ...writeOpponent(compare));
  return `#${words.map(([key, word]) => `${key}=${encodeURIComponent(word).replaceAll('%2C', ',')}`).join('&')}`;
}

function writeChoices(choices: Choices): [string, string][] {
  const words: [string, string][] = [];
  for (const key of NAMES) if (choices[key] !== undefined) words.push([key, choices[key]]);
  if (choices.dt !== undefined) words.push(['dt', String(choices.dt)]);
  for (const [key, value] of Object.entries(choices.settings)) words.push([key, writeWord(value)]);
  return words;
}

function writeOpponent(opponent: Opponent): [string, string][] {
  if (opponent.engine === 'drystone') return writeChoices(opponent.choices).map(([key, word]) => [`${OTHER}${key}`, word]);
  return opponent.setting === 'default' ? [] : [[`${OTHER}setting`, opponent.setting]];
}

function readNumber(name: string, word: string): number {
  const value = word === '' ? Number.NaN : Number(word);
  if (Number.isNaN(value)) throw new Error(`${name} is ${JSON.stringify(word)}, but must be a number.`);
  return value;
}

/** The value of a word: a word that is not JSON, such as "exact", is a string. */
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
