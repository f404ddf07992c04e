// The contacts of a convex shape with one triangle of a surface: those of two convex shapes, but along directions alone that the surface can
// push along (normal-cones.ts). Where the shortest way apart is none of these, the triangle pushes along its own normal what is over it.

import { isBelowTriangle } from '../../mesh/ground.js';
import type { Surface } from '../../mesh/surface.js';
import { bringDirection, turnDirection } from '../../shapes/frames.js';
import { PlacedShape } from '../../shapes/placed-shape.js';
import { SPHERE } from '../../shapes/shape-kinds.js';
import { makeFacedTriangle, placeTriangle, setFaces } from '../../shapes/triangle-shape.js';
import { holdsClosest, singleContact } from '../contact-determination/complete-manifold.js';
import { determineContacts, ManifoldWorkspace } from '../contact-determination/determine-contacts.js';
import { CORNER_OF_A, featureId, MAX_RAW_CONTACTS, Manifold, SINGLE } from '../contact-determination/manifold.js';
import { overlap } from '../contact-determination/projected-overlap.js';
import { supportingFeature } from '../contact-determination/supporting-feature.js';
import type { ConvexWorkspace } from '../narrow-phase/convex-pair.js';
import { convexPair } from '../narrow-phase/convex-pair.js';
import { PrincipalContact } from '../narrow-phase/principal-contact.js';
import { coreRadius, coreSupport } from '../narrow-phase/support.js';
import { FACE, farthestCorners, isInCone } from './normal-cones.js';

/** What comes from behind by no more than this comes from the side: cosine of its direction with the normal [1]. */
const SIDEWAYS = 1e-9;
/** A contact is at a corner of the shape up to so many thicknesses of the lines of their overlap [1]. */
const AT_CORNER = 2;
/** A point outside a triangle by less than this share of its sides is over it [1]. */
const OVER = 1e-9;

/** The shape and the triangle at hand, and what is found of them: the shape is A, the triangle is B. */
export class TriangleContacts {
  readonly triangle = makeFacedTriangle();
  /** The shape in the surface's own frame, and the middle of its box there [m]. */
  readonly local = new PlacedShape();
  readonly middle = new Float64Array(3);
  readonly principal = new PrincipalContact();
  readonly manifold = new Manifold();
  /** Corners of the triangle that meet the shape, as bits, and the direction they push along in the surface's own frame [1]. */
  corners = FACE;
  readonly direction = new Float64Array(3);
  /** The normal of the triangle on the side that is touched: in the working frame [1]. */
  readonly normal = new Float64Array(3);
  readonly #lowest = new Float64Array(3);
  readonly #manifolds = new ManifoldWorkspace();

  /**
   * Finds the contacts of a convex shape with a triangle of a surface, both placed in one frame, that are within `reach` [m]. False where there are
   * none.
   */
  find(
    shape: PlacedShape,
    placed: PlacedShape,
    number: number,
    reach: number,
    work: { readonly convex: ConvexWorkspace },
  ): boolean {
    const { triangle, principal, direction, manifold, normal } = this;
    const surface = placed.surface as Surface;
    manifold.count = 0;
    placeTriangle(placed, surface.mesh, number, triangle);
    setFaces(triangle);
    turnDirection(triangle, (triangle.hull as { facePlanes: Float64Array }).facePlanes, 0, normal, 0);
    if (surface.isGround && isBelowTriangle(surface.mesh, number, this.middle)) return this.#findBelow(shape, placed);
    if (this.#isAway(shape, reach, surface.isTwoSided) || !convexPair(shape, triangle, reach, principal, work)) return false;
    const facing = -(principal.nx * normal[0] + principal.ny * normal[1] + principal.nz * normal[2]);
    if (facing < -SIDEWAYS && !surface.isTwoSided) return false;
    if (facing < 0 && surface.isTwoSided) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
    this.#setDirection(placed, -principal.nx, -principal.ny, -principal.nz);
    this.corners = farthestCorners(surface, number, direction);
    if (!isInCone(surface, number, this.corners, direction)) return this.#findAlongNormal(shape, placed, reach);
    if (shape.kind === SPHERE) singleContact(principal, manifold);
    else determineContacts(this.#manifolds, shape, triangle, principal, reach, MAX_RAW_CONTACTS, manifold);
    return manifold.count > 0;
  }

  /** The name of contact i. What is at a corner of the shape goes by that, though it may be on an edge of the triangle as well. */
  featureOf(i: number): number {
    const { feature, pointA } = this.manifold;
    const meeting = feature[i] >>> 30;
    if (meeting === CORNER_OF_A || meeting === SINGLE) return feature[i];
    const { featureA, overlap: lines } = this.#manifolds;
    const near = AT_CORNER * AT_CORNER * lines.thickness * lines.thickness;
    for (let corner = 0; corner < featureA.count; corner++) {
      let square = 0;
      for (let k = 0; k < 3; k++) {
        const apart = featureA.points[3 * corner + k] - pointA[3 * i + k];
        square += apart * apart;
      }
      if (square < near) return featureId(CORNER_OF_A, featureA.corners[corner], 0);
    }
    return feature[i];
  }

  /** Whether the shape is farther above the plane of the triangle than `reach`, or behind it and not to be pushed: most that are near are. */
  #isAway(shape: PlacedShape, reach: number, isTwoSided: boolean): boolean {
    const { normal } = this;
    const lowest = this.#lowest;
    const radius = coreRadius(shape);
    coreSupport(shape, normal, -1, lowest, 0);
    if (this.#heightOf(lowest, 0) - radius > reach) return true;
    coreSupport(shape, normal, 1, lowest, 0);
    return this.#heightOf(lowest, 0) + radius < (isTwoSided ? -reach : 0);
  }

  /** Brings a direction of the working frame into that of the surface. */
  #setDirection(placed: PlacedShape, x: number, y: number, z: number): void {
    const { direction } = this;
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    bringDirection(placed, direction, 0, direction, 0);
  }

  /** What is below the ground is pushed along the normal of the triangle above it, at all its lowest points. */
  #findBelow(shape: PlacedShape, placed: PlacedShape): boolean {
    const { normal, manifold } = this;
    const { featureA } = this.#manifolds;
    this.#measureAlongNormal(shape, placed);
    if (shape.kind === SPHERE) {
      featureA.id = 0;
      this.#addDeepest();
      return true;
    }
    supportingFeature(shape, normal, -1, featureA);
    for (let i = 0; i < featureA.count; i++) this.#addPoint(featureA.points, i, featureId(CORNER_OF_A, featureA.corners[i], 0));
    return manifold.count > 0;
  }

