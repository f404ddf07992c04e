// Where two shapes that are still apart are going: whether a contact between them is wanted in the step to come.

import type { Settings } from '../../settings.js';
import type { Detection } from '../detection.js';
import { closest } from './closest.js';
import { GRAZES, IDLE, MEETS } from './outlook.js';
import { PrincipalContact } from './principal-contact.js';

/** What looking ahead works on. */
export class Foresight {
  /** Displacement of A, and of B, in the step to come, in the frame of A [m]. */
  readonly displacement = new Float64Array(6);
  readonly probe = new PrincipalContact();
}

/**
 * Looks at where the two shapes at hand, of the nodes a and b and placed in a's frame, that are still apart will be after the step,
 * if both move on, or if one of them is stopped. IDLE: the gap along the normal is not closed. MEETS: it is, and they penetrate.
 * GRAZES: it is, but they do not: they pass each other, and a contact, which sees no more than a plane, would be wrong. A box that
 * slides over the joint of two floor tiles would be stopped by the side of the next one, and a ball lifted by its edge.
 */
export function foresee(
  { displacement, probe }: Foresight,
  detection: Detection,
  a: number,
  b: number,
  settings: Settings,
): number {
  const { pair, principal, pairs } = detection.narrowPhase;
  const { a: shapeA, b: shapeB, thinner } = pair;
  const tolerance = settings['detection.penetrationTolerance'] * settings['detection.envelope'] * thinner;
  writeDisplacement(detection, a, a, displacement, 0);
  writeDisplacement(detection, b, a, displacement, 3);
  let outcome = IDLE;
  for (let moving = 1; moving <= 3; moving++) {
    const withA = (moving & 1) !== 0 ? 1 : 0;
    const withB = (moving & 2) !== 0 ? 1 : 0;
    const x = withB * displacement[3] - withA * displacement[0];
    const y = withB * displacement[4] - withA * displacement[1];
    const z = withB * displacement[5] - withA * displacement[2];
    if (-(x * principal.nx + y * principal.ny + z * principal.nz) <= principal.gap) continue;
    // No further than to where the thinner one is half way in, or it might be out again on the other side.
    const part = Math.min(1, (principal.gap + thinner) / Math.sqrt(x * x + y * y + z * z));
    shapeB.x += part * x;
    shapeB.y += part * y;
    shapeB.z += part * z;
    outcome = closest(shapeA, shapeB, 0, probe, pairs) && -probe.gap > tolerance ? MEETS : GRAZES;
    shapeB.x -= part * x;
    shapeB.y -= part * y;
    shapeB.z -= part * z;
    if (outcome === MEETS) return MEETS;
  }
  return outcome;
}

/** By the velocity it has; what gravity adds is mostly taken by what supports the body. */
function writeDisplacement({ bodies, ahead }: Detection, node: number, frame: number, out: Float64Array, at: number): void {
  const { velocity, rotation } = bodies.nodes.columns;
  const x = ahead * velocity[6 * node];
  const y = ahead * velocity[6 * node + 1];
  const z = ahead * velocity[6 * node + 2];
  const r = 9 * frame;
  out[at] = rotation[r] * x + rotation[r + 3] * y + rotation[r + 6] * z;
  out[at + 1] = rotation[r + 1] * x + rotation[r + 4] * y + rotation[r + 7] * z;
  out[at + 2] = rotation[r + 2] * x + rotation[r + 5] * y + rotation[r + 8] * z;
}
