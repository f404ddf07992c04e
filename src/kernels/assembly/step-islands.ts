// What small islands undergo in a step, all of them in one call: most scenes in motion have many. What follows the sweeps of an island in
// TypeScript (steppers/gsp/small-islands.ts) comes between the two loops.

import { MANIFOLD_WIDTH } from '../layout';
import * as At from '../stepping-layout';
import { accelerateBodies, fastestOf, followParabolas, kineticEnergyOf } from '../shared/accelerate-bodies';
import { isAnyPulled } from '../shared/find-pulls';
import { Integers, Numbers } from '../shared/numbers';
import { COARSE, LONGEST, MOST, outcomeOf, planSweeps, TOLERANCE, unseenVelocity } from '../shared/plan-sweeps';
import { moveBodies } from '../../bodies/move-bodies';
import { applyImpulses } from './impulses';
import { deepestAhead, predictGaps } from './positions';
import { solveContacts } from './solve-contacts';
import { residual } from './sweep-velocities';

/** What marks a contact that bounces. */
const BOUNCES = 1;
/** Axes of rotation among those that are locked. */
const ROTATION_LOCKS = 56;
/** Bytes of a manifold. */
const MANIFOLD = 4 * MANIFOLD_WIDTH;

@inline function at(table: usize, index: i32): usize { return <usize>load<i32>(table + (<usize>index << 2)); }
@inline function numbers(table: usize, index: i32): Numbers { return changetype<Numbers>(at(table, index)); }
@inline function integers(table: usize, index: i32): Integers { return changetype<Integers>(at(table, index)); }

/** Forces and loads of the first `count` islands that are listed, and their sweeps. */
export function sweepIslands(table: usize, count: i32): void {
  const step = numbers(table, At.NUMBERS);
  for (let i = 0; i < count; i++) {
    const island = integers(table, At.ISLAND_LISTED)[i];
    const mass = numbers(table, At.NODE_MASS), inertia = numbers(table, At.NODE_INVERSE_INERTIA);
    const velocity = numbers(table, At.NODE_VELOCITY);
    const movers = integers(table, At.LISTED_MOVERS);
    const firstBody = integers(table, At.ISLAND_FIRST_BODY)[island], bodies = integers(table, At.ISLAND_BODY_COUNT)[island];
    numbers(table, At.ISLAND_ENERGY_BEFORE)[island] = kineticEnergyOf(movers, firstBody, bodies, velocity, mass, inertia);
    accelerateBodies(movers, firstBody, bodies, step[At.DT], step[At.GRAVITY], step[At.GRAVITY + 1], step[At.GRAVITY + 2],
      step[At.LINEAR_DAMPING], step[At.ANGULAR_DAMPING], velocity, numbers(table, At.NODE_FORCE), numbers(table, At.NODE_FLIGHT),
      numbers(table, At.NODE_INVERSE_MASS), inertia, numbers(table, At.NODE_GRAVITY_SCALE),
      numbers(table, At.NODE_LINEAR_DAMPING), numbers(table, At.NODE_ANGULAR_DAMPING));
    if (step[At.BOUNCY] != 0)
      numbers(table, At.ISLAND_ENERGY)[island] = kineticEnergyOf(movers, firstBody, bodies, velocity, mass, inertia);
    sweepIsland(table, step, island, firstBody, bodies);
    const isPulled = isAnyPulled(integers(table, At.LISTED_EDGES), integers(table, At.ISLAND_FIRST_EDGE)[island],
      integers(table, At.ISLAND_EDGE_COUNT)[island], movers, firstBody, bodies, integers(table, At.EDGE_MOVERS),
      integers(table, At.EDGE_FIRST_CONTACT), integers(table, At.EDGE_CONTACT_COUNT), numbers(table, At.CONTACT_IMPULSE),
      numbers(table, At.CONTACT_NORMAL), numbers(table, At.CONTACT_POINT), integers(table, At.CONTACT_BOUNCE), BOUNCES,
      numbers(table, At.NODE_POSITION), numbers(table, At.NODE_PULL));
    integers(table, At.ISLAND_IS_PULLED)[island] = isPulled ? 1 : 0;
  }
}

