// The contact problems of a world as boxed complementarity problems on plain arrays (VSP paper, sections 2 and 3), for those who
// want to look at them, or to try solvers on them.

import { integrateVelocities } from '../bodies/kinematics.js';
import type { Detection } from '../detection/detection.js';
import type { Settings } from '../settings.js';
import { assembleProblem } from '../solvers/matrix/assemble.js';
import type { BoxedProblem } from '../solvers/matrix/boxed-problem.js';
import { applyImpulses } from '../solvers/projected-gauss-seidel.js';
import { VELOCITY_ROWS } from '../solvers/row-set.js';
import { angularDampingOf, linearDampingOf } from '../speedups.js';
import { carryLoads } from './carry-loads.js';
import { admitWaiting, buildProblem, reserveProblem } from './contact-problem.js';
import { ContactPlacing, placeContacts } from './place-contacts.js';
import type { ContactProblem } from './problem-table.js';

/**
 * The problem that a step of dt [s] poses for each contact group that was detected, with all contacts that can act, those too whose
 * bounce a step would put off. The velocities of the bodies become those
 * that forces and the last impulses give them.
 */
export function assembleBoxedProblems(
  detection: Detection,
  problem: ContactProblem,
  settings: Settings,
  dt: number,
): BoxedProblem[] {
  reserveProblem(problem, detection);
  carryLoads(detection, dt);
  placeContacts(new ContactPlacing(), detection, dt, settings);
  const { member } = detection.groups.movers.columns;
  const nodes = detection.bodies.nodes.columns;
  const { gravity } = settings;
  const [linear, angular] = [linearDampingOf(settings), angularDampingOf(settings)];
  const { list, count: islands } = detection.groups;
  return list.slice(0, islands).map(({ firstEdge, edgeCount, firstBody, bodyCount }) => {
    buildProblem(problem, detection, firstEdge, edgeCount, dt, settings);
    admitWaiting(problem, detection, dt);
    integrateVelocities(nodes, member, firstBody, bodyCount, dt, gravity, linear, angular);
    const { size: count, columns } = problem.table;
    const { record, movers } = columns;
    applyImpulses(count, record, movers, nodes.velocity);
    const arrays = { count, record, movers, u: nodes.velocity };
    return assembleProblem(arrays, VELOCITY_ROWS, settings['contact.friction'] === 'pyramid').problem;
  });
}
