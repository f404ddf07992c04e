// Spatial queries for users: ray, segment and shape casts, overlaps, closest points. A query is of the present state or
// of that of a snapshot, and changes nothing. See docs/queries.md.

import { Bodies } from '../bodies/bodies.js';
import { updateRotation } from '../bodies/kinematics.js';
import { isPhysical } from '../bodies/node-kinds.js';
import type { HandlesWorld, OtherNode } from '../handles.js';
import { Body, Handle } from '../handles.js';
import { InputError, refuse, show, vec3 } from '../input/fields.js';
import { readOnce } from '../input/read-once.js';
import type { Pose, Vec3 } from '../math/vector.js';
import { add, composePoses, IDENTITY, normalizeQuat, scale, subtract, vectorAt } from '../math/vector.js';
import { descend } from '../queries/descend.js';
import type { Feature } from '../queries/features.js';
import { featureOf } from '../queries/features.js';
import { Hits } from '../queries/hits.js';
import { findContaining, findOverlaps } from '../queries/overlap.js';
import { PreparedShape } from '../queries/prepared-shape.js';
import { ALL, ANY, FIRST, QuerySearch } from '../queries/search.js';
import type { Versions } from '../queries/shape-index.js';
import type { Points } from '../queries/ways.js';
import { askPoint, askRay, askSweep, castRays, castShapes, findClosestPoints } from '../queries/ways.js';
import { checkSnapshot } from '../recording/check-snapshot.js';
import type { Snapshot } from '../recording/snapshot.js';
import { checkSurroundings, restoreBodies } from '../recording/snapshot.js';
import { placeShape } from '../shapes/descriptor.js';
import { copyShape } from '../shapes/frames.js';
import { shapeField } from '../shapes/shape-fields.js';
import type { ConvexDescriptor, ShapeDescriptor } from '../shapes/shape-kinds.js';
import { Memory } from '../table/memory.js';
import type { WorldParts } from './parts.js';
import type { QueryPose } from './query-checks.js';
import { checkDirections, checkPoints, checkRoom, poseField } from './query-checks.js';
import type { QueryOptions } from './query-options.js';
import { nameOfGiven, readOptions } from './query-options.js';

/** A shape found by a query. */
export interface ShapeReference {
  /** The handle in the present world, even for a query of a snapshot: the body may have been removed since. */
  readonly body: Body | OtherNode;
  /** Index of the shape in its body: `body.shapes[shape]`. */
  readonly shape: number;
}

/** A hit of a query on a shape. */
export interface Hit extends ShapeReference {
  /** Distance along the ray, segment or cast. For closest points the signed distance, below 0 inside [m]. */
  readonly distance: number;
  /** `distance` as a fraction of the length of the query [1]; 0 for a query of infinite length. */
  readonly fraction: number;
  /** Point on the surface of the shape [m]. For a query that began inside, see docs/queries.md. */
  readonly point: Vec3;
  /** Outward unit normal of the surface [1]. */
  readonly normal: Vec3;
  /** The feature of the shape that was hit; undefined if the query began inside. */
  readonly feature: Feature | undefined;
  /** Whether the query began inside the shape. */
  readonly inside: boolean;
}

const vector = vec3('');
const AT_ORIGIN: QueryPose = { position: [0, 0, 0] };

export class Queries {
  readonly #world: HandlesWorld;
  readonly #state: Versions;
  #madeSearch: QuerySearch | undefined;
  /** Whether queries are of the present state, not of a snapshot. */
  readonly #isPresent: boolean;
  #isBusy = false;
  #hasLocked = false;
  /** Length of the last query [m]. */
  #length = 0;

  /** Called by the world, not by users. */
  constructor(world: HandlesWorld, state: Versions, isPresent: boolean) {
    this.#world = world;
    this.#state = state;
    this.#isPresent = isPresent;
  }

