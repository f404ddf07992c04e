// Misuse of the calls on meshes and contact trees, by arrays and objects that are almost meshes or none.

import {
  axisAngle,
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
  'ContactTree.build': [(...args) => ContactTree.build(...args), () => [mesh(), { error: 0.15, margin: 0, depth: 4 }]],
  'ContactTree.fromBytes': [(...args) => ContactTree.fromBytes(...args), () => [TREE.toBytes()]],
  'tree.distance': [(...args) => TREE.distance(...args), () => [0.1, 0.2, 0.3]],
  'tree.field': [(...args) => TREE.field(...args), () => [new Float64Array(5)]],
  readMesh: [readMesh, () => [new Uint8Array(100), { format: 'obj', name: 'a.obj' }]],
  resolveMeshFiles: [resolveMeshFiles, () => [{ ...MESH_SCENE, meshes: { thing: { file: 'a.obj' } } }, async () => mesh()]],
  axisAngle: [axisAngle, () => [[0, 1, 0], 0.3]],
};

function mesh() {
  return { positions: Float64Array.from(TETRAHEDRON.vertices), triangles: Uint32Array.from(TETRAHEDRON.triangles) };
}

export async function run(dice) {
  for (let i = 0; i < 6; i++) {
    const name = dice.pick(Object.keys(CALLS));
    const [deed, makeArguments] = CALLS[name];
    const args = makeArguments().map((value) => spoil(value, dice));
    const what = `${name}(${args.map(describe).join(', ')})`;
    const done = attempt(what, undefined, () => deed(...args))?.value;
    if (done instanceof Promise) await attemptLater(what, () => done);
  }
}

function spoil(value, dice) {
  if (dice.chance(0.3)) return value;
  if (dice.chance(0.3)) return dice.anyValue();
  if (value?.positions instanceof Float64Array && dice.chance(0.7)) return spoilMesh(value, dice);
  return typeof value === 'object' && value !== null ? mutate(value, dice, 1 + dice.below(2), () => dice.anyValue()) : dice.anyValue();
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
  if (value?.positions !== undefined) return `{ positions: [${value.positions}], triangles: [${value.triangles}] }`;
  try {
    return typeof value === 'object' ? JSON.stringify(value).slice(0, 300) : String(value);
  } catch {
    return typeof value;
  }
}
