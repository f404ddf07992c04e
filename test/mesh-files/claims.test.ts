// Files that claim more than they have: refused before memory is taken for it.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/index.js';
import { MOST_MESH_BYTES, readMesh } from '../../src/mesh-files/index.js';
import { tetrahedron } from '../mesh/sample-meshes.js';
import { bytesOf, describeGltf, packGlb, writeBinaryStl } from './writers.js';

const MESH = tetrahedron();
const GLTF = describeGltf(MESH.positions, MESH.triangles);
const [points, order] = (GLTF.json as { accessors: object[] }).accessors;
const views = (GLTF.json as { bufferViews: object[] }).bufferViews;

async function refusal(bytes: Uint8Array, name = 'a.glb'): Promise<string> {
  const before = process.memoryUsage().arrayBuffers;
  const error = await readMesh(bytes, { name }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e7);
  return (error as Error).message;
}
const glb = (change: object) => packGlb({ json: { ...GLTF.json, ...change }, buffer: GLTF.buffer });

describe('a glTF file of a few bytes', () => {
  it.each<[string, RegExp, object]>([
    [
      'a count of 1e9',
      /accessor 0 names 1000000000 elements, for which it has too few bytes/,
      { accessors: [{ ...points, count: 1e9 }, order] },
    ],
    ['a count of 1e9 triangles', /accessor 1 names 1000000000 elements/, { accessors: [points, { ...order, count: 1e9 }] }],
    [
      'a count of 1e9 zeros',
      /accessor 0 has no buffer view/,
      { accessors: [{ ...points, bufferView: undefined, count: 1e9 }, order] },
    ],
    [
      'a count that is none',
      /accessor 0 has a count that is not a whole number/,
      { accessors: [{ ...points, count: 1e300 }, order] },
    ],
    ['a negative count', /accessor 0 has a count/, { accessors: [{ ...points, count: -1 }, order] }],
    ['a view beyond its buffer', /accessor 0 names/, { bufferViews: views.map((view) => ({ ...view, byteLength: 1e9 })) }],
    ['a view before its buffer', /accessor 0 names/, { bufferViews: views.map((view) => ({ ...view, byteOffset: -8 })) }],
    ['a stride of nothing', /accessor 0 names/, { bufferViews: views.map((view) => ({ ...view, byteStride: 0 })) }],
    [
      'a sparse part of 1e9',
      /sparse part of accessor 0/,
      {
        accessors: [
          { ...points, sparse: { count: 1e9, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 0 } } },
          order,
        ],
      },
    ],
    ['an accessor that is not there', /no accessor 7/, { meshes: [{ primitives: [{ attributes: { POSITION: 7 } }] }] }],
    ['one node twice in a scene', /names one of them twice/, { scenes: [{ nodes: [0, 0] }] }],
    [
      'nodes nested 200000 deep',
      /nested more than 1000 deep/,
      {
        nodes: Array.from({ length: 200_000 }, (_, i) => (i === 0 ? { mesh: 0 } : { children: [i - 1] })),
        scenes: [{ nodes: [199_999] }],
      },
    ],
    [
      'a mesh drawn 300000 times',
      /more than 4194304 vertices or corners/,
      {
        nodes: Array.from({ length: 300_000 }, () => ({ mesh: 0 })),
        scenes: [{ nodes: Array.from({ length: 300_000 }, (_, i) => i) }],
      },
    ],
  ])('with %s', async (_, says, change) => {
    expect(await refusal(glb(change))).toMatch(says);
  });

  it('with a million in an accessor that no triangle is made of is read', async () => {
    const { triangles } = await readMesh(glb({ accessors: [points, order, { type: 'VEC3', componentType: 5126, count: 1e9 }] }));
    expect(triangles.length).toBe(MESH.triangles.length);
  });
});

it('no file is longer than it may be', async () => {
  expect(await refusal(new Uint8Array(MOST_MESH_BYTES + 1), 'a.obj')).toBe(
    'The file a.obj has 67108865 bytes, but must have at most 67108864.',
  );
});

it('a binary STL file that names more triangles than it has', async () => {
  const bytes = writeBinaryStl(MESH, '');
  new DataView(bytes.buffer).setUint32(80, 0xffffffff, true);
  expect(await refusal(bytes, 'a.stl')).toMatch(/names 4294967295 triangles/);
});

it('a PLY file that names more vertices than it has', async () => {
  const header = (format: string) =>
    `ply\nformat ${format} 1.0\nelement vertex 1000000000\nproperty float x\nproperty float y\nproperty float z\nelement face 4000000000\nproperty list uchar int vertex_indices\nend_header\n`;
  for (const format of ['ascii', 'binary_little_endian'])
    expect(await refusal(bytesOf(`${header(format)}0 0 0 1 1 1`), 'a.ply')).toMatch(
      /cut short: it ends in vertex \d of 1000000000/,
    );
});

describe('what is not of a mesh is not repeated', () => {
  it.each([
    ['a.obj', 'v root:x:0:0:secret 1 2\nf 1 1 1\n'],
    ['a.obj', 'v 0 0 0\nf secret secret secret\n'],
    ['a.obj', 'f secret\n'],
    [
      'a.stl',
      'solid a\nfacet normal 0 0 0\nouter loop\nvertex secret 0 0\nvertex 0 0 0\nvertex 0 0 0\nendloop\nendfacet\nendsolid a\n',
    ],
    ['a.gltf', '{"asset": secret}'],
  ])('%s: %j', async (name, text) => {
    const said = await refusal(bytesOf(text), name);
    expect(said).not.toMatch(/secret|root/);
    expect(said.length).toBeLessThan(250);
  });
});
