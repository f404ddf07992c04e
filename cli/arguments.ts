// From the words of the command line to values: numbers, --set, and the scene that is meant.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import type { BuiltInScene } from '../scenes/index.js';
import { SCENES, seedField } from '../scenes/index.js';
import { ContactTree } from '../src/distance-field/contact-tree.js';
import type { Field } from '../src/input/fields.js';
import { InputError, show } from '../src/input/fields.js';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.js';
import { readMesh } from '../src/mesh-files/index.js';
import { loadScene } from '../src/scene/load-scene.js';
import type { MeshReader } from '../src/scene/resolve-mesh-files.js';
import type { Scene } from '../src/scene/scene.js';
import type { Settings } from '../src/settings.js';
import { checkSetting, SETTINGS } from '../src/settings.js';
import { obtainTrees } from './tree-cache.js';

export const DEFAULT_SEED = 1;

/** The number that the text of a flag stands for, if the field allows it. */
export function parseNumber(flag: string, text: string, field: Field): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  field.check(Number.isNaN(value) ? text : value, flag);
  return value;
}

export function parseSeed(text: string | undefined): number {
  return text === undefined ? DEFAULT_SEED : parseNumber('--seed', text, seedField);
}

export interface ChosenScene {
  scene: Scene;
  /** What a built-in scene was made with, null for a file: nothing in it is left to chance. */
  seed: number | null;
  /** What --set says of the world's settings. */
  settings: Partial<Settings>;
}

/** The built-in scene or the scene file that `word` names, with the assignments of --set. */
export async function chooseScene(word: string, seed: number, assignments: readonly string[]): Promise<ChosenScene> {
  const parsed = assignments.map(parseAssignment);
  if (!Object.hasOwn(SCENES, word)) {
    if (!existsSync(word)) {
      const names = Object.keys(SCENES).join(', ');
      throw new InputError(`SCENE is ${show(word)}, but must be the path of a scene file or one of ${names}.`);
    }
    return { scene: await readScene(word), seed: null, settings: takeSettings(parsed, null) };
  }
  const builtIn = SCENES[word];
  const isOption = ([name]: Assignment) => Object.hasOwn(builtIn.options, name);
  const options = Object.fromEntries(parsed.filter(isOption));
  const settings = takeSettings(
    parsed.filter((assignment) => !isOption(assignment)),
    builtIn,
  );
  const scene = builtIn.make({ ...options, seed });
  obtainTrees(scene);
  return { scene, seed, settings };
}

type Assignment = [name: string, value: unknown];

/** Of `--set name=value`; a value that is not JSON is a word, such as "exact". */
function parseAssignment(text: string): Assignment {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InputError(`--set is ${show(text)}, but must be of the form name=value.`);
  const word = text.slice(equals + 1);
  try {
    return [text.slice(0, equals), JSON.parse(word)];
  } catch {
    return [text.slice(0, equals), word];
  }
}

function takeSettings(assignments: readonly Assignment[], scene: BuiltInScene | null): Partial<Settings> {
  for (const [name, value] of assignments) {
    if (!Object.hasOwn(SETTINGS, name)) {
      const options = scene === null ? [] : Object.keys(scene.options);
      const own = options.length === 0 ? '' : `, and of this scene ${options.join(', ')}`;
      throw new InputError(`--set ${name} is not a setting; allowed are ${Object.keys(SETTINGS).join(', ')}${own}.`);
    }
    checkSetting(name, value);
  }
  return Object.fromEntries(assignments);
}

/** The scene of a file, with those of its meshes that are files themselves. */
export async function readScene(path: string): Promise<Scene> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InputError(`The scene file ${show(path)} cannot be read: ${reasonOf(error)}.`);
  }
  const scene = await loadScene(text, meshReaderFor(path), path);
  obtainTrees(scene);
  return scene;
}

/** Reads the mesh files that a scene file names, relative to its own folder. */
function meshReaderFor(scenePath: string): MeshReader {
  return async (file) => {
    const folder = dirname(resolve(dirname(scenePath), file));
    return readMeshOrTree(resolve(dirname(scenePath), file), file, folder);
  };
}

/** A contact tree, by its ending .tree, or a mesh; `name` is what messages call it. What a glTF file names is looked for in `folder`. */
export async function readMeshOrTree(path: string, name: string, folder: string): Promise<TriangleMesh | ContactTree> {
  const read = (file: string): Uint8Array<ArrayBuffer> => {
    try {
      return new Uint8Array(readFileSync(file));
    } catch (error) {
      throw new InputError(`${reasonOf(error)}.`);
    }
  };
  const bytes = read(path);
  if (extname(path).toLowerCase() === '.tree') return ContactTree.fromBytes(bytes);
  return readMesh(bytes, { name, resolve: async (uri) => read(resolve(folder, uri)) });
}

/** What the system says of a file that cannot be read or written, in a few words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file or folder',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is not a folder',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
  };
  return (code === undefined ? undefined : reasons[code]) ?? message;
}
