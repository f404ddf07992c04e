// Times of impact against closed forms, and against a twin that looks at very many times between.

import { describe, expect, it } from 'vitest';
import { closest } from '../../../src/detection/narrow-phase/closest.js';
import { APART, coreDistance } from '../../../src/detection/narrow-phase/gjk.js';
import { PairWorkspace } from '../../../src/detection/narrow-phase/pair-workspace.js';
import { PrincipalContact } from '../../../src/detection/narrow-phase/principal-contact.js';
import { coreRadius } from '../../../src/detection/narrow-phase/support.js';
import { type FlyingShape, ImpactQuery } from '../../../src/detection/time-of-impact/impact-query.js';
import { findImpact } from '../../../src/detection/time-of-impact/time-of-impact.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import { Random } from '../../../src/math/random.js';
import { matrixOfQuat } from '../../../src/math/symmetric.js';
import { composePoses, normalizeQuat, type Pose, type Quat, type Vec3 } from '../../../src/math/vector.js';
import { boundingRadius } from '../../../src/shapes/bounds.js';
import { PlacedShape } from '../../../src/shapes/placed-shape.js';
import { BOX, CAPSULE, CYLINDER, HALF_SPACE, HULL, MESH, SHAPE_KINDS, SPHERE } from '../../../src/shapes/shape-kinds.js';
import { plateMesh, starMesh, tableMesh } from '../../distance-field/hard-meshes.js';
import type { Shape } from '../narrow-phase/placing.js';
import { box, halfSpace, place, randomPoint, randomQuat, randomShape, randomUnit, sphere } from '../narrow-phase/placing.js';

const TREES = [starMesh(new Random(3)), tableMesh(), plateMesh()].map((mesh) => ContactTree.build(mesh, { error: 0.05 }));

interface Anchor {
  position?: Readonly<Vec3>;
  orientation?: Readonly<Quat>;
  velocity?: Readonly<Vec3>;
  spin?: Readonly<Vec3>;
  acceleration?: Readonly<Vec3>;
  moments?: Readonly<Vec3>;
  /** Where the shape is in the body. */
  at?: Readonly<Vec3>;
}

function launch(flying: FlyingShape, shape: Shape & { tree?: ContactTree }, anchor: Anchor): void {
  const { flight, own } = flying;
  const placed = place(shape, anchor.at ?? [0, 0, 0]);
  Object.assign(own, { ...placed, r: own.r, tree: shape.tree ?? null });
  flight.position.set(anchor.position ?? [0, 0, 0]);
  flight.orientation.set(anchor.orientation ?? [0, 0, 0, 1]);
  flight.velocity.set([...(anchor.velocity ?? [0, 0, 0]), ...(anchor.spin ?? [0, 0, 0])]);
  flight.acceleration.set(anchor.acceleration ?? [0, 0, 0]);
  flight.moments.set(anchor.moments ?? [0, 0, 0]);
  flight.begin();
  flying.reach = Math.hypot(own.x, own.y, own.z) + boundingRadius(own);
}

function ask(query: ImpactQuery, to: number, tolerance: number, from = 0): number {
  query.from = from;
  query.to = to;
  query.tolerance = tolerance;
  query.slack = 0.5 * tolerance;
  query.level = 0;
  return findImpact(query) ? query.time : Number.POSITIVE_INFINITY;
}

/** Where the shape is at a time, by the flight alone. */
function placedAt({ flight, own, pose }: FlyingShape, time: number): PlacedShape {
  pose.time = time;
  flight.writePose(pose);
  const body: Pose = { position: [...pose.position] as Vec3, orientation: [...pose.orientation] as Quat };
  const at = composePoses(body, { position: [own.x, own.y, own.z], orientation: [0, 0, 0, 1] });
  const placed = new PlacedShape();
  Object.assign(placed, { ...own, r: placed.r, x: at.position[0], y: at.position[1], z: at.position[2] });
  placed.r.set(matrixOfQuat(body.orientation));
  return placed;
}

/** All triangles of a mesh, or the shape itself. */
function partsOf(shape: PlacedShape): PlacedShape[] {
  if (shape.tree === null) return [shape];
  const { positions, triangles } = shape.tree.mesh;
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const part = new PlacedShape();
    const corners = [0, 1, 2].flatMap((i) => [...positions.slice(3 * triangles[3 * t + i], 3 * triangles[3 * t + i] + 3)]);
    const hull = { vertices: Float64Array.from(corners), facePlanes: new Float64Array(0) };
    Object.assign(part, { ...shape, r: part.r, kind: HULL, tree: null, hull });
    part.r.set(shape.r);
    return part;
  });
}

const pairs = new PairWorkspace();

