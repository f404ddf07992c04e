// Ackermann steering: the axles of all wheels meet in one point, about which the vehicle turns.
//
// That point is on the line of the axle that does not steer. Where all wheels steer, it is on the line through their
// middle, and those behind it turn the other way.

import { atan2, cos, sin } from '../math/portable.js';
import type { WheelOptions } from './options.js';
import { SLOT, WHEEL, wheelAt } from './slots.js';

/** How far ahead the axle is about which the vehicle turns, and the steered axle ahead of that [m]. */
export function steeringBase(wheels: readonly WheelOptions[]): { readonly pivot: number; readonly base: number } {
  const guides = wheels.filter(({ steered }) => !steered);
  const pivot = meanAlong(guides.length > 0 ? guides : wheels);
  const steered = wheels.filter((wheel) => wheel.steered);
  const ahead = steered.filter(({ position }) => position[0] > pivot);
  // Steered wheels behind the axle alone, as those of a forklift, have a base below zero.
  return { pivot, base: meanAlong(ahead.length > 0 ? ahead : steered) - pivot };
}

function meanAlong(wheels: readonly WheelOptions[]): number {
  return wheels.reduce((sum, { position }) => sum + position[0], 0) / wheels.length;
}

/** At this angle the point about which the vehicle turns comes to a wheel [rad]. */
export function largestSteering(wheels: readonly WheelOptions[], base: number): number {
  const widest = Math.max(...wheels.map(({ position }) => Math.abs(position[2])));
  return atan2(Math.abs(base), widest);
}

/** Brings the steering towards where it is to go, by no more than its rate allows. */
export function turnSteering(slots: Float64Array, dt: number): void {
  const wanted = slots[SLOT.steer] * slots[SLOT.maxAngle];
  const most = slots[SLOT.rate] * dt;
  slots[SLOT.steering] += Math.min(most, Math.max(-most, wanted - slots[SLOT.steering]));
}

/** The angle of a wheel for the steering as it is now; the left is positive [rad]. */
export function wheelAngle(slots: Float64Array, wheel: number): number {
  const steering = slots[SLOT.steering];
  const at = wheelAt(wheel);
  const curvature = sin(steering) / (cos(steering) * slots[SLOT.base]);
  const ahead = slots[at + WHEEL.along] - slots[SLOT.pivot];
  return atan2(curvature * ahead, 1 + curvature * slots[at + WHEEL.across]);
}
