// How deep two solids overlap: the least way that one has to be moved to part them. Exact for convex polytopes, since the
// shortest way out of their overlap is along a face normal of one or across an edge of each (15 axes for two boxes), and for
// balls, whose depth is their radius less the signed distance of their centre.

import { boxCorners, placePolytope, polytopeOf } from './polytope.mjs';
import { cross, dot, length, normalize, rotate, scale, subtract } from './vector.mjs';

/** Edges whose cross product is shorter are parallel and give no axis [1]. */
const PARALLEL = 1e-6;

/** What the ruler knows of a shape: a ball, a polytope, or the half-space below its own plane y = 0. */
export function solidOf(shape) {
  switch (shape.kind) {
    case 'sphere':
      return { kind: 'ball', radius: shape.radius };
    case 'box':
      return { kind: 'polytope', ...polytopeOf(boxCorners(shape.size)) };
    case 'hull':
      return { kind: 'polytope', ...polytopeOf(shape.points) };
    case 'half-space':
      return { kind: 'half-space' };
    default:
      throw new Error(`shape.kind is ${shape.kind}, but the ruler knows sphere, box, hull and half-space.`);
  }
}

/** The solid at a pose { position [m], orientation [1] }. */
export function placeSolid(solid, pose) {
  switch (solid.kind) {
    case 'ball':
      return { ...solid, center: pose.position };
    case 'polytope':
      return { kind: 'polytope', ...placePolytope(solid, pose) };
    case 'half-space':
      return { kind: 'half-space', point: pose.position, normal: rotate(pose.orientation, [0, 1, 0]) };
  }
}

/** Depth of the overlap of two placed solids, 0 when they are apart [m]. */
export function penetrationOf(a, b) {
  if (a.kind === 'half-space') return Math.max(0, dot(subtract(a.point, lowestAlong(b, a.normal)), a.normal));
  if (b.kind === 'half-space') return penetrationOf(b, a);
  if (a.kind === 'ball' && b.kind === 'ball') return Math.max(0, a.radius + b.radius - length(subtract(a.center, b.center)));
  if (a.kind === 'ball') return Math.max(0, a.radius - signedDistance(a.center, b));
  if (b.kind === 'ball') return penetrationOf(b, a);
  return polytopePenetration(a, b);
}

/** { low, high } of the smallest upright box around a placed ball or polytope [m]. */
export function boundsOf(solid) {
  if (solid.kind === 'ball') {
    const { center, radius } = solid;
    return { low: center.map((x) => x - radius), high: center.map((x) => x + radius) };
  }
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of solid.vertices) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], vertex[k]);
      high[k] = Math.max(high[k], vertex[k]);
    }
  }
  return { low, high };
}

/** The point of the solid that lies farthest against the direction. */
function lowestAlong(solid, direction) {
  if (solid.kind === 'ball') return subtract(solid.center, scale(direction, solid.radius));
  return solid.vertices.reduce((lowest, vertex) => (dot(vertex, direction) < dot(lowest, direction) ? vertex : lowest));
}

function polytopePenetration(a, b) {
  let depth = Infinity;
  for (const axis of separatingAxes(a, b)) {
    const [lowA, highA] = extentAlong(a.vertices, axis);
    const [lowB, highB] = extentAlong(b.vertices, axis);
    // The two ways out along this axis.
    depth = Math.min(depth, highA - lowB, highB - lowA);
    if (depth <= 0) return 0;
  }
  return depth;
}

function* separatingAxes(a, b) {
  yield* a.axes;
  yield* b.axes;
  for (const edgeA of a.edges) {
    for (const edgeB of b.edges) {
      const across = cross(edgeA, edgeB);
      if (length(across) > PARALLEL) yield normalize(across);
    }
  }
}

function extentAlong(vertices, axis) {
  let low = Infinity;
  let high = -Infinity;
  for (const vertex of vertices) {
    const at = dot(vertex, axis);
    if (at < low) low = at;
    if (at > high) high = at;
  }
  return [low, high];
}

/** From a point to the surface of a polytope, negative inside [m]. */
export function signedDistance(point, polytope) {
  const { vertices, faces, normals } = polytope;
  const heights = faces.map((face, i) => dot(subtract(point, vertices[face[0]]), normals[i]));
  const highest = Math.max(...heights);
  if (highest <= 0) return highest;
  let nearest = Infinity;
  faces.forEach((face, i) => {
    if (heights[i] > 0) nearest = Math.min(nearest, distanceToFace(point, face, vertices, normals[i], heights[i]));
  });
  return nearest;
}

/** From a point above a face, by its height over the face's plane. */
function distanceToFace(point, face, vertices, normal, height) {
  let isOverFace = true;
  let nearest = Infinity;
  face.forEach((start, i) => {
    const from = vertices[start];
    const edge = subtract(vertices[face[(i + 1) % face.length]], from);
    const offset = subtract(point, from);
    if (dot(cross(normal, edge), offset) < 0) isOverFace = false;
    const along = Math.min(1, Math.max(0, dot(offset, edge) / dot(edge, edge)));
    nearest = Math.min(nearest, length(subtract(offset, scale(edge, along))));
  });
  return isOverFace ? height : nearest;
}
