// The engines of the comparison, Drystone among them. Each is { name, package, settings, create }:
//
// `settings` are the choices to be tried by name, "default" first. `create({ dt, gravity, friction, restitution, settings })`
// resolves to an empty world { addBody(body), step(), poses(out), dispose() } that steps by dt [s] on one thread without ever
// putting a body to sleep. Bodies are those of plainScene; `poses` writes those that move, in the order they were added, as
// position [m] and orientation [x, y, z, w] [1]. A world of its own memory is made each time where the engine can do so.
//
// Engines are loaded when they are asked for: one that cannot be loaded is a result, not the end of the run.

import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOADERS = {
  drystone: () => import('./drystone.mjs'),
  rapier: () => import('./rapier.mjs'),
  jolt: () => import('./jolt.mjs'),
  havok: () => import('./havok.mjs'),
  physx: () => import('./physx.mjs'),
  bullet: () => import('./bullet.mjs'),
  crashcat: () => import('./crashcat.mjs'),
  cannon: () => import('./cannon.mjs'),
};
export const ENGINES = Object.keys(LOADERS);

export async function loadEngine(key) {
  if (!Object.hasOwn(LOADERS, key)) throw new Error(`There is no engine ${key}, only ${ENGINES.join(', ')}.`);
  const module = await LOADERS[key]();
  return module[key];
}

/** Version of an installed package, or of Drystone itself. */
export function versionOf(name) {
  let folder =
    name === 'drystone' ? fileURLToPath(new URL('../..', import.meta.url)) : dirname(fileURLToPath(import.meta.resolve(name)));
  while (!existsSync(`${folder}/package.json`) || JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).name !== name) {
    const parent = dirname(folder);
    if (parent === folder) return 'unknown';
    folder = parent;
  }
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version;
}
