// Holding that reaches through joints. An island with joints is held as a whole where its contacts and joints can bring
// it to rest (solvers/hold-island.ts): an arm parked on a table, a bridge with a stack on it, what motors or dry
// friction hold. It then has no velocity at all, and stays where it is to the bit. What cannot be carried is not held:
// a pendulum swings, and an arm whose motor is too weak sinks.
//
// Bodies are found at rest, not stopped by a rule of thumb: velocities of zero are a solution of the step wherever
// impulses within all laws give them.

import type { Bodies } from '../../../bodies/bodies.js';
import type { NODE_SCHEMA } from '../../../bodies/node-table.js';
import { buildProblem, storeImpulses, storeLoads } from '../../../contact-problem/contact-problem.js';
import type { JointProblem } from '../../../contact-problem/joint-problem.js';
import { gatherIsland, noteLoads, readVelocities, rewriteBlocks, weighDamping } from '../../../contact-problem/joint-problem.js';
import { BOUNCES, RESTS } from '../../../contact-problem/place-contacts.js';
import type { ContactProblem } from '../../../contact-problem/problem-table.js';
import type { ContactGraph } from '../../../detection/contact-graph/contact-graph.js';
import type { Detection } from '../../../detection/detection.js';
import type { Island } from '../../../detection/islands/island.js';
import { MOST_ROWS, WORLD_END } from '../../../joints/joint-table.js';
import type { Settings } from '../../../settings.js';
import { gravityOfStep } from '../../../settings.js';
import { BIAS, LAMBDA as CONTACT_LAMBDA, RECORD_LENGTH } from '../../../solvers/contact-record.js';
import { FOUND, IslandHold, REFUSES } from '../../../solvers/hold-island.js';
import { grown } from '../../../solvers/quadratic/grown.js';
import { LAMBDA, ROW_LENGTH } from '../../../solvers/tree/joint-block.js';
import type { Columns } from '../../../table/table.js';
import { JointedSolution } from '../../jointed/bounce-within.js';
import { accelerate } from '../../part.js';
import { HELD, IN_MOTION, RESTING } from './hold-bodies.js';
import { PartHolding } from './hold-parts.js';
import type { HoldLimits } from './holding.js';
import { isAsked } from './refuse-bodies.js';

type Nodes = Columns<typeof NODE_SCHEMA>;

/**
 * Velocities that impulses leave are rounding below this many times what gravity adds in a step [1]. What a spring or a
 * damper brings to rest comes there as slowly as it does: held any sooner, it would stay away from where statics has
 * it.
 */
const ROUNDING = 1e-9;

/** The room for islands with joints that are held. */
export class TreeHolding {
  readonly hold = new IslandHold();
  readonly parts = new PartHolding();
  /** By body of the problem at hand: its speed [m/s]. */
  speed = new Float64Array(0);
  /** Velocities at the beginning of the step. */
  before = new Float64Array(0);
  /** What holds the island once it is at rest, and what brings it there. */
  readonly atRest = new JointedSolution();
  readonly done = new JointedSolution();
}

/** What a method gives to it. */
export interface TreeSite {
  readonly detection: Detection;
  readonly settings: Settings;
  readonly problem: ContactProblem;
}

/**
 * Tries to bring an island with joints to rest. Where that is not possible, nothing has changed but for the records and
 * the problem of the island, which are written anew.
 *
 * It is asked first what holds the island at rest, as if it were: what stops for a moment and moves on is not held.
 * That is what the next step starts from.
 */