/** The gap at a time, of a mesh by all its triangles; not above a limit. */
function gapAt({ a, b }: ImpactQuery, time: number, limit: number): number {
  const [shapeA, shapeB] = [placedAt(a, time), placedAt(b, time)];
  const contact = new PrincipalContact();
  const isMesh = a.own.kind === MESH || b.own.kind === MESH;
  let least = limit;
  for (const s of partsOf(shapeA)) {
    for (const t of partsOf(shapeB)) {
      if (!isMesh || s.kind === HALF_SPACE || t.kind === HALF_SPACE) {
        if (closest(s, t, least, contact, pairs)) least = Math.min(least, contact.gap);
        continue;
      }
      const { search } = pairs.convex;
      const status = coreDistance(s, t, least + coreRadius(s) + coreRadius(t), search);
      const apart = status === APART ? Math.hypot(...search.separation) : status === 0 ? Number.POSITIVE_INFINITY : 0;
      least = Math.min(least, apart - coreRadius(s) - coreRadius(t));
    }
  }
  return least;
}

function randomAnchor(random: Random, position: Vec3, towards: Vec3, spin: number): Anchor {
  const [p, q] = [random.uniform(0.1, 1), random.uniform(0.1, 1)];
  const kinds: Vec3[] = [
    [0, 0, 0],
    [p, p, 1.5 * p],
    [p, q, Math.abs(p - q) + 0.5 * Math.min(p, q)],
  ];
  return {
    position,
    orientation: randomQuat(random),
    velocity: towards,
    spin: randomUnit(random).map((x) => spin * x) as Vec3,
    acceleration: random.uniform() < 0.5 ? [0, -9.81, 0] : [0, 0, 0],
    moments: kinds[random.uint32() % 3],
    at: random.uniform() < 0.5 ? [0, 0, 0] : randomPoint(random, 0.3),
  };
}

function shapeOf(random: Random, kind: number): Shape & { tree?: ContactTree } {
  return kind === MESH ? { kind: MESH, tree: TREES[random.uint32() % TREES.length] } : randomShape(random, kind);
}

/** B comes towards A. A half-space does not move, and looks the way that the other comes from. */
function randomQuery(random: Random, kindA: number, kindB: number, spin: number): ImpactQuery {
  const query = new ImpactQuery();
  const aim = randomUnit(random);
  const speed = random.uniform(0.5, 20);
  const place = aim.map((x, k) => -4 * x + randomPoint(random, 0.6)[k]) as Vec3;
  const ofA = randomAnchor(random, [0, 0, 0], [0, 0, 0], spin);
  const ofB = randomAnchor(random, place, aim.map((x) => speed * x) as Vec3, spin);
  const ground = (up: Vec3): Anchor => ({ orientation: normalizeQuat([up[2], 0, -up[0], 1 + up[1]]) });
  launch(query.a, shapeOf(random, kindA), kindA === HALF_SPACE ? ground(aim.map((x) => -x) as Vec3) : ofA);
  const comingGround: Anchor = { ...ground(aim), position: place, velocity: ofB.velocity ?? [0, 0, 0] };
  launch(query.b, shapeOf(random, kindB), kindB === HALF_SPACE ? comingGround : ofB);
  return query;
}

const KINDS = [SPHERE, BOX, CAPSULE, CYLINDER, HULL, HALF_SPACE, MESH];
const TOLERANCE = 1e-4;
const SAMPLES = 200;

/** Looks at very many times up to the end, or to the impact. Returns whether there was one. */
function holdAgainstSamples(query: ImpactQuery, to: number, samples: number): boolean {
  if (gapAt(query, 0, 1) <= TOLERANCE) return false;
  const time = ask(query, to, TOLERANCE);
  const isHit = time < Number.POSITIVE_INFINITY;
  if (isHit) {
    const gap = gapAt(query, time, 1);
    expect(gap).toBeGreaterThan(0.49 * TOLERANCE);
    expect(gap).toBeLessThan(1.01 * TOLERANCE);
  }
  const end = isHit ? time : to;
  for (let i = 0; i < samples; i++) expect(gapAt(query, (end * i) / samples, 1)).toBeGreaterThan(0.49 * TOLERANCE);
  return isHit;
}

