// Writers of mesh files, by the books of the formats and without the libraries that read them.

import type { TriangleMesh } from '../../src/index.js';

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function triples(list: ArrayLike<number>): number[][] {
  return Array.from({ length: list.length / 3 }, (_, i) => [list[3 * i], list[3 * i + 1], list[3 * i + 2]]);
}

export function writeObj({ positions, triangles }: TriangleMesh): Uint8Array {
  const vertices = triples(positions).map((p) => `v ${p.join(' ')}`);
  const faces = triples(triangles).map((t) => `f ${t.map((v) => v + 1).join(' ')}`);
  return bytesOf(['# a comment', 'o thing', ...vertices, 'vn 0 0 1', 'usemtl grey', ...faces, ''].join('\n'));
}

export function writeTextStl({ positions, triangles }: TriangleMesh): Uint8Array {
  const at = triples(positions);
  const facets = triples(triangles).map(
    (t) =>
      `facet normal 0 0 0\n outer loop\n${t.map((v) => `  vertex ${at[v].map((x) => x.toExponential()).join(' ')}\n`).join('')} endloop\nendfacet\n`,
  );
  return bytesOf(`solid thing\n${facets.join('')}endsolid thing\n`);
}

/** A header that begins with "solid", as some programs write it. */
export function writeBinaryStl({ positions, triangles }: TriangleMesh, header = 'solid'): Uint8Array {
  const count = triangles.length / 3;
  const view = new DataView(new ArrayBuffer(84 + 50 * count));
  for (let i = 0; i < header.length; i++) view.setUint8(i, header.charCodeAt(i));
  view.setUint32(80, count, true);
  for (let c = 0; c < triangles.length; c++)
    for (let k = 0; k < 3; k++)
      view.setFloat32(84 + 50 * Math.floor(c / 3) + 12 + 12 * (c % 3) + 4 * k, positions[3 * triangles[c] + k], true);
  return new Uint8Array(view.buffer);
}

export type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** Vertices in double precision with a colour, faces with a flag before their list of corners and a quality after it. */
export function writePly(
  { positions, triangles }: TriangleMesh,
  format: PlyFormat,
  faces: number[][] = triples(triangles),
): Uint8Array {
  const header = [
    'ply',
    `format ${format} 1.0`,
    'comment made by hand',
    `element vertex ${positions.length / 3}`,
    'property double x',
    'property double y',
    'property double z',
    'property uchar red',
    `element face ${faces.length}`,
    'property char flag',
    'property list uchar int vertex_indices',
    'property float quality',
    'end_header',
    '',
  ].join('\n');
  if (format === 'ascii') {
    const vertices = triples(positions).map((p) => `${p.join(' ')} 255\n`);
    return bytesOf(`${header}${vertices.join('')}${faces.map((f) => `-1 ${f.length} ${f.join(' ')} 0.5\n`).join('')}`);
  }
  const little = format === 'binary_little_endian';
  const body = new DataView(new ArrayBuffer((positions.length / 3) * 25 + faces.reduce((sum, f) => sum + 6 + 4 * f.length, 0)));
  let at = 0;
  for (const p of triples(positions)) {
    for (const x of p) {
      body.setFloat64(at, x, little);
      at += 8;
    }
    body.setUint8(at++, 255);
  }
  for (const face of faces) {
    body.setInt8(at, -1);
    body.setUint8(at + 1, face.length);
    at += 2;
    for (const v of face) {
      body.setInt32(at, v, little);
      at += 4;
    }
    body.setFloat32(at, 0.5, little);
    at += 4;
  }
  return concatenate(bytesOf(header), new Uint8Array(body.buffer));
}

export function concatenate(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A buffer of positions and, where there are any, of indices, and the glTF file that says so. */
export function describeGltf(
  positions: ArrayLike<number>,
  indices: ArrayLike<number> | undefined,
  more: { mode?: number; nodes?: object[]; roots?: number[] } = {},
): { json: Record<string, unknown>; buffer: Uint8Array } {
  const points = Float32Array.from(positions);
  const order = Uint16Array.from(indices ?? []);
  const buffer = concatenate(
    new Uint8Array(points.buffer),
    new Uint8Array(order.buffer),
    new Uint8Array((4 - (order.byteLength % 4)) % 4),
  );
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: more.roots ?? [0] }],
    nodes: more.nodes ?? [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0 },
            material: 0,
            ...(indices !== undefined && { indices: 1 }),
            ...(more.mode !== undefined && { mode: more.mode }),
          },
        ],
      },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: 'not-there.png' }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: points.length / 3, type: 'VEC3' },
      ...(indices === undefined ? [] : [{ bufferView: 1, componentType: 5123, count: order.length, type: 'SCALAR' }]),
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: points.byteLength },
      ...(indices === undefined ? [] : [{ buffer: 0, byteOffset: points.byteLength, byteLength: order.byteLength }]),
    ],
    buffers: [{ byteLength: buffer.length } as Record<string, unknown>],
  };
  return { json, buffer };
}

export function packGlb({ json, buffer }: { json: object; buffer: Uint8Array }): Uint8Array {
  const text = JSON.stringify(json);
  const padded = bytesOf(text + ' '.repeat((4 - (bytesOf(text).length % 4)) % 4));
  const head = new Uint32Array([0x46546c67, 2, 12 + 8 + padded.length + 8 + buffer.length, padded.length, 0x4e4f534a]);
  return concatenate(
    new Uint8Array(head.buffer),
    padded,
    new Uint8Array(new Uint32Array([buffer.length, 0x4e4942]).buffer),
    buffer,
  );
}

/** A glTF file with its buffer inside as text, or named beside it. */
export function packGltf({ json, buffer }: { json: Record<string, unknown>; buffer: Uint8Array }, uri?: string): Uint8Array {
  const inside = `data:application/octet-stream;base64,${Buffer.from(buffer).toString('base64')}`;
  return bytesOf(JSON.stringify({ ...json, buffers: [{ byteLength: buffer.length, uri: uri ?? inside }] }));
}

export function writeGlb({ positions, triangles }: TriangleMesh): Uint8Array {
  return packGlb(describeGltf(positions, triangles));
}
