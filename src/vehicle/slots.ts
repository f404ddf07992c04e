// The state of a vehicle, in the slots of its multibody: inputs, state and parameters of its control. In slots, it is
// restored by snapshots, histories and schedulers that go back in time, and can be in a scene file.

/** Indices of single numbers. */
export const SLOT = {
  // Inputs. The control changes only the gear, and only with automatic shifting.
  throttle: 0,
  brake: 1,
  handBrake: 2,
  /** Target of the steering, as a fraction of its largest angle: 1 is left [1]. */
  steer: 3,
  /** 0 is neutral, -1 reverse. */
  gear: 4,

  // State of the control.
  /** Present steering angle [rad]. */
  steering: 5,
  /** Length of the last step [s]. */
  step: 6,
  /** Whether the joints of the wheels have been found: 0 or 1. */
  isReady: 7,

  // The steering: its largest angle [rad] and its rate [rad/s]; position along the chassis of the axle about which the
  // vehicle turns, and distance from there to the steered axle [m].
  maxAngle: 8,
  rate: 9,
  pivot: 10,
  base: 11,

  // The engine: its largest power [W], 0 for no limit; largest and idle speed [rad/s]; ratio of the reverse gear,
  // efficiency [1]; braking torque [N m]; speeds at which gears change [rad/s], 0 for never.
  power: 12,
  maxSpeed: 13,
  idleSpeed: 14,
  reverse: 15,
  efficiency: 16,
  braking: 17,
  shiftUp: 18,
  shiftDown: 19,

  // Numbers of the records that follow: wheels, then gear ratios, then points of the torque curve.
  wheels: 20,
  gears: 21,
  points: 22,

  /** Whether a user drives it by hand, so that no script does: 0 or 1. */
  isByHand: 23,
} as const;

const FIRST_WHEEL = 24;

/** Indices in the record of a wheel. */
export const WHEEL = {
  /** Position of the hub in the frame of the chassis, ahead and to the right [m]. */
  along: 0,
  across: 1,
  /** [m] */
  radius: 2,
  /** Share of the engine's torque; the sum over all wheels is 1 [1]. */
  share: 3,
  /** 0 or 1. */
  isSteered: 4,
  /** [N m] */
  brake: 5,
  handBrake: 6,
  /** Moment of inertia about the axle [kg m^2]. */
  inertia: 7,
  /** Index of its joint in the joints of the multibody. */
  joint: 8,
} as const;
const WHEEL_SIZE = 9;

/** A point of the torque curve is a speed [rad/s] and a torque [N m]. */
export const POINT_SIZE = 2;

/** Index of the first number of a wheel. */
export function wheelAt(wheel: number): number {
  return FIRST_WHEEL + WHEEL_SIZE * wheel;
}

/** Index of the first gear ratio. */
export function gearsAt(slots: ArrayLike<number>): number {
  return wheelAt(slots[SLOT.wheels]);
}

/** Index of the first point of the torque curve. */
export function pointsAt(slots: ArrayLike<number>): number {
  return gearsAt(slots) + slots[SLOT.gears];
}

export function slotCount(wheels: number, gears: number, points: number): number {
  return wheelAt(wheels) + gears + POINT_SIZE * points;
}
