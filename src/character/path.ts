// The way of a character's capsule in one step: it goes until it meets something, and on along that. A way is a displacement [m].

import type { Vec3 } from '../math/vector.js';
import { add, cross, dot, length, scale } from '../math/vector.js';
import type { GroundFinder } from './ground.js';
import type { CharacterMeasures } from './options.js';
import type { Obstacle, Probe } from './probe.js';
import { along, level, NO_DIRECTION, wallOf } from './probe.js';

/** Turns of a way in one step, at most. */
const MOST_TURNS = 5;
/** A way that is shorter than this is none [m]. */
const NO_WAY = 1e-9;

export class Path {
  /** Where the middle of the capsule is by now [m]. */
  position: Vec3 = [0, 0, 0];
  /** What it has met, in order. */
  readonly met: Obstacle[] = [];
  readonly #probe: Probe;
  readonly #grounds: GroundFinder;
  readonly #measures: CharacterMeasures;
  /** Normals of what the way goes along. */
  readonly #planes: Vec3[] = [];

  constructor(probe: Probe, grounds: GroundFinder, measures: CharacterMeasures) {
    this.#probe = probe;
    this.#grounds = grounds;
    this.#measures = measures;
  }

  /** Begins at a position, out of all that has come over it. */
  begin(position: Readonly<Vec3>): void {
    this.position = [...position];
    this.met.length = 0;
    for (let i = 0; i < MOST_TURNS; i++) {
      const out = this.#probe.wayOut(this.position);
      if (out === undefined) return;
      this.position = add(this.position, out);
    }
  }

  /** Walks a level way over ground of a normal: up and down steps, and along walls. */
  walk(way: Readonly<Vec3>, ground: Readonly<Vec3>): void {
    const feet = this.#grounds.feetAt(this.position);
    let floor = ground;
    // As fast uphill as on the flat.
    const slowing = length(way) / Math.max(length(rising(way, floor)), NO_WAY);
    let wanted = scale(way, slowing);
    let rest = rising(wanted, floor);
    this.#planes.length = 0;
    for (let i = 0; i < MOST_TURNS && length(rest) > NO_WAY; i++) {
      const met = this.#advance(rest);
      if (met === undefined) return;
      wanted = scale(wanted, 1 - met.share);
      if (this.#grounds.isLevelEnough(met.normal)) floor = met.normal;
      else if (this.#stepUp(met, scale(rest, 1 - met.share), feet)) return;
      else this.#planes.push(wallOf(met.normal));
      rest = rising(this.#alongAll(wanted), floor);
    }
  }

  /** Flies a way; returns a velocity as what it has met leaves it [m/s]. */
  fly(way: Readonly<Vec3>, before: Readonly<Vec3>): Vec3 {
    let velocity: Vec3 = [...before];
    let wanted: Vec3 = [...way];
    let rest = wanted;
    this.#planes.length = 0;
    for (let i = 0; i < MOST_TURNS && length(rest) > NO_WAY; i++) {
      const met = this.#advance(rest);
      if (met === undefined) break;
      const normal = this.#deflecting(met.normal, velocity);
      this.#planes.push(normal);
      wanted = scale(wanted, 1 - met.share);
      rest = this.#alongAll(wanted);
      velocity = along(velocity, normal);
    }
    return velocity;
  }

  /** Goes straight, as far as it can, through one body that goes with it. */
  carry(way: Readonly<Vec3>, by: Obstacle['body']): void {
    if (length(way) < NO_WAY * NO_WAY) return;
    const met = this.#probe.cast(this.position, way, by);
    const far = length(way);
    const direction = scale(way, 1 / far);
    const room = met === undefined ? far : this.#probe.room(met, direction);
    this.position = add(this.position, room < far ? scale(direction, room) : way);
  }

  /** Goes straight until something is met; says what, and after which share of the way. */
  #advance(way: Readonly<Vec3>): (Obstacle & { readonly share: number }) | undefined {
    const far = length(way);
    const direction = scale(way, 1 / far);
    const met = this.#probe.cast(this.position, way);
    const room = met === undefined ? far : this.#probe.room(met, direction);
    if (met === undefined || room >= far) {
      this.position = add(this.position, way);
      return undefined;
    }
    this.position = add(this.position, scale(direction, room));
    this.met.push(met);
    return { ...met, share: room / far };
  }

  /** Up, on, and down onto what was met, if it is a step; else it stays where it is. */
  #stepUp(met: Obstacle, way: Readonly<Vec3>, feet: number): boolean {
    if (this.#grounds.faceOf(met, feet) === undefined) return false;
    const before = this.position;
    const rise = feet + this.#measures.maxStep - this.#grounds.feetAt(before);
    if (rise <= 0) return false;
    const count = this.met.length;
    this.#advance([0, rise, 0]);
    this.#advance(level(way));
    const ground = this.#grounds.find(this.position, rise, feet);
    this.met.length = count;
    const isOn = ground !== undefined && length(level(add(this.position, scale(before, -1)))) > NO_WAY;
    this.position = isOn ? add(this.position, [0, -ground.drop, 0]) : before;
    return isOn;
  }

  /** What is left of a way along all planes: along one, in the corner of two along both, else nothing. */
  #alongAll(way: Readonly<Vec3>): Vec3 {
    const planes = this.#planes;
    if (planes.length === 0) return [...way];
    for (const plane of planes) {
      const turned = along(way, plane);
      if (!this.#goesInto(turned)) return turned;
    }
    for (const [i, plane] of planes.entries()) {
      for (const other of planes.slice(0, i)) {
        const edge = cross(plane, other);
        if (length(edge) < NO_DIRECTION) continue;
        const corner = scale(edge, dot(way, edge) / dot(edge, edge));
        if (!this.#goesInto(corner)) return corner;
      }
    }
    return [0, 0, 0];
  }

  #goesInto(way: Readonly<Vec3>): boolean {
    return this.#planes.some((plane) => dot(way, plane) < -NO_DIRECTION * length(way));
  }

  /** What is too steep to stand on lifts nobody: who would rise by it meets a wall. */
  #deflecting(normal: Readonly<Vec3>, velocity: Readonly<Vec3>): Vec3 {
    const after = along(velocity, normal);
    const rises = after[1] > 0 && after[1] > velocity[1];
    return rises && !this.#grounds.isLevelEnough(normal) ? wallOf(normal) : [...normal];
  }
}

/** A level way, as it goes over ground of a normal. */
function rising(way: Readonly<Vec3>, normal: Readonly<Vec3>): Vec3 {
  return [way[0], -(way[0] * normal[0] + way[2] * normal[2]) / normal[1], way[2]];
}
