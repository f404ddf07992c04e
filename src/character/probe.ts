// What a character asks of the world: how far its capsule can go, what face is beyond an edge, and how deep it is in something. A move
// asks several times in every step: what is found goes into records and vectors that are there.

import type { Body } from '../handles.js';
import { addScaledInto, copyInto, put, readInto, scaleInto } from '../math/in-place.js';
import type { Vec3 } from '../math/vector.js';
import { dot, length } from '../math/vector.js';
import { Hits } from '../queries/hits.js';
import type { PreparedShape } from '../queries/prepared-shape.js';
import type { QueryOptions } from '../world/query-options.js';
import type { World } from '../world.js';
import type { CharacterMeasures, CharacterOptions } from './options.js';

/** What the capsule or a ray has met. */
export class Obstacle {
  /** Undefined before anything was met. */
  body: Body | undefined = undefined;
  /** How far along the way [m]. */
  distance = 0;
  readonly point: Vec3 = [0, 0, 0];
  /** Out of the body [1]. */
  readonly normal: Vec3 = [0, 0, 0];
}

/** How far a capsule looks beyond its way for what it must keep its gap to, in gaps [1]. */
const LOOK_AHEAD = 4;
/** Gaps are kept at right angles to what is met, up to this cosine of the angle with the way [1]. */
const LEAST_APPROACH = 0.1;
/** Who asks what the capsule is in goes next to nowhere [m]. */
const ON_THE_SPOT: Readonly<Vec3> = [0, 1e-9, 0];
const DOWN: Readonly<Vec3> = [0, -1, 0];

/** A part of a unit vector that is shorter than this has no direction [1]. */
export const NO_DIRECTION = 1e-6;

export class Probe {
  readonly #world: World;
  readonly #measures: CharacterMeasures;
  readonly #shape: PreparedShape;
  readonly #passing: QueryOptions;
  readonly #meeting: QueryOptions;
  /** As #passing, with another body that is left out of account. */
  readonly #without: QueryOptions & { readonly except: Body[] };
  /** As #passing, with an end. */
  readonly #bounded: QueryOptions;
  readonly #hits = new Hits(1);
  readonly #reach: Vec3 = [0, 0, 0];
  readonly #inside = new Obstacle();

  constructor(world: World, self: Body | undefined, measures: CharacterMeasures, filter: CharacterOptions['filter']) {
    const { radius, height } = measures;
    this.#world = world;
    this.#measures = measures;
    this.#shape = world.queries.prepareShape({ kind: 'capsule', radius, length: height - 2 * radius });
    const seen = { ...(self !== undefined && { as: self }), ...(filter !== undefined && { filter }) };
    this.#passing = { ...seen, inside: 'pass' };
    this.#meeting = { ...seen, inside: 'hit' };
    this.#without = { ...this.#passing, except: [] };
    this.#bounded = { ...this.#passing, maxDistance: 0 };
  }

  /** The first that the capsule meets from a position on its way, or just beyond; says whether there is any. */
  cast(from: Readonly<Vec3>, way: Readonly<Vec3>, met: Obstacle): boolean {
    return this.#cast(from, way, met, this.#passing);
  }

  /** The same, with another body left out of account. */
  castWithout(body: Body, from: Readonly<Vec3>, way: Readonly<Vec3>, met: Obstacle): boolean {
    this.#without.except[0] = body;
    return this.#cast(from, way, met, this.#without);
  }

  #cast(from: Readonly<Vec3>, way: Readonly<Vec3>, met: Obstacle, options: QueryOptions): boolean {
    const far = length(way);
    scaleInto(this.#reach, way, (far + LOOK_AHEAD * this.#measures.skin) / far);
    this.#world.queries.castShapes(this.#shape, from, this.#reach, this.#hits, options);
    return this.#read(met);
  }

  /** How far it may then go along a unit direction, such that the gap stays [m]. */
  room({ distance, normal }: Obstacle, direction: Readonly<Vec3>): number {
    return Math.max(0, distance - this.#measures.skin / Math.max(-dot(normal, direction), LEAST_APPROACH));
  }

  /** The face that is met first by a way down [m]; says whether there is any. */
  findBelow(from: Readonly<Vec3>, depth: number, met: Obstacle): boolean {
    this.#bounded.maxDistance = depth;
    this.#world.queries.castRays(from, DOWN, this.#hits, this.#bounded);
    return this.#read(met);
  }

  /** The shortest way out of what the capsule is in at a position, and a gap beyond; false where it is in nothing. */
  findWayOut(from: Readonly<Vec3>, way: Vec3): boolean {
    const { radius, height, skin } = this.#measures;
    this.#world.queries.castShapes(this.#shape, from, ON_THE_SPOT, this.#hits, this.#meeting);
    if (!this.#read(this.#inside) || this.#hits.inside[0] === 0) return false;
    const { point, normal } = this.#inside;
    const lowest = dot(from, normal) - radius - 0.5 * (height - 2 * radius) * Math.abs(normal[1]);
    scaleInto(way, normal, Math.max(0, dot(point, normal) - lowest) + skin);
    return true;
  }

  /** Reads the hit; false where there is none. */
  #read(met: Obstacle): boolean {
    const { body, distance, point, normal } = this.#hits;
    met.body = body[0] < 0 ? undefined : this.#world.body(body[0]);
    if (met.body === undefined) return false;
    met.distance = distance[0];
    readInto(met.point, point, 0);
    readInto(met.normal, normal, 0);
    return true;
  }
}

/** The part of a vector that is level [as given]. */
export function levelInto(out: Vec3, v: Readonly<Vec3>): void {
  put(out, v[0], 0, v[2]);
}

/** The length of that part. */
export function levelLength(v: Readonly<Vec3>): number {
  return Math.sqrt(v[0] * v[0] + v[2] * v[2]);
}

/** A vector without its part against a plane. */
export function alongInto(out: Vec3, v: Readonly<Vec3>, normal: Readonly<Vec3>): void {
  const into = dot(v, normal);
  if (into < 0) addScaledInto(out, v, normal, -into);
  else copyInto(out, v);
}

/** The level normal of what walks meet as a wall; of a ceiling its own. */
export function wallInto(out: Vec3, normal: Readonly<Vec3>): void {
  const outward = levelLength(normal);
  copyInto(out, normal);
  if (outward < NO_DIRECTION) return;
  levelInto(out, normal);
  scaleInto(out, out, 1 / outward);
}
