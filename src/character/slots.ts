// The state of a character, in the slots of its body: inputs, and results of its last move. In slots, it is part of
// snapshots, hashes and rewinding.

export const SLOT = {
  // Inputs.
  /** Wished velocity relative to the ground, along x and z [m/s]. */
  wishX: 0,
  wishZ: 1,
  /** Speed of the jump requested for the next move; 0 for none [m/s]. */
  jump: 2,
  /** Whether a user moves it by hand, so that no control does: 0 or 1. */
  isByHand: 3,

  // Results of the last move.
  /** Velocity, three numbers [m/s]. */
  velocity: 4,
  /** Id of the body that it stands on, plus one; 0 in the air. */
  ground: 7,
  /** Normal of the face that it stands on, three numbers [1]. */
  normal: 8,
} as const;

export const SLOT_COUNT = 11;
