// What a glTF file of a run holds, in plain terms.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { Track } from './tracks.js';

/** A shape, and the triangles of its mesh or surface. */
export interface ModelShape {
  readonly shape: ShapeDescriptor;
  readonly triangles: TriangleMesh | null;
}

/** A body from the moment it came to the moment it went. */
export interface ModelBody {
  readonly name: string;
  /** 0xrrggbb, sRGB. */
  readonly colour: number;
  readonly shapes: readonly ModelShape[];
  readonly track: Track;
  /** When it joined, where it was not there from the start [s]. */
  readonly came?: number;
  /** When it was first seen to be gone [s]. */
  readonly went?: number;
}

export interface Model {
  readonly name: string;
  readonly bodies: readonly ModelBody[];
  /** Width of the squares that stand for half-spaces [m]. */
  readonly groundWidth: number;
}
