// The data of a glTF file of a run.

import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';
import type { Track } from './tracks.js';

/** A shape, with the triangles of its mesh or surface; null for other shapes. */
export interface ModelShape {
  readonly shape: ShapeDescriptor;
  readonly triangles: TriangleMesh | null;
}

/** A body, from when it was added to when it was removed. */
export interface ModelBody {
  readonly name: string;
  /** Colour as 0xrrggbb, sRGB. */
  readonly colour: number;
  readonly shapes: readonly ModelShape[];
  readonly track: Track;
  /** Time when the body was added, if after the start [s]. */
  readonly came?: number;
  /** Time of the first capture without the body [s]. */
  readonly went?: number;
}

export interface Model {
  readonly name: string;
  readonly bodies: readonly ModelBody[];
  /** Width of the squares that are drawn for half-spaces [m]. */
  readonly groundWidth: number;
}
