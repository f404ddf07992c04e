// A character: a capsule that goes where a program wants it to, before each step, as far as the world lets it. It walks, takes steps, slides
// along walls and down what is too steep, jumps, rides on what moves, and pushes what is in its way. docs/character.md has the use of it.
//
// Its body is scripted, and so no contact moves it. It keeps a gap to all that is solid, and never goes where something is: thus no
// contact presses, and what it does to others is a force that we bound.

import type { Body } from '../handles.js';
import { boolean, number, refuse, vec3 } from '../input/fields.js';
import type { Vec3 } from '../math/vector.js';
import { add, length, scale, subtract, vectorAt } from '../math/vector.js';
import { STEP_LIMITS } from '../settings.js';
import type { World } from '../world.js';
import { World as WorldClass } from '../world.js';
import type { Ground } from './ground.js';
import { GroundFinder } from './ground.js';
import { carriedBy, followed, press, push } from './loads.js';
import type { CharacterMeasures, CharacterOptions } from './options.js';
import { readMeasures } from './options.js';
import { Path } from './path.js';
import { along, level, Probe, wallOf } from './probe.js';
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
  /** Of the move at hand. */
  #velocity: Vec3 = [0, 0, 0];
  #ground: Ground | undefined;

  constructor(world: World<UserData>, options: CharacterOptions) {
    if (!(world instanceof WorldClass)) refuse('world', world, 'a world');
    const measures = readMeasures(options);
    const { radius, height, skin } = measures;
    const { position, filter } = options;
    this.world = world;
    this.#measures = measures;
    // A filter that throws does so before there is a body.
    const finder = new GroundFinder(new Probe(world as World, undefined, measures, filter), measures);
    this.#ground = finder.find(position, LANDING * skin, finder.feetAt(position));
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
    this.#velocity = this.velocity;
    // A filter, or the motion of what it rides on, may throw: until then nothing has changed.
    this.#plan(level(wish), dt);
    this.wish = wish;
    this.#remember();
    this.#go(this.#path.position);
    push(this.#path.met, level(wish), this.#measures.pushForce, dt);
    if (this.#ground) press(this.#ground, this.#measures.mass * this.#gravity());
  }

  /** Writes down what it has found. A jump is done. */
  #remember(): void {
    const { slots } = this.body;
    const ground = this.#ground;
    slots[SLOT.jump] = 0;
    slots.set(this.#velocity, SLOT.velocity);
    slots[SLOT.ground] = ground === undefined ? 0 : ground.body.id + 1;
    slots.set(ground?.normal ?? NO_NORMAL, SLOT.normal);
  }

  /** Finds its way in the next step, and what it then stands on. The world is left as it is. */
  #plan(wanted: Vec3, dt: number): void {
    const path = this.#path;
    path.begin(this.body.position);
    // The ground may have moved, or gone, since the last move.
    const ground = this.isGrounded ? this.#standOn(path.position, this.#measures.maxStep) : undefined;
    if (ground === undefined || this.#jumpSpeed > 0) this.#fly(ground, wanted, dt);
    else this.#walk(ground, wanted, dt);
  }

  #standOn(position: Readonly<Vec3>, reach: number): Ground | undefined {
    return this.#grounds.find(position, reach, this.#grounds.feetAt(position));
  }

  #walk(ground: Ground, wanted: Vec3, dt: number): void {
    const path = this.#path;
    const begin = path.position;
    const feet = this.#grounds.feetAt(begin);
    path.walk(scale(wanted, dt), ground.normal);
    this.#ground = this.#grounds.find(path.position, this.#measures.maxStep, feet);
    this.#velocity = scale(level(subtract(path.position, begin)), 1 / dt);
    // Who walks over an edge goes on as the ground was going.
    if (this.#ground === undefined) this.#velocity = add(this.#velocity, this.#velocityOf(ground, dt));
    else this.#ride(this.#ground, dt);
  }

  /** Down to the ground, and on with it. */
  #ride(ground: Ground, dt: number): void {
    const path = this.#path;
    path.position = add(path.position, [0, -ground.drop, 0]);
    const way = carriedBy(ground, path.position, this.world.time, dt);
    path.carry(followed(ground, way), ground.body);
    this.#velocity = add(this.#velocity, scale(way, 1 / dt));
  }

  /** On a parabola: by the mean velocity of the step. */
  #fly(ground: Ground | undefined, wanted: Vec3, dt: number): void {
    const path = this.#path;
    const begin = ground === undefined ? this.#steer(wanted, dt) : this.#takeOff(ground, wanted, dt);
    const fall = this.#gravity() * dt;
    const way = scale(add(begin, [0, -0.5 * fall, 0]), dt);
    const feet = this.#grounds.feetAt(path.position);
    this.#velocity = path.fly(way, add(begin, [0, -fall, 0]));
    const hasLanded = path.met.some((met) => this.#grounds.faceOf(met, feet) !== undefined);
    this.#ground = hasLanded ? this.#standOn(path.position, LANDING * this.#measures.skin) : undefined;
    if (this.#ground === undefined) return;
    this.#velocity = level(this.#velocity);
    this.#ride(this.#ground, dt);
  }

  #takeOff(ground: Ground, wanted: Vec3, dt: number): Vec3 {
    return add(add(wanted, this.#velocityOf(ground, dt)), [0, this.#jumpSpeed, 0]);
  }

  /** The velocity in the air, as its own efforts change it. Who wishes nothing flies on; uphill, what is too steep gives no foothold. */
  #steer(wanted: Vec3, dt: number): Vec3 {
    if (length(wanted) === 0) return this.#velocity;
    const lacking = subtract(wanted, level(this.#velocity));
    const most = this.#measures.airAcceleration * dt;
    const size = length(lacking);
    const effort = size > most ? scale(lacking, most / size) : lacking;
    const steep = this.#grounds.findSteep(this.#path.position);
    return add(this.#velocity, steep === undefined ? effort : along(effort, wallOf(steep)));
  }

  #velocityOf(ground: Ground, dt: number): Vec3 {
    return scale(carriedBy(ground, this.#path.position, this.world.time, dt), 1 / dt);
  }

  /** Of the jump that the next move begins with; 0 for none [m/s]. */
  get #jumpSpeed(): number {
    return this.body.slots[SLOT.jump];
  }

  #gravity(): number {
    return Math.max(0, -this.world.settings.gravity[1]);
  }

  /** Tells its body where to go. One that stays is not told: nothing of the world has changed by it. */
  #go(position: Vec3): void {
    const { initialPose } = this.world.store.nodes.columns;
    const { row } = this.body;
    if (position.some((x, i) => x !== initialPose[7 * row + i])) this.body.moveTo(position);
  }
}
