// The choice of a scene on the page: a built-in scene by its name, as in the studio's address, and its number of
// bodies.

import { SCENES } from '../../../scenes/index.js';
import { InputError, type Scene } from '../../../src/index.js';
import { readAddress, writeAddress } from '../page/address.js';

/** The scene that is opened if the address names none. */
const FIRST_SCENE = '#scene=city-wall';
/** Default numbers of bodies: on a GPU, and on the processor [1]. */
export const ON_GPU = 100_000;
export const ON_PROCESSOR = 1000;
/** Numbers of bodies that the page offers [1]. */
export const COUNTS = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 500_000];

export interface Choice {
  readonly name: string;
  readonly seed: number;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Scenes with an option for the number of bodies. */
export const SIZED = Object.keys(SCENES).filter((name) => 'bodies' in SCENES[name].options);

/** Reads an address; throws if it is invalid here. */
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

/** Makes the chosen scene; a scene of variable size gets `bodies` bodies. */
export function sceneOf({ name, seed, options }: Choice, bodies: number): Scene {
  const isSized = SIZED.includes(name);
  return SCENES[name].make({ seed, ...options, ...(isSized && { bodies }) });
}
