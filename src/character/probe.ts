// What a character asks of the world: how far its capsule can go, what face is beyond an edge, and how deep it is in something.

import type { Body } from '../handles.js';
import type { Vec3 } from '../math/vector.js';
import { add, dot, length, normalize, scale } from '../math/vector.js';
import { Hits } from '../queries/hits.js';
import type { QueryOptions } from '../world/query-options.js';
import type { World } from '../world.js';
import type { CharacterMeasures, CharacterOptions } from './options.js';

/** What the capsule or a ray has met. */
export interface Obstacle {
  readonly body: Body;
  /** How far along the way [m]. */
  readonly distance: number;
  readonly point: Vec3;
  /** Out of the body [1]. */
  readonly normal: Vec3;
}

/** How far a capsule looks beyond its way for what it must keep its gap to, in gaps [1]. */
const LOOK_AHEAD = 4;
/** Gaps are kept at right angles to what is met, up to this cosine of the angle with the way [1]. */
const LEAST_APPROACH = 0.1;

/** A part of a unit vector that is shorter than this has no direction [1]. */
export const NO_DIRECTION = 1e-6;

export class Probe {
  readonly #world: World;
  readonly #measures: CharacterMeasures;
  readonly #shape: { readonly kind: 'capsule'; readonly radius: number; readonly length: number };
  readonly #self: Body | undefined;
  readonly #passing: QueryOptions;
  readonly #meeting: QueryOptions;
  readonly #hits = new Hits(1);

  constructor(world: World, self: Body | undefined, measures: CharacterMeasures, filter: CharacterOptions['filter']) {
    const { radius, height } = measures;
    this.#world = world;
    this.#measures = measures;
    this.#self = self;
    this.#shape = { kind: 'capsule', radius, length: height - 2 * radius };
    const seen = { ...(self !== undefined && { except: self }), ...(filter !== undefined && { filter }) };
    this.#passing = { ...seen, inside: 'pass' };
    this.#meeting = { ...seen, inside: 'hit' };
  }

  /** The first that the capsule meets from a position on its way, or just beyond; another body can be left out of account. */
  cast(from: Readonly<Vec3>, way: Readonly<Vec3>, without?: Body): Obstacle | undefined {
    const far = length(way);
    const reach = scale(way, (far + LOOK_AHEAD * this.#measures.skin) / far);
    const options =
      without === undefined
        ? this.#passing
        : { ...this.#passing, except: this.#self === undefined ? without : [this.#self, without] };
    this.#world.queries.castShapes(this.#shape, from, reach, this.#hits, options);
    return this.#obstacle();
  }

  /** How far it may then go along a unit direction, such that the gap stays [m]. */
  room({ distance, normal }: Obstacle, direction: Readonly<Vec3>): number {
    return Math.max(0, distance - this.#measures.skin / Math.max(-dot(normal, direction), LEAST_APPROACH));
  }

  /** The face that is met first by a way down [m]. */
  faceBelow(from: Readonly<Vec3>, depth: number): Obstacle | undefined {
    this.#world.queries.castRays(from, [0, -1, 0], this.#hits, { ...this.#passing, maxDistance: depth });
    return this.#obstacle();
  }

  /** The shortest way out of what the capsule is in at a position, and a gap beyond; undefined where it is in nothing. */
  wayOut(from: Readonly<Vec3>): Vec3 | undefined {
    const { radius, skin } = this.#measures;
    this.#world.queries.castShapes(this.#shape, from, [0, 1e-9, 0], this.#hits, this.#meeting);
    const met = this.#obstacle();
    if (met === undefined || this.#hits.inside[0] === 0) return undefined;
    const { point, normal } = met;
    const lowest = dot(from, normal) - radius - 0.5 * this.#shape.length * Math.abs(normal[1]);
    return scale(normal, Math.max(0, dot(point, normal) - lowest) + skin);
  }

  #obstacle(): Obstacle | undefined {
    const { body, distance, point, normal } = this.#hits;
    const met = body[0] < 0 ? undefined : this.#world.body(body[0]);
    if (met === undefined) return undefined;
    return {
      body: met,
      distance: distance[0],
      point: [point[0], point[1], point[2]],
      normal: [normal[0], normal[1], normal[2]],
    };
  }
}

/** The part of a vector that is level [as given]. */
export function level(v: Readonly<Vec3>): Vec3 {
  return [v[0], 0, v[2]];
}

/** A vector without its part against a plane. */
export function along(v: Readonly<Vec3>, normal: Readonly<Vec3>): Vec3 {
  const into = dot(v, normal);
  return into < 0 ? add(v, scale(normal, -into)) : [v[0], v[1], v[2]];
}

/** The level normal of what walks meet as a wall; of a ceiling its own. */
export function wallOf(normal: Readonly<Vec3>): Vec3 {
  const outward = level(normal);
  return length(outward) < NO_DIRECTION ? [...normal] : normalize(outward);
}
