// The fast impulsive contact suite, method `impulsive` (Schmidl and Milenkovic 2004): collisions one by one as far as the budget goes,
// the rest of them in one quadratic program, static contacts in another after gravity, and bodies that lie still frozen.
//
// Where we differ from the paper:
// - Each contact group is stepped by itself, with its own budget, and from impact to impact (time-of-impact.ts). After a few impacts the rest
//   of a step is taken at once: what would be hit in it bounces at its beginning.
// - A collision closes faster than a small share of what gravity adds in a step: slower ones the static QP stops.
// - Bounces give back no more energy than stopping took (energy-limit.ts). Where a bounce is impossible (a ball between two walls that
//   it touches both), the collision QP is solved without bouncing.
// - What no contact holds falls along the parabola.
// - A program whose solution is not found is not acted upon as if it were; see solveSafely(). Frozen bodies: see freezing.ts.
// Positions are moved along the velocities, and with `impulsive.position` = `optimised` as position-update.ts says.

import { thaw } from '../../bodies/frozen.js';
import { integrateVelocities } from '../../bodies/kinematics.js';
import { ImpulseAssembly } from '../../contact-problem/impulse-assembly.js';
import { restoreBalance } from '../../contact-problem/keep-balance.js';
import { placeContacts, placeContactsAgain } from '../../contact-problem/place-contacts.js';
import { gravityOfStep } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { ROWS_LENGTH } from '../../solvers/quadratic/impulse-problem.js';
import { steepestOf } from '../../solvers/quadratic/pyramid.js';
import type { QPReport } from '../../solvers/quadratic/structured-qp.js';
import type { Part } from '../part.js';
import { move, partOf } from '../part.js';
import type { StepContext, Stepper } from '../stepper.js';
import { energyAllowed, keepBefore, limitEnergy, Outcome } from './energy-limit.js';
import { freeze, isSlow, isUnderWay, markSupported, squaredFall, thawDisturbed } from './freezing.js';
import {
  addImpulse,
  closingSpeed,
  contacts,
  isActive,
  joinImpulses,
  OPEN,
  splitImpulses,
  storeImpulses,
  writeContacts,
} from './group-contacts.js';
import { gapAfter, keepApart } from './position-update.js';
import { resolveSequentially } from './sequential-collisions.js';
import { closeGaps, findFlight, flies, timeToImpact } from './time-of-impact.js';

/** A quadratic program that is farther from solved than this is not acted upon [1]. */
const USABLE = 1e-3;
/** How much contacts give where what they ask for is impossible [1]. */
const SOFTNESS = 1e-6;
/** Most impacts that a group stops for in a step. */
const MOST_STOPS = 4;
/** Most times that the static QP is solved in a stretch, with the gaps that what it holds lets others close. */
const MOST_REACH_ROUNDS = 4;
/** Most times that a program is solved again so that nothing lifts off. */
const MOST_LIFT_ROUNDS = 8;
/** Speeds below this share of the fastest collision are rounding [1]. */
const ROUNDING = 1e-9;
/** What changes by less than this share of what gravity adds in a step falls freely [1]. */
const FREELY = 1e-6;
/** A gap that will be short of closed by less than this share of what counts as closed is closed [1]. */
const HAIR = 1e-3;

/** How fast contacts that slide would lift off, by contact [m/s]; the contact velocity at hand. */
let lift = new Float64Array(0);
const slide = new Float64Array(3);
/** Bodies of the group that are not frozen. */
let awake = new Int32Array(0);
let awakeCount = 0;
/** Velocities of the awake at the beginning of the stretch of time at hand, before forces and static contacts; six each. */
let earlier = new Float64Array(0);
/** The same with forces. */
let falling = new Float64Array(0);
/** What a velocity has gained: six numbers. */
const gain = new Float64Array(6);
/** 1 for open contacts that static contacts must not let close. */
let reached = new Int32Array(0);

const collisionQP = new ImpulseAssembly();
const staticQP = new ImpulseAssembly();
/** Of a program: without impulses, and without bouncing. */
const before = new Outcome();
const stopped = new Outcome();

