// The studies that every program has, by their names.

import type { Study } from '../study.js';
import { angleOfRepose } from './angle-of-repose.js';
import { brokenArch } from './broken-arch.js';
import { solverComparison } from './solver-comparison.js';
import { stackHeight } from './stack-height.js';

export const READY_STUDIES: Readonly<Record<string, Study>> = Object.fromEntries(
  [angleOfRepose, stackHeight, brokenArch, solverComparison].map((study) => [study.name, study]),
);
