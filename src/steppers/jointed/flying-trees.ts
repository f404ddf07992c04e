// The room of islands of trees in joint coordinates (fly-trees.ts), and their energy.

import { FlightLaws } from '../../contact-problem/flight-laws.js';
import { FlightProblem } from '../../contact-problem/flight-problem.js';
import type { Detection } from '../../detection/detection.js';
import { NO_MOTOR } from '../../joints/joint-table.js';
import * as layout from '../../kernels/flight-layout.js';
import type { Settings } from '../../settings.js';
import { gravityOfStep } from '../../settings.js';
import { grown } from '../../solvers/quadratic/grown.js';
import type { FlightRoom } from '../../solvers/tree/flight-room.js';
import { INERTIA_LENGTH, isFree } from '../../solvers/tree/joint-block.js';
import type { Memory } from '../../table/memory.js';
import { CoordinateWork, MOST_ERROR } from './keep-energy.js';
import { RigidMotion } from './spin-of-all.js';

const { LINK_NUMBERS } = layout;
/** No scale: the step is not taken. */
export const REFUSED = -1;

export class FlyingTrees {
  readonly flight: FlightProblem;
  readonly laws = new FlightLaws();
  readonly balance = new FlightBalance();
  constructor(memory: Memory) {
    this.flight = new FlightProblem(memory);
  }
}

/** As keep-energy.ts, of trees in joint coordinates. */
class FlightBalance {
  readonly #work = new CoordinateWork();
  readonly #rigid = new RigidMotion();
  /** Movers as the motion of all is found from them: places of links are three numbers each. */
  readonly #bodies = { movers: 0, inertia: new Float64Array(), u: new Float64Array(), nodes: new Int32Array() };
  #position = new Float64Array();

  /** To be called where there are no other laws than plain ones. */
  begin(): void {
    this.#work.begin(0);
  }

  /** To be called when links have moved, with the laws of the beginning that are not plain. */
  noteHalf({ flight, laws }: FlyingTrees, { state }: Detection): void {
    const { motor, stiffness, armature } = state.joints.table.columns;
    const work = this.#work;
    work.begin(flight.lawCount);
    for (let i = 0; i < flight.lawCount; i++) {
      if (isFree(laws.row, i)) continue;
      const place = flight.lawPlace[i];
      const isPassive = motor[place] === NO_MOTOR && stiffness[place] === 0 && armature[place] === 0;
      work.noteFirst(laws.row, i, laws.before[i], laws.along[i], 0.5, isPassive);
    }
  }

  /**
   * To be called at the end of the step of dt [s]. Returns what velocities are to be scaled by, REFUSED where the step is
   * too long for the motion [1].
   */
  settle(flying: FlyingTrees, settings: Settings, dt: number): number {
    const { flight, laws } = flying;
    const { room } = flight;
    const work = this.#work;
    if (work.isDriven) return 1;
    let done = room.sums[layout.WORK] + work.sum;
    for (let i = 0; i < flight.lawCount; i++) if (work.along[i] !== 0) done += work.ofSecond(laws.row, i, laws.after[i]);
    const gain = 0.5 * (room.sums[layout.TWICE_END] - room.sums[layout.TWICE_START]) - done;
    if (gain <= 0 && !work.isConservative) return 1;
    if (flight.isFree) this.#addRigid(flying, -1);
    const against = 0.5 * (flight.isFree ? room.twiceEnergy() : room.sums[layout.TWICE_END]);
    const excess = Math.abs(gain) - MOST_ERROR * against;
    if (work.isConservative && excess > 0 && excess > this.#energyOfFall(room, settings, dt)) return REFUSED;
    let scale = 1;
    if (gain > 0) scale = gain >= against ? 0 : Math.sqrt(1 - gain / against);
    else if (against > 0 && -gain <= MOST_ERROR * against) scale = Math.sqrt(1 - gain / against);
    if (!flight.isFree) return scale;
    scaleVelocities(room, scale);
    this.#addRigid(flying, 1);
    return 1;
  }

  /** Adds the motion of all links as one rigid body, so many times; it is found where it is taken away. */
  #addRigid({ flight: { room } }: FlyingTrees, share: number): void {
    const { numbers, count } = room;
    const bodies = this.#bodies;
    bodies.movers = count;
    bodies.inertia = grown(bodies.inertia, INERTIA_LENGTH * count);
    bodies.u = grown(bodies.u, 6 * count);
    bodies.nodes = grown(bodies.nodes, count);
    this.#position = grown(this.#position, 3 * count);
    for (let k = 0; k < count; k++) {
      const at = k * LINK_NUMBERS;
      bodies.nodes[k] = k;
      bodies.inertia[INERTIA_LENGTH * k] = numbers[at + layout.MASS];
      for (let j = 0; j < 6; j++) bodies.inertia[INERTIA_LENGTH * k + 1 + j] = numbers[at + layout.INERTIA + j];
      for (let j = 0; j < 6; j++) bodies.u[6 * k + j] = numbers[at + layout.VELOCITY + j];
      for (let j = 0; j < 3; j++) this.#position[3 * k + j] = numbers[at + layout.POSITION + j];
    }
    if (share < 0) this.#rigid.find(bodies, this.#position);
    for (let k = 0; k < count; k++) this.#rigid.addTo(numbers, k * LINK_NUMBERS + layout.VELOCITY, this.#position, 3 * k, share);
  }

  /** Kinetic energy of links that fall from rest for dt [s]: what a step may err by where nothing moves [J]. */
  #energyOfFall({ numbers, count }: FlightRoom, settings: Settings, dt: number): number {
    const speed = gravityOfStep(settings, dt);
    let energy = 0;
    for (let k = 0; k < count; k++) energy += 0.5 * numbers[k * LINK_NUMBERS + layout.MASS] * speed * speed;
    return energy;
  }
}

function scaleVelocities({ numbers, count }: FlightRoom, scale: number): void {
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < 6; j++) numbers[k * LINK_NUMBERS + layout.VELOCITY + j] *= scale;
  }
}
