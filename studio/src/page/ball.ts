// The ball that users throw.

import type { Vector3 } from 'three';
import type { BodyDescriptor, Vec3 } from '../../../src/index.js';
import type { Viewport } from '../view/viewport.js';

/** Radius relative to the scene's, speed relative to that of a free fall by the scene's radius, density [kg/m^3]. */
const SIZE = 0.07;
const SPEED = 2;
const DENSITY = 8000;

/** The camera, its target and the extent of the scene. */
type Sight = Pick<Viewport, 'camera' | 'controls' | 'reach'>;

/** A ball from the camera to the middle of the view, or in another direction; `largest` limits its radius [m]. */
export function ballFrom(
  { camera, controls, reach }: Sight,
  along?: Vector3,
  largest = Number.POSITIVE_INFINITY,
): BodyDescriptor {
  const radius = Math.min(SIZE * reach.radius, largest);
  const toTarget = controls.target.clone().sub(camera.position);
  const way = (along ?? toTarget).clone().normalize();
  // Starts just in front of the scene, even if the camera is far away.
  const position = camera.position.clone().addScaledVector(way, Math.max(0, toTarget.length() - 1.6 * reach.radius));
  position.y = Math.max(position.y, 1.5 * radius);
  const speed = SPEED * Math.sqrt(2 * 9.81 * Math.max(reach.radius, 1));
  return {
    position: position.toArray() as Vec3,
    velocity: way.multiplyScalar(speed).toArray() as Vec3,
    density: DENSITY,
    shapes: [{ kind: 'sphere', radius }],
  };
}
