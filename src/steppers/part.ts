// An island, or a part of one, and what methods do with it: the problem of its contacts, velocities under forces, and positions.

import { followParabolas, integratePositions, integrateVelocities, moveMember, updateRotation } from '../bodies/kinematics.js';
import { COMPOSITE } from '../bodies/node-kinds.js';
import { buildProblem, clearImpulses, dropWarmStart, handOver } from '../contact-problem/contact-problem.js';
import { placeContactsAgain } from '../contact-problem/place-contacts.js';
import type { Detection } from '../detection/detection.js';
import { angularDampingOf, linearDampingOf } from '../speedups.js';
import type { ProblemSite } from './problem-site.js';

/** An island, or a layer of one, by its edges and by the bodies that are free in it, as members of the lists of islands. */
export interface Part {
  firstEdge: number;
  edgeCount: number;
  firstBody: number;
  bodyCount: number;
}

export function makePart(): Part {
  return { firstEdge: 0, edgeCount: 0, firstBody: 0, bodyCount: 0 };
}

/** The problem of a whole island, what it says of the step, and impulses to be added up from zero. */
export function beginPart(context: ProblemSite, part: Part, dt: number): void {
  const { detection, problem, report } = context;
  build(context, part, dt);
  report.contacts += problem.table.size;
  clearImpulses(problem, detection);
}

/** The problem of a part where its bodies are by now; open gaps may close within dt [s]. */
export function assemble(context: ProblemSite, part: Part, dt: number): void {
  const { detection, placing, settings, profiler } = context;
  profiler.enter('contact-problem');
  placeContactsAgain(placing, detection, part.firstEdge, part.edgeCount, dt, settings);
  build(context, part, dt);
}

/** J, A and the limits of a part whose contacts have been placed. */
function build(context: ProblemSite, { firstEdge, edgeCount }: Part, dt: number): void {
  const { detection, problem, settings, profiler, arrays } = context;
  profiler.enter('contact-problem');
  buildProblem(problem, detection, firstEdge, edgeCount, dt, settings);
  dropWarmStart(problem);
  handOver(problem, arrays, arrays.u);
}

/** u + dt M^-1 f_ext for the bodies of a part. */
export function accelerate(
  { detection, settings }: Pick<ProblemSite, 'detection' | 'settings'>,
  { firstBody, bodyCount }: Part,
  dt: number,
): void {
  const nodes = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  const linear = linearDampingOf(settings);
  const angular = angularDampingOf(settings);
  integrateVelocities(nodes, member, firstBody, bodyCount, dt, settings.gravity, linear, angular);
}

/** (45e) and (46c). */
export function move({ detection, profiler }: Pick<ProblemSite, 'detection' | 'profiler'>, part: Part, dt: number): void {
  profiler.enter('integrate');
  const nodes = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  const { firstBody, bodyCount, edgeCount } = part;
  // Impulses may come before the forces and cancel them: what touches something is not told from what flies freely.
  if (edgeCount === 0) followParabolas(nodes, member, firstBody, bodyCount);
  integratePositions(detection.bodies.turning, nodes, member, firstBody, bodyCount, dt);
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    updateRotation(nodes, member[i]);
    if (nodes.kind[member[i]] === COMPOSITE) moveMembersOf(detection, member[i]);
  }
}

/** Contacts are attached to the members of a composite, so these must be where it is before contacts are written again. */
export function moveMembersOf({ bodies, graph }: Detection, composite: number): void {
  const nodes = bodies.nodes.columns;
  const { nodes: ends, next } = graph.edges.columns;
  for (let entry = nodes.firstStaticEdge[composite]; entry >= 0; entry = next[entry]) {
    const other = ends[entry ^ 1];
    if (nodes.mover[other] === composite) moveMember(nodes, other, composite);
  }
}