export const impulsiveSuite: Stepper = {
  name: 'impulsive',
  solvers: ['qp'],

  assemble({ detection, settings, profiler, report }, dt) {
    profiler.enter('contact-problem');
    report.penetration = placeContacts(detection, dt, settings);
  },

  stepGroup(context, group, dt) {
    const part = partOf(context, group);
    writeContacts(context, part, dt, 0);
    thawGroup(context, part);
    let elapsed = 0;
    for (let stop = 0; elapsed < dt; stop++) {
      if (stop > 0) placeAgain(context, part, dt, elapsed);
      const stretch = advance(context, part, dt, dt - elapsed, stop === MOST_STOPS);
      elapsed = stretch < dt - elapsed ? elapsed + stretch : dt;
    }
    restoreBalance(context.detection, group, context.settings, dt);
    freezeGroup(context, part, dt);
  },
};

/** Steps one to three of a group, and its motion, until its next impact or for all that is `left` of the step [s]. Returns for how long [s]. */
function advance(context: StepContext, part: Part, dt: number, left: number, isLast: boolean): number {
  const { settings } = context;
  const slowest = gravityOfStep(settings, dt);
  listAwake(context, part);
  findFlight(awake, awakeCount, settings, left);
  if (isLast) closeGaps(left, slowest);
  resolveCollisions(context, part, dt);
  listAwake(context, part);
  findFlight(awake, awakeCount, settings, left);
  const stretch = isLast ? left : timeToImpact(left, slowest);
  accelerate(context, stretch);
  resolveStaticContacts(context, stretch);
  noteGains(context, stretch);
  storeImpulses(context);
  storeLoads(context, dt / stretch);
  updatePositions(context, part, stretch);
  return stretch;
}

/** The contacts of the group where its bodies have come to within the step. */
function placeAgain(context: StepContext, part: Part, dt: number, elapsed: number): void {
  const { detection, settings, profiler } = context;
  profiler.enter('contact-problem');
  joinImpulses(context);
  placeContactsAgain(detection, part.firstEdge, part.edgeCount, dt - elapsed, settings);
  splitImpulses(context);
  writeContacts(context, part, dt - elapsed, elapsed);
}

function thawGroup({ detection, problem }: StepContext, part: Part): void {
  const { member } = detection.groups.movers.columns;
  markSupported(contacts.nodes, problem, contacts.touching, part, member);
  thawDisturbed(contacts.nodes, problem, contacts.touching, part, member);
}

const measures = { slowest: 0, fall: 0 };

/** Steps one and two. */
function resolveCollisions(context: StepContext, part: Part, dt: number): void {
  const { settings, profiler, report } = context;
  const fastest = findFastest();
  measures.fall = squaredFall(settings, dt);
  measures.slowest = Math.max(settings['impulsive.slowestCollision'] * gravityOfStep(settings, dt), ROUNDING * fastest);
  if (fastest <= measures.slowest) return;

  profiler.enter('sequential-collisions');
  const budget = settings['impulsive.bounces'];
  const bounces = budget === 'auto' ? usualBudget(part) : budget;
  report.impulsive.bounces += resolveSequentially(bounces, settings['impulsive.formula'], measures);
  if (findFastest() > measures.slowest) resolveTogether(context, part);
}

function findFastest(): number {
  let fastest = 0;
  for (let i = 0; i < contacts.arrays.count; i++) fastest = Math.max(fastest, closingSpeed(i));
  return fastest;
}

/** c_b of section 5.1: as many as bodies, or a tenth of the contacts where there are 50 bodies or more. */
function usualBudget({ bodyCount }: Part): number {
  if (bodyCount < 50) return bodyCount;
  let count = 0;
  for (let i = 0; i < contacts.arrays.count; i++) count += contacts.touching[i];
  return Math.ceil(count / 10);
}

/** Step two: the collision QP of section 4.1, without bouncing and with it, as far as the energy allows. */
function resolveTogether(context: StepContext, part: Part): void {
  const { profiler, report } = context;
  const { problem } = collisionQP;
  profiler.enter('collision-qp');
  const gather = (): boolean => gatherCollisions(context, part, false);
  gather();
  keepBefore(before, problem);
  if (!solveSafely(context, collisionQP, false, gather)) return;
  stopped.keep(problem);
  if (gatherCollisions(context, part, true)) {
    const outcome = solveLevel(context, collisionQP, false, () => gatherCollisions(context, part, true));
    if (outcome.residual > USABLE) stopped.recall(problem);
    else limitEnergy(problem, stopped, energyAllowed(problem, before, stopped, contacts.restitution, collisionQP.contacts));
  }
  report.impulsive.collisionQPs++;
  report.impulsive.collisionContacts += problem.contacts;
  writeVelocities(context, collisionQP);
  writeImpulses(collisionQP);
  thawStruck(context);
}

