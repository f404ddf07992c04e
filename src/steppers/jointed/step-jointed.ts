// A step of an island with joints, whatever the method: joints are solved exactly over their trees, contacts are swept with the
// trees' response (solvers/tree), and positions are those at which joints close.
//
// An island that nothing touches moves by RATTLE, which is of second order and keeps momentum and, on the whole,
// energy: half of the forces, velocities that keep the joints, a move to where the joints close with the impulses for
// it, the other half of the forces, velocities that keep the joints again. With contacts all forces act at the
// beginning, since contacts must stop what forces do. Where joints pull harder than a step can follow, their stiffness
// joins the inertia (stiffen-links.ts).

import { moveAnchors, noteAnchors } from '../../contact-problem/anchors.js';
import { buildProblem, storeImpulses, storeLoads } from '../../contact-problem/contact-problem.js';
import { allowReturns, writeGaps } from '../../contact-problem/joint-gaps.js';
import {
  concludePart,
  foreseeOverlaps,
  forgetPart,
  gatherAgain,
  gatherIsland,
  type JointProblem,
  noteLoads,
  readInertias,
  readVelocities,
  rewriteBlocks,
  rewriteLaws,
  storeJointImpulses,
  storeResponses,
  weighDamping,
  writeVelocities,
} from '../../contact-problem/joint-problem.js';
import { keepRotors, noteRotors } from '../../contact-problem/joint-rotors.js';
import type { ContactProblem } from '../../contact-problem/problem-table.js';
import { limitResistances } from '../../contact-problem/resistances.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import type { Profiler } from '../../phases.js';
import type { Settings } from '../../settings.js';
import { gravityOfStep } from '../../settings.js';
import { isFree, isLocked } from '../../solvers/tree/joint-block.js';
import { mostIterations } from '../../speedups.js';
import { accelerate } from '../part.js';
import type { StepReport } from '../stepper.js';
import { bounceWithin, dropBounces, hasGained, kineticEnergyOf } from './bounce-within.js';
import { closeByDisplacement, moveAlong, moveStiffly, moveToClosedJoints, NEGLIGIBLE } from './close-joints.js';
import { aimAtClosedJoints } from './close-with-contacts.js';
import { flyTrees } from './fly-trees.js';
import type { JointedIslands } from './jointed-islands.js';
import { moveApart } from './move-apart.js';

/**
 * Where h^2 K is more than this share of a link's inertia, the link swings faster than the step can follow [1]; sooner
 * where something touches the island: sweeps over contacts do not come to an end on links that swing to and fro.
 */
const TOO_STIFF = 3;
const TOO_STIFF_TO_TOUCH = 1;
/** How often an island is solved once more with the stiffness of the forces found, at the most. */
const MOST_STIFFENINGS = 2;

/** Sweeps over contacts while the forces that give the stiffness are looked for. */
const ROUGH_SWEEPS = 6;
/** Of all sweeps, the share before it is known where joints will be at the end of the step [1]. */
const FIRST_SWEEPS = 0.4;
/** So many shorter steps take the place of one that is too long for the motion of links, where nothing touches the island. */
const PARTS = 4;
const MOST_SPLITS = 2;
/** So often, at the most, a step that would part joints is taken a fourth of the way. */
const MOST_SHORTENINGS = 4;
/** Joints that a step would leave open by more than this would part [m or rad]. */
const PARTED = 1e-3;

/** The ways in which an island is stepped: by RATTLE, with contacts, or with the stiffness of its joints; not at all. */
const FREELY = 0;
const TOUCHING = 1;
const STIFF = 2;
const AT_REST = 3;

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
 * Advances an island with joints by dt [s]; its contacts have been placed. Where that is a part of a longer step,
 * `whole` [s] says of which, and `elapsed` [s] what is over of it: impulses of joints are those of a whole step.
 */
export function stepJointed(
  site: JointedSite,
  jointed: JointedIslands,
  island: Island,
  dt: number,
  whole = dt,
  elapsed = 0,
): void {
  if (island.edgeCount === 0 && flyTrees(site, jointed, island, dt, whole, TOO_STIFF)) return;
  advance(site, jointed, island, dt, whole, elapsed, island.edgeCount === 0 ? MOST_SPLITS : 0);
}

/** Advances an island by dt [s], in parts where that is too long, and these in parts again, as often as `splits` says. */
function advance(
  site: JointedSite,
  jointed: JointedIslands,
  island: Island,
  dt: number,
  whole: number,
  elapsed: number,
  splits: number,
): void {
  if (stepPart(site, jointed, island, dt, whole, elapsed, splits > 0)) return;
  const part = dt / PARTS;
  for (let i = 0; i < PARTS; i++) advance(site, jointed, island, part, whole, elapsed + i * part, splits - 1);
}

