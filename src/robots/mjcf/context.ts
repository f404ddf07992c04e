// What the readers of MJCF elements share.

import type { RobotMesh, RobotMeshes } from '../robot-meshes.js';
import type { Compiler } from './compiler.js';
import type { Defaults } from './defaults.js';
import type { Frictions } from './frictions.js';

export interface MjcfContext {
  readonly compiler: Compiler;
  readonly defaults: Defaults;
  readonly meshes: RobotMeshes;
  /** Of <asset>, by name. */
  readonly assets: ReadonlyMap<string, RobotMesh>;
  readonly frictions: Frictions;
  readonly notes: string[];
}
