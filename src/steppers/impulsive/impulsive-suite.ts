// The fast impulsive contact suite, method `impulsive` (Schmidl and Milenkovic 2004): collisions one by one as far as the budget goes,
// the rest of them in one quadratic program, static contacts in another after gravity, and bodies that lie still frozen.
//
// Where we differ from the paper:
// - Each contact group is stepped by itself, with its own budget.
// - A collision is what closes faster than a small share of what gravity adds in a step: slower ones are rounding, and the static
//   QP stops them.
// - Where a bounce is impossible (a ball between two walls that it touches both), the collision QP is solved without bouncing.
// - Frozen bodies: see freezing.ts.
// Positions are moved in one of two ways. `optimised` is that of the authors' earlier work (Optimization-Based Animation, 2001): of all
// positions at the end of the step where no contact is closer than touching, to first order, those nearest to where the velocities lead.
// Where bodies move fast or turn, what is still overlapping after another detection is mended by the same QP once more.
// Velocities are left alone, so that a body that arrives within the step is stopped at the surface and bounces in the next, with all
// of its speed. `plain` moves along the velocities; what would arrive within the step bounces at its beginning, or may only close
// its gap.

import { isAwake, thaw } from '../../bodies/frozen.js';
import { integratePositions, integrateVelocities } from '../../bodies/kinematics.js';
import { buildProblem } from '../../contact-problem/contact-problem.js';
import { ImpulseAssembly } from '../../contact-problem/impulse-assembly.js';
import { placeContacts, placeContactsAgain } from '../../contact-problem/place-contacts.js';
import { gravityOfStep } from '../../settings.js';
import * as layout from '../../solvers/contact-record.js';
import { rowVelocity } from '../../solvers/projected-gauss-seidel.js';
import { grown } from '../../solvers/quadratic/grown.js';
import { ROWS_LENGTH } from '../../solvers/quadratic/impulse-problem.js';
import { steepestOf } from '../../solvers/quadratic/pyramid.js';
import type { QPReport } from '../../solvers/quadratic/structured-qp.js';
import type { Part } from '../part.js';
import { partOf } from '../part.js';
import type { StepContext, Stepper } from '../stepper.js';
import { freeze, isSlow, markSupported, squaredFall, thawDisturbed } from './freezing.js';
import type { Collisions } from './sequential-collisions.js';
import { closingSpeed, resolveSequentially } from './sequential-collisions.js';

const { TANGENT_1, TANGENT_2, RECORD_LENGTH } = layout;

/** A quadratic program that is farther from solved than this is not acted upon [1]. */
const USABLE = 1e-3;
/** How much contacts give where what they ask for is impossible, and always where positions are asked for [1]. */
const SOFTNESS = 1e-6;
/** A gap that will be short of closed by less than this share of what counts as closed need not be mended [1]. */
const HAIR = 1e-3;
/** Most quadratic programs of positions before the second detection, and after it. */
const MOST_POSITION_ROUNDS = 2;
/** KKT residual at which these are solved, in units of the fastest approach: of the order of a micrometre [1]. */
const POSITION_TOLERANCE = 1e-5;
/** Most times that a program is solved again so that nothing lifts off. */
const MOST_LIFT_ROUNDS = 8;
/** Speeds below this share of the fastest collision are rounding [1]. */
const ROUNDING = 1e-9;

/** What contacts of the group at hand are, by their index in its problem. */
const OPEN = 0;
const TOUCHING = 1;
const IGNORED = 2;
let state = new Int32Array(0);
/** 1 for contacts that touch. */
let touching = new Int32Array(0);
/** Gaps, from what counts as closed on [m]. */
let clearance = new Float64Array(0);
/** All impulses of the step, three a contact [N s]. */
let impulses = new Float64Array(0);
/** For contacts that are in the QP of positions, 1, or CLOSING where it is for them that it is solved. */
const CLOSING = 2;
let chosen = new Int32Array(0);
/** How fast contacts that slide would lift off, by contact [m/s]; the contact velocity at hand. */
let lift = new Float64Array(0);
const slide = new Float64Array(3);
/** Bodies of the group that are not frozen. */
let awake = new Int32Array(0);
let awakeCount = 0;
/** Whether some body moved so fast in this step that gaps followed to first order may be wrong. */
let isRestless = false;

