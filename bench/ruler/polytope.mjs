// Convex polytopes: vertices, faces and edges, found by trying all planes through three points. Fine for the handful of corners
// that boxes and wedges have.

import { add, cross, dot, length, normalize, rotate, scale, subtract } from './vector.mjs';

/** Points this close to a plane are on it, and directions this close are the same, for polytopes of about a metre [1]. */
const SAME = 1e-9;

/**
 * { vertices, faces, normals, axes, edges }: a face is a loop of vertex numbers, anticlockwise seen from outside, with its outward
 * unit normal in `normals`; `axes` are the lines of the normals and `edges` those of the edges, each once, as unit vectors.
 */
export function polytopeOf(points) {
  const { faces, normals } = findFaces(points);
  const edges = faces.flatMap((face) => face.map((vertex, i) => subtract(points[face[(i + 1) % face.length]], points[vertex])));
  return { vertices: points, faces, normals, axes: distinctLines(normals), edges: distinctLines(edges.map(normalize)) };
}

export function boxCorners([x, y, z]) {
  return [-0.5, 0.5].flatMap((i) => [-0.5, 0.5].flatMap((j) => [-0.5, 0.5].map((k) => [i * x, j * y, k * z])));
}

/** The polytope turned and moved. */
export function placePolytope({ vertices, faces, normals, axes, edges }, { position, orientation }) {
  const turn = (v) => rotate(orientation, v);
  return {
    vertices: vertices.map((v) => add(turn(v), position)),
    faces,
    normals: normals.map(turn),
    axes: axes.map(turn),
    edges: edges.map(turn),
  };
}

function findFaces(points) {
  const faces = [];
  const normals = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) {
        const across = cross(subtract(points[j], points[i]), subtract(points[k], points[i]));
        if (length(across) < SAME) continue;
        for (const side of [1, -1]) {
          const normal = scale(normalize(across), side);
          const offset = dot(normal, points[i]);
          const isOuter = points.every((point) => dot(normal, point) <= offset + SAME);
          const isNew = normals.every((other) => dot(normal, other) < 1 - SAME);
          if (!isOuter || !isNew) continue;
          normals.push(normal);
          faces.push(loopOf(points, normal, offset));
        }
      }
    }
  }
  return { faces, normals };
}

/** The points on a plane in the order of their angle about its middle, anticlockwise seen against the normal. */
function loopOf(points, normal, offset) {
  const on = [...points.keys()].filter((i) => dot(normal, points[i]) > offset - SAME);
  const middle = scale(
    on.reduce((sum, i) => add(sum, points[i]), [0, 0, 0]),
    1 / on.length,
  );
  const right = normalize(subtract(points[on[0]], middle));
  const up = cross(normal, right);
  const angle = (i) => Math.atan2(dot(subtract(points[i], middle), up), dot(subtract(points[i], middle), right));
  return on.sort((i, j) => angle(i) - angle(j));
}

function distinctLines(directions) {
  const lines = [];
  for (const direction of directions) {
    if (lines.every((line) => Math.abs(dot(direction, line)) < 1 - SAME)) lines.push(direction);
  }
  return lines;
}

/** The corners of the polytope whose faces lie deeper by `depth` [m]; each of its corners must join three faces. */
export function shrinkCorners({ vertices, faces, normals }, depth) {
  return vertices.map((vertex, i) => {
    const [a, b, c] = [...normals.keys()].filter((face) => faces[face].includes(i)).map((face) => normals[face]);
    // The point that is `depth` below all three planes.
    const inwards = scale(add(add(cross(b, c), cross(c, a)), cross(a, b)), -depth / dot(a, cross(b, c)));
    return add(vertex, inwards);
  });
}
