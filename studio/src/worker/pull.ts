// The spring by which a body is pulled: critically damped, as strong as the body is heavy, and carrying its weight.

import type { Vec3, World } from '../../../src/index.js';
import { Body } from '../../../src/index.js';
import { add, rotate } from '../../../src/math/vector.js';
import type { Pull } from '../protocol.js';
import { isMoved } from '../protocol.js';

/** Natural frequency of the spring, as far as the step allows [rad/s]. */
const FREQUENCY = 10;
const MOST_PER_STEP = 0.15;
/** What is pulled turns slower and slower, so that it does not swing for ever [1/s]. */
const TURNING = 4;

/** Adds the force of a step of dt [s]; nothing happens when the body is gone. */
export function applyPull(world: World, { body: id, anchor, target }: Pull, dt: number): void {
  const body = movableBody(world, id);
  if (body === null) return;
  const { mass, mover, moments } = world.store.nodes.columns;
  const row = mover[body.row];
  const m = mass[row];
  const frequency = Math.min(FREQUENCY, MOST_PER_STEP / dt);
  const point = add(body.centerOfMass, rotate(body.orientation, anchor));
  const velocity = body.velocityAt(point);
  const { gravity } = world.settings;
  const force = point.map(
    (x, k) => m * (frequency * frequency * (target[k] - x) - 2 * frequency * velocity[k] - gravity[k] * body.gravityScale),
  ) as Vec3;
  const inertia = Math.min(moments[3 * row], moments[3 * row + 1], moments[3 * row + 2]);
  const turning = -Math.min(TURNING, MOST_PER_STEP / dt) * inertia;
  body.thaw();
  body.applyForce(force, point);
  body.applyTorque(body.angularVelocity.map((w) => turning * w) as Vec3);
}

/** The body of an id, if it is there and can be moved. */
function movableBody(world: World, id: number): Body | null {
  const body = new Body(world, id);
  return body.isAlive && isMoved(body.kind) ? body : null;
}
