// What a contact tree holds besides the field: spheres around the surface, half-spaces, samples; and how much memory it all takes.

import { describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/distance-field/contact-tree.js';
import { MEASURE, OCTANTS, PIECE, PIECE_SIZE } from '../../src/distance-field/tree-layout.js';
import { Random } from '../../src/math/random.js';
import type { Vec3 } from '../../src/math/vector.js';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.js';
import { boxMesh, triangleMesh } from '../shapes/mesh-samples.js';
import { HARD_MESHES, SCENE_MESHES } from './hard-meshes.js';
import { minus, norm, pointOnTriangle, surfaceSampler } from './reference.js';

const SINGLE = 2 ** -23;

function moved(mesh: TriangleMesh, offset: Vec3): TriangleMesh {
  return { positions: mesh.positions.map((x, i) => x + offset[i % 3]), triangles: mesh.triangles };
}

const TREES: Record<string, () => ContactTree> = {
  box: () => ContactTree.build(triangleMesh(boxMesh(1, 0.6, 0.3)), { error: 1 / 64 }),
  spike: () => ContactTree.build(HARD_MESHES.spike(), { error: 1 / 64 }),
  table: () => ContactTree.build(HARD_MESHES.table(), { error: 1 / 64 }),
  'hollow box': () => ContactTree.build(HARD_MESHES['hollow box'](), { error: 1 / 32 }),
  cow: () => ContactTree.build(SCENE_MESHES.cow(), { error: 2.5 / 64 }),
  bolt: () => ContactTree.build(SCENE_MESHES.bolt(), { error: 4 / 64 }),
  'jack far from its origin': () => ContactTree.build(moved(SCENE_MESHES.jack(), [100, -50, 30]), { error: 1 / 64 }),
};

/** Pieces on the way down to a point, the root's first. */
function piecesAbove(tree: ContactTree, p: Vec3): number[] {
  const { links, pieceOfGroup, measures } = tree.columns;
  let [u, v, w] = p.map((x, k) => (x - measures[k]) / measures[MEASURE.side]);
  const found = [pieceOfGroup[0]];
  let group = 0;
  for (;;) {
    [u, v, w] = [2 * u, 2 * v, 2 * w];
    const link = links[OCTANTS * group + (u >= 1 ? 1 : 0) + (v >= 1 ? 2 : 0) + (w >= 1 ? 4 : 0)];
    [u, v, w] = [u % 1, v % 1, w % 1];
    found.push(link > 0 ? pieceOfGroup[link] : link < 0 ? -1 - link : -1);
    if (link <= 0) return found;
    group = link;
  }
}

describe.each(Object.keys(TREES))('%s', (name) => {
  const tree = TREES[name]();
  const { pieces, links, pieceOfGroup } = tree.columns;
  const count = pieces.length / PIECE_SIZE;
  const size = tree.bounds.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  const vectorAt = (at: number): Vec3 => [pieces[at], pieces[at + 1], pieces[at + 2]];

  it('every sphere on the way down to a point of the surface holds that point', () => {
    const random = new Random(31);
    const onSurface = surfaceSampler(tree.mesh, random);
    let [without, out] = [0, 0];
    for (let i = 0; i < 20_000; i++) {
      const p =
        i % 2 === 0
          ? onSurface()
          : pointOnTriangle(tree.mesh, Math.floor(random.uniform(0, tree.mesh.triangles.length / 3)), random);
      for (const piece of piecesAbove(tree, p)) {
        if (piece < 0) without++;
        // p itself is rounded, in double precision.
        else if (norm(minus(p, vectorAt(PIECE_SIZE * piece))) > pieces[PIECE_SIZE * piece + 3] + 1e-14 * size) out++;
      }
    }
    expect(without).toBe(0);
    expect(out).toBe(0);
  });

  it("a branch's sphere is no larger than the one around its children's", () => {
    for (let group = 0; group < pieceOfGroup.length; group++) {
      const own = PIECE_SIZE * pieceOfGroup[group];
      if (own < 0) continue;
      let reach = 0;
      for (let o = 0; o < OCTANTS; o++) {
        const link = links[OCTANTS * group + o];
        const below = PIECE_SIZE * (link > 0 ? pieceOfGroup[link] : link < 0 ? -1 - link : -1);
        if (below >= 0) reach = Math.max(reach, norm(minus(vectorAt(own), vectorAt(below))) + pieces[below + 3]);
      }
      expect(pieces[own + 3]).toBeLessThanOrEqual(reach * (1 + 1e-5) + 4 * SINGLE * size);
      expect(pieces[own + 3]).toBeGreaterThan(0);
    }
  });

  it('samples lie on the surface and in their sphere', () => {
    let worst = 0;
    let beside = 0;
    for (let piece = 0; piece < count; piece++) {
      const sample = vectorAt(PIECE_SIZE * piece + PIECE.sample);
      worst = Math.max(worst, Math.abs(tree.exact.signedDistance(...sample)));
      beside = Math.max(beside, norm(minus(sample, vectorAt(PIECE_SIZE * piece))) - pieces[PIECE_SIZE * piece + 3]);
    }
    expect(worst).toBeLessThan(SINGLE * size);
    // That of a bent piece is put on the surface from its middle, so it may leave the cell, but by no more than the piece is bent.
    expect(beside).toBeLessThan(tree.allowedError);
  });

  it('half-spaces have unit normals or none, and pass through the sphere', () => {
    for (let piece = 0; piece < count; piece++) {
      const at = PIECE_SIZE * piece;
      const length = norm(vectorAt(at + PIECE.plane));
      if (length === 0) {
        expect(pieces[at + PIECE.plane + 3]).toBe(0);
        continue;
      }
      expect(Math.abs(length - 1)).toBeLessThan(4 * SINGLE);
      const [n, c] = [vectorAt(at + PIECE.plane), vectorAt(at)];
      const height = n[0] * c[0] + n[1] * c[1] + n[2] * c[2] - pieces[at + PIECE.plane + 3];
      expect(Math.abs(height)).toBeLessThanOrEqual(pieces[at + 3] + 4 * SINGLE * size);
    }
  });

  it('every piece belongs to one cell', () => {
    const owners = new Int32Array(count);
    for (const piece of pieceOfGroup) if (piece >= 0) owners[piece]++;
    for (const link of links) if (link < 0) owners[-1 - link]++;
    expect(owners.every((number) => number === 1)).toBe(true);
  });
});

describe('samples', () => {
  it('of a box have its eight corners, marked as such', () => {
    const { pieces } = ContactTree.build(triangleMesh(boxMesh(1, 0.6, 0.3)), { error: 1 / 128 }).columns;
    for (let corner = 0; corner < 8; corner++) {
      const at: Vec3 = [corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.3 : -0.3, corner & 4 ? 0.15 : -0.15];
      let isFound = false;
      for (let k = 0; k < pieces.length; k += PIECE_SIZE) {
        const sample: Vec3 = [pieces[k + PIECE.sample], pieces[k + PIECE.sample + 1], pieces[k + PIECE.sample + 2]];
        if (norm(minus(sample, at)) < SINGLE && pieces[k + PIECE.slide] < 0) isFound = true;
      }
      expect(isFound).toBe(true);
    }
  });
});

describe('a box of 12 and of 12,000 triangles', () => {
  it('has few cells where the field is folded deep inside: meeting the error everywhere inside would take 138,000', () => {
    const tree = ContactTree.build(triangleMesh(boxMesh(1, 1, 1)), { error: 1 / 128 });
    expect(tree.cellCount).toBeLessThan(20_000);
    expect(tree.byteLength).toBeLessThan(600_000);
    const fine = ContactTree.build(triangleMesh(boxMesh(1, 1, 1)), { error: 1 / 256 });
    expect(fine.cellCount).toBeLessThan(50_000);
  });

  it('takes half a megabyte at the default error', () => {
    const tree = ContactTree.build(triangleMesh(boxMesh(1, 1, 1)));
    expect(tree.allowedError).toBeCloseTo(1 / 128, 12);
    expect(tree.cellCount).toBeLessThan(20_000);
    expect(tree.byteLength).toBeLessThan(520_000);
  });

  it('has as many pieces and cells, within a factor of two', () => {
    const [few, many] = ['box', 'box of 12,000 triangles'].map((name) => {
      const mesh = name === 'box' ? triangleMesh(boxMesh(1, 1, 1)) : SCENE_MESHES[name]();
      return ContactTree.build(mesh, { error: 1 / 64 });
    });
    expect(many.mesh.triangles.length).toBeGreaterThan(3 * 12_000);
    for (const ratio of [many.columns.pieces.length / few.columns.pieces.length, many.cellCount / few.cellCount]) {
      expect(ratio).toBeGreaterThan(0.5);
      expect(ratio).toBeLessThan(2);
    }
  });
});
