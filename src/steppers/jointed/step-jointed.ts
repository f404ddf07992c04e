// A step of an island with joints, whatever the method: joints are solved exactly over their trees, contacts are swept with the
// trees' response (solvers/tree), and positions are those at which joints close.
//
// An island that nothing touches moves by RATTLE, which is of second order and keeps momentum and, on the whole, energy: half of the
// forces, velocities that keep the joints, a move to where the joints close with the impulses for it, the other half of the
// forces, velocities that keep the joints again. With contacts all forces act at the beginning, since contacts must stop
// what forces do. Where joints pull harder than a step can follow, their stiffness joins the inertia (stiffen-links.ts).

import { turnBy } from '../../bodies/free-rotation.js';
import { integratePositions, isZero, updateRotation } from '../../bodies/kinematics.js';
import { COMPOSITE } from '../../bodies/node-kinds.js';
import type { ContactProblem } from '../../contact-problem/contact-problem.js';
import { buildProblem, storeImpulses, storeLoads } from '../../contact-problem/contact-problem.js';
import {
  concludePart,
  foreseeOverlaps,
  forgetPart,
  gatherIsland,
  JointProblem,
  keepRotors,
  moveAnchors,
  noteAnchors,
  noteLoads,
  noteRotors,
  readInertias,
  readVelocities,
  rewriteBlocks,
  scaleGaps,
  storeJointImpulses,
  writeGaps,
  writeVelocities,
} from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Profiler } from '../../phases.js';
import type { Settings } from '../../settings.js';
import { gravityOfStep } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { TreeSolver } from '../../solvers/tree/tree-solver.js';
import { accelerate, moveMembersOf } from '../part.js';
import type { StepReport } from '../stepper.js';
import { bounceWithin, dropBounces, hasGained, JointedSolution, kineticEnergyOf } from './bounce-within.js';
import { EnergyBalance } from './keep-energy.js';
import { KeptSpin } from './spin-of-all.js';
import { LinkStiffness } from './stiffen-links.js';

/** Joints that are closed to within this are closed [m or rad]. */
const CLOSED = 1e-12;
/** Newton's steps towards closed joints, at the most: each takes a share of the gaps that falls with the turn of the step. */
const MOST_CLOSING = 16;
/** A Newton step that leaves more than this share of the gaps does not converge [1]. */
const CONVERGING = 0.5;

/** Where h^2 K is more than this share of a link's inertia, the link swings faster than the step can follow [1]. */
const TOO_STIFF = 3;
/** How often an island is solved once more with the stiffness of the forces found, at the most. */
const MOST_STIFFENINGS = 2;

/** The ways in which an island is stepped: by RATTLE, with contacts, or with the stiffness of its joints. */
const FREELY = 0;
const TOUCHING = 1;
const STIFF = 2;

/** The room that a method has for islands with joints. */
export class JointedIslands {
  readonly problem = new JointProblem();
  readonly tree = new TreeSolver();
  readonly stiffness = new LinkStiffness();
  readonly balance = new EnergyBalance();
  readonly keptSpin = new KeptSpin();
  /** Velocities at the beginning of the step. */
  readonly before = new JointedSolution();
  /** Velocities under forces alone; and what contacts make of them that bounce. */
  readonly free = new JointedSolution();
  readonly bouncing = new JointedSolution();
  /** Velocities before what closes the joints is fed into them. */
  readonly unfed = new JointedSolution();
  /** Positions and orientations of the island's bodies at the beginning of the step. */
  poses = new Float64Array();
}

/** What a method gives to an island with joints. */
export interface JointedSite {
  readonly detection: Detection;
  readonly settings: Settings;
  /** For the records of contacts. */
  readonly problem: ContactProblem;
  readonly profiler: Profiler;
  readonly report: StepReport;
  /** Brings parts of an island to rest, within the solution of its velocities, where the method does that. */
  readonly holdParts?: () => void;
}

/**
 * Advances an island with joints by dt [s]; its contacts have been placed. Where that is a part of a longer step, `whole` [s] says of
 * which, and `elapsed` [s] what is over of it: impulses of joints are those of a whole step.
 */
