// Bodies of an island along their velocities: by the compiled kernel where there is one.

import { integratePositions, moveOthers } from '../bodies/kinematics.js';
import type { Detection } from '../detection/detection.js';
import { ROTATION_LOCKS } from '../math/locked-axes.js';
import type { Part } from './part.js';

/** Moves the bodies of a part by their velocities for a time dt [s], and by their corrections. */
export function movePositions(detection: Detection, { firstBody, bodyCount }: Part, dt: number): void {
  const { bodies, groups, state, compiled } = detection;
  const { member } = groups.movers.columns;
  const nodes = bodies.nodes.columns;
  const kernel = state.settings.kernel === 'reference' ? null : compiled.kernel;
  if (kernel === null) {
    integratePositions(bodies.turning, nodes, member, firstBody, bodyCount, dt);
    return;
  }
  const others = kernel.moveBodies(
    member.byteOffset,
    firstBody,
    bodyCount,
    dt,
    nodes.velocity.byteOffset,
    nodes.correction.byteOffset,
    nodes.position.byteOffset,
    nodes.orientation.byteOffset,
    nodes.principal.byteOffset,
    nodes.moments.byteOffset,
    nodes.carriedBy.byteOffset,
    nodes.spinning.byteOffset,
    nodes.locks.byteOffset,
    ROTATION_LOCKS,
    compiled.workspace,
    nodes.listed.byteOffset,
  );
  moveOthers(bodies.turning, nodes, others, dt);
}
