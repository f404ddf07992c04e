// An adaptively sampled distance field (Frisken, Perry, Rockwood and Jones, Adaptively sampled distance fields, 2000):
// distances at the corners of the cells of an octree, with interpolation between them. It is the part of a contact tree
// that evaluates distances.

import { refuse } from '../input/fields.js';
import type { TreeColumns } from './tree-layout.js';
import { CORNER_OFFSET, GROUP_VALUES, interpolate, MEASURE, OCTANTS } from './tree-layout.js';

/** Levels of the octree that queries skip by a lookup table. */
const SKIPPED = 4;
const TABLE_SIDE = 1 << SKIPPED;
/** Places this share of its side within the root cell are just inside it, where the field is defined [1]. */
const INSET = 1e-9;

export class SampledField {
  readonly columns: TreeColumns;
  readonly #scale: number;
  /** For each cell of level SKIPPED: its node, or the leaf that contains it; and the node's level. */
  readonly #table = new Uint32Array(TABLE_SIDE * TABLE_SIDE * TABLE_SIDE);
  readonly #tableLevel = new Uint8Array(TABLE_SIDE * TABLE_SIDE * TABLE_SIDE);
  readonly #probe = new Float64Array(5);
  /** Position of the query's point in its leaf, as shares of the side, and the root cell's side over the leaf's [1]. */
  readonly #place = new Float64Array(4);

  constructor(columns: TreeColumns) {
    this.columns = columns;
    this.#scale = 1 / columns.measures[MEASURE.side];
    this.#fillTable(0, 0, 0, 0, 0);
  }

  /** The piece of surface in the leaf that contains point[0 .. 2]; -1 for none. */
  pieceAt(point: Float64Array): number {
    const node = this.#findLeaf(point);
    return node < 0 ? -1 : -1 - this.columns.links[node];
  }

  /**
   * Distance of a point to the surface by the field, negative inside [m]. Outside the root cell it is extrapolated from
   * the border.
   */
  distance(x: number, y: number, z: number): number {
    const probe = this.#probe;
    probe[0] = x;
    probe[1] = y;
    probe[2] = z;
    const node = this.#findLeaf(probe);
    if (node < 0) {
      this.#fieldOutside(probe);
      return probe[0];
    }
    const at = this.#place;
    return interpolate(this.columns.values, GROUP_VALUES * (node >> 3) + CORNER_OFFSET[node & 7], at[0], at[1], at[2]);
  }

  /**
   * Writes the distance at the point out[0 .. 2] to out[0] [m], its gradient, not of unit length, to out[1 .. 3] [1],
   * and the error bound of the distance to out[4] [m].
   */
  field(out: Float64Array): void {
    const node = this.#findLeaf(out);
    if (node < 0) {
      this.#fieldOutside(out);
      return;
    }
    const { values, errors } = this.columns;
    const at = this.#place;
    const first = GROUP_VALUES * (node >> 3) + CORNER_OFFSET[node & 7];
    at[3] *= this.#scale;
    interpolateWithGradient(values, first, at, out);
    out[4] = errors[node];
  }

  /** Writes a lower bound of the distance at out[0 .. 2] to out[3] [m]; outside the root cell one of no use beyond `enough` [m]. */
  leastDistance(out: Float64Array, enough: number): void {
    const node = this.#findLeaf(out);
    if (node < 0) this.#leastOutside(out, enough);
    else out[3] = this.#leastIn(node);
  }