export function stepJointed(
  site: JointedSite,
  jointed: JointedIslands,
  island: Island,
  dt: number,
  whole = dt,
  elapsed = 0,
): void {
  const { detection, profiler } = site;
  const { problem } = jointed;
  profiler.enter('contact-problem');
  buildProblem(site.problem, detection, island.firstEdge, island.edgeCount, dt, site.settings);
  site.report.contacts += site.problem.table.size;
  const way = findVelocities(site, jointed, island, dt, whole, elapsed);
  if (way === TOUCHING) site.holdParts?.();
  profiler.enter('correction');
  savePoses(jointed, detection);
  moveAnchors(problem, detection, elapsed + dt);
  if (way === STIFF) {
    // Before displacements close its joints: they do no work, and take the impulses out of the rows.
    jointed.balance.noteCoordinates(problem, detection, island, 1);
    moveStiffly(jointed, detection, island, dt);
  } else {
    moveToClosedJoints(jointed, detection, island, dt);
    jointed.balance.noteCoordinates(problem, detection, island, way === FREELY ? 0.5 : 1);
  }
  noteRotors(problem);
  concludePart(problem);
  if (foreseeOverlaps(problem, dt)) moveApart(site, jointed);
  if (way !== STIFF) {
    closeByDisplacement(jointed, detection, island, dt);
    keepJointsAtTheEnd(site, jointed, island, dt, way);
  } else {
    closeStiffly(jointed, detection, island);
    closeByDisplacement(jointed, detection, island, dt);
    readInertias(problem, detection);
    readVelocities(problem, detection);
  }
  jointed.balance.settle(problem, detection, site.settings, jointed.poses, dt, island.edgeCount > 0);
  writeVelocities(problem, detection);
  storeJointImpulses(problem, detection, island, whole / dt);
  noteLoads(problem, detection, island, whole);
  moveAnchors(problem, detection, 0);
}

/**
 * Velocities under the forces, the joints and the contacts. Returns the way in which the island is stepped. Whether links swing too
 * fast is seen by the impulses of the last step at first, and then by those found.
 */
function findVelocities(
  site: JointedSite,
  jointed: JointedIslands,
  island: Island,
  dt: number,
  whole: number,
  elapsed: number,
): number {
  const { detection, profiler } = site;
  const { problem, stiffness, before } = jointed;
  profiler.enter('contact-problem');
  gatherIsland(problem, detection, site.problem, island, dt, dt / whole);
  readVelocities(problem, detection);
  noteAnchors(problem, detection);
  moveAnchors(problem, detection, elapsed);
  jointed.balance.begin(problem);
  let way = island.edgeCount === 0 ? FREELY : TOUCHING;
  if (stiffness.find(problem, detection, island, dt, dt) >= TOO_STIFF) way = STIFF;
  forgetPart(problem);
  before.save(problem);
  for (let pass = 0; ; pass++) {
    profiler.enter('contact-problem');
    const kick = way === FREELY ? 0.5 * dt : dt;
    rewriteBlocks(problem, detection, island, dt, kick);
    accelerate(site, island, kick);
    readVelocities(problem, detection);
    if (way === STIFF) stiffness.apply(problem, detection);
    profiler.enter('solve');
    solveVelocities(site, jointed, dt);
    const isTooStiff = stiffness.find(problem, detection, island, dt, kick) >= TOO_STIFF;
    if (pass === MOST_STIFFENINGS || (way !== STIFF && !isTooStiff) || (way === STIFF && pass > 0)) return way;
    way = STIFF;
    // Once more, from the beginning, with the stiffness of the forces just found.
    before.putBack(problem);
    readInertias(problem, detection);
    writeVelocities(problem, detection);
  }
}

