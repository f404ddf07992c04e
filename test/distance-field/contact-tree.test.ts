// The field of contact trees against exact distances, and what is said of its errors, on many meshes.
//
// The exact distances are those of MeshDistance, which mesh-distance.test.ts compares with a twin.

import { describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/distance-field/contact-tree.js';
import { CORNER_OFFSET, GROUP_VALUES, interpolate, MEASURE, OCTANTS } from '../../src/distance-field/tree-layout.js';
import type { TreeOptions } from '../../src/distance-field/tree-options.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import { solidOf } from '../../src/mesh/solid.js';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.js';
import { boxMesh, together, triangleMesh } from '../shapes/mesh-samples.js';
import { findSharedData } from '../shared-data.js';
import { coarsened, HARD_MESHES, packaged, readShared, SCENE_MESHES, SHARED_NAMES } from './hard-meshes.js';
import { blend, distanceTo, norm, randomDirection, surfaceSampler, windingNumber } from './reference.js';

const folder = findSharedData('meshes');

/** Points a mesh. */
const MANY = 100_000;
const FEW = 10_000;

function largestSide({ positions }: TriangleMesh): number {
  const side = (k: number) => {
    const along = positions.filter((_, i) => i % 3 === k);
    return Math.max(...along) - Math.min(...along);
  };
  return Math.max(side(0), side(1), side(2));
}

function build(mesh: TriangleMesh, fineness: number, options: TreeOptions = {}): ContactTree {
  return ContactTree.build(mesh, { error: largestSide(mesh) / fineness, ...options });
}

/** Half of the points anywhere in the root cell, half within four times the allowed error of the surface. */
function* drawPoints(tree: ContactTree, count: number, seed: number): Generator<Vec3> {
  const random = new Random(seed);
  const onSurface = surfaceSampler(tree.mesh, random);
  const { measures } = tree.columns;
  for (let i = 0; i < count; i++) {
    if (i % 2 === 0) yield [0, 1, 2].map((k) => measures[k] + measures[MEASURE.side] * random.uniform()) as Vec3;
    else yield blend(onSurface(), random.uniform(-4, 4) * tree.allowedError, randomDirection(random));
  }
}

interface Judgement {
  /** Points with another sign than the exact distance, which is more than the allowed error. */
  wrongSigns: number;
  /** Largest error over the allowed one, where that is to be met [1]. */
  ofAllowed: number;
  /** Largest error over the one stored for the leaf: where the allowed one is to be met, and beyond [1]. */
  ofStored: number;
  ofStoredBeyond: number;
  /** The share of the points beyond at which the stored one is exceeded [1]. */
  shareBeyond: number;
}

function judge(tree: ContactTree, points: Iterable<Vec3>): Judgement {
  const result: Judgement = { wrongSigns: 0, ofAllowed: 0, ofStored: 0, ofStoredBeyond: 0, shareBeyond: 0 };
  const out = new Float64Array(5);
  let count = 0;
  for (const [x, y, z] of points) {
    count++;
    const exact = tree.exact.signedDistance(x, y, z);
    out[0] = x;
    out[1] = y;
    out[2] = z;
    tree.field(out);
    const error = Math.abs(out[0] - exact);
    if (Math.abs(exact) > tree.allowedError && exact > 0 !== out[0] > 0) result.wrongSigns++;
    // Values are kept in single precision.
    const ratio = error / (out[4] + 1e-6 * tree.allowedError);
    if (Math.abs(exact) <= tree.margin) {
      result.ofAllowed = Math.max(result.ofAllowed, error / tree.allowedError);
      result.ofStored = Math.max(result.ofStored, ratio);
    } else {
      result.ofStoredBeyond = Math.max(result.ofStoredBeyond, ratio);
      if (ratio > 1) result.shareBeyond++;
    }
  }
  result.shareBeyond /= count;
  return result;
}

function expectGood(tree: ContactTree, count: number): void {
  const { wrongSigns, ofAllowed, ofStored, ofStoredBeyond, shareBeyond } = judge(tree, drawPoints(tree, count, 21));
  expect(wrongSigns).toBe(0);
  expect(ofAllowed).toBeLessThanOrEqual(1);
  expect(ofStored).toBeLessThanOrEqual(1);
  // Beyond the margin cells are larger than what the surface looks like, and something may pass between all points that are looked at.
  expect(ofStoredBeyond).toBeLessThan(1.5);
  expect(shareBeyond).toBeLessThan(1e-4);
  expect(tree.largestError).toBeLessThanOrEqual(tree.allowedError);
  expectOutside(tree);
  expectBranches(tree);
}

/** Outside of the root cell, near and far. */
function expectOutside(tree: ContactTree): void {
  const random = new Random(22);
  const { measures } = tree.columns;
  const side = measures[MEASURE.side];
  const out = new Float64Array(5);
  let outside = 0;
  for (let i = 0; i < 2000; i++) {
    const width = i % 2 === 0 ? 1.2 : 6;
    const p = [0, 1, 2].map((k) => measures[k] + side * (0.5 + random.uniform(-width / 2, width / 2))) as Vec3;
    if (p.every((x, k) => x >= measures[k] && x < measures[k] + side)) continue;
    outside++;
    const exact = tree.exact.signedDistance(...p);
    out.set(p);
    tree.field(out);
    expect(tree.distance(...p)).toBe(out[0]);
    expect(out[0] > 0 && exact > 0).toBe(true);
    // What counts is that nothing is nearer than it may be: it would be overlooked.
    expect(exact).toBeGreaterThanOrEqual(out[0] - out[4] - 1e-6 * side);
    // No point is further from the surface than the border, and the border from it.
    const toBorder = p.map((x, k) => Math.max(measures[k] - x, 0, x - measures[k] - side)) as Vec3;
    const onBorder = p.map((x, k) => Math.min(measures[k] + side, Math.max(measures[k], x))) as Vec3;
    expect(out[0]).toBeLessThanOrEqual(tree.exact.signedDistance(...onBorder) + norm(toBorder) + out[4]);
  }
  expect(outside).toBeGreaterThan(1000);
}

/** On the way down to a point, every cell's interpolation is off by no more than what is stored for it. */
function expectBranches(tree: ContactTree): void {
  const { links, values, errors, measures } = tree.columns;
  let branches = 0;
  let worst = 0;
  for (const p of drawPoints(tree, 4000, 23)) {
    let [u, v, w] = p.map((x, k) => (x - measures[k]) / measures[MEASURE.side]);
    if (!(Math.min(u, v, w) >= 0 && Math.max(u, v, w) < 1)) continue;
    const exact = tree.exact.signedDistance(...p);
    let group = 0;
    do {
      [u, v, w] = [2 * u, 2 * v, 2 * w];
      const octant = (u >= 1 ? 1 : 0) + (v >= 1 ? 2 : 0) + (w >= 1 ? 4 : 0);
      [u, v, w] = [u % 1, v % 1, w % 1];
      const node = OCTANTS * group + octant;
      group = links[node];
      const value = interpolate(values, GROUP_VALUES * (node >> 3) + CORNER_OFFSET[node & 7], u, v, w);
      if (group <= 0) break;
      branches++;
      worst = Math.max(worst, Math.abs(value - exact) / errors[node]);
    } while (group > 0);
  }
  expect(branches).toBeGreaterThan(4000);
  expect(worst).toBeLessThanOrEqual(1 + 1e-6);
}

describe('the field is as near to the exact distance as it says, and has its sign', () => {
  it.each<[string, number]>([
    ['spike', 80],
    ['table', 80],
    ['plate', 80],
    ['two boxes', 64],
    ['hollow box', 50],
  ])('%s, error 1/%d of the size', (name, fineness) => expectGood(build(HARD_MESHES[name](), fineness), MANY));

  it.each(Object.keys(SCENE_MESHES))('%s of the scenes, error 1/64 of the size', (name) =>
    expectGood(build(SCENE_MESHES[name](), 64), FEW),
  );

  it('the bunny of npm, error 1/64 of the size', () => expectGood(build(packaged('bunny'), 64), MANY));
});

describe.skipIf(folder === undefined)('meshes of ../shared/data (skipped where the folder is absent)', () => {
  it.each(SHARED_NAMES)('%s, error 1/80 of the size', async (name) => {
    expectGood(build(await readShared(folder as string, name), 80), MANY);
  });
});

describe('with an infinite margin the error is met everywhere', () => {
  const everywhere = (mesh: TriangleMesh, fineness: number) => {
    const tree = build(mesh, fineness, { margin: Infinity });
    const { wrongSigns, ofAllowed } = judge(tree, drawPoints(tree, FEW, 24));
    expect(wrongSigns).toBe(0);
    expect(ofAllowed).toBeLessThanOrEqual(1);
  };
  it.each<[string, () => TriangleMesh]>([
    ['spike', HARD_MESHES.spike],
    ['engraved plate', SCENE_MESHES['engraved plate']],
    ['cow of the scenes', SCENE_MESHES.cow],
    ['knot of the scenes', SCENE_MESHES.knot],
  ])('%s', (_, make) => everywhere(make(), 40));
  it.skipIf(folder === undefined).each(['cow', 'knot'])('%s of ../shared/data', async (name) =>
    everywhere(await readShared(folder as string, name), 40),
  );
});

describe('surfaces that pass through themselves are around the union of their parts', () => {
  it.each<[string, () => TriangleMesh, number, number]>([
    ['teapot', () => solidOf(packaged('teapot'), { repair: true }).mesh, 64, 400],
    ['dragon made coarser', () => solidOf(coarsened(SCENE_MESHES.dragon(), 0.11), { repair: true }).mesh, 32, 400],
    ['three bars through each other', barsMesh, 64, 1000],
  ])('%s', (_, make, fineness, twins) => {
    const mesh = make();
    const tree = build(mesh, fineness);
    expect(tree.meetsItself).toBe(true);
    expectGood(tree, FEW);
    // Read back, the surface is cut again, to the same bits.
    expect(ContactTree.fromBytes(tree.toBytes()).surface).toEqual(tree.surface);
    for (const p of drawPoints(tree, twins, 25)) {
      const found = tree.exact.signedDistance(...p);
      if (Math.abs(found) > 1e-6 * largestSide(mesh)) expect(found < 0).toBe(windingNumber(mesh, p) > 0.5);
    }
  });

  it('but one of them that is inside out is refused, with a place on it', () => {
    // A prism over a quadrangle whose sides cross: one lobe is wound the other way round.
    const corners = [0, 0, 3, 3, 3, 0, 0, 1];
    const at = (z: number) => [0, 1, 2, 3].flatMap((i) => [corners[2 * i], corners[2 * i + 1], z]);
    const walls = [0, 1, 2, 3].flatMap((i) => [i, 4 + i, 4 + ((i + 1) % 4), i, 4 + ((i + 1) % 4), (i + 1) % 4]);
    const mesh = triangleMesh({ vertices: [...at(0), ...at(1)], triangles: [0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6, ...walls] });
    const positive = solidOf(mesh, { repair: true }).mesh;
    let place: Vec3 = [0, 0, 0];
    try {
      build(positive, 64);
      expect.unreachable();
    } catch (error) {
      const [, x, y, z] = /^The mesh is inside out at \[(.*), (.*), (.*)\], where/.exec((error as Error).message) as string[];
      place = [Number(x), Number(y), Number(z)];
    }
    expect(distanceTo(positive, place)).toBeLessThan(1e-5);
    const beside = [1e-3, -1e-3].flatMap((d) => [0, 1, 2].map((k) => place.map((x, i) => (i === k ? x + d : x)) as Vec3));
    expect(beside.some((p) => windingNumber(positive, p) < -0.5)).toBe(true);
  });
});

/** Bars along x, y and z, none of whose faces lie in one plane. */
function barsMesh(): TriangleMesh {
  return triangleMesh(
    together(boxMesh(3, 0.5, 0.5), boxMesh(0.4, 3, 0.6, [0.1, 0.2, 0.03]), boxMesh(0.6, 0.4, 3, [-0.2, 0.04, 0.1])),
  );
}

describe('options', () => {
  const cube = HARD_MESHES.plate();
  it.each<[TreeOptions, string]>([
    [{ error: 0 }, 'error is 0, but must be above 0'],
    [{ error: 1 }, "error is 1, but must be above 0 and below the mesh's largest side, 1 m."],
    [{ error: Number.NaN }, 'error is NaN'],
    [{ depth: 0 }, 'depth is 0, but must be a whole number from 1 to 12.'],
    [{ depth: 13 }, 'depth is 13'],
    [{ depth: 2.5 }, 'depth is 2.5'],
    [{ margin: -1 }, 'margin is -1, but must be at least 0 m.'],
    [{ margin: Number.NaN }, 'margin is NaN'],
    [{ depth: 3, error: 0.001 }, 'depth is 3, but cells of that depth leave an error of'],
  ])('%o is refused', (options, says) => expect(() => ContactTree.build(cube, options)).toThrow(says));

  it('progress rises to 1', () => {
    const shares: number[] = [];
    ContactTree.build(cube, { error: 0.05 }, (share) => shares.push(share));
    for (let i = 1; i < shares.length; i++) expect(shares[i]).toBeGreaterThan(shares[i - 1]);
    expect(shares.at(-1)).toBeCloseTo(1, 12);
  });
});
