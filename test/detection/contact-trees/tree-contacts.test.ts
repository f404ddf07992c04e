// Contacts of meshes against a twin that measures exact distances at many points of both surfaces.

import { describe, expect, it } from 'vitest';
import { chooseContacts } from '../../../src/detection/contact-trees/choose-contacts.js';
import { setSpacing, TreeWorkspace, treeContacts } from '../../../src/detection/contact-trees/tree-contacts.js';
import { ContactList } from '../../../src/detection/narrow-phase/contact-list.js';
import { type ContactBudget, PairAtHand, UNLIMITED } from '../../../src/detection/narrow-phase/pair-at-hand.js';
import { ContactTree } from '../../../src/distance-field/contact-tree.js';
import { Random } from '../../../src/math/random.js';
import type { Quat, Vec3 } from '../../../src/math/vector.js';
import { axisAngle, normalizeQuat } from '../../../src/math/vector.js';
import type { PlacedShape } from '../../../src/shapes/placed-shape.js';
import { HALF_SPACE, MESH, SPHERE } from '../../../src/shapes/shape-kinds.js';
import { signedDistance } from '../../../src/shapes/signed-distance.js';
import { SCENE_MESHES } from '../../distance-field/hard-meshes.js';
import { blend, dot, minus, norm, randomDirection, surfaceSampler } from '../../distance-field/reference.js';
import { boxMesh, torusMesh, triangleMesh } from '../../shapes/mesh-samples.js';
import { box, boxHull, capsule, cylinder, halfSpace, place, type Shape, sphere } from '../narrow-phase/placing.js';

const ENVELOPE = 0.005;

const TREES = {
  cow: ContactTree.build(SCENE_MESHES.cow(), { error: 2.5 / 48 }),
  torus: ContactTree.build(triangleMesh(torusMesh(1, 0.3, 24, 12)), { error: 2.6 / 64 }),
  jack: ContactTree.build(SCENE_MESHES.jack(), { error: 1 / 48 }),
  block: ContactTree.build(triangleMesh(boxMesh(1, 0.6, 0.3)), { error: 1 / 128 }),
};

function placeTree(tree: ContactTree, position: Vec3 = [0, 0, 0], orientation: Quat = [0, 0, 0, 1]): PlacedShape {
  const placed = place({ kind: MESH }, position, orientation);
  placed.tree = tree;
  return placed;
}

function randomTurn(random: Random): Quat {
  return normalizeQuat([0, 1, 2, 3].map(() => random.uniform(-1, 1)) as Quat) as Quat;
}

const toWorld = ({ r, x, y, z }: PlacedShape, p: Readonly<Vec3>): Vec3 => [
  x + r[0] * p[0] + r[1] * p[1] + r[2] * p[2],
  y + r[3] * p[0] + r[4] * p[1] + r[5] * p[2],
  z + r[6] * p[0] + r[7] * p[1] + r[8] * p[2],
];
function toShape({ r, x, y, z }: PlacedShape, p: Readonly<Vec3>): Vec3 {
  const d = minus(p, [x, y, z]);
  return [dot([r[0], r[3], r[6]], d), dot([r[1], r[4], r[7]], d), dot([r[2], r[5], r[8]], d)];
}

const out = new Float64Array(4);
function exactDistance(shape: PlacedShape, p: Vec3): number {
  if (shape.tree !== null) return shape.tree.exact.signedDistance(...toShape(shape, p));
  signedDistance(shape, Float64Array.from(p), out);
  return out[0];
}

/** Points of a shape's surface in its own frame: those of a mesh by area, with all its vertices; of others what points about it come down to. */
function surfacePoints(shape: PlacedShape, count: number, random: Random): Vec3[] {
  const { tree } = shape;
  if (tree !== null) {
    const draw = surfaceSampler(tree.mesh, random);
    const { positions } = tree.mesh;
    const vertices = Array.from({ length: positions.length / 3 }, (_, v) => [...positions.subarray(3 * v, 3 * v + 3)] as Vec3);
    return [...vertices, ...Array.from({ length: count }, draw)];
  }
  if (shape.kind === HALF_SPACE) return [];
  const reach = 2 * (shape.a + shape.b + shape.c) + (shape.hull === null ? 0 : 1);
  const { kind, a, b, c, hull } = shape;
  const unturned = place(hull === null ? { kind, a, b, c } : { kind, hull });
  return Array.from({ length: count }, () => {
    const p = blend([0, 0, 0], reach * random.uniform(0.2, 1), randomDirection(random));
    signedDistance(unturned, Float64Array.from(p), out);
    return blend(p, -out[0], [out[1], out[2], out[3]]);
  });
}

