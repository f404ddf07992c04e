import { describe, expect, it } from 'vitest';
import { inspectMesh, makeMesh, meshVolume, type TriangleMesh } from '../../src/index.js';
import { type MeshFileOptions, readMesh } from '../../src/mesh-files/index.js';
import { box, join, move, torus } from '../mesh/sample-meshes.js';
import {
  bytesOf,
  concatenate,
  describeGltf,
  packGlb,
  packGltf,
  writeBinaryStl,
  writeGlb,
  writeObj,
  writePly,
  writeTextStl,
} from './writers.js';

/** In single precision, so that no format rounds it. */
const MESH = single(join(torus(9, 7), box(1, 2, 3, [4, -5, 1e-3])));

describe('readMesh', () => {
  it.each<[string, MeshFileOptions, Uint8Array]>([
    ['OBJ', { name: 'thing.obj' }, writeObj(MESH)],
    ['text STL', { name: 'THING.STL' }, writeTextStl(MESH)],
    ['binary STL', { name: 'a/b.c/thing.stl' }, writeBinaryStl(MESH)],
    ['text PLY', { name: 'thing.ply' }, writePly(MESH, 'ascii')],
    ['little-endian PLY', { name: 'thing.ply' }, writePly(MESH, 'binary_little_endian')],
    ['big-endian PLY', { name: 'thing.ply' }, writePly(MESH, 'binary_big_endian')],
    ['GLB', { name: 'thing.glb' }, writeGlb(MESH)],
    ['glTF', { name: 'thing.gltf' }, packGltf(describeGltf(MESH.positions, MESH.triangles))],
  ])('reads %s to the bit, by name, by format or by content', async (_, options, bytes) => {
    const format = options.name?.split('.').pop()?.toLowerCase() as 'obj';
    for (const way of [options, { format }, {}, { name: 'thing.unknown' }]) expectSame(await readMesh(bytes, way), MESH);
    // From the middle of another buffer too, at an odd place, and from a plain buffer.
    const padded = new Uint8Array(bytes.length + 3);
    padded.set(bytes, 3);
    expectSame(await readMesh(padded.subarray(3), options), MESH);
    expectSame(await readMesh(Uint8Array.from(bytes).buffer, options), MESH);
    const mesh = await readMesh(bytes, options);
    expect(inspectMesh(mesh)).toMatchObject({ isClosed: true, isOriented: true, vertices: 63 + 8, eulerCharacteristic: 2 });
  });

  it('puts all objects and groups of an OBJ file into one mesh, and understands its dialects', async () => {
    const text = [
      'mtllib x.mtl',
      'o first',
      'v 0 0 0',
      'v 1 0 0 0.5 0.5 0.5',
      '  v 1 1 0',
      'v 0 1 0',
      'vt 0 0',
      'f 1/1 2/1 3/1 4/1',
      'g second',
      's off',
      'strange line',
      'v 0 0 \\',
      '1',
      'f -1//1 -4//1 -5//1',
      'l 1 2',
      'p 1',
      'f 1 2 5\r',
    ].join('\n');
    const mesh = await readMesh(bytesOf(text), { format: 'obj' });
    expect(corners(mesh)).toEqual(
      [
        [
          [0, 0, 0],
          [1, 0, 0],
          [1, 1, 0],
        ],
        [
          [0, 0, 0],
          [1, 1, 0],
          [0, 1, 0],
        ],
        [
          [0, 0, 1],
          [1, 0, 0],
          [0, 0, 0],
        ],
        [
          [0, 0, 0],
          [1, 0, 0],
          [0, 0, 1],
        ],
      ].map((t) => t.flat()),
    );
    expect(mesh.positions.length / 3).toBe(5);
  });

  it('keeps faces of many corners', async () => {
    const positions = Array.from({ length: 7 }, (_, i) => [Math.cos(i), Math.sin(i), 0]);
    const heptagon = makeMesh(positions, [0, 1, 2]);
    for (const format of ['ascii', 'binary_little_endian', 'binary_big_endian'] as const) {
      const { triangles } = await readMesh(
        writePly(heptagon, format, [
          [0, 1, 2, 3, 4, 5, 6],
          [6, 5, 4],
        ]),
      );
      expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 6, 5, 4]);
    }
  });

  it('keeps double precision where a format has it', async () => {
    const fine = move(torus(5, 4), 1 / 3, [0.1, 0.2, 0.3]);
    for (const format of ['ascii', 'binary_little_endian', 'binary_big_endian'] as const)
      expectSame(await readMesh(writePly(fine, format)), fine);
  });

  it('reads text STL with normals that are no numbers, and several solids', async () => {
    const facet = 'facet normal nan -nan(ind) 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 +1.5E0 0\nendloop\nendfacet\n';
    const mesh = await readMesh(bytesOf(`solid a\n${facet}endsolid a\nsolid\n${facet}${facet}endsolid\n`));
    expect(mesh.triangles.length).toBe(9);
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1.5, 0]);
  });

  it('reads PLY as scanners write it: with notes, and numbers of each vertex that are no coordinates', async () => {
    const { positions, triangles } = MESH;
    const header = [
      'ply',
      'format ascii 1.0',
      'obj_info is_mesh 1',
      'comment zipper output',
      `element vertex ${positions.length / 3}`,
      ...['x', 'y', 'z', 'confidence', 'intensity'].map((name) => `property float ${name}`),
      `element face ${triangles.length / 3}`,
      'property list uchar int vertex_indices',
      'end_header',
    ];
    const vertices = Array.from(
      { length: positions.length / 3 },
      (_, v) => `${positions.slice(3 * v, 3 * v + 3).join(' ')} 0.75 0.5`,
    );
    // A space at the end of a line, as some have it.
    const faces = Array.from({ length: triangles.length / 3 }, (_, t) => `3 ${triangles.slice(3 * t, 3 * t + 3).join(' ')} `);
    expectSame(await readMesh(bytesOf([...header, ...vertices, ...faces, ''].join('\n'))), MESH);
  });
});