export function holdTrees(
  holding: TreeHolding,
  site: TreeSite,
  problem: JointProblem,
  island: Island,
  limits: HoldLimits,
): number {
  const { detection, settings } = site;
  const { dt } = limits;
  if (!mayRest(site, island, limits) || isAdrift(site, island, dt)) return refuse(detection, island);
  const isMoving = stop(holding, detection, island);
  buildProblem(site.problem, detection, island.firstEdge, island.edgeCount, dt, settings);
  gatherIsland(problem, detection, site.problem, island, dt, dt, 1);
  leaveOutResistances(problem, site.problem);
  weighDamping(problem, detection, dt);
  readCouplings(problem, detection);
  keepTouching(site);
  let outcome = ask(holding, site, problem, island, limits);
  holding.atRest.save(problem);
  giveBack(holding, detection, island);
  if (isMoving && outcome !== REFUSES) {
    // It could rest: it is asked again in the next step.
    forgetRefusals(detection, island);
    rewriteBlocks(problem, detection, island, dt, dt);
    outcome = Math.min(FOUND, ask(holding, site, problem, island, limits));
    giveBack(holding, detection, island);
  }
  if (outcome === REFUSES) return refuse(detection, island);
  stop(holding, detection, island);
  if (outcome === FOUND) storeLoadsAtRest(holding, site, problem, island);
  storeImpulses(site.problem, detection);
  noteLoads(problem, detection, island, dt);
  forgetRefusals(detection, island);
  return outcome === FOUND ? HELD : RESTING;
}

/** What resists rolling is not asked for: what joints and contacts alone do not hold, sweeps bring to rest. */
function leaveOutResistances(problem: JointProblem, { table }: ContactProblem): void {
  problem.contactCount = Math.min(problem.contactCount, table.size);
}

/** Takes the velocities of an island's bodies away. Returns whether they had any. */
function stop(holding: TreeHolding, { bodies, groups }: Detection, { firstBody, bodyCount }: Island): boolean {
  const { velocity } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  let isMoving = false;
  holding.before = grown(holding.before, 6 * bodyCount);
  for (let i = 0; i < bodyCount; i++) {
    const k = 6 * member[firstBody + i];
    for (let j = 0; j < 6; j++) {
      holding.before[6 * i + j] = velocity[k + j];
      if (velocity[k + j] !== 0) isMoving = true;
      velocity[k + j] = 0;
    }
  }
  return isMoving;
}

function giveBack({ before }: TreeHolding, { bodies, groups }: Detection, { firstBody, bodyCount }: Island): void {
  const { velocity } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = 0; i < bodyCount; i++) {
    for (let j = 0; j < 6; j++) velocity[6 * member[firstBody + i] + j] = before[6 * i + j];
  }
}

/** Asks for what brings the bodies to rest, from the velocities that they have, under the forces of the step; these are added. */
function ask({ hold }: TreeHolding, site: TreeSite, problem: JointProblem, island: Island, limits: HoldLimits): number {
  accelerate(site, island, limits.dt);
  readVelocities(problem, site.detection);
  if (!areAnchorsStill(problem)) return REFUSES;
  return hold.hold(problem, limits.still, ROUNDING * gravityOfStep(site.settings, limits.dt));
}

/** The next step starts from what holds the island at rest; joints show what they did. */
function storeLoadsAtRest(holding: TreeHolding, site: TreeSite, problem: JointProblem, island: Island): void {
  storeRows(problem, site.detection, island);
  holding.done.save(problem);
  holding.atRest.putBack(problem);
  storeImpulses(site.problem, site.detection);
  storeLoads(site.problem, site.detection);
  holding.done.putBack(problem);
}

/**
 * Brings mechanisms and bodies of an island that moves to rest, where the velocities and impulses that a solve has
 * found for it let that be (hold-parts.ts).
 */
export function holdPartsOf(holding: TreeHolding, site: TreeSite, problem: JointProblem, limits: HoldLimits): void {
  const { detection, settings } = site;
  const { unheld } = detection.bodies.nodes.columns;
  const fall = gravityOfStep(settings, limits.dt);
  keepTouching(site);
  leaveOutResistances(problem, site.problem);
  findSpeeds(holding, site, problem);
  if (!holding.parts.hold(problem, holding.speed, fall, limits.still, ROUNDING * fall)) return;
  storeImpulses(site.problem, detection);
  storeLoads(site.problem, detection);
  for (let body = 0; body < problem.movers; body++) if (holding.parts.isHeld(body)) unheld[problem.nodes[body]] = 0;
}

