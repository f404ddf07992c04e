// The path of a character's capsule in one step: the capsule moves until it meets an obstacle, and then slides along
// it. A way is a displacement [m].

import type { Body } from '../handles.js';
import { addInto, addScaledInto, copyInto, crossInto, put, scaleInto, subtractInto } from '../math/in-place.js';
import type { Vec3 } from '../math/vector.js';
import { dot, length } from '../math/vector.js';
import type { GroundFinder } from './ground.js';
import { Ground } from './ground.js';
import type { CharacterMeasures } from './options.js';
import type { Probe } from './probe.js';
import { alongInto, levelInto, levelLength, NO_DIRECTION, Obstacle, wallInto } from './probe.js';

/** Largest number of slides (changes of direction) in one step. */
const MOST_TURNS = 5;
/** Largest number of obstacles of a path: one for each slide, and two more when it climbs a step. */
const MOST_MET = MOST_TURNS + 2;
/** Shorter ways count as zero [m]. */
const NO_WAY = 1e-9;

export class Path {
  /** Present position of the middle of the capsule [m]. */
  readonly position: Vec3 = [0, 0, 0];
  /** Obstacles met, in order: the first `metCount` of these. */
  readonly met = Array.from({ length: MOST_MET }, () => new Obstacle());
  metCount = 0;
  readonly #probe: Probe;
  readonly #grounds: GroundFinder;
  readonly #measures: CharacterMeasures;
  /** Normals of the planes along which the path slides: the first #planeCount of these. */
  readonly #planes = Array.from({ length: MOST_TURNS }, (): Vec3 => [0, 0, 0]);
  #planeCount = 0;
  /** Fraction of the last way up to the obstacle [1]. */
  #share = 0;
  readonly #out: Vec3 = [0, 0, 0];
  readonly #wanted: Vec3 = [0, 0, 0];
  readonly #rest: Vec3 = [0, 0, 0];
  readonly #floor: Vec3 = [0, 0, 0];
  readonly #direction: Vec3 = [0, 0, 0];
  readonly #turned: Vec3 = [0, 0, 0];
  readonly #edge: Vec3 = [0, 0, 0];
  readonly #before: Vec3 = [0, 0, 0];
  readonly #part: Vec3 = [0, 0, 0];
  readonly #step = new Ground();
  readonly #ahead = new Obstacle();

  constructor(probe: Probe, grounds: GroundFinder, measures: CharacterMeasures) {
    this.#probe = probe;
    this.#grounds = grounds;
    this.#measures = measures;
  }

