// Mass, centre of mass and inertia of shapes of uniform density, and of bodies made of several shapes, in closed form.
// Those of hulls and meshes are sums over the tetrahedra between a point and the triangles of the surface.

import { ContactTree } from '../distance-field/contact-tree.js';
import type { Sym3 } from '../math/symmetric.js';
import { addSym, rotateSym } from '../math/symmetric.js';
import type { Vec3 } from '../math/vector.js';
import { add, cross, dot, IDENTITY, normalizeQuat, rotate, scale, subtract } from '../math/vector.js';
import type { TriangleMesh } from '../mesh/triangle-mesh.js';
import { ConvexHull } from '../shapes/convex-hull.js';
import type { ShapeGeometry } from '../shapes/descriptor.js';
import type { ShapeDescriptor } from '../shapes/shape-kinds.js';

export interface MassProperties {
  /** [kg] */
  mass: number;
  /** Centre of mass in the body's frame [m]. */
  center: Vec3;
  /** Inertia about the centre of mass, along the axes of the body's frame [kg m^2]. */
  inertia: Sym3;
}

/**
 * Mass properties, in the body's frame, of a shape of a density [kg/m^3] at its local pose. If the geometry of a hull
 * is not given, it is built from the points.
 */
export function shapeMassProperties(
  descriptor: ShapeDescriptor,
  density: number,
  geometry: ShapeGeometry = null,
): MassProperties {
  const { mass, center, inertia } = ownMassProperties(descriptor, density, geometry);
  const orientation = normalizeQuat(descriptor.orientation ?? IDENTITY);
  return {
    mass,
    center: add(descriptor.position ?? [0, 0, 0], rotate(orientation, center)),
    inertia: rotateSym(orientation, inertia),
  };
}

/** Mass properties of several parts together, all in one frame, by the parallel axis theorem. */
export function combineMassProperties(parts: readonly MassProperties[]): MassProperties {
  if (parts.length === 0) throw new Error('parts has 0 entries, but a body with mass needs at least 1.');
  let mass = 0;
  let moment: Vec3 = [0, 0, 0];
  for (const part of parts) {
    mass += part.mass;
    moment = add(moment, scale(part.center, part.mass));
  }
  const center = scale(moment, 1 / mass);
  let inertia: Sym3 = [0, 0, 0, 0, 0, 0];
  for (const part of parts) {
    const [x, y, z] = subtract(part.center, center);
    const m = part.mass;
    const ofPoint = inertiaOfSecondMoments([m * x * x, m * y * y, m * z * z, m * x * y, m * x * z, m * y * z]);
    inertia = addSym(inertia, addSym(part.inertia, ofPoint));
  }
  return { mass, center, inertia };
}

/** Mass properties in the shape's own frame. */
function ownMassProperties(descriptor: ShapeDescriptor, density: number, geometry: ShapeGeometry): MassProperties {
  switch (descriptor.kind) {
    case 'sphere': {
      const { radius } = descriptor;
      const mass = density * (4 / 3) * Math.PI * radius * radius * radius;
      return aboutY(mass, 0.4 * mass * radius * radius, 0.4 * mass * radius * radius);
    }
    case 'box': {
      const [x, y, z] = descriptor.size;
      const mass = density * x * y * z;
      const twelfth = mass / 12;
      return {
        mass,
        center: [0, 0, 0],
        inertia: [twelfth * (y * y + z * z), twelfth * (x * x + z * z), twelfth * (x * x + y * y), 0, 0, 0],
      };
    }
    case 'capsule': {
      const { radius, length } = descriptor;
      const squared = radius * radius;
      const middle = density * Math.PI * squared * length;
      const ends = density * (4 / 3) * Math.PI * squared * radius;
      // Each end is half a ball whose own centre lies 3/8 radius beyond the end of the segment.
      const across =
        middle * ((length * length) / 12 + squared / 4) +
        ends * (0.4 * squared + (length * length) / 4 + (3 / 8) * length * radius);
      return aboutY(middle + ends, middle * 0.5 * squared + ends * 0.4 * squared, across);
    }
    case 'cylinder': {
      const { radius, height } = descriptor;
      const squared = radius * radius;
      const mass = density * Math.PI * squared * height;
      return aboutY(mass, 0.5 * mass * squared, mass * ((height * height) / 12 + squared / 4));
    }
    case 'hull':
      return solidMassProperties(
        surfaceOf(geometry instanceof ConvexHull ? geometry : ConvexHull.fromPoints(descriptor.points)),
        density,
      );
    case 'mesh':
      if (!(geometry instanceof ContactTree)) throw new Error(`mesh is "${descriptor.mesh}", but its tree must be given.`);
      return solidMassProperties(geometry.surface, density);
    case 'surface':
      throw new Error('kind is surface, which has no volume: only shapes of finite volume can have mass properties.');
    case 'half-space':
      throw new Error('kind is half-space, which has no finite mass: only shapes of finite volume can have mass properties.');
  }
}

