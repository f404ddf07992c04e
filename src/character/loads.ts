// What a character does to bodies that move: its weight on what it stands on, and a bounded push to what is in its way; and what the
// ground does to it.

import { updateRotation } from '../bodies/kinematics.js';
import { scriptedPose } from '../bodies/scripts.js';
import type { Body } from '../handles.js';
import type { Vec3 } from '../math/vector.js';
import { cross, dot, invertPose, length, quatAt, scale, subtract, transformPoint, vectorAt } from '../math/vector.js';
import type { Ground } from './ground.js';
import type { Obstacle } from './probe.js';
import { level } from './probe.js';

/** How far the ground takes a point with it in the step from a time by dt [s]. Scripts say where they go; others go on as they go. */
export function carriedBy({ body, point: onGround }: Ground, point: Readonly<Vec3>, time: number, dt: number): Vec3 {
  if (body.kind === 'fixed') return [0, 0, 0];
  if (body.kind !== 'scripted') return scale(body.velocityAt(onGround), dt);
  const { row } = body;
  const { store: bodies } = body.world;
  const about = bodies.nodes.columns.initialPose;
  const end = scriptedPose(bodies, row, time + dt, vectorAt(about, 7 * row), quatAt(about, 7 * row + 3));
  const begin = { position: body.position, orientation: body.orientation };
  return subtract(transformPoint(end, transformPoint(invertPose(begin), point)), point);
}

/**
 * How much of that the character goes at once. What it can move may be stopped within the step, and its capsule would press that through
 * what stops it: it follows down when the ground has gone there.
 */
export function followed({ body }: Ground, way: Readonly<Vec3>): Vec3 {
  return [way[0], isMovable(body) ? Math.max(0, way[1]) : way[1], way[2]];
}

/** The weight of the character, on a body that it can move. */
export function press({ body, point }: Ground, weight: number): void {
  if (isMovable(body)) body.applyForce([0, -weight, 0], point);
}

/** Pushes what was met towards a velocity [m/s], by at most `force` [N] in all. */
export function push(met: readonly Obstacle[], velocity: Readonly<Vec3>, force: number, dt: number): void {
  let left = force;
  met.forEach(({ body, point, normal }, i) => {
    const outward = length(level(normal));
    const isFirst = met.findIndex((other) => other.body === body) === i;
    if (!isMovable(body) || !isFirst || outward === 0) return;
    const direction = scale(level(normal), -1 / outward);
    const lacking = dot(velocity, direction) - dot(body.velocityAt(point), direction);
    if (lacking <= 0) return;
    const pushed = Math.min(left, (massAt(body, point, direction) * lacking) / dt);
    left -= pushed;
    if (pushed > 0) body.applyForce(scale(direction, pushed), point);
  });
}

function isMovable(body: Body): boolean {
  return body.kind === 'rigid' || body.kind === 'link';
}

/** What a push at a point in a direction feels of the mass of a free body [kg]. */
function massAt(body: Body, point: Readonly<Vec3>, direction: Readonly<Vec3>): number {
  const { columns } = body.world.store.nodes;
  const row = columns.mover[body.row];
  updateRotation(columns, row);
  const { inverseMass, inverseInertia: s, position } = columns;
  const k = 6 * row;
  const [x, y, z] = cross(subtract(point, vectorAt(position, 3 * row)), direction);
  const turned: Vec3 = [
    s[k] * x + s[k + 3] * y + s[k + 4] * z,
    s[k + 3] * x + s[k + 1] * y + s[k + 5] * z,
    s[k + 4] * x + s[k + 5] * y + s[k + 2] * z,
  ];
  return 1 / (inverseMass[row] + dot(turned, [x, y, z]));
}
