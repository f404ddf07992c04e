// A character controller: a capsule that a program moves before each step, as far as obstacles allow. It walks, climbs
// steps, slides along walls and down steep slopes, jumps, rides on moving bodies, and pushes bodies out of its way. See
// docs/character.md.
//
// Its body is scripted, so contacts do not move it. It keeps a gap to all solid bodies and never moves into one. So its
// contacts carry no impulses, and it acts on other bodies only by forces, which we bound.

import type { Body } from '../handles.js';
import { boolean, number, refuse, vec3 } from '../input/fields.js';
import { addInto, copyInto, put, readInto, scaleInto, subtractInto } from '../math/in-place.js';
import type { Quat, Vec3 } from '../math/vector.js';
import { length, vectorAt } from '../math/vector.js';
import { STEP_LIMITS } from '../settings.js';
import type { World } from '../world.js';
import { World as WorldClass } from '../world.js';
import { Ground, GroundFinder } from './ground.js';
import { followInto, Loads, originInto } from './loads.js';
import type { CharacterMeasures, CharacterOptions } from './options.js';
import { readMeasures } from './options.js';
import { Path } from './path.js';
import { alongInto, levelInto, Probe, wallInto } from './probe.js';
import { SLOT, SLOT_COUNT } from './slots.js';

/**
 * Called before each move of a scene's character, before the step from time t by dt [s]. It sets the character's `wish`
 * and lets it jump. Numbers that it must remember belong in slots of other bodies or multibodies.
 */
export type CharacterControl = (character: Character, t: number, dt: number) => void;

const wishField = vec3('[m/s]');
const stepField = number('[s]', STEP_LIMITS);
const speedField = number('[m/s]', { min: 0 });
const handField = boolean('');
const NO_NORMAL: Readonly<Vec3> = [0, 0, 0];
/** Largest distance of the ground below the capsule's gap for a landing, as a multiple of the gap [1]. */
const LANDING = 2;

export class Character<UserData = unknown> {
  readonly world: World<UserData>;
  /** The scripted capsule, whose position is that of the character. */
  readonly body: Body<UserData>;
  readonly #measures: CharacterMeasures;
  readonly #grounds: GroundFinder;
  readonly #path: Path;
  readonly #loads = new Loads();
  /**
   * Of the present move: the velocity, the wished horizontal velocity, the ground before it, and the ground after it.
   */
  readonly #velocity: Vec3 = [0, 0, 0];
  readonly #wanted: Vec3 = [0, 0, 0];
  readonly #former = new Ground();
  readonly #ground = new Ground();
  /** Workspace. */
  readonly #begin: Vec3 = [0, 0, 0];
  readonly #way: Vec3 = [0, 0, 0];
  readonly #carried: Vec3 = [0, 0, 0];
  readonly #orientation: Quat = [0, 0, 0, 1];