/**
 * Advances an island by dt [s]. A step that `mayFail`, and is too long for joints to be closed or energy to be kept,
 * leaves the island as it was, and returns false.
 */
function stepPart(
  site: JointedSite,
  jointed: JointedIslands,
  island: Island,
  dt: number,
  whole: number,
  elapsed: number,
  mayFail: boolean,
): boolean {
  const { detection, profiler } = site;
  const { problem, start } = jointed;
  profiler.enter('contact-problem');
  buildProblem(site.problem, detection, island.firstEdge, island.edgeCount, dt, site.settings);
  site.report.contacts += site.problem.table.size;
  const way = findVelocities(site, jointed, island, dt, whole, elapsed);
  start.save(problem, detection);
  if (way === TOUCHING) jointed.drift.find(problem, detection, dt);
  moveAnchors(problem, detection, elapsed + dt);
  if (way === TOUCHING) {
    closeWithContacts(site, jointed, island, dt);
    site.holdParts?.();
  }
  profiler.enter('correction');
  let gap = Number.POSITIVE_INFINITY;
  if (way === STIFF) {
    // Before displacements close its joints: they do no work, and take the impulses out of the rows.
    jointed.balance.noteCoordinates(problem, detection, island, 1);
    moveStiffly(jointed, detection, island, dt);
  } else {
    gap = moveToClosedJoints(jointed, detection, island, dt);
    if (gap > NEGLIGIBLE && mayFail) {
      putBack(jointed, detection);
      return false;
    }
    jointed.balance.noteCoordinates(problem, detection, island, way === FREELY ? 0.5 : 1);
  }
  noteRotors(problem, detection, island);
  concludePart(problem);
  const isStiff = way === STIFF;
  let open = closeByDisplacement(jointed, detection, island, dt, true, isStiff, gap);
  let moved = dt;
  const areParted = open > PARTED;
  if (areParted && (island.edgeCount > 0 || !problem.areAnchorsStill)) {
    moved = moveLessFar(jointed, detection, island, dt, isStiff);
    open = writeGaps(problem, detection, island, true);
  }
  let isAtRest = island.edgeCount > 0 && isLiftedTooFar(site, jointed, island, dt);
  if (isAtRest) stayAtRest(jointed, detection);
  else if (way === TOUCHING) jointed.drift.addToGaps(problem, moved);
  if (foreseeOverlaps(problem, moved)) {
    jointed.deep.find(problem, site.problem, detection, site.settings);
    moveApart(jointed, detection, island, dt, isStiff, open, site.settings);
    // What has come into each other in this step alone, and could not get out again, goes back to where it was.
    if (jointed.deep.mass === 0 && isLiftedTooFar(site, jointed, island, dt)) {
      isAtRest = true;
      stayAtRest(jointed, detection);
    }
  }
  findVelocitiesOfTheEnd(site, jointed, island, dt, isAtRest ? AT_REST : way);
  if (!settleEnergy(site, jointed, island, dt, mayFail, areParted)) {
    putBack(jointed, detection);
    return false;
  }
  writeVelocities(problem, detection);
  storeJointImpulses(problem, detection, island, whole / dt);
  noteLoads(problem, detection, island, whole);
  moveAnchors(problem, detection, 0);
  if (way === FREELY && problem.areAnchorsStill) jointed.kept.note(problem, detection, island, dt);
  return true;
}

/**
 * Moves the bodies by as large a part of dt [s] as joints can be closed for: an impact may turn links by several times in a step.
 * There they wait for its end, with the velocities that they have. Returns that part [s].
 */
function moveLessFar(jointed: JointedIslands, detection: Detection, island: Island, dt: number, isStiff: boolean): number {
  const { problem, start } = jointed;
  for (let part = dt / PARTS, i = 0; i < MOST_SHORTENINGS; i++, part /= PARTS) {
    start.putPosesBack(problem, detection);
    moveAlong(problem, detection, island, part);
    if (closeByDisplacement(jointed, detection, island, part, true, isStiff) <= PARTED) return part;
  }
  start.putBack(problem, detection);
  writeVelocities(problem, detection);
  return 0;
}

/**
 * Whether the island has been lifted by all the energy that it had. Then its motion is what sweeps have left: a body
 * that moves freely keeps (g dt)^2 / 2 a kg of what gravity does, and more if it is fast.
 */