/** The least distance of a point of one surface to the other shape [m]. */
function deepest(a: PlacedShape, b: PlacedShape, pointsOfA: readonly Vec3[], pointsOfB: readonly Vec3[]): number {
  let least = Infinity;
  for (const p of pointsOfA) least = Math.min(least, exactDistance(b, toWorld(a, p)));
  for (const p of pointsOfB) least = Math.min(least, exactDistance(a, toWorld(b, p)));
  return least;
}

const work = new TreeWorkspace();

function pairOf(a: PlacedShape, b: PlacedShape, reach: number, budget: Readonly<ContactBudget>): PairAtHand {
  const pair = new PairAtHand();
  pair.a = a;
  pair.b = b;
  pair.reach = pair.envelope = reach;
  pair.budget = budget;
  setSpacing(pair);
  return pair;
}

/** Leaves at most `most` contacts of two shapes. */
function choose(a: PlacedShape, b: PlacedShape, list: ContactList, most: number): void {
  chooseContacts(work.choice, list, 0, pairOf(a, b, ENVELOPE, { ...UNLIMITED, contacts: most }));
}

function contactsOf(a: PlacedShape, b: PlacedShape, reach = ENVELOPE, budget: Readonly<ContactBudget> = UNLIMITED): ContactList {
  const list = new ContactList();
  treeContacts(work, pairOf(a, b, reach, budget), list);
  return list;
}

const gapsOf = ({ gap, count }: ContactList): number[] => [...gap.subarray(0, count)];
const vectorOf = (values: Float64Array, row: number): Vec3 => [values[3 * row], values[3 * row + 1], values[3 * row + 2]];
const allowed = ({ tree }: PlacedShape): number => tree?.allowedError ?? 0;

const SHAPES: Record<string, Shape> = {
  sphere: sphere(0.4),
  box: box(0.9, 0.5, 0.7),
  capsule: capsule(0.2, 0.8),
  cylinder: cylinder(0.3, 0.9),
  hull: boxHull(0.6, 0.8, 0.5),
  'half-space': halfSpace(),
};

const PAIRS: [string, string][] = [
  ['cow', 'cow'],
  ['cow', 'torus'],
  ['torus', 'torus'],
  ['jack', 'block'],
  ['jack', 'torus'],
  ['block', 'block'],
  ['cow', 'sphere'],
  ['jack', 'box'],
  ['torus', 'capsule'],
  ['cow', 'cylinder'],
  ['torus', 'hull'],
  ['cow', 'half-space'],
  ['jack', 'half-space'],
  ['block', 'box'],
];

function placeByName(name: string, position: Vec3, orientation: Quat): PlacedShape {
  const tree = TREES[name as keyof typeof TREES];
  return tree === undefined ? place(SHAPES[name], position, orientation) : placeTree(tree, position, orientation);
}

interface Placement {
  a: PlacedShape;
  b: PlacedShape;
  /** What the twin says [m]. */
  gap: number;
}

/** The second shape moved along a random line until it overlaps the first by about `depth` [m]. */
function placePair([first, second]: [string, string], depth: number, random: Random): Placement {
  const b = placeByName(second, [0, 0, 0], second === 'half-space' ? [0, 0, 0, 1] : randomTurn(random));
  const a = placeByName(first, [0, 0, 0], randomTurn(random));
  const direction: Vec3 = second === 'half-space' ? [0, 1, 0] : randomDirection(random);
  const [onA, onB] = [surfacePoints(a, 2500, random), surfacePoints(b, 2500, random)];
  const moveTo = (way: number) => {
    [a.x, a.y, a.z] = blend([0, 0, 0], way, direction);
  };
  const some = onA.filter((_, i) => i % 8 === 0);
  const someB = onB.filter((_, i) => i % 8 === 0);
  let [low, high] = [0, 5];
  for (let i = 0; i < 12; i++) {
    moveTo((low + high) / 2);
    if (deepest(a, b, some, someB) > -depth) high = (low + high) / 2;
    else low = (low + high) / 2;
  }
  moveTo(high);
  return { a, b, gap: deepest(a, b, onA, onB) };
}

