// How slow a body must be to be sleepy.

import { energyOf } from '../../bodies/energy.js';
import type { NODE_SCHEMA } from '../../bodies/node-table.js';
import type { Settings } from '../../settings.js';
import type { Columns } from '../../table/table.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/** Kinetic energy by mass [m^2/s^2]. Most that are asked do not move by a bit. */
export function energyPerMass(nodes: Nodes, row: number): number {
  return isAtRest(nodes, row) ? 0 : energyOf(nodes, row, nodes.velocity, 6 * row) / (2 * nodes.mass[row]);
}

function isAtRest({ velocity }: Nodes, row: number): boolean {
  for (let k = 6 * row; k < 6 * row + 6; k++) if (velocity[k] !== 0) return false;
  return true;
}

/** The most energy by mass that a slow body has [m^2/s^2]. */
export function limitOf(nodes: Nodes, row: number, settings: Settings): number {
  return settings['sleeping.energy'] * magnitude(settings.gravity) * smallestGyration(nodes, row);
}

/** Whether a body is slow now. */
export function isSlow(nodes: Nodes, row: number, settings: Settings): boolean {
  return energyPerMass(nodes, row) <= limitOf(nodes, row, settings);
}

/** Whether a body would be slow if it did not turn. */
export function isCentreSlow(nodes: Nodes, row: number, settings: Settings): boolean {
  const { velocity: u } = nodes;
  const k = 6 * row;
  return 0.5 * (u[k] * u[k] + u[k + 1] * u[k + 1] + u[k + 2] * u[k + 2]) <= limitOf(nodes, row, settings);
}

/** Whether a body is sleepy: slow for long enough, and not about to tip. */
export function isSleepy({ slowFor, gainingFor }: Nodes, row: number, steps: number): boolean {
  return slowFor[row] >= steps && 2 * gainingFor[row] < steps;
}

/** The smallest radius of gyration of a body [m]. */
export function smallestGyration({ mass, moments }: Nodes, row: number): number {
  return Math.sqrt(Math.min(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]) / mass[row]);
}

/** The length of a vector. */
export function magnitude(v: Readonly<[number, number, number]>): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