/** Speeds of the bodies of a problem; infinite where a body bounces, is in touch with what is moved, or was refused too often. */
function findSpeeds(holding: TreeHolding, { detection, problem: { table } }: TreeSite, problem: JointProblem): void {
  const { movers, nodes: rows, u, blocks, contactMovers } = problem;
  const nodes = detection.bodies.nodes.columns;
  const { bounce } = detection.graph.contacts.columns;
  holding.speed = grown(holding.speed, problem.bodies);
  const { speed } = holding;
  for (let body = 0; body < problem.bodies; body++) {
    speed[body] = 0;
    if (body < movers)
      speed[body] = isAsked(nodes, rows[body]) ? speedOf(nodes, rows[body], u, 6 * body) : Number.POSITIVE_INFINITY;
    else for (let k = 6 * body; k < 6 * body + 6; k++) if (u[k] !== 0) speed[body] = Number.POSITIVE_INFINITY;
  }
  for (let i = 0; i < problem.contactCount; i++) {
    const a = contactMovers[2 * i] / 6;
    const b = contactMovers[2 * i + 1] / 6;
    if (bounce[table.columns.contact[i]] === BOUNCES) speed[a] = speed[b] = Number.POSITIVE_INFINITY;
    shareMotion(movers, speed, a, b);
  }
  for (let block = 0; block < blocks.count; block++)
    shareMotion(movers, speed, blocks.ends[2 * block], blocks.ends[2 * block + 1]);
}

/** A body in touch with an anchor that moves is not at rest. */
function shareMotion(movers: number, speed: Float64Array, a: number, b: number): void {
  if (a >= movers && speed[a] > 0) speed[b] = speed[a];
  if (b >= movers && speed[b] > 0) speed[a] = speed[b];
}

/** Whether the ends of all joints of an island are as they were at the last detection: their motors too may have been changed. */
export function areJointsStill({ state, bodies, groups }: Detection, { firstJoint, jointCount }: Island): boolean {
  const { nodes: ends } = state.joints.table.columns;
  const { moved, mover } = bodies.nodes.columns;
  const { member } = groups.joints.columns;
  for (let i = 2 * firstJoint; i < 2 * (firstJoint + jointCount); i++) {
    const node = ends[2 * member[i >> 1] + (i & 1)];
    if (node !== WORLD_END && (moved[node] | moved[mover[node]]) !== 0) return false;
  }
  return true;
}

/** What is fast, bounces or has to be moved out of something is not asked. */
function mayRest({ detection, settings }: TreeSite, island: Island, { fast }: HoldLimits): boolean {
  const { bodies, groups } = detection;
  const nodes = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  let longest = member[island.firstBody];
  // Those behind the others on their tree are the fastest, as a rule.
  for (let i = island.firstBody + island.bodyCount - 1; i >= island.firstBody; i--) {
    if (speedOf(nodes, member[i], nodes.velocity, 6 * member[i]) > fast) return false;
  }
  for (let i = island.firstBody; i < island.firstBody + island.bodyCount; i++) {
    if (nodes.unheld[member[i]] > nodes.unheld[longest]) longest = member[i];
  }
  if (!isAsked(nodes, longest)) return false;
  return areContactsAtRest(detection, settings, island);
}

/**
 * Whether forces give an island momentum that nothing takes up: it touches nothing, no joint ties it to what does not
 * move, and no axis is locked.
 */
function isAdrift({ detection: { state, bodies, groups }, settings }: TreeSite, island: Island, dt: number): boolean {
  if (island.edgeCount > 0 || island.lockedCount > 0) return false;
  const { nodes: ends } = state.joints.table.columns;
  const { mover, mass, inverseMass, gravityScale, force } = bodies.nodes.columns;
  for (let i = 2 * island.firstJoint; i < 2 * (island.firstJoint + island.jointCount); i++) {
    const node = ends[2 * groups.joints.columns.member[i >> 1] + (i & 1)];
    if (node === WORLD_END || inverseMass[mover[node]] === 0) return false;
  }
  let isPulled = false;
  for (let j = 0; j < 3; j++) {
    let pull = 0;
    let total = 0;
    for (let i = island.firstBody; i < island.firstBody + island.bodyCount; i++) {
      const row = groups.movers.columns.member[i];
      pull += force[6 * row + j] + mass[row] * gravityScale[row] * settings.gravity[j];
      total += mass[row];
    }
    if (dt * Math.abs(pull) > ROUNDING * gravityOfStep(settings, dt) * total) isPulled = true;
  }
  return isPulled;
}

