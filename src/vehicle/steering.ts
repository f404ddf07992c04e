// Ackermann steering: the axles of all wheels intersect in one point, about which the vehicle turns.
//
// This point is on the line of the axle that does not steer. If all wheels steer, it is on the line through their mean
// position, and the wheels behind the line turn the other way.

import { atan2, cos, sin } from '../math/portable.js';
import type { WheelOptions } from './options.js';
import { SLOT, WHEEL, wheelAt } from './slots.js';

/**
 * Position along the chassis of the axle about which the vehicle turns, and distance from there to the steered axle
 * [m].
 */
export function steeringBase(wheels: readonly WheelOptions[]): { readonly pivot: number; readonly base: number } {
  const guides = wheels.filter(({ steered }) => !steered);
  const pivot = meanAlong(guides.length > 0 ? guides : wheels);
  const steered = wheels.filter((wheel) => wheel.steered);
  const ahead = steered.filter(({ position }) => position[0] > pivot);
  // If all steered wheels are behind that axle, as those of a forklift, the base is below zero.
  return { pivot, base: meanAlong(ahead.length > 0 ? ahead : steered) - pivot };
}

function meanAlong(wheels: readonly WheelOptions[]): number {
  return wheels.reduce((sum, { position }) => sum + position[0], 0) / wheels.length;
}

/** The steering angle at which the vehicle would turn about one of its wheels [rad]. */
export function largestSteering(wheels: readonly WheelOptions[], base: number): number {
  const widest = Math.max(...wheels.map(({ position }) => Math.abs(position[2])));
  return atan2(Math.abs(base), widest);
}

/** Moves the steering angle towards its target, limited by its rate. */
export function turnSteering(slots: Float64Array, dt: number): void {
  const wanted = slots[SLOT.steer] * slots[SLOT.maxAngle];
  const most = slots[SLOT.rate] * dt;
  slots[SLOT.steering] += Math.min(most, Math.max(-most, wanted - slots[SLOT.steering]));
}

/** The angle of a wheel at the present steering angle, positive to the left [rad]. */
export function wheelAngle(slots: Float64Array, wheel: number): number {
  const steering = slots[SLOT.steering];
  const at = wheelAt(wheel);
  const curvature = sin(steering) / (cos(steering) * slots[SLOT.base]);
  const ahead = slots[at + WHEEL.along] - slots[SLOT.pivot];
  return atan2(curvature * ahead, 1 + curvature * slots[at + WHEEL.across]);
}