describe('glTF', () => {
  // A square in four ways: two triangles, loose ones, a strip, a fan.
  const square = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
  const TWO = [
    [0, 0, 0, 1, 0, 0, 0, 1, 0],
    [0, 1, 0, 1, 0, 0, 1, 1, 0],
  ];

  it('reads lists, strips and fans, with and without indices', async () => {
    const loose = await readMesh(packGlb(describeGltf(TWO.flat(), undefined)));
    expect(corners(loose)).toEqual(TWO);
    const strip = await readMesh(packGlb(describeGltf(square, undefined, { mode: 5 })));
    expect(areaVectors(strip)).toEqual([
      [0, 0, 0.5],
      [0, 0, 0.5],
    ]);
    const indexed = await readMesh(packGlb(describeGltf(square, [0, 1, 2, 3], { mode: 5 })));
    expect(indexed).toEqual(strip);
    const fan = await readMesh(packGlb(describeGltf(square, [0, 1, 3, 2], { mode: 6 })));
    expect(areaVectors(fan)).toEqual([
      [0, 0, 0.5],
      [0, 0, 0.5],
    ]);
  });

  it('puts meshes where the nodes of the default scene put them', async () => {
    const half = Math.SQRT1_2;
    const nodes = [
      { children: [1, 2], translation: [10, 0, 0], rotation: [0, 0, half, half] },
      { mesh: 0, scale: [2, 1, 1] },
      { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 5, 1] },
      { mesh: 0, scale: [-1, 1, 1] },
      { mesh: 0, translation: [1e3, 0, 0] },
    ];
    const cube = box();
    const mesh = await readMesh(packGlb(describeGltf(cube.positions, cube.triangles, { nodes, roots: [0, 3] })));
    expect(mesh.triangles.length).toBe(3 * 36);
    const report = inspectMesh(mesh);
    // Twice as wide, as it is, and mirrored, which must not turn it inside out. The last node is not in the scene.
    expect(report.components.map((c) => Number(c.volume.toFixed(6)))).toEqual([2, 1, 1]);
    expect(report.isOriented).toBe(true);
    const xs = [...mesh.positions].filter((_, i) => i % 3 === 0);
    const ys = [...mesh.positions].filter((_, i) => i % 3 === 1);
    // The first turns x into y: it spans y from 0 to 2 and x from 9 to 10.
    expect(Math.max(...ys)).toBeCloseTo(2, 6);
    expect(Math.max(...xs)).toBeCloseTo(10, 6);
    expect(Math.min(...xs)).toBeCloseTo(-1, 6);
  });

  it('reads positions stored as fractions of an integer range, and side by side with other data', async () => {
    const { json, buffer } = describeGltf([0, 0, 0], undefined);
    const shorts = new DataView(new ArrayBuffer(36));
    // Three vertices of three shorts, padded to twelve bytes each.
    for (const [i, values] of [
      [0, 0, 0],
      [32767, 0, 0],
      [0, 32767, -32767],
    ].entries())
      for (const [k, value] of values.entries()) shorts.setInt16(12 * i + 2 * k, value, true);
    const mesh = await readMesh(
      packGlb({
        json: {
          ...json,
          extensionsRequired: ['KHR_mesh_quantization'],
          accessors: [{ bufferView: 0, componentType: 5122, normalized: true, count: 3, type: 'VEC3' }],
          bufferViews: [{ buffer: 0, byteLength: 36, byteStride: 12 }],
          buffers: [{ byteLength: 36 }],
        },
        buffer: new Uint8Array(shorts.buffer),
      }),
    );
    expect(buffer.length).toBe(12);
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, -1]);
  });

  it('asks for files that are named beside it', async () => {
    const whole = describeGltf(MESH.positions, MESH.triangles);
    const asked: string[] = [];
    const resolve = (uri: string) => {
      asked.push(uri);
      return whole.buffer;
    };
    expectSame(await readMesh(packGltf(whole, 'thing.bin'), { resolve }), MESH);
    expectSame(await readMesh(packGltf(whole, 'thing.bin'), { resolve: async (uri) => resolve(uri) }), MESH);
    expect(asked).toEqual(['thing.bin', 'thing.bin']);
  });
});

