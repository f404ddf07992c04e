// Mesh files of all formats with bytes flipped, cut and grown and counts changed; what can be read is inspected, mended and built.

import {
  ContactTree,
  describeFaults,
  describeReport,
  findCrossings,
  inspectMesh,
  meshArea,
  meshVolume,
  orientMesh,
  solidOf,
  weldMesh,
} from '../../dist/src/index.js';
import { readMesh } from '../../dist/src/mesh-files/index.js';
import { mutate, mutateBytes, mutateNumbers } from '../mutate.mjs';
import { attempt, attemptLater, Finding, Thrown } from '../oracle.mjs';
import { FILES, GLTF, GLTF_BESIDE, GLTF_INSIDE, GLTF_SKINNED, glbOf, gltfBuffer } from '../sample-files.mjs';

export async function run(dice) {
  const { format, bytes } = changedFile(dice);
  const options = { name: 'a file', ...(dice.chance(0.8) && { format }), ...(dice.chance(0.5) && { resolve: resolver(dice) }) };
  const mesh = (await attemptLater(`readMesh() of ${format}`, () => readMesh(bytes, options)))?.value;
  if (mesh === undefined) return;
  const { positions, triangles } = mesh;
  if (!positions.every(Number.isFinite) || triangles.length % 3 !== 0 || triangles.some((v) => v >= positions.length / 3))
    throw new Finding('the mesh that was read is none');
  const report = attempt('inspectMesh()', undefined, () => inspectMesh(mesh))?.value;
  if (report !== undefined) attempt('describing it', undefined, () => [describeReport(report), describeFaults(report)]);
  attempt('measures', undefined, () => [meshArea(mesh), meshVolume(mesh), findCrossings(mesh), weldMesh(mesh), orientMesh(mesh)]);
  const solid = attempt('solidOf()', undefined, () => solidOf(mesh, { repair: dice.chance(0.7) }))?.value.mesh;
  if (solid === undefined || dice.chance(0.7)) return;
  const tree = attempt('ContactTree.build()', undefined, () =>
    ContactTree.build(solid, { error: 0.15 * sizeOf(solid), margin: 0 }),
  )?.value;
  const middle = [0, 1, 2].map((k) => tree && (tree.bounds[k] + tree.bounds[3 + k]) / 2);
  if (tree !== undefined && !Number.isFinite(tree.distance(...middle)))
    throw new Finding('the distance in the middle is not finite');
}

function changedFile(dice) {
  const changes = 1 + dice.below(3);
  if (dice.chance(0.3)) {
    const base = dice.pick([GLTF, GLTF_SKINNED, GLTF_INSIDE, GLTF_BESIDE]);
    const json = mutate(base, dice, changes);
    return base === GLTF || base === GLTF_SKINNED
      ? { format: 'glb', bytes: glbOf(json) }
      : { format: 'gltf', bytes: new TextEncoder().encode(JSON.stringify(json)) };
  }
  const [format, file] = dice.pick(FILES);
  if (!dice.chance(0.3)) return { format, bytes: mutateBytes(file, dice, changes) };
  // Byte by byte, so that what is binary stays as it is.
  const latin = Array.from(file, (byte) => String.fromCharCode(byte)).join('');
  return { format, bytes: Uint8Array.from(mutateNumbers(latin, dice, changes), (c) => c.charCodeAt(0)) };
}

/** Gives the file beside a glTF file, or something else. */
function resolver(dice) {
  return dice.pick([
    () => gltfBuffer,
    async () => gltfBuffer,
    () => gltfBuffer.subarray(0, 10),
    () => dice.anyValue(),
    () => {
      throw new Thrown('from resolve');
    },
    () => Promise.reject(new Thrown('from resolve')),
  ]);
}

function sizeOf({ positions }) {
  let [low, high] = [Infinity, -Infinity];
  for (const x of positions) [low, high] = [Math.min(low, x), Math.max(high, x)];
  return high - low;
}
