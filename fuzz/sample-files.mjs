// Small files of every mesh format, for cases to change: a tetrahedron.

import { joined } from './mutate.mjs';
import { TETRAHEDRON } from './sample-world.mjs';

const text = (lines) => new TextEncoder().encode(lines.join('\n'));
const triples = (list) => Array.from({ length: list.length / 3 }, (_, i) => list.slice(3 * i, 3 * i + 3));
const points = triples(TETRAHEDRON.vertices);
const faces = triples(TETRAHEDRON.triangles);

const obj = text([
  ...points.map((p) => `v ${p.join(' ')}`),
  'vn 0 0 1',
  ...faces.map((f) => `f ${f.map((v) => v + 1).join(' ')}`),
  '',
]);

const textStl = text([
  'solid thing',
  ...faces.flatMap((f) => [
    'facet normal 0 0 0',
    'outer loop',
    ...f.map((v) => `vertex ${points[v].join(' ')}`),
    'endloop',
    'endfacet',
  ]),
  'endsolid thing',
  '',
]);

function binaryStl() {
  const view = new DataView(new ArrayBuffer(84 + 50 * faces.length));
  view.setUint32(80, faces.length, true);
  faces.flat().forEach((v, c) => {
    for (let k = 0; k < 3; k++) view.setFloat32(84 + 50 * Math.floor(c / 3) + 12 + 12 * (c % 3) + 4 * k, points[v][k], true);
  });
  return new Uint8Array(view.buffer);
}

function plyHeader(format) {
  const vertex = [`element vertex ${points.length}`, ...['x', 'y', 'z'].map((name) => `property float ${name}`)];
  const face = [`element face ${faces.length}`, 'property list uchar int vertex_indices'];
  return text(['ply', `format ${format} 1.0`, ...vertex, ...face, 'end_header', '']);
}

const textPly = joined(
  plyHeader('ascii'),
  text([...points.map((p) => p.join(' ')), ...faces.map((f) => `3 ${f.join(' ')}`), '']),
);

function binaryPly(isLittle) {
  const view = new DataView(new ArrayBuffer(12 * points.length + 13 * faces.length));
  points.flat().forEach((x, i) => {
    view.setFloat32(4 * i, x, isLittle);
  });
  faces.forEach((face, i) => {
    const at = 12 * points.length + 13 * i;
    view.setUint8(at, 3);
    face.forEach((v, k) => {
      view.setInt32(at + 1 + 4 * k, v, isLittle);
    });
  });
  return joined(plyHeader(isLittle ? 'binary_little_endian' : 'binary_big_endian'), new Uint8Array(view.buffer));
}

const gltfBuffer = joined(
  new Uint8Array(Float32Array.from(TETRAHEDRON.vertices).buffer),
  new Uint8Array(Uint16Array.from(TETRAHEDRON.triangles).buffer),
);

/** The JSON of a glTF file; without its buffer, which a GLB has behind it. */
const GLTF = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [
    { children: [1], translation: [0, 0, 0] },
    { mesh: 0, rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 4 }] }],
  accessors: [
    { bufferView: 0, byteOffset: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] },
    { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
  ],
  bufferViews: [
    { buffer: 0, byteOffset: 0, byteLength: 48 },
    { buffer: 0, byteOffset: 48, byteLength: 24 },
  ],
  buffers: [{ byteLength: 72 }],
};
const dataUri = `data:application/octet-stream;base64,${Buffer.from(gltfBuffer).toString('base64')}`;

/** The same with its buffer inside as text, or beside it under a name. */
export const GLTF_INSIDE = { ...GLTF, buffers: [{ byteLength: 72, uri: dataUri }] };
export const GLTF_BESIDE = { ...GLTF, buffers: [{ byteLength: 72, uri: 'thing.bin' }] };
export { GLTF, gltfBuffer };

export function glbOf(json) {
  const plain = new TextEncoder().encode(JSON.stringify(json));
  const header = joined(plain, new Uint8Array((4 - (plain.length % 4)) % 4).fill(32));
  const words = (...list) => new Uint8Array(Uint32Array.from(list).buffer);
  const size = 12 + 8 + header.length + 8 + gltfBuffer.length;
  return joined(words(0x46546c67, 2, size, header.length, 0x4e4f534a), header, words(gltfBuffer.length, 0x4e4942), gltfBuffer);
}

export const FILES = [
  ['obj', obj],
  ['stl', textStl],
  ['stl', binaryStl()],
  ['ply', textPly],
  ['ply', binaryPly(true)],
  ['ply', binaryPly(false)],
  ['gltf', new TextEncoder().encode(JSON.stringify(GLTF_INSIDE))],
  ['glb', glbOf(GLTF)],
];