  /** Made on the first query, since many worlds are never queried. */
  get #search(): QuerySearch {
    this.#madeSearch ??= new QuerySearch(this.#state);
    return this.#madeSearch;
  }

  // --- Rays and segments ---

  /** The first shape that a ray hits. The direction may have any length above zero. */
  castRay(origin: Readonly<Vec3>, direction: Readonly<Vec3>, options?: QueryOptions): Hit | undefined {
    return this.#first(this.#setRay(origin, direction), options);
  }

  /** The first hit of a ray on each shape, the nearest first. */
  castRayAll(origin: Readonly<Vec3>, direction: Readonly<Vec3>, options?: QueryOptions): Hit[] {
    return this.#all(this.#setRay(origin, direction), options);
  }

  /** Whether a ray hits any shape. */
  castRayAny(origin: Readonly<Vec3>, direction: Readonly<Vec3>, options?: QueryOptions): boolean {
    return this.#any(this.#setRay(origin, direction), options);
  }

  /** The first shape that the segment between two points hits. */
  castSegment(from: Readonly<Vec3>, to: Readonly<Vec3>, options?: QueryOptions): Hit | undefined {
    return this.#first(this.#setSegment(from, to), options);
  }

  /** The first hit of the segment between two points on each shape, the nearest to `from` first. */
  castSegmentAll(from: Readonly<Vec3>, to: Readonly<Vec3>, options?: QueryOptions): Hit[] {
    return this.#all(this.#setSegment(from, to), options);
  }

  /** Whether the segment between two points hits any shape. */
  castSegmentAny(from: Readonly<Vec3>, to: Readonly<Vec3>, options?: QueryOptions): boolean {
    return this.#any(this.#setSegment(from, to), options);
  }

  /**
   * The first hit of each of many rays; an origin and a direction are three numbers each. Row i of `hits` is the hit of
   * ray i. Returns the number of rays that hit. After the first call it allocates nothing, except for options.
   */
  castRays(origins: Points, directions: Points, hits: Hits, options?: QueryOptions): number {
    const search = this.#free();
    const count = checkPoints(origins, 'origins');
    checkDirections(directions, count, 'directions');
    checkRoom(hits, count);
    const limit = this.#begin(options);
    try {
      hits.count = count;
      return castRays(search, origins, directions, count, limit, hits);
    } finally {
      this.#end();
    }
  }

  // --- Shape casts ---

  /** The first shape hit by a convex shape that is swept from a pose along a displacement [m], without rotation. */
  castShape(shape: ConvexDescriptor, pose: QueryPose, displacement: Readonly<Vec3>, options?: QueryOptions): Hit | undefined {
    return this.#first(this.#setSweep(shape, pose, displacement), options);
  }

  /** The first hit of a shape cast on each shape, the nearest first. Earlier hits do not stop the cast. */
  castShapeAll(shape: ConvexDescriptor, pose: QueryPose, displacement: Readonly<Vec3>, options?: QueryOptions): Hit[] {
    return this.#all(this.#setSweep(shape, pose, displacement), options);
  }

  /** Whether a shape cast hits any shape. */
  castShapeAny(shape: ConvexDescriptor, pose: QueryPose, displacement: Readonly<Vec3>, options?: QueryOptions): boolean {
    return this.#any(this.#setSweep(shape, pose, displacement), options);
  }

  /** Checks and builds a convex shape once, for repeated use with castShapes(). */
  prepareShape(shape: ConvexDescriptor): PreparedShape {
    const prepared = new PreparedShape();
    copyShape(this.#setShape(shape, AT_ORIGIN).shape, prepared.placed);
    return prepared;
  }

  /**
   * The first hits of one shape, swept from each of many positions along its displacement; hits are given as by
   * castRays(). A prepared shape is not checked and built again.
   */
  castShapes(
    shape: ConvexDescriptor | PreparedShape,
    positions: Points,
    displacements: Points,
    hits: Hits,
    options?: QueryOptions,
  ): number {
    const search = this.#free();
    const count = checkPoints(positions, 'positions');
    checkDirections(displacements, count, 'displacements');
    checkRoom(hits, count);
    if (shape instanceof PreparedShape) copyShape(shape.placed, search.shape);
    else this.#setShape(shape, AT_ORIGIN);
    const limit = this.#begin(options);
    try {
      hits.count = count;
      return castShapes(search, positions, displacements, count, limit, hits);
    } finally {
      this.#end();
    }
  }

  // --- Overlaps ---

  /** All shapes that overlap or touch a convex shape at a pose, in the order of their bodies. */
  overlapShape(shape: ConvexDescriptor, pose: QueryPose, options?: QueryOptions): ShapeReference[] {
    return this.#references(this.#setShape(shape, pose), findOverlaps, options);
  }

  overlapShapeAny(shape: ConvexDescriptor, pose: QueryPose, options?: QueryOptions): boolean {
    return this.#count(this.#setShape(shape, pose), findOverlaps, ANY, options) > 0;
  }

  /** All shapes that overlap an axis-aligned box. The shapes themselves are tested, not their bounding boxes. */
  overlapBox(min: Readonly<Vec3>, max: Readonly<Vec3>, options?: QueryOptions): ShapeReference[] {
    return this.#references(this.#setBox(min, max), findOverlaps, options);
  }

  overlapBoxAny(min: Readonly<Vec3>, max: Readonly<Vec3>, options?: QueryOptions): boolean {
    return this.#count(this.#setBox(min, max), findOverlaps, ANY, options) > 0;
  }

  // --- Points ---

  /** The closest surface point to a point. If shapes contain the point, that of the shape that contains it deepest. */
  closestPoint(point: Readonly<Vec3>, options?: QueryOptions): Hit | undefined {
    return this.#first(this.#setPoint(point), options);
  }

  /** The closest point of each shape within `maxDistance`, the nearest first. */
  closestPointAll(point: Readonly<Vec3>, options?: QueryOptions): Hit[] {
    return this.#all(this.#setPoint(point), options);
  }

  /** The closest surface point to each of many points; results are given as by castRays(). */
  closestPoints(points: Points, hits: Hits, options?: QueryOptions): number {
    const search = this.#free();
    const count = checkPoints(points, 'points');
    checkRoom(hits, count);
    const limit = this.#begin(options);
    try {
      hits.count = count;
      return findClosestPoints(search, points, count, limit, hits);
    } finally {
      this.#end();
    }
  }

  /** All shapes that contain a point, in the order of their bodies. */
  pointInside(point: Readonly<Vec3>, options?: QueryOptions): ShapeReference[] {
    return this.#references(this.#setPoint(point), findContaining, options);
  }

  pointInsideAny(point: Readonly<Vec3>, options?: QueryOptions): boolean {
    return this.#count(this.#setPoint(point), findContaining, ANY, options) > 0;
  }

  /** Row `row` of hits as an object; undefined if that query hit nothing. */
  hitOf(hits: Hits, row: number): Hit | undefined {
    if (!(hits instanceof Hits)) refuse('hits', hits, 'Hits');
    if (!Number.isInteger(row) || row < 0 || row >= hits.count) refuse('row', row, `a whole number from 0 to ${hits.count - 1}`);
    return hits.body[row] < 0 ? undefined : this.#hitAt(hits, row, 0);
  }

  // --- Questions ---

  /** The workspace of queries; throws while another query uses it. */
  #free(): QuerySearch {
    if (this.#isBusy) throw new InputError('A query is under way; a filter may ask nothing of the same world.');
    return this.#search;
  }

  #setRay(origin: Readonly<Vec3>, direction: Readonly<Vec3>): QuerySearch {
    const search = this.#free();
    vector.check(origin, 'origin');
    vector.check(direction, 'direction');
    checkDirections(direction, 1, 'direction');
    askRay(search, origin, direction, 0);
    search.ray[6] = Number.POSITIVE_INFINITY;
    return search;
  }

  #setSegment(from: Readonly<Vec3>, to: Readonly<Vec3>): QuerySearch {
    const search = this.#free();
    vector.check(from, 'from');
    vector.check(to, 'to');
    const way = subtract(to, from);
    if (way.every((x) => x === 0)) throw new InputError(`to is ${show([...to])}, but must be another point than from.`);
    askRay(search, from, way, 0);
    return search;
  }

  #setSweep(shape: ConvexDescriptor, pose: QueryPose, displacement: Readonly<Vec3>): QuerySearch {
    const search = this.#setShape(shape, pose);
    vector.check(displacement, 'displacement');
    checkDirections(displacement, 1, 'displacement');
    askSweep(search, displacement, 0);
    return search;
  }

  #setShape(given: ConvexDescriptor, pose: QueryPose): QuerySearch {
    const search = this.#free();
    const shape = readOnce(given);
    shapeField.check(shape, 'shape');
    const { kind } = shape as ShapeDescriptor;
    if (kind === 'half-space' || kind === 'mesh' || kind === 'surface')
      refuse('shape.kind', kind, 'that of a convex shape with an end');
    poseField.check(pose, 'pose');
    const outer: Pose = { position: pose.position, orientation: normalizeQuat(pose.orientation ?? IDENTITY) };
    const inner: Pose = { position: shape.position ?? [0, 0, 0], orientation: normalizeQuat(shape.orientation ?? IDENTITY) };
    placeShape({ ...shape, ...composePoses(outer, inner) }, search.shape);
    return search;
  }

  #setBox(min: Readonly<Vec3>, max: Readonly<Vec3>): QuerySearch {
    vector.check(min, 'min');
    vector.check(max, 'max');
    const size = subtract(max, min);
    const axis = size.findIndex((length) => !(length > 0));
    if (axis >= 0) refuse(`max[${axis}]`, max[axis], `above min[${axis}], which is ${show(min[axis])}`);
    return this.#setShape({ kind: 'box', size }, { position: scale(add(min, max), 0.5) });
  }

  #setPoint(point: Readonly<Vec3>): QuerySearch {
    const search = this.#free();
    vector.check(point, 'point');
    askPoint(search, point, 0);
    return search;
  }

  // --- Answers ---

  #first(search: QuerySearch, options: QueryOptions | undefined): Hit | undefined {
    return this.#count(search, descendFrom, FIRST, options) > 0 ? this.#hitAt(search.hits, 0, this.#length) : undefined;
  }

  #any(search: QuerySearch, options: QueryOptions | undefined): boolean {
    return this.#count(search, descendFrom, ANY, options) > 0;
  }

  #all(search: QuerySearch, options: QueryOptions | undefined): Hit[] {
    const count = this.#count(search, descendFrom, ALL, options);
    const { distance, order } = search.hits;
    const rows = Array.from({ length: count }, (_, row) => row);
    rows.sort((a, b) => distance[a] - distance[b] || order[a] - order[b]);
    return rows.map((row) => this.#hitAt(search.hits, row, this.#length));
  }

  #references(search: QuerySearch, find: Find, options: QueryOptions | undefined): ShapeReference[] {
    const count = this.#count(search, find, ALL, options);
    const { body, shape, order } = search.hits;
    const rows = Array.from({ length: count }, (_, row) => row).sort((a, b) => order[a] - order[b]);
    return rows.map((row) => ({ body: this.#nodeOf(body[row]), shape: shape[row] }));
  }

  #count(search: QuerySearch, find: Find, mode: number, options: QueryOptions | undefined): number {
    const limit = this.#begin(options);
    const { ray, hits } = search;
    this.#length = ray[6] < Number.POSITIVE_INFINITY ? ray[6] : limit;
    ray[6] = Math.min(ray[6], limit);
    try {
      return find(search, mode, hits);
    } finally {
      this.#end();
    }
  }

  /** Reads options and updates the index; returns `maxDistance`. The world is locked while a filter may be called. */
  #begin(options: QueryOptions | undefined): number {
    const { filter, index } = this.#search;
    const { store } = this.#world;
    const limit = readOptions(options, filter, this.#rowOf, this.#nodeAt);
    index.refresh();
    this.#isBusy = true;
    this.#hasLocked = filter.accept !== undefined && !store.isLocked;
    if (this.#hasLocked) store.isLocked = true;
    return limit;
  }

  #end(): void {
    if (this.#hasLocked) this.#world.store.isLocked = false;
    this.#isBusy = false;
  }

  #hitAt(hits: Hits, row: number, length: number): Hit {
    const distance = hits.distance[row];
    return {
      body: this.#nodeOf(hits.body[row]),
      shape: hits.shape[row],
      distance,
      fraction: length > 0 && length < Number.POSITIVE_INFINITY ? distance / length : 0,
      point: vectorAt(hits.point, 3 * row),
      normal: vectorAt(hits.normal, 3 * row),
      feature: featureOf(hits.feature[row]),
      inside: hits.inside[row] === 1,
    };
  }

  readonly #nodeAt = (row: number): Body | OtherNode => this.#nodeOf(this.#search.bodies.nodes.idOf(row));

  /** The handle of an id. A node of a snapshot that was removed since gets a new handle. */
  #nodeOf(id: number): Body | OtherNode {
    const present = this.#world.node(id);
    if (present !== undefined) return present as Body | OtherNode;
    const { nodes } = this.#search.bodies;
    const isBody = isPhysical(nodes.columns.kind[nodes.rowOf(id)]);
    return isBody ? new Body(this.#world, id) : (new Handle(this.#world, id) as OtherNode);
  }

  /** The row of a body. For a body that a snapshot does not have -1, so that options that name it have no effect. */
  readonly #rowOf = (body: Body, path: string, place: number): number => {
    if (!(body instanceof Body)) refuse(nameOfGiven(path, place), body, 'a body');
    if (body.world !== this.#world) throw new InputError(`${nameOfGiven(path, place)} is of another world.`);
    const row = this.#search.bodies.nodes.rowOf(body.id);
    if (row < 0 && this.#isPresent)
      throw new InputError(`${nameOfGiven(path, place)} is the body of id ${body.id}, which is no longer in the world.`);
    return row;
  };
}

type Find = (search: QuerySearch, mode: number, hits: Hits) => number;

function descendFrom(search: QuerySearch, mode: number, hits: Hits): number {
  return descend(search, mode, hits, 0);
}

/**
 * Queries of a snapshot. They work on bodies restored from it into memory of their own, so the world is not changed.
 */
export function queriesAt({ world, state }: WorldParts, snapshot: Snapshot): Queries {
  checkSnapshot(snapshot, 'snapshot');
  checkSurroundings(snapshot, state.bodies);
  const bodies = new Bodies(new Memory());
  bodies.meshes.list.push(...state.bodies.meshes.list);
  bodies.surfaces.list.push(...state.bodies.surfaces.list);
  restoreBodies(snapshot, bodies);
  for (let row = 0; row < bodies.nodes.size; row++) updateRotation(bodies.nodes.columns, row);
  return new Queries(world, { bodies, time: snapshot.time, stepCount: snapshot.stepCount }, false);
}