/** Velocities that keep the joints and the contacts. */
function solveVelocities(site: JointedSite, jointed: JointedIslands, dt: number): void {
  const { detection } = site;
  const { problem, tree, free, bouncing } = jointed;
  const { areBouncy } = detection.bodies.materials;
  const energy = areBouncy ? kineticEnergyOf(problem, problem.u) : 0;
  tree.plan(problem);
  tree.factor(problem);
  free.save(problem);
  solveContacts(site, jointed, dt);
  if (areBouncy && hasGained(problem, energy)) {
    bouncing.save(problem);
    free.putBack(problem);
    dropBounces(problem, site.problem, detection);
    solveContacts(site, jointed, dt);
    bounceWithin(problem, bouncing, energy);
  }
  storeImpulses(site.problem, detection);
  storeLoads(site.problem, detection);
}

function solveContacts({ settings, report }: JointedSite, { problem, tree }: JointedIslands, dt: number): void {
  tree.applyImpulses(problem);
  const tolerance = settings['joints.tolerance'] * gravityOfStep(settings, dt);
  const isPyramid = settings['contact.friction'] === 'pyramid';
  const iterations = tree.solve(problem, settings['joints.iterations'], tolerance, isPyramid);
  report.iterations = Math.max(report.iterations, iterations);
  report.residual += tree.residual(problem, isPyramid);
}

/**
 * Moves the bodies to where the joints are closed. What that takes is fed into the velocities of the step, so that it costs
 * neither momentum nor, over time, energy.
 */
function moveToClosedJoints(jointed: JointedIslands, detection: Detection, island: Island, dt: number): void {
  const { problem, tree } = jointed;
  let first = 0;
  let before = Number.POSITIVE_INFINITY;
  jointed.unfed.save(problem);
  for (let pass = 0; ; pass++) {
    writeVelocities(problem, detection);
    moveBodies(detection, island, dt);
    const worst = writeGaps(problem, detection, island);
    if (pass === 0) first = worst;
    if (worst <= CLOSED) return;
    if (pass === MOST_CLOSING || worst > CONVERGING * before) {
      if (worst > CONVERGING * first) moveUnfed(jointed, detection, island, dt);
      return;
    }
    before = worst;
    putPosesBack(jointed, detection);
    scaleGaps(problem, -1 / dt);
    tree.solveRows(problem, problem.u, problem.gap, problem.couplingGap);
  }
}

/** What was fed has led nowhere, and would stay as motion: displacements will close the joints. */
function moveUnfed(jointed: JointedIslands, detection: Detection, island: Island, dt: number): void {
  jointed.unfed.putBack(jointed.problem);
  putPosesBack(jointed, detection);
  writeVelocities(jointed.problem, detection);
  moveBodies(detection, island, dt);
}

/**
 * Moves the bodies of an island that is stiffened, and closes its joints by displacements, with the stiffness in their mass:
 * without it light links would be thrown from side to side.
 */
function moveStiffly(jointed: JointedIslands, detection: Detection, island: Island, dt: number): void {
  writeVelocities(jointed.problem, detection);
  moveBodies(detection, island, dt);
  closeStiffly(jointed, detection, island);
}

/** Closes the joints of an island that is stiffened, as far as that converges. */
function closeStiffly(jointed: JointedIslands, detection: Detection, island: Island): void {
  const { problem, tree } = jointed;
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < MOST_CLOSING; pass++) {
    const worst = writeGaps(problem, detection, island);
    if (worst <= CLOSED || worst > CONVERGING * before) return;
    before = worst;
    concludePart(problem);
    scaleGaps(problem, -1);
    problem.displacement.fill(0, 0, 6 * problem.bodies);
    tree.solveRows(problem, problem.displacement, problem.gap, problem.couplingGap);
    displace(jointed, detection);
    forgetPart(problem);
  }
}

/** Moves bodies out of each other; the joints stay closed. */
function moveApart({ detection, settings }: JointedSite, jointed: JointedIslands): void {
  const { problem, tree } = jointed;
  problem.gap.fill(0);
  problem.displacement.fill(0, 0, 6 * problem.bodies);
  tree.project(problem, problem.displacement, problem.gap, settings['joints.correctionIterations']);
  displace(jointed, detection);
}

