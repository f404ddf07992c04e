// A shape that was checked and built once, for programs that query with it many times.

import { PlacedShape } from '../shapes/placed-shape.js';

/** A shape for repeated queries, made by `world.queries.prepareShape`. It may be used in queries of any world. */
export class PreparedShape {
  /** The shape placed with its query position at the origin. */
  readonly placed = new PlacedShape();
}