const collisionQP = new ImpulseAssembly();
const staticQP = new ImpulseAssembly();
const positionQP = new ImpulseAssembly();

export const impulsiveSuite: Stepper = {
  name: 'impulsive',
  solvers: ['qp'],

  assemble({ detection, settings, profiler, report }, dt) {
    profiler.enter('contact-problem');
    isRestless = false;
    report.penetration = placeContacts(detection, dt, settings);
  },

  stepGroup(context, group, dt) {
    const part = partOf(context, group);
    writeContacts(context, part, dt);
    thawGroup(context, part);
    resolveCollisions(context, part, dt);
    accelerate(context, part, dt);
    resolveStaticContacts(context, dt);
    freezeGroup(context, part, dt);
    storeImpulses(context);
    updatePositions(context, part, dt);
  },

  isSettling({ settings }) {
    return settings['impulsive.position'] === 'optimised' && isRestless;
  },

  settleGroup(context, group, dt) {
    const { detection, settings, profiler } = context;
    const part = partOf(context, group);
    profiler.enter('contact-problem');
    placeContactsAgain(detection, part.firstEdge, part.edgeCount, dt, settings);
    writeContacts(context, part, dt);
    removeOverlaps(context, part);
  },
};

/** The contacts of the group where its bodies are, and which of them touch. */
function writeContacts(context: StepContext, { firstEdge, edgeCount }: Part, dt: number): void {
  const { detection, problem, settings, profiler, arrays } = context;
  profiler.enter('contact-problem');
  buildProblem(problem, detection, firstEdge, edgeCount, dt, settings);
  arrays.count = problem.table.size;
  arrays.record = problem.table.columns.record;
  arrays.movers = problem.table.columns.movers;
  arrays.u = detection.bodies.nodes.columns.velocity;
  state = grown(state, arrays.count);
  touching = grown(touching, arrays.count);
  clearance = grown(clearance, arrays.count);
  impulses = grown(impulses, 3 * arrays.count);
  impulses.fill(0, 0, 3 * arrays.count);
  for (let i = 0; i < arrays.count; i++) {
    writeState(context, i, dt);
    touching[i] = state[i] === TOUCHING ? 1 : 0;
  }
  collisions.arrays = arrays;
  collisions.nodes = detection.bodies.nodes.columns;
  collisions.restitution = problem.table.columns.restitution;
  collisions.touching = touching;
  collisions.impulses = impulses;
}

function writeState({ detection, problem, settings, arrays }: StepContext, i: number, dt: number): void {
  const { contact: rows, restitution } = problem.table.columns;
  const { shapes, gap, passing } = detection.graph.contacts.columns;
  const { thickness } = detection.bodies.shapes.columns;
  const contact = rows[i];
  const thinner = Math.min(thickness[shapes[2 * contact]], thickness[shapes[2 * contact + 1]]);
  clearance[i] = gap[contact] - settings['ncp.touching'] * settings['detection.envelope'] * thinner;
  state[i] = clearance[i] <= 0 ? TOUCHING : OPEN;
  if (passing[contact] !== 0) state[i] = IGNORED;
  if (settings['impulsive.position'] === 'optimised' || state[i] !== OPEN || restitution[i] === 0) return;
  // What bounces must not be slowed on the way: it bounces now if it will arrive within the step, else in a later one.
  const { record, movers, u } = arrays;
  const closing = -rowVelocity(record, i * RECORD_LENGTH, 0, u, movers[2 * i], movers[2 * i + 1]);
  state[i] = closing * dt >= clearance[i] ? TOUCHING : IGNORED;
}

function thawGroup({ detection, problem }: StepContext, part: Part): void {
  const nodes = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  markSupported(nodes, problem, touching, part, member);
  thawDisturbed(nodes, problem, touching, part, member);
}

const collisions: { -readonly [K in keyof Collisions]: Collisions[K] } = {
  arrays: { count: 0, record: new Float64Array(0), movers: new Int32Array(0), u: new Float64Array(0) },
  nodes: {} as Collisions['nodes'],
  restitution: new Float64Array(0),
  touching,
  impulses,
  slowest: 0,
  fall: 0,
};