describe.each(PAIRS)('%s and %s', (...pair) => {
  const random = new Random(41 + PAIRS.findIndex(([p, q]) => p === pair[0] && q === pair[1]));
  const placements = [0.15, 0.05, 0.02, 0.01, -0.001].map((depth) => placePair(pair, depth, random));

  it('the deepest contact is as deep as the twin finds, and no deeper', () => {
    for (const { a, b, gap } of placements) {
      const tolerance = allowed(a) + allowed(b);
      const gaps = gapsOf(contactsOf(a, b));
      if (gap < ENVELOPE - tolerance) expect(gaps.length).toBeGreaterThan(0);
      if (gaps.length === 0) continue;
      expect(Math.min(...gaps)).toBeLessThanOrEqual(gap + tolerance);
      // The twin's points are not the deepest ones either.
      expect(Math.min(...gaps)).toBeGreaterThan(gap - tolerance - 0.03);
    }
  });

  it('normals are unit vectors, and a gap leads along its normal from a point of A to one of B', () => {
    for (const { a, b } of placements) {
      const list = contactsOf(a, b, 0.05);
      for (let row = 0; row < list.count; row++) {
        const [p, q, n] = [vectorOf(list.pointA, row), vectorOf(list.pointB, row), vectorOf(list.normal, row)];
        expect(Math.abs(norm(n) - 1)).toBeLessThan(1e-9);
        expect(norm(minus(q, blend(p, list.gap[row], n)))).toBeLessThan(1e-9);
        expect(list.gap[row]).toBeLessThanOrEqual(0.05);
      }
    }
  });

  it('points lie on their surfaces, within the allowed error', () => {
    for (const { a, b } of placements) {
      const list = contactsOf(a, b);
      for (let row = 0; row < list.count; row++) {
        // Where faces are not told apart the plane of one is taken, by as much as half the envelope.
        expect(Math.abs(exactDistance(a, vectorOf(list.pointA, row)))).toBeLessThan(allowed(a) + ENVELOPE);
        expect(Math.abs(exactDistance(b, vectorOf(list.pointB, row)))).toBeLessThan(allowed(b) + ENVELOPE);
      }
    }
  });

  it('names are unlike each other', () => {
    for (const { a, b } of placements) {
      const list = contactsOf(a, b);
      expect(new Set(list.feature.subarray(0, list.count)).size).toBe(list.count);
    }
  });

  it('there is none where the shapes are further apart than the reach', () => {
    for (const { a, b, gap } of placements) {
      const away = 0.1 - gap;
      const direction: Vec3 = norm([a.x, a.y, a.z]) > 0 ? [a.x, a.y, a.z] : [0, 1, 0];
      // Until the twin, too, finds them apart; along the line between them that is soon so.
      const before: Vec3 = [a.x, a.y, a.z];
      const [onA, onB] = [surfacePoints(a, 1500, random), surfacePoints(b, 1500, random)];
      for (let step = 1; step < 20; step++) {
        [a.x, a.y, a.z] = blend(before, (step * away) / norm(direction), direction);
        const apart = deepest(a, b, onA, onB);
        if (apart < 0.05) continue;
        expect(contactsOf(a, b, 0.01).count).toBe(0);
        break;
      }
      [a.x, a.y, a.z] = before;
    }
  });

  it('exchanging the two gives the same gaps and turned normals', () => {
    for (const { a, b } of placements) {
      const [there, back] = [contactsOf(a, b), contactsOf(b, a)];
      expect(back.count).toBe(there.count);
      const sorted = (list: ContactList, sign: number) =>
        Array.from({ length: list.count }, (_, row) => [list.gap[row], ...vectorOf(list.normal, row).map((x) => sign * x)]).sort(
          (p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2],
        );
      const [p, q] = [sorted(there, 1), sorted(back, -1)];
      for (let row = 0; row < p.length; row++) expect(q[row][0]).toBeCloseTo(p[row][0], 9);
    }
  });

  it('a budget of few nodes, or of much error, is off by no more than is stored, and overlooks no overlap', () => {
    for (const { a, b, gap } of placements) {
      const full = gapsOf(contactsOf(a, b));
      for (const budget of [
        { ...UNLIMITED, nodes: 30 },
        { ...UNLIMITED, nodes: 300 },
        { ...UNLIMITED, error: 2 * Math.max(allowed(a), allowed(b)) },
      ]) {
        const gaps = gapsOf(contactsOf(a, b, ENVELOPE, budget));
        if (gap < -(allowed(a) + allowed(b))) expect(gaps.length).toBeGreaterThan(0);
        if (gaps.length === 0 || full.length === 0) continue;
        expect(Math.min(...gaps)).toBeGreaterThan(Math.min(...full) - allowed(a) - allowed(b));
      }
    }
  });

  it('chosen contacts are no more than the budget says, and the deepest is among them', () => {
    for (const { a, b } of placements) {
      for (const most of [1, 4, 16]) {
        const list = contactsOf(a, b);
        const all = gapsOf(list);
        if (all.length === 0) continue;
        choose(a, b, list, most);
        expect(list.count).toBeGreaterThan(0);
        expect(list.count).toBeLessThanOrEqual(most);
        expect(Math.min(...gapsOf(list))).toBeLessThan(Math.min(...all) + ENVELOPE);
      }
    }
  });
});