/** The largest part of a body's velocity at u[k ..]; a turn counts by what it does at the radius of gyration [m/s]. */
function speedOf({ inverseMass, inverseInertia: s }: Nodes, row: number, u: Float64Array, k: number): number {
  let least = Number.POSITIVE_INFINITY;
  // About an axis that is locked it does not turn.
  for (let j = 6 * row; j < 6 * row + 3; j++) if (s[j] > 0) least = Math.min(least, s[j]);
  const radius = Math.sqrt(inverseMass[row] / least);
  let speed = 0;
  for (let j = 0; j < 3; j++) speed = Math.max(speed, Math.abs(u[k + j]), Math.abs(u[k + 3 + j]) * radius);
  return speed;
}

/** Whether no contact bounces, and none is deeper than a gap may be wide that counts as closed. */
function areContactsAtRest({ bodies, graph, groups }: Detection, settings: Settings, island: Island): boolean {
  const { firstContact, contactCount } = graph.edges.columns;
  const { gap, bias, bounce } = graph.contacts.columns;
  for (let i = island.firstEdge; i < island.firstEdge + island.edgeCount; i++) {
    const edge = groups.edges.columns.member[i];
    for (let c = firstContact[edge]; c < firstContact[edge] + contactCount[edge]; c++) {
      if (bounce[c] === BOUNCES) return false;
      if (-gap[c] > hairsBreadth(bodies, graph, settings, c) && bias[c] !== Number.POSITIVE_INFINITY) return false;
    }
  }
  return true;
}

/** What carried something goes on to, while it is open by no more than a second hair's breadth. */
function keepTouching({ detection: { bodies, graph }, settings, problem: { table } }: TreeSite): void {
  const { gap, bounce } = graph.contacts.columns;
  const { record, contact } = table.columns;
  for (let i = 0; i < table.size; i++) {
    const k = i * RECORD_LENGTH;
    const c = contact[i];
    if (record[k + CONTACT_LAMBDA] === 0 || bounce[c] !== RESTS || record[k + BIAS] === Number.POSITIVE_INFINITY) continue;
    if (gap[c] <= 2 * hairsBreadth(bodies, graph, settings, c)) record[k + BIAS] = 0;
  }
}

/** The largest gap of a contact that counts as closed [m]. */
function hairsBreadth({ shapes }: Bodies, { contacts }: ContactGraph, settings: Settings, c: number): number {
  const { thickness } = shapes.columns;
  const { shapes: ends } = contacts.columns;
  const closed = settings['contact.touching'] * settings['detection.envelope'];
  return closed * Math.min(thickness[ends[2 * c]], thickness[ends[2 * c + 1]]);
}

function readCouplings({ couplings, coupling }: JointProblem, { state }: Detection): void {
  const { impulse } = state.joints.couplings.columns;
  for (let i = 0; i < couplings.count; i++) couplings.lambda[i] = impulse[coupling[i]];
}

function areAnchorsStill({ movers, bodies, u }: JointProblem): boolean {
  for (let k = 6 * movers; k < 6 * bodies; k++) if (u[k] !== 0) return false;
  return true;
}

/** What the rows carry, as the next step is to start from it. */
function storeRows({ blocks, couplings, coupling }: JointProblem, { state, groups }: Detection, { firstJoint }: Island): void {
  const { impulse } = state.joints.table.columns;
  const { member } = groups.joints.columns;
  for (let block = 0; block < blocks.count; block++) {
    const first = blocks.firstRow[block];
    for (let r = first; r < blocks.firstRow[block + 1]; r++) {
      impulse[MOST_ROWS * member[firstJoint + block] + r - first] = blocks.row[r * ROW_LENGTH + LAMBDA];
    }
  }
  for (let i = 0; i < couplings.count; i++) state.joints.couplings.columns.impulse[coupling[i]] = couplings.lambda[i];
}

function refuse({ bodies, groups }: Detection, { firstBody, bodyCount }: Island): number {
  const { unheld } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) unheld[member[i]]++;
  return IN_MOTION;
}

function forgetRefusals({ bodies, groups }: Detection, { firstBody, bodyCount }: Island): void {
  const { unheld } = bodies.nodes.columns;
  const { member } = groups.movers.columns;
  for (let i = firstBody; i < firstBody + bodyCount; i++) unheld[member[i]] = 0;
}
