// The belts of a detection: the rows behind the last of the node table (find-movers.ts).

export class Belts {
  count = 0;
  /** The row of the fixed body of each. */
  sources = new Int32Array(16);
  /** The velocity that was last asked for [m/s]. */
  readonly wanted = new Float64Array(3);
}
