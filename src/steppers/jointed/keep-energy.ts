// The energy of an island with joints. RATTLE keeps it on the whole and lets it swing, by a share of the second order
// in the step. Where links begin or cease to be stiffened it may jump. What a step gains or loses beyond the work of
// forces and along coordinates is taken from, or given to, the motion of the links against each other. The motion of
// all as one rigid body stays as it is, and with it momentum and angular momentum. With contacts, limits or friction
// energy is lost, and only what is gained is taken.
//
// What an impulse along a coordinate does is the impulse times the mean of the velocities before and after it. So
// springs, dampers and armature are not corrected: their laws are exact in the frequency (coordinate-law.ts), and would
// not be so any more.

import type { JointProblem } from '../../contact-problem/joint-problem.js';
import type { Detection } from '../../detection/detection.js';
import type { Island } from '../../detection/islands/island.js';
import { lockedRows } from '../../joints/joint-kinds.js';
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
} from '../../solvers/tree/joint-block.js';
import { angularDampingOf, linearDampingOf } from '../../speedups.js';
import { kineticEnergyOf } from './bounce-within.js';
import { RigidMotion } from './spin-of-all.js';

/** A step that errs by a larger share of the energy of links against each other than this is too long for their motion [1]. */
const MOST_ERROR = 0.1;
/** A coordinate that would pass its limit at this many times its velocity may have met it [1]. */
const MARGIN = 2;

export class EnergyBalance {
  /** Kinetic energy when the step began [J]. */
  #start = 0;
  /** Whether nothing stops or brakes the links: then what is lost is lost by the step's own error. */
  #isConservative = true;
  /** Whether a motor holds a velocity or a position: what it is told to do comes before the energy. */
  #isDriven = false;
  /** Whether the last step gained more than all motion of links against each other has: they are at rest after it. */
  isSpent = false;
  /** Work along coordinates so far [J]. */
  #work = 0;
  /**
   * Velocities of coordinates when the step began, then those by which bodies moved; 0 for locked rows and stops [m/s
   * or rad/s].
   */
  #w = new Float64Array();
  /** 1 for rows along which nothing but friction, dampers and limits acts. */
  #passive = new Int32Array();
  readonly #rigid = new RigidMotion();

