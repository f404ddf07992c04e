// The contact tree of a solid (Kaufman, Sueda and Pai, Contact Trees): an adaptively sampled distance field on an octree, with the error of
// every cell, and for cells with surface in them a sphere around it, a half-space that stands for it and a point at which it is sampled.
// Here it is put into its packed form, read back from a file, and asked for distances; src/detection/contact-trees finds contacts with it.

import { InputError, refuse, show } from '../input/fields.js';
import { Hash } from '../math/hash.js';
import { checkMesh } from '../mesh/make-mesh.js';
import { triangleHeight } from '../mesh/measures.js';
import { type OuterSurface, outerSurface } from '../mesh/outer-surface.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { checkTree } from './check-tree.js';
import { TreeGrower } from './grow-tree.js';
import { MeshDistance } from './mesh-distance.js';
import { MeshEdges } from './mesh-edges.js';
import { MeshSides } from './mesh-sides.js';
import { PieceCorners } from './piece-corners.js';
import type { TreeColumns } from './tree-layout.js';
import {
  bytesOf,
  CORNER_OFFSET,
  columnsOf,
  GROUP_VALUES,
  HEAD,
  HEAD_WORDS,
  interpolate,
  MAGIC,
  MEASURE,
  MOST_LEVELS,
  OCTANTS,
  VERSION,
} from './tree-layout.js';

/**
 * The allowed error, unless given, as a share of the mesh's largest side [1]. Measured: 1/128 takes 0.6 to 0.8 of the time and is as deep in piles, but
 * twice as deep in chains and threads, and a chain came apart.
 */
const DEFAULT_ERROR = 1 / 256;
/** The margin, unless given, as a multiple of the allowed error [1]. */
const DEFAULT_MARGIN = 4;
/** The depth limit, unless given. */
const DEFAULT_DEPTH = 10;
/** The root cell is wider than the mesh by this factor [1]; odd, so that flat sides do not fall on the sides of cells. */
const ROOM = 1.0789;

export { MOST_LEVELS };

/** Levels of the octree that a query skips. */
const SKIPPED = 4;
const TABLE_SIDE = 1 << SKIPPED;

export interface TreeOptions {
  /** eps_s: by how much the field may differ from the exact distance [m]; default 1/256 of the mesh's largest side. */
  error?: number;
  /** Most levels below the root, 1 to 12; default 10. */
  depth?: number;
  /**
   * How far from the surface the error is met, inside and outside [m]; beyond, it may grow by a quarter of the distance. Default four times the
   * error; Infinity meets it everywhere in the root cell, with several times as many cells.
   */
  margin?: number;
}

export class ContactTree {
  /** What was given: closed, its triangles counter-clockwise seen from outside. */
  readonly mesh: TriangleMesh;
  /** Min x, y, z, max x, y, z of the mesh [m]. */
  readonly bounds: Float64Array;
  /** Distance of the furthest vertex from the origin of the mesh's frame [m]. */
  readonly reach: number;
  /** Half of how thick the solid is: three times its volume over its area, or its deepest point where that is less [m]. */
  readonly halfThickness: number;
  /** eps_s [m]. */
  readonly allowedError: number;
  readonly columns: TreeColumns;
  readonly #buffer: ArrayBuffer;
  readonly #scale: number;
  /** The node of each cell of the level that queries begin at, or the leaf above it, and its level. */
  readonly #table = new Uint32Array(TABLE_SIDE * TABLE_SIDE * TABLE_SIDE);
  readonly #tableLevel = new Uint8Array(TABLE_SIDE * TABLE_SIDE * TABLE_SIDE);
  readonly #probe = new Float64Array(5);
  /** Where in its leaf the point last asked for is, as shares of its sides [1], and how many such leaves make a side of the root cell [1]. */
  readonly #place = new Float64Array(4);
  #surface: TriangleMesh | undefined;
  #exact: MeshDistance | undefined;
  #sides: MeshSides | undefined;
  #edges: MeshEdges | undefined;
  #corners: PieceCorners | undefined;
  #digest: string | undefined;

