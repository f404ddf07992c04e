// Queries of a character: how far its capsule can move, which face is behind an edge, and the way out of penetration. A
// move makes several queries per step, so results are written to existing records and vectors.

import type { Body } from '../handles.js';
import { addScaledInto, copyInto, put, readInto, scaleInto } from '../math/in-place.js';
import type { Vec3 } from '../math/vector.js';
import { dot, length } from '../math/vector.js';
import { Hits } from '../queries/hits.js';
import type { PreparedShape } from '../queries/prepared-shape.js';
import type { QueryOptions } from '../world/query-options.js';
import type { World } from '../world.js';
import type { CharacterMeasures, CharacterOptions } from './options.js';

/** An obstacle that the capsule or a ray has hit. */
export class Obstacle {
  /** Undefined before the first hit. */
  body: Body | undefined = undefined;
  /** Distance along the way [m]. */
  distance = 0;
  readonly point: Vec3 = [0, 0, 0];
  /** Outward normal of the body [1]. */
  readonly normal: Vec3 = [0, 0, 0];
}

/** Distance beyond the way in which obstacles are searched, to keep the gap to them, as a multiple of the gap [1]. */
const LOOK_AHEAD = 4;
/**
 * Lower limit of the cosine between way and normal, by which the gap along the normal is converted to one along the way
 * [1].
 */
const LEAST_APPROACH = 0.1;
/** A displacement of almost zero, for a cast that finds the body that contains the capsule [m]. */
const ON_THE_SPOT: Readonly<Vec3> = [0, 1e-9, 0];
const DOWN: Readonly<Vec3> = [0, -1, 0];

/** Components of a unit vector shorter than this have no direction [1]. */
export const NO_DIRECTION = 1e-6;

export class Probe {
  readonly #world: World;
  readonly #measures: CharacterMeasures;
  readonly #shape: PreparedShape;
  readonly #passing: QueryOptions;
  readonly #meeting: QueryOptions;
  /** As #passing, with a further body that is ignored. */
  readonly #without: QueryOptions & { readonly except: Body[] };
  /** As #passing, with a largest distance. */
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

  /** Finds the first obstacle of the capsule along a way, or just beyond its end; returns whether there is one. */
  cast(from: Readonly<Vec3>, way: Readonly<Vec3>, met: Obstacle): boolean {
    return this.#cast(from, way, met, this.#passing);
  }

  /** As cast(), ignoring a further body. */
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

  /** Distance that the capsule can move along a unit direction and still keep its gap to the obstacle [m]. */
  room({ distance, normal }: Obstacle, direction: Readonly<Vec3>): number {
    return Math.max(0, distance - this.#measures.skin / Math.max(-dot(normal, direction), LEAST_APPROACH));
  }

  /** Finds the first face within `depth` [m] below a point; returns whether there is one. */
  findBelow(from: Readonly<Vec3>, depth: number, met: Obstacle): boolean {
    this.#bounded.maxDistance = depth;
    this.#world.queries.castRays(from, DOWN, this.#hits, this.#bounded);
    return this.#read(met);
  }

  /**
   * Writes the shortest way out of a body that the capsule penetrates, plus a gap; returns false if it penetrates none.
   */
  findWayOut(from: Readonly<Vec3>, way: Vec3): boolean {
    const { radius, height, skin } = this.#measures;
    this.#world.queries.castShapes(this.#shape, from, ON_THE_SPOT, this.#hits, this.#meeting);
    if (!this.#read(this.#inside) || this.#hits.inside[0] === 0) return false;
    const { point, normal } = this.#inside;
    const lowest = dot(from, normal) - radius - 0.5 * (height - 2 * radius) * Math.abs(normal[1]);
    scaleInto(way, normal, Math.max(0, dot(point, normal) - lowest) + skin);
    return true;
  }

  /** Reads the hit; returns false if there is none. */
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

/** Writes the horizontal part of a vector. */
export function levelInto(out: Vec3, v: Readonly<Vec3>): void {
  put(out, v[0], 0, v[2]);
}

/** The length of the horizontal part of a vector. */
export function levelLength(v: Readonly<Vec3>): number {
  return Math.sqrt(v[0] * v[0] + v[2] * v[2]);
}

/** Writes a vector without its component into a plane. */
export function alongInto(out: Vec3, v: Readonly<Vec3>, normal: Readonly<Vec3>): void {
  const into = dot(v, normal);
  if (into < 0) addScaledInto(out, v, normal, -into);
  else copyInto(out, v);
}

/**
 * Writes the normal of an obstacle as a wall: its horizontal direction. A level floor or ceiling keeps its own normal.
 */
export function wallInto(out: Vec3, normal: Readonly<Vec3>): void {
  const outward = levelLength(normal);
  copyInto(out, normal);
  if (outward < NO_DIRECTION) return;
  levelInto(out, normal);
  scaleInto(out, out, 1 / outward);
}
