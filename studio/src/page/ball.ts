// The ball that is thrown.

import type { BodyDescriptor, Vec3 } from '../../../src/index.js';
import type { Viewport } from '../view/viewport.js';

/** Its radius against the size of the scene, its speed against a fall from that height, its density [kg/m^3]. */
const SIZE = 0.07;
const SPEED = 2;
const DENSITY = 8000;

/** From the eye to the middle of the view. */
export function ballFrom({ camera, controls, reach }: Viewport): BodyDescriptor {
  const radius = SIZE * reach.radius;
  const way = controls.target.clone().sub(camera.position);
  // From in front of the scene, not from far away.
  const distance = Math.min(way.length(), 1.6 * reach.radius);
  way.normalize();
  const position = controls.target.clone().addScaledVector(way, -distance);
  position.y = Math.max(position.y, 1.5 * radius);
  const speed = SPEED * Math.sqrt(2 * 9.81 * Math.max(reach.radius, 1));
  return {
    position: position.toArray() as Vec3,
    velocity: way.multiplyScalar(speed).toArray() as Vec3,
    density: DENSITY,
    shapes: [{ kind: 'sphere', radius }],
  };
}