  private constructor(buffer: ArrayBuffer, columns: TreeColumns, surface?: TriangleMesh) {
    this.#buffer = buffer;
    this.#surface = surface;
    this.columns = columns;
    this.mesh = { positions: columns.positions, triangles: columns.triangles };
    this.bounds = boundsOf(columns.positions);
    this.reach = reachOf(columns.positions);
    this.halfThickness = columns.measures[MEASURE.halfThickness];
    this.allowedError = columns.measures[MEASURE.allowedError];
    this.#scale = 1 / columns.measures[MEASURE.side];
    this.#fillTable(0, 0, 0, 0, 0);
  }

  /**
   * The tree of a closed mesh (see `solidOf`). Parts that pass through each other are one solid: a point is inside where the winding number is above
   * nought, and distances are those to the boundary of the whole (outer-surface.ts). Throws an InputError when the depth limit does not let the
   * field meet the allowed error, and where parts thicker than that are inside out.
   * `onProgress` is told which share of the space is done, rising to 1.
   */
  static build(given: TriangleMesh, options: TreeOptions = {}, onProgress: (share: number) => void = () => {}): ContactTree {
    checkMesh(given);
    if (typeof options !== 'object' || options === null) refuse('options', options, 'an object');
    if (typeof onProgress !== 'function') refuse('onProgress', onProgress, 'a function');
    for (const field of ['error', 'depth', 'margin'] as const)
      if (options[field] !== undefined && typeof options[field] !== 'number') refuse(field, options[field], 'a number');
    // A copy: what is told of progress may change the arrays.
    const mesh = { positions: given.positions.slice(), triangles: given.triangles.slice() };
    refuseFlat(mesh);
    const bounds = boundsOf(mesh.positions);
    const extent = extentOf(bounds);
    const { error, depth, margin } = completeOptions(mesh, options);
    if (!(error > 0 && error < extent)) {
      throw new InputError(`error is ${show(error)}, but must be above 0 and below the mesh's largest side, ${show(extent)} m.`);
    }
    if (!(Number.isInteger(depth) && depth >= 1 && depth <= MOST_LEVELS)) {
      throw new InputError(`depth is ${show(depth)}, but must be a whole number from 1 to ${MOST_LEVELS}.`);
    }
    if (!(margin >= 0)) throw new InputError(`margin is ${show(margin)}, but must be at least 0 m.`);
    const side = ROOM * extent + 4 * error;
    const origin = [0, 1, 2].map((k) => (bounds[k] + bounds[3 + k] - side) / 2) as [number, number, number];
    const outer = outerSurface(mesh);
    refuseInverted(outer, error);
    const surface = outer.mesh;
    if (surface.triangles.length === 0)
      throw new InputError('The mesh encloses nothing: all of its triangles cancel each other.');
    const grown = new TreeGrower(surface, { origin, side, error, margin, depth, onProgress }).grow();
    if (grown.largestError > error) {
      const place = grown.worst.map((x) => Number(x.toPrecision(4))).join(', ');
      const left = Number(grown.largestError.toPrecision(3));
      throw new InputError(
        `depth is ${depth}, but cells of that depth leave an error of ${left} m near [${place}], more than the allowed error of ` +
          `${show(error)} m: allow more depth (at most ${MOST_LEVELS}) or more error.`,
      );
    }
    const counts = {
      groups: grown.groups,
      pieces: grown.pieces,
      vertices: mesh.positions.length / 3,
      triangles: mesh.triangles.length / 3,
    };
    const buffer = new ArrayBuffer(bytesOf(counts));
    const columns = columnsOf(buffer, counts);
    columns.positions.set(mesh.positions);
    columns.triangles.set(mesh.triangles);
    columns.values.set(grown.values.subarray(0, columns.values.length));
    columns.errors.set(grown.errors.subarray(0, columns.errors.length));
    columns.links.set(grown.links.subarray(0, columns.links.length));
    columns.pieceOfGroup.set(grown.pieceOfGroup.subarray(0, columns.pieceOfGroup.length));
    columns.pieces.set(grown.pieceValues.subarray(0, columns.pieces.length));
    const { measures, head } = columns;
    measures.set(origin, MEASURE.x);
    measures[MEASURE.side] = side;
    measures[MEASURE.allowedError] = error;
    measures[MEASURE.margin] = margin;
    measures[MEASURE.largestError] = grown.largestError;
    measures[MEASURE.halfThickness] = Math.min(meanHalfThickness(surface), grown.deepest);
    head[HEAD.magic] = MAGIC;
    head[HEAD.version] = VERSION;
    head[HEAD.bytes] = buffer.byteLength;
    head[HEAD.groups] = counts.groups;
    head[HEAD.pieces] = counts.pieces;
    head[HEAD.vertices] = counts.vertices;
    head[HEAD.triangles] = counts.triangles;
    head[HEAD.depth] = grown.depth;
    head[HEAD.depthLimit] = depth;
    head[HEAD.meetsItself] = surface === mesh ? 0 : 1;
    head[HEAD.checksum] = checksum(buffer);
    return new ContactTree(buffer, columns, surface === mesh ? undefined : surface);
  }