/** Steps one and two. */
function resolveCollisions(context: StepContext, part: Part, dt: number): void {
  const { settings, profiler, report } = context;
  collisions.fall = squaredFall(settings, dt);
  const fastest = findFastest();
  collisions.slowest = Math.max(settings['impulsive.slowestCollision'] * gravityOfStep(settings, dt), ROUNDING * fastest);
  if (fastest <= collisions.slowest) return;

  profiler.enter('sequential-collisions');
  const budget = settings['impulsive.bounces'];
  const bounces = budget === 'auto' ? usualBudget(part) : budget;
  report.impulsive.bounces += resolveSequentially(collisions, bounces, settings['impulsive.formula']);
  if (findFastest() > collisions.slowest) resolveTogether(context, part);
}

function findFastest(): number {
  let fastest = 0;
  for (let i = 0; i < collisions.arrays.count; i++) fastest = Math.max(fastest, closingSpeed(collisions, i));
  return fastest;
}

/** c_b of section 5.1: as many as bodies, or a tenth of the contacts where there are 50 bodies or more. */
function usualBudget({ bodyCount }: Part): number {
  if (bodyCount < 50) return bodyCount;
  let contacts = 0;
  for (let i = 0; i < collisions.arrays.count; i++) contacts += touching[i];
  return Math.ceil(contacts / 10);
}

/** Step two: the collision QP of section 4.1. */
function resolveTogether(context: StepContext, part: Part): void {
  const { profiler, report } = context;
  profiler.enter('collision-qp');
  const qp = gatherCollisions(context, part, true);
  let outcome = solveLevel(context, collisionQP, false, () => gatherCollisions(context, part, true));
  if (outcome.residual > USABLE) {
    gatherCollisions(context, part, false);
    outcome = solve(context, collisionQP, false, SOFTNESS);
  }
  report.impulsive.collisionQPs++;
  report.impulsive.collisionContacts += qp.problem.contacts;
  if (outcome.residual > USABLE) return;
  addSolution(context, collisionQP);
  thawStruck(context);
}

function gatherCollisions({ detection, problem }: StepContext, { bodyCount }: Part, bouncing: boolean): ImpulseAssembly {
  const { nodes } = detection.bodies;
  const { arrays, restitution, slowest } = collisions;
  collisionQP.begin(nodes.size, bodyCount, arrays.count);
  for (let i = 0; i < arrays.count; i++) {
    if (touching[i] === 0 || !isActive(i)) continue;
    const contact = collisionQP.add(problem, i, nodes.columns, true);
    const closing = closingSpeed(collisions, i);
    if (bouncing && closing > slowest) collisionQP.problem.bound[contact] = restitution[i] * closing;
  }
  return collisionQP;
}

/** Whether a contact acts on a body that is not frozen. */
function isActive(i: number): boolean {
  const { arrays, nodes } = collisions;
  return isAwake(nodes, arrays.movers[2 * i] / 6) || isAwake(nodes, arrays.movers[2 * i + 1] / 6);
}

const options = { tolerance: 0, iterations: 0, warmStart: false, softness: 0 };