function isLiftedTooFar(
  { detection, settings }: JointedSite,
  { problem, balance, start }: JointedIslands,
  island: Island,
  dt: number,
): boolean {
  return balance.energyLeft(problem, detection, island, settings, start.poses, dt) <= 0;
}

/** Corrects the velocities of the step's end by its energy. Returns false for a step that is too long, and `mayFail`. */
function settleEnergy(
  { detection, settings }: JointedSite,
  { problem, balance, start }: JointedIslands,
  island: Island,
  dt: number,
  mayFail: boolean,
  areParted: boolean,
): boolean {
  return balance.settle(problem, detection, island, settings, start.poses, dt, island.edgeCount > 0, mayFail, areParted);
}

/** The island stays where the step began, and keeps the impulses that were found: the next step goes on from them. */
function stayAtRest({ problem, start }: JointedIslands, detection: Detection): void {
  start.putBack(problem, detection);
  problem.u.fill(0, 0, 6 * problem.movers);
  writeVelocities(problem, detection);
}

/** Whether anything acts along a coordinate. */
function haveLaws({ blocks }: JointProblem): boolean {
  for (let r = 0; r < blocks.firstRow[blocks.count]; r++) if (!isLocked(blocks.row, r) && !isFree(blocks.row, r)) return true;
  return false;
}

/** The island as it was at the beginning of the step. */
function putBack({ problem, start, before }: JointedIslands, detection: Detection): void {
  start.putBack(problem, detection);
  before.putBack(problem);
  writeVelocities(problem, detection);
  moveAnchors(problem, detection, 0);
}

/**
 * Velocities under the forces, the joints and the contacts. Returns the way in which the island is stepped. Whether
 * links swing too fast is seen by the impulses of the last step at first, and then by those found.
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
  let way = island.edgeCount === 0 ? FREELY : TOUCHING;
  let kick = way === FREELY ? 0.5 * dt : dt;
  const areRowsKept = way === FREELY && jointed.kept.areOf(problem, detection, island, dt);
  jointed.kept.forget();
  if (areRowsKept) gatherAgain(problem, detection, island, dt, kick, dt / whole);
  else gatherIsland(problem, detection, site.problem, island, dt, kick, dt / whole);
  allowReturns(problem, detection, island, dt);
  readVelocities(problem, detection);
  noteAnchors(problem, detection);
  moveAnchors(problem, detection, elapsed);
  jointed.balance.begin(problem, detection, island, site.settings, dt);
  const most = way === FREELY ? TOO_STIFF : TOO_STIFF_TO_TOUCH;
  if (stiffness.isBeyond(most, problem, detection, island, dt, dt)) way = STIFF;
  forgetPart(problem);
  before.save(problem);
  for (let pass = 0; ; pass++) {
    profiler.enter('contact-problem');
    const isPlaced = pass > 0 || problem.areAnchorsStill || elapsed === 0;
    const isWritten = isPlaced && pass === 0 && (way !== STIFF || kick === dt);
    if (way === STIFF) kick = dt;
    if (!isPlaced) rewriteBlocks(problem, detection, island, dt, kick);
    else if (!isWritten) rewriteLaws(problem, detection, island, dt, kick);
    if (way === FREELY) jointed.foresight.ask(problem, detection, island, dt);
    else if (pass > 0) jointed.foresight.forget(problem, detection, island);
    accelerate(site, island, kick);
    readVelocities(problem, detection);
    weighDamping(problem, detection, kick);
    if (way === STIFF) {
      if (problem.isAlone) jointed.spinOfStep.note(problem, detection.bodies.nodes.columns);
      stiffness.apply(problem, detection);
    }
    profiler.enter('solve');
    const isRough = way === STIFF && pass === 0;
    const sweeps = way === TOUCHING ? firstSweeps(site) : sweepsOf(site);
    solveVelocities(site, jointed, dt, isRough ? ROUGH_SWEEPS : sweeps, areRowsKept && pass === 0 && way === FREELY);
    const isTooStiff = stiffness.isBeyond(most, problem, detection, island, dt, kick);
    if (pass === MOST_STIFFENINGS || (way !== STIFF && !isTooStiff) || (way === STIFF && pass > 0)) break;
    way = STIFF;
    // Once more, from the beginning, with the stiffness of the forces just found; contacts start from what they have come to.
    before.putBackMotion(problem);
    readInertias(problem, detection);
    writeVelocities(problem, detection);
  }
  storeResponses(problem, detection, island);
  site.report.residual += jointed.tree.residual(problem, site.settings['contact.friction'] === 'pyramid');
  return way;
}

/** Velocities that keep the joints and, after so many sweeps at the most, the contacts; `areRowsKept` as of the tree solver. */
function solveVelocities(site: JointedSite, jointed: JointedIslands, dt: number, sweeps: number, areRowsKept: boolean): void {
  const { detection } = site;
  const { problem, tree, free, bouncing } = jointed;
  const { areBouncy } = detection.bodies.materials;
  const energy = areBouncy ? kineticEnergyOf(problem, problem.u) : 0;
  tree.plan(problem);
  tree.factor(problem, false, areRowsKept);
  if (areBouncy) free.save(problem);
  solveContacts(site, jointed, dt, sweeps);
  if (areBouncy && hasGained(problem, energy)) {
    bouncing.save(problem);
    free.putBack(problem);
    dropBounces(problem, site.problem, detection);
    solveContacts(site, jointed, dt, sweeps);
    bounceWithin(problem, bouncing, energy);
  }
  storeImpulses(site.problem, detection);
  storeLoads(site.problem, detection);
}

