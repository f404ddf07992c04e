import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/index.js';
import { type MeshFileOptions, type MeshFormat, readMesh } from '../../src/mesh-files/index.js';
import { tetrahedron } from '../mesh/sample-meshes.js';
import {
  bytesOf,
  describeGltf,
  packGlb,
  packGltf,
  writeBinaryStl,
  writeGlb,
  writeObj,
  writePly,
  writeTextStl,
} from './writers.js';

const MESH = tetrahedron();
const GLTF = describeGltf(MESH.positions, MESH.triangles);

const FILES: [string, MeshFormat, Uint8Array][] = [
  ['OBJ', 'obj', writeObj(MESH)],
  ['text STL', 'stl', writeTextStl(MESH)],
  ['binary STL', 'stl', writeBinaryStl(MESH, 'binary')],
  ['binary STL that begins with "solid"', 'stl', writeBinaryStl(MESH)],
  ['text PLY', 'ply', writePly(MESH, 'ascii')],
  ['little-endian PLY', 'ply', writePly(MESH, 'binary_little_endian')],
  ['big-endian PLY', 'ply', writePly(MESH, 'binary_big_endian')],
  ['GLB', 'glb', writeGlb(MESH)],
  ['glTF', 'gltf', packGltf(GLTF)],
];

/** No last word of these files is longer [bytes]. */
const LAST_WORD = 8;

/** Reads a file that may be anything: a mesh of whole triangles, or one sentence. */
async function readAnything(bytes: Uint8Array, options: MeshFileOptions): Promise<'mesh' | string> {
  try {
    const { positions, triangles } = await readMesh(bytes, options);
    expect(triangles.length % 3).toBe(0);
    expect(triangles.length).toBeGreaterThan(0);
    expect(Math.max(...triangles)).toBeLessThan(positions.length / 3);
    expect(positions.every(Number.isFinite)).toBe(true);
    return 'mesh';
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.message).toMatch(/^The file [\s\S]*\.$/);
    return error.message;
  }
}

