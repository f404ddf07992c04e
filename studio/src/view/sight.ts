// Placement of the camera so that all is in view, and the direction of the sun.

import type { Box3, PerspectiveCamera } from 'three';
import { Sphere, Vector3 } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** Direction from the target to the camera. */
const EYE = new Vector3(0.62, 0.36, 1).normalize();
/** Direction to the sun. */
export const SUN = new Vector3(-0.62, 1, 0.5).normalize();

/** Moves the camera so that a box is in view, from the default side. Returns the bounding ball of the box. */
export function fitCamera(camera: PerspectiveCamera, controls: OrbitControls, all: Box3): Sphere {
  const reach = all.getBoundingSphere(new Sphere());
  const { center, radius } = reach;
  controls.target.copy(center);
  const size = all.getSize(new Vector3());
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
    new Vector3((i & 1) - 0.5, ((i >> 1) & 1) - 0.5, (i >> 2) - 0.5).multiply(size).add(center),
  );
  // Moves out until every corner is in view, with a margin.
  for (let distance = radius; distance < 20 * radius; distance *= 1.03) {
    camera.position.copy(center).addScaledVector(EYE, distance);
    camera.near = distance / 200;
    camera.far = distance + 200 * radius;
    camera.lookAt(center);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    if (corners.every((corner) => isInView(corner.clone().project(camera)))) break;
  }
  controls.minDistance = radius * 0.1;
  controls.maxDistance = radius * 20;
  controls.update();
  return reach;
}

/** Distances between which the fog fades objects into the background [m]. */
export function fogOf(camera: PerspectiveCamera, { center, radius }: Sphere): { near: number; far: number } {
  const distance = camera.position.distanceTo(center);
  return { near: distance + 3 * radius, far: distance + 22 * radius };
}

/** Spacing of the ground's lines: 1 m, or a power of ten of it for large scenes [m]. */
export function lineSpacing({ radius }: Sphere): number {
  return 10 ** Math.max(0, Math.round(Math.log10(radius / 12)));
}

function isInView({ x, y, z }: Vector3): boolean {
  return Math.abs(x) < 0.86 && Math.abs(y) < 0.84 && z < 1;
}
