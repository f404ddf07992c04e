// What the narrow phase works on: one pair of shapes is tested at a time, and the next one uses the same storage. What few worlds
// need is made when a pair first needs it: most of a small world's creation would else go into it.

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
  /** Where two shapes with a mesh are measured alone: that pair, and its contacts. */
  readonly measured = new PairAtHand();
  readonly contacts = new ContactList();
  #trees: TreeWorkspace | undefined;
  #surfaces: SurfaceWorkspace | undefined;

  /** Of pairs with a mesh. */
  get trees(): TreeWorkspace {
    this.#trees ??= new TreeWorkspace();
    return this.#trees;
  }

  /** Of pairs with a surface. */
  get surfaces(): SurfaceWorkspace {
    this.#surfaces ??= new SurfaceWorkspace();
    return this.#surfaces;
  }
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
  /** Of a pair with a mesh: what it is worth. */
  readonly budget = new ContactBudget();
  #shortestWay: ShortestWay | undefined;
  #contactForesight: ContactForesight | undefined;
  #contactsAhead: ContactList | undefined;

  /** Of a pair with a mesh: its shortest way apart. */
  get shortestWay(): ShortestWay {
    this.#shortestWay ??= new ShortestWay();
    return this.#shortestWay;
  }

  /** Of a pair with a mesh: where its contacts are going. */
  get contactForesight(): ContactForesight {
    this.#contactForesight ??= new ContactForesight();
    return this.#contactForesight;
  }

  /** Of a pair with a surface: its contacts where the shape is at the end of the step. */
  get contactsAhead(): ContactList {
    this.#contactsAhead ??= new ContactList();
    return this.#contactsAhead;
  }
}
