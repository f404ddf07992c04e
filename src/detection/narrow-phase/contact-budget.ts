// How much work a pair of shapes with a mesh is worth: what stops the descent of its contact trees early.

import type { Materials } from '../../bodies/materials.js';
import type { Settings } from '../../settings.js';
import type { PairAtHand } from './pair-at-hand.js';

/** Numbers of a budget in the table of materials: contacts, nodes, error. */
const BUDGET_SIZE = 3;

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
 * The budget of two shapes of the materials a and b: that of the materials, and of the world where they say nothing. Errors are shares of
 * the half thickness of the thinner shape.
 */
export function setBudget(
  out: ContactBudget,
  { budget, stride }: Materials,
  a: number,
  b: number,
  settings: Settings,
  { thinner }: PairAtHand,
): void {
  const k = BUDGET_SIZE * (a * stride + b);
  out.contacts = budget[k] >= 0 ? budget[k] : settings['mesh.maxContacts'];
  out.nodes = budget[k + 1] >= 0 ? budget[k + 1] : settings['mesh.maxNodes'];
  out.error = (budget[k + 2] >= 0 ? budget[k + 2] : settings['mesh.error']) * thinner;
}
