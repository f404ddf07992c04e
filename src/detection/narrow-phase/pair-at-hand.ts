// The pair of shapes that is being tested, and what is asked of it. Numbers that cross calls are in here: as arguments of functions
// that are not inlined they would be allocated.

import { PlacedShape } from '../../shapes/placed-shape.js';
import { ContactBudget } from './contact-budget.js';
import { PairMotion } from './pair-motion.js';

export class PairAtHand {
  /** Placed in one frame. */
  a = new PlacedShape();
  b = new PlacedShape();
  /** Half thickness of the thinner one [m]. */
  thinner = 0;
  /** Gap that counts as touching [m]. */
  envelope = 0;
  /** Largest gap of a contact [m]. Those beyond the envelope are only wanted where they may close in the step to come. */
  reach = 0;
  /** The deepest that is no penetration [m]. */
  tolerance = 0;
  /** How their bodies move in the step to come. */
  readonly motion = new PairMotion();
  /** Of a pair with a mesh: how much work it is worth, and how close to each other contacts must be to say the same [m]. */
  budget: Readonly<ContactBudget> = new ContactBudget();
  spacing = 0;
}
