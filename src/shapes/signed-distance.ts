// The signed distance of a point to a convex placed shape and its gradient, exact outside and inside.

import type { ConvexHull } from './convex-hull.js';
import type { PlacedShape } from './placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, HULL, SPHERE } from './shape-kinds.js';

// V8 folds constants of the same module but not imported ones.
const [BALL, CUBOID, ROUND_ENDED, ROUND_SIDED, POLYHEDRON, PLANE] = [SPHERE, BOX, CAPSULE, CYLINDER, HULL, HALF_SPACE];

/** Within this share of the size the direction to the nearest point is noise, and the surface normal is taken [1]. */
const ON_SURFACE = 1e-9;

/**
 * Writes the signed distance of a point of the working frame, > 0 outside, to out[0] [m]. Writes its gradient in that
 * frame, a unit vector out of the shape, to out[1 .. 3] [1]. If several points of the surface are nearest, the gradient
 * is that of one of them.
 */
export function signedDistance(shape: PlacedShape, point: Float64Array, out: Float64Array): void {
  const r = shape.r;
  const dx = point[0] - shape.x;
  const dy = point[1] - shape.y;
  const dz = point[2] - shape.z;
  // out[1 .. 3] first holds the point in the shape's frame [m], then the gradient.
  out[1] = r[0] * dx + r[3] * dy + r[6] * dz;
  out[2] = r[1] * dx + r[4] * dy + r[7] * dz;
  out[3] = r[2] * dx + r[5] * dy + r[8] * dz;
  switch (shape.kind) {
    case BALL:
      fromBall(0, shape.a, out);
      break;
    case CUBOID:
      fromBox(shape, out);
      break;
    case ROUND_ENDED:
      fromBall(Math.max(-shape.b, Math.min(shape.b, out[2])), shape.a, out);
      break;
    case ROUND_SIDED:
      fromCylinder(shape, out);
      break;
    case POLYHEDRON:
      if (shape.hull === null) throw new Error('hull is null, but a placed shape of kind hull must have its geometry.');
      fromHull(shape.hull, out);
      break;
    case PLANE:
      out[0] = out[2];
      setGradient(0, 1, 0, out);
      break;
    default:
      throw new Error(
        `kind is ${shape.kind}, but must be one of the numbers of shape-kinds.ts that have a distance in closed form.`,
      );
  }
  const gx = out[1];
  const gy = out[2];
  const gz = out[3];
  out[1] = r[0] * gx + r[1] * gy + r[2] * gz;
  out[2] = r[3] * gx + r[4] * gy + r[5] * gz;
  out[3] = r[6] * gx + r[7] * gy + r[8] * gz;
}

function setGradient(x: number, y: number, z: number, out: Float64Array): void {
  out[1] = x;
  out[2] = y;
  out[3] = z;
}

/**
 * A ball about (0, height, 0). At its centre all directions are equal; x is taken, which is normal to a capsule's axis.
 */
function fromBall(height: number, radius: number, out: Float64Array): void {
  const x = out[1];
  const y = out[2] - height;
  const z = out[3];
  const distance = Math.sqrt(x * x + y * y + z * z);
  out[0] = distance - radius;
  if (distance > ON_SURFACE * radius) setGradient(x / distance, y / distance, z / distance, out);
  else setGradient(1, 0, 0, out);
}

function fromBox({ a, b, c }: PlacedShape, out: Float64Array): void {
  const x = Math.abs(out[1]) - a;
  const y = Math.abs(out[2]) - b;
  const z = Math.abs(out[3]) - c;
  const ox = Math.max(0, x);
  const oy = Math.max(0, y);
  const oz = Math.max(0, z);
  const outside = Math.sqrt(ox * ox + oy * oy + oz * oz);
  const sx = out[1] < 0 ? -1 : 1;
  const sy = out[2] < 0 ? -1 : 1;
  const sz = out[3] < 0 ? -1 : 1;
  if (outside > ON_SURFACE * (a + b + c)) {
    out[0] = outside;
    setGradient((sx * ox) / outside, (sy * oy) / outside, (sz * oz) / outside, out);
    return;
  }
  // Inside or on the surface: the gradient is that of the nearest face.
  out[0] = outside > 0 ? outside : Math.max(x, y, z);
  if (x >= y && x >= z) setGradient(sx, 0, 0, out);
  else if (y >= z) setGradient(0, sy, 0, out);
  else setGradient(0, 0, sz, out);
}

