// The workspace of queries: one query at a time, over one index. Numbers are kept in arrays, since V8 would allocate
// them if they were passed from call to call.

import type { Bodies } from '../bodies/bodies.js';
import { PairWorkspace } from '../detection/narrow-phase/pair-workspace.js';
import { PrincipalContact } from '../detection/narrow-phase/principal-contact.js';
import { SurfaceDistance } from '../distance-field/surface-distance.js';
import { PlacedShape } from '../shapes/placed-shape.js';
import { FeatureSearch } from './features.js';
import { QueryFilter } from './filter.js';
import { Hits } from './hits.js';
import { MeshSweep } from './mesh-sweep.js';
import { LocalRay } from './ray-on-shape.js';
import { TriangleSearch } from './ray-on-triangles.js';
import type { Versions } from './shape-index.js';
import { ShapeIndex } from './shape-index.js';
import { SweptPair } from './swept-pair.js';

/** Modes of a query: the nearest hit only, every hit, or any one hit. */
export const FIRST = 0;
export const ALL = 1;
export const ANY = 2;

/** Kinds of query: where a ray enters a shape, where a swept shape hits it, or how far a point is from it. */
export const RAY = 0;
export const SWEEP = 1;
export const POINT = 2;

/** The hit on one shape. */
export class Found {
  /** Distance [m], point [m], normal [1]. */
  readonly numbers = new Float64Array(7);
  feature = 0;
  isInside = false;
}

export class QuerySearch {
  readonly bodies: Bodies;
  readonly index: ShapeIndex;
  readonly filter = new QueryFilter();
  /** Origin [m], unit direction [1] and length [m] of the ray or sweep. For queries about a point: point and range. */
  readonly ray = new Float64Array(7);
  /** RAY, SWEEP or POINT. */
  question = RAY;
  /** For sweeps: the shape at its start, the moving shape, and half the size of its box along x, y and z [m]. */
  readonly shape = new PlacedShape();
  readonly moving = new PlacedShape();
  readonly half = new Float64Array(3);
  readonly grown = new PlacedShape();
  readonly origin = new Float64Array(3);
  readonly onMesh = new MeshSweep();
  /** Box of the query's shape: min x, y, z, max x, y, z [m]. */
  readonly box = new Float64Array(6);
  /** Highest and lowest point of the shape, in a mesh's frame [m]. */
  readonly ends = { top: new Float64Array(3), bottom: new Float64Array(3) };
  readonly local = new LocalRay();
  readonly triangles = new TriangleSearch();
  readonly swept = new SweptPair();
  readonly features = new FeatureSearch();
  readonly pairs = new PairWorkspace();
  readonly principal = new PrincipalContact();
  readonly distance = new Float64Array(4);
  readonly surfaceDistance = new SurfaceDistance();
  readonly found = new Found();
  /** A point in a mesh's frame, and a lower bound of its distance from the mesh [m]. */
  readonly probe = new Float64Array(4);
  /** Smallest distance so far [m] and its item; for queries of all hits, the count of hits. */
  readonly best = new Float64Array(1);
  bestItem = 0;
  count = 0;
  /** Hits of the queries that return objects. */
  readonly hits = new Hits(16);
  readonly inverse = new Float64Array(3);
  stack = new Int32Array(64);
  stackNear = new Float64Array(64);
  /** Distances of the two child boxes of a node [m]. */
  readonly near = new Float64Array(2);

  constructor(state: Versions) {
    this.bodies = state.bodies;
    this.index = new ShapeIndex(state);
  }
}
