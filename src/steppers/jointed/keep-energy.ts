// The energy of an island with joints. RATTLE keeps it on the whole and lets it swing, by a share of the second order
// in the step. Where links begin or cease to be stiffened it may jump. What a step gains or loses beyond the work of
// forces and along coordinates is taken from, or given to, the motion of the links against each other. The motion of
// all as one rigid body stays as it is, and with it momentum and angular momentum. With contacts, limits or friction
// energy is lost, and only what is gained is taken.
//
// What an impulse along a coordinate does is the impulse times the mean of the velocities before and after it. So
// springs, dampers and armature are not corrected: their laws are exact in the frequency (coordinate-law.ts), and would
// not be so any more. Where all forces act at the beginning of a step, as they do with contacts, bodies move by the
// velocity after them all through it. What gravity does is counted along that way, so what springs and motors do is as
// well: a spring that lifts a load from rest would else do half of what the load takes. A spring alone does there no
// more than its energy changes by: its force at the beginning, times the way, would say that it takes up less than it holds.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { readCoordinate } from '../../joints/coordinates.js';
import type { Joints } from '../../joints/joint-frames.js';
import { firstAcross, lockedRows } from '../../joints/joint-kinds.js';
import { MOST_COORDINATES, NO_MOTOR } from '../../joints/joint-table.js';
import type { Settings } from '../../settings.js';
import { gravityOfStep } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import {
  FORCE,
  FRICTION_LIMIT,
  HIGHEST,
  INERTIA_LENGTH,
  isFree,
  isLocked,
  LAMBDA,
  LOWEST,
  MOTOR_LIMIT,
  ROW_LENGTH,
  SLOPE,
  setVelocityOfRow,
  velocityOfRow,
} from '../../solvers/tree/joint-block.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import { kineticEnergyOf } from './bounce-within.js';
import { RigidMotion } from './spin-of-all.js';

/** A step that errs by a larger share of the energy of links against each other than this is too long for their motion [1]. */
export const MOST_ERROR = 0.1;
/**
 * A step that scripts drive ends with at most so many times the energy that it began with, or that of the ways that bodies go in it
 * [1]. A velocity is the mean of those before and after it: these are up to three times as fast.
 */
const MOST_GIVEN = 9;
/** A coordinate that would pass its limit at this many times its velocity may have met it [1]. */
const MARGIN = 2;

/** What the laws of coordinates do in a step. */
export class CoordinateWork {
  /** Whether nothing stops or brakes the links: then what is lost is lost by the step's own error. */
  isConservative = true;
  /** Whether a motor holds a velocity or a position: what it is told to do comes before the energy. */
  isDriven = false;
  /** Work in the first part of the step [J]. */
  sum = 0;
  /** One a row: the velocity by which bodies moved; 0 for stops, and where nothing acts [m/s or rad/s]. */
  along = new Float64Array();
  /** 1 for rows along which nothing but friction, dampers and limits acts. */
  #passive = new Int32Array();

  begin(rows: number): void {
    this.along = grown(this.along, rows);
    this.#passive = grown(this.#passive, rows);
    for (let r = 0; r < rows; r++) this.along[r] = 0;
    this.isConservative = true;
    this.isDriven = false;
    this.sum = 0;
  }

  /**
   * Notes a row on which something acts, written for `share` of its forces; it had the velocity `before`, and bodies
   * move by `w`.
   */
  noteFirst(row: Float64Array, r: number, before: number, w: number, share: number, isPassive: boolean): void {
    const k = r * ROW_LENGTH;
    const isBraked = row[k + MOTOR_LIMIT] !== 0 || row[k + FRICTION_LIMIT] !== 0;
    if (row[k + MOTOR_LIMIT] !== 0) this.isDriven = true;
    const isNear = MARGIN * w <= row[k + LOWEST] || MARGIN * w >= row[k + HIGHEST];
    if (isBraked || isNear) this.isConservative = false;
    // A stop does no work: where it may act, only spring and damper count.
    if (isNear && !isBraked) {
      this.sum += ((row[k + FORCE] - row[k + SLOPE] * w) * w) / share;
      return;
    }
    this.#passive[r] = isPassive ? 1 : 0;
    const impulse = impulseWithoutStop(row, k, w);
    const done = 0.5 * impulse * (before + w);
    this.sum += workOf(share === 1 && !isPassive ? Math.max(done, impulse * w) : done, isPassive);
    this.along[r] = w;
  }

