// Interaction of a character with bodies: its weight on the body it stands on, a bounded push on bodies in its way, and
// the displacement by which the ground carries it.

import { updateRotation } from '../bodies/kinematics.js';
import { evaluateChecked } from '../bodies/scripts.js';
import type { Body } from '../handles.js';
import { addInto, crossInto, put, readInto, rotateInto, scaleInto, subtractInto } from '../math/in-place.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { dot } from '../math/vector.js';
import type { Obstacle } from './probe.js';
import { levelInto, levelLength } from './probe.js';

/** Loads of one character, with their workspace. */
export class Loads {
  readonly #arm: Vec3 = [0, 0, 0];
  readonly #turning: Vec3 = [0, 0, 0];
  readonly #velocity: Vec3 = [0, 0, 0];
  readonly #direction: Vec3 = [0, 0, 0];
  readonly #force: Vec3 = [0, 0, 0];
  readonly #position: Vec3 = [0, 0, 0];
  readonly #orientation: Quat = [0, 0, 0, 1];

  /**
   * Displacement by which a ground, touched at `onGround`, carries `point` in the step from `time` by dt [s]. That of a
   * scripted body follows from its motion, that of others from their velocity.
   */
  carry(way: Vec3, body: Body, onGround: Readonly<Vec3>, point: Readonly<Vec3>, time: number, dt: number): void {
    const { kind } = body;
    if (kind === 'fixed') readInto(way, body.world.store.nodes.columns.surfaceVelocity, 3 * body.row);
    else if (kind !== 'scripted') this.#velocityAt(way, body, onGround);
    if (kind === 'scripted') this.#follow(way, body, point, time + dt);
    else scaleInto(way, way, dt);
  }

  /** Displacement by which a scripted body carries a point until a time [s]. */
  #follow(way: Vec3, body: Body, point: Readonly<Vec3>, time: number): void {
    const { store: bodies } = body.world;
    const { row } = body;
    const { initialPose: about, orientation: columns } = bodies.nodes.columns;
    const position = this.#position;
    const orientation = this.#orientation;
    // The point in the body's frame, at the present pose.
    for (let k = 0; k < 3; k++) orientation[k] = -columns[4 * row + k];
    orientation[3] = columns[4 * row + 3];
    originInto(position, body);
    scaleInto(position, position, -1);
    rotateInto(position, orientation, position);
    rotateInto(way, orientation, point);
    addInto(way, position, way);
    readInto(position, about, 7 * row);
    for (let k = 0; k < 4; k++) orientation[k] = about[7 * row + 3 + k];
    const motion = bodies.motions[row];
    if (motion !== undefined) evaluateChecked(bodies, motion, time, position, orientation, bodies.names[row]);
    rotateInto(way, orientation, way);
    addInto(way, position, way);
    subtractInto(way, way, point);
  }

  /** Applies the weight of the character [N] at a point of a body, if forces move the body. */
  press(body: Body, point: Readonly<Vec3>, weight: number): void {
    if (!isMovable(body)) return;
    put(this.#force, 0, -weight, 0);
    body.applyForce(this.#force, point);
  }

  /**
   * Pushes the bodies of the first `count` obstacles towards a velocity [m/s], each once, by at most `force` [N] in
   * total.
   */
  push(met: readonly Obstacle[], count: number, velocity: Readonly<Vec3>, force: number, dt: number): void {
    const direction = this.#direction;
    let left = force;
    for (let i = 0; i < count; i++) {
      const { body, point, normal } = met[i];
      const outward = levelLength(normal);
      if (body === undefined || !isMovable(body) || isAmong(met, i, body) || outward === 0) continue;
      levelInto(direction, normal);
      scaleInto(direction, direction, -1 / outward);
      this.#velocityAt(this.#velocity, body, point);
      const lacking = dot(velocity, direction) - dot(this.#velocity, direction);
      if (lacking <= 0) continue;
      const pushed = Math.min(left, (this.#massAt(body, point, direction) * lacking) / dt);
      left -= pushed;
      scaleInto(this.#force, direction, pushed);
      if (pushed > 0) body.applyForce(this.#force, point);
    }
  }

  /** Velocity of the material point of a body at a point of the world [m/s]. */
  #velocityAt(out: Vec3, { world, row }: Body, point: Readonly<Vec3>): void {
    const { velocity, position } = world.store.nodes.columns;
    readInto(this.#arm, position, 3 * row);
    subtractInto(this.#arm, point, this.#arm);
    readInto(this.#turning, velocity, 6 * row + 3);
    crossInto(this.#turning, this.#turning, this.#arm);
    readInto(out, velocity, 6 * row);
    addInto(out, out, this.#turning);
  }

  /** Effective mass of a free body at a point in a direction [kg]. */
  #massAt(body: Body, point: Readonly<Vec3>, direction: Readonly<Vec3>): number {
    const { columns } = body.world.store.nodes;
    const row = columns.mover[body.row];
    updateRotation(columns, row);
    const { inverseMass, inverseInertia: s, position } = columns;
    const k = 6 * row;
    const arm = this.#arm;
    readInto(arm, position, 3 * row);
    subtractInto(arm, point, arm);
    crossInto(arm, arm, direction);
    const x = arm[0];
    const y = arm[1];
    const z = arm[2];
    put(
      this.#turning,
      s[k] * x + s[k + 3] * y + s[k + 4] * z,
      s[k + 3] * x + s[k + 1] * y + s[k + 5] * z,
      s[k + 4] * x + s[k + 5] * y + s[k + 2] * z,
    );
    return 1 / (inverseMass[row] + dot(this.#turning, arm));
  }
}

/** Writes the position of a body's origin [m]. */
export function originInto(out: Vec3, { world, row }: Body): void {
  const { position, center, orientation } = world.store.nodes.columns;
  const [k, q] = [3 * row, 4 * row];
  readInto(out, center, k);
  rotateInto(out, [orientation[q], orientation[q + 1], orientation[q + 2], orientation[q + 3]], out);
  put(out, position[k] - out[0], position[k + 1] - out[1], position[k + 2] - out[2]);
}

/**
 * The part of the ground's displacement that the character makes in the same step. Downward displacement of a body that
 * forces move is left out: contacts may stop that body within the step, and the capsule would press it into them. The
 * character follows in the next step.
 */
export function followInto(out: Vec3, way: Readonly<Vec3>, ground: Body): void {
  put(out, way[0], isMovable(ground) ? Math.max(0, way[1]) : way[1], way[2]);
}

function isMovable({ kind }: Body): boolean {
  return kind === 'rigid' || kind === 'link';
}

/** Whether a body is among the first `count` obstacles. */
function isAmong(met: readonly Obstacle[], count: number, body: Body): boolean {
  for (let i = 0; i < count; i++) if (met[i].body === body) return true;
  return false;
}
