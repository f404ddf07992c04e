// The contact tree of a solid (Kaufman, Sueda and Pai, Contact Trees): an adaptively sampled distance field on an octree, with the error of
// every cell, and for cells with surface in them a sphere around it, a half-space that stands for it and a point at which it is sampled.
// pack-tree.ts puts it into its packed form, tree-file.ts reads it back from a file, sampled-field.ts is asked for distances;
// src/detection/contact-trees finds contacts with it.

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

/** Every platform has it; spelt out so that the library needs no types of any. */
declare function setTimeout(callback: () => void, milliseconds: number): unknown;

/** Groups of cells that are grown before others have their turn: some five milliseconds. */
const SLICE = 32;

/** Lets everything else that waits for the thread have it. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

export class ContactTree extends SampledField {
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
   * The tree of a closed mesh (see `solidOf`). Parts that pass through each other are one solid: a point is inside where the winding number is above
   * nought, and distances are those to the boundary of the whole (outer-surface.ts). Throws an InputError when the depth limit does not let the
   * field meet the allowed error, and where parts thicker than that are inside out.
   * `onProgress` is told which share of the space is done, rising to 1.
   */
  static build(given: TriangleMesh, options: TreeOptions = {}, onProgress: (share: number) => void = () => {}): ContactTree {
    const work = packTree(given, options, onProgress);
    for (;;) {
      const { done, value } = work.next();
      if (done) return new ContactTree(value);
    }
  }

  /** The same, a slice of some milliseconds at a time: whatever else the thread has to do is done in between. */
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

  /** The tree in these bytes; throws an InputError for anything but what `toBytes` has given. */
  static fromBytes(bytes: Uint8Array): ContactTree {
    return new ContactTree(readTree(bytes));
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
}
