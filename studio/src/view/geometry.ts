// Geometries that the studio draws for shapes: those of drystone/three, but with bevels on boxes and two shades on
// balls.

import { BufferAttribute, BufferGeometry, SphereGeometry } from 'three';
import type { ShapeGeometry } from '../../../src/three/shape-geometry.js';
import { geometryOf } from '../../../src/three/shape-geometry.js';
import type { ShapePicture } from '../protocol.js';

/** The geometry of a shape; null for a half-space, which is drawn as a large plane. */
export function geometryOfPicture({ shape, mesh }: ShapePicture): ShapeGeometry | null {
  const geometry = geometryOf(shape, mesh);
  if (geometry?.key === 'sphere') return { ...geometry, make: () => makeBall() };
  return geometry?.key === 'box' ? { ...geometry, make: makeBox } : geometry;
}

/**
 * A ball of radius 1 with quarters in two shades, so that rotation is visible; `around` and `down` are numbers of
 * faces.
 */
export function makeBall(around = 20, down = 12): BufferGeometry {
  const ball = new SphereGeometry(1, around, down).toNonIndexed();
  const { array } = ball.getAttribute('position');
  const shades = new Float32Array(array.length);
  for (let face = 0; face < array.length; face += 9) {
    const x = array[face] + array[face + 3] + array[face + 6];
    const z = array[face + 2] + array[face + 5] + array[face + 8];
    shades.fill(x > 0 === z > 0 ? 1 : 0.72, face, face + 9);
  }
  ball.setAttribute('color', new BufferAttribute(shades, 3));
  return ball;
}

/**
 * A cube of edge 1 with bevelled edges. It has three vertices per corner, one for each face. `inset` is the direction
 * along the face in which the shader moves a vertex inward, so that the bevel has the same width at every size.
 */
function makeBox(): BufferGeometry {
  const signs = [-1, 1];
  const corners = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])));
  const positions: number[] = [];
  const normals: number[] = [];
  const insets: number[] = [];
  for (const corner of corners) {
    for (let axis = 0; axis < 3; axis++) {
      positions.push(...corner.map((x) => x / 2));
      normals.push(...corner.map((x, k) => (k === axis ? x : 0)));
      insets.push(...corner.map((x, k) => (k === axis ? 0 : x)));
    }
  }
  const vertex = (corner: readonly number[], axis: number) =>
    3 * corners.findIndex((other) => other.every((x, k) => x === corner[k])) + axis;
  const triangles: number[] = [];
  const bevelled = (v: number) => [0, 1, 2].map((k) => positions[3 * v + k] - 0.1 * insets[3 * v + k]);
  const addTriangle = (a: number, b: number, c: number) => {
    const [p, q, r] = [a, b, c].map(bevelled);
    const u = q.map((x, k) => x - p[k]);
    const v = r.map((x, k) => x - p[k]);
    const outward = p[0] * (u[1] * v[2] - u[2] * v[1]) + p[1] * (u[2] * v[0] - u[0] * v[2]) + p[2] * (u[0] * v[1] - u[1] * v[0]);
    triangles.push(...(outward > 0 ? [a, b, c] : [a, c, b]));
  };
  const addQuad = (a: number, b: number, c: number, d: number) => {
    addTriangle(a, b, c);
    addTriangle(a, c, d);
  };
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const at = (a: number, b: number, c: number) => {
      const corner = [0, 0, 0];
      corner[axis] = a;
      corner[u] = b;
      corner[v] = c;
      return corner;
    };
    // The two faces normal to the axis, and the four edges along it.
    for (const side of signs) {
      const [a, b, c, d] = [at(side, -1, -1), at(side, 1, -1), at(side, 1, 1), at(side, -1, 1)].map((k) => vertex(k, axis));
      addQuad(a, b, c, d);
    }
    for (const b of signs) {
      for (const c of signs) {
        addQuad(vertex(at(-1, b, c), u), vertex(at(1, b, c), u), vertex(at(1, b, c), v), vertex(at(-1, b, c), v));
      }
    }
  }
  for (const corner of corners) addTriangle(vertex(corner, 0), vertex(corner, 1), vertex(corner, 2));
  const box = new BufferGeometry();
  box.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  box.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3));
  box.setAttribute('inset', new BufferAttribute(Float32Array.from(insets), 3));
  box.setIndex(triangles);
  return box;
}