  /** The tree in these bytes; throws an InputError for anything but what `toBytes` has given. */
  static fromBytes(bytes: Uint8Array): ContactTree {
    if (!(bytes instanceof Uint8Array)) throw new InputError(`The tree is ${show(bytes)}, but must be a Uint8Array.`);
    const least = bytesOf({ groups: 0, pieces: 0, vertices: 0, triangles: 0 });
    if (bytes.length < least) throw new InputError(`The tree is ${bytes.length} bytes long, but must be at least ${least}.`);
    const buffer = new Uint8Array(bytes).buffer;
    const head = new Uint32Array(buffer, 0, HEAD_WORDS);
    if (head[HEAD.magic] !== MAGIC)
      throw new InputError('The tree does not begin as a contact tree does: it is a file of another kind.');
    if (head[HEAD.version] !== VERSION) {
      throw new InputError(`The tree is of version ${head[HEAD.version]}, but must be of version ${VERSION}: build it again.`);
    }
    const counts = {
      groups: head[HEAD.groups],
      pieces: head[HEAD.pieces],
      vertices: head[HEAD.vertices],
      triangles: head[HEAD.triangles],
    };
    if (head[HEAD.bytes] !== buffer.byteLength || bytesOf(counts) !== buffer.byteLength) {
      throw new InputError(
        `The tree is ${buffer.byteLength} bytes long, but must be ${head[HEAD.bytes]}: it was cut short or altered.`,
      );
    }
    if (checksum(buffer) !== head[HEAD.checksum]) throw new InputError('The tree does not match its checksum: it was altered.');
    const columns = columnsOf(buffer, counts);
    checkTree(columns);
    return new ContactTree(buffer, columns);
  }

