// The distance field of a placed shape at points of the frame it is placed in: of a mesh by its contact tree or exactly, of all other kinds in
// closed form.

import type { ContactTree } from '../../distance-field/contact-tree.js';
import { NO_CONE } from '../../distance-field/mesh-distance.js';
import { MeshSides } from '../../distance-field/mesh-sides.js';
import { FACE_FEATURE } from '../../distance-field/pseudonormals.js';
import type { PlacedShape } from '../../shapes/placed-shape.js';
import { BOX, CYLINDER, HULL, SURFACE } from '../../shapes/shape-kinds.js';
import { signedDistance } from '../../shapes/signed-distance.js';
import { FieldOfSurface } from './field-of-surface.js';

/** Faces that differ by less than this in how they look against something are as good as each other: the first is taken [1]. */
const SAME_FACING = 1e-6;

/** What is nearer to a surface than this share of its reach is on it, and is told no direction by its closest point [1]. */
const ON_SURFACE = 1e-9;

/** Names of a point's sides, more than it can have. */
export const SIDE_NAMES = 128;

/** A point is told so many sides of a surface at the most. */
const SIDES_OF_SURFACE = 8;

/** What looking up a field works on. */
export class FieldProbe {
  /** The point in the shape's own frame [m], then what is found there. */
  readonly local = new Float64Array(5);
  /** Numbers of the face that is offered: height over it [m], normal in the shape's own frame [1], then the best score so far [1]. */
  readonly offered = new Float64Array(5);
  readonly ofSurface = new FieldOfSurface();
}

/** Writes point to `local`, in the shape's own frame. */
function toShape(probe: FieldProbe, { x, y, z, r }: PlacedShape, point: Float64Array): void {
  const { local } = probe;
  const dx = point[0] - x;
  const dy = point[1] - y;
  const dz = point[2] - z;
  local[0] = r[0] * dx + r[3] * dy + r[6] * dz;
  local[1] = r[1] * dx + r[4] * dy + r[7] * dz;
  local[2] = r[2] * dx + r[5] * dy + r[8] * dz;
}

/** Distance [m] and unit gradient [1] at a point, exactly, to out[0] and out[1 .. 3]. */
export function exactAt(probe: FieldProbe, shape: PlacedShape, point: Float64Array, out: Float64Array): void {
  const { local } = probe;
  const { tree } = shape;
  if (tree === null) {
    withoutTree(probe, shape, point, out);
    return;
  }
  toShape(probe, shape, point);
  const { exact } = tree;
  const distance = exact.signedDistance(local[0], local[1], local[2]);
  if (Math.abs(distance) > ON_SURFACE * tree.reach)
    for (let k = 0; k < 3; k++) out[1 + k] = (local[k] - exact.closest[k]) / distance;
  else exact.writeNormal(exact.feature[0], FACE_FEATURE, out, 1);
  out[0] = distance;
  turnOut(shape, out, 1);
}

/** Of what is no mesh. */
function withoutTree(probe: FieldProbe, shape: PlacedShape, point: Float64Array, out: Float64Array): void {
  if (shape.kind !== SURFACE) {
    signedDistance(shape, point, out);
    return;
  }
  toShape(probe, shape, point);
  probe.ofSurface.writeField(shape, probe.local, out);
  turnOut(shape, out, 1);
}

/** Moves a point to the surface of a mesh, exactly, and writes the normal of the face, edge or corner there to out[0 .. 2] [1]. */
export function putOnMesh(probe: FieldProbe, shape: PlacedShape, point: Float64Array, out: Float64Array): void {
  const { local } = probe;
  const { exact } = shape.tree as ContactTree;
  toShape(probe, shape, point);
  exact.signedDistance(local[0], local[1], local[2]);
  placePoint(shape, exact.closest, 0, point);
  exact.writeNormal(exact.feature[0], exact.feature[1], local);
  const length = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]);
  for (let k = 0; k < 3; k++) out[k] = length > 0 ? local[k] / length : 0;
  turnOut(shape, out, 0);
}