/** Returns whether something bounces. */
function gatherCollisions({ detection, problem }: StepContext, { bodyCount }: Part, bouncing: boolean): boolean {
  const { nodes } = detection.bodies;
  let isBouncing = false;
  collisionQP.begin(nodes.size, bodyCount, contacts.arrays.count);
  for (let i = 0; i < contacts.arrays.count; i++) {
    if (contacts.touching[i] === 0 || !isActive(i)) continue;
    const contact = collisionQP.add(problem, i, nodes.columns, true);
    const closing = closingSpeed(i);
    if (!bouncing || closing <= measures.slowest) continue;
    collisionQP.problem.bound[contact] = contacts.restitution[i] * closing;
    isBouncing ||= contacts.restitution[i] > 0;
  }
  return isBouncing;
}

const options = { tolerance: 0, iterations: 0, warmStart: false, softness: 0 };

function solve(
  { qp, settings, report }: StepContext,
  { problem }: ImpulseAssembly,
  warmStart: boolean,
  softness: number,
): Readonly<QPReport> {
  options.tolerance = settings['impulsive.tolerance'];
  options.iterations = settings['impulsive.iterations'];
  options.warmStart = warmStart;
  options.softness = softness;
  const outcome = qp.solve(problem, options);
  report.iterations = Math.max(report.iterations, outcome.iterations);
  // What is soft is solved less exactly, and need not be better.
  if (softness === 0) report.residual = Math.max(report.residual, outcome.residual);
  return outcome;
}

/**
 * Solves a program that has been gathered and that asks for no bounce; where nothing fulfils its conditions (scripted bodies may squeeze what
 * lies between them), with contacts that give a little. What is found never has more energy than there was. Returns whether anything was.
 */
function solveSafely(context: StepContext, assembly: ImpulseAssembly, warmStart: boolean, gather: () => void): boolean {
  let outcome = solveLevel(context, assembly, warmStart, gather);
  if (outcome.residual > USABLE) {
    gather();
    outcome = solve(context, assembly, false, SOFTNESS);
  }
  if (outcome.residual > USABLE) return false;
  limitEnergy(assembly.problem, before, before.energy);
  return true;
}
/**
 * Solves a program that has been gathered. Its solution lets contacts that slide lift off, at the speed that makes it optimal; where that is not
 * wanted, it is gathered and solved again with as much head start for each of them, until they stay: a fixed point (de Saxce and
 * Feng 1998) at which friction opposes the slide and nothing leaves that is not pushed.
 */
function solveLevel(context: StepContext, assembly: ImpulseAssembly, warmStart: boolean, gather: () => void): Readonly<QPReport> {
  const { settings, arrays } = context;
  let outcome = solve(context, assembly, warmStart, 0);
  if (settings['impulsive.lift'] === 'as-published') return outcome;
  lift = grown(lift, arrays.count);
  lift.fill(0, 0, arrays.count);
  for (let round = 0; round < MOST_LIFT_ROUNDS && outcome.residual <= USABLE; round++) {
    if (updateLifts(assembly) <= measures.slowest) break;
    gather();
    const { drift, contacts } = assembly.problem;
    for (let i = 0; i < contacts; i++) drift[3 * i] += lift[assembly.contacts[i]];
    outcome = solve(context, assembly, warmStart, 0);
  }
  return outcome;
}