function fromCylinder({ a, b }: PlacedShape, out: Float64Array): void {
  const x = out[1];
  const z = out[3];
  const radial = Math.sqrt(x * x + z * z);
  const beyondSide = radial - a;
  const beyondCap = Math.abs(out[2]) - b;
  const side = Math.max(0, beyondSide);
  const cap = Math.max(0, beyondCap);
  const outside = Math.sqrt(side * side + cap * cap);
  // The radial and the axial component of the gradient.
  let radially = beyondSide > beyondCap ? 1 : 0;
  let axially = 1 - radially;
  out[0] = outside > 0 ? outside : Math.max(beyondSide, beyondCap);
  if (outside > ON_SURFACE * (a + b)) {
    radially = side / outside;
    axially = cap / outside;
  }
  const onAxis = radial <= ON_SURFACE * a;
  setGradient(
    onAxis ? radially : (radially * x) / radial,
    out[2] < 0 ? -axially : axially,
    onAxis ? 0 : (radially * z) / radial,
    out,
  );
}

/**
 * Inside, the nearest face is the one with the nearest plane. Outside, the nearest point is on a face whose plane the
 * point is above: inside the face if the point is straight above the face, otherwise on an edge.
 */
function fromHull(hull: ConvexHull, out: Float64Array): void {
  const { facePlanes: planes, faceCount } = hull;
  const x = out[1];
  const y = out[2];
  const z = out[3];
  let highest = 0;
  let height = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < faceCount; f++) {
    const k = 4 * f;
    const above = planes[k] * x + planes[k + 1] * y + planes[k + 2] * z - planes[k + 3];
    if (above > height) {
      height = above;
      highest = f;
    }
    if (above > 0 && isStraightAbove(hull, f, out)) {
      out[0] = above;
      setGradient(planes[k], planes[k + 1], planes[k + 2], out);
      return;
    }
  }
  if (height > 0) {
    fromEdges(hull, highest, out);
    return;
  }
  out[0] = height;
  setGradient(planes[4 * highest], planes[4 * highest + 1], planes[4 * highest + 2], out);
}

/** Whether the projection of the point in point[1 .. 3] onto the plane of a face lies within the face. */
function isStraightAbove(
  { vertices, faceStart, faceVertices, facePlanes }: ConvexHull,
  face: number,
  point: Float64Array,
): boolean {
  const nx = facePlanes[4 * face];
  const ny = facePlanes[4 * face + 1];
  const nz = facePlanes[4 * face + 2];
  const end = faceStart[face + 1];
  let i = 3 * faceVertices[end - 1];
  for (let corner = faceStart[face]; corner < end; corner++) {
    const j = 3 * faceVertices[corner];
    const ex = vertices[j] - vertices[i];
    const ey = vertices[j + 1] - vertices[i + 1];
    const ez = vertices[j + 2] - vertices[i + 2];
    const px = point[1] - vertices[i];
    const py = point[2] - vertices[i + 1];
    const pz = point[3] - vertices[i + 2];
    // The inner side of an edge is n x e.
    if ((ny * ez - nz * ey) * px + (nz * ex - nx * ez) * py + (nx * ey - ny * ex) * pz < 0) return false;
    i = j;
  }
  return true;
}

/**
 * Finds the nearest point on the edges of faces below the point. `highest` is the face that the point is highest above.
 */
function fromEdges({ edges, vertices, facePlanes: planes }: ConvexHull, highest: number, out: Float64Array): void {
  const x = out[1];
  const y = out[2];
  const z = out[3];
  let nearest = Number.POSITIVE_INFINITY;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  for (let e = 0; e < edges.length; e += 4) {
    const f = 4 * edges[e + 2];
    const g = 4 * edges[e + 3];
    const sees =
      planes[f] * x + planes[f + 1] * y + planes[f + 2] * z > planes[f + 3] ||
      planes[g] * x + planes[g + 1] * y + planes[g + 2] * z > planes[g + 3];
    if (!sees) continue;
    const i = 3 * edges[e];
    const j = 3 * edges[e + 1];
    const ex = vertices[j] - vertices[i];
    const ey = vertices[j + 1] - vertices[i + 1];
    const ez = vertices[j + 2] - vertices[i + 2];
    let px = x - vertices[i];
    let py = y - vertices[i + 1];
    let pz = z - vertices[i + 2];
    const share = Math.max(0, Math.min(1, (px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez)));
    px -= share * ex;
    py -= share * ey;
    pz -= share * ez;
    const square = px * px + py * py + pz * pz;
    if (square < nearest) {
      nearest = square;
      nx = px;
      ny = py;
      nz = pz;
    }
  }
  const distance = Math.sqrt(nearest);
  out[0] = distance;
  // On the edge itself the gradient is that of the highest face.
  const isOff = distance > ON_SURFACE * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  if (isOff) setGradient(nx / distance, ny / distance, nz / distance, out);
  else setGradient(planes[4 * highest], planes[4 * highest + 1], planes[4 * highest + 2], out);
}
