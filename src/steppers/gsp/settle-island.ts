// The end of an island's step: its bodies move, and those that turn far are moved out of each other where they have come to.

import { integratePositions } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import type { Island } from '../../detection/contact-graph/island.js';
import type { Detection } from '../../detection/detection.js';
import { moveMembersOf } from '../part.js';
import { correctAgain, isTurningFar } from './solve-exactly.js';
import { relaxBodies, turnBodies } from './stiffen-bodies.js';
import type { Workspace } from './workspace.js';

/** How often bodies are moved apart at the most [1]. */
const MOST_PASSES = 3;

/** Moves the bodies of an island by their velocities for a time dt [s], and by their corrections. */
export function movePositions(detection: Detection, island: Island, dt: number): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  integratePositions(detection.bodies.turning, detection.bodies.nodes.columns, member, firstBody, bodyCount, dt);
}

/** Bodies that turn far within the step are moved apart where they have come to: those of a taut island here, others in finish(). */
export function settle(context: Workspace, island: Island, dt: number): void {
  context.profiler.enter('correction');
  if (context.stream.islands.columns.isExact[island.number] !== 0) settleBodies(context, island, dt);
  else context.look.isWanted = true;
}

/** Moves the bodies of an island that was solved exactly out of each other once more, if they turn far. */
function settleBodies(context: Workspace, island: Island, dt: number): void {
  const { exact, stiffness, detection, problem, arrays, settings } = context;
  const isFar = isTurningFar(detection, island, settings, dt);
  for (let pass = 0; isFar && pass < MOST_PASSES; pass++) {
    turnBodies(stiffness, detection, island);
    moveMembers(detection, island);
    if (!correctAgain(exact, problem, detection, island, arrays, settings)) break;
    movePositions(detection, island, 0);
  }
  relaxBodies(stiffness, detection, island);
}

/** Moves members of composites to where these have come. */
function moveMembers(detection: Detection, island: Island): void {
  const { firstBody, bodyCount } = island;
  const { member } = detection.groups.movers.columns;
  const { kind } = detection.bodies.nodes.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) if (kind[member[i]] === COMPOSITE) moveMembersOf(detection, member[i]);
}
