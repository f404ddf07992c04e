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
  // Of a skin of two joints: four joints and four weights a vertex, and where the joints were.
  Uint8Array.from(points.flatMap(() => [0, 1, 0, 0])),
  new Uint8Array(Float32Array.from(points.flatMap(() => [0.25, 0.75, 0, 0])).buffer),
  new Uint8Array(Float32Array.from([1, 2].flatMap(() => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])).buffer),
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
  buffers: [{ byteLength: gltfBuffer.length }],
};
/** Bent by a skin, and with a morph target. */
const GLTF_SKINNED = {
  ...GLTF,
  nodes: [{ children: [1, 2, 3] }, { mesh: 0, skin: 0, weights: [0.5] }, {}, { translation: [0, 0.1, 0] }],
  skins: [{ joints: [2, 3], inverseBindMatrices: 4 }],
  meshes: [
    {
      primitives: [{ attributes: { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 }, indices: 1, targets: [{ POSITION: 0 }] }],
      weights: [0.25],
    },
  ],
  accessors: [
    ...GLTF.accessors,
    { bufferView: 2, componentType: 5121, count: 4, type: 'VEC4' },
    { bufferView: 3, componentType: 5126, count: 4, type: 'VEC4' },
    { bufferView: 4, componentType: 5126, count: 2, type: 'MAT4' },
  ],
  bufferViews: [
    ...GLTF.bufferViews,
    { buffer: 0, byteOffset: 72, byteLength: 16 },
    { buffer: 0, byteOffset: 88, byteLength: 64 },
    { buffer: 0, byteOffset: 152, byteLength: 128 },
  ],
};

const physics = (rest) => ({ extensions: { KHR_physics_rigid_bodies: rest } });
const collider = (geometry, rest = {}) => ({ collider: { geometry, physicsMaterial: 0, ...rest } });
/** A scene with rigid bodies: a ground, a compound, a mesh, a hull, a hinge with a drive, filters and a trigger. */
export const GLTF_SCENE = {
  ...GLTF,
  scenes: [{ nodes: [0, 1, 3, 4, 5, 6, 7] }],
  nodes: [
    { name: 'ground', scale: [10, 1, 10], ...physics(collider({ mesh: 0 })) },
    {
      name: 'compound',
      translation: [0, 4, 0],
      rotation: [0, 0, 0, 1],
      children: [2],
      ...physics({
        motion: {
          mass: 2,
          centerOfMass: [0, 0.1, 0],
          inertiaDiagonal: [1, 1, 1.5],
          linearVelocity: [1, 0, 0],
          gravityFactor: 0.5,
        },
        ...collider({ shape: 0 }, { collisionFilter: 0 }),
      }),
    },
    { translation: [0, 1, 0], scale: [1, -1, 1], ...physics(collider({ shape: 1 }, { collisionFilter: 0 })) },
    { name: 'mesh', mesh: 0, translation: [5, 3, 0], ...physics({ motion: {}, ...collider({ mesh: 0 }) }) },
    { name: 'hull', translation: [8, 3, 0], ...physics({ motion: { mass: 1 }, ...collider({ mesh: 0, convexHull: true }) }) },
    { translation: [0, 4, 0], ...physics({ joint: { connectedNode: 1, joint: 0, enableCollision: false } }) },
    { translation: [0, 2, 3], ...physics({ trigger: { geometry: { shape: 2 }, collisionFilter: 1 } }) },
    {
      name: 'lift',
      translation: [-5, 2, 0],
      ...physics({ motion: { isKinematic: true, linearVelocity: [0, 1, 0] }, ...collider({ shape: 3 }) }),
    },
  ],
  extensionsUsed: ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'],
  extensions: {
    KHR_implicit_shapes: {
      shapes: [
        { type: 'box', box: { size: [1, 2, 1] } },
        { type: 'sphere', sphere: { radius: 0.5 } },
        { type: 'capsule', capsule: { height: 1, radiusTop: 0.3, radiusBottom: 0.3 } },
        { type: 'cylinder', cylinder: { height: 1, radiusTop: 0.2, radiusBottom: 0.4 } },
      ],
    },
    KHR_physics_rigid_bodies: {
      physicsMaterials: [
        { name: 'stone', staticFriction: 0.7, dynamicFriction: 0.6, restitution: 0.1, frictionCombine: 'minimum' },
      ],
      collisionFilters: [{ collisionSystems: ['a', 'b'], notCollideWithSystems: ['c'] }, { collideWithSystems: ['a'] }],
      physicsJoints: [
        {
          limits: [
            { linearAxes: [0, 1, 2], min: 0, max: 0 },
            { angularAxes: [0, 2], min: 0, max: 0 },
            { angularAxes: [1], min: -1, max: 1 },
          ],
          drives: [{ type: 'angular', mode: 'acceleration', axis: 1, velocityTarget: 1, damping: 5, maxForce: 50 }],
        },
      ],
    },
  },
};
const dataUri = `data:application/octet-stream;base64,${Buffer.from(gltfBuffer).toString('base64')}`;

/** The same with its buffer inside as text, or beside it under a name. */
export const GLTF_INSIDE = { ...GLTF, buffers: [{ byteLength: gltfBuffer.length, uri: dataUri }] };
export const GLTF_BESIDE = { ...GLTF, buffers: [{ byteLength: gltfBuffer.length, uri: 'thing.bin' }] };
export { GLTF, GLTF_SKINNED, gltfBuffer };

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