/** The lift of each contact that its slide calls for, by the edges of its pyramid [m/s]. Returns the most that one has changed by. */
function updateLifts({ problem, contacts }: ImpulseAssembly): number {
  const { rows, velocity, movers, drift, friction, impulse } = problem;
  let most = 0;
  for (let i = 0; i < problem.contacts; i++) {
    for (let row = 1; row < 3; row++) {
      let v = drift[3 * i + row];
      for (let side = 0; side < 2; side++) {
        const body = movers[2 * i + side];
        if (body < 0) continue;
        const at = ROWS_LENGTH * i + 12 * row + 6 * side;
        for (let c = 0; c < 6; c++) v += rows[at + c] * velocity[6 * body + c];
      }
      slide[row] = v;
    }
    const wanted = impulse[3 * i] > 0 ? friction[i] * steepestOf(slide, 0) : 0;
    const before = lift[contacts[i]];
    lift[contacts[i]] = wanted;
    most = Math.max(most, Math.abs(wanted - before));
  }
  return most;
}

/** Velocities of a solution to the bodies. */
function writeVelocities({ detection }: StepContext, { problem, rows }: ImpulseAssembly): void {
  const { velocity } = detection.bodies.nodes.columns;
  for (let body = 0; body < problem.bodies; body++) {
    for (let c = 0; c < 6; c++) velocity[6 * rows[body] + c] = problem.velocity[6 * body + c];
  }
}

/** Its impulses to those of the stretch. */
function writeImpulses({ problem, contacts: indices }: ImpulseAssembly): void {
  for (let i = 0; i < problem.contacts; i++) {
    for (let row = 0; row < 3; row++) contacts.impulses[3 * indices[i] + row] += problem.impulse[3 * i + row];
  }
}

/** Frozen bodies to which the collision QP has given more energy than (15) allows. */
function thawStruck({ detection }: StepContext): void {
  const nodes = detection.bodies.nodes.columns;
  const { problem, rows } = collisionQP;
  for (let body = 0; body < problem.bodies; body++) {
    if (nodes.frozen[rows[body]] !== 0 && !isSlow(nodes, rows[body], measures.fall)) thaw(nodes, rows[body]);
  }
}

/** What a collision gave to a body that stays frozen is gone: nothing may rest on a body that moves and does not. */
function listAwake({ detection }: StepContext, { firstBody, bodyCount }: Part): void {
  const { frozen, velocity } = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  awake = grown(awake, bodyCount);
  awakeCount = 0;
  for (let i = firstBody; i < firstBody + bodyCount; i++) {
    const row = member[i];
    if (frozen[row] === 0) awake[awakeCount++] = row;
    else velocity.fill(0, 6 * row, 6 * row + 6);
  }
}

/** u + dt M^-1 f_ext for all that is not frozen. */
function accelerate({ settings, profiler }: StepContext, dt: number): void {
  profiler.enter('static-qp');
  const { velocity } = contacts.nodes;
  earlier = grown(earlier, 6 * awakeCount);
  for (let i = 0; i < awakeCount; i++) for (let c = 0; c < 6; c++) earlier[6 * i + c] = velocity[6 * awake[i] + c];
  const linear = settings['damping.linear'];
  const angular = settings['damping.angular'];
  integrateVelocities(contacts.nodes, awake, 0, awakeCount, dt, settings.gravity, linear, angular);
  falling = grown(falling, 6 * awakeCount);
  for (let i = 0; i < awakeCount; i++) for (let c = 0; c < 6; c++) falling[6 * i + c] = velocity[6 * awake[i] + c];
  // What flies moves by the mean of its velocities, unless static contacts hold it after all.
  const { flight, correction } = contacts.nodes;
  for (let i = 0; i < awakeCount; i++) {
    const k = 6 * awake[i];
    if (flies(awake[i])) for (let c = 0; c < 3; c++) correction[k + c] = flight[k + 3 + c];
    flight.fill(0, k + 3, k + 6);
  }
}

/**
 * Step three: the same QP without restitution, after gravity. Of contacts that touch, and of open ones that would be closed: once what
 * they hold is stopped, others may come into reach of it.
 */
