// The handle of a vehicle: inputs to write, motion to read. Its whole state is in the slots of its multibody and in the
// state of the world, so several handles of one vehicle are equivalent.

import type { Body } from '../handles.js';
import type { Field } from '../input/fields.js';
import { boolean, InputError, number, refuse } from '../input/fields.js';
import type { Joint } from '../joint-handles.js';
import { cos, sin } from '../math/portable.js';
import { dot, rotate } from '../math/vector.js';
import { Multibody } from '../multibody.js';
import { World } from '../world.js';
import { describeVehicle, RPM } from './describe-vehicle.js';
import { driveVehicle, jointOfWheel, SPIN, STEERING } from './drive-vehicle.js';
import { engineSpeed } from './engine.js';
import type { VehicleOptions } from './options.js';
import { SLOT, slotCount, WHEEL, wheelAt } from './slots.js';

const pedalField = number('', { min: 0, max: 1 });
const handField = boolean('');
const steerField = number('', { min: -1, max: 1 });

/** Creates a vehicle in a world, in its first gear. */
export function createVehicle(world: World, options: VehicleOptions): Vehicle {
  if (!(world instanceof World)) refuse('world', world, 'a World');
  const descriptor = describeVehicle(options);
  try {
    return new Vehicle(world, world.createMultibody({ ...descriptor, control: driveVehicle }));
  } catch (error) {
    throw error instanceof InputError ? new InputError(inOwnWords(error.message)) : error;
  }
}

/** Rewrites field names in error messages: users gave a chassis and wheels, not the links of the multibody. */
function inOwnWords(sentence: string): string {
  return sentence
    .replace(/^multibody\.links\[(\d+)\]/, (_, link) =>
      link === '0' ? 'vehicle.chassis' : `vehicle.wheels[${Number(link) - 1}]`,
    )
    .replace(/^multibody\./, 'vehicle.');
}

export class Vehicle {
  readonly multibody: Multibody;
  readonly chassis: Body;
  /** Wheels in the order of the options. */
  readonly wheels: readonly VehicleWheel[];

  /**
   * A handle of an existing vehicle: a multibody of `createVehicle()`, or of a scene, as `describeVehicle()` describes
   * it.
   */
  constructor(world: World, multibody: Multibody) {
    const { slots, joints } = checkMultibody(world, multibody);
    this.multibody = multibody;
    this.wheels = Array.from({ length: slots[SLOT.wheels] }, (_, i) => {
      return new VehicleWheel(world, multibody, joints[jointOfWheel(multibody, slots, i)], i);
    });
    this.chassis = joints[0].bodyA as Body;
  }

  /** Throttle, from 0 to 1. */
  get throttle(): number {
    return this.multibody.slots[SLOT.throttle];
  }
  set throttle(throttle: number) {
    this.#set('throttle', throttle, pedalField);
  }

  /** Brake, from 0 to 1. */
  get brake(): number {
    return this.multibody.slots[SLOT.brake];
  }
  set brake(brake: number) {
    this.#set('brake', brake, pedalField);
  }

  /** Hand brake, from 0 to 1. */
  get handBrake(): number {
    return this.multibody.slots[SLOT.handBrake];
  }
  set handBrake(handBrake: number) {
    this.#set('handBrake', handBrake, pedalField);
  }

  /** Target of the steering: from 1, the largest angle to the left, to -1, the largest to the right. */
  get steer(): number {
    return this.multibody.slots[SLOT.steer];
  }
  set steer(steer: number) {
    this.#set('steer', steer, steerField);
  }

  /** Gear, from 1 on; 0 is neutral, -1 reverse. */
  get gear(): number {
    return this.multibody.slots[SLOT.gear];
  }
  set gear(gear: number) {
    const { slots } = this.multibody;
    this.#set('gear', gear, number('', { min: slots[SLOT.gears] > 0 ? -1 : 0, max: slots[SLOT.gears], integer: true }));
  }

  /** Whether a user drives it by hand: a script that sets the inputs must then leave them alone. */
  get isByHand(): boolean {
    return this.multibody.slots[SLOT.isByHand] !== 0;
  }
  set isByHand(isByHand: boolean) {
    handField.check(isByHand, 'isByHand');
    this.multibody.slots[SLOT.isByHand] = isByHand ? 1 : 0;
  }

