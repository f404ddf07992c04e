// What the page opens: a built-in scene by its name, as the studio's address has it, and how many bodies of it.

import { SCENES } from '../../../scenes/index.js';
import { InputError, type Scene } from '../../../src/index.js';
import { readAddress, writeAddress } from '../page/address.js';

/** What is open where the address says nothing. */
const FIRST_SCENE = '#scene=city-wall';
/** So many bodies unless the address says more: on a GPU, and where the processor does what one does. */
export const ON_GPU = 100_000;
export const ON_PROCESSOR = 1000;
/** What can be chosen in the page [1]. */
export const COUNTS = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 500_000];

export interface Choice {
  readonly name: string;
  readonly seed: number;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Scenes that are as large as one wants. */
export const SIZED = Object.keys(SCENES).filter((name) => 'bodies' in SCENES[name].options);

/** Throws a sentence for what the address cannot mean. */
export function readChoice(hash: string): Choice {
  const { source, choices } = readAddress(hash.length < 2 ? FIRST_SCENE : hash);
  if (source.kind !== 'built-in') throw new InputError('A scene file can be opened in the studio, not here.');
  const [given] = [...Object.keys(choices).filter((key) => key !== 'settings'), ...Object.keys(choices.settings)];
  if (given !== undefined) throw new InputError(`The link says ${given}, which is chosen in the studio, not here.`);
  if (!Object.hasOwn(SCENES, source.name))
    throw new InputError(`scene is ${JSON.stringify(source.name)}, but must be one of ${SIZED.join(', ')}.`);
  return source;
}

export function writeChoice(choice: Choice): string {
  return writeAddress({ source: { kind: 'built-in', ...choice }, choices: { settings: {} } });
}

/** With at most so many bodies, where nothing else is said or where that is all that can be borne. */
export function sceneOf({ name, seed, options }: Choice, bodies: number): Scene {
  const isSized = SIZED.includes(name);
  return SCENES[name].make({ seed, ...options, ...(isSized && { bodies }) });
}
