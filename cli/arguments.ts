// Parsing of command line arguments: --set, and the scene.

import { existsSync } from 'node:fs';
import { extname, isAbsolute, join, relative } from 'node:path';
import type { BuiltInScene } from '../scenes/index.js';
import { SCENES, seedField } from '../scenes/index.js';
import { ContactTree } from '../src/distance-field/contact-tree.js';
import { readGltfScene } from '../src/gltf/read-scene.js';
import { InputError, show } from '../src/input/fields.js';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.js';
import { MOST_MESH_BYTES, readMesh } from '../src/mesh-files/index.js';
import { findField } from '../src/scene/duplicate-keys.js';
import { loadScene, MOST_SCENE_BYTES } from '../src/scene/load-scene.js';
import type { MeshReader } from '../src/scene/resolve-mesh-files.js';
import type { Scene } from '../src/scene/scene.js';
import type { Settings } from '../src/settings.js';
import { checkSetting, refuseOldName, SETTINGS } from '../src/settings.js';
import { folderOf, ReadFiles } from './files.js';
import { suggest } from './nearest-name.js';
import { parseNumber } from './numbers.js';
import { MOST_TREE_BYTES, obtainTrees } from './tree-cache.js';

export const DEFAULT_SEED = 1;

function parseSeed(text: string | undefined): number {
  return text === undefined ? DEFAULT_SEED : parseNumber('--seed', text, seedField);
}

export interface ChosenScene {
  scene: Scene;
  /** Random seed of a built-in scene; null for a file, which has no randomness. */
  seed: number | null;
  /** Settings of the world given by --set. */
  settings: Partial<Settings>;
  /** Files that were read for the scene. */
  files: ReadFiles;
}

/** Texts of the flags that select the scene. */
export interface SceneFlags {
  seed?: string;
  set?: readonly string[];
  allowOutside?: boolean;
}

/** The built-in scene or the scene file that `word` names, with the assignments of --set. */
export async function chooseScene(
  word: string,
  { seed: seedText, set: assignments = [], allowOutside = false }: SceneFlags,
): Promise<ChosenScene> {
  const seed = parseSeed(seedText);
  const files = new ReadFiles(allowOutside);
  const parsed = assignments.map(parseAssignment);
  if (!Object.hasOwn(SCENES, word)) {
    refuseUnknownScene(word);
    return { scene: await readScene(word, files), seed: null, settings: takeSettings(parsed, null), files };
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
  return { scene, seed, settings, files };
}

/** Throws unless there is a file of this name. */
export function refuseUnknownScene(word: string): void {
  if (existsSync(word)) return;
  const names = Object.keys(SCENES).join(', ');
  const meant = suggest(word, Object.keys(SCENES));
  throw new InputError(`SCENE is ${show(word)}, but must be the path of a scene file or one of ${names}${meant}.`);
}

type Assignment = [name: string, value: unknown];

/** Parses `name=value` of --set; a value that is not JSON, such as "exact", is a string. */
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
    refuseOldName(name, `--set ${name}`);
    if (!Object.hasOwn(SETTINGS, name)) {
      const options = scene === null ? [] : Object.keys(scene.options);
      const own = options.length === 0 ? '' : `${options.join(', ')} of this scene, and `;
      const meant = suggest(name, [...options, ...Object.keys(SETTINGS)]);
      throw new InputError(`--set ${name} is not a setting; allowed are ${own}what "drystone settings" lists${meant}.`);
    }
    checkSetting(name, value);
  }
  return Object.fromEntries(assignments);
}

/** Reads a scene file, and the mesh files that it refers to. */
export async function readScene(path: string, files: ReadFiles): Promise<Scene> {
  let bytes: Uint8Array;
  try {
    bytes = files.read(path, MOST_SCENE_BYTES);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`The scene file ${show(path)} cannot be read: ${error.message}`);
  }
  if (/\.(glb|gltf)$/i.test(path)) return readGltfScene(bytes, { name: path, resolve: besideOf(path, files) });
  const text = new TextDecoder().decode(bytes);
  if (/\.(urdf|mjcf|xml)$/i.test(path)) return readRobot(text, path, files);
  try {
    return await loadScene(text, meshReaderFor(path, files), undefined, obtainTrees);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${placeOf(text, path, error.message)}: ${error.message}`);
  }
}

/** The file with line and column of the field that a message names, as path:line:column, which editors can open. */
export function placeOf(text: string, path: string, sentence: string): string {
  const place = isJson(text) ? findField(text, sentence) : null;
  return place === null ? path : `${path}:${place.line}:${place.column}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads the files that a glTF file refers to. */
function besideOf(path: string, files: ReadFiles): (uri: string) => Uint8Array {
  return (uri) => files.read(files.within(folderOf(path), uri), MOST_MESH_BYTES);
}

/** The scene of a robot file, rotated so that +Y is up. Parts that were left out are named in the description. */
async function readRobot(text: string, path: string, files: ReadFiles): Promise<Scene> {
  const { readMjcf, readUrdf } = await import('../src/robots/index.js');
  const beside = besideOf(path, files);
  // package://NAME/PATH: the file lies in the folder of the package, or beside it.
  const resolve = (uri: string) => beside(placesInPackage(uri).find((place) => existsSync(join(folderOf(path), place))) ?? uri);
  try {
    const read = /<robot[\s>]/.test(text) ? readUrdf : readMjcf;
    const { scene, notes } = await read(text, { upAxis: 'y', resolve });
    return { ...scene, description: [`The robot of ${path}.`, ...notes].join(' ') };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${path}: ${error.message}`);
  }
}

/** Candidate paths of a file that a robot refers to, relative to the folder of the robot. */
function placesInPackage(uri: string): string[] {
  const [, name, path] = /^package:\/\/([^/]+)\/(.+)$/.exec(uri) ?? [];
  return name === undefined ? [uri.replace(/^file:\/\//, '')] : [path, join(name, path), join('..', path)];
}

/** Reads the mesh files that a scene file refers to, relative to its folder and within it. */
function meshReaderFor(scenePath: string, files: ReadFiles): MeshReader {
  const folder = folderOf(scenePath);
  return async (file) => readMeshOrTree(files.within(folder, file), file, folder, files);
}

/**
 * Reads a contact tree (extension .tree) or a mesh; `name` names it in messages. Files that a glTF file refers to are
 * searched beside it, within `folder`.
 */
export async function readMeshOrTree(
  path: string,
  name: string,
  folder: string,
  files: ReadFiles,
): Promise<TriangleMesh | ContactTree> {
  if (extname(path).toLowerCase() === '.tree') return ContactTree.fromBytes(files.read(path, MOST_TREE_BYTES));
  const bytes = files.read(path, MOST_MESH_BYTES);
  const beside = relative(folder, folderOf(path));
  return readMesh(bytes, {
    name,
    resolve: async (uri) => files.read(files.within(folder, isAbsolute(uri) ? uri : join(beside, uri)), MOST_MESH_BYTES),
  });
}
