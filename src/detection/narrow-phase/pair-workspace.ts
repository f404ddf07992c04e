// What the tests of two shapes work on: one pair is tested at a time, and the next one uses the same storage.

import { TreeWorkspace } from '../contact-trees/tree-contacts.js';
import { BoxWorkspace } from './box-box.js';
import { ContactList } from './contact-list.js';
import { ConvexWorkspace } from './convex-pair.js';
import { PairAtHand } from './pair-at-hand.js';

export class PairWorkspace {
  readonly convex = new ConvexWorkspace();
  readonly boxes = new BoxWorkspace();
  /** Into a half-space, and the point of a core that is farthest there. */
  readonly down = new Float64Array(3);
  readonly lowest = new Float64Array(3);
  readonly trees = new TreeWorkspace();
  /** Where two shapes with a mesh are measured alone: that pair, and its contacts. */
  readonly measured = new PairAtHand();
  readonly contacts = new ContactList();
}