function solve(
  { qp, settings, report }: StepContext,
  { problem }: ImpulseAssembly,
  warmStart: boolean,
  softness: number,
  tolerance = settings['impulsive.tolerance'],
): Readonly<QPReport> {
  options.tolerance = tolerance;
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
    if (updateLifts(assembly) <= collisions.slowest) break;
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

/** Velocities of a solution to the bodies, its impulses to those of the step. */
function addSolution({ detection }: StepContext, { problem, rows, contacts }: ImpulseAssembly): void {
  const { velocity } = detection.bodies.nodes.columns;
  for (let body = 0; body < problem.bodies; body++) {
    for (let c = 0; c < 6; c++) velocity[6 * rows[body] + c] = problem.velocity[6 * body + c];
  }
  for (let i = 0; i < problem.contacts; i++) {
    for (let row = 0; row < 3; row++) impulses[3 * contacts[i] + row] += problem.impulse[3 * i + row];
  }
}

/** Frozen bodies to which the collision QP has given more energy than (15) allows. */
function thawStruck({ detection }: StepContext): void {
  const nodes = detection.bodies.nodes.columns;
  const { problem, rows } = collisionQP;
  for (let body = 0; body < problem.bodies; body++) {
    if (nodes.frozen[rows[body]] !== 0 && !isSlow(nodes, rows[body], collisions.fall)) thaw(nodes, rows[body]);
  }
}

/** u + dt M^-1 f_ext for all that is not frozen. What a collision gave to a body that stays frozen is gone: nothing may rest on a body that moves and does not. */
function accelerate(context: StepContext, { firstBody, bodyCount }: Part, dt: number): void {
  const { detection, settings, profiler } = context;
  profiler.enter('static-qp');
  const nodes = detection.bodies.nodes.columns;
  listAwake(context, firstBody, bodyCount);
  const linear = settings['damping.linear'];
  const angular = settings['damping.angular'];
  integrateVelocities(nodes, awake, 0, awakeCount, dt, settings.gravity, linear, angular);
}

function listAwake({ detection }: StepContext, firstBody: number, bodyCount: number): void {
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

/** Step three: the same QP without restitution, after gravity. */
function resolveStaticContacts(context: StepContext, dt: number): void {
  const { report } = context;
  gatherStaticContacts(context, dt);
  const { contacts } = staticQP.problem;
  report.contacts += contacts;
  if (contacts === 0) return;
  report.impulsive.staticQPs++;
  report.impulsive.staticContacts += contacts;
  let outcome = solveLevel(context, staticQP, true, () => gatherStaticContacts(context, dt));
  if (outcome.residual > USABLE) {
    // Scripted bodies may squeeze what lies between them.
    gatherStaticContacts(context, dt);
    outcome = solve(context, staticQP, false, SOFTNESS);
  }
  if (outcome.residual <= USABLE) addSolution(context, staticQP);
}

function gatherStaticContacts({ detection, problem, arrays, settings }: StepContext, dt: number): void {
  const { nodes } = detection.bodies;
  staticQP.begin(nodes.size, awakeCount, arrays.count);
  for (let i = 0; i < arrays.count; i++) {
    if (state[i] === IGNORED || !isActive(i)) continue;
    if (state[i] === OPEN && settings['impulsive.position'] === 'optimised') continue;
    const contact = staticQP.add(problem, i, nodes.columns, false);
    if (state[i] === OPEN) staticQP.problem.drift[3 * contact] += clearance[i] / dt;
  }
}

/** Step four. */
function freezeGroup({ detection, problem, settings, profiler, report }: StepContext, part: Part, dt: number): void {
  profiler.enter('freezing');
  const nodes = detection.bodies.nodes.columns;
  const { member } = detection.groups.movers.columns;
  markSupported(nodes, problem, touching, part, member);
  freeze(nodes, part, member, settings, squaredFall(settings, dt));
  for (let i = part.firstBody; i < part.firstBody + part.bodyCount; i++) report.asleep += nodes.frozen[member[i]];
}

/** The impulses of the step to the contacts, and those of static contacts as what the next step starts from. What is frozen keeps its own. */
function storeImpulses({ detection, problem }: StepContext): void {
  const { record, contact: rows } = problem.table.columns;
  const { impulse, load } = detection.graph.contacts.columns;
  for (let i = 0; i < problem.table.size; i++) if (isActive(i)) writeImpulse(record, i, impulses, 3 * i, impulse, 4 * rows[i]);
  for (let i = 0; i < problem.table.size; i++) if (isActive(i)) load.fill(0, 4 * rows[i], 4 * rows[i] + 4);
  for (let i = 0; i < staticQP.problem.contacts; i++) {
    const index = staticQP.contacts[i];
    writeImpulse(record, index, staticQP.problem.impulse, 3 * i, load, 4 * rows[index]);
  }
}

/** Along the normal, and friction as a vector of the world. */
function writeImpulse(record: Float64Array, i: number, from: Float64Array, at: number, to: Float64Array, row: number): void {
  const k = i * RECORD_LENGTH;
  to[row] = from[at];
  for (let c = 0; c < 3; c++) {
    to[row + 1 + c] = from[at + 1] * record[k + TANGENT_1 + c] + from[at + 2] * record[k + TANGENT_2 + c];
  }
}

function updatePositions(context: StepContext, { firstBody, bodyCount }: Part, dt: number): void {
  const { detection, settings, profiler } = context;
  const fall = squaredFall(settings, dt);
  for (let i = 0; i < awakeCount && !isRestless; i++) {
    isRestless = !isSlow(detection.bodies.nodes.columns, awake[i], fall);
  }
  if (settings['impulsive.position'] === 'optimised') {
    profiler.enter('position-qp');
    keepApart(context, dt);
  }
  profiler.enter('integrate');
  const { member } = detection.groups.movers.columns;
  integratePositions(detection.bodies.nodes.columns, member, firstBody, bodyCount, dt);
}

/**
 * The QP of positions: of all displacements that close no gap too far, those nearest to dt u; the difference becomes the bodies'
 * correction. Where dt [s] is zero, the smallest displacements that part what overlaps. Gaps that are far from closing are left out
 * at first, and taken in where the solution closes them.
 */
function keepApart(context: StepContext, dt: number): void {
  const { correction, velocity } = context.detection.bodies.nodes.columns;
  const { problem } = positionQP;
  chosen = grown(chosen, context.arrays.count);
  chosen.fill(0, 0, context.arrays.count);
  for (let round = 0; round < MOST_POSITION_ROUNDS; round++) {
    if (!chooseClosing(context, dt, round === 0 ? HAIR : 1) || !solvePositions(context, dt)) return;
    for (let body = 0; body < problem.bodies; body++) {
      for (let c = 0; c < 6; c++) {
        const k = 6 * positionQP.rows[body] + c;
        const found = problem.velocity[6 * body + c];
        correction[k] = dt > 0 ? dt * (found - velocity[k]) : found;
      }
    }
  }
}

/** What is left of overlaps where the bodies have come to. */
function removeOverlaps(context: StepContext, { firstBody, bodyCount }: Part): void {
  const { detection, profiler } = context;
  profiler.enter('position-qp');
  listAwake(context, firstBody, bodyCount);
  keepApart(context, 0);
  integratePositions(detection.bodies.nodes.columns, detection.groups.movers.columns.member, firstBody, bodyCount, 0);
}

/**
 * Chooses the contacts whose gaps would be short of closed after dt [s], by more than `share` of what counts as closed, as the bodies move
 * and are corrected by now. Says whether there are any new ones. What touches passes on what pushes it, and is chosen with them.
 */
function chooseClosing({ detection, problem, arrays }: StepContext, dt: number, share: number): boolean {
  const { gap } = detection.graph.contacts.columns;
  const { correction } = detection.bodies.nodes.columns;
  const { contact: rows } = problem.table.columns;
  const { record, movers, u } = arrays;
  let isAny = false;
  for (let i = 0; i < arrays.count; i++) {
    if (state[i] === IGNORED || !isActive(i)) continue;
    const k = i * RECORD_LENGTH;
    const a = movers[2 * i];
    const b = movers[2 * i + 1];
    const open = gap[rows[i]];
    const will = open + dt * rowVelocity(record, k, 0, u, a, b) + rowVelocity(record, k, 0, correction, a, b);
    // What counts as closed is what a gap is above its clearance.
    const isClosing = will < -share * (open - clearance[i]);
    if (isClosing && chosen[i] !== CLOSING) isAny = true;
    if (isClosing) chosen[i] = CLOSING;
    else if (touching[i] === 1 && chosen[i] === 0) chosen[i] = 1;
  }
  return isAny;
}

/** Solves for velocities over dt [s], or, where that is zero, for displacements from where the bodies are. Returns whether there is a solution. */
function solvePositions(context: StepContext, dt: number): boolean {
  const { detection, problem, arrays, report } = context;
  const { nodes } = detection.bodies;
  const { gap } = detection.graph.contacts.columns;
  const { contact: rows } = problem.table.columns;
  const qp = positionQP.problem;
  positionQP.begin(nodes.size, awakeCount, arrays.count);
  for (let i = 0; i < arrays.count; i++) {
    if (chosen[i] === 0) continue;
    const contact = positionQP.add(problem, i, nodes.columns, false);
    qp.friction[contact] = 0;
    if (dt > 0) qp.drift[3 * contact] += gap[rows[i]] / dt;
    else qp.drift[3 * contact] = gap[rows[i]];
  }
  if (dt === 0) qp.velocity.fill(0, 0, 6 * qp.bodies);
  report.impulsive.positionQPs++;
  return solve(context, positionQP, false, SOFTNESS, POSITION_TOLERANCE).residual <= USABLE;
}