  /** The distance at the place last found, in this leaf, less its error [m]. */
  #leastIn(node: number): number {
    const { values, errors } = this.columns;
    const at = this.#place;
    return interpolate(values, GROUP_VALUES * (node >> 3) + CORNER_OFFSET[node & 7], at[0], at[1], at[2]) - errors[node];
  }

  /**
   * The way to the closest point of the root cell and the way on from there to any point of the solid form no acute angle, since
   * the cell is convex and holds the solid: the squares of both add up to no more than that of the distance.
   */
  #leastOutside(out: Float64Array, enough: number): void {
    const { measures } = this.columns;
    const probe = this.#probe;
    const side = measures[MEASURE.side];
    const inset = INSET * side;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      probe[k] = Math.max(measures[k] + inset, Math.min(measures[k] + side - inset, out[k]));
      square += (out[k] - probe[k]) * (out[k] - probe[k]);
    }
    const way = Math.sqrt(square) - 2 * inset;
    const node = way > enough ? -1 : this.#findLeaf(probe);
    const on = node < 0 ? 0 : this.#leastIn(node) - 2 * inset;
    out[3] = on > 0 && way > 0 ? Math.sqrt(way * way + on * on) : Math.max(way, on);
  }

  /** The leaf that contains point[0 .. 2]; -1 outside the root cell. Sets #place. */
  #findLeaf(point: Float64Array): number {
    const { measures, links } = this.columns;
    let u = (point[0] - measures[0]) * this.#scale;
    let v = (point[1] - measures[1]) * this.#scale;
    let w = (point[2] - measures[2]) * this.#scale;
    if (!(u >= 0 && v >= 0 && w >= 0 && u < 1 && v < 1 && w < 1)) return -1;
    const cell = (Math.floor(w * TABLE_SIDE) * TABLE_SIDE + Math.floor(v * TABLE_SIDE)) * TABLE_SIDE + Math.floor(u * TABLE_SIDE);
    let node = this.#table[cell];
    let perSide = 1 << this.#tableLevel[cell];
    u *= perSide;
    v *= perSide;
    w *= perSide;
    u -= Math.floor(u);
    v -= Math.floor(v);
    w -= Math.floor(w);
    for (let group = links[node]; group > 0; group = links[node]) {
      u *= 2;
      v *= 2;
      w *= 2;
      perSide *= 2;
      node = OCTANTS * group;
      if (u >= 1) {
        u -= 1;
        node += 1;
      }
      if (v >= 1) {
        v -= 1;
        node += 2;
      }
      if (w >= 1) {
        w -= 1;
        node += 4;
      }
    }
    const at = this.#place;
    at[0] = u;
    at[1] = v;
    at[2] = w;
    at[3] = perSide;
    return node;
  }

  /** Extrapolates from the closest point of the root cell, along the gradient there. */
  #fieldOutside(out: Float64Array): void {
    const { measures } = this.columns;
    const x = out[0];
    const y = out[1];
    const z = out[2];
    if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) refuse('point', [x, y, z], 'three finite numbers');
    const side = measures[MEASURE.side];
    const inset = INSET * side;
    for (let k = 0; k < 3; k++) out[k] = Math.max(measures[k] + inset, Math.min(measures[k] + side - inset, out[k]));
    const qx = out[0];
    const qy = out[1];
    const qz = out[2];
    this.field(out);
    const slope = Math.sqrt(out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
    // A zero gradient gives no direction.
    const inverse = slope > 0 ? out[0] / slope : 0;
    const dx = x - qx + inverse * out[1];
    const dy = y - qy + inverse * out[2];
    const dz = z - qz + inverse * out[3];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // The solid is at least as far as the root cell, and its distance is that at the border, plus or minus the way
    // there.
    const way = Math.sqrt((x - qx) * (x - qx) + (y - qy) * (y - qy) + (z - qz) * (z - qz));
    const least = Math.max(way, out[0] - out[4] - way);
    out[4] = Math.max(length - least, out[0] + out[4] + way - length);
    out[0] = length;
    out[1] = dx / length;
    out[2] = dy / length;
    out[3] = dz / length;
  }

  /** Enters the cells of `group`, children of cell (i, j, k) of a level, or their children into the table. */
  #fillTable(group: number, level: number, i: number, j: number, k: number): void {
    const { links } = this.columns;
    for (let o = 0; o < OCTANTS; o++) {
      const node = OCTANTS * group + o;
      const [x, y, z] = [2 * i + (o & 1), 2 * j + ((o >> 1) & 1), 2 * k + ((o >> 2) & 1)];
      if (level + 1 < SKIPPED && links[node] > 0) this.#fillTable(links[node], level + 1, x, y, z);
      else this.#enter(node, level + 1, x, y, z);
    }
  }

  #enter(node: number, level: number, i: number, j: number, k: number): void {
    const size = TABLE_SIDE >> level;
    for (let z = k * size; z < (k + 1) * size; z++) {
      for (let y = j * size; y < (j + 1) * size; y++) {
        for (let x = i * size; x < (i + 1) * size; x++) {
          this.#table[(z * TABLE_SIDE + y) * TABLE_SIDE + x] = node;
          this.#tableLevel[(z * TABLE_SIDE + y) * TABLE_SIDE + x] = level;
        }
      }
    }
  }
}

/**
 * Writes the value to out[0] and its gradient to out[1 .. 3]. `at` holds the position in the cell [1] and 1 over the
 * cell's side [1/m]. As arguments these numbers would be allocated where the call is not inlined.
 */
function interpolateWithGradient(values: Float32Array, k: number, at: Float64Array, out: Float64Array): void {
  const u = at[0];
  const v = at[1];
  const w = at[2];
  const perMetre = at[3];
  const a = values[k + 1] - values[k];
  const b = values[k + 4] - values[k + 3];
  const c = values[k + 10] - values[k + 9];
  const d = values[k + 13] - values[k + 12];
  const x00 = values[k] + u * a;
  const x10 = values[k + 3] + u * b;
  const x01 = values[k + 9] + u * c;
  const x11 = values[k + 12] + u * d;
  const y0 = x00 + v * (x10 - x00);
  const y1 = x01 + v * (x11 - x01);
  const a0 = a + v * (b - a);
  const a1 = c + v * (d - c);
  out[0] = y0 + w * (y1 - y0);
  out[1] = perMetre * (a0 + w * (a1 - a0));
  out[2] = perMetre * (x10 - x00 + w * (x11 - x01 - (x10 - x00)));
  out[3] = perMetre * (y1 - y0);
}