  /** What a row did in the last part of the step, by the end of which it has the velocity `after` [J]. */
  ofSecond(row: Float64Array, r: number, after: number): number {
    const impulse = impulseWithoutStop(row, r * ROW_LENGTH, after);
    return workOf(0.5 * impulse * (this.along[r] + after), this.#passive[r] === 1);
  }
}

export class EnergyBalance {
  /** Kinetic energy when the step began [J]. */
  #start = 0;
  /** The ways of bodies in the step by its length, as velocities. */
  #ways = new Float64Array();
  readonly #work = new CoordinateWork();
  /** The same of springs that act alone, where all forces act at the beginning. */
  readonly #ofSprings = new CoordinateWork();
  /** Velocities of coordinates when the step began; then the one at hand [m/s or rad/s]. */
  #w = new Float64Array();
  readonly #rigid = new RigidMotion();
  /** What springs held when the step began, and whether it counts what they hold at its end [J]. */
  #sprung = 0;
  #countsSprings = false;

  /** To be called with rows, inertias and velocities of the beginning of a step. */
  begin(problem: JointProblem, detection: Detection, island: Island, settings: Settings, dt: number): void {
    const { blocks, u } = problem;
    this.#start = kineticEnergyOf(problem, u);
    this.#sprung = energyOfSprings(problem, detection, island, settings, dt);
    this.#w = grown(this.#w, blocks.firstRow[blocks.count]);
    for (let block = 0; block < blocks.count; block++) {
      // Of rows that are free by now as well: a limit that is foreseen later in the step acts along them.
      for (let row = blocks.firstRow[block]; row < blocks.firstRow[block + 1]; row++)
        if (!isLocked(blocks.row, row)) setVelocityOfRow(blocks, block, row, u, this.#w, row);
    }
  }

  /**
   * To be called with the rows of the beginning of the step, written for `share` of its forces, and the velocities by
   * which bodies move in it.
   */
  noteCoordinates(problem: JointProblem, { state, groups }: Detection, { firstJoint }: Island, share: number): void {
    const { blocks, u } = problem;
    const { columns } = state.joints.table;
    const { kind, motor, stiffness, armature } = columns;
    const { member } = groups.joints.columns;
    this.#work.begin(blocks.firstRow[blocks.count]);
    this.#ofSprings.begin(blocks.firstRow[blocks.count]);
    this.#countsSprings = share === 1;
    for (let block = 0; block < blocks.count; block++) {
      const joint = member[firstJoint + block];
      const first = blocks.firstRow[block] + lockedRows(kind[joint]);
      for (let row = first; row < blocks.firstRow[block + 1]; row++) {
        if (!doesWork(blocks.row, row)) continue;
        const before = this.#w[row];
        setVelocityOfRow(blocks, block, row, u, this.#w, row);
        const i = MOST_COORDINATES * joint + row - first;
        const isPassive = motor[i] === NO_MOTOR && stiffness[i] === 0 && armature[i] === 0;
        const work = this.#countsSprings && isSpringAlone(columns, i) ? this.#ofSprings : this.#work;
        work.noteFirst(blocks.row, row, before, this.#w[row], share, isPassive);
      }
    }
  }

  /**
   * Kinetic energy that the step may end with, where bodies are now, by what it began with and the work since; `poses`
   * are those of the beginning [J]. Where scripts do work that is not counted, the energy that bodies move with.
   */
  energyLeft(
    problem: JointProblem,
    detection: Detection,
    island: Island,
    settings: Settings,
    poses: Float64Array,
    dt: number,
  ): number {
    if (areAnchorsMoving(problem)) return kineticEnergyOf(problem, problem.u);
    return this.#start + this.#workOf(problem, detection, island, settings, poses, dt);
  }

  /**
   * To be called at the end of the step, with velocities and inertias of then; `poses` are those of the beginning.
   * Corrects the velocities of the problem. A step that `mayFail`, and is too long, is left as it is, and false is
   * returned. What scripts do is not counted: they give what shows in how far bodies go in the step, and nothing where
   * `areParted`. A chain that is pulled taut would be given as much as there are numbers for.
   */
  settle(
    problem: JointProblem,
    detection: Detection,
    island: Island,
    settings: Settings,
    poses: Float64Array,
    dt: number,
    touches: boolean,
    mayFail: boolean,
    areParted: boolean,
  ): boolean {
    const { movers, nodes, u } = problem;
    const areMoved = areAnchorsMoving(problem);
    if (this.#work.isDriven && !areMoved) return true;
    const { position, linearDamping, angularDamping } = detection.bodies.nodes.columns;
    let isConservative =
      !touches &&
      !areMoved &&
      this.#work.isConservative &&
      this.#ofSprings.isConservative &&
      linearDampingOf(settings) === 0 &&
      angularDampingOf(settings) === 0;
    for (let i = 0; i < movers; i++) if (linearDamping[nodes[i]] !== 0 || angularDamping[nodes[i]] !== 0) isConservative = false;
    const energy = kineticEnergyOf(problem, u);
    const gain =
      areMoved && !areParted
        ? energy - MOST_GIVEN * Math.max(this.#start, this.#energyOfWays(problem, detection, poses, dt))
        : energy - this.#start - this.#workOf(problem, detection, island, settings, poses, dt);
    if (gain <= 0 && !isConservative) return true;
    if (problem.isAlone) {
      this.#rigid.find(problem, position);
      for (let i = 0; i < movers; i++) this.#rigid.addTo(u, 6 * i, position, 3 * nodes[i], -1);
    }
    const against = kineticEnergyOf(problem, u);
    if (mayFail && isConservative && Math.abs(gain) > MOST_ERROR * against + energyOfFall(problem, settings, dt)) return false;
    let scale = 1;
    if (gain > 0) scale = gain >= against ? 0 : Math.sqrt(1 - gain / against);
    else if (against > 0 && -gain <= MOST_ERROR * against) scale = Math.sqrt(1 - gain / against);
    for (let k = 0; k < 6 * movers; k++) u[k] *= scale;
    if (problem.isAlone) for (let i = 0; i < movers; i++) this.#rigid.addTo(u, 6 * i, position, 3 * nodes[i], 1);
    return true;
  }

  /** Kinetic energy of bodies that come from `poses` to where they are in dt [s], at even velocities [J]. */
  #energyOfWays(problem: JointProblem, { bodies }: Detection, poses: Float64Array, dt: number): number {
    const { movers, nodes } = problem;
    const { position, orientation } = bodies.nodes.columns;
    this.#ways = grown(this.#ways, 6 * movers);
    for (let i = 0; i < movers; i++) {
      for (let j = 0; j < 3; j++) this.#ways[6 * i + j] = (position[3 * nodes[i] + j] - poses[7 * i + j]) / dt;
      setTurn(this.#ways, 6 * i + 3, orientation, 4 * nodes[i], poses, 7 * i + 3, 2 / dt);
    }
    return kineticEnergyOf(problem, this.#ways);
  }

  /** Work of gravity, of applied forces and along coordinates in the step of dt [s] [J]. */
  #workOf(
    problem: JointProblem,
    detection: Detection,
    island: Island,
    settings: Settings,
    poses: Float64Array,
    dt: number,
  ): number {
    const { movers, nodes, blocks, u } = problem;
    const { gravity } = settings;
    const { position, force, mass, gravityScale } = detection.bodies.nodes.columns;
    let work = this.#work.sum;
    let ofSprings = this.#ofSprings.sum;
    for (let i = 0; i < movers; i++) {
      const row = nodes[i];
      for (let j = 0; j < 3; j++) {
        const pull = force[6 * row + j] + mass[row] * gravityScale[row] * gravity[j];
        work += pull * (position[3 * row + j] - poses[7 * i + j]) + dt * force[6 * row + 3 + j] * u[6 * i + 3 + j];
      }
    }
    for (let block = 0; block < blocks.count; block++) {
      for (let row = blocks.firstRow[block]; row < blocks.firstRow[block + 1]; row++) {
        if (this.#work.along[row] === 0 && this.#ofSprings.along[row] === 0) continue;
        setVelocityOfRow(blocks, block, row, u, this.#w, row);
        if (this.#work.along[row] !== 0) work += this.#work.ofSecond(blocks.row, row, this.#w[row]);
        else ofSprings += this.#ofSprings.ofSecond(blocks.row, row, this.#w[row]);
      }
    }
    if (!this.#countsSprings) return work;
    const released = this.#sprung - energyOfSprings(problem, detection, island, settings, dt);
    return work + (island.edgeCount > 0 ? Math.min(ofSprings, released) : released);
  }
}

/**
 * What is kept beside kinetic energy, of springs that act alone along their coordinates, where bodies are now [J]. With contacts a velocity at
 * the end of a step, all of whose forces act at the beginning, is that of half a step before. What is kept of a swing is its energy, then, and
 * half of what all forces would do in one more step.
 */
function energyOfSprings(
  problem: JointProblem,
  detection: Detection,
  { firstJoint, edgeCount }: Island,
  settings: Settings,
  dt: number,
): number {
  const { frames, blocks, u } = problem;
  const { state, bodies, groups } = detection;
  const joints = state.joints.table.columns;
  const { kind, stiffness, rest } = joints;
  const { member } = groups.joints.columns;
  let energy = 0;
  const late = edgeCount > 0 ? dt : 0;
  let areAny = false;
  for (let block = 0; block < blocks.count; block++) {
    const joint = member[firstJoint + block];
    const locked = lockedRows(kind[joint]);
    for (let c = 0; c < firstAcross(kind[joint]) - locked; c++) {
      const i = MOST_COORDINATES * joint + c;
      if (!isSpringAlone(joints, i)) continue;
      areAny = true;
      const way = readCoordinate(frames, joints, bodies.nodes.columns, joint, c) - rest[i];
      const w = velocityOfRow(blocks, block, blocks.firstRow[block] + locked + c, u);
      energy += 0.5 * stiffness[i] * way * (way - late * w);
    }
  }
  return areAny ? energy + 0.5 * late * powerOfGravity(problem, detection, settings) : energy;
}

/** What gravity does by the velocities of the problem [W]. */
function powerOfGravity({ movers, nodes, u }: JointProblem, { bodies }: Detection, { gravity }: Settings): number {
  const { mass, gravityScale } = bodies.nodes.columns;
  let power = 0;
  for (let i = 0; i < movers; i++) {
    for (let j = 0; j < 3; j++) power += mass[nodes[i]] * gravityScale[nodes[i]] * gravity[j] * u[6 * i + j];
  }
  return power;
}

/** Whether there is a spring along the coordinate at place i of the columns, and neither a motor nor a rotor. */
function isSpringAlone({ stiffness, motor, armature, lower, upper }: Joints, i: number): boolean {
  return stiffness[i] !== 0 && motor[i] === NO_MOTOR && armature[i] === 0 && lower[i] !== upper[i];
}

/** `scale` times the vector part of q p^-1, the shorter way, to to[k ..]; q is at q[i ..] and p at p[j ..]. */
function setTurn(to: Float64Array, k: number, q: Float64Array, i: number, p: Float64Array, j: number, scale: number): void {
  const cosine = q[i] * p[j] + q[i + 1] * p[j + 1] + q[i + 2] * p[j + 2] + q[i + 3] * p[j + 3];
  const s = cosine < 0 ? -scale : scale;
  const w = s * q[i + 3];
  const v = s * p[j + 3];
  to[k] = v * q[i] - w * p[j] - s * (q[i + 1] * p[j + 2] - q[i + 2] * p[j + 1]);
  to[k + 1] = v * q[i + 1] - w * p[j + 1] - s * (q[i + 2] * p[j] - q[i] * p[j + 2]);
  to[k + 2] = v * q[i + 2] - w * p[j + 2] - s * (q[i] * p[j + 1] - q[i + 1] * p[j]);
}

/** Whether a body that a script moves does work, which nobody counts. */
function areAnchorsMoving({ movers, bodies, u }: JointProblem): boolean {
  for (let k = 6 * movers; k < 6 * bodies; k++) if (u[k] !== 0) return true;
  return false;
}

/** The impulse of the row at row[k ..], which moves by w, but for what a limit has done: a stop does no work. */
function impulseWithoutStop(row: Float64Array, k: number, w: number): number {
  if (!isLimited(row, k)) return row[k + LAMBDA];
  const plain = row[k + FORCE] - row[k + SLOPE] * w;
  const most = row[k + MOTOR_LIMIT] + row[k + FRICTION_LIMIT];
  return Math.max(Math.min(0, plain - most), Math.min(row[k + LAMBDA], Math.max(0, plain + most)));
}

function isLimited(row: Float64Array, k: number): boolean {
  return row[k + LOWEST] !== Number.NEGATIVE_INFINITY || row[k + HIGHEST] !== Number.POSITIVE_INFINITY;
}

/**
 * What an impulse along a coordinate does [J]. Friction and dampers only take: where an impact turns a velocity round
 * within the step, the mean of both would say that they give.
 */
function workOf(work: number, isPassive: boolean): number {
  return isPassive && work > 0 ? 0 : work;
}

/** Whether a row may do work: it is not locked, and something acts along it. */
function doesWork(row: Float64Array, r: number): boolean {
  return !isLocked(row, r) && !isFree(row, r);
}

/** Kinetic energy of bodies that fall from rest for dt [s]: what a step may err by where nothing moves [J]. */
function energyOfFall({ movers, inertia }: JointProblem, settings: Settings, dt: number): number {
  const speed = gravityOfStep(settings, dt);
  let energy = 0;
  for (let i = 0; i < movers; i++) energy += 0.5 * inertia[INERTIA_LENGTH * i] * speed * speed;
  return energy;
}
