// The ways of bodies in a step that is done, for the last look at it. The way of a body is a straight line from its
// anchor to where it is now. It turns freely on it where that takes it to its orientation, else about one axis. So it
// does not matter what moved the body: forces, a contact, a joint or the mending of a position.
//
// A body may leave its way at a time, and go on by another one, which ends elsewhere. Its pose is then that end.

import type { Bodies } from '../../bodies/bodies.js';
import { rotateVector, turnBy } from '../../bodies/free-rotation.js';
import { isTied } from '../../bodies/locks.js';
import type { Detection } from '../detection.js';
import type { Anchors } from './anchors.js';
import { CarriedSpin } from './carried-spin.js';
import type { Flight, Pose } from './flight.js';
import { settlePose } from './fly.js';
import { setShapeOfMover } from './flying-body.js';
import type { FlyingShape } from './impact-query.js';
import type { ImpactSearch } from './impact-search.js';
import { TAKEN } from './marks.js';
import { reachFrom } from './reach-from.js';

/** Orientations whose quaternions have a product above this are alike: they differ by less than 0.02 rad [1]. */
const ALIKE = 1 - 5e-5;

export class Ways {
  readonly #anchors: Anchors;
  /** By rows: the linear and angular velocity that take a mover from its anchor to where it is [m/s], [rad/s]. */
  motions = new Float64Array(0);
  /** By rows: whether a mover has left the way that the step sent it on. */
  hasLeft = new Uint8Array(0);
  /** By rows: whether it turns freely on its way, as its moments have it. Else it turns about an axis that stays. */
  #isTumbling = new Uint8Array(0);
  /** By rows: the time of its anchor when the look began [s]. */
  #starts = new Float64Array(0);
  readonly #spin = new CarriedSpin();
  readonly #turn = new Float64Array(3);
  /** When the step ends [s]. */
  readonly #end = new Float64Array(1);
  readonly #rates = new Float64Array(6);
  /** A rotation, and a vector behind it. */
  readonly #frame = new Float64Array(7);

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
  }

  /** Whether contacts held a node in the step that are gone by now. */
  wasHeld(row: number): boolean {
    return this.#anchors.wasHeld[row] !== 0;
  }

  /** Sets the ways of all movers that take part. */
  find(search: ImpactSearch, detection: Detection): void {
    const { bodies } = detection;
    const { size } = bodies.nodes;
    const { position: x, mover } = bodies.nodes.columns;
    this.#reserve(size);
    this.hasLeft.fill(0, 0, size);
    this.#isTumbling.fill(0, 0, size);
    this.motions.fill(0, 0, 6 * size);
    this.#anchors.takeMissing(detection, search.begin);
    const { times, positions } = this.#anchors;
    this.#starts.set(times.subarray(0, size));
    const { end, marks } = search;
    this.#end[0] = end;
    for (let row = 0; row < size; row++) {
      const length = end - times[row];
      if ((marks[row] & TAKEN) === 0 || mover[row] !== row || !(length > 0)) continue;
      this.#anchors.writeTurn(bodies, row, this.#end, this.#turn);
      for (let k = 0; k < 3; k++) {
        this.motions[6 * row + k] = (x[3 * row + k] - positions[3 * row + k]) / length;
        this.motions[6 * row + 3 + k] = this.#turn[k] / length;
      }
      if (isUneven(bodies, row)) this.#findTumbling(search, bodies, row);
    }
  }

  #reserve(size: number): void {
    if (this.hasLeft.length >= size) return;
    this.motions = new Float64Array(12 * size);
    this.hasLeft = new Uint8Array(2 * size);
    this.#isTumbling = new Uint8Array(2 * size);
    this.#starts = new Float64Array(2 * size);
  }

  /** A mover of uneven moments goes along its free rotation where that ends as the mover has turned. */
  #findTumbling({ query, end }: ImpactSearch, bodies: Bodies, row: number): void {
    const { flight, pose } = query.a;
    const { orientation: q } = bodies.nodes.columns;
    const steady = this.#turn;
    for (let k = 0; k < 3; k++) steady[k] = this.motions[6 * row + 3 + k];
    this.#spin.carry(bodies, row, this.#anchors.orientations, 4 * row);
    for (let k = 0; k < 3; k++) this.motions[6 * row + 3 + k] = this.#spin.result[k];
    this.#isTumbling[row] = 1;
    this.setFlight(flight, bodies, row);
    pose.time = end;
    flight.writePose(pose);
    let cosine = 0;
    for (let k = 0; k < 4; k++) cosine += q[4 * row + k] * pose.orientation[k];
    if (Math.abs(cosine) > ALIKE) return;
    this.#isTumbling[row] = 0;
    for (let k = 0; k < 3; k++) this.motions[6 * row + 3 + k] = steady[k];
  }

  /** Widens the box of a shape, where it is now, to all that it passed through; notes how far it went. */
  widen({ bounds, far, straight, end }: ImpactSearch, bodies: Bodies, shape: number, row: number): void {
    const { motions } = this;
    const length = Math.max(0, end - this.#anchors.times[row]);
    const i = 6 * row;
    const way = Math.sqrt(motions[i] * motions[i] + motions[i + 1] * motions[i + 1] + motions[i + 2] * motions[i + 2]);
    const w = i + 3;
    const turn = Math.sqrt(motions[w] * motions[w] + motions[w + 1] * motions[w + 1] + motions[w + 2] * motions[w + 2]);
    const spin = this.#isTumbling[row] !== 0 ? turn * gainOfTumbling(bodies, row) : turn;
    const reach = spin === 0 ? 0 : reachFrom(bodies, shape, row);
    const swing = reach === 0 ? 0 : Math.min(2, length * spin) * reach;
    for (let axis = 0; axis < 3; axis++) {
      const back = -length * motions[i + axis];
      bounds[6 * shape + axis] += Math.min(0, back) - swing;
      bounds[6 * shape + 3 + axis] += Math.max(0, back) + swing;
    }
    straight[shape] = length * way;
    far[shape] = straight[shape] + (reach === 0 ? 0 : length * spin * reach);
  }

  /** A shape on the way of its mover. */
  setFlying(flying: FlyingShape, bodies: Bodies, shape: number): void {
    setShapeOfMover(flying, bodies, shape);
    this.setFlight(flying.flight, bodies, bodies.nodes.columns.mover[bodies.shapes.columns.owner[shape]]);
  }

  /** The way of a mover from its anchor on. */
  setFlight(flight: Flight, { nodes }: Bodies, row: number): void {
    const { moments, principal } = nodes.columns;
    flight.time = this.#anchors.times[row];
    for (let k = 0; k < 3; k++) flight.position[k] = this.#anchors.positions[3 * row + k];
    for (let k = 0; k < 4; k++) flight.orientation[k] = this.#anchors.orientations[4 * row + k];
    for (let k = 0; k < 6; k++) flight.velocity[k] = this.motions[6 * row + k];
    for (let k = 0; k < 4; k++) flight.principal[k] = principal[4 * row + k];
    for (let k = 0; k < 3; k++) flight.moments[k] = this.#isTumbling[row] !== 0 ? moments[3 * row + k] : 0;
    flight.acceleration.fill(0);
    flight.begin();
  }

  /** A mover leaves its way at a time [s], and is anchored there. Its angular momentum stays. */
  leave({ query }: ImpactSearch, bodies: Bodies, row: number, time: number): void {
    const { pose, flight } = query.a;
    const { positions, orientations, times } = this.#anchors;
    this.setFlight(flight, bodies, row);
    pose.time = Math.max(time, flight.time);
    flight.writePose(pose);
    this.#carrySpin(flight, pose, bodies, row);
    for (let k = 0; k < 3; k++) positions[3 * row + k] = pose.position[k];
    for (let k = 0; k < 4; k++) orientations[4 * row + k] = pose.orientation[k];
    times[row] = pose.time;
    this.#isTumbling[row] = 0;
    this.hasLeft[row] = 1;
  }

  /** Sets the angular velocity of a mover, whose orientation is that of its way's end, to the one at a pose on it. */
  #carrySpin(flight: Flight, pose: Pose, bodies: Bodies, row: number): void {
    const { velocity: u } = bodies.nodes.columns;
    const isTurning = flight.velocity[3] !== 0 || flight.velocity[4] !== 0 || flight.velocity[5] !== 0;
    if (!isTurning || !areMomentsUneven(bodies, row)) return;
    if (this.#isTumbling[row] !== 0) {
      flight.writeVelocity(pose, this.#rates);
      for (let k = 3; k < 6; k++) u[6 * row + k] = this.#rates[k];
      return;
    }
    if (isTied(bodies.nodes.columns, row)) this.#spin.keep(bodies, row, pose.orientation, 0);
    else {
      this.#spin.carry(bodies, row, pose.orientation, 0);
      this.#spin.loseGain(bodies, row);
    }
    for (let k = 0; k < 3; k++) u[6 * row + 3 + k] = this.#spin.result[k];
  }

  /** Takes from the velocity of a mover what forces have given it after a time [s] of a step that ends at another [s]. */
  cutForces({ nodes }: Bodies, row: number, time: number, end: number): void {
    const { velocity: u } = nodes.columns;
    const start = this.#starts[row];
    const share = end > start ? Math.max(0, time - start) / (end - start) : 1;
    for (let k = 6 * row; k < 6 * row + 3; k++) {
      const before = this.#anchors.velocities[k];
      u[k] = before + share * (u[k] - before);
    }
  }

  /** A mover goes on from its anchor to the end [s] by a velocity, without turning. */
  goStraight(search: ImpactSearch, detection: Detection, row: number, velocity: Float64Array): void {
    for (let k = 0; k < 3; k++) this.motions[6 * row + k] = velocity[k];
    this.motions.fill(0, 6 * row + 3, 6 * row + 6);
    this.#arrive(search, detection, row);
  }

  /** How fast the point at place[k + 3 ..] goes along the direction at place[k ..], as a part of a mover at a time [s] [m/s]. */
  speedAlong(row: number, time: number, place: Float64Array, k: number): number {
    const { motions } = this;
    const { positions, times } = this.#anchors;
    const passed = time - times[row];
    let speed = 0;
    for (let axis = 0; axis < 3; axis++) {
      const i = (axis + 1) % 3;
      const j = (axis + 2) % 3;
      const u = 6 * row;
      const armI = place[k + 3 + i] - positions[3 * row + i] - passed * motions[u + i];
      const armJ = place[k + 3 + j] - positions[3 * row + j] - passed * motions[u + j];
      speed += place[k + axis] * (motions[u + axis] + motions[u + 3 + i] * armJ - motions[u + 3 + j] * armI);
    }
    return speed;
  }

  /** A mover goes on from its anchor to the end as if it were fixed to a scripted body. */
  ride(search: ImpactSearch, detection: Detection, row: number, script: number): void {
    const { query, end } = search;
    const { flight, pose } = query.b;
    const { positions, times } = this.#anchors;
    const { motions } = this;
    const [frame, turn] = [this.#frame, this.#turn];
    const rest = end - times[row];
    motions.fill(0, 6 * row, 6 * row + 6);
    if (rest > 0) {
      this.setFlight(flight, detection.bodies, script);
      pose.time = times[row];
      flight.writePose(pose);
      frame.fill(0);
      frame[3] = 1;
      for (let k = 0; k < 3; k++) {
        turn[k] = rest * motions[6 * script + 3 + k];
        frame[4 + k] = positions[3 * row + k] - pose.position[k];
      }
      turnBy(frame, 0, turn, 0);
      rotateVector(frame, 1);
      for (let k = 0; k < 3; k++) {
        const to = pose.position[k] + rest * motions[6 * script + k] + frame[4 + k];
        motions[6 * row + k] = (to - positions[3 * row + k]) / rest;
        motions[6 * row + 3 + k] = motions[6 * script + 3 + k];
      }
    }
    this.#arrive(search, detection, row);
  }

  /** Puts a mover to the end of its way. */
  #arrive({ query, end }: ImpactSearch, { bodies, graph }: Detection, row: number): void {
    const { flight, pose } = query.a;
    const { position, orientation } = bodies.nodes.columns;
    this.setFlight(flight, bodies, row);
    pose.time = Math.max(end, flight.time);
    flight.writePose(pose);
    for (let k = 0; k < 3; k++) position[3 * row + k] = pose.position[k];
    for (let k = 0; k < 4; k++) orientation[4 * row + k] = pose.orientation[k];
    settlePose(bodies, graph, row);
  }
}

/** Whether the moments of a mover differ, so that its axis moves as it turns; of one that joints or locks hold they say nothing. */
export function isUneven(bodies: Bodies, row: number): boolean {
  return areMomentsUneven(bodies, row) && !isTied(bodies.nodes.columns, row);
}

/** Whether the moments of a mover differ. */
function areMomentsUneven({ nodes }: Bodies, row: number): boolean {
  const { moments, inverseMass } = nodes.columns;
  const i = 3 * row;
  return inverseMass[row] > 0 && moments[i] > 0 && (moments[i] !== moments[i + 1] || moments[i] !== moments[i + 2]);
}

/** How much faster a body of uneven moments may turn than it does now, by its energy [1]. */
function gainOfTumbling({ nodes }: Bodies, row: number): number {
  const { moments } = nodes.columns;
  const i = 3 * row;
  const least = Math.min(moments[i], moments[i + 1], moments[i + 2]);
  const most = Math.max(moments[i], moments[i + 1], moments[i + 2]);
  return Math.sqrt(most / least);
}