/** Turns the vector at v[k ..] of the shape's own frame into the working frame. */
export function turnOut({ r }: PlacedShape, v: Float64Array, k: number): void {
  const x = v[k];
  const y = v[k + 1];
  const z = v[k + 2];
  v[k] = r[0] * x + r[1] * y + r[2] * z;
  v[k + 1] = r[3] * x + r[4] * y + r[5] * z;
  v[k + 2] = r[6] * x + r[7] * y + r[8] * z;
}

/** Writes the point (values[k], ...) of the shape's own frame to `out`, in the working frame [m]. */
export function placePoint({ x, y, z, r }: PlacedShape, values: Float32Array | Float64Array, k: number, out: Float64Array): void {
  const px = values[k];
  const py = values[k + 1];
  const pz = values[k + 2];
  out[0] = x + r[0] * px + r[1] * py + r[2] * pz;
  out[1] = y + r[3] * px + r[4] * py + r[5] * pz;
  out[2] = z + r[6] * px + r[7] * py + r[8] * pz;
}

/**
 * Distance [m] and unit gradient [1] at a point, to out[0] and out[1 .. 3], and by how much the distance may be off [m] to out[4]; of a mesh by
 * interpolation.
 */
export function fieldAt(probe: FieldProbe, shape: PlacedShape, point: Float64Array, out: Float64Array): void {
  const { local } = probe;
  const { tree } = shape;
  if (tree === null) {
    withoutTree(probe, shape, point, out);
    out[4] = 0;
    return;
  }
  toShape(probe, shape, point);
  tree.field(local);
  out[4] = local[4];
  const length = Math.sqrt(local[1] * local[1] + local[2] * local[2] + local[3] * local[3]);
  const inverse = length > 0 ? 1 / length : 0;
  out[0] = local[0];
  out[1] = inverse * local[1];
  out[2] = inverse * local[2];
  out[3] = inverse * local[3];
  turnOut(shape, out, 1);
}

/**
 * The same exactly, of all sides of the shape no further than facing[4] from the point [m]: height [m] and normal [1] of side i to out[4 i ..], a name
 * that lasts, from 0 to SIDE_NAMES - 1, to names[i]. Returns how many there are: what is convex has one, walls of a groove are two. The first is the closest.
 *
 * Where the point is within facing[3] [m] of several faces' planes, the blur, nothing tells their normals apart; of those, the one that looks most
 * against facing[0 .. 2] [1], the outward normal of what is there, is taken, and the distance is that to its plane. Two boxes edge on edge would
 * else be pushed sideways. What is a peak itself, an edge or a corner, may also be pushed along what is between them.
 */
export function exactSides(
  probe: FieldProbe,
  shape: PlacedShape,
  point: Float64Array,
  facing: Float64Array,
  isPeak: boolean,
  out: Float64Array,
  names: Int32Array,
): number {
  const { local } = probe;
  const { tree } = shape;
  names[0] = 0;
  if (shape.kind === SURFACE) return sidesOfSurface(probe, shape, point, facing, out, names);
  if (tree === null) {
    signedDistance(shape, point, out);
    faceOfShape(probe, shape, point, facing, out);
    return 1;
  }
  toShape(probe, shape, point);
  const { r } = shape;
  const fx = r[0] * facing[0] + r[3] * facing[1] + r[6] * facing[2];
  const fy = r[1] * facing[0] + r[4] * facing[1] + r[7] * facing[2];
  const fz = r[2] * facing[0] + r[5] * facing[1] + r[8] * facing[2];
  tree.exact.facedDistance(local, fx, fy, fz, facing[3], out, isPeak ? tree.allowedError : NO_CONE);
  const { sides } = tree;
  sides.find(local, fx, fy, fz, facing[3], facing[4], out);
  for (let i = 0; i < sides.count; i++) {
    for (let k = 0; k < 4; k++) out[4 * i + k] = sides.values[MeshSides.at(i) + k];
    turnOut(shape, out, 4 * i + 1);
    names[i] = nameUnlike(names, i, sides.parts[i]);
  }
  return sides.count;
}

