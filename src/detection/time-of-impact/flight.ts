// A flight: the motion of a body on which nothing but a constant force acts, as a pure function of its anchor, which is
// where the body was at one time and how it moved. Whoever asks, in whatever order and for whatever times, gets the
// same bits: no pose that is computed on the way becomes an anchor.
//
// The centre goes along a parabola. A body without torque turns in closed form where two of its principal moments are
// equal: about an axis that stays, or with a precession about its angular momentum. Where all three differ, the
// splitting of bodies/free-rotation.ts is composed to the fourth order (Suzuki 1990) on a grid in time that begins at
// the anchor. In a turn of one radian it errs by less than TURN_ERROR [rad].

import { DURATION, normalize, rotateVector, SPIN_LENGTH, turnBy, turnFreely } from '../../bodies/free-rotation.js';

/** Moments that differ by less than this share are equal [1]: the turn is then wrong by no more than that share. */
const EQUAL_MOMENTS = 1e-12;
/** A step of the grid is at most this turn [rad]. */
const GRID_TURN = 1 / 16;
/** The composition: twice this share of the step, then what is left over, backwards, then twice this share [1]. */
const SHARE = 0.4144907717943757;
const BACK = 1 - 4 * SHARE;
/** So many points of a grid are remembered at the most: whoever asks about a time again, or about an earlier one, finds them [1]. */
const MOST_POINTS = 1024;
/** Numbers of a point: orientation and momentum. */
const POINT_LENGTH = 7;
/** Faster than this a body is taken to turn about an axis that stays [rad/s]: a grid would take for ever. */
const FASTEST_TUMBLE = 2e4;
/** What a grid adds to the error of the orientation in a turn of one radian, at most [1]. */
export const TURN_ERROR = 1e-7;
/** Largest angular velocities count as this much larger: what is computed may turn faster than the body by its error [1]. */
const CAUTION = 1 + 1e-5;

/** How a body turns: not at all, about an axis that stays, with a precession, or by the grid. */
const STILL = 0;
const STEADY = 1;
const PRECESSING = 2;
const TUMBLING = 3;

/** Where a body is at a time. The time is in an array, since V8 would allocate it if it were handed from call to call. */
export class Pose {
  readonly #times = new Float64Array(1);
  /** Centre of mass [m], orientation of the body [1]. */
  readonly position = new Float64Array(3);
  readonly orientation = Float64Array.of(0, 0, 0, 1);

  /** [s] */
  get time(): number {
    return this.#times[0];
  }

  set time(time: number) {
    this.#times[0] = time;
  }

  /** The same as `time` = from[i]: where a setter is not inlined, V8 allocates what it is given. */
  takeTime(from: Float64Array, i: number): void {
    this.#times[0] = from[i];
  }
}

export class Flight {
  /** Time of the anchor [s]. */
  readonly #times = new Float64Array(1);
  /**
   * Centre of mass at the anchor [m], orientation of the body [1], linear [m/s] and angular velocity in the world's
   * frame [rad/s].
   */
  readonly position = new Float64Array(3);
  readonly orientation = Float64Array.of(0, 0, 0, 1);
  readonly velocity = new Float64Array(6);
  /** Acceleration of the centre [m/s^2]. */
  readonly acceleration = new Float64Array(3);
  /** Principal moments [kg m^2], zero for a body that turns as it likes, and the principal frame in that of the body [1]. */
  readonly moments = new Float64Array(3);
  readonly principal = Float64Array.of(0, 0, 0, 1);
  /** What follows from these: see begin(). */
  way = STILL;
  /** Largest angular velocity [rad/s], the length of a step of the grid [s], and how long after the anchor it is looked at [s]. */
  readonly derived = new Float64Array(3);
  /** Of a precession: its angular velocity in the world, then that of the spin in the body's frame [rad/s]. */
  readonly precession = new Float64Array(6);
  /** Principal orientation and angular momentum in the principal frame, at the anchor. */
  readonly spin = new Float64Array(SPIN_LENGTH);
  /** Of the grid: the same at its points from the first on, as far as they are known. */
  grid = new Float64Array(POINT_LENGTH);
  gridCount = 0;
  readonly partial = new Float64Array(SPIN_LENGTH);
  readonly turn = new Float64Array(3);

  get time(): number {
    return this.#times[0];
  }

  set time(time: number) {
    this.#times[0] = time;
  }

