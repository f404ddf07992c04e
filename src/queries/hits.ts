// What queries find, in columns: a row a hit. Batches write into one that the user made, so that nothing is allocated.

/** No feature: of what begins inside. */
export const NO_FEATURE = -1;

const COLUMNS = ['distance', 'point', 'normal', 'body', 'shape', 'feature', 'inside', 'order'] as const;

export class Hits {
  /** Rows there is room for. */
  capacity: number;
  /** Rows that the last query filled. */
  count = 0;
  /** How far along the way the hit is; of closest points the distance, below 0 inside. Infinite where nothing was found [m]. */
  distance: Float64Array;
  /** Where it is on the surface of the shape that was hit, three numbers each [m]. */
  point: Float64Array;
  /** Unit normal of that surface, out of the shape, three numbers each [1]. */
  normal: Float64Array;
  /** Id of the body, `body.id`; -1 where nothing was found. */
  body: Float64Array;
  /** Place of the shape among those of its body; -1 where nothing was found. */
  shape: Int32Array;
  /** The feature that was hit, by number; see featureOf(). -1 for none. */
  feature: Int32Array;
  /** 1 where the query begins inside the shape. */
  inside: Uint8Array;
  /** The order of bodies and of their shapes, by which hits at the same distance are told apart. */
  order: Int32Array;

  constructor(capacity = 16) {
    this.capacity = capacity;
    this.distance = new Float64Array(capacity);
    this.point = new Float64Array(3 * capacity);
    this.normal = new Float64Array(3 * capacity);
    this.body = new Float64Array(capacity);
    this.shape = new Int32Array(capacity);
    this.feature = new Int32Array(capacity);
    this.inside = new Uint8Array(capacity);
    this.order = new Int32Array(capacity);
  }

  /** Makes room for a row. */
  reserve(row: number): void {
    if (row < this.capacity) return;
    const larger = new Hits(Math.max(row + 1, 2 * this.capacity));
    for (const name of COLUMNS) larger[name].set(this[name]);
    Object.assign(this, larger);
  }

  /** Says of a row that nothing was found. */
  clear(row: number): void {
    this.distance[row] = Number.POSITIVE_INFINITY;
    this.body[row] = -1;
    this.shape[row] = -1;
    this.feature[row] = NO_FEATURE;
    this.inside[row] = 0;
    for (let k = 3 * row; k < 3 * row + 3; k++) {
      this.point[k] = 0;
      this.normal[k] = 0;
    }
  }
}
