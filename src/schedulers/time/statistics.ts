// What schedulers of time count: the statistics of the time warp paper (section IV), for all three of them, from the beginning of a world
// on. They say what the scheduler did, and are no part of the state: going back in time does not take them back.

export interface TimeStatistics {
  /** Events that were taken from the queue, by kind: steps of integration, checks of pairs, collisions, steps of groups, redraws. */
  integrations: number;
  collisionChecks: number;
  collisionEvents: number;
  groupEvents: number;
  redraws: number;
  /** Collisions in the history that holds, hard ones and those that fused bodies. */
  collisions: number;
  /** Soft collisions, each of which bears a group; and groups that split. */
  fusions: number;
  fissions: number;
  /** Groups that were born, by fusion, by fission or at the beginning. */
  groups: number;
  /** Members and contacts of the largest one. */
  largestGroup: number;
  mostContacts: number;
  /** How often something was rolled back; how many bodies that touched, in all and at the most. */
  rollbacks: number;
  bodiesRolledBack: number;
  mostBodiesRolledBack: number;
  /** States that were computed and discarded. */
  statesDiscarded: number;
  /** Sum of all steps of integration of all bodies [s]. */
  integrated: number;
  /** Simulated time [s]. */
  simulated: number;
  /** Sum over all events of how far bodies were ahead of GVT on average when one of them was integrated [s]. */
  lag: number;
}

/** What follows from the counts, as the paper has it. */
export interface TimeFigures {
  /** Mean time between two discontinuities, wherever they are [s]. */
  readonly discontinuityInterval: number;
  /** Mean step of integration of a body [s]. */
  readonly integrationStep: number;
  /** The second over the first [1]. */
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
    redraws: 0,
    collisions: 0,
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

export function timeFigures(counts: Readonly<TimeStatistics>): TimeFigures {
  const discontinuityInterval = counts.simulated / (counts.collisions + counts.fissions);
  const integrationStep = counts.integrated / counts.integrations;
  return {
    discontinuityInterval,
    integrationStep,
    ratio: integrationStep / discontinuityInterval,
    bodiesPerRollback: counts.rollbacks === 0 ? 0 : counts.bodiesRolledBack / counts.rollbacks,
    gvtLag: counts.integrations === 0 ? 0 : counts.lag / counts.integrations,
  };
}
