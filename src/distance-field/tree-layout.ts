// The layout of a packed contact tree: one buffer, which is also the file. It has a head of whole numbers, a head of
// real numbers, then the columns one after another.

/** The first word, "DryT". Machines of the other byte order read it reversed, and refuse the file. */
export const MAGIC = 0x54797244;
export const VERSION = 3;

/** Indices in the head of whole numbers (u32). The checksum covers all bytes behind it. */
export const HEAD = {
  magic: 0,
  version: 1,
  checksum: 2,
  bytes: 3,
  groups: 4,
  pieces: 5,
  vertices: 6,
  triangles: 7,
  depth: 8,
  depthLimit: 9,
  /** 1 if the mesh meets itself, so that the field is that of its outer surface. */
  meetsItself: 10,
};
export const HEAD_WORDS = 16;

/** Largest number of levels below the root. */
export const MOST_LEVELS = 12;

/**
 * Indices in the head of real numbers (f64) [m]: lower corner and side of the root cell, allowed error, margin up to
 * which it is met, largest error found, half thickness.
 */
export const MEASURE = { x: 0, y: 1, z: 2, side: 3, allowedError: 4, margin: 5, largestError: 6, halfThickness: 7 };
export const MEASURES = 8;

/**
 * Nodes come in groups: the eight children of one cell, in the order of their bits x, y, z. Node 8 g + o is octant o of
 * group g. A group has 27 distances: at the corners, edge midpoints, face centres and centre of the cell it divides.
 * Eight separate cells would have 64.
 */
export const OCTANTS = 8;
export const GROUP_VALUES = 27;
/** Offset of a cell's corner c from its first one among these values; also of octant o's first corner in its group. */
export const CORNER_OFFSET = Int32Array.of(0, 1, 3, 4, 9, 10, 12, 13);

/** Growth of the allowed error with the distance from the surface, beyond the margin [1]. */
export const RELAXATION = 0.25;

/** Numbers of a piece of surface; see surface-patch.ts. */
export const PIECE = {
  /** Bounding sphere: centre and radius [m]. */
  sphere: 0,
  /** Half-space: outward unit normal and offset [1], [m]. */
  plane: 4,
  /** Sample point [m]. */
  sample: 8,
  /** Distance that the sample may slide over the piece [m]: 0 on an edge, negative at a corner. */
  slide: 11,
};
export const PIECE_SIZE = 12;

/** The contents of a buffer, as views of it. */
export interface TreeColumns {
  readonly head: Uint32Array;
  readonly measures: Float64Array;
  /** The mesh [m]. */
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Distances of every group [m]. */
  readonly values: Float32Array;
  /** By node: error bound of the interpolation in its cell [m]. */
  readonly errors: Float32Array;
  /** By node: if divided, the group of its children; for a leaf 0, or -1 - its piece of surface. */
  readonly links: Int32Array;
  /** By group: the piece of surface in the cell that it divides; -1 for none. */
  readonly pieceOfGroup: Int32Array;
  readonly pieces: Float32Array;
}

export interface TreeCounts {
  readonly groups: number;
  readonly pieces: number;
  readonly vertices: number;
  readonly triangles: number;
}

export function bytesOf({ groups, pieces, vertices, triangles }: TreeCounts): number {
  const ofGroup = GROUP_VALUES + 2 * OCTANTS + 1;
  return 4 * HEAD_WORDS + 8 * MEASURES + 24 * vertices + 12 * triangles + 4 * ofGroup * groups + 4 * PIECE_SIZE * pieces;
}

/** Views of a buffer of bytesOf(counts) bytes. */
export function columnsOf(buffer: ArrayBuffer, { groups, pieces, vertices, triangles }: TreeCounts): TreeColumns {
  let at = 0;
  // Columns of eight-byte numbers come first, so that every column is aligned to its element size.
  const next = (bytes: number): number => {
    const start = at;
    at += bytes;
    return start;
  };
  return {
    head: new Uint32Array(buffer, next(4 * HEAD_WORDS), HEAD_WORDS),
    measures: new Float64Array(buffer, next(8 * MEASURES), MEASURES),
    positions: new Float64Array(buffer, next(24 * vertices), 3 * vertices),
    triangles: new Uint32Array(buffer, next(12 * triangles), 3 * triangles),
    values: new Float32Array(buffer, next(4 * GROUP_VALUES * groups), GROUP_VALUES * groups),
    errors: new Float32Array(buffer, next(4 * OCTANTS * groups), OCTANTS * groups),
    links: new Int32Array(buffer, next(4 * OCTANTS * groups), OCTANTS * groups),
    pieceOfGroup: new Int32Array(buffer, next(4 * groups), groups),
    pieces: new Float32Array(buffer, next(4 * PIECE_SIZE * pieces), PIECE_SIZE * pieces),
  };
}

/** Trilinear interpolation in the cell whose first corner is values[k], at the shares u, v, w of its sides [1]. */
export function interpolate(values: Float32Array, k: number, u: number, v: number, w: number): number {
  const x00 = values[k] + u * (values[k + 1] - values[k]);
  const x10 = values[k + 3] + u * (values[k + 4] - values[k + 3]);
  const x01 = values[k + 9] + u * (values[k + 10] - values[k + 9]);
  const x11 = values[k + 12] + u * (values[k + 13] - values[k + 12]);
  const y0 = x00 + v * (x10 - x00);
  const y1 = x01 + v * (x11 - x01);
  return y0 + w * (y1 - y0);
}