  /** A copy of the whole, to be kept in a file. */
  toBytes(): Uint8Array {
    return new Uint8Array(this.#buffer.slice(0));
  }

  /** Of mesh and options: trees of the same content have the same. */
  get digest(): string {
    this.#digest ??= digestOf(this.mesh, this.allowedError, this.margin, this.columns.head[HEAD.depthLimit]);
    return this.#digest;
  }

  /** What it was built with. */
  get options(): Required<TreeOptions> {
    return { error: this.allowedError, depth: this.columns.head[HEAD.depthLimit], margin: this.margin };
  }

  /** How far from the surface that is met, inside and outside [m]. */
  get margin(): number {
    return this.columns.measures[MEASURE.margin];
  }

  /** The largest error that was found in a leaf, made larger for caution [m]. */
  get largestError(): number {
    return this.columns.measures[MEASURE.largestError];
  }

  /** Levels below the root. */
  get depth(): number {
    return this.columns.head[HEAD.depth];
  }

  /** Cells, the root not counted. */
  get cellCount(): number {
    return OCTANTS * this.columns.head[HEAD.groups];
  }

  /** Cells that are not divided any further. */
  get leafCount(): number {
    return 7 * this.columns.head[HEAD.groups] + 1;
  }

  get byteLength(): number {
    return this.#buffer.byteLength;
  }

  /** Whether the mesh meets itself, and its outer surface is another one. */
  get meetsItself(): boolean {
    return this.columns.head[HEAD.meetsItself] === 1;
  }

  /** The boundary of the solid: the mesh, or where that meets itself its outer surface, in pieces that are not sewn together. */
  get surface(): TriangleMesh {
    this.#surface ??= this.meetsItself ? outerSurface(this.mesh).mesh : this.mesh;
    return this.#surface;
  }

  /** Exact distances to the surface; made when first asked for. */
  get exact(): MeshDistance {
    this.#exact ??= new MeshDistance(this.surface);
    return this.#exact;
  }

  /** All sides of the mesh that are near a point; made when first asked for. */
  get sides(): MeshSides {
    this.#sides ??= new MeshSides(this.exact);
    return this.#sides;
  }

  /** The edges of the surface; made when first asked for. */
  get edges(): MeshEdges {
    this.#edges ??= new MeshEdges(this.exact);
    return this.#edges;
  }

  /** The corners of the surface in the cells of its pieces; made when first asked for. */
  get corners(): PieceCorners {
    this.#corners ??= new PieceCorners(this);
    return this.#corners;
  }

  /** The piece of surface in the leaf that the point in point[0 .. 2] is in, -1 for none. */
  pieceAt(point: Float64Array): number {
    const node = this.#findLeaf(point);
    return node < 0 ? -1 : -1 - this.columns.links[node];
  }

  /** The distance of a point to the surface by the field, negative inside [m]; outside the root cell an estimate from its border. */
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
   * Writes the distance [m] at the point in out[0 .. 2] to out[0], its gradient [1], not of unit length, behind it, and to out[4] by how much the
   * distance may be off [m].
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
    interpolateWithGradient(values, first, at[0], at[1], at[2], this.#scale * at[3], out);
    out[4] = errors[node];
  }

  /** The leaf that the point in point[0 .. 2] is in, -1 outside the root cell; sets #place. */
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

  /** From the closest point of the root cell, straight away from the surface there. */
  #fieldOutside(out: Float64Array): void {
    const { measures } = this.columns;
    const x = out[0];
    const y = out[1];
    const z = out[2];
    if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) refuse('point', [x, y, z], 'three finite numbers');
    const side = measures[MEASURE.side];
    // just inside, where the field is
    const inset = 1e-9 * side;
    for (let k = 0; k < 3; k++) out[k] = Math.max(measures[k] + inset, Math.min(measures[k] + side - inset, out[k]));
    const qx = out[0];
    const qy = out[1];
    const qz = out[2];
    this.field(out);
    const slope = Math.sqrt(out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
    // Where the field is level there is no way to go.
    const inverse = slope > 0 ? out[0] / slope : 0;
    const dx = x - qx + inverse * out[1];
    const dy = y - qy + inverse * out[2];
    const dz = z - qz + inverse * out[3];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    // The solid is no closer than the root cell, and as far as it is from the border, give or take the way there.
    const way = Math.sqrt((x - qx) * (x - qx) + (y - qy) * (y - qy) + (z - qz) * (z - qz));
    const least = Math.max(way, out[0] - out[4] - way);
    out[4] = Math.max(length - least, out[0] + out[4] + way - length);
    out[0] = length;
    out[1] = dx / length;
    out[2] = dy / length;
    out[3] = dz / length;
  }

