// The numbers of a vehicle, in the slots of its multibody: inputs, what it remembers, and all that its control has to
// know. So snapshots, histories and schedulers that go back restore them, and a scene file can hold them.

/** Places of single numbers. */
export const SLOT = {
  // Inputs. Of these only the gear is changed by the control, and only by one that shifts.
  throttle: 0,
  brake: 1,
  handBrake: 2,
  /** Where the steering is to go, of its largest angle: 1 is left [1]. */
  steer: 3,
  /** 0 is neutral, -1 reverse. */
  gear: 4,

  // What it remembers.
  /** Angle of the steering now [rad]. */
  steering: 5,
  /** How long the last step was [s]. */
  step: 6,
  /** Whether the wheels know their joints: 0 or 1. */
  isReady: 7,

  // The steering: its largest angle [rad] and its rate [rad/s]; how far ahead the axle is that it turns about, and the
  // steered axle ahead of that [m].
  maxAngle: 8,
  rate: 9,
  pivot: 10,
  base: 11,

  // The engine: its largest power [W], 0 for any; speeds [rad/s]; ratio of the reverse gear, efficiency [1]; torque by
  // which it brakes [N m]; speeds at which gears change [rad/s], 0 for never.
  power: 12,
  maxSpeed: 13,
  idleSpeed: 14,
  reverse: 15,
  efficiency: 16,
  braking: 17,
  shiftUp: 18,
  shiftDown: 19,

  // How many there are of what follows: wheels, then ratios of gears, then points of the torque curve.
  wheels: 20,
  gears: 21,
  points: 22,

  /** Whether somebody drives it by hand, so that no script does: 0 or 1. */
  isByHand: 23,
} as const;

const FIRST_WHEEL = 24;

/** Places in the numbers of a wheel. */
export const WHEEL = {
  /** Place of the hub in the frame of the chassis, ahead and to the right [m]. */
  along: 0,
  across: 1,
  /** [m] */
  radius: 2,
  /** Part of the engine's torque; all together are 1 [1]. */
  share: 3,
  /** 0 or 1. */
  isSteered: 4,
  /** [N m] */
  brake: 5,
  handBrake: 6,
  /** About the axle [kg m^2]. */
  inertia: 7,
  /** Place of its joint among those of the multibody. */
  joint: 8,
} as const;
const WHEEL_SIZE = 9;

/** A point of the torque curve is a speed [rad/s] and a torque [N m]. */
export const POINT_SIZE = 2;

/** Where the numbers of a wheel begin. */
export function wheelAt(wheel: number): number {
  return FIRST_WHEEL + WHEEL_SIZE * wheel;
}

/** Where the ratios of the gears begin. */
export function gearsAt(slots: ArrayLike<number>): number {
  return wheelAt(slots[SLOT.wheels]);
}

/** Where the points of the torque curve begin. */
export function pointsAt(slots: ArrayLike<number>): number {
  return gearsAt(slots) + slots[SLOT.gears];
}

export function slotCount(wheels: number, gears: number, points: number): number {
  return wheelAt(wheels) + gears + POINT_SIZE * points;
}
