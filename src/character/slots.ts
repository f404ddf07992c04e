// The numbers of a character, in the slots of its body: what it is told, and what it remembers. So snapshots, hashes and rewinding hold
// them.

export const SLOT = {
  // What it is told.
  /** The velocity that it wishes over the ground, along x and z [m/s]. */
  wishX: 0,
  wishZ: 1,
  /** Speed of the jump that the next move begins with; 0 for none [m/s]. */
  jump: 2,
  /** Whether somebody walks it by hand, so that no control does: 0 or 1. */
  isByHand: 3,

  // What it remembers of its last move.
  /** Three numbers [m/s]. */
  velocity: 4,
  /** Id of the body that it stands on, plus one; 0 in the air. */
  ground: 7,
  /** Of the face that it stands on, three numbers [1]. */
  normal: 8,
} as const;

export const SLOT_COUNT = 11;