describe('the time of impact', () => {
  for (const spin of [0, 4]) {
    for (const [i, kindA] of KINDS.entries()) {
      for (const kindB of KINDS.slice(i)) {
        if (kindA === HALF_SPACE && kindB === HALF_SPACE) continue;
        const meshes = Number(kindA === MESH) + Number(kindB === MESH);
        it(`of ${SHAPE_KINDS[kindA]} and ${SHAPE_KINDS[kindB]} ${spin > 0 ? 'that spin' : ''} is that of a search by many samples`, () => {
          const random = new Random(100 * kindA + 10 * kindB + spin);
          let hits = 0;
          for (let n = 0; n < [10, 5, 2][meshes]; n++) {
            const query = randomQuery(random, kindA, kindB, spin);
            if (holdAgainstSamples(query, 1.5, [SAMPLES, 20, 4][meshes])) hits++;
          }
          expect(hits).toBeGreaterThan(meshes === 2 ? -1 : 0);
        });
      }
    }
  }

  it('of two balls is the root of a quadratic, whether they are alike in falling or not', () => {
    const query = new ImpactQuery();
    launch(query.a, sphere(0.5), { velocity: [1, 0, 0] });
    launch(query.b, sphere(0.25), { position: [10, 0.3, 0], velocity: [-3, 0, 0] });
    const exact = (10 - Math.sqrt(0.75 ** 2 - 0.3 ** 2)) / 4;
    expect(ask(query, 10, 1e-9)).toBeCloseTo(exact, 9);
    // Thrown up at the one that stands, which it touches from below.
    launch(query.a, sphere(0.5), { position: [0, 5, 0] });
    launch(query.b, sphere(0.25), { velocity: [0, 10, 0], acceleration: [0, -9.81, 0] });
    expect(ask(query, 10, 1e-9)).toBeCloseTo((10 - Math.sqrt(100 - 2 * 9.81 * 4.25)) / 9.81, 9);
  });

  it('of a box that falls on a plane is that of its lowest corner, however it is turned, found at the first look or the second', () => {
    const query = new ImpactQuery();
    const random = new Random(5);
    launch(query.a, halfSpace(), {});
    for (let i = 0; i < 20; i++) {
      const orientation = randomQuat(random);
      const r = matrixOfQuat(orientation);
      const low = 0.5 * (Math.abs(r[3]) + 2 * Math.abs(r[4]) + 3 * Math.abs(r[5]));
      launch(query.b, box(1, 2, 3), { position: [0, 5, 0], orientation, velocity: [7, -1, 2], acceleration: [0, -9.81, 0] });
      expect(ask(query, 10, 1e-10)).toBeCloseTo((-1 + Math.sqrt(1 + 2 * 9.81 * (5 - low))) / 9.81, 9);
      expect(query.looks).toBeLessThanOrEqual(2);
    }
  });

  it('of a rod that swings into a wall is where its end comes', () => {
    const query = new ImpactQuery();
    launch(query.a, box(1, 10, 10), { position: [2.5, 0, 0] });
    launch(query.b, { kind: CAPSULE, a: 0.01, b: 1.99 }, { position: [0.1, 0, 0], spin: [0, 0, -50], moments: [1, 0.01, 1] });
    // The end of the segment, 1.99 m from the middle, is at x = 0.1 + 1.99 sin(50 t), and meets at 2 - 0.01.
    expect(ask(query, 1, 1e-8)).toBeCloseTo(Math.asin(1.89 / 1.99) / 50, 8);
  });

  it('of what flies along a floor of triangles, as near as it may be, is not looked for step by step', () => {
    const query = new ImpactQuery();
    launch(query.a, { kind: MESH, tree: TREES[2] }, {});
    launch(query.b, sphere(0.01), { position: [-0.4, 0.0151, 0], velocity: [1000, 0, 0] });
    expect(ask(query, 8e-4, 1e-5)).toBe(Number.POSITIVE_INFINITY);
    expect(query.looks).toBeLessThan(20);
  });

  it('is none for what parts, and for what lies as it is, and comes again for what comes back', () => {
    const query = new ImpactQuery();
    launch(query.a, halfSpace(), {});
    launch(query.b, box(1, 1, 1), { position: [0, 0.5 + 7e-7, 0], velocity: [1, 2, 0], acceleration: [0, -9.81, 0] });
    expect(ask(query, 0.4, 1e-6)).toBe(Number.POSITIVE_INFINITY);
    expect(ask(query, 1, 1e-6)).toBeCloseTo(4 / 9.81, 6);
    launch(query.b, box(1, 1, 1), { position: [0, 0.5, 0], velocity: [1, 0, 0] });
    expect(ask(query, 1, 1e-6)).toBe(Number.POSITIVE_INFINITY);
    launch(query.b, box(1, 1, 1), { position: [0, 0.5, 0], velocity: [1, -1, 0] });
    expect(ask(query, 1, 1e-6)).toBe(0);
  });

  it('has the same bits whatever was asked before', () => {
    const random = new Random(9);
    for (let i = 0; i < 20; i++) {
      const seed = random.uint32();
      const query = randomQuery(new Random(seed), BOX, HULL, 5);
      const fresh = ask(query, 1.5, TOLERANCE);
      ask(query, 0.7, 1e-2, 0.3);
      expect(ask(query, 1.5, TOLERANCE)).toBe(fresh);
    }
  });

  it('to a level below zero is when shapes that overlap have gone deeper by that much', () => {
    const query = new ImpactQuery();
    launch(query.a, box(2, 2, 2), {});
    launch(query.b, box(1, 1, 1), { position: [0, 1.4, 0], velocity: [3, -2, 0] });
    query.from = 0;
    query.to = 1;
    query.tolerance = 1e-6;
    query.slack = 5e-7;
    query.level = -0.2;
    expect(findImpact(query)).toBe(true);
    expect(query.time).toBeCloseTo(0.05, 6);
  });
});