describe('a block on something flat', () => {
  const corners: [number, number][] = [
    [-0.5, -0.15],
    [-0.5, 0.15],
    [0.5, -0.15],
    [0.5, 0.15],
  ];
  const supports: [string, () => PlacedShape][] = [
    ['a half-space', () => place(halfSpace())],
    ['a box', () => place(box(4, 1, 4), [0, -0.5, 0])],
    ['a mesh', () => placeTree(ContactTree.build(triangleMesh(boxMesh(4, 1, 4)), { error: 4 / 64 }), [0, -0.5, 0])],
  ];

  it.each(supports)('stands on its four corners on %s', (_, make) => {
    const ground = make();
    for (const height of [0, 0.002, -0.002]) {
      const block = placeTree(TREES.block, [0, 0.3 + height, 0]);
      const list = contactsOf(block, ground);
      choose(block, ground, list, 16);
      expect(list.count).toBe(4);
      for (const [x, z] of corners) {
        const away = Array.from({ length: 4 }, (__, row) => norm(minus(vectorOf(list.pointA, row), [x, height, z])));
        expect(Math.min(...away)).toBeLessThan(1e-6);
      }
      for (let row = 0; row < 4; row++) {
        expect(list.gap[row]).toBeCloseTo(height, 6);
        expect(vectorOf(list.normal, row)[1]).toBeCloseTo(-1, 6);
      }
    }
  });

  it.each(supports)('keeps their names while it slides and turns a little on %s', (_, make) => {
    const ground = make();
    const random = new Random(6);
    const namesAt = (x: number, z: number, angle: number): number[] => {
      const block = placeTree(TREES.block, [x, 0.3, z], axisAngle([0, 1, 0], angle) as Quat);
      const list = contactsOf(block, ground);
      choose(block, ground, list, 16);
      return [...list.feature.subarray(0, list.count)].sort((p, q) => p - q);
    };
    const names = namesAt(0, 0, 0);
    expect(names.length).toBe(4);
    for (let i = 0; i < 20; i++) {
      expect(namesAt(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.3, 0.3))).toEqual(names);
    }
  });
});

describe('a sphere', () => {
  it('has the gap of the exact distance of its middle', () => {
    const random = new Random(7);
    const cow = placeTree(TREES.cow);
    let touching = 0;
    for (let i = 0; i < 300; i++) {
      const p = blend([0, 0.8, 0], random.uniform(0.3, 1.5), randomDirection(random));
      const ball = place({ kind: SPHERE, a: 0.2 }, p);
      const gap = TREES.cow.exact.signedDistance(...p) - 0.2;
      const gaps = gapsOf(contactsOf(ball, cow));
      if (gap > ENVELOPE + 1e-9) expect(gaps.filter((found) => found < gap - 1e-9)).toEqual([]);
      else {
        touching++;
        // What lies next to another contact is left out, whichever of them is a little deeper.
        expect(Math.min(...gaps)).toBeLessThan(gap + TREES.cow.allowedError);
      }
    }
    expect(touching).toBeGreaterThan(30);
  });

  it('on a flat mesh touches straight below its middle, wherever it lies', () => {
    const floor = placeTree(ContactTree.build(triangleMesh(boxMesh(4, 1, 4)), { error: 4 / 64 }), [0, -0.5, 0]);
    const random = new Random(8);
    for (let i = 0; i < 100; i++) {
      const [x, z, depth] = [random.uniform(-1.7, 1.7), random.uniform(-1.7, 1.7), random.uniform(-0.003, 0.003)];
      const ball = place({ kind: SPHERE, a: 0.25 }, [x, 0.25 - depth, z]);
      const list = contactsOf(ball, floor);
      choose(ball, floor, list, 16);
      const deepestRow = gapsOf(list).indexOf(Math.min(...gapsOf(list)));
      expect(list.gap[deepestRow]).toBeCloseTo(-depth, 4);
      for (let row = 0; row < list.count; row++) expect(vectorOf(list.normal, row)[1]).toBeLessThan(-0.999);
    }
  });
});
