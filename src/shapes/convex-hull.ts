// The convex hull of a set of points, with its polygonal faces.

export class ConvexHull {
  /** Corner points, three numbers each [m]. */
  readonly vertices: Float64Array;
  /** Face f has the corners faceVertices[faceStart[f]] ... faceVertices[faceStart[f + 1] - 1], counter-clockwise from outside. */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  /** Face f lies in the plane n.x = d: four numbers n.x, n.y, n.z, d, n pointing out. */
  readonly facePlanes: Float64Array;
  /** Each edge once: its two corners and its two faces, four numbers each. */
  readonly edges: Int32Array;
  /** Neighbours of corner v: neighbours[neighbourStart[v]] ... neighbours[neighbourStart[v + 1] - 1], for climbing to a support. */
  readonly neighbourStart: Int32Array;
  readonly neighbours: Int32Array;

  constructor() {
    this.vertices = this.facePlanes = new Float64Array();
    this.faceStart = this.faceVertices = this.edges = this.neighbourStart = this.neighbours = new Int32Array();
  }
}
