// How much work a pair of shapes with a mesh is worth: what stops the descent of its contact trees early.

import type { Materials } from '../../bodies/materials.js';
import type { Settings } from '../../settings.js';

export class ContactBudget {
  /** Most contacts [1]. */
  contacts = 0;
  /** Most nodes that are visited [1]. */
  nodes = 0;
  /** Cells that err by no more than this need not be descended into [m]. */
  error = 0;
}

/** For measuring: everything, as exactly as the trees know it. */
export const UNLIMITED: Readonly<ContactBudget> = { contacts: 1e9, nodes: 1e9, error: 0 };

/**
 * The budget of two shapes of the materials a and b: that of the pair, and of the world where the pair says nothing. limits[0] is the
 * half thickness of the thinner one [m].
 */
export function setBudget(
  out: ContactBudget,
  { budget, stride }: Materials,
  a: number,
  b: number,
  settings: Settings,
  limits: Float64Array,
): void {
  const k = 3 * (a * stride + b);
  out.contacts = budget[k] >= 0 ? budget[k] : settings['mesh.maxContacts'];
  out.nodes = budget[k + 1] >= 0 ? budget[k + 1] : settings['mesh.maxNodes'];
  out.error = (budget[k + 2] >= 0 ? budget[k + 2] : settings['mesh.error']) * limits[0];
}
