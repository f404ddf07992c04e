// The engines of the comparison, Drystone among them: what an adapter is, and which there are.
//
// Engines are loaded when they are asked for: one that cannot be loaded is a result, not the end of the run.

import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../reason.mjs';

/**
 * `settings` are the choices to be tried by name, "default" first, and `sleepingSettings` more of them for worlds whose bodies may
 * sleep. `create` resolves to an empty world that steps by dt [s] on one thread, and puts bodies to sleep only if `maySleep` is true. A
 * world of its own memory is made each time where the engine can do so.
 * @typedef {{ settings: Record<string, Record<string, any>>, sleepingSettings?: Record<string, Record<string, any>>,
 *   create: (task: Task) => Promise<RivalWorld> }} Rival
 *
 * @typedef {Pick<import('../plain-scene.mjs').PlainScene, 'gravity' | 'friction' | 'restitution'>
 *   & { dt: number, settings: Record<string, any>, maySleep?: boolean }} Task
 *
 * `poses` writes the bodies that move, in the order they were added, as position [m] and orientation [x, y, z, w] [1]. `contacts` are
 * those of the last step; only Drystone tells. `asleep` counts the bodies that sleep, of engines whose bodies may.
 * @typedef {{ addBody: (body: import('../plain-scene.mjs').PlainBody) => void, step: () => void, poses: (out: Float64Array) => void,
 *   dispose: () => void, asleep?: () => number, readonly contacts?: number }} RivalWorld
 */

/** @type {Record<string, { package: string, load: () => Promise<any> }>} */
const RIVALS = {
  drystone: { package: 'drystone', load: () => import('./drystone.mjs') },
  rapier: { package: '@dimforge/rapier3d-simd-compat', load: () => import('./rapier.mjs') },
  jolt: { package: 'jolt-physics', load: () => import('./jolt.mjs') },
  havok: { package: '@babylonjs/havok', load: () => import('./havok.mjs') },
  physx: { package: 'physx-js-webidl', load: () => import('./physx.mjs') },
  bullet: { package: 'ammojs-typed', load: () => import('./bullet.mjs') },
  crashcat: { package: 'crashcat', load: () => import('./crashcat.mjs') },
  cannon: { package: 'cannon-es', load: () => import('./cannon.mjs') },
};
export const ENGINES = Object.keys(RIVALS);

/** @returns {Promise<Rival>} */
export async function loadEngine(key) {
  if (!Object.hasOwn(RIVALS, key)) throw new Error(`There is no engine ${key}, only ${ENGINES.join(', ')}.`);
  const module = await RIVALS[key].load();
  return module[key];
}

/** Versions of the packages of these engines. */
export function findVersions(engines) {
  return Object.fromEntries(engines.map((key) => [RIVALS[key].package, versionOf(RIVALS[key].package)]));
}

/** Version of an installed package, or of Drystone itself. */
function versionOf(name) {
  try {
    const root = new URL('../../', import.meta.url).href;
    return readVersion(fileURLToPath(name === 'drystone' ? root : import.meta.resolve(name)), name);
  } catch (error) {
    return `not found: ${reasonOf(error)}`;
  }
}

/** Not every package lets its package.json be imported: it is in a folder above the module. */
function readVersion(path, name) {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    if (!existsSync(`${folder}/package.json`)) continue;
    const found = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    if (found.name === name) return found.version;
  }
  throw new Error(`there is no package.json above ${path}.`);
}
