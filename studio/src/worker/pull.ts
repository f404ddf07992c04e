// The spring by which a body is pulled: critically damped, proportional to the body's mass, and carrying its weight.

import type { Vec3, World } from '../../../src/index.js';
import { Body } from '../../../src/index.js';
import { add, rotate } from '../../../src/math/vector.js';
import type { Pull } from '../protocol.js';
import { isMoved } from '../protocol.js';

/** Natural frequency of the spring [rad/s], and the largest angle per step that limits it [rad]. */
const FREQUENCY = 10;
const MOST_PER_STEP = 0.15;
/** Damping of the rotation of the pulled body, so that it does not swing forever [1/s]. */
const TURNING = 4;

/** Adds the force of a step of dt [s]; does nothing if the body was removed. */
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

/** The body with an id, if it exists and forces move it. */
function movableBody(world: World, id: number): Body | null {
  const body = new Body(world, id);
  return body.isAlive && isMoved(body.kind) ? body : null;
}
