// The principal contact of two shapes of which one is a mesh: the deepest of all contacts of their trees.

import type { PlacedShape } from '../../shapes/placed-shape.js';
import { treeContacts } from '../contact-trees/tree-contacts.js';
import { UNLIMITED } from './contact-budget.js';
import { ContactList } from './contact-list.js';
import type { PrincipalContact } from './principal-contact.js';

const list = new ContactList();

/** All contacts are looked at: for measuring. The narrow phase itself keeps them, and goes by a budget. */
export function meshPair(a: PlacedShape, b: PlacedShape, envelope: number, out: PrincipalContact): boolean {
  list.count = 0;
  treeContacts(a, b, envelope, envelope, UNLIMITED, list);
  return readDeepest(list, 0, out);
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
