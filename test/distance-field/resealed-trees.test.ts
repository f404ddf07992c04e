// Trees with a right checksum over wrong content: refused by a sentence, or as good as any other tree.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContactTree } from '../../src/distance-field/contact-tree.js';
import { TreeGrower } from '../../src/distance-field/grow-tree.js';
import { bytesOf, columnsOf, HEAD, HEAD_WORDS, MEASURE, type TreeColumns } from '../../src/distance-field/tree-layout.js';
import { InputError } from '../../src/input/fields.js';
import { Hash } from '../../src/math/hash.js';
import { boxMesh, grooveMesh, triangleMesh } from '../shapes/mesh-samples.js';

const tree = ContactTree.build(triangleMesh(boxMesh(1, 0.7, 0.4)), { error: 0.05 });
const original = tree.toBytes();

function countsOf(bytes: Uint8Array) {
  const head = new Uint32Array(bytes.buffer, 0, HEAD_WORDS);
  return { groups: head[HEAD.groups], pieces: head[HEAD.pieces], vertices: head[HEAD.vertices], triangles: head[HEAD.triangles] };
}

function seal(bytes: Uint8Array): Uint8Array {
  const hash = new Hash();
  hash.words(new Int32Array(bytes.buffer, 4 * (HEAD.checksum + 1)));
  new Uint32Array(bytes.buffer)[HEAD.checksum] = hash.uint32();
  return bytes;
}

/** The tree's bytes with a change, and a checksum that fits. */
function resealed(change: (columns: TreeColumns) => void, from = original): Uint8Array {
  const bytes = from.slice();
  change(columnsOf(bytes.buffer, countsOf(bytes)));
  return seal(bytes);
}

