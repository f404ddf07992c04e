// What queries work on: one query at a time, over one index. Numbers are in arrays, since V8 would allocate them if they were handed from
// call to call.

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

/** The nearest hit alone, every hit, or whichever comes first. */
export const FIRST = 0;
export const ALL = 1;
export const ANY = 2;

/** What is asked of shapes: where a ray enters them, where a shape that goes along it meets them, or how far a point is from them. */
export const RAY = 0;
export const SWEEP = 1;
export const POINT = 2;

/** What one shape gave. */
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
  /** Origin [m], unit direction [1] and length [m] of the way at hand; of queries about a point, that point and how far they look. */
  readonly ray = new Float64Array(7);
  /** RAY, SWEEP or POINT. */
  question = RAY;
  /** Of a shape that goes along it: the shape at its beginning, on its way, and half of its box, along x, y and z [m]. */
  readonly shape = new PlacedShape();
  readonly moving = new PlacedShape();
  readonly half = new Float64Array(3);
  readonly grown = new PlacedShape();
  readonly origin = new Float64Array(3);
  readonly onMesh = new MeshSweep();
  /** Box of what is laid over others: min x, y, z, max x, y, z [m]. */
  readonly box = new Float64Array(6);
  /** Highest and lowest point of the shape, in the frame of a mesh [m]. */
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
  /** A point of the frame of a mesh, and how far it is from the mesh at least [m]. */
  readonly probe = new Float64Array(4);
  /** The nearest distance so far [m], and the item it is of; and how many hits there are, where all are asked for. */
  readonly best = new Float64Array(1);
  bestItem = 0;
  count = 0;
  /** Hits of a query that hands out objects. */
  readonly hits = new Hits(16);
  readonly inverse = new Float64Array(3);
  stack = new Int32Array(64);
  stackNear = new Float64Array(64);
  /** How far away the two boxes of a node are [m]. */
  readonly near = new Float64Array(2);

  constructor(state: Versions) {
    this.bodies = state.bodies;
    this.index = new ShapeIndex(state);
  }
}
