// Corrections of an island's bodies, kept while another way to correct them is tried.

import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';

/** Corrections before any, and those of the better way so far: the two sets that can be kept. */
export const UNCORRECTED = 0;
export const BETTER = 1;

/** Two sets of corrections, six numbers a body, in the order of the island's list of movers. */
export class KeptCorrections {
  readonly sets = [new Float64Array(64), new Float64Array(64)];
}

/** Keeps the corrections that the bodies of an island have. */
export function keepCorrections({ sets }: KeptCorrections, { bodies, groups }: Detection, island: Island, set: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { correction } = bodies.nodes.columns;
  if (6 * bodyCount > sets[set].length) sets[set] = new Float64Array(12 * bodyCount);
  const to = sets[set];
  for (let i = 0; i < bodyCount; i++) for (let j = 0; j < 6; j++) to[6 * i + j] = correction[6 * member[firstBody + i] + j];
}

/** Gives them back. */
export function giveBackCorrections({ sets }: KeptCorrections, { bodies, groups }: Detection, island: Island, set: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = groups.movers.columns;
  const { correction } = bodies.nodes.columns;
  const from = sets[set];
  for (let i = 0; i < bodyCount; i++) for (let j = 0; j < 6; j++) correction[6 * member[firstBody + i] + j] = from[6 * i + j];
}
