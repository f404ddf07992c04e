// What contact hooks say of a pair of bodies (ask-hooks.ts).

/** What a hook says of a pair; numbers below 0 leave it to the materials. */
export interface PairAnswer {
  friction: number;
  restitution: number;
  rolling: number;
  spinning: number;
  isRefused: boolean;
  /** Whether the surface of the fixed body has a velocity of its own, and which [m/s]. */
  isBelt: boolean;
  readonly surfaceVelocity: Float64Array;
}

/** Asks about an edge with contacts; the answer is the same object every time. */
export type AskPair = (edge: number) => PairAnswer;
