// The control of a vehicle. Called before each step, it converts the inputs in the slots of the multibody into targets,
// damping and friction of the wheel joints.
//
// The engine's torque reaches the driven wheels through open differentials: each wheel gets a fixed share, whatever its
// speed. A brake is dry friction about the axle, so it holds a wheel at rest. The torque of the engine falls with
// speed, as at the limiter, and a slipping wheel would react to that faster than a step. So the fall acts as a damper,
// which the step solves implicitly: torque + fall * (speed before - speed after).

import { conjugate, rotate, subtract } from '../math/vector.js';
import type { Multibody } from '../multibody.js';
import { engineFall, engineSpeed, engineTorque, gearRatio, shiftGear } from './engine.js';
import { SLOT, WHEEL, wheelAt } from './slots.js';
import { turnSteering, wheelAngle } from './steering.js';

/** Indices of the coordinates of a wheel joint. */
export const STEERING = 1;
export const SPIN = 2;

/** Drives the multibody that `describeVehicle()` describes. */
export function driveVehicle(own: Multibody, _t: number, dt: number): void {
  const { slots } = own;
  if (slots[SLOT.isReady] === 0) findJoints(own, slots);
  slots[SLOT.step] = dt;
  turnSteering(slots, dt);
  shiftGear(slots, meanSpin(own, slots));
  turnWheels(own, slots);
  powerWheels(own, slots);
  brakeWheels(own, slots);
}

/**
 * Stores the index of each wheel's joint: joints are in the order of rows, which may differ from that of the wheels.
 */
function findJoints(own: Multibody, slots: Float64Array): void {
  for (let i = 0; i < slots[SLOT.wheels]; i++) slots[wheelAt(i) + WHEEL.joint] = jointOfWheel(own, slots, i);
  slots[SLOT.isReady] = 1;
}

/**
 * Index of the joint whose hub is at a wheel's place along and across the chassis; suspensions move hubs vertically
 * only.
 */
export function jointOfWheel({ joints }: Multibody, slots: Float64Array, wheel: number): number {
  const at = wheelAt(wheel);
  let [found, least] = [0, Number.POSITIVE_INFINITY];
  joints.forEach(({ bodyA, bodyB }, j) => {
    if (bodyA === undefined) return;
    const [x, , z] = rotate(conjugate(bodyA.orientation), subtract(bodyB.position, bodyA.position));
    const off = Math.abs(x - slots[at + WHEEL.along]) + Math.abs(z - slots[at + WHEEL.across]);
    if (off < least) [found, least] = [j, off];
  });
  return found;
}

/** Mean spin of the driven wheels, weighted by their shares of the torque [rad/s]. */
function meanSpin({ joints }: Multibody, slots: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < slots[SLOT.wheels]; i++) {
    const at = wheelAt(i);
    const share = slots[at + WHEEL.share];
    if (share > 0) sum += share * joints[slots[at + WHEEL.joint]].coordinates[SPIN].velocity;
  }
  return sum;
}

function turnWheels({ joints }: Multibody, slots: Float64Array): void {
  for (let i = 0; i < slots[SLOT.wheels]; i++) {
    const at = wheelAt(i);
    if (slots[at + WHEEL.isSteered] !== 0) joints[slots[at + WHEEL.joint]].coordinates[STEERING].target = wheelAngle(slots, i);
  }
}

function powerWheels(own: Multibody, slots: Float64Array): void {
  const ratio = gearRatio(slots);
  const speed = engineSpeed(slots, meanSpin(own, slots));
  const gain = slots[SLOT.throttle] * slots[SLOT.efficiency] * ratio;
  const torque = gain * engineTorque(slots, speed);
  const fall = gain * ratio * engineFall(slots, speed);
  // Increase of wheel spin until the engine reaches its largest speed.
  const left = (slots[SLOT.maxSpeed] - speed) / Math.abs(ratio);
  for (let i = 0; i < slots[SLOT.wheels]; i++) {
    const at = wheelAt(i);
    const share = slots[at + WHEEL.share];
    if (share === 0) continue;
    const spin = own.joints[slots[at + WHEEL.joint]].coordinates[SPIN];
    const given = Math.abs(share * torque);
    // Without a load, the wheel would exceed the largest speed within the step: damping then limits it.
    const passes = given * slots[SLOT.step] > slots[at + WHEEL.inertia] * left;
    const damping = passes ? Math.max(share * fall, given / left) : share * fall;
    spin.target = share * torque + damping * spin.velocity;
    if (spin.damping !== damping) spin.damping = damping;
  }
}

function brakeWheels({ joints }: Multibody, slots: Float64Array): void {
  const drag = (1 - slots[SLOT.throttle]) * Math.abs(gearRatio(slots)) * slots[SLOT.braking];
  for (let i = 0; i < slots[SLOT.wheels]; i++) {
    const at = wheelAt(i);
    const spin = joints[slots[at + WHEEL.joint]].coordinates[SPIN];
    const pressed = slots[SLOT.brake] * slots[at + WHEEL.brake];
    const pulled = slots[SLOT.handBrake] * slots[at + WHEEL.handBrake];
    const friction = pressed + pulled + slots[at + WHEEL.share] * drag;
    if (spin.friction !== friction) spin.friction = friction;
  }
}
