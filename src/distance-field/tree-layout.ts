// The packed form of a contact tree: one buffer that is also the file. A head of whole numbers, a head of real ones, then the columns
// one after another. Written and read by copying.

/** "DryT", as the first word; read backwards on a machine of the other byte order, which then refuses the file. */
export const MAGIC = 0x54797244;
export const VERSION = 3;

/** Places in the head of whole numbers (u32). The checksum is of all that comes after it. */
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
  /** 1 where the mesh meets itself, so that the field is that of its outer surface. */
  meetsItself: 10,
};
export const HEAD_WORDS = 16;

/** Most levels below the root that a tree can have. */
export const MOST_LEVELS = 12;

/**
 * Places in the head of real numbers (f64): lower corner and side of the root cell, allowed error and the margin on either side up to which
 * it is met, the largest one there, half thickness [m].
 */
export const MEASURE = { x: 0, y: 1, z: 2, side: 3, allowedError: 4, margin: 5, largestError: 6, halfThickness: 7 };
export const MEASURES = 8;

/**
 * Nodes come in groups: the eight children of one cell, in the order of their bits x, y, z. Node 8 g + o is octant o of group g. A group shares
 * the 27 distances at the corners, middles of edges and sides, and the middle of the cell it divides: a third of what eight cells take by themselves.
 */
export const OCTANTS = 8;
export const GROUP_VALUES = 27;
/** Where among these corner c of a cell is, from the cell's first one; where octant o's first one is, from the group's first. */
export const CORNER_OFFSET = Int32Array.of(0, 1, 3, 4, 9, 10, 12, 13);

/** By how much the allowed error grows with the distance from the surface, beyond the margin [1]. */
export const RELAXATION = 0.25;

/** Numbers of a piece of surface; see surface-patch.ts. */
export const PIECE = {
  /** Sphere around it: centre and radius [m]. */
  sphere: 0,
  /** Half-space: outward unit normal and offset [1], [m]. */
  plane: 4,
  /** Where it is sampled [m]. */
  sample: 8,
  /** How far its sample may slide over the piece: 0 where it is on an edge, less where it is a corner [m]. */
  slide: 11,
};
export const PIECE_SIZE = 12;

/** What a buffer holds, all as views of it. */
export interface TreeColumns {
  readonly head: Uint32Array;
  readonly measures: Float64Array;
  /** The mesh [m]. */
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** Distances of every group [m]. */
  readonly values: Float32Array;
  /** By how much the interpolation of a node's corners may be off in its cell [m]. */
  readonly errors: Float32Array;
  /** Of a node that is divided: the group of its children. Of a leaf: 0, or -1 - the piece of surface in it. */
  readonly links: Int32Array;
  /** The piece of surface in the cell that a group divides, -1 where there is none. */
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
  // Reals of eight bytes come first, so that every column begins at a multiple of its element.
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