/** exactSides() of a surface: the place on the mesh names the contact, whatever triangles are below it. */
function sidesOfSurface(
  probe: FieldProbe,
  shape: PlacedShape,
  point: Float64Array,
  facing: Float64Array,
  out: Float64Array,
  names: Int32Array,
): number {
  toShape(probe, shape, point);
  const count = probe.ofSurface.writeSides(shape, probe.local, facing[4], facing[3], out, SIDES_OF_SURFACE);
  for (let i = 0; i < count; i++) {
    turnOut(shape, out, 4 * i + 1);
    names[i] = i;
  }
  return count;
}

/** The name of a part of a surface; where one of the first `count` has it already, the next that is free. */
function nameUnlike(names: Int32Array, count: number, part: number): number {
  let name = part % SIDE_NAMES;
  for (let i = 0; i < count; i++) {
    if (names[i] !== name) continue;
    name = (name + 1) % SIDE_NAMES;
    i = -1;
  }
  return name;
}

/** Takes the face of height `height` and normal (x, y, z) of the shape's own frame, if it looks more against `facing` than those before. */
function offerFace(
  probe: FieldProbe,
  shape: PlacedShape,
  height: number,
  x: number,
  y: number,
  z: number,
  facing: Float64Array,
  blur: number,
  distance: number,
): void {
  const { offered } = probe;
  // Over the face but for the blur: a point beside it is further from the shape than from the plane.
  if (Math.abs(height - distance) > blur || distance * distance - height * height > blur * blur) return;
  const { r } = shape;
  const wx = r[0] * x + r[1] * y + r[2] * z;
  const wy = r[3] * x + r[4] * y + r[5] * z;
  const wz = r[6] * x + r[7] * y + r[8] * z;
  const score = wx * facing[0] + wy * facing[1] + wz * facing[2];
  if (score >= offered[4] - SAME_FACING) return;
  offered[0] = height;
  offered[1] = wx;
  offered[2] = wy;
  offered[3] = wz;
  offered[4] = score;
}

/** The rule of exactSides() for shapes with flat faces; `out` is what the closest point says. */
function faceOfShape(probe: FieldProbe, shape: PlacedShape, point: Float64Array, facing: Float64Array, out: Float64Array): void {
  const { local, offered } = probe;
  const { kind, hull, a, b, c } = shape;
  if (kind !== BOX && kind !== HULL && kind !== CYLINDER) return;
  const blur = facing[3];
  toShape(probe, shape, point);
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const distance = out[0];
  offered[4] = Infinity;
  if (kind === BOX) {
    offerFace(probe, shape, Math.abs(x) - a, x < 0 ? -1 : 1, 0, 0, facing, blur, distance);
    offerFace(probe, shape, Math.abs(y) - b, 0, y < 0 ? -1 : 1, 0, facing, blur, distance);
    offerFace(probe, shape, Math.abs(z) - c, 0, 0, z < 0 ? -1 : 1, facing, blur, distance);
  } else if (kind === CYLINDER) {
    const across = Math.sqrt(x * x + z * z);
    offerFace(probe, shape, Math.abs(y) - b, 0, y < 0 ? -1 : 1, 0, facing, blur, distance);
    if (across > 0) offerFace(probe, shape, across - a, x / across, 0, z / across, facing, blur, distance);
  } else if (hull !== null) {
    const p = hull.facePlanes;
    for (let f = 0; f < p.length; f += 4) {
      offerFace(
        probe,
        shape,
        p[f] * x + p[f + 1] * y + p[f + 2] * z - p[f + 3],
        p[f],
        p[f + 1],
        p[f + 2],
        facing,
        blur,
        distance,
      );
    }
  }
  if (offered[4] === Infinity) return;
  for (let k = 0; k < 4; k++) out[k] = offered[k];
}
