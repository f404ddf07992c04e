// An island: bodies that move together, with the edges and joints between them and to what does not
// move. It is what is stepped: nothing that one
// island undergoes in a step depends on another.

export class Island {
  /** Its place in the list of islands. */
  readonly number: number;
  /** Its edges and its movers are so many members, from the first, of the lists of all islands' (groups.ts). */
  firstEdge = 0;
  edgeCount = 0;
  firstBody = 0;
  bodyCount = 0;
  /** Its joints likewise. */
  firstJoint = 0;
  jointCount = 0;

  constructor(number: number) {
    this.number = number;
  }
}
