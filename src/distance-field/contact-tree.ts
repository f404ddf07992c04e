// The contact tree of a solid (Kaufman, Sueda and Pai, Contact Trees), the geometry of meshes: an adaptively sampled
// distance field on an octree. Every cell has an error bound. A cell that contains surface has a bounding sphere of it,
// a half-space that approximates it, and a sample point. pack-tree.ts packs the tree, tree-file.ts reads it from a
// file, sampled-field.ts evaluates distances, and src/detection/contact-trees finds contacts with it.

import { outerSurface } from '../mesh/outer-surface.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { MeshDistance } from './mesh-distance.js';
import { MeshEdges } from './mesh-edges.js';
import { MeshSides } from './mesh-sides.js';
import { boxOf, reachOf } from './mesh-sizes.js';
import { packTree } from './pack-tree.js';
import { PieceCorners } from './piece-corners.js';
import { SampledField } from './sampled-field.js';
import { type PackedTree, readTree } from './tree-file.js';
import { HEAD, MEASURE, OCTANTS } from './tree-layout.js';
import { digestOf, type TreeOptions } from './tree-options.js';

/** All platforms have this function. It is declared here so that the library needs no platform types. */
declare function setTimeout(callback: () => void, milliseconds: number): unknown;

/** Groups of cells that are grown between pauses, about five milliseconds of work. */
const SLICE = 32;

/** Yields the thread to other tasks. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** The distance field and surface pieces of a closed mesh, by which contacts of meshes are found. */
export class ContactTree extends SampledField {
  /** The given mesh: closed, with triangles counter-clockwise seen from outside. */
  readonly mesh: TriangleMesh;
  /** Bounds of the mesh: min x, y, z, max x, y, z [m]. */
  readonly bounds: Float64Array;
  /** Distance of the farthest vertex from the origin of the mesh's frame [m]. */
  readonly reach: number;
  /** Half thickness of the solid: three times volume over area, or the depth of the deepest sample if less [m]. */
  readonly halfThickness: number;
  /** Allowed error of the field, eps_s [m]. */
  readonly allowedError: number;
  readonly #buffer: ArrayBuffer;
  #surface: TriangleMesh | undefined;
  #exact: MeshDistance | undefined;
  #sides: MeshSides | undefined;
  #edges: MeshEdges | undefined;
  #corners: PieceCorners | undefined;
  #digest: string | undefined;

  private constructor({ buffer, columns, surface }: PackedTree) {
    super(columns);
    this.#buffer = buffer;
    this.#surface = surface;
    this.mesh = { positions: columns.positions, triangles: columns.triangles };
    this.bounds = boxOf(this.mesh);
    this.reach = reachOf(this.mesh);
    this.halfThickness = columns.measures[MEASURE.halfThickness];
    this.allowedError = columns.measures[MEASURE.allowedError];
  }

  /**
   * Builds the tree of a closed mesh (see `solidOf`). Parts that pass through each other are one solid: points with a
   * winding number above 0 are inside, and distances are those to the boundary of the union (outer-surface.ts). Throws
   * an InputError if the depth limit does not let the field meet the allowed error, or if parts thicker than the error
   * are inside out. `onProgress` is called with the share of the space that is done, rising to 1.
   */
  static build(given: TriangleMesh, options: TreeOptions = {}, onProgress: (share: number) => void = () => {}): ContactTree {
    const work = packTree(given, options, onProgress);
    for (;;) {
      const { done, value } = work.next();
      if (done) return new ContactTree(value);
    }
  }

  /** As build(), in slices of a few milliseconds, between which the thread does other work. */
  static async buildAsync(
    ...[given, options = {}, onProgress = () => {}]: Parameters<typeof ContactTree.build>
  ): Promise<ContactTree> {
    const work = packTree(given, options, onProgress);
    for (let groups = 1; ; groups++) {
      const { done, value } = work.next();
      if (done) return new ContactTree(value);
      if (groups % SLICE === 0) await pause();
    }
  }

  /** Decodes the bytes of `toBytes`; throws an InputError for any others. */
  static fromBytes(bytes: Uint8Array): ContactTree {
    return new ContactTree(readTree(bytes));
  }

  /** The tree as bytes for a file, a copy. */
  toBytes(): Uint8Array {
    return new Uint8Array(this.#buffer.slice(0));
  }

  /** Hash of mesh and options: trees of the same content have equal digests. */
  get digest(): string {
    this.#digest ??= digestOf(this.mesh, this.allowedError, this.margin, this.columns.head[HEAD.depthLimit]);
    return this.#digest;
  }

  /** The options that the tree was built with. */
  get options(): Required<TreeOptions> {
    return { error: this.allowedError, depth: this.columns.head[HEAD.depthLimit], margin: this.margin };
  }

  /** Distance from the surface up to which the allowed error is met, inside and outside [m]. */
  get margin(): number {
    return this.columns.measures[MEASURE.margin];
  }

  /** Largest error found in a leaf, times a safety factor [m]. */
  get largestError(): number {
    return this.columns.measures[MEASURE.largestError];
  }

  /** Number of levels below the root. */
  get depth(): number {
    return this.columns.head[HEAD.depth];
  }

  /** Number of cells, without the root. */
  get cellCount(): number {
    return OCTANTS * this.columns.head[HEAD.groups];
  }

  /** Number of cells that are not divided. */
  get leafCount(): number {
    return 7 * this.columns.head[HEAD.groups] + 1;
  }

  get byteLength(): number {
    return this.#buffer.byteLength;
  }

  /** Whether the mesh meets itself, so that its outer surface is another mesh. */
  get meetsItself(): boolean {
    return this.columns.head[HEAD.meetsItself] === 1;
  }

  /** The boundary of the solid: the mesh, or, if it meets itself, its outer surface in pieces that are not joined. */
  get surface(): TriangleMesh {
    this.#surface ??= this.meetsItself ? outerSurface(this.mesh).mesh : this.mesh;
    return this.#surface;
  }

  /** Exact distances to the surface; made at the first access. */
  get exact(): MeshDistance {
    this.#exact ??= new MeshDistance(this.surface);
    return this.#exact;
  }

  /** Finds all sides of the mesh near a point; made at the first access. */
  get sides(): MeshSides {
    this.#sides ??= new MeshSides(this.exact);
    return this.#sides;
  }

  /** The edges of the surface; made at the first access. */
  get edges(): MeshEdges {
    this.#edges ??= new MeshEdges(this.exact);
    return this.#edges;
  }

  /** The corners of the surface in the cells of its pieces; made at the first access. */
  get corners(): PieceCorners {
    this.#corners ??= new PieceCorners(this);
    return this.#corners;
  }
}