describe('files that are wrong', () => {
  it.each(FILES)(
    '%s cut at every seventh byte gives a sentence or fewer triangles, never anything else',
    async (name, format, bytes) => {
      for (let length = 0; length < bytes.length; length += 7) {
        for (const options of [{ format }, {}]) {
          const result = await readAnything(bytes.slice(0, length), options);
          // Only OBJ has no sign of its end. The last word of a text, a name or the quality of a face, may be cut without harm.
          if (format !== 'obj' && length < bytes.length - LAST_WORD)
            expect([name, length, result]).not.toEqual([name, length, 'mesh']);
        }
      }
    },
  );

  it.each(FILES)('%s with other bytes in it gives a sentence or a mesh', async (_, format, bytes) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.oneof(fc.nat(255), fc.constantFrom(48, 45, 57, 32, 91, 123, 34))), {
          minLength: 1,
          maxLength: 4,
        }),
        async (changes) => {
          const altered = bytes.slice();
          for (const [at, byte] of changes) altered[at] = byte;
          await readAnything(altered, { format });
        },
      ),
      { numRuns: 200 },
    );
  });

  const ply = (edit: (text: string) => string) => bytesOf(edit(new TextDecoder().decode(writePly(MESH, 'ascii'))));
  const stl = (edit: (text: string) => string) => bytesOf(edit(new TextDecoder().decode(writeTextStl(MESH))));
  const nan = new DataView(writeBinaryStl(MESH).buffer);
  nan.setFloat32(84 + 50 + 12, Number.NaN, true);
  const glb = (change: object) => packGlb({ json: { ...GLTF.json, ...change }, buffer: GLTF.buffer });
  const far = describeGltf(MESH.positions, [0, 1, 2, 0, 1, 4]);

  it.each<[string, Uint8Array, MeshFileOptions, string]>([
    ['an empty file', new Uint8Array(0), { name: 'a.obj' }, 'The file a.obj is empty.'],
    [
      'something else',
      bytesOf('hello'),
      { name: 'a.txt' },
      'The file a.txt is of no known format; known are obj, stl, ply, gltf, glb.',
    ],
    [
      'an unknown format',
      bytesOf('hello'),
      { format: 'off' as 'obj' },
      'The file cannot be read as "off"; known are obj, stl, ply, gltf, glb.',
    ],
    ['no bytes', 'v 0 0 0' as unknown as Uint8Array, {}, 'The file is "v 0 0 0", but must be a Uint8Array or an ArrayBuffer.'],

    ['OBJ without faces', bytesOf('v 0 0 0\n'), { format: 'obj' }, 'cannot be read as OBJ: it has no faces.'],
    [
      'OBJ with NaN',
      bytesOf('v 0 0 0\nv 1 nan 0\nf 1 1 2\n'),
      {},
      'line 2 is "v 1 nan 0", but a vertex needs three finite numbers.',
    ],
    ['OBJ with two coordinates', bytesOf('v 0 0\nf 1 1 1\n'), {}, 'line 1 is "v 0 0", but a vertex needs three finite numbers.'],
    ['OBJ with a face of two', bytesOf('v 0 0 0\nv 1 0 0\nf 1 2\n'), {}, 'line 3 is a face of fewer than 3 corners: "f 1 2".'],
    [
      'OBJ with a large index',
      bytesOf('v 0 0 0\nv 1 0 0\nf 1 2 3/1/1\n'),
      {},
      'line 3 has a face with the corner "3/1/1", but the file has 2 vertices',
    ],
    [
      'OBJ with index 0',
      bytesOf('v 0 0 0\nv 1 0 0\nf 0 1 2\n'),
      {},
      'line 3 has a face with the corner "0", but the file has 2 vertices',
    ],
    ['OBJ with a far back index', bytesOf('v 0 0 0\nf -1 -1 -2\n'), {}, 'line 2 has a face with the corner "-2"'],

    [
      'text STL with NaN',
      stl((text) => text.replace('vertex 0e+0', 'vertex nan')),
      {},
      'facet 0 has the corner "vertex nan 0e+0 0e+0", but it must have three finite numbers.',
    ],
    [
      'text STL with two corners',
      stl((text) => text.replace(/ {2}vertex .*\n/, '')),
      {},
      'facet 0 has 2 corners, but must have 3.',
    ],
    [
      'text STL without an end',
      stl((text) => text.replace(/endsolid.*/, '')),
      {},
      'it is cut short: 4 facets begin, 4 end, and "endsolid" has to follow the last.',
    ],
    ['text STL of nothing', bytesOf('solid a\nendsolid a\n'), {}, 'it has no facets.'],
    [
      'binary STL cut short',
      writeBinaryStl(MESH, '').slice(0, 283),
      { format: 'stl' },
      'it is cut short: it names 4 triangles, which take 284 bytes, but has 283.',
    ],
    [
      'binary STL too long',
      new Uint8Array([...writeBinaryStl(MESH, ''), 0]),
      { format: 'stl' },
      'its size is wrong: it names 4 triangles, which take 284 bytes, but has 285.',
    ],
    [
      'binary STL with NaN',
      new Uint8Array(nan.buffer),
      {},
      'triangle 1 has a corner with the coordinate NaN, but it must be a finite number.',
    ],

    [
      'PLY with NaN',
      ply((text) => text.replace('\n1 0 0 255', '\n1 nan 0 255')),
      {},
      'vertex 1 has the y NaN, but it must be a finite number.',
    ],
    [
      'PLY with a large index',
      ply((text) => text.replace('-1 3 0 2 1', '-1 3 0 2 4')),
      {},
      'face 0 names vertex 4, but the file has 4 vertices, counted from 0.',
    ],
    [
      'PLY with a face of two',
      ply((text) => text.replace('-1 3 0 2 1', '-1 2 0 2')),
      {},
      'face 0 has 2 corners, but must have at least 3.',
    ],
    ['PLY cut short', ply((text) => text.slice(0, -20)), {}, 'it is cut short: it ends in face 2 of 4.'],
    [
      'PLY of points',
      ply((text) => text.replace('element face 4', 'element edge 4')),
      {},
      'its header declares no list "vertex_indices" of the element "face".',
    ],
    ['PLY without faces', ply((text) => text.replace('face 4', 'face 0')), {}, 'it has no faces.'],
    [
      'PLY without z',
      ply((text) => text.replace('double z', 'double w')),
      {},
      'its header declares no number "z" of the element "vertex".',
    ],
    [
      'PLY of an unknown type',
      ply((text) => text.replace('double z', 'half z')),
      {},
      'its header has the line "property half z", which declares no property.',
    ],
    [
      'PLY of an unknown format',
      ply((text) => text.replace('ascii', 'braille')),
      {},
      'its format is "braille", but must be one of ascii, binary_little_endian, binary_big_endian.',
    ],
    [
      'PLY with a count that is none',
      ply((text) => text.replace('vertex 4', 'vertex many')),
      {},
      'its header has the line "element vertex many" without a whole number.',
    ],

    ['glTF that is no JSON', bytesOf('{"asset":'), {}, 'The file cannot be read as GLTF: its JSON is broken or cut short: '],
    ['glTF of version 1', glb({ asset: { version: '1.0' } }), {}, 'it must be of version 2 of glTF, which "asset.version" says.'],
    [
      'glTF compressed by Draco',
      glb({ extensionsRequired: ['KHR_draco_mesh_compression'] }),
      {},
      'it is compressed by Draco, which is not supported; export it without compression.',
    ],
    [
      'glTF with a buffer beside it',
      packGltf(GLTF, 'x.bin'),
      {},
      'it keeps its vertices in another file, "x.bin"; give readMesh a function "resolve"',
    ],
    ['glTF with a large index', packGlb(far), {}, 'a triangle names vertex 4 of a mesh of 4 vertices.'],
    ['glTF without a scene', glb({ scenes: [] }), {}, 'it has no scene.'],
    ['glTF of an empty scene', glb({ scenes: [{}] }), {}, 'its scene has no triangles.'],
    ['glTF of lines', packGlb(describeGltf(MESH.positions, [0, 1], { mode: 1 })), {}, 'its scene has no triangles.'],
    [
      'glTF with nodes in a ring',
      glb({ nodes: [{ mesh: 0, children: [1] }, { children: [0] }] }),
      {},
      'its nodes are not a tree: node 0 is above itself.',
    ],
    ['glTF with nodes that are no list', glb({ nodes: { mesh: 0 } }), {}, 'its field "nodes" must be a list.'],
    ['GLB cut short', writeGlb(MESH).slice(0, -1), {}, 'it is cut short: it names '],
    ['glTF with a short buffer', packGlb({ ...GLTF, buffer: GLTF.buffer.slice(0, 40) }), {}, 'cannot be read as GLB: it is '],
  ])('refuses %s by a sentence', async (_, bytes, options, sentence) => {
    await expect(readMesh(bytes, options)).rejects.toThrow(InputError);
    await expect(readMesh(bytes, options)).rejects.toThrow(sentence);
  });

  it('passes on what a function that fetches files throws', async () => {
    const broken = new Error('no such file');
    const resolve = () => {
      throw broken;
    };
    await expect(readMesh(packGltf(GLTF, 'x.bin'), { resolve })).rejects.toBe(broken);
  });
});
