// What a character does to bodies that move: its weight on what it stands on, and a bounded push to what is in its way; and what the
// ground does to it.

import { updateRotation } from '../bodies/kinematics.js';
import { evaluateChecked } from '../bodies/scripts.js';
import type { Body } from '../handles.js';
import { addInto, crossInto, put, readInto, rotateInto, scaleInto, subtractInto } from '../math/in-place.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { dot } from '../math/vector.js';
import type { Obstacle } from './probe.js';
import { levelInto, levelLength } from './probe.js';

/** Loads of one character at a time, and what finding them works on. */
export class Loads {
  readonly #arm: Vec3 = [0, 0, 0];
  readonly #turning: Vec3 = [0, 0, 0];
  readonly #velocity: Vec3 = [0, 0, 0];
  readonly #direction: Vec3 = [0, 0, 0];
  readonly #force: Vec3 = [0, 0, 0];
  readonly #position: Vec3 = [0, 0, 0];
  readonly #orientation: Quat = [0, 0, 0, 1];

  /**
   * How far a ground that is touched at a point takes another point with it in the step from a time by dt [s]. Scripts say where they go;
   * others go on as they go.
   */
  carry(way: Vec3, body: Body, onGround: Readonly<Vec3>, point: Readonly<Vec3>, time: number, dt: number): void {
    const { kind } = body;
    if (kind === 'fixed') readInto(way, body.world.store.nodes.columns.surfaceVelocity, 3 * body.row);
    else if (kind !== 'scripted') this.#velocityAt(way, body, onGround);
    if (kind === 'scripted') this.#follow(way, body, point, time + dt);
    else scaleInto(way, way, dt);
  }

  /** How far a scripted body takes a point with it until a time [s]. */
  #follow(way: Vec3, body: Body, point: Readonly<Vec3>, time: number): void {
    const { store: bodies } = body.world;
    const { row } = body;
    const { initialPose: about, orientation: columns } = bodies.nodes.columns;
    const position = this.#position;
    const orientation = this.#orientation;
    // The point in the frame of the body as it is now.
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

  /** The weight of the character [N], at a point of a body that it can move. */
  press(body: Body, point: Readonly<Vec3>, weight: number): void {
    if (!isMovable(body)) return;
    put(this.#force, 0, -weight, 0);
    body.applyForce(this.#force, point);
  }

  /** Pushes the first `count` that were met towards a velocity [m/s], each body once, by at most `force` [N] in all. */
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

  /** Velocity of a point of the world that moves with a body which is not fixed [m/s]. */
  #velocityAt(out: Vec3, { world, row }: Body, point: Readonly<Vec3>): void {
    const { velocity, position } = world.store.nodes.columns;
    readInto(this.#arm, position, 3 * row);
    subtractInto(this.#arm, point, this.#arm);
    readInto(this.#turning, velocity, 6 * row + 3);
    crossInto(this.#turning, this.#turning, this.#arm);
    readInto(out, velocity, 6 * row);
    addInto(out, out, this.#turning);
  }

  /** What a push at a point in a direction feels of the mass of a free body [kg]. */
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

/** Where the origin of a body is [m]. */
export function originInto(out: Vec3, { world, row }: Body): void {
  const { position, center, orientation } = world.store.nodes.columns;
  const [k, q] = [3 * row, 4 * row];
  readInto(out, center, k);
  rotateInto(out, [orientation[q], orientation[q + 1], orientation[q + 2], orientation[q + 3]], out);
  put(out, position[k] - out[0], position[k + 1] - out[1], position[k + 2] - out[2]);
}

/**
 * How much of the way of its ground the character goes at once. What it can move may be stopped within the step, and its capsule would press
 * that through what stops it: it follows down when the ground has gone there.
 */
export function followInto(out: Vec3, way: Readonly<Vec3>, ground: Body): void {
  put(out, way[0], isMovable(ground) ? Math.max(0, way[1]) : way[1], way[2]);
}

function isMovable({ kind }: Body): boolean {
  return kind === 'rigid' || kind === 'link';
}

/** Whether a body is among the first `count` that were met. */
function isAmong(met: readonly Obstacle[], count: number, body: Body): boolean {
  for (let i = 0; i < count; i++) if (met[i].body === body) return true;
  return false;
}