/** Applies the loads of an island and sweeps it by its plan. */
function sweepIsland(table: usize, step: Numbers, island: i32, firstBody: i32, bodies: i32): void {
  const packs = integers(table, At.ISLAND_PACK_COUNT)[island];
  const plan = numbers(table, At.PLAN);
  const fastest = fastestOf(integers(table, At.LISTED_MOVERS), firstBody, bodies, numbers(table, At.NODE_DETECTED), At.DETECTED_SIZE, At.DETECTED_VELOCITY);
  planSweeps(plan, integers(table, At.ISLAND_CONTACT_COUNT)[island], bodies, fastest, step[At.FALL], step[At.FAST],
    step[At.ITERATIONS], step[At.EFFORT], step[At.PRECISION], <i32>step[At.LASTING]);
  const manifolds = manifoldsOf(table, island);
  applyImpulses(manifolds, 4 * packs, at(table, At.CONTACT_POINT), at(table, At.CONTACT_NORMAL), at(table, At.CONTACT_LOAD),
    at(table, At.NODE_VELOCITY), at(table, At.NODE_POSITION), at(table, At.NODE_INVERSE_MASS), at(table, At.NODE_INVERSE_INERTIA),
    step[At.SHARE]);
  const sweeps = packs == 0 ? 0 : solveContacts(manifolds, packs, quadsOf(table, island), at(table, At.CONTACT_POINT),
    at(table, At.CONTACT_NORMAL), at(table, At.CONTACT_LOAD), at(table, At.CONTACT_BIAS), at(table, At.NODE_VELOCITY),
    at(table, At.NODE_POSITION), at(table, At.NODE_INVERSE_MASS), at(table, At.NODE_INVERSE_INERTIA), step[At.SHARE],
    at(table, At.SWEPT_VELOCITY), at(table, At.SWEPT_FORMER), at(table, At.LISTED_MOVERS) + 4 * <usize>firstBody, bodies,
    <i32>plan[MOST], <f32>plan[TOLERANCE], <i32>plan[LONGEST], <f32>plan[COARSE], at(table, At.CONTACT_IMPULSE));
  integers(table, At.ISLAND_SWEEPS)[island] = sweeps;
  integers(table, At.ISLAND_OUTCOME)[island] = outcomeOf(plan, bodies, sweeps);
  // An island without a contact that acts leaves nothing to do.
  numbers(table, At.ISLAND_RESIDUAL)[island] = sweeps > 0 ? residual : 0;
}

/** How many bodies the last call of moveIslands() has left. */
export let leftBodies: i32 = 0;

/**
 * Moves the first `count` islands that are listed, but for those that would overlap by more than nobody sees: these are listed in their
 * place. Returns how many. Bodies that moveBodies() leaves are listed as it does.
 */
export function moveIslands(table: usize, count: i32): i32 {
  const step = numbers(table, At.NUMBERS);
  const listed = integers(table, At.ISLAND_LISTED);
  const movers = integers(table, At.LISTED_MOVERS);
  const velocity = numbers(table, At.NODE_VELOCITY), correction = numbers(table, At.NODE_CORRECTION);
  let left = 0, bodiesLeft = 0;
  for (let i = 0; i < count; i++) {
    const island = listed[i];
    const firstBody = integers(table, At.ISLAND_FIRST_BODY)[island], bodies = integers(table, At.ISLAND_BODY_COUNT)[island];
    followParabolas(movers, firstBody, bodies, velocity, numbers(table, At.NODE_FLIGHT), correction);
    predictGaps(manifoldsOf(table, island), integers(table, At.ISLAND_PACK_COUNT)[island], quadsOf(table, island),
      at(table, At.CONTACT_POINT), at(table, At.CONTACT_NORMAL), at(table, At.CONTACT_GAP), at(table, At.CONTACT_BIAS),
      at(table, At.NODE_VELOCITY), at(table, At.NODE_CORRECTION), at(table, At.NODE_POSITION), step[At.DT], 0);
    const fastest = fastestOf(movers, firstBody, bodies, numbers(table, At.NODE_DETECTED), At.DETECTED_SIZE, At.DETECTED_VELOCITY);
    const unseen = unseenVelocity(fastest, step[At.PRECISION], <i32>step[At.LASTING]);
    if (deepestAhead > step[At.DT] * max(step[At.NEGLIGIBLE], unseen)) {
      listed[left++] = island;
      continue;
    }
    bodiesLeft += moveBodies(movers, firstBody, bodies, step[At.DT], velocity, correction, numbers(table, At.NODE_POSITION),
      numbers(table, At.NODE_ORIENTATION), numbers(table, At.NODE_PRINCIPAL), numbers(table, At.NODE_MOMENTS),
      integers(table, At.NODE_CARRIED_BY), integers(table, At.NODE_SPINNING), integers(table, At.NODE_LOCKS), ROTATION_LOCKS,
      numbers(table, At.TURN), changetype<Integers>(at(table, At.NODE_LISTED) + 4 * <usize>bodiesLeft));
  }
  leftBodies = bodiesLeft;
  return left;
}

@inline function manifoldsOf(table: usize, island: i32): usize {
  return at(table, At.MANIFOLDS) + MANIFOLD * <usize>integers(table, At.ISLAND_FIRST_LANE)[island];
}

@inline function quadsOf(table: usize, island: i32): usize {
  return at(table, At.QUADS) + <usize>integers(table, At.ISLAND_START)[island];
}
