// Engine and gears of a vehicle, as functions of its slots.

import { gearsAt, POINT_SIZE, pointsAt, SLOT } from './slots.js';

/**
 * Speed range below the largest speed in which the limiter reduces the torque to zero, as a fraction of that speed [1].
 */
const LIMITER = 0.02;
/**
 * Speed difference over which the fall of the torque is taken, as a fraction of the largest speed: half of LIMITER [1].
 */
const RISE = 0.01;

/** Turns of the engine per turn of the wheels; 0 in neutral, below 0 in reverse [1]. */
export function gearRatio(slots: Float64Array): number {
  const gear = slots[SLOT.gear];
  if (gear === 0) return 0;
  return gear < 0 ? -slots[SLOT.reverse] : slots[gearsAt(slots) + gear - 1];
}

/** Speed of the engine for a mean speed of the driven wheels [rad/s]. */
export function engineSpeed(slots: Float64Array, spin: number): number {
  return Math.max(slots[SLOT.idleSpeed], gearRatio(slots) * spin);
}

/** Changes a forward gear by one if the engine is above or below the speeds of shifting. */
export function shiftGear(slots: Float64Array, spin: number): void {
  const gear = slots[SLOT.gear];
  if (slots[SLOT.shiftUp] === 0 || gear < 1) return;
  const speed = engineSpeed(slots, spin);
  if (speed > slots[SLOT.shiftUp] && gear < slots[SLOT.gears]) slots[SLOT.gear]++;
  else if (speed < slots[SLOT.shiftDown] && gear > 1) slots[SLOT.gear]--;
}

/** Torque at full throttle at a speed [rad/s], limited by power and limiter [N m]. */
export function engineTorque(slots: Float64Array, speed: number): number {
  const power = slots[SLOT.power];
  const torque = curveAt(slots, speed);
  const most = slots[SLOT.maxSpeed];
  const left = Math.min(1, Math.max(0, (most - speed) / (LIMITER * most)));
  return left * (power > 0 && torque * speed > power ? power / speed : torque);
}

/** Decrease of the torque per increase of the speed, at least zero [N m s]; zero while the clutch slips. */
export function engineFall(slots: Float64Array, speed: number): number {
  if (speed <= slots[SLOT.idleSpeed]) return 0;
  const rise = RISE * slots[SLOT.maxSpeed];
  return Math.max(0, (engineTorque(slots, speed) - engineTorque(slots, speed + rise)) / rise);
}

/** Torque by the curve: linear between the points, constant before the first and after the last [N m]. */
function curveAt(slots: Float64Array, speed: number): number {
  const first = pointsAt(slots);
  const last = first + POINT_SIZE * (slots[SLOT.points] - 1);
  let at = first;
  while (at < last && slots[at + POINT_SIZE] <= speed) at += POINT_SIZE;
  if (at === last || speed <= slots[at]) return slots[at + 1];
  const way = (speed - slots[at]) / (slots[at + POINT_SIZE] - slots[at]);
  return slots[at + 1] + way * (slots[at + POINT_SIZE + 1] - slots[at + 1]);
}
