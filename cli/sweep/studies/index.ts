// The studies that every program has, by their names.

import type { Study } from '../study.js';

export const READY_STUDIES: Readonly<Record<string, Study>> = {};