  constructor(world: World<UserData>, options: CharacterOptions) {
    if (!(world instanceof WorldClass)) refuse('world', world, 'a world');
    const measures = readMeasures(options);
    const { radius, height, skin } = measures;
    const { position, filter } = options;
    this.world = world;
    this.#measures = measures;
    // Queries the ground first, so that a filter that throws does so before the body is created.
    const finder = new GroundFinder(new Probe(world as World, undefined, measures, filter), measures);
    finder.find(position, LANDING * skin, finder.feetAt(position), this.#ground);
    this.body = world.createBody({
      kind: 'scripted',
      ...(options.name !== undefined && { name: options.name }),
      position: [...position],
      shapes: [{ kind: 'capsule', radius, length: height - 2 * radius }],
      // Without amplitude, so that the body is where moveTo() puts it.
      motion: { kind: 'oscillation', frequency: 1 },
      slots: new Float64Array(SLOT_COUNT),
    });
    this.#remember();
    const probe = new Probe(world as World, this.body, measures, filter);
    this.#grounds = new GroundFinder(probe, measures);
    this.#path = new Path(probe, this.#grounds, measures);
  }

  /** Velocity of the last move, including that of the ground it rides on [m/s]. */
  get velocity(): Vec3 {
    return vectorAt(this.body.slots, SLOT.velocity);
  }

  get isGrounded(): boolean {
    return this.body.slots[SLOT.ground] !== 0;
  }

  /** The body it stands on, and the normal of the face there; undefined in the air, and if the body was removed. */
  get ground(): { readonly body: Body; readonly normal: Vec3 } | undefined {
    const { slots } = this.body;
    const body = slots[SLOT.ground] === 0 ? undefined : this.world.body(slots[SLOT.ground] - 1);
    return body && { body, normal: vectorAt(slots, SLOT.normal) };
  }

  /** The wished horizontal velocity relative to the ground that was set last [m/s]. */
  get wish(): Vec3 {
    const { slots } = this.body;
    return [slots[SLOT.wishX], 0, slots[SLOT.wishZ]];
  }
  set wish(wish: Readonly<Vec3>) {
    wishField.check(wish, 'wish');
    this.world.store.refuseWithinStep();
    const { slots } = this.body;
    slots[SLOT.wishX] = wish[0];
    slots[SLOT.wishZ] = wish[2];
  }

  /** Whether a user moves it by hand: the control that a scene names for it is then not called. */
  get isByHand(): boolean {
    return this.body.slots[SLOT.isByHand] !== 0;
  }
  set isByHand(isByHand: boolean) {
    handField.check(isByHand, 'isByHand');
    this.world.store.refuseWithinStep();
    this.body.slots[SLOT.isByHand] = isByHand ? 1 : 0;
  }

  /** Jumps in the next move if it is on the ground then, with a speed [m/s]; default `jumpSpeed`. */
  jump(speed = this.#measures.jumpSpeed): void {
    speedField.check(speed, 'speed');
    this.world.store.refuseWithinStep();
    this.body.slots[SLOT.jump] = speed;
  }

  /**
   * Moves in the next step, of dt [s], with a wished velocity relative to the ground [m/s]; its vertical part is
   * ignored.
   */
  move(wish: Readonly<Vec3>, dt: number): void {
    wishField.check(wish, 'wish');
    stepField.check(dt, 'dt');
    this.world.store.refuseWithinStep();
    readInto(this.#velocity, this.body.slots, SLOT.velocity);
    levelInto(this.#wanted, wish);
    // A filter, or the motion of the body it rides on, may throw: nothing is changed before.
    this.#plan(dt);
    this.wish = wish;
    this.#remember();
    this.#go(this.#path.position);
    this.#loads.push(this.#path.met, this.#path.metCount, this.#wanted, this.#measures.pushForce, dt);
    const { body, point } = this.#ground;
    if (body !== undefined) this.#loads.press(body, point, this.#measures.mass * this.#gravity());
  }

  /** Stores velocity and ground in the slots, and ends the request to jump. */
  #remember(): void {
    const { slots } = this.body;
    const { body, normal } = this.#ground;
    slots[SLOT.jump] = 0;
    slots.set(this.#velocity, SLOT.velocity);
    slots[SLOT.ground] = body === undefined ? 0 : body.id + 1;
    slots.set(body === undefined ? NO_NORMAL : normal, SLOT.normal);
  }

  /** Finds the path in the next step and the ground at its end. The world is not changed. */
  #plan(dt: number): void {
    const path = this.#path;
    originInto(path.position, this.body);
    path.begin();
    // Finds the ground again: it may have moved or been removed since the last move.
    this.#former.body = undefined;
    if (this.isGrounded) this.#standOn(path.position, this.#measures.maxStep, this.#former);
    if (this.#former.body === undefined || this.#jumpSpeed > 0) this.#fly(dt);
    else this.#walk(dt);
  }

  #standOn(position: Readonly<Vec3>, reach: number, ground: Ground): boolean {
    return this.#grounds.find(position, reach, this.#grounds.feetAt(position), ground);
  }

  #walk(dt: number): void {
    const path = this.#path;
    const way = this.#way;
    copyInto(this.#begin, path.position);
    const feet = this.#grounds.feetAt(path.position);
    scaleInto(way, this.#wanted, dt);
    path.walk(way, this.#former.normal);
    const isGrounded = this.#grounds.find(path.position, this.#measures.maxStep, feet, this.#ground);
    subtractInto(way, path.position, this.#begin);
    levelInto(way, way);
    scaleInto(this.#velocity, way, 1 / dt);
    if (isGrounded) {
      this.#ride(dt);
      return;
    }
    // A character that walks over an edge keeps the velocity of the ground.
    this.#velocityOf(this.#former, dt);
    addInto(this.#velocity, this.#velocity, this.#carried);
  }

  /** Moves down to the ground, and then with the ground. */
  #ride(dt: number): void {
    const { body, point, drop } = this.#ground;
    if (body === undefined) return;
    const path = this.#path;
    path.descend(drop);
    this.#loads.carry(this.#carried, body, point, path.position, this.world.time, dt);
    followInto(this.#way, this.#carried, body);
    path.carry(this.#way, body);
    scaleInto(this.#carried, this.#carried, 1 / dt);
    addInto(this.#velocity, this.#velocity, this.#carried);
  }

  /** Moves in the air by the mean velocity of the step, which follows the parabola exactly. */
  #fly(dt: number): void {
    const path = this.#path;
    if (this.#former.body === undefined) this.#steer(dt);
    else this.#takeOff(dt);
    const fall = this.#gravity() * dt;
    put(this.#way, 0, -0.5 * fall, 0);
    addInto(this.#way, this.#velocity, this.#way);
    scaleInto(this.#way, this.#way, dt);
    const feet = this.#grounds.feetAt(path.position);
    put(this.#begin, 0, -fall, 0);
    addInto(this.#velocity, this.#velocity, this.#begin);
    path.fly(this.#way, this.#velocity);
    this.#ground.body = undefined;
    if (!this.#hasLanded(feet) || !this.#standOn(path.position, LANDING * this.#measures.skin, this.#ground)) return;
    levelInto(this.#velocity, this.#velocity);
    this.#ride(dt);
  }

  /** Whether the path met a face that carries the character. */
  #hasLanded(feet: number): boolean {
    const { met, metCount } = this.#path;
    for (let i = 0; i < metCount; i++) if (this.#grounds.faceOf(met[i], feet) !== undefined) return true;
    return false;
  }

  #takeOff(dt: number): void {
    this.#velocityOf(this.#former, dt);
    addInto(this.#velocity, this.#wanted, this.#carried);
    put(this.#way, 0, this.#jumpSpeed, 0);
    addInto(this.#velocity, this.#velocity, this.#way);
  }

  /**
   * Steers in the air towards the wish; without a wish the velocity stays. Steering cannot climb a steep slope below.
   */
  #steer(dt: number): void {
    if (length(this.#wanted) === 0) return;
    const effort = this.#way;
    levelInto(effort, this.#velocity);
    subtractInto(effort, this.#wanted, effort);
    const most = this.#measures.airAcceleration * dt;
    const size = length(effort);
    if (size > most) scaleInto(effort, effort, most / size);
    const steep = this.#grounds.findSteep(this.#path.position);
    if (steep !== undefined) {
      wallInto(this.#begin, steep);
      alongInto(effort, effort, this.#begin);
    }
    addInto(this.#velocity, this.#velocity, effort);
  }

  /** Sets #carried to the velocity of the ground at the character [m/s]. */
  #velocityOf({ body, point }: Ground, dt: number): void {
    if (body === undefined) return;
    this.#loads.carry(this.#carried, body, point, this.#path.position, this.world.time, dt);
    scaleInto(this.#carried, this.#carried, 1 / dt);
  }

  /** Speed of the jump requested for the next move; 0 for none [m/s]. */
  get #jumpSpeed(): number {
    return this.body.slots[SLOT.jump];
  }

  #gravity(): number {
    return Math.max(0, -this.world.settings.gravity[1]);
  }

  /**
   * Sets the target pose of the body. If the body stays, nothing is set, so that the world does not count as changed.
   */
  #go(position: Readonly<Vec3>): void {
    const { initialPose } = this.world.store.nodes.columns;
    const k = 7 * this.body.row;
    if (position[0] === initialPose[k] && position[1] === initialPose[k + 1] && position[2] === initialPose[k + 2]) return;
    for (let i = 0; i < 4; i++) this.#orientation[i] = initialPose[k + 3 + i];
    this.body.moveTo(position, this.#orientation);
  }
}
