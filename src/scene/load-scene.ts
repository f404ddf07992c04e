// Checks scenes that users give, as texts or objects: returns a scene that can be built, or throws one sentence that
// names the fault.

import { InputError, show } from '../input/fields.js';
import { parseJson } from '../input/parse-json.js';
import { additionsWithin, addLater, buildWorld, createCharacters } from './build-world.js';
import { findDuplicateKey } from './duplicate-keys.js';
import type { MeshReader } from './resolve-mesh-files.js';
import { resolveMeshFiles } from './resolve-mesh-files.js';
import type { Scene } from './scene.js';
import { SCENE_VERSION } from './scene.js';
import { sceneField } from './scene-fields.js';

/** Longest text of a scene, enough for several hundred thousand bodies [bytes]. */
export const MOST_SCENE_BYTES = 1 << 26;

/** Parses and checks the text of a scene file. `path` names the file in error texts. */
export function parseScene(text: string, path?: string): Scene {
  try {
    return checkScene(parseText(text));
  } catch (error) {
    throw withPath(error, path);
  }
}

/** The error with the name of the file before its text. */
function withPath(error: unknown, path: unknown): unknown {
  return error instanceof InputError && typeof path === 'string' ? new InputError(`${path}: ${error.message}`) : error;
}

/**
 * As parseScene(), for scenes that may refer to mesh files, which `read` reads. `prepare` is called with the scene
 * after the files were read, before its world is built for trial.
 */
export async function loadScene(
  text: string,
  read: MeshReader,
  path?: string,
  prepare: (scene: Scene) => void = () => {},
): Promise<Scene> {
  try {
    const scene = await resolveMeshFiles(checkFields(parseText(text)), read);
    prepare(scene);
    return checkScene(scene);
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Checks a scene by building its world, additions included, once for trial. Returns the same object. */
export function checkScene(value: unknown): Scene {
  const scene = checkFields(value);
  tryScene(scene);
  return scene;
}

/** Builds the world of a scene with its own choices and all its additions for trial, and drops it. */
export function tryScene(scene: Scene): void {
  const trial = buildWorld(scene, scene);
  createCharacters(trial, scene);
  for (const [i, addition] of additionsWithin(scene, 0, Number.POSITIVE_INFINITY)) addLater(trial, addition, i);
}

/** Checks the fields of a scene one by one. Whether they fit together is checked when the world is built. */
export function checkFields(value: unknown): Scene {
  checkVersion(value);
  sceneField.check(value, '');
  return value as Scene;
}

function parseText(text: string): unknown {
  if (typeof text !== 'string') throw new InputError(`The scene is ${show(text)}, but must be a text.`);
  if (text.length > MOST_SCENE_BYTES)
    throw new InputError(`The scene is ${text.length} characters long, but must have at most ${MOST_SCENE_BYTES}.`);
  // Some editors write a byte order mark first.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = parseJson(json, 'The scene', true);
  const twice = findDuplicateKey(json);
  if (twice !== null) throw new InputError(`${twice} is given twice, but must be given once.`);
  return value;
}

/** Checks the version before all other fields, since other versions may allow other fields. */
function checkVersion(value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`The scene is ${show(value)}, but must be an object.`);
  }
  const { drystone } = value as { drystone?: unknown };
  if (drystone === undefined) {
    throw new InputError(`drystone is missing; a scene needs it, and it must be ${SCENE_VERSION}, the version of the format.`);
  }
  if (drystone !== SCENE_VERSION) {
    throw new InputError(`drystone is ${show(drystone)}, but must be ${SCENE_VERSION}, the version of the format.`);
  }
}