function solveContacts(site: JointedSite, jointed: JointedIslands, dt: number, sweeps: number): void {
  const { problem, tree } = jointed;
  limitResistances(site.problem);
  jointed.loads.spread(problem, site.problem.table.size);
  // Rows of joints start from nothing.
  if (problem.contactCount > 0 || problem.couplings.count > 0) tree.applyImpulses(problem);
  solveSweeping(site, jointed, dt, sweeps);
  // What resists rolling went by the normal impulses of the last step.
  if (site.problem.resistances === 0) return;
  limitResistances(site.problem);
  solveSweeping(site, jointed, dt, sweeps);
}

/** The same for velocities that hold the impulses already. */
function solveSweeping({ settings, report }: JointedSite, { problem, tree }: JointedIslands, dt: number, sweeps: number): void {
  const tolerance = settings['joints.tolerance'] * gravityOfStep(settings, dt);
  const isPyramid = settings['contact.friction'] === 'pyramid';
  const iterations = tree.solve(problem, sweeps, tolerance, isPyramid);
  report.iterations = Math.max(report.iterations, iterations);
}

/**
 * Velocities with which joints will be closed and contacts stay where they were. Contacts are swept on where that moves them, or
 * where they have not come to an end.
 */
function closeWithContacts(site: JointedSite, jointed: JointedIslands, island: Island, dt: number): void {
  const { detection, settings } = site;
  const { problem, tree, drift } = jointed;
  aimAtClosedJoints(jointed, detection, island, dt);
  if (drift.findResidual(problem) <= settings['joints.tolerance'] * gravityOfStep(settings, dt)) return;
  limitResistances(site.problem);
  drift.add(problem, 1);
  tree.aim(problem);
  solveSweeping(site, jointed, dt, sweepsOf(site) - firstSweeps(site));
  drift.add(problem, -1);
  storeImpulses(site.problem, detection);
  storeLoads(site.problem, detection);
}

/** Sweeps over contacts before it is known where joints will be at the end of the step. */
function firstSweeps(site: JointedSite): number {
  return Math.ceil(FIRST_SWEEPS * sweepsOf(site));
}

function sweepsOf({ settings }: JointedSite): number {
  return mostIterations(settings, settings['joints.iterations']);
}

/**
 * Velocities at the end of the step. Laws along coordinates act once in a stiff step: the next one brings its velocities into
 * agreement with joints and laws at once.
 */
function findVelocitiesOfTheEnd(site: JointedSite, jointed: JointedIslands, island: Island, dt: number, way: number): void {
  const { problem, spinOfStep } = jointed;
  // Spins that started from that of all, with the stiffness, have given or taken angular momentum.
  if (way === STIFF && island.edgeCount === 0 && problem.isAlone)
    spinOfStep.giveBack(problem, site.detection.bodies.nodes.columns);
  if (way !== AT_REST && (way !== STIFF || !haveLaws(problem))) {
    keepJointsAtTheEnd(site, jointed, island, dt, way);
    return;
  }
  readInertias(problem, site.detection);
  readVelocities(problem, site.detection);
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
  const isDamped = way === FREELY && weighDamping(problem, detection, 0.5 * dt);
  tree.factor(problem);
  if (way === FREELY) tree.solve(problem, 0, 0, false);
  else tree.projectVelocities(problem, problem.u);
  if (isDamped) readInertias(problem, detection);
}