  /** No point of the body that is 1 m from its centre is faster than this, seen from there [rad/s]. */
  get largestSpin(): number {
    return this.derived[0];
  }

  /** Whether the angular velocity stays what it is. */
  get isSteady(): boolean {
    return this.way <= STEADY;
  }

  /** Takes note of how the body turns: to be called once the anchor is set. */
  begin(): void {
    const { velocity: u, moments, derived } = this;
    const speed = Math.sqrt(u[3] * u[3] + u[4] * u[4] + u[5] * u[5]);
    derived[0] = speed * CAUTION;
    derived[1] = 0;
    this.way = speed === 0 ? STILL : STEADY;
    if (speed === 0 || !(moments[0] > 0) || !(speed < FASTEST_TUMBLE)) return;
    writeSpin(this);
    const apart = apartFrom(moments);
    if (apart === ALL_EQUAL) return;
    if (apart === NONE_EQUAL) beginGrid(this);
    else beginPrecession(this, apart);
  }

  /** Writes where the body is at the time of a pose, which is not before the anchor. */
  writePose(pose: Pose): void {
    const { position: x, velocity: u, acceleration: a, turn, precession } = this;
    const t = pose.time - this.#times[0];
    for (let k = 0; k < 3; k++) pose.position[k] = x[k] + t * (u[k] + 0.5 * t * a[k]);
    if (this.way === TUMBLING) {
      this.derived[2] = t;
      followGrid(this);
      writeOrientation(this, pose.orientation);
      return;
    }
    pose.orientation.set(this.orientation);
    if (this.way === STILL) return;
    if (this.way === PRECESSING) {
      for (let k = 0; k < 3; k++) turn[k] = t * precession[3 + k];
      turnWithin(pose.orientation, turn);
    }
    for (let k = 0; k < 3; k++) turn[k] = t * (this.way === PRECESSING ? precession[k] : u[3 + k]);
    turnBy(pose.orientation, 0, turn, 0);
  }

  /** Writes linear and angular velocity to out[0 .. 5], at the time of a pose that writePose() has written. */
  writeVelocity(pose: Pose, out: Float64Array): void {
    const { velocity: u, acceleration: a, precession, partial, moments } = this;
    const t = pose.time - this.#times[0];
    for (let k = 0; k < 3; k++) out[k] = u[k] + t * a[k];
    for (let k = 3; k < 6; k++) out[k] = u[k];
    if (this.way === PRECESSING) {
      partial.set(pose.orientation);
      for (let k = 0; k < 3; k++) partial[4 + k] = precession[3 + k];
      rotateVector(partial, 1);
      for (let k = 0; k < 3; k++) out[3 + k] = precession[k] + partial[4 + k];
    } else if (this.way === TUMBLING) {
      this.derived[2] = t;
      followGrid(this);
      for (let k = 0; k < 3; k++) partial[4 + k] /= moments[k];
      rotateVector(partial, 1);
      for (let k = 0; k < 3; k++) out[3 + k] = partial[4 + k];
    }
  }
}

/** What apartFrom() says beside the number of an axis. */
const ALL_EQUAL = -1;
const NONE_EQUAL = -2;

/** The axis whose moment differs from the two others, which are equal. */
function apartFrom(moments: Float64Array): number {
  const near = EQUAL_MOMENTS * (moments[0] + moments[1] + moments[2]);
  const isEqual = (i: number, j: number) => Math.abs(moments[i] - moments[j]) <= near;
  if (isEqual(0, 1)) return isEqual(1, 2) ? ALL_EQUAL : 2;
  if (isEqual(0, 2)) return 1;
  return isEqual(1, 2) ? 0 : NONE_EQUAL;
}

/** Principal orientation and angular momentum in the principal frame, at the anchor. */
function writeSpin({ orientation: q, principal: p, velocity: u, moments, spin }: Flight): void {
  spin[0] = q[3] * p[0] + q[0] * p[3] + q[1] * p[2] - q[2] * p[1];
  spin[1] = q[3] * p[1] - q[0] * p[2] + q[1] * p[3] + q[2] * p[0];
  spin[2] = q[3] * p[2] + q[0] * p[1] - q[1] * p[0] + q[2] * p[3];
  spin[3] = q[3] * p[3] - q[0] * p[0] - q[1] * p[1] - q[2] * p[2];
  for (let k = 0; k < 3; k++) spin[4 + k] = u[3 + k];
  rotateVector(spin, -1);
  for (let k = 0; k < 3; k++) spin[4 + k] *= moments[k];
}

