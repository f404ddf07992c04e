// Where edges go when all of them move (order-edges.ts).

export class EdgePlaces {
  /** For each new row the old one. */
  source = new Int32Array(0);
  /** For each old row the new one, -1 for none. */
  place = new Int32Array(0);
}
