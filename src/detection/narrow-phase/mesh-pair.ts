// The principal contact of two shapes of which one is a mesh: the deepest of all contacts of their trees.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { setSpacing, type TreeWorkspace, treeContacts } from '../contact-trees/tree-contacts.js';
import type { ContactList } from './contact-list.js';
import { type PairAtHand, UNLIMITED } from './pair-at-hand.js';
import type { PrincipalContact } from './principal-contact.js';

export interface MeshWorkspace {
  readonly measured: PairAtHand;
  readonly contacts: ContactList;
  readonly trees: TreeWorkspace;
}

/** All contacts are looked at: for measuring. The narrow phase itself keeps them, and goes by a budget. */
export function meshPair(
  a: PlacedShape,
  b: PlacedShape,
  envelope: number,
  out: PrincipalContact,
  { measured: pair, contacts, trees }: MeshWorkspace,
): boolean {
  pair.a = a;
  pair.b = b;
  pair.reach = envelope;
  pair.envelope = envelope;
  pair.budget = UNLIMITED;
  setSpacing(pair);
  contacts.count = 0;
  treeContacts(trees, pair, contacts);
  return readDeepest(contacts, 0, out);
}

/** The deepest contact from row `first` on; false when there is none. */
export function readDeepest(
  { count, gap, normal: n, pointA: p, pointB: q }: ContactList,
  first: number,
  out: PrincipalContact,
): boolean {
  if (first === count) return false;
  let deepest = first;
  for (let i = first + 1; i < count; i++) if (gap[i] < gap[deepest]) deepest = i;
  const k = 3 * deepest;
  out.gap = gap[deepest];
  out.nx = n[k];
  out.ny = n[k + 1];
  out.nz = n[k + 2];
  out.ax = p[k];
  out.ay = p[k + 1];
  out.az = p[k + 2];
  out.bx = q[k];
  out.by = q[k + 1];
  out.bz = q[k + 2];
  return true;
}
