// Data that all readers of MJCF elements share.

import type { RobotMeshes } from '../robot-meshes.js';
import type { Assets } from './assets.js';
import type { Compiler } from './compiler.js';
import type { Defaults } from './defaults.js';
import type { Frictions } from './frictions.js';

export interface MjcfContext {
  readonly compiler: Compiler;
  readonly defaults: Defaults;
  readonly meshes: RobotMeshes;
  readonly assets: Assets;
  readonly frictions: Frictions;
  readonly notes: string[];
}
