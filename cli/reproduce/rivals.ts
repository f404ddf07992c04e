// The other engines of bench/, available in a clone of the repository that has them installed, not in the package.

import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Scene } from '../../src/scene/scene.js';

/** A world of another engine, as described in bench/rivals/index.mjs. */
export interface RivalWorld {
  addBody(body: PlainBody): void;
  step(): void;
  /** Writes position and orientation of the moving bodies, in the order in which they were added. */
  poses(out: Float64Array): void;
  dispose(): void;
}

interface PlainBody {
  readonly isFixed: boolean;
}

export interface PlainScene {
  readonly gravity: readonly number[];
  readonly friction: number;
  readonly restitution: number;
  readonly bodies: readonly PlainBody[];
  readonly additions: readonly { readonly at: number; readonly bodies: readonly PlainBody[] }[];
}

interface RivalsModule {
  readonly ENGINES: readonly string[];
  loadEngine(name: string): Promise<{ settings: Record<string, object>; create(task: object): Promise<RivalWorld> }>;
}

/** Path of a module of bench/, beside dist/; not bundled, since it is not part of the package. */
function pathOf(module: string): string {
  return fileURLToPath(new URL(`../../bench/${module}`, import.meta.url));
}

export function hasRivals(): boolean {
  return existsSync(pathOf('rivals/index.mjs')) && existsSync(pathOf('../node_modules/@dimforge/rapier3d-simd-compat'));
}

/** A world of another engine with its default settings, and the scene in the form that the engines simulate. */
export async function makeRival(engine: string, scene: Scene, dt: number): Promise<{ world: RivalWorld; plain: PlainScene }> {
  const { loadEngine } = (await import(pathToFileURL(pathOf('rivals/index.mjs')).href)) as RivalsModule;
  const { plainScene } = (await import(pathToFileURL(pathOf('plain-scene.mjs')).href)) as {
    plainScene(scene: Scene): PlainScene;
  };
  const plain = plainScene(scene);
  const { gravity, friction, restitution } = plain;
  const world = await (await loadEngine(engine)).create({ dt, gravity, friction, restitution, settings: {} });
  for (const body of plain.bodies) world.addBody(body);
  return { world, plain };
}
