// A shape that has been checked and built, for whoever casts it again and again.

import { PlacedShape } from '../shapes/placed-shape.js';

/** Made by `world.queries.prepareShape`; good for queries of every world. */
export class PreparedShape {
  /** As it is where the position is the origin. */
  readonly placed = new PlacedShape();
}
