// What schedulers of time count: the statistics of the time warp paper (section IV), for all three of them, from the
// beginning of a world on. They say what the scheduler did, and are no part of the state: going back in time does not
// take them back.

/** What a scheduler of time has done since its world began: `world.timeStatistics`. All numbers but times are counts [1]. */
export interface TimeStatistics {
  /** Steps of integration: each takes the history of one body further. */
  integrations: number;
  /**
   * Pairs of shapes whose ways were looked at because the boxes about them overlap; of `conservative`, bounds on their
   * times of impact as well.
   */
  collisionChecks: number;
  /** Collisions that were taken from the queue, those included that turned out not to be. */
  collisionEvents: number;
  /** Steps of contact groups by the world's method: at the end of each the group is checked for what has come apart. */
  groupEvents: number;
  /** Calls of users' functions that control multibodies, those included that were undone. */
  callbackEvents: number;
  /** Steps of the world: at the end of each all bodies are shown at one time. */
  redraws: number;
  /** Collisions in the history that holds, hard ones and those that fused bodies. */
  collisions: number;
  /** Changes of a control law in the history that holds: one for each multibody that is controlled and each step of it. */
  callbacks: number;
  /**
   * Contacts of two bodies that began within groups, in the history that holds; among them those by which a soft
   * collision has fused two bodies, where these touch at the end of the step.
   */
  newContacts: number;
  /** Soft collisions, each of which bears a group; and groups that came apart. */
  fusions: number;
  fissions: number;
  /** Groups that were born, by fusion or as parts of another. */
  groups: number;
  /**
   * Movers of the largest group, and contacts of the one with the most, over all steps of groups, those included that
   * were undone.
   */
  largestGroup: number;
  mostContacts: number;
  /** How often something was rolled back; how many bodies that touched, in all and at the most. */
  rollbacks: number;
  bodiesRolledBack: number;
  mostBodiesRolledBack: number;
  /** States after collisions that were computed and discarded. */
  statesDiscarded: number;
  /** Sum of all steps of integration of all bodies, those included that were rolled back [s]. */
  integrated: number;
  /** Simulated time [s]. */
  simulated: number;
  /** Sum over all redraws of how far bodies were ahead of GVT on average [s]. */
  lag: number;
}

/** What follows from the counts, as the paper has it. */
export interface TimeFigures {
  /**
   * Mean time between two discontinuities, wherever they are [s]; infinite where there was none. As in the paper they are
   * events that change the motion of some bodies or its equations: collisions, new contacts, fissions and changes of a control
   * law. Changes between rolling and sliding, which the paper counts too, are not counted.
   */
  readonly discontinuityInterval: number;
  /** Mean step of integration of a body [s]; what rests is not integrated. */
  readonly integrationStep: number;
  /** The second over the first [1]: how much further a body goes at once than from one discontinuity of the world to the next. */
  readonly ratio: number;
  readonly bodiesPerRollback: number;
  /** How far bodies are ahead of GVT on average [s]. */
  readonly gvtLag: number;
}

export function emptyTimeStatistics(): TimeStatistics {
  return {
    integrations: 0,
    collisionChecks: 0,
    collisionEvents: 0,
    groupEvents: 0,
    callbackEvents: 0,
    redraws: 0,
    collisions: 0,
    newContacts: 0,
    callbacks: 0,
    fusions: 0,
    fissions: 0,
    groups: 0,
    largestGroup: 0,
    mostContacts: 0,
    rollbacks: 0,
    bodiesRolledBack: 0,
    mostBodiesRolledBack: 0,
    statesDiscarded: 0,
    integrated: 0,
    simulated: 0,
    lag: 0,
  };
}

/** The paper's figures: `timeFigures(world.timeStatistics)`. */
export function timeFigures(counts: Readonly<TimeStatistics>): TimeFigures {
  // A soft collision is a new contact.
  const contacts = Math.max(counts.newContacts, counts.fusions);
  const discontinuities = counts.collisions - counts.fusions + contacts + counts.fissions + counts.callbacks;
  const discontinuityInterval = discontinuities === 0 ? Number.POSITIVE_INFINITY : counts.simulated / discontinuities;
  const integrationStep = shareOf(counts.integrated, counts.integrations);
  return {
    discontinuityInterval,
    integrationStep,
    ratio: integrationStep / discontinuityInterval,
    bodiesPerRollback: shareOf(counts.bodiesRolledBack, counts.rollbacks),
    gvtLag: shareOf(counts.lag, counts.redraws),
  };
}

function shareOf(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}
