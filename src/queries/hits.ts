// The hits of queries in columns, one row for each hit. Batched queries write to a `Hits` that the user made, so that
// they allocate nothing.

/** No feature, for a query that begins inside the shape. */
export const NO_FEATURE = -1;

const COLUMNS = ['distance', 'point', 'normal', 'body', 'shape', 'feature', 'inside', 'order'] as const;

/** Hits of queries in columns, one row for each hit. */
export class Hits {
  /** Number of rows that fit. */
  capacity: number;
  /** Number of rows that the last query filled. */
  count = 0;
  /**
   * Distance along the ray or sweep, or to the closest point, then below 0 inside [m]. Infinite if nothing was found.
   */
  distance: Float64Array;
  /** Point on the surface of the shape that was hit, three numbers for each [m]. */
  point: Float64Array;
  /** Outward unit normal of that surface, three numbers for each [1]. */
  normal: Float64Array;
  /** Id of the body, `body.id`; -1 if nothing was found. */
  body: Float64Array;
  /** Index of the shape in its body; -1 if nothing was found. */
  shape: Int32Array;
  /** Number of the feature that was hit, which featureOf() decodes; -1 for none. */
  feature: Int32Array;
  /** 1 if the query begins inside the shape. */
  inside: Uint8Array;
  /** Rank by body, then by shape: it orders hits at the same distance. */
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

  /** Makes room for row number `row`. */
  reserve(row: number): void {
    if (row < this.capacity) return;
    const larger = new Hits(Math.max(row + 1, 2 * this.capacity));
    for (const name of COLUMNS) larger[name].set(this[name]);
    Object.assign(this, larger);
  }

  /** Fills a row for a query that found nothing. */
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