  /** Begins a path at the position, after moving the capsule out of bodies that penetrate it. */
  begin(): void {
    const { position } = this;
    this.metCount = 0;
    for (let i = 0; i < MOST_TURNS; i++) {
      if (!this.#probe.findWayOut(position, this.#out)) return;
      addInto(position, position, this.#out);
    }
  }

  /** Walks a horizontal way over ground with a normal: up and down steps, and along walls. */
  walk(way: Readonly<Vec3>, ground: Readonly<Vec3>): void {
    const feet = this.#grounds.feetAt(this.position);
    const wanted = this.#wanted;
    const rest = this.#rest;
    const floor = this.#floor;
    copyInto(floor, ground);
    riseInto(rest, way, floor);
    // The speed along a slope is that on level ground.
    const slowing = length(way) / Math.max(length(rest), NO_WAY);
    scaleInto(wanted, way, slowing);
    riseInto(rest, wanted, floor);
    this.#planeCount = 0;
    for (let i = 0; i < MOST_TURNS && length(rest) > NO_WAY; i++) {
      const met = this.#advance(rest);
      if (met === undefined) return;
      const left = 1 - this.#share;
      scaleInto(wanted, wanted, left);
      scaleInto(rest, rest, left);
      if (this.#grounds.isLevelEnough(met.normal)) copyInto(floor, met.normal);
      else if (this.#stepUp(met, rest, feet)) return;
      else wallInto(this.#planes[this.#planeCount++], met.normal);
      this.#alongAll(wanted, rest);
      riseInto(rest, rest, floor);
    }
  }

  /** Flies a way; removes the components of a velocity [m/s] that obstacles stop. */
  fly(way: Readonly<Vec3>, velocity: Vec3): void {
    const wanted = this.#wanted;
    const rest = this.#rest;
    copyInto(wanted, way);
    copyInto(rest, way);
    this.#planeCount = 0;
    for (let i = 0; i < MOST_TURNS && length(rest) > NO_WAY; i++) {
      const met = this.#advance(rest);
      if (met === undefined) break;
      const plane = this.#planes[this.#planeCount++];
      this.#deflect(met.normal, velocity, plane);
      scaleInto(wanted, wanted, 1 - this.#share);
      this.#alongAll(wanted, rest);
      alongInto(velocity, velocity, plane);
    }
  }

  /** Moves straight as far as it can, ignoring the body `by`, which moves along. */
  carry(way: Readonly<Vec3>, by: Body): void {
    const far = length(way);
    if (far < NO_WAY * NO_WAY) return;
    const isMet = this.#probe.castWithout(by, this.position, way, this.#ahead);
    this.#go(way, far, isMet, this.#ahead);
  }

  /** Moves straight down by `drop` [m]; the caller has found that nothing is in the way. */
  descend(drop: number): void {
    put(this.#part, 0, -drop, 0);
    addInto(this.position, this.position, this.#part);
  }

  /** Moves straight until it meets an obstacle; returns the obstacle. */
  #advance(way: Readonly<Vec3>): Obstacle | undefined {
    const met = this.met[this.metCount];
    const far = length(way);
    const isMet = this.#probe.cast(this.position, way, met);
    const room = this.#go(way, far, isMet, met);
    if (room >= far) return undefined;
    this.metCount++;
    this.#share = room / far;
    return met;
  }

  /** Moves along a way as far as the obstacle allows; returns that distance [m]. */
  #go(way: Readonly<Vec3>, far: number, isMet: boolean, met: Obstacle): number {
    const { position } = this;
    scaleInto(this.#direction, way, 1 / far);
    const room = isMet ? this.#probe.room(met, this.#direction) : far;
    if (room < far) addScaledInto(position, position, this.#direction, room);
    else addInto(position, position, way);
    return room;
  }

  /**
   * Climbs the obstacle if it is a step: up, forward, and down onto it. Else the position stays; returns whether it
   * climbed.
   */
  #stepUp(met: Obstacle, way: Readonly<Vec3>, feet: number): boolean {
    const { position } = this;
    const ground = this.#step;
    if (this.#grounds.faceOf(met, feet) === undefined) return false;
    copyInto(this.#before, position);
    const rise = feet + this.#measures.maxStep - this.#grounds.feetAt(position);
    if (rise <= 0) return false;
    const count = this.metCount;
    put(this.#part, 0, rise, 0);
    this.#advance(this.#part);
    levelInto(this.#part, way);
    this.#advance(this.#part);
    const isFound = this.#grounds.find(position, rise, feet, ground);
    this.metCount = count;
    subtractInto(this.#part, position, this.#before);
    const isOn = isFound && levelLength(this.#part) > NO_WAY;
    if (isOn) this.descend(ground.drop);
    else copyInto(position, this.#before);
    return isOn;
  }

  /** Projects a way so that it enters no plane: onto one plane, onto the edge of two planes, else to zero. */
  #alongAll(way: Readonly<Vec3>, left: Vec3): void {
    const planes = this.#planes;
    copyInto(left, way);
    if (this.#planeCount === 0) return;
    for (let i = 0; i < this.#planeCount; i++) {
      alongInto(left, way, planes[i]);
      if (!this.#goesInto(left)) return;
    }
    const edge = this.#edge;
    for (let i = 0; i < this.#planeCount; i++) {
      for (let j = 0; j < i; j++) {
        crossInto(edge, planes[i], planes[j]);
        if (length(edge) < NO_DIRECTION) continue;
        scaleInto(left, edge, dot(way, edge) / dot(edge, edge));
        if (!this.#goesInto(left)) return;
      }
    }
    put(left, 0, 0, 0);
  }

  #goesInto(way: Readonly<Vec3>): boolean {
    const least = -NO_DIRECTION * length(way);
    for (let i = 0; i < this.#planeCount; i++) if (dot(way, this.#planes[i]) < least) return true;
    return false;
  }

  /**
   * The plane that deflects a flight. A slope too steep to stand on must not lift the character, so it acts as a wall.
   */
  #deflect(normal: Readonly<Vec3>, velocity: Readonly<Vec3>, plane: Vec3): void {
    const after = this.#turned;
    alongInto(after, velocity, normal);
    const rises = after[1] > 0 && after[1] > velocity[1];
    if (rises && !this.#grounds.isLevelEnough(normal)) wallInto(plane, normal);
    else copyInto(plane, normal);
  }
}

/** A horizontal way, projected vertically onto ground with a normal. */
function riseInto(out: Vec3, way: Readonly<Vec3>, normal: Readonly<Vec3>): void {
  put(out, way[0], -(way[0] * normal[0] + way[2] * normal[2]) / normal[1], way[2]);
}
