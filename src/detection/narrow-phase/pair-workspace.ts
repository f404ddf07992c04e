// What the narrow phase works on: one pair of shapes is tested at a time, and the next one uses the same storage.

import { PlacedShape } from '../../shapes/placed-shape.js';
import { PLACEMENT_SIZE } from '../contact-graph/edge-table.js';
import { FieldProbe } from '../contact-trees/placed-field.js';
import { ShortestWay } from '../contact-trees/shortest-way.js';
import { TreeWorkspace } from '../contact-trees/tree-contacts.js';
import { SurfaceWorkspace } from '../surfaces/surface-contacts.js';
import { BoxWorkspace } from './box-box.js';
import { ContactList } from './contact-list.js';
import { ConvexWorkspace } from './convex-pair.js';
import { ContactBudget, PairAtHand } from './pair-at-hand.js';
import { PrincipalContact } from './principal-contact.js';

/** What the tests of two shapes work on. */
export class PairWorkspace {
  readonly convex = new ConvexWorkspace();
  readonly boxes = new BoxWorkspace();
  /** Into a half-space, and the point of a core that is farthest there. */
  readonly down = new Float64Array(3);
  readonly lowest = new Float64Array(3);
  readonly trees = new TreeWorkspace();
  readonly surfaces = new SurfaceWorkspace();
  /** Where two shapes with a mesh are measured alone: that pair, and its contacts. */
  readonly measured = new PairAtHand();
  readonly contacts = new ContactList();
}

/** What looking ahead for the contacts of a mesh works on. */
export class ContactForesight {
  /** Relative displacement of B at a contact [m]. */
  readonly shift = new Float64Array(3);
  readonly point = new Float64Array(3);
  readonly distance = new Float64Array(5);
  readonly probe = new FieldProbe();
}

/** The pair of shapes at hand, what is found of it, and what its test works on. */
export class NarrowPhase {
  readonly pair = new PairAtHand();
  readonly principal = new PrincipalContact();
  /** Whether the pair at hand is of a trigger, which has no contacts. */
  isTrigger = false;
  readonly pairs = new PairWorkspace();
  /** Of two convex shapes at the end of the step: where B is seen from A, its shape there, and their closest features. */
  readonly placementAhead = new Float64Array(PLACEMENT_SIZE);
  readonly shapeAhead = new PlacedShape();
  readonly closestAhead = new PrincipalContact();
  /** Of a pair with a mesh: what it is worth, its shortest way apart, and where its contacts are going. */
  readonly budget = new ContactBudget();
  readonly shortestWay = new ShortestWay();
  readonly contactForesight = new ContactForesight();
  /** Of a pair with a surface: its contacts where the shape is at the end of the step. */
  readonly contactsAhead = new ContactList();
}