/**
 * Mass properties of a centred solid of revolution about y: moments about y, and about the axes normal to it [kg m^2].
 */
function aboutY(mass: number, along: number, across: number): MassProperties {
  return { mass, center: [0, 0, 0], inertia: [across, along, across, 0, 0, 0] };
}

/** Mass properties of the solid bounded by a closed surface. */
export function solidMassProperties(surface: TriangleMesh, density: number): MassProperties {
  // The apex of the tetrahedra is the mean of the vertices, and second moments are about the centre of mass itself.
  // Moments about the origin, shifted afterwards, would lose most of their digits for a mesh far from the origin.
  const corners = surface.positions.length / 3;
  let amidst: Vec3 = [0, 0, 0];
  for (let v = 0; v < corners; v++) amidst = add(amidst, scale(cornerOf(surface, v), 1 / corners));

  let sixVolumes = 0;
  let weighted: Vec3 = [0, 0, 0];
  forEachTetrahedron(surface, amidst, (a, b, c, sixVolume) => {
    sixVolumes += sixVolume;
    weighted = add(weighted, scale(add(a, add(b, c)), sixVolume / 4));
  });
  const center = add(amidst, scale(weighted, 1 / sixVolumes));

  const second: Sym3 = [0, 0, 0, 0, 0, 0];
  forEachTetrahedron(surface, center, (a, b, c, sixVolume) => {
    const weight = (density * sixVolume) / 120;
    for (const [x, y, z] of [a, b, c, add(a, add(b, c))]) {
      second[0] += weight * x * x;
      second[1] += weight * y * y;
      second[2] += weight * z * z;
      second[3] += weight * x * y;
      second[4] += weight * x * z;
      second[5] += weight * y * z;
    }
  });
  return { mass: (density * sixVolumes) / 6, center, inertia: inertiaOfSecondMoments(second) };
}

/**
 * Calls `visit` for each tetrahedron between `apex` and a triangle of the surface, with the corners relative to the
 * apex and six times the signed volume, which is negative if the apex is in front of the triangle.
 */
function forEachTetrahedron(
  surface: TriangleMesh,
  apex: Readonly<Vec3>,
  visit: (a: Vec3, b: Vec3, c: Vec3, sixVolume: number) => void,
): void {
  const { triangles } = surface;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = subtract(cornerOf(surface, triangles[t]), apex);
    const b = subtract(cornerOf(surface, triangles[t + 1]), apex);
    const c = subtract(cornerOf(surface, triangles[t + 2]), apex);
    visit(a, b, c, dot(a, cross(b, c)));
  }
}

function cornerOf({ positions }: TriangleMesh, v: number): Vec3 {
  return [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
}

/** The faces of a hull as fans of triangles. */
export function surfaceOf({ vertices, faceStart, faceVertices, faceCount }: ConvexHull): TriangleMesh {
  const triangles: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    const first = faceStart[f];
    for (let i = first + 1; i + 1 < faceStart[f + 1]; i++) {
      triangles.push(faceVertices[first], faceVertices[i], faceVertices[i + 1]);
    }
  }
  return { positions: vertices, triangles: Uint32Array.from(triangles) };
}

/**
 * Inertia of the second moments [xx, yy, zz, xy, xz, yz], the integrals of density times coordinate times coordinate.
 */
function inertiaOfSecondMoments([xx, yy, zz, xy, xz, yz]: Readonly<Sym3>): Sym3 {
  return [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz];
}