/** L / I about the angular momentum, and what is left of the angular velocity about the axis whose moment is apart. */
function beginPrecession(flight: Flight, axis: number): void {
  const { spin, partial, moments, precession, principal } = flight;
  const across = moments[(axis + 1) % 3];
  flight.way = PRECESSING;
  for (let k = 0; k < 7; k++) partial[k] = spin[k];
  rotateVector(partial, 1);
  for (let k = 0; k < 3; k++) precession[k] = partial[4 + k] / across;
  for (let k = 0; k < 4; k++) partial[k] = principal[k];
  for (let k = 0; k < 3; k++) partial[4 + k] = k === axis ? spin[4 + k] * (1 / moments[k] - 1 / across) : 0;
  rotateVector(partial, 1);
  for (let k = 0; k < 3; k++) precession[3 + k] = partial[4 + k];
}

/** Neither momentum nor energy let a body turn faster than they would about the axis of the least moment. */
function beginGrid(flight: Flight): void {
  const { spin, grid, moments, derived } = flight;
  const least = Math.min(moments[0], moments[1], moments[2]);
  let momentum = 0;
  let energy = 0;
  for (let k = 0; k < 3; k++) {
    momentum += spin[4 + k] * spin[4 + k];
    energy += (spin[4 + k] * spin[4 + k]) / moments[k];
  }
  flight.way = TUMBLING;
  derived[0] = Math.min(Math.sqrt(momentum) / least, Math.sqrt(energy / least)) * CAUTION;
  derived[1] = GRID_TURN / derived[0];
  flight.gridCount = 1;
  for (let k = 0; k < POINT_LENGTH; k++) grid[k] = spin[k];
}

/** Sets `partial` to the spin at derived[2] after the anchor: by whole steps of the grid, and a part of one. */
function followGrid(flight: Flight): void {
  const { partial, derived, moments } = flight;
  const step = derived[1];
  const point = Math.max(0, Math.floor(derived[2] / step));
  let last = Math.min(point, flight.gridCount - 1);
  for (let k = 0; k < POINT_LENGTH; k++) partial[k] = flight.grid[POINT_LENGTH * last + k];
  for (; last < point; last++) {
    partial[DURATION] = step;
    stepGrid(partial, moments);
    if (last + 1 < MOST_POINTS) addPoint(flight);
  }
  partial[DURATION] = derived[2] - point * step;
  stepGrid(partial, moments);
}

/** Remembers the spin at hand as the next point of the grid. */
function addPoint(flight: Flight): void {
  const { grid, partial } = flight;
  const at = POINT_LENGTH * flight.gridCount++;
  if (at === grid.length) {
    flight.grid = new Float64Array(2 * at);
    flight.grid.set(grid);
  }
  for (let k = 0; k < POINT_LENGTH; k++) flight.grid[at + k] = partial[k];
}

/** A step of the grid, or a part of one: spin[DURATION] says how long it is, and is lost. */
function stepGrid(spin: Float64Array, moments: Float64Array): void {
  const step = spin[DURATION];
  for (let stage = 0; stage < 5; stage++) {
    spin[DURATION] = step * (stage === 2 ? BACK : SHARE);
    turnFreely(spin, moments, 0);
  }
}

/** The body's orientation from the principal one of `partial`. */
function writeOrientation({ partial: s, principal: p }: Flight, out: Float64Array): void {
  out[0] = -s[3] * p[0] + s[0] * p[3] - s[1] * p[2] + s[2] * p[1];
  out[1] = -s[3] * p[1] + s[0] * p[2] + s[1] * p[3] - s[2] * p[0];
  out[2] = -s[3] * p[2] - s[0] * p[1] + s[1] * p[0] + s[2] * p[3];
  out[3] = s[3] * p[3] + s[0] * p[0] + s[1] * p[1] + s[2] * p[2];
  normalize(out, 0);
}

/** q <- q exp(v) for a rotation vector of the body's own frame [rad]. */
function turnWithin(q: Float64Array, v: Float64Array): void {
  // The conjugate of exp(-v) conj(q).
  for (let k = 0; k < 3; k++) {
    q[k] = -q[k];
    v[k] = -v[k];
  }
  turnBy(q, 0, v, 0);
  for (let k = 0; k < 3; k++) q[k] = -q[k];
}
