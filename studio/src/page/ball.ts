// The ball that is thrown.

import type { Vector3 } from 'three';
import type { BodyDescriptor, Vec3 } from '../../../src/index.js';
import type { Viewport } from '../view/viewport.js';

/** Its radius against the size of the scene, its speed against a fall from that height, its density [kg/m^3]. */
const SIZE = 0.07;
const SPEED = 2;
const DENSITY = 8000;

/** What is looked at, and from where. */
type Sight = Pick<Viewport, 'camera' | 'controls' | 'reach'>;

/** From the eye to the middle of the view, or along another way; `largest` is the most that its radius may be [m]. */
export function ballFrom(
  { camera, controls, reach }: Sight,
  along?: Vector3,
  largest = Number.POSITIVE_INFINITY,
): BodyDescriptor {
  const radius = Math.min(SIZE * reach.radius, largest);
  const toTarget = controls.target.clone().sub(camera.position);
  const way = (along ?? toTarget).clone().normalize();
  // From in front of the scene, not from far away.
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