describe('glTF as other programs write it', () => {
  /** A file of views, each a list of numbers of its own, with an accessor for each. */
  function fileOf(parts: { type: string; numbers: Float32Array | Uint8Array | Uint16Array }[], rest: object): Uint8Array {
    const bytes = parts.map(({ numbers }) => new Uint8Array(numbers.buffer));
    const starts = bytes.map((_, i) => bytes.slice(0, i).reduce((sum, { length }) => sum + length, 0));
    const buffer = concatenate(...bytes);
    const per: Record<string, number> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };
    const componentTypes = new Map<unknown, number>([
      [Float32Array, 5126],
      [Uint8Array, 5121],
      [Uint16Array, 5123],
    ]);
    const accessors = parts.map(({ type, numbers }, bufferView) => {
      const componentType = componentTypes.get(numbers.constructor);
      return { bufferView, type, componentType, count: numbers.length / per[type] };
    });
    const bufferViews = bytes.map(({ length }, i) => ({ buffer: 0, byteOffset: starts[i], byteLength: length }));
    const json = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], accessors, bufferViews, ...rest };
    return packGlb({ json: { ...json, buffers: [{ byteLength: buffer.length }] }, buffer });
  }
  const triangle = { type: 'VEC3', numbers: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0) };

  it('bends a skinned mesh by its joints, wherever its own node is', async () => {
    // The second joint is turned by a quarter about z and was bound one metre up; the third vertex is halfway between both.
    const half = Math.SQRT1_2;
    const bind = (y: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1];
    const parts = [
      triangle,
      { type: 'VEC4', numbers: Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0) },
      { type: 'VEC4', numbers: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0) },
      { type: 'MAT4', numbers: Float32Array.of(...bind(0), ...bind(1)) },
    ];
    const nodes = [
      { children: [1, 2], scale: [2, 2, 2] },
      { mesh: 0, skin: 0, translation: [100, 0, 0] },
      { children: [3] },
      { translation: [0, 1, 0], rotation: [0, 0, half, half] },
    ];
    const meshes = [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] }];
    const mesh = await readMesh(fileOf(parts, { nodes, meshes, skins: [{ joints: [2, 3], inverseBindMatrices: 3 }] }));
    // Of the second: (1, 0) is (1, -1) of its joint, turned (1, 1), raised (1, 2), and twice that.
    // Of the third: (0, 1) by the first joint, (0, 0) raised to (0, 1) by the second.
    const expected = [0, 0, 0, 2, 4, 0, 0, 2, 0];
    mesh.positions.forEach((x, k) => {
      expect(x).toBeCloseTo(expected[k], 6);
    });
  });

  it.each([
    ['the mesh', { weights: [0.5, 0.25] }, {}],
    ['the node', { weights: [7, 7] }, { weights: [0.5, 0.25] }],
  ])('adds morph targets by the weights of %s', async (_, ofMesh, ofNode) => {
    const up = { type: 'VEC3', numbers: Float32Array.of(0, 2, 0, 0, 2, 0, 0, 2, 0) };
    const far = { type: 'VEC3', numbers: Float32Array.of(0, 0, 4, 0, 0, 4, 0, 0, 4) };
    const primitives = [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 1 }, { POSITION: 2 }] }];
    const mesh = await readMesh(
      fileOf([triangle, up, far], { nodes: [{ mesh: 0, ...ofNode }], meshes: [{ primitives, ...ofMesh }] }),
    );
    expect([...mesh.positions]).toEqual([0, 1, 1, 1, 1, 1, 0, 2, 1]);
  });

  it.each([
    ['over a buffer view', { bufferView: 0 }, [0, 0, 0, 5, 6, 7, 0, 1, 0]],
    ['over zeros', {}, [0, 0, 0, 5, 6, 7, 0, 0, 0]],
  ])('reads sparse accessors %s', async (_, base, expected) => {
    const sparse = { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 2 } };
    const file = fileOf(
      [triangle, { type: 'SCALAR', numbers: Uint8Array.of(1, 0, 0, 0) }, { type: 'VEC3', numbers: Float32Array.of(5, 6, 7) }],
      {
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ ...base, type: 'VEC3', componentType: 5126, count: 3, sparse }],
      },
    );
    expect([...(await readMesh(file)).positions]).toEqual(expected);
  });

  const PLAIN = { nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }] };
  const draco = { extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: {} } } };

  it('does not mind extensions that do not move triangles, nor a copy that is compressed', async () => {
    const extensionsRequired = ['KHR_texture_transform', 'KHR_materials_unlit', 'KHR_mesh_quantization', 'KHR_lights_punctual'];
    expect((await readMesh(fileOf([triangle], { ...PLAIN, extensionsRequired }))).triangles.length).toBe(3);
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 }, ...draco }] }];
    expect((await readMesh(fileOf([triangle], { ...PLAIN, meshes }))).triangles.length).toBe(3);
  });

  it.each([
    [
      'vertices that only Draco has',
      {
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...draco }] }],
        accessors: [{ type: 'VEC3', componentType: 5126, count: 3 }],
      },
      /it is compressed by Draco, which is not supported; export it without compression\./,
    ],
    [
      'instances',
      { nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: {} } }] },
      /it draws meshes many times by EXT_mesh_gpu_instancing/,
    ],
    ['a skin without joints', { nodes: [{ mesh: 0, skin: 0 }], skins: [{ joints: [0] }] }, /a mesh with a skin has no JOINTS_0/],
    [
      'an accessor of two uses',
      { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 0 }] }] },
      /accessor 0 is used as VEC3 and as SCALAR, but has one type\./,
    ],
  ])('refuses %s by a sentence', async (_, rest, sentence) => {
    await expect(readMesh(fileOf([triangle], { ...PLAIN, ...rest }))).rejects.toThrow(sentence);
  });
});

function single(mesh: TriangleMesh): TriangleMesh {
  return makeMesh(mesh.positions.map(Math.fround), mesh.triangles);
}

/** The nine coordinates of each triangle. */
function corners({ positions, triangles }: TriangleMesh): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].flatMap((k) => [...positions.subarray(3 * triangles[3 * t + k], 3 * triangles[3 * t + k] + 3)]),
  );
}

/** Half the cross product of the edges of each triangle. */
function areaVectors(mesh: TriangleMesh): number[][] {
  return corners(mesh).map(([ax, ay, az, bx, by, bz, cx, cy, cz]) => {
    const [px, py, pz, qx, qy, qz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    return [(py * qz - pz * qy) / 2, (pz * qx - px * qz) / 2, (px * qy - py * qx) / 2].map((x) => x + 0);
  });
}

/** The same triangles in the same order, at the same places to the bit. */
function expectSame(mesh: TriangleMesh, expected: TriangleMesh): void {
  expect(corners(mesh)).toEqual(corners(expected));
  expect(meshVolume(mesh)).toBeCloseTo(meshVolume(expected), 12);
}