function resolveStaticContacts(context: StepContext, dt: number): void {
  const { report } = context;
  const { problem } = staticQP;
  reached = grown(reached, contacts.arrays.count);
  reached.fill(0, 0, contacts.arrays.count);
  findReached(dt);
  gatherStaticContacts(context, dt);
  report.contacts += problem.contacts;
  for (let round = 0; problem.contacts > 0; round++) {
    report.impulsive.staticQPs++;
    report.impulsive.staticContacts += problem.contacts;
    keepBefore(before, problem);
    if (!solveSafely(context, staticQP, true, () => gatherStaticContacts(context, dt))) {
      // Nothing is known of what contacts bear.
      staticQP.begin(context.detection.bodies.nodes.size, 0, 0);
      return;
    }
    writeVelocities(context, staticQP);
    stopFalling(context, dt);
    if (!findReached(dt) || round === MOST_REACH_ROUNDS - 1) break;
    for (let i = 0; i < awakeCount; i++) {
      for (let c = 0; c < 6; c++) contacts.nodes.velocity[6 * awake[i] + c] = falling[6 * i + c];
    }
    gatherStaticContacts(context, dt);
  }
  writeImpulses(staticQP);
}

function gatherStaticContacts({ detection, problem }: StepContext, dt: number): void {
  const { nodes } = detection.bodies;
  staticQP.begin(nodes.size, awakeCount, contacts.arrays.count);
  for (let i = 0; i < contacts.arrays.count; i++) {
    if ((contacts.touching[i] === 0 && reached[i] === 0) || !isActive(i)) continue;
    const contact = staticQP.add(problem, i, nodes.columns, false);
    // An open gap may close, and no more.
    if (reached[i] === 1) staticQP.problem.drift[3 * contact] += contacts.gap[i] / dt;
  }
}

/** Marks open gaps that would be closed within dt [s], and more, as bodies move by now. Returns whether there are new ones. */
function findReached(dt: number): boolean {
  let isAny = false;
  for (let i = 0; i < contacts.arrays.count; i++) {
    if (contacts.state[i] !== OPEN || reached[i] === 1 || !isActive(i)) continue;
    if (gapAfter(i, dt) >= -HAIR * contacts.closed[i]) continue;
    reached[i] = 1;
    isAny = true;
  }
  return isAny;
}

/** What static contacts hold does not fall along a parabola. */
function stopFalling({ settings }: StepContext, dt: number): void {
  const { velocity, correction } = contacts.nodes;
  const least = FREELY * gravityOfStep(settings, dt);
  for (let i = 0; i < awakeCount; i++) {
    const row = awake[i];
    if (!flies(row)) continue;
    for (let c = 0; c < 3; c++) {
      if (Math.abs(velocity[6 * row + c] - falling[6 * i + c]) > least) correction.fill(0, 6 * row, 6 * row + 3);
    }
  }
}

/** What static contacts bear, as if for a whole step, is what the next one starts from. */
function storeLoads({ detection, problem }: StepContext, share: number): void {
  const { record, contact: rows } = problem.table.columns;
  const { load } = detection.graph.contacts.columns;
  for (let i = 0; i < problem.table.size; i++) if (isActive(i)) load.fill(0, 4 * rows[i], 4 * rows[i] + 4);
  for (let i = 0; i < staticQP.problem.contacts; i++) {
    const index = staticQP.contacts[i];
    addImpulse(record, index, staticQP.problem.impulse, 3 * i, share, load, 4 * rows[index]);
  }
}

/** What gains speed by all that acts on it is not at rest: how long it has been is counted anew. */
function noteGains({ settings }: StepContext, dt: number): void {
  const { velocity, stillFor } = contacts.nodes;
  const fall = squaredFall(settings, dt);
  for (let i = 0; i < awakeCount; i++) {
    const row = awake[i];
    for (let c = 0; c < 6; c++) gain[c] = velocity[6 * row + c] - earlier[6 * i + c];
    if (isUnderWay(contacts.nodes, row, gain, fall)) stillFor[row] = -1;
  }
}

/** Step four. */
function freezeGroup({ detection, problem, settings, profiler, report }: StepContext, part: Part, dt: number): void {
  profiler.enter('freezing');
  const { member } = detection.groups.movers.columns;
  markSupported(contacts.nodes, problem, contacts.touching, part, member);
  freeze(contacts.nodes, part, member, settings, squaredFall(settings, dt));
  for (let i = part.firstBody; i < part.firstBody + part.bodyCount; i++) report.asleep += contacts.nodes.frozen[member[i]];
}

function updatePositions(context: StepContext, part: Part, dt: number): void {
  if (context.settings['impulsive.position'] === 'optimised') {
    context.profiler.enter('position-qp');
    keepApart(context, awakeCount, dt);
  }
  move(context, part, dt);
}