  /** What is over the triangle, seen along its normal. */
  #findAlongNormal(shape: PlacedShape, placed: PlacedShape, reach: number): boolean {
    const { normal, manifold, principal, triangle } = this;
    const { featureA, featureB } = this.#manifolds;
    this.#measureAlongNormal(shape, placed);
    if (principal.gap > reach) return false;
    if (shape.kind === SPHERE) featureA.id = 0;
    else {
      supportingFeature(shape, normal, -1, featureA);
      supportingFeature(triangle, normal, 1, featureB);
      overlap(this.#manifolds.overlap, featureA, featureB, principal, reach, manifold);
    }
    if (!holdsClosest(principal, reach, manifold) && this.#isOver()) this.#addDeepest();
    return manifold.count > 0;
  }

  /** Makes the lowest point of the shape along the normal the principal contact. */
  #measureAlongNormal(shape: PlacedShape, placed: PlacedShape): void {
    const { normal, principal, manifold } = this;
    const lowest = this.#lowest;
    coreSupport(shape, normal, -1, lowest, 0);
    const radius = coreRadius(shape);
    for (let k = 0; k < 3; k++) lowest[k] -= radius * normal[k];
    principal.nx = manifold.nx = -normal[0];
    principal.ny = manifold.ny = -normal[1];
    principal.nz = manifold.nz = -normal[2];
    principal.gap = this.#heightOf(lowest, 0);
    principal.ax = lowest[0];
    principal.ay = lowest[1];
    principal.az = lowest[2];
    principal.bx = lowest[0] - principal.gap * normal[0];
    principal.by = lowest[1] - principal.gap * normal[1];
    principal.bz = lowest[2] - principal.gap * normal[2];
    this.#setDirection(placed, normal[0], normal[1], normal[2]);
    this.corners = FACE;
    manifold.count = 0;
  }

  /** How far a point is above the plane of the triangle [m]. */
  #heightOf(points: Float64Array, at: number): number {
    const { normal, triangle } = this;
    return (
      normal[0] * (points[at] - triangle.x) +
      normal[1] * (points[at + 1] - triangle.y) +
      normal[2] * (points[at + 2] - triangle.z)
    );
  }

  #addDeepest(): void {
    this.#addPoint(this.#lowest, 0, featureId(SINGLE, this.#manifolds.featureA.id, 0));
  }

  #addPoint(points: Float64Array, i: number, name: number): void {
    const { manifold, normal } = this;
    const at = manifold.count++;
    const gap = this.#heightOf(points, 3 * i);
    manifold.gap[at] = gap;
    manifold.feature[at] = name;
    for (let k = 0; k < 3; k++) {
      manifold.pointA[3 * at + k] = points[3 * i + k];
      manifold.pointB[3 * at + k] = points[3 * i + k] - gap * normal[k];
    }
  }

  /** Whether the point of the plane below the shape's lowest one is in the triangle. */
  #isOver(): boolean {
    const { triangle, principal } = this;
    const { r } = triangle;
    const { vertices: v } = triangle.hull as { vertices: Float64Array };
    const dx = principal.bx - triangle.x;
    const dy = principal.by - triangle.y;
    const dz = principal.bz - triangle.z;
    const x = r[0] * dx + r[3] * dy + r[6] * dz;
    const y = r[1] * dx + r[4] * dy + r[7] * dz;
    const z = r[2] * dx + r[5] * dy + r[8] * dz;
    // The place s u + t v in the triangle, by its products with the sides.
    const uu = v[3] * v[3] + v[4] * v[4] + v[5] * v[5];
    const vv = v[6] * v[6] + v[7] * v[7] + v[8] * v[8];
    const uv = v[3] * v[6] + v[4] * v[7] + v[5] * v[8];
    const pu = x * v[3] + y * v[4] + z * v[5];
    const pv = x * v[6] + y * v[7] + z * v[8];
    const area = uu * vv - uv * uv;
    const s = vv * pu - uv * pv;
    const t = uu * pv - uv * pu;
    return s >= -OVER * area && t >= -OVER * area && s + t <= (1 + OVER) * area;
  }
}