function refusal(bytes: Uint8Array): string {
  try {
    ContactTree.fromBytes(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  throw new Error('It was read.');
}

const branch = tree.columns.links.findIndex((link) => link > 0);
const leaf = tree.columns.links.findIndex((link) => link < 0);

describe('a resealed tree', () => {
  it('is read when nothing was changed', () => {
    expect(Buffer.compare(ContactTree.fromBytes(resealed(() => {})).toBytes(), original)).toBe(0);
  });

  const { groups, pieces } = countsOf(original);
  const cases: [what: string, says: RegExp, change: (columns: TreeColumns) => void][] = [
    ['a ring of links', /a link from cell \d+ to the wrong group/, ({ links }) => links.fill(1)],
    ['a link to the group itself', /to the wrong group/, ({ links }) => (links[8] = 1)],
    ['a link back', /to the wrong group/, ({ links }) => (links[links.findLastIndex((link) => link > 0)] = 1)],
    ['two links to one group', /to the wrong group/, ({ links }) => (links[links.findLastIndex((link) => link > 1)] -= 1)],
    ['a link beyond the groups', /to the wrong group/, ({ links }) => (links[branch] = groups)],
    ['a link to a piece that is not there', /to the wrong piece/, ({ links }) => (links[leaf] = -1 - pieces)],
    ['the least of all links', /to the wrong piece/, ({ links }) => (links[leaf] = -0x80000000)],
    ['a group with another piece', /to the wrong piece/, ({ pieceOfGroup }) => (pieceOfGroup[0] = pieces)],
    ['a group with a piece below any', /to the wrong piece/, ({ pieceOfGroup }) => (pieceOfGroup[0] = -2)],
    ['a branch cut off', /groups of cells, but links to/, ({ links }) => (links[links.findLastIndex((link) => link > 0)] = 0)],
    ['another depth', /levels deep, but is/, ({ head }) => (head[HEAD.depth] += 1)],
    ['a depth limit below its depth', /deeper than it may be/, ({ head }) => (head[HEAD.depthLimit] = 1)],
    ['a depth limit above all', /depth limit 13/, ({ head }) => (head[HEAD.depthLimit] = 13)],
    ['something where nothing is', /spare words/, ({ head }) => (head[HEAD_WORDS - 1] = 1)],
    ['NaN for a distance', /has NaN among its distances/, ({ values }) => (values[5] = Number.NaN)],
    ['infinity for an error', /has Infinity among its errors/, ({ errors }) => (errors[5] = Infinity)],
    ['an error below nought', /has -1 among its errors/, ({ errors }) => (errors[5] = -1)],
    ['NaN in a piece', /has NaN among its pieces/, ({ pieces: numbers }) => (numbers[5] = Number.NaN)],
    ['no side', /has 0 for its side/, ({ measures }) => (measures[MEASURE.side] = 0)],
    ['NaN for its corner', /has NaN for its x/, ({ measures }) => (measures[MEASURE.x] = Number.NaN)],
    ['NaN for its margin', /has NaN for its margin/, ({ measures }) => (measures[MEASURE.margin] = Number.NaN)],
    ['a negative thickness', /has -1 for its halfThickness/, ({ measures }) => (measures[MEASURE.halfThickness] = -1)],
    ['cells beside its mesh', /outside its cells/, ({ measures }) => (measures[MEASURE.x] += 5)],
    ['NaN for a coordinate', /is of no mesh: positions\[4\] is NaN/, ({ positions }) => (positions[4] = Number.NaN)],
    ['a vertex that is not there', /is of no mesh: triangles\[4\] is 4294967295/, ({ triangles }) => (triangles[4] = 0xffffffff)],
    ['a mesh with a hole', /not closed/, ({ triangles }) => (triangles[4] = triangles[3])],
    ['a mesh inside out', /not wound outward/, ({ triangles }) => triangles.reverse()],
    ['the mesh of another', /field that is .* m off at vertex/, ({ positions }) => positions.set(positions.map((x) => 0.5 * x))],
  ];
  it.each(cases)('with %s is refused', (_, says, change) => {
    const said = refusal(resealed(change));
    expect(said).toMatch(says);
    expect(said).toMatch(/^The tree .*\.$/);
  });

  it('without any cells is refused', () => {
    const counts = { ...countsOf(original), groups: 0, pieces: 0 };
    const bytes = new Uint8Array(bytesOf(counts));
    const [from, to] = [columnsOf(original.slice().buffer, countsOf(original)), columnsOf(bytes.buffer, counts)];
    for (const name of ['head', 'measures', 'positions', 'triangles'] as const) to[name].set(from[name] as never);
    to.head[HEAD.groups] = to.head[HEAD.pieces] = 0;
    to.head[HEAD.bytes] = bytes.length;
    expect(refusal(seal(bytes))).toMatch(/has no cells/);
  });

  it('with any words changed is refused, or answers with finite numbers', () => {
    const words = original.length / 4;
    const word = fc.oneof(fc.integer(), fc.constantFrom(0, 1, -1, 0x7fffffff, 0x7f800000, 0x7fc00000, 8, groups, -1 - pieces));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(words - 1), word), { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = original.slice();
        const all = new Int32Array(bytes.buffer);
        for (const [at, value] of changes) all[at] = value;
        let read: ContactTree;
        try {
          read = ContactTree.fromBytes(seal(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        }
        for (const [x, y, z] of [
          [0, 0, 0],
          [0.49, 0.3, 0.1],
          [3, -2, 1],
          [1e6, 0, 0],
        ])
          expect(read.distance(x, y, z)).toSatisfy(Number.isFinite);
      }),
      { numRuns: 2000, seed: 12 },
    );
  });

  it('is refused when it is no bytes at all', () => {
    for (const wrong of [undefined, null, 'tree', {}, [1, 2], new ArrayBuffer(200)]) {
      expect(() => ContactTree.fromBytes(wrong as never)).toThrow(/^The tree is .*, but must be a Uint8Array\.$/);
    }
  });
});

it('a tree of more cells than it may have is refused while it grows', () => {
  const options = {
    origin: [-1, -1, -1],
    side: 2,
    error: 1e-7,
    margin: 1,
    depth: 12,
    mostGroups: 500,
    onProgress: () => {},
  } as const;
  expect(() => [...new TreeGrower(triangleMesh(boxMesh(1, 0.7, 0.4)), options).grow()]).toThrow(
    'error is 1e-7, for which the field would take more than 4000 cells: allow more error, less depth or less margin.',
  );
});

describe('a point that is none', () => {
  const groove = ContactTree.build(triangleMesh(grooveMesh()), { error: 0.1 });
  it.each([
    [Number.NaN, 0, 0],
    [0, Number.NaN, 0],
    [0, 0, Infinity],
    [-Infinity, Number.NaN, 0],
    ['a' as never, 0, 0],
    [undefined as never, 0, 0],
  ])('is refused by a sentence: %s, %s, %s', (x, y, z) => {
    expect(() => groove.distance(x, y, z)).toThrow(/^point is \[.*\], but must be three finite numbers\.$/);
    expect(() => groove.field(Float64Array.of(x, y, z, 0, 0))).toThrow(InputError);
  });
});