  /** Enters the cells of `group`, the children of the cell (i, j, k) of a level, into the table, or their children. */
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

/** The value to out[0] and its gradient to out[1 .. 3]; `perMetre` is one over the cell's side [1/m]. */
function interpolateWithGradient(
  values: Float32Array,
  k: number,
  u: number,
  v: number,
  w: number,
  perMetre: number,
  out: Float64Array,
): void {
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

/** A point has no closest one on a triangle whose corners are on a line. */
function refuseFlat(mesh: TriangleMesh): void {
  for (let t = 0; 3 * t < mesh.triangles.length; t++) {
    if (triangleHeight(mesh, t) > 0) continue;
    throw new InputError(`The mesh has triangle ${t} without area: solidOf makes a solid of it, where that can be had.`);
  }
}

function refuseInverted({ inverted }: OuterSurface, error: number): void {
  if (inverted === undefined || inverted.thickness <= error) return;
  const place = inverted.at.map((x) => Number(x.toPrecision(6))).join(', ');
  throw new InputError(
    `The mesh is inside out at [${place}], where its surface has passed through itself: what is inside there cannot be told from what is outside.`,
  );
}

/** The options that a tree of the mesh is built with, where some may be left out. */
function completeOptions({ positions }: TriangleMesh, options: TreeOptions): Required<TreeOptions> {
  const {
    error = DEFAULT_ERROR * extentOf(boundsOf(positions)),
    depth = DEFAULT_DEPTH,
    margin = DEFAULT_MARGIN * error,
  } = options;
  return { error, depth, margin };
}

/** The digest of the tree that would be built. */
export function digestFor(mesh: TriangleMesh, options: TreeOptions): string {
  const { error, margin, depth } = completeOptions(mesh, options);
  return digestOf(mesh, error, margin, depth);
}

/** What trees are told apart by: a mesh and the options it is built with. */
export function digestOf(mesh: TriangleMesh, error: number, margin: number, depth: number): string {
  const hash = new Hash();
  hash.number(error);
  hash.number(margin);
  hash.number(depth);
  hash.number(mesh.positions.length);
  hash.words(new Int32Array(mesh.positions.buffer, mesh.positions.byteOffset, 2 * mesh.positions.length));
  hash.words(new Int32Array(mesh.triangles.buffer, mesh.triangles.byteOffset, mesh.triangles.length));
  return hash.toString();
}

function checksum(buffer: ArrayBuffer): number {
  const hash = new Hash();
  hash.words(new Int32Array(buffer, 4 * (HEAD.checksum + 1)));
  return hash.uint32();
}

function boundsOf(positions: Float64Array): Float64Array {
  const bounds = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  for (let i = 0; i < positions.length; i++) {
    const k = i % 3;
    bounds[k] = Math.min(bounds[k], positions[i]);
    bounds[3 + k] = Math.max(bounds[3 + k], positions[i]);
  }
  return bounds;
}

/** The largest side [m]. */
function extentOf(bounds: Float64Array): number {
  return Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
}

function reachOf(positions: Float64Array): number {
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3);
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square);
}

/** Three times the volume over the area: half the side of a cube, the radius of a ball, three halves of that of a rod [m]. */
function meanHalfThickness({ positions, triangles }: TriangleMesh): number {
  let sixVolumes = 0;
  let twiceArea = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [ax, ay, az] = positions.subarray(3 * triangles[t], 3 * triangles[t] + 3);
    const [bx, by, bz] = positions.subarray(3 * triangles[t + 1], 3 * triangles[t + 1] + 3);
    const [cx, cy, cz] = positions.subarray(3 * triangles[t + 2], 3 * triangles[t + 2] + 3);
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    twiceArea += Math.sqrt(nx * nx + ny * ny + nz * nz);
    sixVolumes += ax * nx + ay * ny + az * nz;
  }
  return sixVolumes / twiceArea;
}