  /** Present steering angle, positive to the left [rad]. */
  get steeringAngle(): number {
    return this.multibody.slots[SLOT.steering];
  }

  /** Forward speed of the chassis [m/s]. */
  get speed(): number {
    return dot(this.chassis.velocity, rotate(this.chassis.orientation, [1, 0, 0]));
  }

  /** Speed of the engine; 0 without an engine, the idle speed in neutral [rpm]. */
  get rpm(): number {
    const spin = this.wheels.reduce((sum, wheel) => sum + wheel.share * wheel.spin, 0);
    return engineSpeed(this.multibody.slots, spin) / RPM;
  }

  #set(name: 'throttle' | 'brake' | 'handBrake' | 'steer' | 'gear', value: number, field: Field): void {
    field.check(value, name);
    this.multibody.slots[SLOT[name]] = value;
  }
}

/** A wheel of a vehicle, read only. */
export class VehicleWheel {
  readonly body: Body;
  readonly joint: Joint;
  readonly #world: World;
  readonly #multibody: Multibody;
  readonly #at: number;

  /** Called by the vehicle, not by users. */
  constructor(world: World, multibody: Multibody, joint: Joint, wheel: number) {
    this.#world = world;
    this.#multibody = multibody;
    this.#at = wheelAt(wheel);
    this.joint = joint;
    this.body = joint.bodyB;
  }

  /** Share of the engine's torque, from 0 to 1 [1]. */
  get share(): number {
    return this.#multibody.slots[this.#at + WHEEL.share];
  }

  /** Spin relative to the chassis, positive when rolling ahead [rad/s]. */
  get spin(): number {
    return this.joint.coordinates[SPIN].velocity;
  }

  /** Steering angle of the wheel, positive to the left [rad]. */
  get angle(): number {
    return this.joint.coordinates[STEERING].value;
  }

  /** Sum of the normal forces of contacts on the wheel in the last step [N]. */
  get load(): number {
    const step = this.#multibody.slots[SLOT.step];
    let sum = 0;
    for (const { contacts } of this.#world.graph.edgesOf(this.body))
      for (const { normalImpulse } of contacts) sum += normalImpulse;
    return step > 0 ? sum / step : 0;
  }

  /** Longitudinal slip: speed of the tread minus that of the hub, along the wheel; 0 when the wheel rolls [m/s]. */
  get slip(): number {
    const { body } = this;
    const rolling = dot(body.angularVelocity, this.#direction(Math.PI / 2));
    return rolling * this.#multibody.slots[this.#at + WHEEL.radius] - dot(body.velocity, this.#direction(0));
  }

  /** Lateral slip: velocity of the hub to the left of the wheel's direction; 0 when the wheel rolls [m/s]. */
  get sideSlip(): number {
    return dot(this.body.velocity, this.#direction(Math.PI / 2));
  }

  /** Direction of the wheel in the plane of the chassis, rotated to the left by an angle [rad]. */
  #direction(further: number): [number, number, number] {
    const { bodyA } = this.joint;
    const angle = this.angle + further;
    return rotate((bodyA as Body).orientation, [cos(angle), 0, -sin(angle)]);
  }
}

/** Whether a multibody has the links, joints and slots of a vehicle. */
export function isVehicle({ slots, joints }: Multibody): boolean {
  const count = slots.length > SLOT.isByHand ? slotCount(slots[SLOT.wheels], slots[SLOT.gears], slots[SLOT.points]) : -1;
  return slots.length === count && joints.length === slots[SLOT.wheels] && joints.every(({ kind }) => kind === 'wheel');
}

function checkMultibody(world: World, multibody: Multibody): Multibody {
  if (!(multibody instanceof Multibody) || multibody.world !== world)
    refuse('multibody', multibody, 'a multibody of this world that is a vehicle');
  if (!isVehicle(multibody))
    throw new InputError('multibody is not a vehicle, but must have the links, joints and slots that describeVehicle() gives.');
  return multibody;
}
