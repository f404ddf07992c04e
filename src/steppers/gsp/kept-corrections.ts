// Corrections of a group's bodies, kept while another way to correct them is tried.

import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';

/** Corrections before any, and those of the better way so far: the two sets that can be kept. */
export const UNCORRECTED = 0;
export const BETTER = 1;

const kept = [new Float64Array(64), new Float64Array(64)];

/** Keeps the corrections that the bodies of a group have. */
export function keepCorrections({ bodies, groups }: Detection, island: Island, set: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { correction } = bodies.nodes.columns;
  const count = bodyCount;
  if (6 * count > kept[set].length) kept[set] = new Float64Array(12 * count);
  const to = kept[set];
  for (let i = 0; i < count; i++) for (let j = 0; j < 6; j++) to[6 * i + j] = correction[6 * member[firstBody + i] + j];
}

/** Gives them back. */
export function giveBackCorrections({ bodies, groups }: Detection, island: Island, set: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { correction } = bodies.nodes.columns;
  const from = kept[set];
  for (let i = 0; i < bodyCount; i++) for (let j = 0; j < 6; j++) correction[6 * member[firstBody + i] + j] = from[6 * i + j];
}