/** Closes the joints by displacements of the bodies, where velocities cannot, or where bodies were moved out of each other. */
function closeByDisplacement(jointed: JointedIslands, detection: Detection, island: Island, dt: number): void {
  const { problem, tree } = jointed;
  let before = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < MOST_CLOSING; pass++) {
    const worst = writeGaps(problem, detection, island);
    if (worst <= CLOSED || worst > before) return;
    before = worst;
    rewriteBlocks(problem, detection, island, dt, dt);
    readInertias(problem, detection);
    tree.factor(problem);
    problem.displacement.fill(0, 0, 6 * problem.bodies);
    scaleGaps(problem, -1);
    tree.solveRows(problem, problem.displacement, problem.gap, problem.couplingGap);
    displace(jointed, detection);
    forgetPart(problem);
  }
}

/** Velocities at the end of the step that keep the joints where the bodies have come to. */
function keepJointsAtTheEnd(site: JointedSite, jointed: JointedIslands, island: Island, dt: number, way: number): void {
  const { detection } = site;
  const { problem, tree } = jointed;
  rewriteBlocks(problem, detection, island, dt, 0.5 * dt);
  readInertias(problem, detection);
  readVelocities(problem, detection);
  keepRotors(problem, detection, island);
  if (way === FREELY) accelerate(site, island, 0.5 * dt);
  readVelocities(problem, detection);
  problem.contactCount = 0;
  tree.factor(problem);
  if (way === FREELY) tree.solve(problem, 0, 0, false);
  else tree.projectVelocities(problem, problem.u);
}

function savePoses(jointed: JointedIslands, { bodies }: Detection): void {
  const { movers, nodes } = jointed.problem;
  const { position, orientation } = bodies.nodes.columns;
  jointed.poses = grown(jointed.poses, 7 * movers);
  for (let i = 0; i < movers; i++) {
    for (let j = 0; j < 3; j++) jointed.poses[7 * i + j] = position[3 * nodes[i] + j];
    for (let j = 0; j < 4; j++) jointed.poses[7 * i + 3 + j] = orientation[4 * nodes[i] + j];
  }
}

function putPosesBack({ problem, poses }: JointedIslands, { bodies }: Detection): void {
  const { movers, nodes } = problem;
  const { position, orientation } = bodies.nodes.columns;
  for (let i = 0; i < movers; i++) {
    for (let j = 0; j < 3; j++) position[3 * nodes[i] + j] = poses[7 * i + j];
    for (let j = 0; j < 4; j++) orientation[4 * nodes[i] + j] = poses[7 * i + 3 + j];
  }
}

/** Moves the bodies by their displacements, all the way: joints would not close by less. Velocities stay, but for a lost spin. */
function displace({ problem, keptSpin }: JointedIslands, detection: Detection): void {
  const { movers, bodies, nodes: rows, displacement } = problem;
  const nodes = detection.bodies.nodes.columns;
  const isFree = bodies === movers;
  if (isFree) keptSpin.note(problem, nodes);
  for (let i = 0; i < movers; i++) {
    const row = rows[i];
    // What stays where it is stays so to the last bit.
    if (isZero(displacement, 6 * i)) continue;
    for (let j = 0; j < 3; j++) nodes.position[3 * row + j] += displacement[6 * i + j];
    turnBy(nodes.orientation, row, displacement, 6 * i + 3);
    updateRotation(nodes, row);
    if (nodes.kind[row] === COMPOSITE) moveMembersOf(detection, row);
  }
  if (isFree) keptSpin.giveBack(problem, nodes);
}

/** Moves the bodies of an island along their velocities for dt [s]. */
function moveBodies(detection: Detection, { firstBody, bodyCount }: Island, dt: number): void {
  const nodes = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  integratePositions(detection.bodies.turning, nodes, member, firstBody, bodyCount, dt);
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    updateRotation(nodes, member[i]);
    if (nodes.kind[member[i]] === COMPOSITE) moveMembersOf(detection, member[i]);
  }
}
