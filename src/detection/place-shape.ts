// Fills a placed shape from the tables: in its own body's frame, in the world, or in the frame of the other body of a pair.

import type { Bodies } from '../bodies/bodies.js';
import type { ConvexHull } from '../shapes/convex-hull.js';
import type { PlacedShape } from '../shapes/placed-shape.js';
import { HULL, MESH, SURFACE } from '../shapes/shape-kinds.js';

// V8 folds constants of the same module but not imported ones.
const [CONVEX, TREE, OPEN] = [HULL, MESH, SURFACE];

/** In the frame at its owner's centre of mass. */
export function placeInBody(bodies: Bodies, shape: number, out: PlacedShape): void {
  const { position, rotation } = bodies.shapes.columns;
  takeShape(bodies, shape, out);
  out.x = position[3 * shape];
  out.y = position[3 * shape + 1];
  out.z = position[3 * shape + 2];
  const { r } = out;
  const k = 9 * shape;
  r[0] = rotation[k];
  r[1] = rotation[k + 1];
  r[2] = rotation[k + 2];
  r[3] = rotation[k + 3];
  r[4] = rotation[k + 4];
  r[5] = rotation[k + 5];
  r[6] = rotation[k + 6];
  r[7] = rotation[k + 7];
  r[8] = rotation[k + 8];
}

/** All but where it is. */
function takeShape(bodies: Bodies, shape: number, out: PlacedShape): void {
  const { kind, geometry, dimensions } = bodies.shapes.columns;
  out.kind = kind[shape];
  out.hull = out.kind === CONVEX ? (bodies.hulls[geometry[shape]] as ConvexHull) : null;
  out.tree = out.kind === TREE ? bodies.meshes.list[geometry[shape]].tree : null;
  out.surface = out.kind === OPEN ? bodies.surfaces.list[geometry[shape]].surface : null;
  out.a = dimensions[3 * shape];
  out.b = dimensions[3 * shape + 1];
  out.c = dimensions[3 * shape + 2];
}

export function placeInWorld(bodies: Bodies, shape: number, out: PlacedShape): void {
  const row = bodies.shapes.columns.owner[shape];
  const { position, rotation } = bodies.nodes.columns;
  takeShape(bodies, shape, out);
  placeInFrame(bodies, shape, position, 3 * row, rotation, 9 * row, out);
}

/** In the frame of the other body, in which its owner sits at the position relative[k ..] and orientation relative[k + 3 ..]. */
export function placeInOtherBody(bodies: Bodies, shape: number, relative: Float64Array, k: number, out: PlacedShape): void {
  const x = relative[k + 3];
  const y = relative[k + 4];
  const z = relative[k + 5];
  const w = relative[k + 6];
  // The frame's rotation is where the shape's is to be.
  const { r: matrix } = out;
  matrix[0] = 1 - 2 * (y * y + z * z);
  matrix[1] = 2 * (x * y - w * z);
  matrix[2] = 2 * (x * z + w * y);
  matrix[3] = 2 * (x * y + w * z);
  matrix[4] = 1 - 2 * (x * x + z * z);
  matrix[5] = 2 * (y * z - w * x);
  matrix[6] = 2 * (x * z - w * y);
  matrix[7] = 2 * (y * z + w * x);
  matrix[8] = 1 - 2 * (x * x + y * y);
  takeShape(bodies, shape, out);
  placeInFrame(bodies, shape, relative, k, matrix, 0, out);
}

/** Seen from where its owner's frame sits at frame[p ..] with the row-major rotation turned[q ..], which `out` may have as its own. */
function placeInFrame(
  { shapes }: Bodies,
  shape: number,
  frame: Float64Array,
  p: number,
  turned: Float64Array,
  q: number,
  out: PlacedShape,
): void {
  const { position, rotation } = shapes.columns;
  const r00 = turned[q];
  const r01 = turned[q + 1];
  const r02 = turned[q + 2];
  const r10 = turned[q + 3];
  const r11 = turned[q + 4];
  const r12 = turned[q + 5];
  const r20 = turned[q + 6];
  const r21 = turned[q + 7];
  const r22 = turned[q + 8];
  const x = position[3 * shape];
  const y = position[3 * shape + 1];
  const z = position[3 * shape + 2];
  out.x = frame[p] + r00 * x + r01 * y + r02 * z;
  out.y = frame[p + 1] + r10 * x + r11 * y + r12 * z;
  out.z = frame[p + 2] + r20 * x + r21 * y + r22 * z;
  const { r } = out;
  const i = 9 * shape;
  for (let k = 0; k < 3; k++) {
    const a = rotation[i + k];
    const b = rotation[i + 3 + k];
    const c = rotation[i + 6 + k];
    r[k] = r00 * a + r01 * b + r02 * c;
    r[3 + k] = r10 * a + r11 * b + r12 * c;
    r[6 + k] = r20 * a + r21 * b + r22 * c;
  }
}

/** Whether two shapes are the only ones of their nodes: then they are all that the two nodes can touch with. */
export function areOnlyShapes({ nodes, shapes }: Bodies, a: number, b: number, s: number, t: number): boolean {
  const { firstShape } = nodes.columns;
  const { next } = shapes.columns;
  return firstShape[a] === s && next[s] < 0 && firstShape[b] === t && next[t] < 0;
}
