// Misuse of the calls on meshes and contact trees, by arrays and objects that are almost meshes or none.

import {
  ContactTree,
  describeFaults,
  describeReport,
  findCrossings,
  inspectMesh,
  makeMesh,
  meshArea,
  meshVolume,
  orientMesh,
  repairMesh,
  resolveMeshFiles,
  solidOf,
  weldMesh,
} from '../../dist/src/index.js';
import { readMesh } from '../../dist/src/mesh-files/index.js';
import { mutate } from '../mutate.mjs';
import { attempt, attemptLater } from '../oracle.mjs';
import { MESH_SCENE, TETRAHEDRON, TREE } from '../sample-world.mjs';

const REPORT = inspectMesh(TREE.mesh);

/** Each with its arguments as they should be. */
const CALLS = {
  makeMesh: [makeMesh, () => [TETRAHEDRON.vertices, TETRAHEDRON.triangles]],
  inspectMesh: [inspectMesh, () => [mesh()]],
  solidOf: [solidOf, () => [mesh(), { repair: true }]],
  repairMesh: [repairMesh, () => [mesh()]],
  weldMesh: [weldMesh, () => [mesh(), 1e-3]],
  orientMesh: [orientMesh, () => [mesh()]],
  findCrossings: [findCrossings, () => [mesh()]],
  meshArea: [meshArea, () => [mesh()]],
  meshVolume: [meshVolume, () => [mesh()]],
  describeReport: [describeReport, () => [REPORT]],
  describeFaults: [describeFaults, () => [REPORT]],
  'ContactTree.build': [
    (given, options) => ContactTree.build(given, coarse(options)),
    () => [mesh(), { error: 0.15, margin: 0, depth: 4 }],
  ],
  'ContactTree.fromBytes': [(/** @type {any} */ bytes) => ContactTree.fromBytes(bytes), () => [TREE.toBytes()]],
  'tree.distance': [(x, y, z) => TREE.distance(x, y, z), () => [0.1, 0.2, 0.3]],
  readMesh: [readMesh, () => [new Uint8Array(100), { format: 'obj', name: 'a.obj' }]],
  resolveMeshFiles: [resolveMeshFiles, () => [{ ...MESH_SCENE, meshes: { thing: { file: 'a.obj' } } }, async () => mesh()]],
};

function mesh() {
  return { positions: Float64Array.from(TETRAHEDRON.vertices), triangles: Uint32Array.from(TETRAHEDRON.triangles) };
}

/** Of these nothing is changed within: they take what others of these calls give. */
const WHOLE = ['describeReport', 'describeFaults', 'tree.distance'];

/** A distance is asked for millions of times a second: it takes numbers, and is not asked what else it would take. */
function makeWhole(name, dice) {
  return name === 'tree.distance' ? dice.edgeNumber() : dice.anyValue();
}

/** Options by which a tree is built in milliseconds. */
function coarse(options) {
  if (options === undefined) return { error: 0.15 };
  const { error } = Object(options);
  return error === undefined || (typeof error === 'number' && error > 0 && error < 0.05) ? { ...options, error: 0.15 } : options;
}

export async function run(dice) {
  for (let i = 0; i < 6; i++) {
    const name = dice.pick(Object.keys(CALLS));
    const [deed, makeArguments] = CALLS[name];
    const args = makeArguments().map((value) =>
      WHOLE.includes(name) ? dice.pick([value, makeWhole(name, dice)]) : spoil(value, dice),
    );
    const what = () => `${name}(${args.map(describe).join(', ')})`;
    const done = attempt(what, undefined, () => deed(...args))?.value;
    if (done instanceof Promise) await attemptLater(what, () => done);
  }
}

function spoil(value, dice) {
  if (dice.chance(0.3)) return value;
  if (dice.chance(0.3)) return dice.anyValue();
  if (value?.positions instanceof Float64Array && dice.chance(0.7)) return spoilMesh(value, dice);
  return typeof value === 'object' && value !== null
    ? mutate(value, dice, 1 + dice.below(2), () => dice.anyValue())
    : dice.anyValue();
}

/** Still of typed arrays: numbers changed, cut, or too many. */
function spoilMesh({ positions, triangles }, dice) {
  for (let i = dice.below(3); i >= 0; i--) {
    if (dice.chance(0.5)) positions[dice.below(positions.length)] = dice.edgeNumber();
    else triangles[dice.below(triangles.length)] = dice.pick([0, 1, 2, 3, 4, 1e9, 2 ** 32 - 1]);
  }
  return {
    positions: dice.chance(0.1) ? positions.subarray(dice.below(5)) : positions,
    triangles: dice.chance(0.1) ? triangles.subarray(dice.below(5)) : triangles,
  };
}

function describe(value) {
  try {
    if (value?.positions !== undefined) return `{ positions: [${value.positions}], triangles: [${value.triangles}] }`;
    return typeof value === 'object' ? JSON.stringify(value).slice(0, 300) : String(value);
  } catch {
    return typeof value;
  }
}
