// A character: a capsule that goes where a program wants it to, before each step, as far as the world lets it. It walks, takes steps, slides
// along walls and down what is too steep, jumps, rides on what moves, and pushes what is in its way. docs/character.md has the use of it.
//
// Its body is scripted, and so no contact moves it. It keeps a gap to all that is solid, and never goes where something is: thus no
// contact presses, and what it does to others is a force that we bound.

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
 * Called before each move of a scene's character, which is before the step from time t by dt [s]. It sets what the character wishes, and
 * lets it jump. What it wants to remember belongs into slots of other bodies or multibodies.
 */
export type CharacterControl = (character: Character, t: number, dt: number) => void;

const wishField = vec3('[m/s]');
const stepField = number('[s]', STEP_LIMITS);
const speedField = number('[m/s]', { min: 0 });
const handField = boolean('');
const NO_NORMAL: Readonly<Vec3> = [0, 0, 0];
/** How far below its gap the ground may be where it lands, in gaps [1]. */
const LANDING = 2;

export class Character<UserData = unknown> {
  readonly world: World<UserData>;
  /** Its capsule in the world; its position is that of the character. */
  readonly body: Body<UserData>;
  readonly #measures: CharacterMeasures;
  readonly #grounds: GroundFinder;
  readonly #path: Path;
  readonly #loads = new Loads();
  /** Of the move at hand: its velocity, the level one that is wished, what it stood on, and what it then stands on. */
  readonly #velocity: Vec3 = [0, 0, 0];
  readonly #wanted: Vec3 = [0, 0, 0];
  readonly #former = new Ground();
  readonly #ground = new Ground();
  /** Vectors on the way. */
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
    // A filter that throws does so before there is a body.
    const finder = new GroundFinder(new Probe(world as World, undefined, measures, filter), measures);
    finder.find(position, LANDING * skin, finder.feetAt(position), this.#ground);
    this.body = world.createBody({
      kind: 'scripted',
      ...(options.name !== undefined && { name: options.name }),
      position: [...position],
      shapes: [{ kind: 'capsule', radius, length: height - 2 * radius }],
      // Without amplitude: it is where it is told to be.
      motion: { kind: 'oscillation', frequency: 1 },
      slots: new Float64Array(SLOT_COUNT),
    });
    this.#remember();
    const probe = new Probe(world as World, this.body, measures, filter);
    this.#grounds = new GroundFinder(probe, measures);
    this.#path = new Path(probe, this.#grounds, measures);
  }

  /** Of its last move, with what it rides on [m/s]. */
  get velocity(): Vec3 {
    return vectorAt(this.body.slots, SLOT.velocity);
  }

  get isGrounded(): boolean {
    return this.body.slots[SLOT.ground] !== 0;
  }

  /** What it stands on, and the normal of the face there; undefined in the air, and where that body is gone. */
  get ground(): { readonly body: Body; readonly normal: Vec3 } | undefined {
    const { slots } = this.body;
    const body = slots[SLOT.ground] === 0 ? undefined : this.world.body(slots[SLOT.ground] - 1);
    return body && { body, normal: vectorAt(slots, SLOT.normal) };
  }

  /** The velocity over the ground that it was last told; level [m/s]. */
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

  /** Whether somebody walks it by hand: the control that a scene names for it is then not called. */
  get isByHand(): boolean {
    return this.body.slots[SLOT.isByHand] !== 0;
  }
  set isByHand(isByHand: boolean) {
    handField.check(isByHand, 'isByHand');
    this.world.store.refuseWithinStep();
    this.body.slots[SLOT.isByHand] = isByHand ? 1 : 0;
  }

  /** Jumps with the next move, if it is on the ground then, at a speed [m/s]; default `jumpSpeed`. */
  jump(speed = this.#measures.jumpSpeed): void {
    speedField.check(speed, 'speed');
    this.world.store.refuseWithinStep();
    this.body.slots[SLOT.jump] = speed;
  }

  /** Moves in the step of dt [s] that comes next, with a velocity over the ground [m/s], of which the level part counts. */
  move(wish: Readonly<Vec3>, dt: number): void {
    wishField.check(wish, 'wish');
    stepField.check(dt, 'dt');
    this.world.store.refuseWithinStep();
    readInto(this.#velocity, this.body.slots, SLOT.velocity);
    levelInto(this.#wanted, wish);
    // A filter, or the motion of what it rides on, may throw: until then nothing has changed.
    this.#plan(dt);
    this.wish = wish;
    this.#remember();
    this.#go(this.#path.position);
    this.#loads.push(this.#path.met, this.#path.metCount, this.#wanted, this.#measures.pushForce, dt);
    const { body, point } = this.#ground;
    if (body !== undefined) this.#loads.press(body, point, this.#measures.mass * this.#gravity());
  }

  /** Writes down what it has found. A jump is done. */
  #remember(): void {
    const { slots } = this.body;
    const { body, normal } = this.#ground;
    slots[SLOT.jump] = 0;
    slots.set(this.#velocity, SLOT.velocity);
    slots[SLOT.ground] = body === undefined ? 0 : body.id + 1;
    slots.set(body === undefined ? NO_NORMAL : normal, SLOT.normal);
  }

  /** Finds its way in the next step, and what it then stands on. The world is left as it is. */
  #plan(dt: number): void {
    const path = this.#path;
    originInto(path.position, this.body);
    path.begin();
    // The ground may have moved, or gone, since the last move.
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
    // Who walks over an edge goes on as the ground was going.
    this.#velocityOf(this.#former, dt);
    addInto(this.#velocity, this.#velocity, this.#carried);
  }

  /** Down to the ground, and on with it. */
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

  /** On a parabola: by the mean velocity of the step. */
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

  /** Whether it has met anything that carries it. */
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

  /** Changes the velocity in the air by its own efforts. Who wishes nothing flies on; uphill, what is too steep gives no foothold. */
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

  /** Sets #carried to the velocity of a ground where the character is [m/s]. */
  #velocityOf({ body, point }: Ground, dt: number): void {
    if (body === undefined) return;
    this.#loads.carry(this.#carried, body, point, this.#path.position, this.world.time, dt);
    scaleInto(this.#carried, this.#carried, 1 / dt);
  }

  /** Of the jump that the next move begins with; 0 for none [m/s]. */
  get #jumpSpeed(): number {
    return this.body.slots[SLOT.jump];
  }

  #gravity(): number {
    return Math.max(0, -this.world.settings.gravity[1]);
  }

  /** Tells its body where to go. One that stays is not told: nothing of the world has changed by it. */
  #go(position: Readonly<Vec3>): void {
    const { initialPose } = this.world.store.nodes.columns;
    const k = 7 * this.body.row;
    if (position[0] === initialPose[k] && position[1] === initialPose[k + 1] && position[2] === initialPose[k + 2]) return;
    for (let i = 0; i < 4; i++) this.#orientation[i] = initialPose[k + 3 + i];
    this.body.moveTo(position, this.#orientation);
  }
}