  /** To be called with rows, inertias and velocities of the beginning of a step. */
  begin(problem: JointProblem): void {
    const { blocks, u } = problem;
    this.#start = kineticEnergyOf(problem, u);
    this.#w = grown(this.#w, blocks.firstRow[blocks.count]);
    for (let block = 0; block < blocks.count; block++) {
      for (let row = blocks.firstRow[block]; row < blocks.firstRow[block + 1]; row++)
        if (doesWork(blocks.row, row)) setVelocityOfRow(blocks, block, row, u, this.#w, row);
    }
  }

  /**
   * To be called with the rows of the beginning of the step, written for `share` of its forces, and the velocities by
   * which bodies move in it.
   */
  noteCoordinates({ blocks, u }: JointProblem, { state, groups }: Detection, { firstJoint }: Island, share: number): void {
    const { kind, motor, stiffness, armature } = state.joints.table.columns;
    const { member } = groups.joints.columns;
    this.#passive = grown(this.#passive, blocks.firstRow[blocks.count]);
    this.#isConservative = true;
    this.#isDriven = false;
    this.#work = 0;
    for (let block = 0; block < blocks.count; block++) {
      const first = blocks.firstRow[block];
      const joint = member[firstJoint + block];
      const locked = lockedRows(kind[joint]);
      for (let row = first; row < first + locked; row++) this.#w[row] = 0;
      for (let row = first + locked; row < blocks.firstRow[block + 1]; row++) {
        const k = row * ROW_LENGTH;
        const before = this.#w[row];
        this.#w[row] = 0;
        if (!doesWork(blocks.row, row)) continue;
        setVelocityOfRow(blocks, block, row, u, this.#w, row);
        const w = this.#w[row];
        const isBraked = blocks.row[k + MOTOR_LIMIT] !== 0 || blocks.row[k + FRICTION_LIMIT] !== 0;
        if (blocks.row[k + MOTOR_LIMIT] !== 0) this.#isDriven = true;
        const isLimited =
          blocks.row[k + LOWEST] !== Number.NEGATIVE_INFINITY || blocks.row[k + HIGHEST] !== Number.POSITIVE_INFINITY;
        const isNear = MARGIN * w <= blocks.row[k + LOWEST] || MARGIN * w >= blocks.row[k + HIGHEST];
        if (isBraked || isNear) this.#isConservative = false;
        // A stop does no work: where there is one, only spring and damper count.
        const isStop = isLimited && !isBraked;
        if (isStop) this.#work += ((blocks.row[k + FORCE] - blocks.row[k + SLOPE] * w) * w) / share;
        else {
          const i = MOST_COORDINATES * joint + row - first - locked;
          const isPassive = motor[i] === NO_MOTOR && stiffness[i] === 0 && armature[i] === 0;
          this.#passive[row] = isPassive ? 1 : 0;
          this.#work += workOf(0.5 * blocks.row[k + LAMBDA] * (before + w), isPassive);
        }
        if (isStop) this.#w[row] = 0;
      }
    }
  }

  /**
   * To be called at the end of the step, with velocities and inertias of then; `poses` are those of the beginning.
   * Corrects the velocities of the problem. A step that `mayFail`, and is too long, is left as it is, and false is
   * returned.
   */
  settle(
    problem: JointProblem,
    detection: Detection,
    settings: Settings,
    poses: Float64Array,
    dt: number,
    touches: boolean,
    mayFail: boolean,
  ): boolean {
    const { movers, bodies, nodes, u } = problem;
    this.isSpent = false;
    if (this.#isDriven) return true;
    // A body that is moved by a script does work that nobody counts.
    for (let k = 6 * movers; k < 6 * bodies; k++) if (u[k] !== 0) return true;
    const { position, linearDamping, angularDamping } = detection.bodies.nodes.columns;
    let isConservative = !touches && this.#isConservative && linearDampingOf(settings) === 0 && angularDampingOf(settings) === 0;
    for (let i = 0; i < movers; i++) if (linearDamping[nodes[i]] !== 0 || angularDamping[nodes[i]] !== 0) isConservative = false;
    const gain = kineticEnergyOf(problem, u) - this.#start - this.#workOf(problem, detection, settings, poses, dt);
    if (gain <= 0 && !isConservative) return true;
    const isFree = bodies === movers;
    if (isFree) {
      this.#rigid.find(problem, position);
      for (let i = 0; i < movers; i++) this.#rigid.addTo(u, 6 * i, position, 3 * nodes[i], -1);
    }
    const against = kineticEnergyOf(problem, u);
    if (mayFail && isConservative && Math.abs(gain) > MOST_ERROR * against + energyOfFall(problem, settings, dt)) return false;
    let scale = 1;
    this.isSpent = gain >= against;
    if (gain > 0) scale = this.isSpent ? 0 : Math.sqrt(1 - gain / against);
    else if (against > 0 && -gain <= MOST_ERROR * against) scale = Math.sqrt(1 - gain / against);
    for (let k = 0; k < 6 * movers; k++) u[k] *= scale;
    if (isFree) for (let i = 0; i < movers; i++) this.#rigid.addTo(u, 6 * i, position, 3 * nodes[i], 1);
    return true;
  }

  /** Work of gravity, of applied forces and along coordinates in the step of dt [s] [J]. */
  #workOf(
    { movers, nodes, blocks, u }: JointProblem,
    { bodies }: Detection,
    { gravity }: Settings,
    poses: Float64Array,
    dt: number,
  ): number {
    const { position, force, mass, gravityScale } = bodies.nodes.columns;
    let work = this.#work;
    for (let i = 0; i < movers; i++) {
      const row = nodes[i];
      for (let j = 0; j < 3; j++) {
        const pull = force[6 * row + j] + mass[row] * gravityScale[row] * gravity[j];
        work += pull * (position[3 * row + j] - poses[7 * i + j]) + dt * force[6 * row + 3 + j] * u[6 * i + 3 + j];
      }
    }
    for (let block = 0; block < blocks.count; block++) {
      for (let row = blocks.firstRow[block]; row < blocks.firstRow[block + 1]; row++) {
        const w = this.#w[row];
        if (w === 0) continue;
        setVelocityOfRow(blocks, block, row, u, this.#w, row);
        const along = 0.5 * blocks.row[row * ROW_LENGTH + LAMBDA] * (w + this.#w[row]);
        work += workOf(along, this.#passive[row] === 1);
      }
    }
    return work;
  }
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
